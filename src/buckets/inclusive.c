// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/inclusive.h"

#include <stdlib.h>

#include "model/frame_walk.h"
#include "support/memory.h"

/* How a stack is known to have a bucket; less is surer. */
enum known { BY_SAMPLE, BY_FRAME_PUT_BACK, BY_EVERY_WAY };

/* Of a group or symbol: the stack that it was seen in last, and how surely. */
struct seen {
	uint32_t stack; /* counted from 1 */
	enum known how;
};

/* A group is a leaf bucket or, counted on from those, a head. */
struct inclusive {
	const struct buckets *buckets;
	const struct profile *profile;
	const struct frames *frames;
	uint32_t leaves, groups;
	uint32_t stack; /* the one at hand, counted from 1 */
	struct seen *symbol, *group;
	uint32_t *leaf_of, *head_of; /* by symbol: its groups */
	bool is_plain;		     /* every frame was sampled, and nothing is inlined */
	uint32_t *symbols_touched, *groups_touched; /* by the stack at hand */
	uint32_t symbol_count, group_count;

	/* Groups that all ways of profile->hidden[i] pass: implied[first[i] .. first[i + 1]). */
	uint16_t *implied;
	uint32_t *first;
	size_t implied_count, implied_capacity;
};

/* ---- groups that every way passes ---- */

/* The group of each function of a graph, as leaf or head; no group: BUCKET_NONE. */
static void group_nodes(const struct inclusive *inclusive, const struct hidden_ways *ways,
			bool heads, uint16_t *group)
{
	const struct profile *profile = inclusive->profile;

	for (uint32_t i = 0; i < ways->node_count; i++) {
		uint32_t symbol = profile->hidden_nodes[ways->first_node + i].symbol;
		uint16_t leaf = symbol == NONE ? BUCKET_NONE : profile->symbols[symbol].bucket;

		group[i] = heads && leaf != BUCKET_NONE ? buckets_head(inclusive->buckets, leaf)
							: leaf;
	}
}

/* Is there a way that no function of @wanted is on? */
static bool leads_around(const struct profile *profile, const struct hidden_ways *ways,
			 const uint16_t *group, uint16_t wanted, bool *seen)
{
	const struct hidden_edge *edges = profile->hidden_edges + ways->first_edge;
	bool changed = true;

	for (uint32_t i = 0; i < ways->node_count; i++)
		seen[i] = !i && group[i] != wanted;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < ways->edge_count; i++)
			if (seen[edges[i].from] && !seen[edges[i].to] &&
			    group[edges[i].to] != wanted)
				seen[edges[i].to] = changed = true;
	}
	for (uint32_t i = 0; i < ways->node_count; i++)
		if (seen[i] && profile->hidden_nodes[ways->first_node + i].is_last)
			return true;
	return false;
}

static bool was_before(const uint16_t *group, uint32_t at)
{
	for (uint32_t i = 0; i < at; i++)
		if (group[i] == group[at])
			return true;
	return false;
}

static void find_implied(struct inclusive *inclusive, const struct hidden_ways *ways, bool heads)
{
	uint16_t *group = mem_alloc((ways->node_count + 1ul) * sizeof(*group));
	bool *seen = mem_alloc(ways->node_count + 1ul);

	group_nodes(inclusive, ways, heads, group);
	for (uint32_t i = 0; i < ways->node_count; i++) {
		if (group[i] == BUCKET_NONE || was_before(group, i) ||
		    leads_around(inclusive->profile, ways, group, group[i], seen))
			continue;
		array_reserve(inclusive->implied, inclusive->implied_capacity,
			      inclusive->implied_count + 1);
		inclusive->implied[inclusive->implied_count++] =
			group[i] + (heads ? inclusive->leaves : 0);
	}
	free(group);
	free(seen);
}

static void note_groups(struct inclusive *inclusive)
{
	const struct profile *profile = inclusive->profile;

	inclusive->leaf_of = mem_alloc((profile->symbol_count + 1ul) * sizeof(uint32_t));
	inclusive->head_of = mem_alloc((profile->symbol_count + 1ul) * sizeof(uint32_t));
	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		uint16_t leaf = profile->symbols[i].bucket;

		inclusive->leaf_of[i] = leaf;
		inclusive->head_of[i] = inclusive->leaves + buckets_head(inclusive->buckets, leaf);
	}
	inclusive->is_plain = !profile->inline_count;
	for (uint32_t i = 0; i < profile->location_count && inclusive->is_plain; i++)
		inclusive->is_plain = !profile->locations[i].is_inferred;
}

struct inclusive *inclusive_new(const struct buckets *buckets, const struct frames *frames)
{
	struct inclusive *inclusive = mem_zalloc(1, sizeof(*inclusive));
	const struct profile *profile = frames->profile;

	inclusive->buckets = buckets;
	inclusive->frames = frames;
	inclusive->profile = profile;
	inclusive->leaves = buckets_count(buckets);
	inclusive->groups = inclusive->leaves + buckets_head_count(buckets);
	inclusive->symbol = mem_zalloc(profile->symbol_count + 1ul, sizeof(struct seen));
	inclusive->group = mem_zalloc(inclusive->groups, sizeof(struct seen));
	inclusive->symbols_touched = mem_alloc((profile->symbol_count + 1ul) * sizeof(uint32_t));
	inclusive->groups_touched = mem_alloc(inclusive->groups * sizeof(uint32_t));
	inclusive->first = mem_alloc((profile->hidden_count + 1ul) * sizeof(uint32_t));
	for (uint32_t i = 0; i < profile->hidden_count; i++) {
		inclusive->first[i] = inclusive->implied_count;
		find_implied(inclusive, &profile->hidden[i], false);
		find_implied(inclusive, &profile->hidden[i], true);
	}
	inclusive->first[profile->hidden_count] = inclusive->implied_count;
	note_groups(inclusive);
	return inclusive;
}

void inclusive_free(struct inclusive *inclusive)
{
	free(inclusive->leaf_of);
	free(inclusive->head_of);
	free(inclusive->symbol);
	free(inclusive->group);
	free(inclusive->symbols_touched);
	free(inclusive->groups_touched);
	free(inclusive->implied);
	free(inclusive->first);
	free(inclusive);
}

/* ---- one stack ---- */

static void see_group(struct inclusive *inclusive, uint32_t number, enum known how)
{
	struct seen *seen = &inclusive->group[number];

	if (seen->stack != inclusive->stack) {
		*seen = (struct seen) { inclusive->stack, how };
		inclusive->groups_touched[inclusive->group_count++] = number;
	} else if (how < seen->how) {
		seen->how = how;
	}
}

static void see_symbol(struct inclusive *inclusive, uint32_t number, enum known how)
{
	struct seen *seen = &inclusive->symbol[number];

	if (seen->stack != inclusive->stack) {
		*seen = (struct seen) { inclusive->stack, how };
		inclusive->symbols_touched[inclusive->symbol_count++] = number;
	} else if (how < seen->how) {
		seen->how = how;
	}
}

static enum known how_known(const struct frame_walk *walk)
{
	return walk->place->is_inferred ? BY_FRAME_PUT_BACK : BY_SAMPLE;
}

static void see_symbols(struct inclusive *inclusive, const struct stack *stack)
{
	struct frame_walk walk = frame_walk(inclusive->profile, stack);

	for (uint32_t symbol; (symbol = frame_walk_next(&walk)) != NONE;)
		see_symbol(inclusive, symbol, how_known(&walk));
}

/* Functions that have no rows, being inlined, have buckets. */
static void see_groups(struct inclusive *inclusive, const struct stack *stack)
{
	struct frame_walk walk = bucket_walk(inclusive->frames, stack);

	for (uint32_t symbol; (symbol = frame_walk_next(&walk)) != NONE;) {
		uint32_t ways = walk.place->ways;

		see_group(inclusive, inclusive->leaf_of[symbol], how_known(&walk));
		see_group(inclusive, inclusive->head_of[symbol], how_known(&walk));
		for (uint32_t i = ways ? inclusive->first[ways - 1] : 0;
		     ways && i < inclusive->first[ways]; i++)
			see_group(inclusive, inclusive->implied[i], BY_EVERY_WAY);
	}
}

/* The same of a plain stack, in one go. */
static void see_plain(struct inclusive *inclusive, const struct stack *stack)
{
	const struct profile *profile = inclusive->profile;

	for (uint32_t i = 0; i < stack->depth; i++) {
		uint32_t number = profile->locations[profile->frames[stack->first + i]].symbol;

		if (inclusive->symbol[number].stack == inclusive->stack)
			continue;
		see_symbol(inclusive, number, BY_SAMPLE);
		see_group(inclusive, inclusive->leaf_of[number], BY_SAMPLE);
		see_group(inclusive, inclusive->head_of[number], BY_SAMPLE);
	}
}

static void see_stack(struct inclusive *inclusive, const struct stack *stack)
{
	inclusive->stack++;
	inclusive->symbol_count = inclusive->group_count = 0;
	if (inclusive->is_plain) {
		see_plain(inclusive, stack);
		return;
	}
	see_symbols(inclusive, stack);
	see_groups(inclusive, stack);
}

static void add_to_group(struct bucket_inclusive *total, enum known how, uint64_t weight, bool idle)
{
	uint64_t inferred = how == BY_SAMPLE ? 0 : weight;

	total->all += weight;
	total->inferred += inferred;
	total->implied += how == BY_EVERY_WAY ? weight : 0;
	total->idle += idle ? weight : 0;
	total->idle_inferred += idle ? inferred : 0;
}

void inclusive_add(struct inclusive *inclusive, const struct stack *stack, bool idle,
		   struct totals *totals)
{
	see_stack(inclusive, stack);
	for (uint32_t i = 0; i < inclusive->symbol_count; i++) {
		uint32_t number = inclusive->symbols_touched[i];
		struct symbol_total *total = &totals->symbols[number];

		total->children += stack->weight;
		total->idle_children += idle ? stack->weight : 0;
		if (inclusive->symbol[number].how != BY_SAMPLE)
			total->inferred += stack->weight;
	}
	for (uint32_t i = 0; i < inclusive->group_count; i++) {
		uint32_t number = inclusive->groups_touched[i];

		add_to_group(number < inclusive->leaves
				     ? &totals->leaves[number]
				     : &totals->heads[number - inclusive->leaves],
			     inclusive->group[number].how, stack->weight, idle);
	}
}
