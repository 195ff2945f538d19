// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/script_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

uint32_t blocks_find(const struct script_blocks *blocks, XXH128_hash_t hash, size_t len)
{
	table_for_each (&blocks->block_index, (uint32_t)hash.low64, id) {
		const struct script_block *block = &blocks->list[id];

		if (XXH128_isEqual(block->hash, hash) && block->len == len)
			return id;
	}
	return NONE;
}

uint32_t blocks_add(struct script_blocks *blocks, XXH128_hash_t hash, size_t len)
{
	uint32_t id = blocks->block_count;

	array_reserve(blocks->list, blocks->block_capacity, blocks->block_count + 1);
	blocks->list[blocks->block_count++] = (struct script_block) {
		.hash = hash,
		.len = len,
		.first = blocks->place_count,
		.tally = NONE,
	};
	if (len)
		table_insert(&blocks->block_index, (uint32_t)hash.low64, id);
	return id;
}

void blocks_push(struct script_blocks *blocks, uint32_t location)
{
	array_reserve(blocks->places, blocks->place_capacity, blocks->place_count + 1);
	blocks->places[blocks->place_count++] = location;
	blocks->list[blocks->block_count - 1].depth++;
}

static bool is_tally(const struct script_tally *tally, uint32_t block, uint32_t event,
		     uint32_t comm, uint32_t flags)
{
	return tally->block == block && tally->event == event && tally->comm == comm &&
	       tally->flags == flags;
}

static uint32_t tally_get(struct script_blocks *blocks, uint32_t block, uint32_t event,
			  uint32_t comm, uint32_t flags)
{
	uint32_t latest = blocks->list[block].tally;

	if (latest != NONE && is_tally(&blocks->tallies[latest], block, event, comm, flags))
		return latest;

	uint32_t hash = hash_pair((uint64_t)block << 32 | event, (uint64_t)comm << 32 | flags);

	table_for_each (&blocks->tally_index, hash, id) {
		if (is_tally(&blocks->tallies[id], block, event, comm, flags))
			return id;
	}
	array_reserve(blocks->tallies, blocks->tally_capacity, blocks->tally_count + 1);
	blocks->tallies[blocks->tally_count] = (struct script_tally) {
		.block = block,
		.event = event,
		.comm = comm,
		.flags = flags,
	};
	table_insert(&blocks->tally_index, hash, blocks->tally_count);
	return blocks->tally_count++;
}

bool blocks_count(struct script_blocks *blocks, uint32_t block, uint32_t event, uint32_t comm,
		  uint32_t flags, uint64_t weight, uint64_t time_ns)
{
	uint32_t id = tally_get(blocks, block, event, comm, flags);
	struct script_tally *tally = &blocks->tallies[id];

	blocks->list[block].tally = id;
	if (__builtin_add_overflow(tally->weight, weight, &weight))
		return false;
	tally->weight = weight;
	tally->samples++;
	timeline_add(&blocks->timeline, id, time_ns);
	return true;
}

uint64_t blocks_finish(struct script_blocks *blocks, struct profile *profile)
{
	uint32_t *stacks = mem_alloc((blocks->tally_count + 1ul) * sizeof(*stacks));
	uint64_t lost = 0;

	for (uint32_t i = 0; i < blocks->tally_count; i++) {
		const struct script_tally *tally = &blocks->tallies[i];
		const struct script_block *block = &blocks->list[tally->block];

		stacks[i] = profile_add_stack(
			profile, tally->event, tally->comm, tally->flags | block->flags,
			blocks->places + block->first, block->depth, tally->weight, tally->samples);
		if (stacks[i] == NONE)
			lost += tally->samples;
	}
	profile_take_timeline(profile, &blocks->timeline, stacks);
	free(stacks);
	return lost;
}

void blocks_deinit(struct script_blocks *blocks)
{
	free(blocks->list);
	free(blocks->tallies);
	free(blocks->places);
	timeline_deinit(&blocks->timeline);
	table_deinit(&blocks->block_index);
	table_deinit(&blocks->tally_index);
	*blocks = (struct script_blocks) { 0 };
}
