/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_MARKDOWN_TEXT_H
#define REPORT_MARKDOWN_TEXT_H

#include <stdio.h>

/*
 * Text for GitHub-flavoured Markdown that shows as it is, inside a table too:
 * what would be markup, a tag, a mention or the end of a cell is escaped.
 * Control characters appear as \x1b, as on a terminal.
 */
void markdown_text(const char *text, FILE *out);

/* The same as code, for the names of symbols and files. */
void markdown_code(const char *name, FILE *out);

#endif
