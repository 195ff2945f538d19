/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_MARKDOWN_PARTS_H
#define REPORT_MARKDOWN_PARTS_H

#include <stdio.h>

#include "side.h"

/* What the documents of the Markdown writer have in common. */

#define MARKDOWN_SHARE_LEAST 0.0005 /* smaller buckets are left out, but for -v */

/* The part of the writer that is in markdown_diff.c. */
void markdown_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		   FILE *out);

/* What was measured beside the profiles; nothing if @witness is NULL. */
struct witness;
void markdown_witness(const struct witness *witness, FILE *out);

/* The part that is in markdown_bench.c; its rows, means and classes alone. */
struct bench_table;
void markdown_bench_table(const struct bench_table *table, FILE *out);
struct bench_report;
void markdown_bench(const struct bench_report *report, const struct symdiff_print_options *options,
		    FILE *out);

/* The last part of a path: heads of tables are narrow. */
const char *markdown_file(const char *path);

/* The line under a table's head: for each column 'l' or 'r', the side to which it goes. */
void markdown_rule(const char *columns, FILE *out);

/* Of @count symbols, how many are shown: 20, unless @options ask for more. */
size_t markdown_symbols(size_t count, const struct symdiff_print_options *options);

/* What stands in between is folded away, under a line "20 of 131 symbols". */
void markdown_begin_symbols(size_t shown, size_t all, FILE *out);
void markdown_end_symbols(FILE *out);

/* The warnings of both sides (or of one, the other NULL) as a list, after @names. */
void markdown_warnings(const struct symdiff_profile *const sides[2], const char *const names[2],
		       FILE *out);

#endif
