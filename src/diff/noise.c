// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/noise.h"

#include <math.h>
#include <stdlib.h>

#include "diff/calibration.h"
#include "diff/finder.h"
#include "diff/outlying.h"
#include "diff/stats.h"
#include "support/memory.h"

/* Tables that do not say how many samples they rest on are taken for as many. */
#define SAMPLES_GUESSED 10000

/* The model is contradicted by the permutations. */
#define MODEL_SURE     0.01
#define EXACT_DOUBTFUL 0.1

#define TAIL_95 0.025

const char *const noise_source_names[] = { "runs", "calibration", "floor" };

/* ---- runs ---- */

size_t noise_runs(const struct symdiff_profile *side, const struct totals *sum,
		  const struct totals **list)
{
	size_t count = 0;

	for (size_t i = 0; i < side->run_count; i++)
		if (side->runs[i].totals[sum->event].total)
			list[count++] = &side->runs[i].totals[sum->event];
	if (!side->run_count)
		list[count++] = sum;
	return count;
}

double noise_samples(const struct totals *sum, const struct totals *run)
{
	const struct event *of = totals_event(sum);
	double part = totals_share(sum, run->total);

	if (of->samples_known && run->samples)
		return fmax(run->samples_worth, 1);
	return of->samples_stated ? fmax((double)of->samples_stated * part, 1) : SAMPLES_GUESSED;
}

struct run_value noise_value(const struct diff_event *event, int side, const struct totals *run,
			     double weight, bool of_total)
{
	double idle = of_total || !event->busy ? 0 : (double)run->idle;
	double whole = fmax((double)run->total - idle, 1);
	/* What a weight amounts to: the side's amount is that of a run of average weight. */
	double average = (double)event->totals[side]->total / (double)event->runs[side];
	double amount = event->amount[side] * whole / average;

	return (struct run_value) {
		.share = fmin(fmax(weight, 0) / whole, 1),
		.samples = fmax(
			noise_samples(event->totals[side], run) * whole / (double)run->total, 1),
		.cost = amount / (side == NEW ? event->factor : 1),
	};
}

void noise_add_blocks(struct run_value *value, const struct totals *run,
		      const struct time_series *series, bool busy)
{
	double worth = run->samples ? run->samples_worth / (double)run->samples : 1;

	value->dispersion = time_series_dispersion(series, &run->times, busy, worth);
	value->blocks_df = time_sums_df(&run->times, busy);
}

/* ---- collecting ---- */

/* While the noise of an event is worked out. */
struct collect {
	const struct diff_event *event;
	struct noise *noise;
	const struct totals **runs[SIDES];
	size_t run_count[SIDES];
	struct run_value *values[SIDES]; /* room for one of each run */
	bool with_idle;			 /* weights and wholes are of the total */
};

/* What one item weighs in a run of a side; and in @value, unless NULL, what blocks of time say. */
typedef double weigh(const struct collect *collect, int side, size_t run, size_t item,
		     struct run_value *value);

/* Blocks of time say the same of a part of the total as of one of busy time. */
static void collect_values(struct collect *collect, weigh *weight, size_t item, bool of_total)
{
	collect->with_idle = of_total || !collect->event->busy;
	for (int side = 0; side < SIDES; side++)
		for (size_t i = 0; i < collect->run_count[side]; i++) {
			struct run_value *value = &collect->values[side][i], blocks = *value;
			double weighs = weight(collect, side, i, item, of_total ? NULL : &blocks);

			*value = noise_value(collect->event, side, collect->runs[side][i], weighs,
					     of_total);
			value->dispersion = blocks.dispersion;
			value->blocks_df = blocks.blocks_df;
		}
}

static void measure(const struct collect *collect, struct spread *spread, bool of_cost,
		    double run_sd)
{
	const struct run_value *const values[SIDES] = { collect->values[BASE],
							collect->values[NEW] };

	spread_measure(spread, values, collect->run_count, of_cost, run_sd);
	if (of_cost == collect->noise->by_cost)
		spread_permute(spread, values);
}

static struct noise_item *measure_all(struct collect *collect, weigh *weight, size_t count,
				      double run_sd)
{
	struct noise_item *items = mem_zalloc(count, sizeof(*items));
	struct spread of_total;

	for (size_t i = 0; i < count; i++) {
		collect_values(collect, weight, i, false);
		measure(collect, &items[i].share, false, run_sd);
		if (collect->noise->by_cost)
			measure(collect, &items[i].cost, true, run_sd);
		collect_values(collect, weight, i, true);
		spread_measure(&of_total,
			       (const struct run_value *const[]) { collect->values[BASE],
								   collect->values[NEW] },
			       collect->run_count, false, run_sd);
		items[i].total = spread_points(&of_total, TAIL_95);
	}
	return items;
}

static double weigh_buckets(const struct collect *collect, int side, size_t run, size_t head,
			    bool charged, struct run_value *value)
{
	const struct diff_event *event = collect->event;
	const struct totals *totals = collect->runs[side][run];
	struct time_series series = { { 0 } };
	bool busy = !collect->with_idle;
	double sum = 0;

	for (size_t i = 0; i < event->leaf_count; i++) {
		const struct bucket_total *of = &totals->buckets[i];

		if (event->leaves[i].head != event->heads[head].head)
			continue;
		sum += charged ? (double)(of->charged - (busy ? of->idle_charged : 0))
			       : (double)(of->self - (busy ? of->idle : 0));
		time_series_add_bucket(&series, &totals->times, i, charged, busy);
	}
	if (value)
		noise_add_blocks(value, totals, &series, busy);
	return sum;
}

static double weigh_head(const struct collect *collect, int side, size_t run, size_t head,
			 struct run_value *value)
{
	return weigh_buckets(collect, side, run, head, false, value);
}

static double weigh_owner(const struct collect *collect, int side, size_t run, size_t head,
			  struct run_value *value)
{
	return weigh_buckets(collect, side, run, head, true, value);
}

static double weigh_leaf(const struct collect *collect, int side, size_t run, size_t leaf,
			 struct run_value *value)
{
	const struct totals *totals = collect->runs[side][run];
	const struct bucket_total *of = &totals->buckets[leaf];
	struct time_series series = { { 0 } };
	bool busy = !collect->with_idle;

	time_series_add_bucket(&series, &totals->times, leaf, false, busy);
	if (value)
		noise_add_blocks(value, totals, &series, busy);
	return (double)(of->self - (busy ? of->idle : 0));
}

/* ---- rows ---- */

/* By row, run by run: what its symbols weigh there. */
struct row_weights {
	double *of[SIDES];
	double *dispersion[SIDES]; /* ... and what blocks of time say: see run_value */
	bool *hidden;		   /* a cut table does not list it in some run: nobody knows */
};

struct rows_collect {
	struct collect collect; /* first: weigh_row casts */
	struct row_weights weights;
};

static double weigh_row(const struct collect *collect, int side, size_t run, size_t row,
			struct run_value *value)
{
	const struct rows_collect *rows = (const struct rows_collect *)collect;
	const struct diff_event *event = collect->event;
	double taken = (double)event->rows[row].side[side].taken;

	if (value) {
		value->dispersion = rows->weights.dispersion[side][run * event->row_count + row];
		value->blocks_df =
			time_sums_df(&collect->runs[side][run]->times, !collect->with_idle);
	}
	/* What is cut up otherwise on the other side is, too, in every run. */
	return rows->weights.of[side][run * event->row_count + row] +
	       taken * (double)collect->runs[side][run]->total / (double)event->totals[side]->total;
}

static void add_blocks(struct rows_collect *rows, int side, size_t run)
{
	const struct diff_event *event = rows->collect.event;
	const struct totals *totals = rows->collect.runs[side][run];
	double *dispersion = rows->weights.dispersion[side] + run * event->row_count;
	struct time_series *series = mem_zalloc(event->row_count, sizeof(*series));

	for (uint32_t i = 0; i < event->totals[side]->profile->symbol_count; i++)
		if (event->row_of[side][i] != NONE)
			time_series_add_symbol(&series[event->row_of[side][i]], &totals->times, i);
	for (size_t i = 0; i < event->row_count; i++) {
		struct run_value value;

		noise_add_blocks(&value, totals, &series[i], event->busy);
		dispersion[i] = value.dispersion;
	}
	free(series);
}

static void add_run(struct rows_collect *rows, int side, size_t run)
{
	const struct diff_event *event = rows->collect.event;
	const struct totals *totals = rows->collect.runs[side][run];
	bool *listed = mem_zalloc(event->row_count, sizeof(*listed));

	for (uint32_t i = 0; i < event->totals[side]->profile->symbol_count; i++) {
		uint32_t row = event->row_of[side][i];

		if (row == NONE)
			continue;
		rows->weights.of[side][run * event->row_count + row] +=
			(double)totals->symbols[i].self;
		listed[row] |= totals->symbols[i].is_listed || totals->symbols[i].self;
	}
	for (size_t i = 0; i < event->row_count; i++)
		rows->weights.hidden[i] |= totals_event(event->totals[side])->cut && !listed[i];
	free(listed);
}

static void collect_row_weights(struct rows_collect *rows)
{
	const struct diff_event *event = rows->collect.event;

	rows->weights.hidden = mem_zalloc(event->row_count, sizeof(bool));
	for (int side = 0; side < SIDES; side++) {
		size_t count = event->row_count * rows->collect.run_count[side];

		rows->weights.of[side] = mem_zalloc(count, sizeof(double));
		rows->weights.dispersion[side] = mem_zalloc(count, sizeof(double));
		for (size_t i = 0; i < rows->collect.run_count[side]; i++) {
			add_run(rows, side, i);
			if (rows->collect.runs[side][i]->times.known)
				add_blocks(rows, side, i);
		}
	}
}

/* Rows that can be tested: symbols that every run could list. */
static bool can_be_tested(const struct rows_collect *rows, size_t row)
{
	const struct diff_event *event = rows->collect.event;

	return is_symbol_row(event, &event->rows[row]) && !rows->weights.hidden[row];
}

/* ---- tests ---- */

struct list {
	struct spread **spreads;
	size_t count;
};

static void add_item(struct list *list, const struct noise *noise, struct noise_item *item)
{
	list->spreads[list->count++] = noise->by_cost ? &item->cost : &item->share;
}

static void add_buckets(struct list *list, const struct noise *noise, struct noise_item *items,
			size_t count, size_t idle)
{
	for (size_t i = 0; items && i < count; i++)
		if (i != idle)
			add_item(list, noise, &items[i]);
}

/* Without idle time there is one whole: the interval that goes with the test. */
static void use_tested_interval(const struct rows_collect *rows)
{
	struct noise *noise = rows->collect.noise;

	for (size_t i = 0; i < rows->collect.event->row_count; i++)
		if (!rows->collect.event->busy && !noise->by_cost)
			noise->rows[i].total = spread_points(&noise->rows[i].share, TAIL_95);
}

static bool is_contradicted(const struct spread *spread)
{
	return (spread->p <= MODEL_SURE && spread->exact_p > EXACT_DOUBTFUL) ||
	       (spread->p > 4 * EXACT_DOUBTFUL && spread->exact_p <= MODEL_SURE);
}

/* Rows and buckets, however booked, are discoveries of one search. */
static void search(const struct rows_collect *collect)
{
	const struct diff_event *event = collect->collect.event;
	struct noise *noise = collect->collect.noise;
	size_t idle_leaf = event->busy ? BUCKET_IDLE : SIZE_MAX;
	size_t idle_head = event->busy ? event->leaves[BUCKET_IDLE].head : SIZE_MAX;
	size_t most = event->row_count + 2 * event->head_count + event->leaf_count;
	struct list rows = { mem_alloc((most + 1) * sizeof(struct spread *)), 0 }, buckets;

	for (size_t i = 0; i < event->row_count; i++)
		if (can_be_tested(collect, i))
			add_item(&rows, noise, &noise->rows[i]);
	buckets = (struct list) { rows.spreads + rows.count, 0 };
	add_buckets(&buckets, noise, noise->heads, event->head_count, idle_head);
	add_buckets(&buckets, noise, noise->owners, event->head_count, idle_head);
	add_buckets(&buckets, noise, noise->leaves, event->leaf_count, idle_leaf);
	spread_search(rows.spreads, rows.count, buckets.spreads, buckets.count);
	for (size_t i = 0; i < rows.count + buckets.count; i++) {
		noise->tested += !isnan(rows.spreads[i]->q);
		noise->discovered += spread_is_discovery(rows.spreads[i]);
		noise->disagree += is_contradicted(rows.spreads[i]);
	}
	free(rows.spreads);
	use_tested_interval(collect);
}

/* ---- calibration ---- */

static void calibrate_rows(struct noise *noise, const struct diff_event *event,
			   const struct calibration *calibration)
{
	double df = calibration->rows.df > 0 ? calibration->rows.df : calibration->df;

	for (size_t i = 0; i < event->row_count; i++) {
		struct spread *share = &noise->rows[i].share, *cost = &noise->rows[i].cost;
		double sampling = (share->sampling[BASE] + share->sampling[NEW]) / 2;
		double counting = (share->counting[BASE] + share->counting[NEW]) / 2;
		double sd = calibration->rows.df > 0
				    ? calibration_of_row(calibration, counting, sampling)
				    : BOOTS_DIFFER;

		spread_set_noise(share, sd, df);
		if (noise->by_cost)
			spread_set_noise(cost, sd, df);
	}
}

static void calibrate_buckets(struct noise *noise, struct noise_item *items,
			      const struct diff_bucket *buckets, size_t count,
			      const struct calibration *calibration, bool charged)
{
	for (size_t i = 0; i < count; i++) {
		double sd = calibration_of_bucket(calibration, buckets[i].name, charged,
						  charged ? BOOTS_DIFFER_CHARGED : BOOTS_DIFFER);

		spread_set_noise(&items[i].share, sd, calibration->df);
		if (noise->by_cost)
			spread_set_noise(&items[i].cost, sd, calibration->df);
	}
}

static void calibrate(struct noise *noise, const struct diff_event *event,
		      const struct calibration *calibration)
{
	calibrate_rows(noise, event, calibration);
	calibrate_buckets(noise, noise->heads, event->heads, event->head_count, calibration, false);
	calibrate_buckets(noise, noise->leaves, event->leaves, event->leaf_count, calibration,
			  false);
	if (noise->owners)
		calibrate_buckets(noise, noise->owners, event->heads, event->head_count,
				  calibration, true);
}

/* ---- all ---- */

static void collect_init(struct collect *collect, const struct symdiff_diff *diff,
			 const struct diff_event *event, struct noise *noise)
{
	*collect = (struct collect) { .event = event, .noise = noise };
	noise->source = NOISE_RUNS;
	noise->same_within = diff->options.same_within_pp;
	for (int side = 0; side < SIDES; side++) {
		size_t most = diff->side[side]->run_count + 1;

		collect->runs[side] = mem_alloc(most * sizeof(*collect->runs[side]));
		collect->run_count[side] =
			noise_runs(diff->side[side], event->totals[side], collect->runs[side]);
		collect->values[side] = mem_alloc(most * sizeof(*collect->values[side]));
		noise->run_count[side] = collect->run_count[side];
		noise->blocks[side] = INFINITY;
		for (size_t i = 0; i < collect->run_count[side]; i++) {
			const struct totals *run = collect->runs[side][i];

			noise->samples[side] += noise_samples(event->totals[side], run);
			noise->blocks[side] = fmin(noise->blocks[side],
						   time_sums_blocks(&run->times, event->busy));
		}
		if (noise->blocks[side] < TIME_BLOCKS_LEAST)
			noise->blocks[side] = NAN;
		if (collect->run_count[side] < 2)
			noise->source = NOISE_FLOOR;
	}
}

static void collect_deinit(struct rows_collect *rows)
{
	for (int side = 0; side < SIDES; side++) {
		free(rows->collect.runs[side]);
		free(rows->collect.values[side]);
		free(rows->weights.of[side]);
		free(rows->weights.dispersion[side]);
	}
	free(rows->weights.hidden);
}

struct noise *noise_new(const struct symdiff_diff *diff, const struct diff_event *event)
{
	struct noise *noise = mem_zalloc(1, sizeof(*noise));
	struct rows_collect rows = { 0 };

	collect_init(&rows.collect, diff, event, noise);
	noise->by_cost = event->work_known && event->amount[BASE] > 0 && event->amount[NEW] > 0;
	collect_row_weights(&rows);
	noise->rows = measure_all(&rows.collect, weigh_row, event->row_count, BOOTS_DIFFER);
	noise->heads = measure_all(&rows.collect, weigh_head, event->head_count, BOOTS_DIFFER);
	noise->leaves = measure_all(&rows.collect, weigh_leaf, event->leaf_count, BOOTS_DIFFER);
	if (event->charged)
		noise->owners = measure_all(&rows.collect, weigh_owner, event->head_count,
					    BOOTS_DIFFER_CHARGED);
	if (noise->source == NOISE_FLOOR && diff->calibration) {
		noise->source = NOISE_CALIBRATION;
		calibrate(noise, event, diff->calibration);
	}
	if (noise->source != NOISE_FLOOR)
		search(&rows);
	for (int side = 0; side < SIDES; side++)
		noise->stands_out[side] =
			outlying_runs(event, side, rows.collect.runs[side],
				      rows.collect.run_count[side], rows.weights.of[side]);
	collect_deinit(&rows);
	return noise;
}

void noise_free(struct noise *noise)
{
	if (!noise)
		return;
	free(noise->rows);
	free(noise->heads);
	free(noise->owners);
	free(noise->leaves);
	for (int side = 0; side < SIDES; side++)
		free(noise->stands_out[side]);
	free(noise);
}
