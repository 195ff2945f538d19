/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_COLUMNS_H
#define INGEST_PERF_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/slice.h"

/*
 * The columns of a table that perf printed (perf report, perf top, perf diff),
 * as its title line names them. perf can print any of its columns in any
 * order (-F, --sort).
 *
 * Titles: tools/perf/ui/hist.c, tools/perf/util/sort.c and
 * tools/perf/builtin-diff.c of Linux 2.6.33 to 6.15.
 */
enum column_kind {
	COLUMN_SELF,	 /* Overhead or Self, in percent */
	COLUMN_CHILDREN, /* in percent */
	COLUMN_SHARE,	 /* another percentage: sys, usr, Latency */
	COLUMN_SAMPLES,
	COLUMN_PERIOD,
	COLUMN_NUMBER, /* a number that weighs nothing: CPU, Weight */
	COLUMN_IPC,    /* "-      -" or "0.55 [ 97.2%]" */

	COLUMN_COMM,
	COLUMN_PID, /* 4711:comm */
	COLUMN_DSO,
	COLUMN_SYMBOL, /* begins with a marker such as [k] */
	COLUMN_PLACE,  /* another one with a marker: Target Symbol, Data Symbol */
	COLUMN_TEXT,

	/* perf diff */
	COLUMN_BASELINE, /* percent; empty in rows that only the new side has */
	COLUMN_DELTA,	 /* signed percentage points; empty in rows that only the base has */
	COLUMN_RATIO,
	COLUMN_BASE_PERIOD,
	COLUMN_DIFFERENCE, /* another way to compare, from which no share can be told */
};

#define PERF_COLUMNS_MAX 32
#define PERF_GROUP_MAX	 16 /* events in one group */

struct perf_column {
	enum column_kind kind;
	size_t from, to; /* of the line; only if the table is aligned */
};

struct perf_columns {
	struct perf_column list[PERF_COLUMNS_MAX];
	size_t count;
	bool aligned;	   /* there was a ruler of dots, and the title stood above it */
	char separator;	   /* of perf report -t; 0: blanks */
	unsigned group;	   /* numbers in each numeric column: one for each event of a group */
	bool may_be_empty; /* perf diff leaves numbers out */

	/* --hierarchy: the last column is one of several things, one for each level. */
	bool is_hierarchy;
	enum column_kind levels[PERF_COLUMNS_MAX];
	size_t level_count;
};

/*
 * Read a title line, and the ruler of dots below it (of length 0: none). False
 * if that is no title of a table by perf.
 */
bool perf_columns_read(struct perf_columns *columns, struct slice title, struct slice ruler);

/* Quick: does the name of a column that weighs occur in this line? */
bool perf_line_may_be_title(struct slice line);

/* Behind the # of a comment, which an editor may have numbered; 0: it is none. */
size_t perf_comment_mark(struct slice line);

/* Is this line a # and nothing else? */
bool perf_comment_is_empty(struct slice line);

/* Is this line a ruler, "# ........  ......"? */
bool perf_line_is_ruler(struct slice line);

/* Is this a title or the rest of one, that is, nothing but names of columns? */
bool perf_line_is_titles(struct slice line);

/* The first column of this kind, or NULL. */
const struct perf_column *perf_columns_find(const struct perf_columns *columns,
					    enum column_kind kind);

static inline bool column_is_number(enum column_kind kind)
{
	return kind <= COLUMN_NUMBER || kind >= COLUMN_BASELINE;
}

static inline bool column_is_percent(enum column_kind kind)
{
	return kind <= COLUMN_SHARE || kind == COLUMN_BASELINE || kind == COLUMN_DELTA;
}

#endif
