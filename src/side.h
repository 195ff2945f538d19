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

/* One side: a profile with its symbols in buckets, and the totals of each of its events. */
struct symdiff_profile {
	const struct symdiff *rules;
	struct document doc;	 /* all that the file holds */
	struct profile *profile; /* the chosen one */
	char *path;		 /* as the user gave it */
	struct totals *totals;	 /* by event */
	struct charge_options charging; /* how they were summed */
};

#endif
