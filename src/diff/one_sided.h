/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_ONE_SIDED_H
#define DIFF_ONE_SIDED_H

#include "diff/chains.h"

/*
 * Code that only one side has: what all chains through such functions weigh,
 * by the outermost of them. What a function calls is counted with it, unless
 * the caller now gets the same from elsewhere.
 *
 * Adds to @amounts (by row, in the common unit) and takes the weight out of
 * the side's @chains.
 */
void one_sided_take(struct chains *chains, int side, double *amounts);

#endif
