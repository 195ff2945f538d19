// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/owned.h"

#include <math.h>
#include <stdlib.h>

#include "buckets/frames.h"
#include "support/memory.h"

/* How a row counts for charging. */
struct part {
	uint16_t bucket;
	bool is_neutral, is_interrupt;
};

struct owned {
	double *self[SIDES], *charged[SIDES]; /* by leaf bucket, in the side's scale */
};

static bool is_neutral(const struct symdiff_diff *diff, int side, uint16_t bucket)
{
	enum bucket_neutral neutral = buckets_neutral(diff->rules->buckets, bucket);

	return neutral == NEUTRAL_ALWAYS ||
	       (neutral == NEUTRAL_ON_REQUEST && diff->side[side]->charging.charge_copy);
}

/* The row that owns a chain: as stack_owner() has it for a stack. */
static uint32_t owner_of(const struct part *parts, const uint32_t *rows, uint32_t depth)
{
	for (uint32_t i = 0; i < depth; i++) {
		if (!parts[rows[i]].is_neutral)
			return rows[i];
		if (parts[rows[i]].is_interrupt)
			break;
	}
	return rows[0];
}

static void add_chains(const struct chains *chains, int side, const struct part *parts,
		       double *self, double *charged, double sign)
{
	const struct chain_list *list = &chains->side[side];

	for (size_t i = 0; i < list->count; i++) {
		const struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;

		self[parts[rows[0]].bucket] += sign * chain->weight;
		charged[parts[owner_of(parts, rows, chain->depth)].bucket] += sign * chain->weight;
	}
}

static bool is_interrupt(const struct symdiff_diff *diff, const char *name)
{
	enum bucket_context context = buckets_context(diff->rules->buckets, name);

	return context == CONTEXT_HARDIRQ || context == CONTEXT_SOFTIRQ || context == CONTEXT_NMI;
}

/* Each row as it counts by its own bucket or, with @side's names only, by that of its symbol. */
static struct part *parts_of(const struct symdiff_diff *diff, const struct diff_event *event,
			     int side, bool own_names)
{
	const struct profile *profile = event->totals[side]->profile;
	struct part *parts = mem_alloc((event->row_count + 1) * sizeof(*parts));

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		uint32_t symbol = row->side[side].symbol;
		uint16_t bucket =
			own_names && symbol != NONE ? profile->symbols[symbol].bucket : row->bucket;

		parts[i] = (struct part) { bucket, is_neutral(diff, side, bucket),
					   is_interrupt(diff, diff_row_name(event, row)) };
	}
	return parts;
}

struct owned *owned_before(const struct symdiff_diff *diff, const struct chains *chains)
{
	const struct diff_event *event = chains->event;
	struct owned *before = mem_zalloc(1, sizeof(*before));

	for (int side = 0; side < SIDES; side++) {
		struct part *parts = parts_of(diff, event, side, true);

		before->self[side] = mem_zalloc(event->leaf_count, sizeof(double));
		before->charged[side] = mem_zalloc(event->leaf_count, sizeof(double));
		add_chains(chains, side, parts, before->self[side], before->charged[side], -1);
		free(parts);
	}
	return before;
}

static void give(struct diff_event *event, int side, const double *self, const double *charged)
{
	for (size_t i = 0; i < event->leaf_count; i++) {
		struct diff_bucket *leaf = &event->leaves[i], *head = &event->heads[leaf->head];

		leaf->taken[side] = llround(self[i]);
		leaf->taken_charged[side] = llround(charged[i]);
		head->taken[side] += leaf->taken[side];
		head->taken_charged[side] += leaf->taken_charged[side];
	}
}

void owned_after(const struct symdiff_diff *diff, const struct chains *chains, struct owned *before)
{
	struct diff_event *event = chains->event;

	for (int side = 0; side < SIDES; side++) {
		struct part *parts = parts_of(diff, event, side, false);

		add_chains(chains, side, parts, before->self[side], before->charged[side], 1);
		give(event, side, before->self[side], before->charged[side]);
		free(before->self[side]);
		free(before->charged[side]);
		free(parts);
	}
	free(before);
}
