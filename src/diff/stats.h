/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_STATS_H
#define DIFF_STATS_H

#include <stddef.h>

/*
 * Statistics that know nothing of profiles; docs/statistics.md has the formulas
 * with their sources. Degrees of freedom may be infinite: then t is normal.
 */

/* The value that a t with @df degrees of freedom is below with probability @p (0 < p < 1). */
double stats_t_quantile(double p, double df);

/* The probability of a t as far from zero as @t, or farther, on either side. */
double stats_t_two_sided(double t, double df);

/* Degrees of freedom of a sum of two estimated variances (Welch, Satterthwaite). */
double stats_welch_df(double a, double df_a, double b, double df_b);

/*
 * Benjamini-Hochberg: @q[i] is the smallest rate of false discoveries at which
 * @p[i] is a discovery. A NaN was not tested: it stays NaN and is not counted.
 */
void stats_adjust(const double *p, double *q, size_t count);

/*
 * What the variances of many rows have in common (as limma's squeezeVar, with
 * the trend a + b * what sampling explains): the expected variance, and how
 * many degrees of freedom that expectation is worth.
 */
struct variance_prior {
	double constant, slope; /* of the trend */
	double df;		/* 0: nothing is common; infinite: rows do not differ */
};

/*
 * From @count variances @variance, each with @df degrees of freedom, of which
 * @sampling is what sampling alone would give. Fewer than 10 give no prior.
 */
struct variance_prior stats_fit_prior(const double *variance, const double *sampling, size_t count,
				      double df);

/* The expected variance of a row. */
static inline double stats_expected(const struct variance_prior *prior, double sampling)
{
	return prior->constant + prior->slope * sampling;
}

/* What a row's own variance becomes in the light of the others', and its degrees of freedom. */
struct moderated {
	double variance, df;
};

/*
 * A row that varies far more than the others (1 % by the F test) is left with
 * its own variance: what others do says nothing about it.
 */
struct moderated stats_moderate(const struct variance_prior *prior, double variance,
				double sampling, double df);

/* Is this variance smaller than sampling alone would give in one case of a thousand? */
int stats_is_too_small(double variance, double sampling, double df);

/*
 * The exact permutation p, two-sided, of the difference of means: of all ways
 * to divide the runs, how many differ by as much. NaN with fewer than 4 runs on
 * a side, or more than STATS_RUNS_MOST in all (2.7 million ways).
 */
#define STATS_RUNS_MOST 24
double stats_permutation(const double *base, size_t base_count, const double *newer,
			 size_t new_count);

#endif
