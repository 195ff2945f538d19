/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_XML_TEXT_H
#define REPORT_XML_TEXT_H

#include <stdio.h>

/*
 * Print @text so that XML and HTML show it and do not obey it, between tags or inside a quoted
 * attribute: markup is escaped; controls, marks that turn the direction of writing and broken
 * bytes are made visible (see utf8_printable). At most @columns are printed, an ellipsis included;
 * 0: all.
 */
void xml_text(const char *text, size_t columns, FILE *out);

#endif
