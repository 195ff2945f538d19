/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_INSTRUCTIONS_H
#define DIFF_INSTRUCTIONS_H

#include "diff/diff.h"

/*
 * Where both sides counted cycles and instructions: say of each cost line of
 * the cycles whether the function runs more (fewer) instructions, or whether
 * they are dearer (cheaper).
 */
void ledger_add_reasons(struct symdiff_diff *diff);

#endif
