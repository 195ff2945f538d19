/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_INCLUSIVE_H
#define BUCKETS_INCLUSIVE_H

#include "buckets/frames.h"
#include "model/totals.h"

/* Sums what stacks have anywhere in their chains: per symbol and per bucket, once a stack. */
struct inclusive;

/* For the profile of @frames, whose symbols have their buckets; @frames must outlive it. */
struct inclusive *inclusive_new(const struct buckets *buckets, const struct frames *frames);

/* Add @stack, sampled while the CPU was idle or not, to the children and inclusive weights. */
void inclusive_add(struct inclusive *inclusive, const struct stack *stack, bool idle,
		   struct totals *totals);

void inclusive_free(struct inclusive *inclusive);

#endif
