/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_TYPED_TABLE_H
#define SERIES_TYPED_TABLE_H

#include <symdiff/error.h>

#include "series/series.h"
#include "support/text.h"

/*
 * Tables of results as people type them into a mail, among prose. A head, then rows; cells stand
 * between bars (also Markdown's), tabs, commas, two blanks or, where none has a blank inside, one.
 *
 *	slub_min_objects         |   8 |  16 |   32 |   64      the settings are the columns
 *	hackbench 100, seconds   | 250 |  23 | 18.6 | 17.5
 *
 *	processor number\slub_min_objects | 8 | 16 | 32 | 64    two factors: ROWS\COLUMNS
 *	8p | 60second | 30 | 28.5 | 26.5
 *	4p | 50second | 43 | 42   |
 *
 *	patches     jobs/min                                    the settings are the rows
 *	none        18654
 *	1997        17240 +- 150
 *
 * The settings are the columns if the head's corner has a backslash or every other head begins with
 * a digit (or is NAME=VALUE); else they are the rows. A cell is a number with or without its unit,
 * several numbers (runs), a number and its spread, nothing (or - or n/a), or "failed". A unit
 * goes for all of its row, and for rows of the same table that say none.
 */

enum { SERIES_POINTS_MAX = 1024, SERIES_ROWS_MAX = 65536 };

/*
 * All tables of @text; those of the same settings become one series. -1 with @err if there is none;
 * @set must be deinitialised either way.
 */
int typed_tables_read(const struct text *text, struct series_set *set,
		      struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif
