/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INLINING_H
#define INLINING_H

#include "side.h"

/* Before the side is summed: as if nobody had said what is inlined. */
void side_forget_inlined(struct symdiff_profile *side);

/* Before the side is summed: every inlined function has a row of its own. */
void side_tell_inlined(struct symdiff_profile *side);

/*
 * Rows are of compiled functions, as perf has them. But a function that one side has compiled and
 * the other has inlined everywhere would look gone, and its callers grown: it is told apart
 * wherever it is inlined, on both sides, which are summed again.
 */
void sides_join_inlined(struct symdiff_profile *sides[2]);

#endif
