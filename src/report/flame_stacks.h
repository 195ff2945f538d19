/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_FLAME_STACKS_H
#define REPORT_FLAME_STACKS_H

#include "report/flame.h"

/* A frame on its way: kind and number. */
#define KEY_SHIFT	  28
#define KEY(kind, number) ((uint32_t)(kind) << KEY_SHIFT | (number))
#define KEY_KIND(key)	  ((enum flame_kind)((key) >> KEY_SHIFT))
#define KEY_NUMBER(key)	  ((key) & ((1u << KEY_SHIFT) - 1))

/* Deeper stacks end in a frame "...": nobody looks there, and trees are walked by recursion. */
#define MOST_DEPTH 500

struct flame_chain {
	size_t first; /* keys[first .. + depth), root first */
	uint32_t depth;
	int side;
	uint64_t weight;
};

struct chain_pile {
	struct flame_chain *list;
	uint32_t *keys;
	size_t count, key_count;
	size_t capacity, key_capacity;
};

/*
 * The stacks of both sides as paths from the root, sorted, so that what they have in common lies
 * side by side. Commands are left out if there is only one.
 */
void flame_pile(struct flame *flame, struct chain_pile *pile);
void flame_pile_deinit(struct chain_pile *pile);

#endif
