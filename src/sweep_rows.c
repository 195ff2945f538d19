// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of a sweep of profiles: totals, buckets, and functions along the points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"
#include "support/memory.h"
#include "sweep_chain.h"

#define SYMBOL_LEAST 0.0001 /* of the whole: a symbol that never has more gets no row */

/* ---- totals and buckets ---- */

static double share_of(const struct column *column, size_t run, struct weight weight, bool busy)
{
	double whole = column->totals[run].all - (busy ? column->totals[run].idle : 0);

	return whole > 0 ? 100 * (weight.all - (busy ? weight.idle : 0)) / whole : 0;
}

static void describe(struct series_row *row, const struct chain *chain)
{
	row->event = chain->name;
	row->unit = "%";
	row->is_share = true;
}

/* Busy time is what is compared, unless a point has nothing else than idle time, or none at all. */
static bool is_busy(const struct gathering *gathering, const struct chain *chain)
{
	bool any = false, all = true;

	for (size_t i = 0; i < gathering->series->point_count; i++) {
		const struct column *column = &chain->columns[i];

		for (size_t r = 0; r < column->runs; r++) {
			any |= column->totals[r].idle > 0;
			all &= column->totals[r].idle < column->totals[r].all;
		}
	}
	return any && all && !gathering->with_idle;
}

static void add_total(struct gathering *gathering, const struct chain *chain)
{
	struct series *series = gathering->series;
	struct series_row *row;

	for (size_t i = 0; i < series->point_count; i++)
		if (chain->columns[i].there && !(chain->columns[i].amount > 0))
			return;
	row = series_add_row(series, SERIES_TOTAL, "total");
	row->event = chain->name;
	row->unit = chain->unit;
	for (uint32_t i = 0; i < series->point_count; i++) {
		const struct column *column = &chain->columns[i];

		for (size_t r = 0; column->amounts && r < column->runs; r++)
			series_add_run(row, i, column->amounts[r]);
		if (column->there && !column->amounts)
			series_add_run(row, i, column->amount);
	}
}

/* The weight of leaves @from to before @to in a run. */
static struct weight sum_leaves(const struct gathering *gathering, const struct column *column,
				int basis, size_t run, uint16_t head, size_t leaf)
{
	struct weight sum = { 0, 0 };

	for (size_t i = 0; i < buckets_count(gathering->buckets); i++) {
		const struct weight *part = &column->buckets[basis][i * column->runs + run];

		if (leaf == SIZE_MAX ? buckets_head(gathering->buckets, i) != head : i != leaf)
			continue;
		sum.all += part->all;
		sum.idle += part->idle;
	}
	return sum;
}

/* What the cut at a point may hide of a bucket: no more than all that the table leaves out. */
static double hidden_of(const struct gathering *gathering, const struct chain *chain,
			const struct functions *functions, uint32_t point, uint16_t head,
			size_t leaf)
{
	const struct column *column = &chain->columns[point];
	size_t points = gathering->series->point_count;
	double hidden = 0, rest = INFINITY;

	for (size_t i = 0; i < buckets_count(gathering->buckets); i++)
		if (leaf == SIZE_MAX ? buckets_head(gathering->buckets, i) == head : i == leaf)
			hidden += functions->hidden[i * points + point];
	for (size_t r = 0; r < column->runs; r++)
		rest = fmin(
			rest,
			share_of(column, r,
				 column->buckets[BASIS_SELF][BUCKET_NOT_LISTED * column->runs + r],
				 false));
	return fmin(hidden, rest);
}

/* A head, or with @leaf one of its sub-buckets; nothing if no point has any of it. */
static void add_bucket(struct gathering *gathering, const struct chain *chain,
		       const struct functions *functions, int basis, uint16_t head, size_t leaf,
		       bool busy)
{
	struct series *series = gathering->series;
	struct series_row *row;
	double most = 0;

	row = series_add_row(series, leaf == SIZE_MAX ? SERIES_BUCKET : SERIES_LEAF,
			     leaf == SIZE_MAX ? buckets_head_name(gathering->buckets, head)
					      : buckets_leaf_name(gathering->buckets, leaf));
	describe(row, chain);
	row->more = basis == BASIS_SELF ? "self" : "charged";
	for (uint32_t i = 0; i < series->point_count; i++) {
		const struct column *column = &chain->columns[i];

		for (size_t r = 0; r < column->runs; r++) {
			double share =
				share_of(column, r,
					 sum_leaves(gathering, column, basis, r, head, leaf), busy);

			most = fmax(most, share);
			series_add_run(row, i, share);
		}
		if (column->there && column->cut && basis == BASIS_SELF &&
		    head != buckets_head(gathering->buckets, BUCKET_NOT_LISTED))
			row->cells[i].hidden =
				hidden_of(gathering, chain, functions, i, head, leaf);
	}
	if (most > 0)
		return;
	series_drop_row(series);
}

static void add_buckets(struct gathering *gathering, const struct chain *chain,
			const struct functions *functions, bool busy)
{
	const struct buckets *buckets = gathering->buckets;
	size_t leaves = buckets_count(buckets);

	for (int basis = 0; basis < (chain->charged ? BASES : 1); basis++) {
		for (uint16_t head = 0; head < buckets_head_count(buckets); head++)
			if (!busy || head != buckets_head(buckets, BUCKET_IDLE))
				add_bucket(gathering, chain, functions, basis, head, SIZE_MAX,
					   busy);
		for (size_t leaf = 0; leaf < leaves; leaf++)
			if ((!busy || leaf != BUCKET_IDLE) &&
			    strcmp(buckets_leaf_name(buckets, leaf),
				   buckets_head_name(buckets, buckets_head(buckets, leaf))) != 0)
				add_bucket(gathering, chain, functions, basis, 0, leaf, busy);
	}
}

/* ---- functions ---- */

static double most_of(const struct gathering *gathering, const struct chain *chain,
		      const struct functions *functions, const struct function *function, bool busy)
{
	double most = 0;

	for (size_t i = 0; i < gathering->series->point_count; i++)
		for (size_t r = 0; r < chain->columns[i].runs; r++)
			most = fmax(
				most,
				share_of(&chain->columns[i], r,
					 (struct weight) {
						 function->selves[functions->first_run[i] + r], 0 },
					 busy));
	return most;
}

/* What a table does not list, the cut may hide; what a whole profile does not have is 0. */
static void add_function(struct gathering *gathering, const struct chain *chain,
			 const struct functions *functions, const struct function *function,
			 bool busy)
{
	struct series *series = gathering->series;
	struct series_row *row = series_add_row(series, SERIES_SYMBOL, function->newest->name);

	describe(row, chain);
	row->more = function->newest->dso;
	row->bucket = buckets_leaf_name(gathering->buckets, function->newest->bucket);
	if (strcmp(function->oldest->name, function->newest->name) != 0)
		row->was = function->oldest->name;
	for (uint32_t i = 0; i < series->point_count; i++) {
		const struct column *column = &chain->columns[i];

		if (column->there && column->cut && !function->listed[i]) {
			row->cells[i].hidden = 100 * column->cut_below;
			continue;
		}
		for (size_t r = 0; r < column->runs; r++) {
			double self = function->selves[functions->first_run[i] + r];

			if (!column->cut || self > 0)
				series_add_run(
					row, i,
					share_of(column, r, (struct weight) { self, 0 }, busy));
		}
	}
}

static void add_symbols(struct gathering *gathering, const struct chain *chain,
			const struct functions *functions, bool busy)
{
	size_t small = 0;

	for (size_t i = 0; i < functions->count; i++) {
		const struct function *function = &functions->list[i];
		double most = most_of(gathering, chain, functions, function, busy);

		/* What is not listed is a bucket, and no function. */
		if ((busy && function->newest->bucket == BUCKET_IDLE) ||
		    function->newest->bucket == BUCKET_NOT_LISTED)
			continue;
		if (most >= 100 * SYMBOL_LEAST)
			add_function(gathering, chain, functions, function, busy);
		else
			small++;
	}
	if (small)
		series_note(gathering->series,
			    "%zu symbols that never have %.2g %% of %s are not among the rows",
			    small, 100 * SYMBOL_LEAST, *chain->name ? chain->name : "the event");
}

/* ---- all ---- */

int sweep_add_rows(struct gathering *gathering, struct symdiff_error *err)
{
	size_t whole = 0;

	gathering->sweep->charged = gathering->sweep->busy = gathering->count > 0;
	for (size_t i = 0; i < gathering->count; i++) {
		struct chain *chain = &gathering->chains[i];
		struct functions functions = { .list = NULL };
		bool busy;

		if (chain->is_broken)
			continue;
		whole++;
		busy = is_busy(gathering, chain);
		gathering->sweep->busy &= busy;
		gathering->sweep->charged &= chain->charged;
		functions_collect(gathering, chain, &functions);
		add_total(gathering, chain);
		add_buckets(gathering, chain, &functions, busy);
		add_symbols(gathering, chain, &functions, busy);
		functions_deinit(&functions);
	}
	return gathering->count && !whole
		       ? symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				      "no event is in the profiles of all labels")
		       : 0;
}
