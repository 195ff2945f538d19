/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_RELATIVES_H
#define MODEL_RELATIVES_H

#include <stddef.h>
#include <stdint.h>

#include "model/profile.h"

/*
 * Who calls a function, and whom it calls, over all stacks of an event. Each
 * stack counts once, however often the function recurs in it: its caller is
 * that of the outermost call, its callee that of the innermost. Callers sum to
 * the function's children weight, and so do callees.
 */
struct relative {
	uint32_t symbol; /* NONE: no caller (the root), or no callee (the function's own code) */
	uint64_t weight;
};

struct relatives {
	uint64_t total;			    /* children weight */
	struct relative *callers, *callees; /* heaviest first */
	size_t caller_count, callee_count;
};

/* Of all symbols of @profile that are called @name. */
void relatives_init(struct relatives *relatives, const struct profile *profile, uint32_t event,
		    const char *name);
void relatives_deinit(struct relatives *relatives);

#endif
