/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_DIFF_ROWS_H
#define REPORT_DIFF_ROWS_H

#include <stddef.h>

#include "diff/diff.h"

/* The rows of one event of a diff that the user wants to see, in his order. */
struct diff_rows {
	const struct diff_row **rows;
	size_t count;
	size_t left_out; /* that pass the filters, but are beyond the limit */
};

/* Rows that are no symbols, [not listed] and idle under busy shares, are for machines only. */
enum diff_rows_for { ROWS_FOR_PEOPLE, ROWS_FOR_MACHINES };

/*
 * The rows that pass the filters and the percent limit of @options, sorted by
 * its column (else by what moved most), at most @options->limit of them.
 */
void diff_rows_init(struct diff_rows *rows, const struct symdiff_diff *diff,
		    const struct diff_event *event, const struct symdiff_print_options *options,
		    enum diff_rows_for whom);
void diff_rows_deinit(struct diff_rows *rows);

/* The columns that --sort takes for a diff; NULL past the last. */
const char *diff_rows_column(size_t i);

#endif
