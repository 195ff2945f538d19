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

struct fold {
	struct raw_stack *list;
	uint32_t count;
	size_t capacity;
	struct table index;
	struct arena copies; /* of chains that stand nowhere in the recording */
};

/*
 * Count a sample: @stack with its weight and samples, and its chain, which
 * must last as long as the fold or else be copied (@copy). False: its weights
 * would overflow.
 */
bool fold_add(struct fold *fold, struct raw_stack *stack, bool copy);

void fold_deinit(struct fold *fold);

#endif
