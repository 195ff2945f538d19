// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/plain.h"

#include <string.h>

#include "support/memory.h"

static void copy_events(struct profile *into, const struct profile *from)
{
	into->event_capacity = into->event_count = from->event_count;
	into->events = mem_alloc((from->event_count + 1ul) * sizeof(*into->events));
	for (uint32_t i = 0; i < from->event_count; i++) {
		into->events[i] = from->events[i];
		into->events[i].total = into->events[i].samples = 0;
	}
}

static void copy_symbols(struct profile *into, const struct profile *from)
{
	into->symbol_capacity = into->symbol_count = from->symbol_count;
	into->symbols = mem_alloc((from->symbol_count + 1ul) * sizeof(*into->symbols));
	if (from->symbol_count)
		memcpy(into->symbols, from->symbols, from->symbol_count * sizeof(*into->symbols));
}

static void copy_hidden(struct profile *into, const struct profile *from)
{
	for (uint32_t i = 0; i < from->hidden_count; i++) {
		const struct hidden_ways *ways = &from->hidden[i];

		profile_add_hidden(into, from->hidden_nodes + ways->first_node, ways->node_count,
				   from->hidden_edges + ways->first_edge, ways->edge_count);
	}
}

static bool same_inferred(const struct profile *profile, const struct location *a,
			  const struct location *b, const uint32_t *inlined)
{
	return a->is_inferred && a->symbol == b->symbol && a->ways == b->ways &&
	       a->inline_count == b->inline_count &&
	       (!b->inline_count || !memcmp(profile->inlines + a->first_inline, inlined,
					    b->inline_count * sizeof(*inlined)));
}

/* Frames that were put back are apart from those that were sampled. */
static uint32_t inferred_place(struct profile *into, struct table *index,
			       const struct location *place, const uint32_t *inlined)
{
	uint32_t hash = hash_pair(place->symbol, (uint64_t)place->ways << 32 | place->inline_count);
	uint32_t number;

	table_for_each (index, hash, known)
		if (same_inferred(into, &into->locations[known], place, inlined))
			return known;
	number = profile_inferred_location(into, place->symbol, 0, inlined, place->inline_count,
					   place->ways);
	table_insert(index, hash, number);
	return number;
}

static uint32_t *copy_places(struct profile *into, const struct profile *from)
{
	uint32_t *place_of = mem_alloc((from->location_count + 1ul) * sizeof(*place_of));
	struct table inferred = { 0 };

	for (uint32_t i = 0; i < from->location_count; i++) {
		const struct location *place = &from->locations[i];
		const uint32_t *inlined =
			place->inline_count ? from->inlines + place->first_inline : NULL;

		place_of[i] = place->is_inferred
				      ? inferred_place(into, &inferred, place, inlined)
				      : profile_symbol_location(into, place->symbol, inlined,
								place->inline_count);
	}
	table_deinit(&inferred);
	return place_of;
}

static void copy_timeline(struct profile *into, const struct profile *from,
			  const uint32_t *stack_of)
{
	struct timeline copy = from->timeline;
	size_t count = from->timeline.count;

	if (!count)
		return;
	copy.stacks = mem_alloc(count * sizeof(*copy.stacks));
	copy.blocks = mem_alloc(count * sizeof(*copy.blocks));
	copy.capacity = count;
	memcpy(copy.stacks, from->timeline.stacks, count * sizeof(*copy.stacks));
	memcpy(copy.blocks, from->timeline.blocks, count * sizeof(*copy.blocks));
	profile_take_timeline(into, &copy, stack_of);
}

struct profile *profile_without_addresses(const struct profile *from)
{
	struct profile *into = profile_new();
	uint32_t *stack_of = mem_alloc((from->stack_count + 1ul) * sizeof(*stack_of));
	uint32_t *frames = NULL, *place_of;
	size_t capacity = 0;

	copy_events(into, from);
	copy_symbols(into, from);
	copy_hidden(into, from);
	place_of = copy_places(into, from);
	for (uint32_t i = 0; i < from->stack_count; i++) {
		const struct stack *stack = &from->stacks[i];

		array_reserve(frames, capacity, stack->depth + 1ul);
		for (uint32_t f = 0; f < stack->depth; f++)
			frames[f] = place_of[from->frames[stack->first + f]];
		stack_of[i] =
			profile_add_stack(into, stack->event, stack->comm, stack->flags, frames,
					  stack->depth, stack->weight, stack->samples);
	}
	copy_timeline(into, from, stack_of);
	free(stack_of);
	free(frames);
	free(place_of);
	return into;
}
