/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include <stddef.h>

#include "model/hosts.h"
#include "side.h"

/* What every writer prints of one event, in the order in which it is printed. */

struct report_bucket {
	const char *name; /* a head, "allocator", or a leaf, "allocator/slab" */
	uint16_t head;
	struct bucket_total total;
	struct bucket_inclusive inclusive;
};

struct report_rows {
	struct report_bucket *heads, *leaves; /* heaviest first; only what has weight */
	size_t head_count, leaf_count;
	uint32_t *symbols; /* symbol numbers */
	size_t symbol_count;
	struct hosts hosts; /* what inlined functions are inlined into */
};

/*
 * Sort one event's totals into rows: buckets, and the symbols that have weight
 * and pass the filters and the percent limit of @options, sorted by its column (else the heaviest
 * self, then children, first).
 */
void report_rows_init(struct report_rows *rows, const struct symdiff_profile *side,
		      const struct totals *totals, const struct symdiff_print_options *options);
void report_rows_deinit(struct report_rows *rows);

/* Is @name in a list of names that the user gave, or is there none? */
bool report_wants(const char *const *list, const char *name);

/* Is the symbol asked for, by its name or by that without .isra.0 and the like? */
bool report_wants_symbol(const struct symdiff_print_options *options, const char *name);

/* The same for the leaf bucket @leaf, which may also be asked for by its head's name. */
bool report_wants_bucket(const struct symdiff_print_options *options, const struct buckets *buckets,
			 uint16_t leaf);

/* The columns that --sort takes for a report; NULL past the last. */
const char *report_rows_column(size_t i);

/* The names of what @symbol is inlined into, where it stands apart: "bar", "bar and 2 more"; "". */
const char *report_hosts_text(const struct report_rows *rows, const struct profile *profile,
			      uint32_t symbol, char *buf, size_t size);

/*
 * The leaf bucket of a row. A helper that stands apart where it is inlined has its weight in the
 * bucket of what is around it.
 */
uint16_t report_bucket_of(const struct report_rows *rows, const struct profile *profile,
			  uint32_t symbol);

/* The name of a symbol's DSO. */
const char *report_dso(const struct profile *profile, const struct symbol *symbol);

#endif
