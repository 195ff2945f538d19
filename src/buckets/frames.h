/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_FRAMES_H
#define BUCKETS_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "buckets/buckets.h"
#include "model/frame_walk.h"
#include "model/totals.h"

/* What charging asks of a symbol, worked out once for each. */
enum {
	FRAME_NEUTRAL = 1 << 0,	  /* a mechanism: somebody else owns it */
	FRAME_INTERRUPT = 1 << 1, /* what is above it has nothing to do with what is below */
	FRAME_IDLE = 1 << 2,	  /* idle states */
	FRAME_KSOFTIRQD = 1 << 3,
	FRAME_NAPI_THREAD = 1 << 4,
};

struct frames {
	const struct profile *profile;
	uint8_t *flags;	  /* by symbol */
	uint8_t *context; /* by symbol: enum bucket_context */

	/*
	 * By location: so many of the innermost functions inlined there are details of a mechanism
	 * around them. What a lock does to count preemptions is still the lock.
	 */
	uint32_t *details;
};

/* @charge_copy makes the buckets neutral that are so on request. */
void frames_init(struct frames *frames, const struct buckets *buckets,
		 const struct profile *profile, bool charge_copy);
void frames_deinit(struct frames *frames);

/* The symbols of a stack, leaf first, that have a bucket of their own. */
struct frame_walk bucket_walk(const struct frames *frames, const struct stack *stack);

/* The first of them: its bucket is what the time went into. */
uint32_t stack_mechanism(const struct frames *frames, const struct stack *stack);

/*
 * The symbol that owns a stack: the nearest, from the leaf up to an interrupt
 * entry, whose bucket is not neutral; the leaf if there is none.
 */
uint32_t stack_owner(const struct frames *frames, const struct stack *stack);

/*
 * In which context a stack ran, by its innermost entry. Without callchains
 * only the command and the leaf can tell: kworkers, ksoftirqd and idle.
 */
enum run_context stack_context(const struct frames *frames, const struct stack *stack);

#endif
