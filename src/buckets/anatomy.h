/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_ANATOMY_H
#define BUCKETS_ANATOMY_H

#include <stddef.h>
#include <stdint.h>

#include "buckets/charge.h"

/*
 * One bucket opened: what is charged to it, by phase (what it was doing), by
 * mechanism (how: its own code, spinning, copying, ...) and by client (the
 * frame that called into it), each summing to the charged weight. All weights
 * are in the event's scale.
 */
struct anatomy {
	uint64_t total;	      /* charged to the bucket, idle time set aside */
	uint64_t whole;	      /* busy weight of the event */
	uint64_t *phases;     /* by phase number, 0: no phase is known */
	uint8_t phase_count;  /* numbers in use are below this */
	uint64_t *mechanisms; /* by head number */
	uint16_t head_count;

	struct client {
		uint32_t symbol; /* NONE: the chain does not say (no callchain, or cut short) */
		uint64_t weight;
	} * clients; /* heaviest first */
	size_t client_count;
};

/*
 * Open the bucket called @name (a head, leaf or set) in one event of @profile.
 * Returns 0, or -1 with @err if there is no such bucket.
 */
int anatomy_init(struct anatomy *anatomy, const struct buckets *buckets,
		 const struct profile *profile, uint32_t event,
		 const struct charge_options *options, const char *name, struct symdiff_error *err)
	__attribute__((warn_unused_result));
void anatomy_deinit(struct anatomy *anatomy);

/* The name of a slab cache: not terminated, part of the program. Length 0: no idea. */
struct cache_name {
	const char *at;
	size_t len;
};

/* caches.c: the cache that a caller of the slab allocator probably uses. */
struct cache_name cache_of_caller(const char *symbol);

#endif
