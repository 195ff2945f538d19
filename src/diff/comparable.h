/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_COMPARABLE_H
#define DIFF_COMPARABLE_H

#include "diff/diff.h"

/*
 * May the two sides of @event be compared? What one of them could not have seen
 * (another kind of event, kernel or user left out, one task against the whole
 * machine, another architecture, a guest against its host) makes every number
 * of the other a difference. Returns 0, or -1 with @err saying what differs;
 * with --force the difference is a finding instead. Costs are refused where
 * more than one in a hundred samples was lost.
 */
int comparable_check(struct symdiff_diff *diff, struct diff_event *event, struct symdiff_error *err)
	__attribute__((warn_unused_result));

#endif
