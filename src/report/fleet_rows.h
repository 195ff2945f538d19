/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_FLEET_ROWS_H
#define REPORT_FLEET_ROWS_H

#include "fleet_sides.h"

/* Which rows of a fleet are shown to people. */

struct fleet_rows {
	const struct fleet_row **list; /* of one kind */
	size_t count;
	size_t left_out; /* by the limit */
};

/*
 * The rows of @kind that pass the filters of @options. Buckets that move by less than 0.2 points on
 * every machine, and all but the first symbols and counters, are left out, but for -v. Buckets are
 * those of owners where all machines have callchains.
 */
void fleet_rows_init(struct fleet_rows *rows, const struct symdiff_fleet *fleet,
		     enum fleet_kind kind, const struct symdiff_print_options *options);
void fleet_rows_deinit(struct fleet_rows *rows);

/* "8 machines, shares of busy time; one profile a side (unreplicated)". */
void fleet_title(const struct symdiff_fleet *fleet, char *room, size_t size);

/* "-1.20 to +27.02"; "" of no machines. @room has 64 bytes. */
const char *fleet_range(const struct fleet_summary *summary, char *room);

/* The head over the names of a kind. */
const char *fleet_kind_head(const struct symdiff_fleet *fleet, enum fleet_kind kind);

/* The row whose machines are drawn: the first one shown. NULL: there is none. */
const struct fleet_row *fleet_drawn_row(const struct symdiff_fleet *fleet,
					const struct symdiff_print_options *options);

#endif
