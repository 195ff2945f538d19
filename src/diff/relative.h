/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_RELATIVE_H
#define DIFF_RELATIVE_H

#include "diff/diff.h"

/*
 * Shares relative to what did not change: the median, over the functions that
 * both sides have, of new / base. If most functions cost what they did, this is
 * what happened to the share of one that did not change (Anders and Huber 2010,
 * the size factors of DESeq, on shares). Whether most did, nobody knows: it is
 * shown when asked for, and no verdict rests on it.
 */
struct relative {
	size_t rows;	     /* functions that both have, with 10 samples or more; 0: no factor */
	double factor;	     /* the median */
	double quarter[2];   /* a quarter of them have less than the first, more than the second */
	double share[SIDES]; /* of the whole: what these functions have */
	double near_share;   /* ... of the base: those within 10 % of the factor */
};

struct relative relative_of(const struct diff_event *event);

/* Is this a function that both sides have some of? */
bool relative_has(const struct diff_event *event, const struct diff_row *row);

/* How a weight changed relative to that: 1 is not at all. NaN where a side has none. */
double relative_change(const struct diff_event *event, const struct relative *relative,
		       const uint64_t weight[SIDES]);

#endif
