// SPDX-License-Identifier: GPL-2.0-or-later
/* What one side has of a bucket, set or symbol that a limit is about. */
#include "diff/gate_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/calibration.h"
#include "support/memory.h"

static double share_of(const struct judge *judge, int side, uint64_t weight)
{
	return judge->whole[side] ? (double)weight / (double)judge->whole[side] : 0;
}

static uint64_t bucket_weight(const struct judge *judge, int side, uint16_t leaf, bool charged)
{
	const struct bucket_total *total = &judge->totals[side]->buckets[leaf];
	bool busy = judge->whole[side] != judge->totals[side]->total;

	if (charged)
		return total->charged - (busy ? total->idle_charged : 0);
	return total->self - (busy ? total->idle : 0);
}

static bool has_samples(const struct totals *totals)
{
	return totals_event(totals)->samples_known;
}

static bool row_has_name(const struct judge *judge, const struct diff_row *row, const char *name)
{
	return !strcmp(diff_row_side_name(judge->event, row, NEW), name) ||
	       !strcmp(diff_row_side_name(judge->event, row, BASE), name);
}

/* A symbol, with whatever the other side calls it; inferred pairs do not count. */
static void add_rows(const struct judge *judge, int side, const char *name, struct seen *seen)
{
	for (size_t i = 0; i < judge->event->row_count; i++) {
		const struct diff_row *row = &judge->event->rows[i];

		if (row->match == MATCH_INFERRED || !row_has_name(judge, row, name))
			continue;
		seen->found |= row->side[side].listed;
		seen->share += share_of(judge, side, row->side[side].self);
		seen->maybe += share_of(judge, side, row->side[side].hidden);
	}
}

static void add_symbols(const struct judge *judge, int side, const char *name, struct seen *seen)
{
	const struct totals *totals = judge->totals[side];
	const struct profile *profile = totals->profile;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const struct symbol_total *total = &totals->symbols[i];

		if (strcmp(profile_text(profile, profile->symbols[i].name), name) ||
		    !(total->self || total->children))
			continue;
		seen->found = true;
		seen->share += share_of(judge, side, total->self);
	}
	if (!seen->found && totals_event(totals)->cut)
		seen->maybe += share_of(judge, side, totals_event(totals)->cut_below);
}

static struct seen look_at_symbol(const struct judge *judge, int side, const char *name)
{
	const struct totals *totals = judge->totals[side];
	struct seen seen = {
		.samples = has_samples(totals) ? (double)totals_event(totals)->samples : 0,
		.run_sd = BOOTS_DIFFER,
		.maybe = share_of(judge, side, totals->buckets[BUCKET_UNRESOLVED].self),
	};

	if (judge->event)
		add_rows(judge, side, name, &seen);
	else
		add_symbols(judge, side, name, &seen);
	return seen;
}

/*
 * What no rule knows may belong to any bucket. Where both sides are paired, a
 * symbol belongs to the same one on both: only what it grew by can be growth.
 */
static double unknown_share(const struct judge *judge, int side, const struct gate_rule *rule)
{
	double sum = 0;

	if (rule->kind == SYMDIFF_MAX || rule->charged)
		return share_of(judge, side,
				bucket_weight(judge, side, BUCKET_OTHER, rule->charged));
	for (size_t i = 0; i < judge->event->row_count; i++) {
		const struct diff_row *row = &judge->event->rows[i];
		double more = share_of(judge, side, row->side[side].self) -
			      share_of(judge, !side, row->side[!side].self);

		if (row->bucket == BUCKET_OTHER && more > 0)
			sum += more;
	}
	return sum;
}

static struct seen look_at_bucket(const struct judge *judge, int side, const struct gate_rule *rule)
{
	static const uint16_t open_buckets[] = { BUCKET_NOT_LISTED, BUCKET_UNRESOLVED };
	const struct buckets *buckets = judge->rules->buckets;
	const struct totals *totals = judge->totals[side];
	uint16_t leaf = buckets_find_leaf(buckets, rule->name);
	uint16_t head = buckets_find_head(buckets, rule->name);
	struct seen seen = {
		.samples = has_samples(totals) ? (double)totals_event(totals)->samples : 0,
		.run_sd = rule->charged ? BOOTS_DIFFER_CHARGED : BOOTS_DIFFER,
	};

	for (uint16_t i = 0; i < totals->bucket_count; i++) {
		if (head != BUCKET_NONE ? buckets_head(buckets, i) != head : i != leaf)
			continue;
		seen.found = true;
		seen.share += share_of(judge, side, bucket_weight(judge, side, i, rule->charged));
	}
	if (strcmp(buckets_leaf_name(buckets, BUCKET_OTHER), rule->name))
		seen.maybe = unknown_share(judge, side, rule);
	for (size_t i = 0; i < ARRAY_SIZE(open_buckets); i++)
		if (strcmp(buckets_leaf_name(buckets, open_buckets[i]), rule->name))
			seen.maybe += share_of(
				judge, side,
				bucket_weight(judge, side, open_buckets[i], rule->charged));
	return seen;
}

bool gate_is_bucket(const struct judge *judge, const char *name)
{
	return buckets_find_head(judge->rules->buckets, name) != BUCKET_NONE ||
	       buckets_find_leaf(judge->rules->buckets, name) != BUCKET_NONE;
}

uint64_t gate_whole(const struct judge *judge, const struct totals *totals)
{
	return totals->total -
	       (judge->with_idle || totals->idle == totals->total ? 0 : totals->idle);
}

static bool is_symbol_of(const struct judge *judge, int side, const struct totals *run,
			 uint32_t symbol, const char *name)
{
	const struct profile *profile = run->profile;
	uint32_t row;

	if (!judge->event)
		return !strcmp(profile_text(profile, profile->symbols[symbol].name), name);
	row = judge->event->row_of[side][symbol];
	return row != NONE && judge->event->rows[row].match != MATCH_INFERRED &&
	       row_has_name(judge, &judge->event->rows[row], name);
}

/* What a run has of the rows that bear the name on either side. */
static double rows_in_run(const struct judge *judge, int side, const struct totals *run,
			  const char *name)
{
	double sum = 0;

	for (uint32_t i = 0; i < run->profile->symbol_count; i++)
		if (is_symbol_of(judge, side, run, i, name))
			sum += (double)run->symbols[i].self;
	return sum;
}

static double share_in_run(const struct judge *judge, int side, const struct gate_rule *rule,
			   const struct totals *run)
{
	struct judge of_run = *judge;

	of_run.totals[side] = run;
	of_run.whole[side] = gate_whole(judge, run);
	if (gate_is_bucket(judge, rule->name))
		return look_at_bucket(&of_run, side, rule).share;
	if (judge->event)
		return rows_in_run(judge, side, run, rule->name) /
		       fmax((double)of_run.whole[side], 1);
	return look_at_symbol(&of_run, side, rule->name).share;
}

static void add_blocks(const struct judge *judge, int side, const struct gate_rule *rule,
		       const struct totals *run, struct run_value *value)
{
	const struct buckets *buckets = judge->rules->buckets;
	uint16_t leaf = buckets_find_leaf(buckets, rule->name);
	uint16_t head = buckets_find_head(buckets, rule->name);
	bool busy = gate_whole(judge, run) != run->total;
	struct time_series series = { { 0 } };

	if (gate_is_bucket(judge, rule->name)) {
		for (uint16_t i = 0; i < run->bucket_count; i++)
			if (head != BUCKET_NONE ? buckets_head(buckets, i) == head : i == leaf)
				time_series_add_bucket(&series, &run->times, i, rule->charged,
						       busy);
	} else {
		for (uint32_t i = 0; i < run->profile->symbol_count; i++)
			if (is_symbol_of(judge, side, run, i, rule->name))
				time_series_add_symbol(&series, &run->times, i);
	}
	noise_add_blocks(value, run, &series, busy);
}

static void look_at_runs(const struct judge *judge, int side, const struct gate_rule *rule,
			 struct seen *seen)
{
	const struct totals *sum = judge->totals[side];
	const struct totals **runs = mem_alloc((judge->side[side]->run_count + 1) * sizeof(*runs));

	seen->runs = noise_runs(judge->side[side], sum, runs);
	seen->values = mem_zalloc(seen->runs, sizeof(*seen->values));
	for (size_t i = 0; i < seen->runs; i++) {
		seen->values[i] = (struct run_value) {
			.share = fmin(share_in_run(judge, side, rule, runs[i]), 1),
			.samples = fmax(noise_samples(sum, runs[i]) *
						totals_share(runs[i], gate_whole(judge, runs[i])),
					1),
		};
		add_blocks(judge, side, rule, runs[i], &seen->values[i]);
	}
	free(runs);
}

struct seen gate_look(const struct judge *judge, int side, const struct gate_rule *rule)
{
	struct seen seen = gate_is_bucket(judge, rule->name)
				   ? look_at_bucket(judge, side, rule)
				   : look_at_symbol(judge, side, rule->name);

	if (judge->calibration && gate_is_bucket(judge, rule->name)) {
		seen.run_sd = calibration_of_bucket(judge->calibration, rule->name, rule->charged,
						    seen.run_sd);
		seen.run_df = judge->calibration->df;
	}
	look_at_runs(judge, side, rule, &seen);
	return seen;
}
