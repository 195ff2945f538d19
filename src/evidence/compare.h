/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_COMPARE_H
#define EVIDENCE_COMPARE_H

#include "evidence/evidence.h"

/* A value moved if it changed by more than this part of the larger one, or, of a percentage, by
 * more than so many points. What noise there is, one reading a side does not say. */
#define EVIDENCE_MOVED_PART   0.05
#define EVIDENCE_MOVED_POINTS 2.0

enum { EVIDENCE_BASE, EVIDENCE_NEW, EVIDENCE_SIDES };

/* One key of a row on both sides. */
struct evidence_move {
	const char *key;
	/* What each side says; of repeats the mean. Runs of 0: it does not have it. */
	struct evidence_reading {
		size_t runs;
		double value; /* of those runs that are numbers */
		enum evidence_state state;
	} sides[EVIDENCE_SIDES];
	double delta, change_pct; /* NaN where one side has no number, or the base is 0 */
	bool is_points;		  /* a percentage: the delta is what counts */
	bool moved;
};

/* A row of the base, of the new side, or of both; the other one is NULL. */
struct evidence_pair {
	const struct evidence_row *sides[EVIDENCE_SIDES]; /* the first of repeats */
	bool by_alias; /* of other names: they are one cache, as slabinfo -a or its size says */
	struct evidence_move *moves;
	size_t count, capacity;
	bool moved;
	double rank; /* 0 to 1: what it moved, as part of the largest move of that key */
};

/* The rows of both sides, those that moved most first. */
struct evidence_diff {
	const struct evidence *sides[EVIDENCE_SIDES]; /* not owned */
	struct evidence_pair *pairs;
	size_t count, capacity;
};

/* Are both rows of one cache, lock, counter or test, run the same way? */
bool evidence_same_subject(const struct evidence_row *a, const struct evidence_row *b);

/*
 * Rows are joined by table kind, name, group and metric; caches also by their aliases, and, where
 * none are given, :0000512 with kmalloc-512. evidence_compare fails with @err if no row has a
 * partner.
 */
void evidence_join(const struct evidence *base, const struct evidence *newer,
		   struct evidence_diff *diff);
int evidence_compare(const struct evidence *base, const struct evidence *newer,
		     struct evidence_diff *diff, struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void evidence_diff_deinit(struct evidence_diff *diff);

#endif
