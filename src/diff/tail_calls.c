// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/tail_calls.h"

#include <math.h>
#include <stdlib.h>

#include "buckets/frames.h"
#include "side.h"
#include "support/memory.h"

#define GREW_LEAST  0.5	 /* points: a caller, or a bucket's own calls of the mechanism */
#define CALLS_LEAST 0.05 /* percent of the base: a caller calls a bucket as a rule */

struct tally {
	const struct symdiff_diff *diff;
	const struct diff_event *event;
	size_t heads;
	double *direct[SIDES]; /* percent, by row: direct calls of a mechanism at the leaf */
	double *calls;	       /* percent of the base, by row and head: what it calls */
	double *own;	       /* points, by head: growth of its functions' direct calls */
};

static uint16_t head_of(const struct tally *tally, uint16_t leaf)
{
	return buckets_head(tally->diff->rules->buckets, leaf);
}

static bool is_neutral(const struct tally *tally, uint16_t leaf)
{
	return buckets_neutral(tally->diff->rules->buckets, leaf) == NEUTRAL_ALWAYS;
}

static const struct symbol *symbol_at(const struct profile *profile, const struct stack *stack,
				      uint32_t depth)
{
	return &profile->symbols[profile->locations[profile->frames[stack->first + depth]].symbol];
}

static uint32_t row_at(const struct tally *tally, int side, const struct stack *stack,
		       uint32_t depth)
{
	const struct profile *profile = tally->event->totals[side]->profile;

	return tally->event
		->row_of[side][profile->locations[profile->frames[stack->first + depth]].symbol];
}

static void tally_stack(struct tally *tally, int side, const struct stack *stack)
{
	const struct profile *profile = tally->event->totals[side]->profile;
	double percent = 100 * diff_share(tally->event, side, stack->weight);
	uint32_t caller = row_at(tally, side, stack, 1);

	if (caller != NONE && is_neutral(tally, symbol_at(profile, stack, 0)->bucket) &&
	    !is_neutral(tally, symbol_at(profile, stack, 1)->bucket))
		tally->direct[side][caller] += percent;
	for (uint32_t d = 1; side == BASE && d < stack->depth; d++) {
		uint32_t row = row_at(tally, side, stack, d);

		if (row != NONE)
			tally->calls[row * tally->heads +
				     head_of(tally, symbol_at(profile, stack, d - 1)->bucket)] +=
				percent;
	}
}

/* Of the stacks that the totals are of: --context takes some only. */
static void tally_side(struct tally *tally, int side)
{
	const struct totals *totals = tally->event->totals[side];
	const struct charge_options *charging = &tally->diff->side[side]->charging;
	unsigned contexts = charging->contexts ? charging->contexts : ~0u;
	struct frames frames;

	frames_init(&frames, tally->diff->rules->buckets, totals->profile, charging->charge_copy);
	for (uint32_t i = 0; i < totals->profile->stack_count; i++) {
		const struct stack *stack = &totals->profile->stacks[i];

		if (stack->event == totals->event && stack->depth > 1 &&
		    contexts & 1u << stack_context(&frames, stack))
			tally_stack(tally, side, stack);
	}
	frames_deinit(&frames);
}

static uint16_t row_head(const struct tally *tally, size_t row)
{
	return head_of(tally, tally->event->rows[row].bucket);
}

static double growth(const struct tally *tally, size_t row)
{
	return tally->direct[NEW][row] - tally->direct[BASE][row];
}

/* The bucket whose own direct calls grew most, of those that the caller calls. */
static uint16_t likely_owner(const struct tally *tally, size_t row)
{
	uint16_t best = BUCKET_NONE;

	for (uint16_t head = 0; head < tally->heads; head++)
		if (head != row_head(tally, row) && tally->own[head] >= GREW_LEAST &&
		    tally->calls[row * tally->heads + head] >= CALLS_LEAST &&
		    (best == BUCKET_NONE || tally->own[head] > tally->own[best]))
			best = head;
	return best;
}

static int compare(const void *a, const void *b)
{
	double x = ((const struct tail_suspect *)a)->points;
	double y = ((const struct tail_suspect *)b)->points;

	return x < y ? 1 : x > y ? -1 : 0;
}

static void suspect(struct tally *tally, struct tail_suspects *suspects)
{
	const struct diff_event *event = tally->event;

	suspects->list = mem_zalloc(event->row_count, sizeof(*suspects->list));
	for (size_t row = 0; row < event->row_count; row++)
		tally->own[row_head(tally, row)] += growth(tally, row);
	for (size_t row = 0; row < event->row_count; row++) {
		uint16_t likely;

		if (growth(tally, row) < GREW_LEAST ||
		    (likely = likely_owner(tally, row)) == BUCKET_NONE)
			continue;
		/* A caller that did so before is no new path; nor is one of the likely bucket's. */
		if (tally->direct[BASE][row] > growth(tally, row) / 2)
			continue;
		suspects->list[suspects->count++] =
			(struct tail_suspect) { diff_row_name(event, &event->rows[row]),
						row_head(tally, row), likely, growth(tally, row) };
	}
	qsort(suspects->list, suspects->count, sizeof(*suspects->list), compare);
}

void tail_suspects_init(struct tail_suspects *suspects, const struct symdiff_diff *diff,
			const struct diff_event *event)
{
	struct tally tally = { .diff = diff, .event = event, .heads = event->head_count };

	*suspects = (struct tail_suspects) { 0 };
	if (!event->charged)
		return;
	tally.calls = mem_zalloc(event->row_count * tally.heads, sizeof(*tally.calls));
	tally.own = mem_zalloc(tally.heads, sizeof(*tally.own));
	for (int side = 0; side < SIDES; side++) {
		tally.direct[side] = mem_zalloc(event->row_count, sizeof(**tally.direct));
		tally_side(&tally, side);
	}
	suspect(&tally, suspects);
	free(tally.direct[BASE]);
	free(tally.direct[NEW]);
	free(tally.calls);
	free(tally.own);
}

void tail_suspects_deinit(struct tail_suspects *suspects)
{
	free(suspects->list);
	*suspects = (struct tail_suspects) { 0 };
}

double tail_suspects_points(const struct tail_suspects *suspects, uint16_t seems, uint16_t likely)
{
	double sum = 0;

	for (size_t i = 0; i < suspects->count; i++)
		if ((seems == BUCKET_NONE || suspects->list[i].seems == seems) &&
		    (likely == BUCKET_NONE || suspects->list[i].likely == likely))
			sum += suspects->list[i].points;
	return sum;
}
