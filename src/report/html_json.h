/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_HTML_JSON_H
#define REPORT_HTML_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "support/names.h"

/* JSON inside of HTML. */

/* Print <script type="application/json" id="ID"> with @root, which is released, in it. */
void html_json(const char *id, json_t *root, FILE *out);

/* A string with what a browser would obey or hide made visible (see utf8_printable). */
json_t *html_json_name(const char *text);

/* A number with @digits behind the point; null if it is none. */
json_t *html_json_number(double value, int digits);

/* Names that are given once and then by number. */
struct html_names {
	struct names names;
};

json_t *html_names_number(struct html_names *list, const char *name);

/* The array of all, which ends the use of @list. */
json_t *html_names_array(struct html_names *list);

#endif
