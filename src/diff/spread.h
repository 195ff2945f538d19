/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_SPREAD_H
#define DIFF_SPREAD_H

#include "diff/diff.h"

/*
 * What the runs of both sides say of one thing: a row, a bucket, an owner. It
 * is looked at as the log-odds of its share, or as the logarithm of its cost
 * per work: on these scales what runs vary is much the same for all sizes.
 */

/* One run. */
struct run_value {
	double share;	/* of the whole, 0 to 1 */
	double samples; /* how many samples the whole is worth; above 0 */
	double cost;	/* of the whole, per work; 0: the work is not known */
	/*
	 * The variance of the share that blocks of time within the run show, in units of what
	 * independent samples would give; NaN: not known. Above 1 it widens the noise.
	 */
	double dispersion;
	double blocks_df; /* how well that is known: degrees of freedom; 0: it is not */
};

/* Where the run-to-run part of the noise is known from. */
enum noise_source { NOISE_RUNS, NOISE_CALIBRATION, NOISE_FLOOR };

struct spread {
	size_t runs[SIDES];
	double k[SIDES], n[SIDES];     /* samples of it, and of the whole, in all runs */
	double mean[SIDES], sd[SIDES]; /* of the shares; sd NaN of a single run */

	/* On the scale of the test. */
	bool of_cost;
	double center[SIDES];	/* mean of the runs */
	double variance[SIDES]; /* of one run */
	double counting
		[SIDES]; /* what sampling alone would give were samples independent (n_eff) */
	double sampling[SIDES];	  /* what it does give: more, where blocks of time show it */
	double dispersion[SIDES]; /* mean over the runs: as in run_value; NaN: not known */
	double blocks_df[SIDES];  /* of the run that knows it least; 0: not known */
	double se[SIDES];	  /* of the center */
	double df;		  /* degrees of freedom of the two together */

	double p;	/* of no change, two-sided; NaN: not tested */
	double q;	/* p, adjusted for all that was tested with it */
	double exact_p; /* by permutation; NaN with fewer than 4 runs a side */

	/* The change without one of the runs, in points: from the least to the most. */
	struct range without_one;
};

/*
 * Take in the runs of both sides. The standard errors are those of unequal
 * variances (Welch); with one run a side, of sampling and @run_sd on the scale
 * of the test.
 */
void spread_measure(struct spread *spread, const struct run_value *const values[SIDES],
		    const size_t runs[SIDES], bool of_cost, double run_sd);

/*
 * Single runs of which it is known elsewhere what they vary: @sd beyond
 * sampling on the scale of the test, known with @df degrees of freedom.
 */
void spread_set_noise(struct spread *spread, double sd, double df);

/* The exact permutation p of the same runs: see stats_permutation. */
void spread_permute(struct spread *spread, const struct run_value *const values[SIDES]);

/* Standard errors by a variance that many rows have in common. All must have the same runs. */
void spread_moderate(struct spread *const *spreads, size_t count);

/* Work out p from what is there. */
void spread_test(struct spread *spread);

/*
 * One search for what moved: rows by a variance that they have in common,
 * buckets each by its own, and q over all of them together. What has too few
 * samples is set aside before: its p and q stay NaN.
 */
void spread_search(struct spread *const *rows, size_t row_count, struct spread *const *buckets,
		   size_t bucket_count);

/*
 * The change of share, in points, with probability @tail beyond each end: the
 * two sides' intervals put together (Zou and Donner 2008, MOVER).
 */
struct range spread_points(const struct spread *spread, double tail);

/* new / base: of the shares, or of the costs. */
struct range spread_ratio(const struct spread *spread, double tail);

/* The share of one side: its lower and upper end. */
struct range spread_share(const struct spread *spread, int side, double tail);

/* Blocks of time widened the noise of sampling. */
static inline bool spread_is_by_blocks(const struct spread *spread)
{
	return spread->sampling[BASE] > spread->counting[BASE] ||
	       spread->sampling[NEW] > spread->counting[NEW];
}

/* "blocks" if so, else "samples". */
static inline const char *spread_sampling_source(const struct spread *spread)
{
	return spread_is_by_blocks(spread) ? "blocks" : "samples";
}

/* Too few samples on both sides to say anything. */
bool spread_is_small(const struct spread *spread);

#endif
