/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SWEEP_H
#define SWEEP_H

#include <symdiff/symdiff.h>

#include "point.h"
#include "series/series.h"

/* What is behind the handle of a sweep. */

/* One file, as it was read. */
struct sweep_input {
	uint32_t point;
	char *path, *format;
	char **warnings;
	size_t warning_count;
};

struct symdiff_sweep {
	struct series_set set; /* of profiles: one */
	bool is_table;	       /* somebody typed it: there are no profiles */
	bool busy;	       /* shares are of busy time */
	bool charged;	       /* all points have callchains: buckets are told as owners */
	struct sweep_input *inputs;
	size_t input_count, input_capacity;
};

/*
 * sweep_profiles.c: read the profiles of all points, two at a time, and add their rows to @series,
 * whose points are laid out. Points without profiles stay blank.
 */
int sweep_add_profiles(struct symdiff_sweep *sweep, struct series *series, struct symdiff *rules,
		       const struct point *points, const struct symdiff_read_options *read,
		       const struct symdiff_compare_options *compare,
		       struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* sweep_evidence.c: what was seen beside them. */
void sweep_add_evidence(struct series *series, const struct point *points);

#endif
