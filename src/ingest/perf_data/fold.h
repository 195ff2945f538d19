/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_FOLD_H
#define PERF_DATA_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"
#include "support/table.h"

/*
 * Samples folded before any address is looked up: equal addresses in equal
 * spaces count together. A callchain is compared by 96 bits of its hash and
 * not byte by byte: it stays where it is in the recording, and fetching it
 * again for each sample would take most of the time.
 */
struct raw_stack {
	uint64_t hash;
	uint64_t ip;
	uint64_t weight, samples;
	const uint8_t *chain; /* words of the recording, in its byte order */
	uint32_t check;	      /* more of the hash */
	uint32_t chain_count;
	uint32_t space, kernel_space;
	uint32_t comm;
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
	struct arena copies; /* of chains that stand nowhere in the recording */
	struct raw_stack waiting[2][FOLD_BATCH];
	uint32_t waiting_count[2];
	uint32_t filling;   /* the batch that takes new samples */
	uint64_t overflows; /* samples left out because a weight would not fit 64 bits */
};

/* Count a sample: @stack with its weight and samples. Its chain must last as long as the fold. */
void fold_add(struct fold *fold, const struct raw_stack *stack);

/* The same with a chain that need not last: it is copied if the stack is new. */
void fold_add_copy(struct fold *fold, const struct raw_stack *stack);

/* Count what still waits: before that the list is not complete. */
void fold_finish(struct fold *fold);

void fold_deinit(struct fold *fold);

#endif
