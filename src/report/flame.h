/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_FLAME_H
#define REPORT_FLAME_H

#include <stdbool.h>
#include <stddef.h>

#include "diff/diff.h"
#include "support/names.h"

/*
 * The tree behind a flame graph (Gregg, "The Flame Graph", CACM 59(6), 2016): what is called by
 * what, of one profile or of both sides of a diff in one tree. Functions that the diff has found
 * to be one under two names are one frame; a function that calls itself is one frame, too. Where
 * there are no callchains a frame is a bucket, and what is in it are its symbols.
 *
 * Values are percent of what the diff compares: of the (busy) time of each side or, if both did
 * the same work, of the cost of the base.
 */
enum flame_kind {
	FLAME_ROOT,
	FLAME_COMMAND,
	FLAME_HEAD,   /* bucket: allocator */
	FLAME_LEAF,   /* allocator/slab */
	FLAME_SYMBOL, /* number: a row of the diff or, of one profile, a symbol */
	FLAME_REST,   /* frames too narrow to be drawn, together */
};

struct flame_frame {
	enum flame_kind kind;
	uint32_t number;
	uint32_t parent, depth; /* of the root: NONE, 0 */
	uint32_t end;		/* frames after it and before this one are above it */
	bool is_not_listed;	/* what a cut table leaves out: of what, nobody knows */
	uint32_t folded;	/* FLAME_REST: how many frames it stands for */
	double value[SIDES];	/* with all that it calls */
	double hidden[SIDES];	/* what a cut table may hide on top */
	double self[SIDES];	/* value without what the frames above it have */
	double width;		/* the larger self of both sides, and the widths of what it calls */
};

enum flame_by {
	FLAME_BY_CALLS,	  /* from the root of each callchain to its leaf */
	FLAME_BY_CALLERS, /* from the leaf to its callers: who is behind a function's own time */
	FLAME_BY_BUCKETS,
};

struct flame {
	enum flame_by by;
	const struct diff_event *event; /* NULL: of one profile, which is side NEW */
	const struct symdiff_profile *side[SIDES];
	const struct totals *totals[SIDES];
	bool busy;		    /* idle time is set aside */
	double unit[SIDES];	    /* percent that one of the side's weight is */
	struct flame_frame *frames; /* callers before what they call, the widest first */
	size_t count;

	/* Private to flame.c. */
	struct names commands;
	size_t capacity;
};

/* FLAME_BY_CALLS if the input has callchains (of a diff: on both sides). */
enum flame_by flame_way(const struct totals *totals, const struct diff_event *event);

/* Frames narrower than @least percent are folded into one for each caller. */
void flame_init_report(struct flame *flame, enum flame_by by, const struct symdiff_profile *side,
		       const struct totals *totals, const struct symdiff_print_options *options,
		       double least);
void flame_init_diff(struct flame *flame, enum flame_by by, const struct symdiff_diff *diff,
		     const struct diff_event *event, double least);
void flame_deinit(struct flame *flame);

/*
 * What a frame is called, for free(): "add_partial (was add_partial_tail)", "[unknown] libc.so.6".
 * Not yet safe to show.
 */
char *flame_label(const struct flame *flame, const struct flame_frame *frame);

/* Where its code is, and in which bucket; "" where that makes no sense. */
/* The leaf bucket of a frame that is a symbol or a leaf; BUCKET_NONE of others. */
uint16_t flame_leaf(const struct flame *flame, const struct flame_frame *frame);
const char *flame_dso(const struct flame *flame, const struct flame_frame *frame);
const char *flame_bucket(const struct flame *flame, const struct flame_frame *frame);

/* How a frame changed. What sampling or the cut of a table can explain is no change. */
enum flame_change {
	FLAME_SAME, /* by less than 5 %, or than the noise */
	FLAME_OPEN, /* one side does not list it: no change is known */
	FLAME_UP,   /* by less than a quarter */
	FLAME_UP2,  /* by less than twice */
	FLAME_UP3,  /* to twice and more */
	FLAME_NEW,  /* the base has none of it */
	FLAME_DOWN, /* the same downwards: new + quarter >= base */
	FLAME_DOWN2,
	FLAME_DOWN3,
	FLAME_GONE,
};

enum flame_change flame_change_of(const struct flame *flame, const struct flame_frame *frame);

/*
 * Half the width of the 95 % interval of a frame's change by sampling alone, in the unit of
 * values; 0 where the input has no counts of samples.
 */
double flame_noise(const struct flame *flame, const struct flame_frame *frame);

/* How many samples of equal weight a side is worth; 0: not known. */
double flame_samples(const struct flame *flame, int side);

/* "percent of busy time", "percent of the base's cost, for the same work". */
const char *flame_measure(const struct flame *flame);

#endif
