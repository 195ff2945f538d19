/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_NOISE_H
#define DIFF_NOISE_H

#include "diff/diff.h"
#include "diff/spread.h"

/* What of all that is tested as one may be a false discovery. */
#define FALSE_DISCOVERIES 0.05

/*
 * A share, as log-odds, and a symbol's cost, as a logarithm, differ by this
 * much (one standard deviation) between boots of one kernel, when nothing else
 * is known: measured on hackbench, five boots of 6.1; by leaf, and as charged.
 */
#define BOOTS_DIFFER	     0.11
#define BOOTS_DIFFER_CHARGED 0.19

/* One row or bucket. */
struct noise_item {
	struct spread share; /* of the whole */
	struct spread cost;  /* per work; runs 0 unless it is known */
	struct range total;  /* of the change of its share of the total, in points: 95 % */
};

/* What runs, or the lack of them, leave open of an event. */
struct noise {
	enum noise_source source;
	bool by_cost;		   /* the work is known: costs are tested, else shares */
	struct noise_item *rows;   /* by row; of the code, wherever a side has it */
	struct noise_item *heads;  /* buckets by the leaf */
	struct noise_item *owners; /* heads as charged; NULL unless both sides can say */
	struct noise_item *leaves;
	size_t run_count[SIDES];   /* that have the event */
	double samples[SIDES];	   /* what these are worth: n_eff */
	double blocks[SIDES];	   /* of time: the fewest that a run has; NaN: no times */
	double same_within;	   /* the margin of "same", in points; 0: nothing is said to be */
	size_t tested, discovered; /* of all of these */
	size_t disagree;	   /* tested, but the exact permutation p contradicts the model's */
	bool *stands_out[SIDES];   /* by run: it is far from all others of its side */
};

/*
 * Look at @event, whose rows and buckets are there. With two or more runs on
 * both sides everything is tested that has the samples for it.
 */
struct noise *noise_new(const struct symdiff_diff *diff, const struct diff_event *event);
void noise_free(struct noise *noise);

static inline const struct spread *noise_tested(const struct noise *noise,
						const struct noise_item *item)
{
	return noise->by_cost ? &item->cost : &item->share;
}

/* Both sides have repeats. */
static inline bool noise_is_replicated(const struct noise *noise)
{
	return noise && noise->source == NOISE_RUNS;
}

/* ... or it is known from elsewhere what their runs vary: then there are tests. */
static inline bool noise_is_known(const struct noise *noise)
{
	return noise && noise->source != NOISE_FLOOR;
}

/* Is this one of the discoveries? */
static inline bool spread_is_discovery(const struct spread *spread)
{
	return spread->q <= FALSE_DISCOVERIES; /* a NaN is none */
}

/* What one run has of something: @weight of its totals. */
struct run_value noise_value(const struct diff_event *event, int side, const struct totals *run,
			     double weight, bool of_total);

/* How many samples of equal weight a run's total is worth; @sum is that of its side. */
double noise_samples(const struct totals *sum, const struct totals *run);

/*
 * What blocks of time say of something in a run, whose sums by block are @series: see run_value.
 * @busy: it is a part of busy time.
 */
void noise_add_blocks(struct run_value *value, const struct totals *run,
		      const struct time_series *series, bool busy);

/* The runs of a side that have the event: written to @list, which has room for all. */
size_t noise_runs(const struct symdiff_profile *side, const struct totals *sum,
		  const struct totals **list);

extern const char *const noise_source_names[];

#endif
