/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_SWEEP_ROWS_H
#define REPORT_SWEEP_ROWS_H

#include "sweep.h"

/* Which rows of a sweep are shown to people, and how. */

struct sweep_rows {
	const struct series_row **list; /* of one kind, in the order of the series */
	size_t count;
	size_t left_out; /* by the limit */
};

/*
 * The rows of @kind that pass the filters of @options. Results that are the same everywhere,
 * buckets below 1 % that did not move by 0.2 points, and all but the first symbols and counters
 * are left out, but for -v. Buckets are those of owners where all points have callchains.
 */
void sweep_rows_init(struct sweep_rows *rows, const struct symdiff_sweep *sweep,
		     const struct series *series, enum series_kind kind,
		     const struct symdiff_print_options *options);
void sweep_rows_deinit(struct sweep_rows *rows);

/*
 * Keep those that are worth a sentence: results that vary, and of buckets and symbols those few
 * whose shares moved most, by a point or more; with -v all that vary.
 */
void sweep_rows_to_tell(struct sweep_rows *rows, const struct series *series,
			const struct symdiff_print_options *options);

/* "93.20", "below 0.68", "18.6 ± 2%", "failed", "" of one cell. @room has 64 bytes. */
const char *sweep_cell(const struct series_row *row, const struct measure *cell, char *room);

/* "hackbench time_s, s", "kfree (was old_kfree)": the name of a row with its unit. */
const char *sweep_row_name(const struct series_row *row, char *room, size_t size);

/* "result", "charged to", "symbol", "counter": the head over the names of a kind. */
const char *sweep_kind_head(const struct symdiff_sweep *sweep, enum series_kind kind);

/* "slub_min_objects: 8, 16, 32, 64", "3 points: none, 1997, 1997+1458". */
void sweep_title(const struct symdiff_sweep *sweep, const struct series *series, char *room,
		 size_t size);

#endif
