/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_LOGICAL_H
#define INGEST_PERF_LOGICAL_H

#include "ingest/perf_cells.h"
#include "ingest/text.h"

/* A row as perf printed it: one line of the text, or several that a mail has wrapped. */
struct perf_logical {
	struct slice line; /* of the text, or of @buffer */
	size_t lines;	   /* of the text */
	char *buffer;	   /* for joined lines; one at a time */
	size_t capacity;
};

/*
 * Read the row that begins at line @at, with as many lines behind it as it needs: a row without
 * its symbol goes on in the next line, and so does a symbol whose brackets are open where the
 * line was full. False if no row begins there.
 */
bool perf_logical_row(struct perf_logical *row, const struct text *text, size_t at,
		      const struct perf_columns *columns, struct perf_cells *cells);

/* The same for a line of unknown columns: is it a row by its shape, see perf_shape_is_row? */
bool perf_logical_shape(struct perf_logical *row, const struct text *text, size_t at);

void perf_logical_deinit(struct perf_logical *row);

#endif
