/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_GATE_H
#define DIFF_GATE_H

#include "diff/diff.h"

/* What a limit is a limit of. */
enum limit_unit {
	LIMIT_PERCENT, /* share, in percent of busy time (growth: relative, in percent) */
	LIMIT_POINTS,  /* growth of share, in percentage points */
};

struct gate_rule {
	enum symdiff_rule_kind kind;
	const char *text; /* as given, and of which event if that was said */
	char *of_event;	  /* what text is then */
	bool busy;	  /* of busy time; else of the total */
	char *name;	  /* bucket, sub-bucket, set or symbol */
	enum limit_unit unit;
	bool charged; /* by owner; else self */
	double limit;

	/* In the limit's unit: what was seen, and between which bounds it lies. */
	double value, low, high;
	enum symdiff_outcome outcome;
	char *reason; /* why it is inconclusive, in words; NULL if it is not */

	double dispersion[SIDES]; /* what blocks of time show, as in struct spread */
	bool by_blocks;		  /* ... and that it widened the bounds */
	bool calibrated;	  /* single runs, and it is known elsewhere what they vary */
	bool replicated;	  /* every side that it is about has repeats */
	size_t runs[SIDES];	  /* 0: it is not about the base */
	double mde;	  /* minimum detectable effect: beyond the limit, seen in 4 of 5 cases */
	double more_runs; /* a side, that would about decide; NaN: none would, or it is decided */
};

/*
 * The verdict. Bounds are statistical (one-sided, by what the runs vary; of
 * single runs by sampling, and for growth by how much runs of one kernel
 * differ) and logical: what could be in the bucket and was not seen to be is in
 * the upper one (design: unresolved addresses, what a cut table does not list,
 * what no rule knows). Growth between single runs fails only beyond three times
 * the detectable effect.
 */
struct symdiff_verdict {
	struct gate_rule *rules;
	size_t count;
	enum symdiff_outcome outcome;		   /* the worst: fail, then inconclusive */
	const struct symdiff_profile *side[SIDES]; /* the base may be NULL */
	const char *event;
	bool busy;
	double level; /* of the bounds, in percent */
	char **notes; /* what one should know about the data: sentences */
	size_t note_count;
};

extern const char *const outcome_names[]; /* pass, fail, inconclusive */

#endif
