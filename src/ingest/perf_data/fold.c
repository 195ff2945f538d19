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
	stack->check = 0;
	if (stack->chain_count) {
		XXH128_hash_t hash = XXH3_128bits(stack->chain, stack->chain_count * 8ul);

		key ^= hash.low64;
		stack->check = (uint32_t)hash.high64;
	}
	stack->hash = key;
}

static uint32_t short_hash(const struct raw_stack *stack)
{
	return (uint32_t)stack->hash;
}

static struct raw_stack *find(const struct fold *fold, const struct raw_stack *stack)
{
	table_for_each (&fold->index, short_hash(stack), id)
		if (same_stack(&fold->list[id], stack))
			return &fold->list[id];
	return NULL;
}

static void insert(struct fold *fold, const struct raw_stack *stack)
{
	array_reserve(fold->list, fold->capacity, fold->count + 1);
	fold->list[fold->count] = *stack;
	table_insert(&fold->index, short_hash(stack), fold->count++);
}

static void grow(struct fold *fold, struct raw_stack *known, const struct raw_stack *stack)
{
	uint64_t weight;

	if (__builtin_add_overflow(known->weight, stack->weight, &weight)) {
		fold->overflows += stack->samples;
		return;
	}
	known->weight = weight;
	known->samples += stack->samples;
}

/* Where the index would have it. */
static const struct table_slot *slot_of(const struct fold *fold, const struct raw_stack *stack)
{
	return &fold->index.slots[short_hash(stack) & fold->index.mask];
}

static void count_batch(struct fold *fold, uint32_t batch)
{
	for (uint32_t i = 0; i < fold->waiting_count[batch]; i++) {
		const struct raw_stack *stack = &fold->waiting[batch][i];
		struct raw_stack *known = find(fold, stack);

		if (known)
			grow(fold, known, stack);
		else
			insert(fold, stack);
	}
	fold->waiting_count[batch] = 0;
}

static void prefetch_batch(const struct fold *fold, uint32_t batch)
{
	for (uint32_t i = 0; i < fold->waiting_count[batch] && fold->index.slots; i++) {
		const struct table_slot *slot = slot_of(fold, &fold->waiting[batch][i]);

		if (slot->id_plus_one)
			__builtin_prefetch(&fold->list[slot->id_plus_one - 1], 1);
	}
}

/*
 * Each sample needs a slot of the index and then a stack, both somewhere in
 * many megabytes: they are asked for a batch ahead.
 */
void fold_add(struct fold *fold, const struct raw_stack *stack)
{
	uint32_t batch = fold->filling;
	struct raw_stack *waiting = &fold->waiting[batch][fold->waiting_count[batch]];

	*waiting = *stack;
	set_hash(waiting);
	if (fold->index.slots)
		__builtin_prefetch(slot_of(fold, waiting));
	if (++fold->waiting_count[batch] < FOLD_BATCH)
		return;
	prefetch_batch(fold, batch);
	fold->filling = !batch;
	count_batch(fold, fold->filling);
}

void fold_finish(struct fold *fold)
{
	count_batch(fold, !fold->filling);
	count_batch(fold, fold->filling);
}

void fold_add_copy(struct fold *fold, const struct raw_stack *stack)
{
	struct raw_stack hashed = *stack;
	size_t size = stack->chain_count * 8ul;

	fold_finish(fold);
	set_hash(&hashed);

	struct raw_stack *known = find(fold, &hashed);

	if (known) {
		grow(fold, known, &hashed);
		return;
	}
	hashed.chain = memcpy(arena_alloc(&fold->copies, size), stack->chain, size);
	insert(fold, &hashed);
}

void fold_deinit(struct fold *fold)
{
	free(fold->list);
	table_deinit(&fold->index);
	arena_deinit(&fold->copies);
	*fold = (struct fold) { 0 };
}
