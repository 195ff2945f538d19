// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/charge.h"

#include <stdlib.h>

#include "support/memory.h"

void buckets_assign(const struct buckets *buckets, struct profile *profile)
{
	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		struct symbol *symbol = &profile->symbols[i];
		const struct dso *dso = &profile->dsos[symbol->dso];
		struct bucket_match match;

		if (symbol->flags & SYMBOL_NOT_LISTED) {
			symbol->bucket = BUCKET_NOT_LISTED;
			continue;
		}
		buckets_match(buckets, &(struct bucket_key) {
			.symbol = symbol->flags & SYMBOL_UNKNOWN ? "" : profile_text(profile, symbol->name),
			.dso = profile_text(profile, dso->name),
			.kind = dso->kind,
			.srcfile = symbol->srcfile ? profile_text(profile, symbol->srcfile) : NULL,
		}, &match);
		symbol->bucket = match.bucket;
		symbol->phase = match.phase;
	}
}

/* What charging asks of a symbol, worked out once for each. */
enum {
	FRAME_NEUTRAL = 1 << 0,	  /* a mechanism: somebody else owns it */
	FRAME_INTERRUPT = 1 << 1, /* what is above it has nothing to do with what is below */
	FRAME_IDLE = 1 << 2,
};

struct charging {
	const struct profile *profile;
	uint8_t *frames;     /* flags by symbol */
	uint32_t *last_seen; /* by symbol: the stack (plus one) whose children weight it has */
};

static uint8_t frame_flags(const struct buckets *buckets, const struct profile *profile,
			   uint32_t number, bool charge_copy)
{
	const struct symbol *symbol = &profile->symbols[number];
	enum bucket_neutral neutral = buckets_neutral(buckets, symbol->bucket);
	enum bucket_context context = buckets_context(buckets, profile_text(profile, symbol->name));
	uint8_t flags = 0;

	if (neutral == NEUTRAL_ALWAYS || (charge_copy && neutral == NEUTRAL_ON_REQUEST))
		flags |= FRAME_NEUTRAL;
	if (symbol->bucket == BUCKET_IDLE)
		flags |= FRAME_IDLE;
	if (context == CONTEXT_HARDIRQ || context == CONTEXT_SOFTIRQ || context == CONTEXT_NMI)
		flags |= FRAME_INTERRUPT;
	return flags;
}

/* The symbols of a stack, leaf first, inlined ones before the function they are in. */
struct frame_walk {
	const struct profile *profile;
	const struct stack *stack;
	uint32_t location, inlined; /* next */
};

static uint32_t walk_next(struct frame_walk *walk)
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

/* The bucket that owns a stack: the leaf's own if nothing up to an interrupt entry claims it. */
static uint16_t owner_of(const struct charging *charging, const struct stack *stack,
			 uint16_t leaf_bucket)
{
	struct frame_walk walk = { charging->profile, stack, 0, 0 };

	for (uint32_t symbol; (symbol = walk_next(&walk)) != NONE;) {
		if (!(charging->frames[symbol] & FRAME_NEUTRAL))
			return charging->profile->symbols[symbol].bucket;
		if (charging->frames[symbol] & FRAME_INTERRUPT)
			break;
	}
	return leaf_bucket;
}

/*
 * Idle is the idle task outside interrupts. Without callchains (or without
 * pids) only the leaf can say so.
 */
static bool stack_is_idle(const struct charging *charging, const struct stack *stack, uint32_t leaf)
{
	if (!(stack->flags & STACK_HAS_PID) || stack->depth < 2)
		return charging->frames[leaf] & FRAME_IDLE &&
		       (!(stack->flags & STACK_HAS_PID) || stack->flags & STACK_IDLE_TASK);
	if (!(stack->flags & STACK_IDLE_TASK))
		return false;

	struct frame_walk walk = { charging->profile, stack, 0, 0 };

	for (uint32_t symbol; (symbol = walk_next(&walk)) != NONE;)
		if (charging->frames[symbol] & FRAME_INTERRUPT)
			return false;
	return true;
}

static void add_children(struct charging *charging, const struct stack *stack, uint32_t id,
			 struct totals *totals)
{
	struct frame_walk walk = { charging->profile, stack, 0, 0 };

	for (uint32_t symbol; (symbol = walk_next(&walk)) != NONE;) {
		if (charging->last_seen[symbol] == id + 1)
			continue;
		charging->last_seen[symbol] = id + 1;
		totals->symbols[symbol].children += stack->weight;
	}
}

static void add_stack(struct charging *charging, uint32_t id, struct totals *totals)
{
	const struct profile *profile = charging->profile;
	const struct stack *stack = &profile->stacks[id];
	uint32_t leaf = profile->locations[profile->frames[stack->first]].symbol;
	uint16_t bucket = profile->symbols[leaf].bucket;
	bool idle = stack_is_idle(charging, stack, leaf);

	totals->symbols[leaf].self += stack->weight;
	totals->symbols[leaf].samples += stack->samples;
	totals->buckets[bucket].self += stack->weight;
	totals->buckets[bucket].samples += stack->samples;
	totals->buckets[owner_of(charging, stack, bucket)].charged += stack->weight;
	if (idle) {
		totals->buckets[bucket].idle += stack->weight;
		totals->idle += stack->weight;
	}
	if (profile->symbols[leaf].flags & SYMBOL_UNKNOWN)
		totals->unresolved += stack->weight;
	add_children(charging, stack, id, totals);
}

/* A Children column replaces what single frames say. */
static void take_children_column(const struct profile *profile, uint32_t event,
				 struct totals *totals)
{
	for (uint32_t i = 0; i < profile->children_count; i++)
		if (profile->children[i].event == event)
			totals->symbols[profile->children[i].symbol].children =
				profile->children[i].weight;
}

void charge_totals(const struct buckets *buckets, const struct profile *profile, uint32_t event,
		   bool charge_copy, struct totals *totals)
{
	struct charging charging = {
		.profile = profile,
		.frames = mem_zalloc(profile->symbol_count, 1),
		.last_seen = mem_zalloc(profile->symbol_count, sizeof(uint32_t)),
	};

	totals_init(totals, profile, event, buckets_count(buckets));
	totals->has_charged = profile->events[event].has_callchains;
	totals->has_children = totals->has_charged || profile->events[event].has_children;
	for (uint32_t i = 0; i < profile->symbol_count; i++)
		charging.frames[i] = frame_flags(buckets, profile, i, charge_copy);
	for (uint32_t i = 0; i < profile->stack_count; i++)
		if (profile->stacks[i].event == event)
			add_stack(&charging, i, totals);
	if (profile->events[event].has_children)
		take_children_column(profile, event, totals);
	free(charging.frames);
	free(charging.last_seen);
}
