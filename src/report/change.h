/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_CHANGE_H
#define REPORT_CHANGE_H

#include <stdbool.h>

#include "diff/diff.h"
#include "diff/motion.h"

/*
 * The figures of one row or bucket of a diff, as JSON, CSV and Markdown give
 * them. Shares are of the event's total, idle time included, 0 to 1; what is
 * unknown is NaN.
 */
struct change {
	struct mover mover;
	bool known[SIDES]; /* false: a cut table may have left it out */
	uint64_t self[SIDES];
	double share[SIDES];	  /* NaN if not known */
	double busy_share[SIDES]; /* of busy time, or of the total where that is compared */
	double points;		  /* new - base in percentage points; NaN if a side is not known */
	struct range
		range; /* of points: 95 % by the runs, or by sampling; and what cuts may hide */
	double busy_points; /* likewise of busy time, without a range */
	struct range ratio; /* of amounts, new / base; of costs if the work is known */
	double explains;    /* how much of the total's change of cost; NaN: work not known */
};

struct change change_of_row(const struct diff_event *event, const struct diff_row *row);
struct change change_of_bucket(const struct diff_event *event, const struct diff_bucket *bucket);
struct change change_of_owner(const struct diff_event *event, const struct diff_bucket *bucket);

/* "grew", "shrank", "same", "unclear", or "unreplicated" of single runs. */
const char *change_verdict(const struct diff_event *event, const struct change *change);

/* The middle of change.ratio; NaN if it is none. */
double change_ratio(const struct change *change);

#endif
