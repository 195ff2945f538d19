/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_CHARGE_H
#define BUCKETS_CHARGE_H

#include <stdbool.h>

#include "buckets/buckets.h"
#include "model/totals.h"

/* Give every symbol of @profile its leaf bucket and phase. */
void buckets_assign(const struct buckets *buckets, struct profile *profile);

struct charge_options {
	bool charge_copy;  /* the buckets that are neutral on request are neutral */
	unsigned contexts; /* only stacks of these: 1 << enum run_context; 0: all */
};

/*
 * Sum one event of @profile, whose symbols have their buckets: per symbol self
 * and children, per bucket self (by the leaf) and charged (by the owner, see
 * stack_owner), per context. Without callchains charged equals self.
 */
void charge_totals(const struct buckets *buckets, const struct profile *profile, uint32_t event,
		   const struct charge_options *options, struct totals *totals);

#endif
