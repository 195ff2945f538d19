/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_FRAME_WALK_H
#define MODEL_FRAME_WALK_H

#include "model/profile.h"

/* The symbols of a stack, leaf first, inlined ones before the function they are in. */
struct frame_walk {
	const struct profile *profile;
	const struct stack *stack;
	uint32_t location, inlined; /* next */
	uint32_t wanted, unwanted;  /* INLINE_...: all of these, none of those */
	const uint32_t *details; /* by location: so many of the innermost are not told; or NULL */
	const struct location *place; /* of the symbol that was returned last */
};

/* Those that have rows: compiled functions, and inlined ones that are to stand apart. */
static inline struct frame_walk frame_walk(const struct profile *profile, const struct stack *stack)
{
	return (struct frame_walk) { .profile = profile, .stack = stack, .wanted = INLINE_APART };
}

static inline bool frame_walk_takes(const struct frame_walk *walk, uint32_t symbol)
{
	uint32_t flags = walk->profile->symbols[symbol].inlining;

	return (flags & walk->wanted) == walk->wanted && !(flags & walk->unwanted);
}

/* The next symbol up the stack; NONE past the root. */
static inline uint32_t frame_walk_next(struct frame_walk *walk)
{
	const struct profile *profile = walk->profile;

	if (walk->location == walk->stack->depth)
		return NONE;

	uint32_t number = profile->frames[walk->stack->first + walk->location];
	const struct location *place = &profile->locations[number];

	walk->place = place;
	if (!walk->inlined && walk->details)
		walk->inlined = walk->details[number];
	while (walk->inlined < place->inline_count) {
		uint32_t symbol = profile->inlines[place->first_inline + walk->inlined++];

		if (frame_walk_takes(walk, symbol))
			return symbol;
	}
	walk->inlined = 0;
	walk->location++;
	return place->symbol;
}

/* The symbol that takes a stack's self weight. */
static inline uint32_t stack_leaf(const struct profile *profile, const struct stack *stack)
{
	struct frame_walk walk = frame_walk(profile, stack);

	return frame_walk_next(&walk);
}

#endif
