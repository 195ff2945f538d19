/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include <stddef.h>

#include "side.h"

/* What every writer prints of one event, in the order in which it is printed. */

struct report_bucket {
	const char *name;  /* a head, "allocator", or a leaf, "allocator/slab" */
	uint16_t head;
	struct bucket_total total;
};

struct report_rows {
	struct report_bucket *heads, *leaves; /* heaviest first; only what has weight */
	size_t head_count, leaf_count;
	uint32_t *symbols; /* symbol numbers, heaviest self (then children) first */
	size_t symbol_count;
};

/*
 * Sort one event's totals into rows: buckets, and the symbols that have weight
 * and pass the filters and the percent limit of @options.
 */
void report_rows_init(struct report_rows *rows, const struct symdiff_profile *side,
		      const struct totals *totals, const struct symdiff_print_options *options);
void report_rows_deinit(struct report_rows *rows);

/* The DSO's and the bucket's name of a symbol. */
const char *report_dso(const struct profile *profile, const struct symbol *symbol);

#endif
