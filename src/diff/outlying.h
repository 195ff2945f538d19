/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_OUTLYING_H
#define DIFF_OUTLYING_H

#include "diff/diff.h"

/*
 * Which runs of a side are far from all others of it: measured on another
 * load, or on a machine that did something else. @weights holds what each row
 * weighs, run by run. Fewer than three runs cannot tell. The caller frees.
 */
bool *outlying_runs(const struct diff_event *event, int side, const struct totals *const *runs,
		    size_t count, const double *weights);

#endif
