/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_UNRESOLVED_H
#define REPORT_UNRESOLVED_H

#include <jansson.h>

#include "side.h"

/* Which images have weight without a symbol, why, and what would help: for all writers. */

/* Lines below an event's head; without -v only the images that matter. */
void text_unresolved(const struct totals *totals, const struct symdiff_print_options *options,
		     FILE *out);

/* The same in words, for each image that matters: "23.1 % in libc.so.6 (...): ...". */
void each_unresolved(const struct totals *totals, void (*tell)(const char *words, FILE *out),
		     FILE *out);

/* [ { "dso", "self", "why", "hint" } ], the heaviest first. */
json_t *json_unresolved(const struct totals *totals);

#endif
