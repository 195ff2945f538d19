/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_FRAME_WALK_H
#define MODEL_FRAME_WALK_H

#include "model/profile.h"

/* The symbols of a stack, leaf first, inlined ones before the function they are in. */
struct frame_walk {
	const struct profile *profile;
	const struct stack *stack;
	uint32_t location, inlined; /* next */
};

static inline struct frame_walk frame_walk(const struct profile *profile, const struct stack *stack)
{
	return (struct frame_walk) { profile, stack, 0, 0 };
}

/* The next symbol up the stack; NONE past the root. */
static inline uint32_t frame_walk_next(struct frame_walk *walk)
{
	const struct profile *profile = walk->profile;

	if (walk->location == walk->stack->depth)
		return NONE;

	uint32_t number = profile->frames[walk->stack->first + walk->location];
	const struct location *place = &profile->locations[number];

	if (walk->inlined < place->inline_count)
		return profile->inlines[place->first_inline + walk->inlined++];
	walk->inlined = 0;
	walk->location++;
	return place->symbol;
}

/* The symbol that takes a stack's self weight. */
static inline uint32_t stack_leaf(const struct profile *profile, const struct stack *stack)
{
	return profile->locations[profile->frames[stack->first]].symbol;
}

#endif
