/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLEET_RANGES_H
#define FLEET_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "support/arena.h"
#include "support/text.h"

/*
 * Ranges of a change over many machines, as people post them:
 *
 *	Kernbench Elapsed    time      -0.16      to 6.23
 *	Hackbench pipes-1              -5.57      to 8.03
 *
 * in one table or in several, with prose between them. Which machines they are of, only the prose
 * says: a table of fewer machines lies within one of more.
 */
struct range_table {
	const char *label; /* "#1", or what the user calls it */
	const char *title; /* the line above it; "" */
	uint32_t line;
	size_t rows;
};

struct range_row {
	const char *name;
	struct range_ends {
		bool known;
		double low, high;
	} * ends; /* by table */
};

/* Does table @inner lie within @outer, as if machines were left out? */
struct range_pair {
	uint32_t outer, inner;
	size_t common;	 /* rows of both */
	size_t within;	 /* of these, where it does */
	size_t narrower; /* ... and is narrower */
	uint32_t most;	 /* row: narrowed most; UINT32_MAX: none */
	const char *text;
};

struct range_set {
	struct range_table *tables;
	size_t table_count, table_capacity;
	struct range_row *rows; /* in the order in which they are met */
	size_t row_count, row_capacity;
	struct range_pair *pairs; /* of tables that have a row in common, the outer one first */
	size_t pair_count, pair_capacity;
	const char **texts; /* by table: how many rows go which way */
	struct arena arena;
};

enum { RANGE_TABLES_MAX = 64 };

/*
 * Add the tables of @text, or with @number only that one (from 1). @label: what to call it; NULL:
 * by its number. Returns how many were added; -1 with @err if there are too many, or not so many.
 */
int ranges_read(struct range_set *set, const struct text *text, size_t number, const char *label,
		struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* All tables are there: compare them. */
void ranges_finish(struct range_set *set);
void ranges_deinit(struct range_set *set);

#endif
