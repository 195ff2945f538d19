// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/fold.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

static bool same_stack(const struct raw_stack *a, const struct raw_stack *b)
{
	return a->hash == b->hash && a->ip == b->ip && a->chain_count == b->chain_count &&
	       a->space == b->space && a->kernel_space == b->kernel_space && a->comm == b->comm &&
	       a->attr == b->attr && a->mode == b->mode && a->flags == b->flags;
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

static void insert(struct fold *fold, const struct raw_stack *stack, const uint8_t *chain)
{
	array_reserve(fold->list, fold->capacity, fold->count + 1);
	fold->list[fold->count] = *stack;
	fold->list[fold->count].chain = chain;
	table_insert(&fold->index, short_hash(stack), fold->count++);
}

static const uint8_t *copy_chain(struct fold *fold, const struct raw_stack *stack)
{
	size_t size = stack->chain_count * 8ul;

	return memcpy(arena_alloc(&fold->copies, size), stack->chain, size);
}

static const uint8_t *lasting_chain(struct fold *fold, const struct raw_stack *stack)
{
	size_t size = stack->chain_count * 8ul;

	if (!size || fold->from == fold->mapped)
		return stack->chain;
	if (size > fold->most_copied - fold->copied)
		return fold->mapped + (stack->chain - fold->from);
	fold->copied += size;
	return copy_chain(fold, stack);
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
		uint32_t number = known ? (uint32_t)(known - fold->list) : fold->count;

		if (known)
			grow(fold, known, stack);
		else
			insert(fold, stack, lasting_chain(fold, stack));
		timeline_add(&fold->timeline, number, fold->waiting_time[batch][i]);
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

void fold_next_batch(struct fold *fold)
{
	prefetch_batch(fold, fold->filling);
	fold->filling = !fold->filling;
	count_batch(fold, fold->filling);
}

void fold_finish(struct fold *fold)
{
	count_batch(fold, !fold->filling);
	count_batch(fold, fold->filling);
}

void fold_add_copy(struct fold *fold, struct raw_stack stack, uint64_t time_ns)
{
	fold_finish(fold);
	stack.hash = raw_stack_hash(&stack);

	struct raw_stack *known = find(fold, &stack);

	timeline_add(&fold->timeline, known ? (uint32_t)(known - fold->list) : fold->count,
		     time_ns);
	if (known) {
		grow(fold, known, &stack);
		return;
	}
	insert(fold, &stack, copy_chain(fold, &stack));
}

void fold_from(struct fold *fold, const uint8_t *from, const uint8_t *mapped)
{
	fold_finish(fold);
	fold->from = from;
	fold->mapped = mapped;
}

void fold_deinit(struct fold *fold)
{
	free(fold->list);
	table_deinit(&fold->index);
	arena_deinit(&fold->copies);
	timeline_deinit(&fold->timeline);
	*fold = (struct fold) { 0 };
}
