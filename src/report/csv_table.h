/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_CSV_TABLE_H
#define REPORT_CSV_TABLE_H

#include <stdio.h>

#include "side.h"

/*
 * Fields as RFC 4180 has them: quoted where they hold a separator, a quote or
 * a line end. Control characters appear as \x1b, as on a terminal. Lines end
 * with a line feed alone.
 */
struct csv {
	FILE *out;
	char separator;
	bool in_row;
};

struct csv csv_open(const struct symdiff_print_options *options, FILE *out);

/* The head: names with a comma between them. */
void csv_head(struct csv *csv, const char *names);

void csv_text(struct csv *csv, const char *text);
void csv_empty(struct csv *csv);

/* NaN and infinite are empty. A share (0 to 1) is printed in percent. */
void csv_number(struct csv *csv, double value);
void csv_share(struct csv *csv, double share);
void csv_probability(struct csv *csv, double p); /* to so many digits, however small */
void csv_count(struct csv *csv, uint64_t count);

/* A weight in its event's unit. */
void csv_weight(struct csv *csv, const struct totals *totals, uint64_t weight);

void csv_end_row(struct csv *csv);

#endif
