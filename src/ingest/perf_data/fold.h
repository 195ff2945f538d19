/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_FOLD_H
#define PERF_DATA_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/timeline.h"
#include "support/arena.h"
#include "support/table.h"

/*
 * Samples folded before any address is looked up: equal addresses in equal
 * spaces count together. A callchain is compared by its hash and length, and
 * not byte by byte: it stays where it is in the recording, and fetching it
 * again for each sample would take most of the time.
 */
struct raw_stack {
	uint64_t hash;
	uint64_t ip;
	uint64_t weight, samples;
	const uint8_t *chain; /* words of the recording, in its byte order */
	uint32_t chain_count;
	uint32_t space, comm;
	uint32_t kernel_space;
	uint16_t attr;
	uint8_t mode, flags; /* MISC_KERNEL and so on; STACK_... */
};

/* So many samples wait for memory together, while as many before them are counted. */
#define FOLD_BATCH 16

struct fold {
	struct raw_stack *list;
	uint32_t count;
	size_t capacity;
	struct table index;
	struct arena copies;	    /* of chains that would not last */
	size_t copied, most_copied; /* bytes of chains of the recording: fold_from */

	/* Where the chains of samples lie, and where they do in what lasts: see fold_from. */
	const uint8_t *from, *mapped;
	struct raw_stack waiting[2][FOLD_BATCH];
	uint64_t waiting_time[2][FOLD_BATCH];
	uint32_t waiting_count[2];
	uint32_t filling;	  /* the batch that takes new samples */
	uint64_t overflows;	  /* samples left out because a weight would not fit 64 bits */
	struct timeline timeline; /* of stacks by their place in the list */
};

/*
 * From the values, not from where they are stored: reading several fields at
 * once that were just written one by one makes the CPU wait for them.
 */
static inline uint64_t raw_stack_hash(const struct raw_stack *stack)
{
	uint64_t key = ((uint64_t)stack->space << 32 | stack->comm) * 0x9e3779b97f4a7c15u;

	key ^= ((uint64_t)stack->kernel_space << 32 | (uint32_t)stack->attr << 16 |
		stack->mode << 8 | stack->flags) *
	       0xc2b2ae3d27d4eb4fu;
	key ^= stack->ip * 0x165667b19e3779f9u;
	key ^= key >> 29;
	key *= 0xff51afd7ed558ccdu;
	key ^= key >> 32;
	if (stack->chain_count)
		key ^= XXH3_64bits(stack->chain, stack->chain_count * 8ul);
	return key;
}

/*
 * The chains of the samples that follow lie in a piece of the recording that is
 * at @from, and at @mapped as long as the fold. As long as there are not too
 * many new ones they are copied: looking at the mapped file would read all of
 * it once more.
 */
void fold_from(struct fold *fold, const uint8_t *from, const uint8_t *mapped);

/* Count what waited, now that memory has had time to come. */
void fold_next_batch(struct fold *fold);

/*
 * Count a sample: @stack, all of it but its hash, taken at @time_ns (or
 * TIMELINE_NEVER). Its chain must last until the next fold_from or fold_finish.
 *
 * Each sample needs a slot of the index and then a stack, both somewhere in
 * many megabytes: they are asked for a batch ahead.
 */
static inline __attribute__((always_inline)) void fold_add(struct fold *fold,
							   struct raw_stack stack, uint64_t time_ns)
{
	uint32_t batch = fold->filling, count = fold->waiting_count[batch];

	stack.hash = raw_stack_hash(&stack);
	table_prefetch(&fold->index, (uint32_t)stack.hash);
	fold->waiting[batch][count] = stack;
	fold->waiting_time[batch][count] = time_ns;
	fold->waiting_count[batch] = count + 1;
	if (count + 1 == FOLD_BATCH)
		fold_next_batch(fold);
}

/* The same with a chain that need not last: it is copied if the stack is new. */
void fold_add_copy(struct fold *fold, struct raw_stack stack, uint64_t time_ns);

/* Count what still waits: before that the list is not complete. */
void fold_finish(struct fold *fold);

void fold_deinit(struct fold *fold);

#endif
