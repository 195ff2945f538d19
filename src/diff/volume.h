/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_VOLUME_H
#define DIFF_VOLUME_H

#include "diff/chains.h"

/* Everything under a function takes @factor times what it took: it is done that much more often. */
struct volume {
	uint32_t row;
	double factor;
	double amount; /* in the chains' common unit */
};

/*
 * Find what is done more or less often, the largest first, and scale the
 * base's @chains by it, so that they differ from the new ones only in what is
 * left. Returns how many; the caller frees @list.
 *
 * One function's own cost is no volume: several functions under one caller
 * must have scaled alike, and hardly any not.
 */
size_t volumes_take(struct chains *chains, struct volume **list);

#endif
