// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/flame_stacks.h"

#include <stdlib.h>
#include <string.h>

#include "buckets/frames.h"
#include "model/frame_walk.h"
#include "support/memory.h"

static void push_key(struct chain_pile *pile, uint32_t key)
{
	struct flame_chain *chain = &pile->list[pile->count];

	if (chain->depth && pile->keys[pile->key_count - 1] == key)
		return; /* it calls itself */
	if (chain->depth >= MOST_DEPTH)
		return;
	if (chain->depth == MOST_DEPTH - 1)
		key = KEY(FLAME_REST, 0);
	array_reserve(pile->keys, pile->key_capacity, pile->key_count + 1);
	pile->keys[pile->key_count++] = key;
	chain->depth++;
}

/* "kworker/3:1H-kblockd" is a kworker, "ksoftirqd/3" a ksoftirqd. */
static uint32_t command_of(struct flame *flame, const char *comm)
{
	const char *slash = strchr(comm, '/');
	size_t len = strlen(comm);

	if (slash > comm && (strspn(slash + 1, "0123456789") || !strncmp(slash, "/u", 2)))
		len = slash - comm;
	return names_intern(&flame->commands, comm, len);
}

static uint32_t symbol_number(const struct flame *flame, int side, uint32_t symbol)
{
	return flame->event ? flame->event->row_of[side][symbol] : symbol;
}

static uint16_t bucket_of(const struct flame *flame, uint32_t number)
{
	return flame->event ? flame->event->rows[number].bucket
			    : flame->totals[NEW]->profile->symbols[number].bucket;
}

static void push_symbol(const struct flame *flame, struct chain_pile *pile, int side,
			uint32_t symbol)
{
	uint32_t number = symbol_number(flame, side, symbol);

	if (number < 1u << KEY_SHIFT) /* which leaves out NONE */
		push_key(pile, KEY(FLAME_SYMBOL, number));
}

static void push_callers(struct flame *flame, struct chain_pile *pile, int side,
			 const struct stack *stack, uint32_t **symbols, size_t *capacity)
{
	const struct profile *profile = flame->totals[side]->profile;
	struct frame_walk walk = frame_walk(profile, stack);
	uint32_t depth = 0;

	if (stack->comm && flame->by == FLAME_BY_CALLS)
		push_key(pile,
			 KEY(FLAME_COMMAND, command_of(flame, profile_text(profile, stack->comm))));
	for (uint32_t symbol; (symbol = frame_walk_next(&walk)) != NONE;) {
		array_reserve(*symbols, *capacity, depth + 1);
		(*symbols)[depth++] = symbol;
	}
	for (uint32_t i = 0; i < depth; i++)
		push_symbol(flame, pile, side,
			    (*symbols)[flame->by == FLAME_BY_CALLS ? depth - 1 - i : i]);
}

static void push_buckets(const struct flame *flame, struct chain_pile *pile, int side,
			 const struct stack *stack)
{
	const struct buckets *buckets = flame->side[side]->rules->buckets;
	uint32_t symbol = stack_leaf(flame->totals[side]->profile, stack);
	uint32_t number = symbol_number(flame, side, symbol);
	uint16_t leaf, head;

	if (number == NONE)
		return;
	leaf = bucket_of(flame, number);
	head = buckets_head(buckets, leaf);
	push_key(pile, KEY(FLAME_HEAD, head));
	if (leaf == BUCKET_NOT_LISTED)
		return;
	if (strcmp(buckets_leaf_name(buckets, leaf), buckets_head_name(buckets, head)))
		push_key(pile, KEY(FLAME_LEAF, leaf));
	push_symbol(flame, pile, side, symbol);
}

static void pile_side(struct flame *flame, struct chain_pile *pile, int side)
{
	const struct symdiff_profile *of = flame->side[side];
	const struct profile *profile = flame->totals[side]->profile;
	unsigned contexts = of->charging.contexts ? of->charging.contexts : ~0u;
	uint32_t *symbols = NULL;
	size_t capacity = 0;
	struct frames frames;

	if (flame->busy)
		contexts &= ~(1u << RUN_IDLE);
	frames_init(&frames, of->rules->buckets, profile, of->charging.charge_copy);
	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];

		if (stack->event != flame->totals[side]->event || !stack->weight ||
		    !(contexts & 1u << stack_context(&frames, stack)))
			continue;
		array_reserve(pile->list, pile->capacity, pile->count + 1);
		pile->list[pile->count] = (struct flame_chain) {
			.first = pile->key_count,
			.side = side,
			.weight = stack->weight,
		};
		if (flame->by != FLAME_BY_BUCKETS)
			push_callers(flame, pile, side, stack, &symbols, &capacity);
		else
			push_buckets(flame, pile, side, stack);
		pile->count++;
	}
	frames_deinit(&frames);
	free(symbols);
}

static int compare_chains(const void *a, const void *b, void *context)
{
	const uint32_t *keys = context;
	const struct flame_chain *x = a, *y = b;
	uint32_t depth = x->depth < y->depth ? x->depth : y->depth;

	for (uint32_t i = 0; i < depth; i++)
		if (keys[x->first + i] != keys[y->first + i])
			return keys[x->first + i] < keys[y->first + i] ? -1 : 1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	return x->side - y->side;
}

/* One command on both sides says nothing. */
static void drop_only_command(struct chain_pile *pile)
{
	uint32_t only = 0;

	for (size_t i = 0; i < pile->count; i++) {
		uint32_t key = pile->list[i].depth ? pile->keys[pile->list[i].first] : 0;

		if (KEY_KIND(key) != FLAME_COMMAND || (only && only != key))
			return;
		only = key;
	}
	for (size_t i = 0; i < pile->count; i++) {
		pile->list[i].first++;
		pile->list[i].depth--;
	}
}

void flame_pile(struct flame *flame, struct chain_pile *pile)
{
	for (int side = flame->event ? BASE : NEW; side < SIDES; side++)
		pile_side(flame, pile, side);
	drop_only_command(pile);
	if (pile->count)
		qsort_r(pile->list, pile->count, sizeof(*pile->list), compare_chains, pile->keys);
}

void flame_pile_deinit(struct chain_pile *pile)
{
	free(pile->list);
	free(pile->keys);
}
