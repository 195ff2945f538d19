/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_SHAPE_H
#define INGEST_PERF_SHAPE_H

#include "ingest/perf_columns.h"
#include "ingest/text.h"

/* Why the columns of a table without a title may be others than the ones assumed. */
enum perf_doubt {
	PERF_SURE,
	PERF_CHILDREN_OR_EVENTS, /* taken for Children and Self; may be two events of a group */
	PERF_EVENTS_UNNAMED,	 /* can only be events of a group, which nothing names */
};

/*
 * Tell the columns of a table without a title from the rows that begin at line @at: numbers,
 * names, and a marker such as [k] before the symbol. False if the (logical) line @first, which
 * stands there, is no such row.
 */
bool perf_shape_guess(const struct text *text, size_t at, struct slice first,
		      struct perf_columns *columns, enum perf_doubt *doubt);

/* Is a line, by its shape alone, a row of perf report or perf top? */
bool perf_shape_is_row(struct slice line);

#endif
