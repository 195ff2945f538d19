/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_CELLS_H
#define SERIES_CELLS_H

#include "support/slice.h"

/* The cells of a table that somebody typed. */

enum { CELLS_MAX = 64, CELL_RUNS_MAX = 64 };

/* What stands between cells; in the order in which they are tried. */
enum cell_split {
	SPLIT_BARS, /* a | b, also Markdown's | a | b | */
	SPLIT_TABS,
	SPLIT_COMMAS,
	SPLIT_GAPS,   /* two blanks or more */
	SPLIT_BLANKS, /* one or more: no cell has a blank inside */
	CELL_SPLITS,
};

struct cells {
	struct slice list[CELLS_MAX]; /* trimmed */
	size_t count;
	bool overflows; /* there are more */
};

void cells_split(struct slice line, enum cell_split split, struct cells *cells);

/* Only what is drawn: ----, |---|--:|, ===. */
bool cells_are_ruler(struct slice line);

enum cell_kind {
	CELL_BLANK, /* nothing, - or n/a: not measured */
	CELL_NUMBER,
	CELL_FAILED, /* it was tried: failed, hung, oops, timeout */
	CELL_TEXT,   /* anything else */
};

/* "250second", "88.00%", "17,240 +- 150 jobs/min", "23.1 22.9 23.4" (three runs). */
struct cell {
	enum cell_kind kind;
	double values[CELL_RUNS_MAX];
	size_t count;
	double sd;	   /* NaN: not said */
	struct slice unit; /* empty: not said */
};

void cell_read(struct slice text, struct cell *cell);

#endif
