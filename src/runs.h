/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RUNS_H
#define RUNS_H

#include "side.h"

/* Free the runs of a side. */
void runs_deinit(struct symdiff_profile *side);

#endif
