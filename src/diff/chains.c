// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/chains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buckets/frames.h"
#include "model/frame_walk.h"
#include "support/memory.h"

/* Where the input does not count its samples: as if there were this many. */
#define SAMPLES_ASSUMED 100000.0

/* The rows of a stack, leaf first. */
static uint32_t rows_of_stack(const struct diff_event *event, int side, const struct stack *stack,
			      uint32_t *rows)
{
	struct frame_walk walk = frame_walk(event->totals[side]->profile, stack);
	uint32_t depth = 0;

	for (uint32_t symbol; (symbol = frame_walk_next(&walk)) != NONE;) {
		uint32_t row = event->row_of[side][symbol];

		if (row != NONE && !(depth && rows[depth - 1] == row))
			rows[depth++] = row;
	}
	return depth;
}

static uint32_t most_frames(const struct profile *profile)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		uint32_t frames = stack->depth;

		for (uint32_t j = 0; j < stack->depth; j++)
			frames +=
				profile->locations[profile->frames[stack->first + j]].inline_count;
		if (frames > most)
			most = frames;
	}
	return most;
}

static void chain_add(struct chain_list *list, const uint32_t *rows, uint32_t depth, double weight)
{
	uint32_t hash = hash_bytes(rows, depth * sizeof(*rows));

	table_for_each (&list->index, hash, known) {
		struct chain *chain = &list->list[known];

		if (chain->depth == depth &&
		    !memcmp(list->frames + chain->first, rows, depth * sizeof(*rows))) {
			chain->weight += weight;
			return;
		}
	}
	array_reserve(list->frames, list->frame_capacity, list->frame_count + depth);
	memcpy(list->frames + list->frame_count, rows, depth * sizeof(*rows));
	array_reserve(list->list, list->capacity, list->count + 1);
	list->list[list->count] = (struct chain) { list->frame_count, depth, weight };
	list->frame_count += depth;
	table_insert(&list->index, hash, list->count++);
}

static void read_side(struct chains *chains, const struct symdiff_profile *of, int side)
{
	const struct totals *totals = chains->event->totals[side];
	const struct profile *profile = totals->profile;
	uint32_t *rows = mem_alloc((most_frames(profile) + 1) * sizeof(*rows));
	unsigned contexts = of->charging.contexts ? of->charging.contexts : ~0u;
	struct frames frames;

	frames_init(&frames, of->rules->buckets, profile, of->charging.charge_copy);
	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		uint32_t depth;

		if (stack->event != totals->event || !stack->weight ||
		    !(contexts & 1u << stack_context(&frames, stack)))
			continue;
		depth = rows_of_stack(chains->event, side, stack, rows);
		if (depth)
			chain_add(&chains->side[side], rows, depth, (double)stack->weight);
	}
	frames_deinit(&frames);
	free(rows);
}

struct weighted {
	double value, weight;
};

static int compare_values(const void *a, const void *b)
{
	const struct weighted *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* The median of new / base over all rows of both sides, by weight: what did not change has it. */
static double median_ratio(const struct diff_event *event)
{
	struct weighted *list = mem_alloc((event->row_count + 1) * sizeof(*list));
	double sum = 0, half = 0, ratio = 0;
	size_t count = 0;

	for (size_t i = 0; i < event->row_count; i++) {
		double base = (double)event->rows[i].side[BASE].self;
		double newer = (double)event->rows[i].side[NEW].self;

		if (!(base > 0) || !(newer > 0))
			continue;
		list[count] = (struct weighted) { newer / base, fmin(base, newer) };
		sum += list[count++].weight;
	}
	qsort(list, count, sizeof(*list), compare_values);
	for (size_t i = 0; i < count && half <= sum / 2; i++) {
		half += list[i].weight;
		ratio = list[i].value;
	}
	free(list);
	return ratio;
}

static void choose_unit(struct chains *chains)
{
	const struct diff_event *event = chains->event;
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];
	const struct event *of = totals_event(base);
	double ratio = median_ratio(event);

	if (event->work_known && event->amount[BASE] > 0 && event->amount[NEW] > 0 && base->total &&
	    newer->total) {
		chains->unit[BASE] = event->amount[BASE] / (double)base->total;
		chains->unit[NEW] = event->amount[NEW] / (double)newer->total / event->factor;
	} else {
		chains->unit[BASE] = 1;
		chains->unit[NEW] = ratio > 0 ? 1 / ratio : 1;
	}
	chains->typical = ratio > 0 ? ratio * chains->unit[NEW] / chains->unit[BASE] : 1;
	chains->total = chains->unit[BASE] * (double)base->total;
	chains->quantum =
		chains->total /
		(of->samples_known && base->samples ? (double)base->samples : SAMPLES_ASSUMED);
}

void chains_init(struct chains *chains, const struct symdiff_diff *diff, struct diff_event *event)
{
	*chains = (struct chains) { .event = event };
	choose_unit(chains);
	for (int side = 0; side < SIDES; side++) {
		read_side(chains, diff->side[side], side);
		table_deinit(&chains->side[side].index);
	}
}

void chains_deinit(struct chains *chains)
{
	for (int side = 0; side < SIDES; side++) {
		free(chains->side[side].list);
		free(chains->side[side].frames);
	}
}

void chains_map(struct chains *chains, int side, const uint32_t *map)
{
	struct chain_list *list = &chains->side[side];

	for (size_t i = 0; i < list->count; i++) {
		struct chain *chain = &list->list[i];
		uint32_t *rows = list->frames + chain->first, depth = 0;

		for (uint32_t j = 0; j < chain->depth; j++)
			if (!depth || rows[depth - 1] != map[rows[j]])
				rows[depth++] = map[rows[j]];
		chain->depth = depth;
	}
}

void chains_dissolve(struct chains *chains, int side,
		     bool (*gone_into)(const void *context, uint32_t caller, uint32_t callee),
		     const void *context)
{
	struct chain_list *list = &chains->side[side];

	for (size_t i = 0; i < list->count; i++) {
		struct chain *chain = &list->list[i];
		uint32_t *rows = list->frames + chain->first, at = chain->depth;

		/* From the root inwards; what is kept is collected at the far end. */
		for (uint32_t j = chain->depth; j-- > 0;) {
			bool is_root = at == chain->depth;

			if (!is_root &&
			    (rows[at] == rows[j] || gone_into(context, rows[at], rows[j])))
				continue;
			rows[--at] = rows[j];
		}
		chain->first += at;
		chain->depth -= at;
	}
}

static const struct dso *dso_of(const struct chains *chains, uint32_t row, int side)
{
	const struct profile *profile = chains->event->totals[side]->profile;
	uint32_t symbol = chains->event->rows[row].side[side].symbol;

	return symbol == NONE ? NULL : &profile->dsos[profile->symbols[symbol].dso];
}

bool chains_same_binary(const struct chains *chains, uint32_t base_row, uint32_t new_row)
{
	const struct dso *base = dso_of(chains, base_row, BASE);
	const struct dso *newer = dso_of(chains, new_row, NEW);

	return base && newer && base->build_id_size &&
	       base->build_id_size == newer->build_id_size &&
	       !memcmp(base->build_id, newer->build_id, base->build_id_size);
}

double chains_noise(const struct chains *chains, double weight)
{
	return sqrt(fmax(weight, 0) * chains->quantum);
}
