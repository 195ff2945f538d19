// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/charge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buckets/frames.h"
#include "buckets/inclusive.h"
#include "support/memory.h"

static bool is_header(const char *file)
{
	size_t len = strlen(file);

	return len > 2 && !strcmp(file + len - 2, ".h");
}

/*
 * Is a function where it is inlined just a part of what is around it? Helpers in headers are
 * everywhere, and were never functions of their own: lists, bits, preemption counts. Only locks
 * and copies are looked for among them. And where a source file is known, a name is not to guess.
 */
static bool is_part(const struct buckets *buckets, const char *srcfile, enum dso_kind kind,
		    const struct bucket_match *match)
{
	switch ((enum bucket_layer)match->layer) {
	case LAYER_SET:
	case LAYER_USER:
		return false;
	case LAYER_ALWAYS:
	case LAYER_FILE:
		return srcfile && is_header(srcfile) &&
		       !buckets_headers_inlined(buckets, match->bucket);
	case LAYER_NAME:
		return srcfile && kind != DSO_USER && kind != DSO_GUEST_USER;
	default:
		return srcfile != NULL;
	}
}

void buckets_assign(const struct buckets *buckets, struct profile *profile)
{
	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		struct symbol *symbol = &profile->symbols[i];
		const struct dso *dso = &profile->dsos[symbol->dso];
		const char *srcfile =
			symbol->srcfile ? profile_text(profile, symbol->srcfile) : NULL;
		struct bucket_match match;

		if (symbol->flags & SYMBOL_NOT_LISTED) {
			symbol->bucket = BUCKET_NOT_LISTED;
			continue;
		}
		buckets_match(buckets,
			      &(struct bucket_key) {
				      .symbol = symbol->flags & SYMBOL_UNKNOWN
							? ""
							: profile_text(profile, symbol->name),
				      .dso = profile_text(profile, dso->name),
				      .kind = dso->kind,
				      .srcfile = srcfile,
			      },
			      &match);
		symbol->bucket = match.bucket;
		symbol->phase = match.phase;
		if (is_part(buckets, srcfile, dso->kind, &match))
			symbol->inlining |= INLINE_UNDECIDED;
	}
}

/* Where a stack is booked. */
struct booking {
	uint32_t leaf; /* a symbol; NONE: not counted */
	uint16_t owner;
	bool idle;
};

struct charging {
	const struct buckets *buckets;
	struct frames frames;
	struct inclusive *inclusive;
	unsigned contexts;
	struct booking *bookings; /* by stack; NULL: nobody knows when it was */
};

/* A chain counts as the least that can be said of it. */
static void add_tails(const struct stack *stack, struct tail_call_total *tails)
{
	if (stack->flags & STACK_TAILS_AMBIGUOUS)
		tails->ambiguous += stack->samples;
	else if (stack->flags & STACK_TAILS_OPEN)
		tails->open += stack->samples;
	else if (stack->flags & STACK_TAILS_IMPOSSIBLE)
		tails->impossible += stack->samples;
	else if (stack->flags & STACK_TAILS_COMPLETED)
		tails->completed += stack->samples;
	else
		tails->untouched += stack->samples;
}

static void add_stack(struct charging *charging, uint32_t id, struct totals *totals)
{
	const struct profile *profile = charging->frames.profile;
	const struct stack *stack = &profile->stacks[id];
	enum run_context context = stack_context(&charging->frames, stack);
	uint32_t leaf = stack_leaf(profile, stack);
	uint16_t mechanism = profile->symbols[stack_mechanism(&charging->frames, stack)].bucket;
	uint16_t owner = profile->symbols[stack_owner(&charging->frames, stack)].bucket;

	if (!(charging->contexts & 1u << context))
		return;
	if (charging->bookings)
		charging->bookings[id] = (struct booking) { leaf, owner, context == RUN_IDLE };
	totals->total += stack->weight;
	totals->samples += stack->samples;
	totals->symbols[leaf].is_listed = true;
	totals->symbols[leaf].self += stack->weight;
	totals->symbols[leaf].samples += stack->samples;
	totals->buckets[mechanism].self += stack->weight;
	totals->buckets[mechanism].samples += stack->samples;
	totals->buckets[owner].charged += stack->weight;
	totals->contexts[context] += stack->weight;
	*totals_matrix(totals, buckets_head(charging->buckets, owner),
		       buckets_head(charging->buckets, mechanism)) += stack->weight;
	if (context == RUN_IDLE) {
		totals->symbols[leaf].idle += stack->weight;
		totals->buckets[mechanism].idle += stack->weight;
		totals->buckets[owner].idle_charged += stack->weight;
	}
	if (profile->symbols[leaf].flags & SYMBOL_UNKNOWN)
		totals->unresolved += stack->weight;
	add_tails(stack, &totals->tails);
	inclusive_add(charging->inclusive, stack, context == RUN_IDLE, totals);
}

static struct booking *new_bookings(const struct profile *profile)
{
	struct booking *bookings;

	if (!profile->timeline.count)
		return NULL;
	bookings = mem_alloc(profile->stack_count * sizeof(*bookings));
	for (uint32_t i = 0; i < profile->stack_count; i++)
		bookings[i].leaf = NONE;
	return bookings;
}

/* Steps so small that sums of so many samples are exact: their order makes no difference. */
#define WEIGHT_STEPS 65536.0

/* By symbol: what one of its samples weighs, in averages of the event. */
static double *average_weights(const struct totals *totals)
{
	const struct profile *profile = totals->profile;
	double *weights = mem_zalloc(profile->symbol_count + 1ul, sizeof(*weights));
	double average = (double)totals->total / fmax((double)totals->samples, 1);

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const struct symbol_total *symbol = &totals->symbols[i];

		if (symbol->samples && average > 0)
			weights[i] = round((double)symbol->self / (double)symbol->samples /
					   average * WEIGHT_STEPS) /
				     WEIGHT_STEPS;
	}
	return weights;
}

/* What the timeline has, block by block, as the stacks were booked. */
static void add_times(const struct charging *charging, struct totals *totals)
{
	const struct profile *profile = charging->frames.profile;
	const struct timeline *timeline = &profile->timeline;
	struct time_sums *sums = &totals->times;
	double *weights;

	if (!charging->bookings)
		return;
	weights = average_weights(totals);
	time_sums_init(sums, profile->symbol_count, totals->bucket_count, timeline->every);
	for (size_t i = 0; i < timeline->count; i++) {
		const struct booking *booking = &charging->bookings[timeline->stacks[i]];
		uint8_t block = timeline->blocks[i];
		struct time_bucket *mechanism, *owner;
		double weight;

		if (booking->leaf == NONE)
			continue;
		weight = weights[booking->leaf];
		mechanism = &sums->buckets[profile->symbols[booking->leaf].bucket];
		owner = &sums->buckets[booking->owner];
		sums->total[block] += weight;
		time_sums_row(sums, booking->leaf)[block] += weight;
		mechanism->self[block] += weight;
		owner->charged[block] += weight;
		if (booking->idle) {
			sums->idle[block] += weight;
			mechanism->idle[block] += weight;
			owner->idle_charged[block] += weight;
		}
	}
	free(weights);
}

/* A Children column replaces what single frames say. */
static void take_children_column(const struct profile *profile, uint32_t event,
				 struct totals *totals)
{
	for (uint32_t i = 0; i < profile->children_count; i++) {
		const struct symbol_children *said = &profile->children[i];

		if (said->event != event)
			continue;
		totals->symbols[said->symbol].children = said->weight;
		totals->symbols[said->symbol].idle_children = 0; /* it does not say */
	}
}

/* (sum w)^2 / sum w^2: samples that stand for different amounts are worth fewer. */
static double samples_worth(const struct event *event, uint64_t samples)
{
	double total = (double)event->total, count = (double)event->samples;

	if (!(event->weight_squares > 0) || !event->samples)
		return (double)samples;
	return (double)samples * total * total / event->weight_squares / count;
}

void charge_totals(const struct buckets *buckets, const struct profile *profile, uint32_t event,
		   const struct charge_options *options, struct totals *totals)
{
	struct charging charging = {
		.buckets = buckets,
		.contexts = options->contexts ? options->contexts : ~0u,
		.bookings = new_bookings(profile),
	};

	frames_init(&charging.frames, buckets, profile, options->charge_copy);
	charging.inclusive = inclusive_new(buckets, &charging.frames);
	totals_init(totals, profile, event, buckets_count(buckets), buckets_head_count(buckets));
	totals->has_charged = profile->events[event].has_callchains;
	totals->has_children = totals->has_charged || profile->events[event].has_children;
	for (uint32_t i = 0; i < profile->stack_count; i++)
		if (profile->stacks[i].event == event)
			add_stack(&charging, i, totals);
	add_times(&charging, totals);
	totals->idle = totals->contexts[RUN_IDLE];
	totals->samples_worth = samples_worth(&profile->events[event], totals->samples);
	if (profile->events[event].has_children)
		take_children_column(profile, event, totals);
	frames_deinit(&charging.frames);
	inclusive_free(charging.inclusive);
	free(charging.bookings);
}
