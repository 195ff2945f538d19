/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_MOTION_H
#define DIFF_MOTION_H

#include "diff/diff.h"
#include "diff/noise.h"

/*
 * Did something move, and is it more than what the input leaves open? One
 * place decides this for symbols and for buckets, by share or, where the work
 * is known, by cost.
 */
enum motion {
	MOTION_STILL,	/* less than the smallest move worth a word, or within sampling noise */
	MOTION_OPEN,	/* the cut of a table could explain it */
	MOTION_FOLLOWS, /* share moved only because other things did (composition) */
	MOTION_GREW,
	MOTION_SHRANK,
};

/* Both sides of what is judged: weights in each side's scale. */
struct mover {
	uint64_t self[SIDES], hidden[SIDES], samples[SIDES];
	const struct noise_item *noise; /* what its runs vary; NULL until that is known */
};

/*
 * What others' moves do to a share: if all that fell really fell, the rest
 * grows by up_factor; if all that rose really rose, it shrinks by down_factor.
 */
struct composition {
	double up_factor, down_factor;
};

struct mover mover_of_row(const struct diff_event *event, const struct diff_row *row);

/* A row's code, wherever a side has it: what was inlined or merged counts with what took it over. */
struct mover mover_of_code(const struct diff_event *event, const struct diff_row *row);
struct mover mover_of_bucket(const struct diff_event *event, const struct diff_bucket *bucket);

/* What people are told of a bucket: what is charged to it if both sides can say, else self. */
struct mover mover_of_owner(const struct diff_event *event, const struct diff_bucket *bucket);

/* The same of buckets, functions that only one side's names put elsewhere included. */
struct mover mover_of_bucket_code(const struct diff_event *event, const struct diff_bucket *bucket);
struct mover mover_of_owner_code(const struct diff_event *event, const struct diff_bucket *bucket);

/* Over all rows (buckets), what is not listed included, idle time set aside. */
struct composition composition_of_rows(const struct diff_event *event);
struct composition composition_of_heads(const struct diff_event *event);

enum motion motion_of(const struct diff_event *event, const struct mover *mover,
		      const struct composition *composition, double min_points);

/*
 * How much is claimed at least, in percentage points of the whole (of the
 * base's whole, if it is a cost): the end of the range that is nearer to zero,
 * with its sign; 0 if the range holds zero.
 */
double motion_claim(const struct diff_event *event, const struct mover *mover);

/*
 * By what moves are ranked: the claim's lower bound (one-sided 95 %) by what
 * its runs vary or, of single runs, two boots of one kernel differ, in points;
 * never below a hundredth of the claim, so that what is all noise still has an
 * order.
 */
double motion_rank(const struct diff_event *event, const struct mover *mover, bool charged);

/*
 * Sampling noise of a share's change, in percentage points: the half width of
 * a 95 % interval of the difference of two proportions; 0 where the input has
 * no counts of samples. What the runs themselves vary comes on top.
 */
double motion_noise(const struct diff_event *event, const struct mover *mover);

/* The test of a mover; NULL if there are no repeats. */
const struct spread *motion_test(const struct diff_event *event, const struct mover *mover);

/* With repeats: is it among the discoveries, in the direction of its claim? */
bool motion_is_discovery(const struct diff_event *event, const struct mover *mover);

#endif
