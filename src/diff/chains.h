/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_CHAINS_H
#define DIFF_CHAINS_H

#include "diff/diff.h"
#include "support/table.h"

/*
 * The callchains of an event, both sides told in rows of the diff, so that
 * what a function is called by and calls can be compared. A function that
 * calls itself is one frame.
 */
struct chain {
	uint32_t first, depth; /* frames[first .. + depth): rows, leaf first */
	double weight;	       /* in the side's scale */
};

struct chain_list {
	struct chain *list;
	uint32_t *frames;
	size_t count, frame_count;

	/* Private to chains.c. */
	size_t capacity, frame_capacity;
	struct table index;
};

struct chains {
	struct diff_event *event;
	struct chain_list side[SIDES];
	/*
	 * What one of a side's weight is in the unit that both have in common:
	 * cost, if the work is known, else such that most rows stand still.
	 */
	double unit[SIDES];
	double typical; /* new / base of most rows, in that unit: 1 if it is not cost */
	double total;	/* of the base, in that unit */
	double quantum; /* what one sample is in that unit */
};

/* Of the contexts that were summed; of depth 1 where the input has no callchains. */
void chains_init(struct chains *chains, const struct symdiff_diff *diff, struct diff_event *event);
void chains_deinit(struct chains *chains);

/* Call rows by other numbers on one side: @map by row. */
void chains_map(struct chains *chains, int side, const uint32_t *map);

/* Take the frames out of one side's chains that @gone_into their caller, as inlining does. */
void chains_dissolve(struct chains *chains, int side,
		     bool (*gone_into)(const void *context, uint32_t caller, uint32_t callee),
		     const void *context);

/*
 * Are these two of one binary (same build-id)? Then nothing in it was renamed,
 * inlined or merged.
 */
bool chains_same_binary(const struct chains *chains, uint32_t base_row, uint32_t new_row);

/* Standard deviation of a weight (in the common unit) by sampling. */
double chains_noise(const struct chains *chains, double weight);

#endif
