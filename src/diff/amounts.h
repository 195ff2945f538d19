/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_AMOUNTS_H
#define DIFF_AMOUNTS_H

#include "diff/diff.h"

/*
 * What a sample stands for: so many events (oprofile: "CPU_CLK_UNHALTED:100000"), or so many
 * seconds of a CPU that was not idle. 0: nobody says.
 */
struct sample_size {
	double events, seconds;
};

struct sample_size sample_size_of(const struct totals *totals);

/*
 * What the totals amount to in one unit, into @event->amount: samples against
 * samples, counts against counts. A percent table counts as whichever its text
 * states. Samples that stand for different amounts are counted in what they
 * stand for; where only one side says what that is, there is no common unit.
 */
void amounts_compare(struct diff_event *event);

#endif
