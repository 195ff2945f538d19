// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The profiles of a sweep, one after another: each is compared with the one before it, which says
 * what joins their symbols and events, and only their sums are kept. Two are in memory at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "side.h"
#include "support/error.h"
#include "support/memory.h"
#include "sweep_chain.h"

/* ---- nodes ---- */

uint32_t chain_root(struct chain *chain, uint32_t node)
{
	while (chain->joined[node] != node)
		node = chain->joined[node] = chain->joined[chain->joined[node]];
	return node;
}

static void join(struct chain *chain, uint32_t a, uint32_t b)
{
	a = chain_root(chain, a);
	b = chain_root(chain, b);
	if (a != b)
		chain->joined[a < b ? b : a] = a < b ? a : b;
}

/* Symbols that a row of the diff has on either side are one function. */
static void join_rows(struct chain *chain, const struct diff_event *event,
		      const struct column *const sides[SIDES])
{
	uint32_t *first = mem_alloc((event->row_count + 1) * sizeof(*first));

	memset(first, 0xff, (event->row_count + 1) * sizeof(*first));
	for (int side = 0; side < SIDES; side++)
		for (uint32_t i = 0; i < sides[side]->symbol_count; i++) {
			uint32_t row = event->row_of[side][i], node = sides[side]->node + i;

			if (row == NONE)
				continue;
			if (first[row] == NONE)
				first[row] = node;
			else
				join(chain, first[row], node);
		}
	free(first);
}

/* ---- one profile ---- */

static void take_symbols(struct gathering *gathering, struct chain *chain, struct column *column,
			 const struct totals *const *runs, const struct totals *sum)
{
	const struct profile *profile = sum->profile;
	struct arena *arena = &gathering->series->arena;

	column->symbol_count = profile->symbol_count;
	column->symbols = mem_zalloc(profile->symbol_count + 1, sizeof(*column->symbols));
	column->selves =
		mem_zalloc(profile->symbol_count * column->runs + 1, sizeof(*column->selves));
	column->node = (uint32_t)chain->node_count;
	array_reserve(chain->joined, chain->node_capacity,
		      chain->node_count + profile->symbol_count);
	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const struct symbol *symbol = &profile->symbols[i];
		struct kept_symbol *kept = &column->symbols[i];
		const char *name = profile_text(profile, symbol->name);
		const char *dso = profile_text(profile, profile->dsos[symbol->dso].name);

		chain->joined[chain->node_count] = (uint32_t)chain->node_count;
		chain->node_count++;
		kept->listed = sum->symbols[i].self || sum->symbols[i].is_listed;
		if (!kept->listed)
			continue;
		kept->name = arena_strndup(arena, name, strlen(name));
		kept->dso = arena_strndup(arena, dso, strlen(dso));
		kept->bucket = symbol->bucket;
		for (size_t r = 0; r < column->runs; r++)
			column->selves[i * column->runs + r] = (double)runs[r]->symbols[i].self;
	}
}

static void take_buckets(struct column *column, const struct totals *const *runs, size_t leaves)
{
	for (int basis = 0; basis < BASES; basis++)
		column->buckets[basis] =
			mem_zalloc(leaves * column->runs + 1, sizeof(struct weight));
	for (size_t leaf = 0; leaf < leaves; leaf++)
		for (size_t r = 0; r < column->runs; r++) {
			const struct bucket_total *total = &runs[r]->buckets[leaf];
			size_t at = leaf * column->runs + r;

			column->buckets[BASIS_SELF][at] =
				(struct weight) { (double)total->self, (double)total->idle };
			column->buckets[BASIS_CHARGED][at] =
				(struct weight) { (double)total->charged,
						  (double)total->idle_charged };
		}
}

static void take_amounts(struct column *column, const struct totals *const *runs,
			 const struct totals *sum)
{
	column->amount = totals_amount(sum) / (double)column->runs;
	if (totals_event(sum)->unit == UNIT_PERCENT && column->runs > 1)
		return; /* what each run amounts to was lost when they were added up */
	column->amounts = mem_alloc(column->runs * sizeof(*column->amounts));
	for (size_t r = 0; r < column->runs; r++)
		column->amounts[r] = totals_amount(runs[r]);
}

/* The runs of a side that have the event; a single profile is its own run. */
static size_t list_runs(const struct symdiff_profile *side, uint32_t event,
			const struct totals **runs)
{
	size_t count = 0;

	for (size_t i = 0; i < side->run_count; i++)
		if (side->runs[i].totals[event].total)
			runs[count++] = &side->runs[i].totals[event];
	if (!count)
		runs[count++] = &side->totals[event];
	return count;
}

static void take_column(struct gathering *gathering, struct chain *chain, uint32_t point,
			const struct symdiff_profile *side, uint32_t event)
{
	const struct totals *sum = &side->totals[event];
	const struct totals **runs = mem_zalloc(side->run_count + 1, sizeof(*runs));
	struct column *column = &chain->columns[point];

	*column = (struct column) {
		.there = true,
		.runs = list_runs(side, event, runs),
		.cut = totals_event(sum)->cut,
		.cut_below = totals_share(sum, totals_event(sum)->cut_below),
	};
	column->totals = mem_zalloc(column->runs, sizeof(*column->totals));
	for (size_t r = 0; r < column->runs; r++)
		column->totals[r] =
			(struct weight) { (double)runs[r]->total, (double)runs[r]->idle };
	take_amounts(column, runs, sum);
	take_buckets(column, runs, buckets_count(gathering->buckets));
	take_symbols(gathering, chain, column, runs, sum);
	chain->event = event;
	chain->charged &= sum->has_charged;
	free(runs);
}

/* ---- along the points ---- */

static void begin_chains(struct gathering *gathering, uint32_t point,
			 const struct symdiff_profile *side)
{
	const struct profile *profile = side->profile;

	for (uint32_t i = 0; i < profile->event_count; i++) {
		const char *name = profile_text(profile, profile->events[i].name);
		struct chain *chain;

		array_reserve(gathering->chains, gathering->capacity, gathering->count + 1);
		chain = &gathering->chains[gathering->count++];
		*chain = (struct chain) {
			.name = arena_strndup(&gathering->series->arena, name, strlen(name)),
			.unit = "",
			.charged = true,
			.columns =
				mem_zalloc(gathering->series->point_count, sizeof(*chain->columns)),
		};
		take_column(gathering, chain, point, side, i);
	}
}

static const struct diff_event *find_event(const struct symdiff_diff *diff, int side,
					   uint32_t event)
{
	for (size_t i = 0; i < diff->event_count; i++)
		if (diff->events[i].totals[side]->event == event)
			return &diff->events[i];
	return NULL;
}

/* An event that has no part in the comparison is not in all points. */
static void note_new_events(struct gathering *gathering, uint32_t point,
			    const struct symdiff_diff *diff)
{
	const struct profile *profile = diff->side[NEW]->profile;

	for (uint32_t i = 0; i < profile->event_count; i++)
		if (!find_event(diff, NEW, i))
			series_note(gathering->series,
				    "the event %s of %s is not in the points before it: left out",
				    profile_text(profile, profile->events[i].name),
				    gathering->series->points[point].label);
}

static void extend_chains(struct gathering *gathering, uint32_t before, uint32_t point,
			  const struct symdiff_diff *diff)
{
	for (size_t i = 0; i < gathering->count; i++) {
		struct chain *chain = &gathering->chains[i];
		const struct diff_event *event =
			chain->is_broken ? NULL : find_event(diff, BASE, chain->event);

		if (!event) {
			if (!chain->is_broken)
				series_note(gathering->series,
					    "the event %s is not in %s: left out", chain->name,
					    gathering->series->points[point].label);
			chain->is_broken = true;
			continue;
		}
		chain->unit = event->amount_unit;
		take_column(gathering, chain, point, diff->side[NEW], event->totals[NEW]->event);
		join_rows(chain, event,
			  (const struct column *const[]) { &chain->columns[before],
							   &chain->columns[point] });
	}
	note_new_events(gathering, point, diff);
}

static void add_inputs(struct symdiff_sweep *sweep, uint32_t point, const struct point *files,
		       const struct symdiff_profile *side)
{
	const struct profile *profile = side->profile;

	for (size_t i = 0; i < files->profile_count; i++) {
		struct sweep_input *input;

		array_reserve(sweep->inputs, sweep->input_capacity, sweep->input_count + 1);
		input = &sweep->inputs[sweep->input_count++];
		*input = (struct sweep_input) {
			.point = point,
			.path = mem_strdup(files->profiles[i]),
			.format = mem_strdup(profile_text(profile, profile->format)),
		};
		/* The sum has the warnings of all runs; they stand with the first. */
		if (i)
			continue;
		input->warnings = mem_zalloc(profile->warning_count + 1, sizeof(char *));
		for (uint32_t w = 0; w < profile->warning_count; w++)
			input->warnings[input->warning_count++] =
				mem_strdup(profile_text(profile, profile->warnings[w]));
	}
}

static int read_profiles(struct gathering *gathering, struct symdiff *rules,
			 const struct point *points, const struct symdiff_read_options *read,
			 const struct symdiff_compare_options *compare, struct symdiff_error *err)
{
	struct symdiff_profile *last = NULL;
	uint32_t before = POINT_NONE;
	int failed = 0;

	for (uint32_t i = 0; !failed && i < gathering->series->point_count; i++) {
		struct symdiff_profile *side;
		struct symdiff_diff *diff = NULL;

		if (!points[i].profile_count)
			continue;
		side = symdiff_read_runs(rules, (const char *const *)points[i].profiles,
					 points[i].profile_count, read, err);
		if (side) { /* a capture is one file, and many runs */
			gathering->series->points[i].profiles =
				side->run_count ? side->run_count : 1;
			add_inputs(gathering->sweep, i, &points[i], side);
		}
		if (side && last)
			diff = symdiff_compare(rules, last, side, compare, err);
		if (diff)
			extend_chains(gathering, before, i, diff);
		else if (side && !last)
			begin_chains(gathering, i, side);
		else
			failed = -1;
		symdiff_diff_free(diff);
		symdiff_profile_free(last);
		last = side;
		before = i;
	}
	symdiff_profile_free(last);
	return failed;
}

static void gathering_deinit(struct gathering *gathering)
{
	for (size_t i = 0; i < gathering->count; i++) {
		struct chain *chain = &gathering->chains[i];

		for (size_t k = 0; k < gathering->series->point_count; k++) {
			struct column *column = &chain->columns[k];

			free(column->totals);
			free(column->amounts);
			free(column->buckets[BASIS_SELF]);
			free(column->buckets[BASIS_CHARGED]);
			free(column->symbols);
			free(column->selves);
		}
		free(chain->columns);
		free(chain->joined);
	}
	free(gathering->chains);
}

int sweep_add_profiles(struct symdiff_sweep *sweep, struct series *series, struct symdiff *rules,
		       const struct point *points, const struct symdiff_read_options *read,
		       const struct symdiff_compare_options *compare, struct symdiff_error *err)
{
	struct gathering gathering = {
		.sweep = sweep,
		.series = series,
		.buckets = rules->buckets,
		.with_idle = compare->with_idle,
	};
	int failed = read_profiles(&gathering, rules, points, read, compare, err) ||
		     sweep_add_rows(&gathering, err);

	gathering_deinit(&gathering);
	return failed ? -1 : 0;
}
