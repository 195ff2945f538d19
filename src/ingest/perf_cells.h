/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_CELLS_H
#define INGEST_PERF_CELLS_H

#include "ingest/perf_columns.h"

/* The cells of one row, trimmed, in the order of the columns; empty where it has none. */
struct perf_cells {
	struct slice list[PERF_COLUMNS_MAX];
	bool were_aligned; /* all stood below the ruler */
	size_t number_end; /* where the first number ends in the line: the depth in a hierarchy */
};

/*
 * Split a row into its cells: by the ruler where the row keeps to it, by the
 * separator, and else by the shape of its words, which also reads rows whose
 * blanks a mail has squeezed. False if that is no (whole) row of this table;
 * a call graph's line is none.
 */
bool perf_cells_split(const struct perf_columns *columns, struct slice line,
		      struct perf_cells *cells);

/*
 * Does @cell begin with the marker of a symbol: "[k] name", or as perf report -v has it,
 * "0xffffffff821f5127 k [k] name"? Gives the letter, and the name, which may be empty.
 */
bool perf_marker(struct slice cell, char *letter, struct slice *name);

/* The first marker of a line at @from or behind it, at the start of a word; NULL: none. */
const char *perf_marker_find(struct slice line, size_t from);

/* Without the scroll bar that the TUI draws behind each line. */
struct slice perf_line_without_bar(struct slice line);

/* Is there nothing but such a bar? */
static inline bool perf_line_is_blank(struct slice line)
{
	return !slice_trim(perf_line_without_bar(line)).len;
}

/* And without the + or - in front of a row. */
struct slice perf_line_undecorated(struct slice line);

/* Do the first words look like a row's, even if the rest of it may be missing? */
bool perf_line_begins_row(const struct perf_columns *columns, struct slice line);

#endif
