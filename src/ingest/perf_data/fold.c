// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/fold.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

static bool same_stack(const struct raw_stack *a, const struct raw_stack *b)
{
	return a->hash == b->hash && a->check == b->check && a->ip == b->ip &&
	       a->chain_count == b->chain_count && a->space == b->space &&
	       a->kernel_space == b->kernel_space && a->comm == b->comm && a->attr == b->attr &&
	       a->mode == b->mode && a->flags == b->flags;
}

static void set_hash(struct raw_stack *stack)
{
	uint64_t key = ((uint64_t)stack->space << 32 | stack->comm) * 0x9e3779b97f4a7c15u;

	key ^= ((uint64_t)stack->kernel_space << 32 | stack->attr << 16 | stack->mode << 8 |
		stack->flags) *
	       0xc2b2ae3d27d4eb4fu;
	key ^= stack->ip * 0x165667b19e3779f9u;
	key ^= key >> 29;
	key *= 0xff51afd7ed558ccdu;
	key ^= key >> 32;
	if (stack->chain_count) {
		XXH128_hash_t hash = XXH3_128bits(stack->chain, stack->chain_count * 8ul);

		key ^= hash.low64;
		stack->check = (uint32_t)hash.high64;
	} else {
		stack->check = 0;
	}
	stack->hash = key;
}

bool fold_add(struct fold *fold, struct raw_stack *stack, bool copy)
{
	set_hash(stack);

	uint32_t hash = (uint32_t)stack->hash;

	table_for_each(&fold->index, hash, id) {
		struct raw_stack *known = &fold->list[id];

		if (!same_stack(known, stack))
			continue;
		known->samples += stack->samples;
		return !__builtin_add_overflow(known->weight, stack->weight, &known->weight);
	}
	if (copy) {
		size_t size = stack->chain_count * 8ul;

		stack->chain = memcpy(arena_alloc(&fold->copies, size), stack->chain, size);
	}
	array_reserve(fold->list, fold->capacity, fold->count + 1);
	fold->list[fold->count] = *stack;
	table_insert(&fold->index, hash, fold->count++);
	return true;
}

void fold_deinit(struct fold *fold)
{
	free(fold->list);
	table_deinit(&fold->index);
	arena_deinit(&fold->copies);
	*fold = (struct fold) { 0 };
}
