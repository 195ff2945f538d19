/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_COMPARABLE_H
#define DIFF_COMPARABLE_H

#include "diff/diff.h"

/*
 * May the two sides of @event be compared? What one of them could not have seen
 * (another kind of event, kernel or user left out, one task against the whole
 * machine, another architecture, a guest against its host, callchains found in
 * another way) makes every number of the other a difference. Returns 0, or -1
 * with @err saying what differs; with --force the difference is a finding
 * instead. Costs are refused where more than one in a hundred samples was lost,
 * where counters ran for different parts of the time, and where samples stand
 * for amounts that have no unit in common.
 */
int comparable_check(struct symdiff_diff *diff, struct diff_event *event, struct symdiff_error *err)
	__attribute__((warn_unused_result));

struct finder;

/*
 * alike.c: what else than the kernel differs and may explain a change: the
 * machine, how long and how it was recorded, samples lost (one finding), and
 * what the functions that were seen tell of the kernels' configuration.
 */
void tell_recordings(struct finder *finder);

/* The subjects of these findings: whoever judges passes them on. */
#define SUBJECT_RECORDINGS    "recordings"
#define SUBJECT_CONFIGURATION "configuration"

#endif
