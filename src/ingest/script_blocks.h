/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_SCRIPT_BLOCKS_H
#define INGEST_SCRIPT_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile.h"

/*
 * Samples whose stacks are printed line by line, on their way into a profile.
 * Most samples repeat, byte for byte, a stack that was there before: a block
 * of lines is hashed as a whole, and only a new one is read. Memory follows
 * the number of different blocks. They are told apart by 128 bits of hash and
 * their length: to compare bytes, which may be gigabytes away in the input,
 * would take most of the time.
 */
struct script_block {
	XXH128_hash_t hash;
	size_t len;
	size_t first; /* places[first .. + depth) */
	uint32_t depth;
	uint32_t flags; /* STACK_TRUNCATED */
	uint32_t tally; /* the latest that counts it; NONE */
};

/* How often, and with which weight, a block was seen for one event and command. */
struct script_tally {
	uint32_t block, event, comm, flags;
	uint64_t weight, samples;
};

struct script_blocks {
	struct script_block *list;
	struct script_tally *tallies;
	uint32_t *places; /* locations of the profile, leaf first */
	uint32_t block_count, tally_count;
	size_t place_count;
	struct timeline timeline; /* of tallies */

	/* Private. */
	size_t block_capacity, tally_capacity, place_capacity;
	struct table block_index, tally_index;
};

/* The block with these bytes' hash, or NONE. */
uint32_t blocks_find(const struct script_blocks *blocks, XXH128_hash_t hash, size_t len);

/*
 * A new block; the places pushed after this call are its locations. Without
 * bytes (@len 0) it will not be found.
 */
uint32_t blocks_add(struct script_blocks *blocks, XXH128_hash_t hash, size_t len);
void blocks_push(struct script_blocks *blocks, uint32_t location);

/*
 * Count a sample, taken at @time_ns (or TIMELINE_NEVER). False, counting nothing, if a sum would
 * overflow.
 */
bool blocks_count(struct script_blocks *blocks, uint32_t block, uint32_t event, uint32_t comm,
		  uint32_t flags, uint64_t weight, uint64_t time_ns);

/* Add all that was counted to @profile. Returns how many samples did not fit its totals. */
uint64_t blocks_finish(struct script_blocks *blocks, struct profile *profile);

void blocks_deinit(struct script_blocks *blocks);

#endif
