/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_JSON_VALUE_H
#define REPORT_JSON_VALUE_H

#include <jansson.h>

#include "side.h"

/* JSON values that symdiff's documents have in common. All return new references. */

/* A string; bytes that are not UTF-8 become U+FFFD. */
json_t *json_name(const char *text);

/* A weight in the event's unit: whole where the unit is, else a real number. */
json_t *json_weight(const struct totals *totals, uint64_t weight);

/* A real number, or null if it is none (NaN, infinite). */
json_t *json_number(double value);

/* What became of the frames that tail calls took off the callchains of @totals. */
json_t *json_tail_calls(const struct totals *totals);

/* { "path", "format", "warnings": [ … ], … } of one side. */
json_t *json_input(const struct symdiff_profile *side);

/* Print @root, which is released, with a line end. */
void json_print(json_t *root, FILE *out);

#endif
