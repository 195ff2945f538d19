/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_RESTRUCTURE_H
#define DIFF_RESTRUCTURE_H

#include "diff/chains.h"

/*
 * Code that is cut up differently on the two sides and costs the same: a
 * function inlined into its caller or taken out of it, two made one, one made
 * two, work that its caller now gives to others. Told from who calls whom:
 * what the one loses the other must gain, and its callees with it.
 *
 * Fills in event->relocations and what each row took from others
 * (diff_value.taken), and rewrites @chains so that both sides are cut alike.
 */
void diff_restructure(struct symdiff_diff *diff, struct diff_event *event, struct chains *chains);

#endif
