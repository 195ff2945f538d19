/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_CHARGE_H
#define BUCKETS_CHARGE_H

#include <stdbool.h>

#include "buckets/buckets.h"
#include "model/totals.h"

/* Give every symbol of @profile its leaf bucket and phase. */
void buckets_assign(const struct buckets *buckets, struct profile *profile);

/*
 * Sum one event of @profile, whose symbols have their buckets: per symbol self
 * and children, per bucket self (by the leaf) and charged (by the nearest
 * frame up the chain, this side of an interrupt entry, whose bucket is not
 * neutral). Without callchains charged equals self. @charge_copy makes the
 * buckets neutral that are so on request.
 */
void charge_totals(const struct buckets *buckets, const struct profile *profile, uint32_t event,
		   bool charge_copy, struct totals *totals);

#endif
