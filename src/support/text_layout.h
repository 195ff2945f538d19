/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_TEXT_LAYOUT_H
#define SUPPORT_TEXT_LAYOUT_H

#include "support/text.h"

/*
 * What copying did to the lines of a text as a whole, undone: a blank line
 * after each line, an editor's line numbers, the marks of a source comment,
 * and two tables that stand side by side. For text_clean().
 */
void text_restore_layout(struct text *text);

/*
 * The length of the marks of a quoted line -- "> ", ">>", "> > ", " >" --, one
 * blank after them included, and how many there are. The end of a template's
 * arguments (">::f()") is no mark.
 */
size_t text_quote_marks(const char *line, size_t len, uint8_t *depth);

#endif
