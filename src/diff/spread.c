// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/spread.h"

#include <math.h>
#include <stdlib.h>

#include "diff/stats.h"
#include "support/memory.h"

#define COUNT_FLOOR 10 /* samples in a run, on average, on the side that has more */

static double from_odds(double log_odds)
{
	return 1 / (1 + exp(-log_odds));
}

/* Half a sample more of either kind: nothing seen is not nothing there. */
static double on_scale(const struct run_value *value, bool of_cost)
{
	double k = value->share * value->samples;
	double rest = fmax(value->samples - k, 0);

	return of_cost ? log(value->cost * (k + 0.5) / (value->samples + 1))
		       : log((k + 0.5) / (rest + 0.5));
}

/* Of independent samples. */
static double counting_of(const struct run_value *value, bool of_cost)
{
	double k = value->share * value->samples;
	double rest = fmax(value->samples - k, 0);

	return of_cost ? 1 / (k + 0.5) : 1 / (k + 0.5) + 1 / (rest + 0.5);
}

/* Blocks of time may show that samples were not independent; that they were more so is chance. */
static double sampling_of(const struct run_value *value, bool of_cost)
{
	return counting_of(value, of_cost) * (value->dispersion > 1 ? value->dispersion : 1);
}

static double variance_of(const double *values, size_t count, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return count > 1 ? sum / (double)(count - 1) : NAN;
}

/* Runs without times say nothing of blocks; nor do the others of a side, then. */
static void measure_blocks(struct spread *spread, int side, const struct run_value *values)
{
	double runs = (double)spread->runs[side], sum = 0, least = INFINITY;

	for (size_t i = 0; i < spread->runs[side]; i++) {
		sum += values[i].blocks_df > 0 ? values[i].dispersion : NAN;
		least = fmin(least, values[i].blocks_df);
	}
	spread->dispersion[side] = runs > 0 ? sum / runs : NAN;
	spread->blocks_df[side] = isnan(spread->dispersion[side]) ? 0 : least;
}

static void measure_side(struct spread *spread, int side, const struct run_value *values,
			 double *scaled, double *shares, double run_sd)
{
	size_t count = spread->runs[side];
	double runs = (double)count, df = runs - 1;

	for (size_t i = 0; i < count; i++) {
		shares[i] = values[i].share;
		scaled[i] = on_scale(&values[i], spread->of_cost);
		spread->k[side] += values[i].share * values[i].samples;
		spread->n[side] += values[i].samples;
		spread->mean[side] += shares[i] / runs;
		spread->center[side] += scaled[i] / runs;
		spread->counting[side] += counting_of(&values[i], spread->of_cost) / runs;
		spread->sampling[side] += sampling_of(&values[i], spread->of_cost) / runs;
	}
	measure_blocks(spread, side, values);
	spread->sd[side] = sqrt(variance_of(shares, count, spread->mean[side]));
	spread->variance[side] = variance_of(scaled, count, spread->center[side]);
	/* One run, or one run under several names, says nothing of what runs vary. */
	if (count < 2)
		spread->variance[side] = spread->sampling[side] + run_sd * run_sd;
	else if (stats_is_too_small(spread->variance[side], spread->counting[side], df))
		spread->variance[side] = spread->sampling[side];
	spread->se[side] = sqrt(spread->variance[side] / runs);
}

static double sum_of(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum;
}

static void leave_one_out(struct spread *spread, double *const shares[SIDES])
{
	struct range *range = &spread->without_one;

	*range = (struct range) { INFINITY, -INFINITY };
	for (int side = 0; side < SIDES; side++) {
		size_t count = spread->runs[side];
		double sum = sum_of(shares[side], count);

		for (size_t i = 0; i < count && count > 1; i++) {
			double mean = (sum - shares[side][i]) / (double)(count - 1);
			double points = 100 * (side == NEW ? mean - spread->mean[BASE]
							   : spread->mean[NEW] - mean);

			range->low = fmin(range->low, points);
			range->high = fmax(range->high, points);
		}
	}
	if (range->low > range->high)
		*range = (struct range) { NAN, NAN };
}

/*
 * Single runs: what blocks of time show is itself estimated, from so many of them; the rest of
 * the variance is counted or stated (Satterthwaite).
 */
static double single_df(const struct spread *spread)
{
	double sum = 0, parts = 0;

	for (int side = 0; side < SIDES; side++) {
		double sampling = spread->sampling[side];

		sum += spread->runs[side] ? spread->variance[side] : 0;
		if (sampling > spread->counting[side])
			parts += sampling * sampling / spread->blocks_df[side];
	}
	return parts > 0 ? sum * sum / parts : INFINITY;
}

void spread_measure(struct spread *spread, const struct run_value *const values[SIDES],
		    const size_t runs[SIDES], bool of_cost, double run_sd)
{
	size_t count = runs[BASE] + runs[NEW];
	double *memory = mem_alloc((2 * count + 1) * sizeof(*memory));
	double *scaled[SIDES] = { memory, memory + runs[BASE] };
	double *shares[SIDES] = { memory + count, memory + count + runs[BASE] };

	*spread = (struct spread) { .runs = { runs[BASE], runs[NEW] },
				    .of_cost = of_cost,
				    .p = NAN,
				    .q = NAN,
				    .exact_p = NAN };
	for (int side = 0; side < SIDES; side++)
		measure_side(spread, side, values[side], scaled[side], shares[side], run_sd);
	spread->df = INFINITY;
	if (runs[BASE] > 1 && runs[NEW] > 1)
		spread->df =
			stats_welch_df(spread->se[BASE] * spread->se[BASE], (double)runs[BASE] - 1,
				       spread->se[NEW] * spread->se[NEW], (double)runs[NEW] - 1);
	else if (runs[BASE] > 1 || runs[NEW] > 1)
		spread->df = (double)(runs[BASE] > 1 ? runs[BASE] : runs[NEW]) - 1;
	else
		spread->df = single_df(spread);
	leave_one_out(spread, shares);
	free(memory);
}

/* The two sides' variances together, weighted by their degrees of freedom. */
static double pooled(const struct spread *spread, const double of[SIDES])
{
	double base = (double)spread->runs[BASE] - 1, newer = (double)spread->runs[NEW] - 1;

	return (base * of[BASE] + newer * of[NEW]) / (base + newer);
}

void spread_moderate(struct spread *const *spreads, size_t count)
{
	double *variance = mem_alloc((2 * count + 1) * sizeof(*variance));
	double *sampling = variance + count;
	struct variance_prior prior;
	double df = 0;

	for (size_t i = 0; i < count; i++) {
		df = (double)(spreads[i]->runs[BASE] + spreads[i]->runs[NEW]) - 2;
		variance[i] = pooled(spreads[i], spreads[i]->variance);
		sampling[i] = pooled(spreads[i], spreads[i]->counting);
	}
	prior = stats_fit_prior(variance, sampling, count, df);
	for (size_t i = 0; i < count; i++) {
		struct moderated now = stats_moderate(&prior, variance[i], sampling[i], df);

		for (int side = 0; side < SIDES; side++)
			spreads[i]->se[side] = sqrt(now.variance / (double)spreads[i]->runs[side]);
		/* All rows together have no more than this. */
		spreads[i]->df = fmin(now.df, df * (double)count);
	}
	free(variance);
}

static double standard_error(const struct spread *spread)
{
	return hypot(spread->se[BASE], spread->se[NEW]);
}

void spread_test(struct spread *spread)
{
	double se = standard_error(spread), change = spread->center[NEW] - spread->center[BASE];

	spread->p = se > 0 ? stats_t_two_sided(change / se, spread->df) : NAN;
}

void spread_set_noise(struct spread *spread, double sd, double df)
{
	for (int side = 0; side < SIDES; side++) {
		spread->variance[side] = spread->sampling[side] + sd * sd;
		spread->se[side] = sqrt(spread->variance[side] / (double)spread->runs[side]);
	}
	spread->df = df;
}

void spread_permute(struct spread *spread, const struct run_value *const values[SIDES])
{
	double *scaled = mem_alloc((spread->runs[BASE] + spread->runs[NEW] + 1) * sizeof(*scaled));
	size_t count = 0;

	for (int side = 0; side < SIDES; side++)
		for (size_t i = 0; i < spread->runs[side]; i++)
			scaled[count++] = on_scale(&values[side][i], spread->of_cost);
	spread->exact_p = stats_permutation(scaled, spread->runs[BASE], scaled + spread->runs[BASE],
					    spread->runs[NEW]);
	free(scaled);
}

bool spread_is_small(const struct spread *spread)
{
	for (int side = 0; side < SIDES; side++)
		if (spread->k[side] >= COUNT_FLOOR * (double)spread->runs[side])
			return false;
	return true;
}

/* Those of @spreads that have the samples, to @list. */
static size_t set_aside(struct spread *const *spreads, size_t count, struct spread **list)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (!spread_is_small(spreads[i]))
			list[kept++] = spreads[i];
	return kept;
}

void spread_search(struct spread *const *rows, size_t row_count, struct spread *const *buckets,
		   size_t bucket_count)
{
	size_t most = row_count + bucket_count + 1;
	struct spread **list = mem_alloc(most * sizeof(struct spread *));
	double *p = mem_alloc(2 * most * sizeof(*p)), *q = p + most;
	size_t count = set_aside(rows, row_count, list);

	if (count && list[0]->runs[BASE] > 1 && list[0]->runs[NEW] > 1)
		spread_moderate(list, count);
	count += set_aside(buckets, bucket_count, list + count);
	for (size_t i = 0; i < count; i++) {
		spread_test(list[i]);
		p[i] = list[i]->p;
	}
	stats_adjust(p, q, count);
	for (size_t i = 0; i < count; i++)
		list[i]->q = q[i];
	free(list);
	free(p);
}

struct range spread_share(const struct spread *spread, int side, double tail)
{
	double t = stats_t_quantile(1 - tail, spread->df);

	return (struct range) { from_odds(spread->center[side] - t * spread->se[side]),
				from_odds(spread->center[side] + t * spread->se[side]) };
}

struct range spread_points(const struct spread *spread, double tail)
{
	struct range base = spread_share(spread, BASE, tail),
		     newer = spread_share(spread, NEW, tail);
	double p = from_odds(spread->center[BASE]), q = from_odds(spread->center[NEW]);

	return (struct range) {
		100 * (q - p - hypot(q - newer.low, base.high - p)),
		100 * (q - p + hypot(newer.high - q, p - base.low)),
	};
}

struct range spread_ratio(const struct spread *spread, double tail)
{
	double t = stats_t_quantile(1 - tail, spread->df), change, half;
	double share[SIDES], se[SIDES];

	for (int side = 0; side < SIDES; side++) {
		share[side] = spread->of_cost ? 0 : from_odds(spread->center[side]);
		se[side] = spread->se[side] * (1 - share[side]);
	}
	change = spread->of_cost ? spread->center[NEW] - spread->center[BASE]
				 : log(share[NEW] / share[BASE]);
	half = t * hypot(se[BASE], se[NEW]);
	return (struct range) { exp(change - half), exp(change + half) };
}
