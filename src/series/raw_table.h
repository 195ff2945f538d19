/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_RAW_TABLE_H
#define SERIES_RAW_TABLE_H

#include "series/cells.h"
#include "support/text.h"

/* A table before its numbers are read. */
struct raw_table {
	const char *caption; /* in the text's memory, or "" */
	size_t caption_len;
	struct cells head;
	struct slice *cells; /* a row after the other, each as long as the head; missing: empty */
	size_t capacity;
	size_t count;	 /* rows */
	uint32_t *lines; /* of the text, by row */
	size_t line_capacity;
	size_t cut; /* words behind the last column */
};

/* The cell of a row; the first is the row's name. */
static inline struct slice cell_of(const struct raw_table *table, size_t row, size_t column)
{
	return table->cells[row * table->head.count + column];
}

void raw_table_deinit(struct raw_table *table);

/*
 * The table whose head is line @at of @text, cells parted in any of the ways, and what the lines
 * from @first on say above it; slices point into @text. Returns the line behind it, or @at if there
 * is none. @table may be used again for the next one.
 */
size_t raw_table_find(const struct text *text, size_t first, size_t at, struct raw_table *table);

#endif
