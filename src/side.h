/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SIDE_H
#define SIDE_H

#include <symdiff/symdiff.h>

#include "buckets/buckets.h"
#include "buckets/charge.h"
#include "diff/family.h"
#include "ingest/format.h"
#include "model/totals.h"

/* What is behind the handles of the public header: shared by symdiff.c and the stages' ends. */

struct symdiff {
	struct buckets *buckets;
	struct families families;
	struct symdiff_settings settings; /* the caller's texts */
};

/* One of several runs of a side: its totals, numbered as the side's own profile is. */
struct run {
	char *path;
	struct totals *totals; /* by event of the side; total 0 where the run lacks the event */
};

/* One side: a profile with its symbols in buckets, and the totals of each of its events. */
struct symdiff_profile {
	const struct symdiff *rules;
	struct document doc;		/* all that the file holds */
	struct profile *profile;	/* the chosen one */
	char *path;			/* as the user gave it */
	struct totals *totals;		/* by event */
	struct charge_options charging; /* how they were summed */

	/* With repeats: the runs, of which the profile is the sum. None for a single profile. */
	struct run *runs;
	size_t run_count;
	bool path_has_all;  /* the path is not only that of the first run */
	struct part *parts; /* as they were read, until runs_settle */

	/* What was measured beside it, in the captures that it was read from: paths, NULL at the end. */
	const char **evidence;
	size_t evidence_count;
};

/* reading.c: a side with no profile yet. */
struct symdiff_profile *side_new(const struct symdiff *rules, const char *path);

/* reading.c: several sides. Zero-initialised is empty and ready. */
struct side_list {
	struct symdiff_profile **list;
	size_t count, capacity;

	/* Paths of what was measured beside them, NULL at the end. */
	const char **evidence;
	size_t evidence_count;
};
void side_list_deinit(struct side_list *sides);

/* reading.c: what the ingest stage needs to know of the user's options. */
struct ingest_options ingest_options_of(const struct symdiff_read_options *options);

/* reading.c: put the symbols of the side's profile into buckets and sum its events (again). */
void side_sum(struct symdiff_profile *side);

#endif
