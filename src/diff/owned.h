/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_OWNED_H
#define DIFF_OWNED_H

#include "diff/chains.h"

/*
 * A function that one side inlined into another bucket's, or that has a name
 * there which no rule knows, makes two buckets move that did not: their
 * diff_bucket.taken says how much, so that findings do not.
 */
struct owned;

/* What each bucket owns by each side's own names. The buckets must be summed. */
struct owned *owned_before(const struct symdiff_diff *diff, const struct chains *chains);

/* ... and now that both sides are cut alike and each row has one bucket. Frees @before. */
void owned_after(const struct symdiff_diff *diff, const struct chains *chains,
		 struct owned *before);

#endif
