// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

#define NORMAL_FROM  1e6   /* degrees of freedom: no difference to be seen */
#define PRIOR_LEAST  10	   /* rows that a prior is fitted to */
#define OUTLYING     0.01  /* a variance that the prior does not explain */
#define IMPROBABLE   0.001 /* runs that are no independent ones */
#define FIT_ROUNDS   30
#define LEAST_REPEAT 4 /* runs a side for permutations */

double stats_t_quantile(double p, double df)
{
	return df < NORMAL_FROM ? gsl_cdf_tdist_Pinv(p, df) : gsl_cdf_ugaussian_Pinv(p);
}

double stats_t_two_sided(double t, double df)
{
	if (isnan(t))
		return NAN;
	if (isinf(t))
		return 0;
	return 2 * (df < NORMAL_FROM ? gsl_cdf_tdist_Q(fabs(t), df) : gsl_cdf_ugaussian_Q(fabs(t)));
}

double stats_welch_df(double a, double df_a, double b, double df_b)
{
	double sum = a + b, parts = a * a / df_a + b * b / df_b;

	return parts > 0 ? sum * sum / parts : df_a + df_b;
}

/* ---- discoveries ---- */

static int compare_p(const void *a, const void *b, void *context)
{
	const double *p = context;
	double x = p[*(const size_t *)a], y = p[*(const size_t *)b];

	return (x > y) - (x < y);
}

void stats_adjust(const double *p, double *q, size_t count)
{
	size_t *order = mem_alloc((count + 1) * sizeof(*order)), tested = 0;
	double least = 1;

	for (size_t i = 0; i < count; i++) {
		q[i] = NAN;
		if (!isnan(p[i]))
			order[tested++] = i;
	}
	qsort_r(order, tested, sizeof(*order), compare_p, (void *)p);
	for (size_t rank = tested; rank > 0; rank--) {
		size_t i = order[rank - 1];

		least = fmin(least, p[i] * (double)tested / (double)rank);
		q[i] = least;
	}
	free(order);
}

/* ---- variances of many rows ---- */

/* One round of least squares with weights 1 / expected^2: variances scatter as their square. */
static void fit_once(struct variance_prior *prior, const double *variance, const double *sampling,
		     size_t count)
{
	double w = 0, wx = 0, wxx = 0, wy = 0, wxy = 0;

	for (size_t i = 0; i < count; i++) {
		double expected = stats_expected(prior, sampling[i]);
		double weight = 1 / (expected * expected), x = sampling[i], y = variance[i];

		w += weight;
		wx += weight * x;
		wxx += weight * x * x;
		wy += weight * y;
		wxy += weight * x * y;
	}

	double det = w * wxx - wx * wx;

	prior->slope = det > 1e-12 * w * wxx ? (w * wxy - wx * wy) / det : 0;
	prior->constant = (wy - prior->slope * wx) / w;
	if (prior->constant < 0) {
		prior->constant = 0;
		prior->slope = wxx > 0 ? wxy / wxx : 0;
	}
	if (prior->slope < 0 || (prior->constant == 0 && prior->slope == 0)) {
		prior->slope = 0;
		prior->constant = wy / w;
	}
}

/* The x of which the trigamma function is @y (Newton, as in Smyth 2004, appendix). */
static double trigamma_inverse(double y)
{
	double x = 0.5 + 1 / y;

	if (y > 1e7)
		return 1 / sqrt(y);
	if (y < 1e-6)
		return 1 / y;
	for (int i = 0; i < 50; i++) {
		double tri = gsl_sf_psi_1(x);
		double step = tri * (1 - tri / y) / gsl_sf_psi_n(2, x);

		x += step;
		if (-step / x < 1e-8)
			break;
	}
	return x;
}

/* How much the rows' variances differ from the trend beyond chance: Smyth 2004, section 6.2. */
static void fit_df(struct variance_prior *prior, const double *variance, const double *sampling,
		   size_t count, double df)
{
	double mean = 0, squares = 0, n = (double)count;
	double bias = gsl_sf_psi(df / 2) - log(df / 2);

	for (size_t i = 0; i < count; i++) {
		double expected = stats_expected(prior, sampling[i]);
		double e = log(fmax(variance[i], 1e-6 * expected) / expected) - bias;

		mean += e / n;
		squares += e * e;
	}

	double excess = (squares - n * mean * mean) / (n - 1) - gsl_sf_psi_1(df / 2);
	double factor = 1;

	prior->df = INFINITY;
	if (excess > 1e-6) {
		prior->df = 2 * trigamma_inverse(excess);
		factor = exp(mean + gsl_sf_psi(prior->df / 2) - log(prior->df / 2));
	}
	prior->constant *= factor;
	prior->slope *= factor;
}

struct variance_prior stats_fit_prior(const double *variance, const double *sampling, size_t count,
				      double df)
{
	struct variance_prior prior = { 0 };
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += variance[i];
	if (count < PRIOR_LEAST || !(df > 0) || !(sum > 0))
		return prior;
	prior.constant = sum / (double)count;
	for (int i = 0; i < FIT_ROUNDS; i++)
		fit_once(&prior, variance, sampling, count);
	fit_df(&prior, variance, sampling, count, df);
	return prior;
}

struct moderated stats_moderate(const struct variance_prior *prior, double variance,
				double sampling, double df)
{
	double expected = stats_expected(prior, sampling), outlying;

	if (!(prior->df > 0) || !(expected > 0))
		return (struct moderated) { variance, df };
	outlying = prior->df < NORMAL_FROM ? gsl_cdf_fdist_Q(variance / expected, df, prior->df)
					   : gsl_cdf_chisq_Q(df * variance / expected, df);
	if (outlying < OUTLYING)
		return (struct moderated) { variance, df };
	if (prior->df >= NORMAL_FROM)
		return (struct moderated) { expected, INFINITY };
	return (struct moderated) {
		(prior->df * expected + df * variance) / (prior->df + df),
		prior->df + df,
	};
}

int stats_is_too_small(double variance, double sampling, double df)
{
	return sampling > 0 && df > 0 &&
	       variance * df / sampling < gsl_cdf_chisq_Pinv(IMPROBABLE, df);
}

/* ---- permutations ---- */

/* The sums of all subsets of some values, by how many values they have, each group sorted. */
struct subsets {
	double *sums;
	size_t first[STATS_RUNS_MOST / 2 + 2]; /* of those with so many values */
};

static int compare_sums(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static struct subsets subsets_of(const double *values, unsigned count)
{
	size_t all = (size_t)1 << count, next[STATS_RUNS_MOST / 2 + 2];
	double *sum = mem_alloc(all * sizeof(*sum));
	struct subsets subsets = { .sums = mem_alloc(all * sizeof(double)) };

	for (size_t mask = 0; mask < all; mask++)
		subsets.first[__builtin_popcountl(mask) + 1]++;
	for (unsigned i = 0; i <= count; i++)
		subsets.first[i + 1] += subsets.first[i];
	memcpy(next, subsets.first, sizeof(next));
	sum[0] = 0;
	for (size_t mask = 0; mask < all; mask++) {
		if (mask)
			sum[mask] = sum[mask & (mask - 1)] + values[__builtin_ctzl(mask)];
		subsets.sums[next[__builtin_popcountl(mask)]++] = sum[mask];
	}
	for (unsigned i = 0; i <= count; i++)
		qsort(subsets.sums + subsets.first[i], subsets.first[i + 1] - subsets.first[i],
		      sizeof(double), compare_sums);
	free(sum);
	return subsets;
}

/* How many pairs, one of each sorted list, sum to @least or more. */
static double pairs_above(const double *a, size_t a_count, const double *b, size_t b_count,
			  double least)
{
	double pairs = 0;
	size_t from = b_count; /* b[from ..] is enough with the a at hand */

	for (size_t i = 0; i < a_count; i++) {
		while (from > 0 && a[i] + b[from - 1] >= least)
			from--;
		pairs += (double)(b_count - from);
	}
	return pairs;
}

/* ... and how many to more than -@least. */
static double pairs_between(const double *a, size_t a_count, const double *b, size_t b_count,
			    double least)
{
	double pairs = 0;
	size_t from = b_count;

	for (size_t i = 0; i < a_count; i++) {
		while (from > 0 && a[i] + b[from - 1] > -least)
			from--;
		pairs += (double)(b_count - from);
	}
	return pairs - pairs_above(a, a_count, b, b_count, least);
}

/*
 * Of the ways to choose @chosen of @values, whose sum is 0, the part that sums to @least or more,
 * up or down: each half's subsets are listed, and only counted together (Horowitz and Sahni 1974).
 */
static double part_as_far(const double *values, size_t count, size_t chosen, double least)
{
	unsigned half = (unsigned)(count / 2), rest = (unsigned)(count - half);
	struct subsets left = subsets_of(values, half), right = subsets_of(values + half, rest);
	double ways = 0, between = 0;

	for (unsigned i = 0; i <= half && i <= chosen; i++) {
		size_t other = chosen - i;

		if (other > rest)
			continue;

		size_t a_count = left.first[i + 1] - left.first[i];
		size_t b_count = right.first[other + 1] - right.first[other];

		ways += (double)a_count * (double)b_count;
		between += pairs_between(left.sums + left.first[i], a_count,
					 right.sums + right.first[other], b_count, least);
	}
	free(left.sums);
	free(right.sums);
	return (ways - between) / ways;
}

double stats_permutation(const double *base, size_t base_count, const double *newer,
			 size_t new_count)
{
	double values[STATS_RUNS_MOST], mean = 0, first = 0;
	size_t count = base_count + new_count;

	if (base_count < LEAST_REPEAT || new_count < LEAST_REPEAT || count > STATS_RUNS_MOST)
		return NAN;
	for (size_t i = 0; i < count; i++) {
		values[i] = i < base_count ? base[i] : newer[i - base_count];
		mean += values[i] / (double)count;
	}
	for (size_t i = 0; i < count; i++) {
		values[i] -= mean;
		first += i < base_count ? values[i] : 0;
	}
	/* About the mean, one side's sum says how far the two are apart. */
	return first == 0 ? 1 : part_as_far(values, count, base_count, fabs(first) * (1 - 1e-9));
}
