/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_OPENED_H
#define REPORT_OPENED_H

#include <stddef.h>

#include "diff/diff.h"
#include "support/arena.h"

/*
 * A bucket opened by phase, mechanism and client, or a symbol by caller and
 * callee, of one profile or of both sides of a diff: what the writers print.
 */
struct opened_line {
	const char *name;
	const char *note;	/* what is probable only: a slab cache; "" if nothing */
	uint64_t weight[SIDES]; /* in each side's scale; a report uses NEW */
};

struct opened_section {
	const char *key;   /* in JSON: "phases", "mechanisms", "clients", "subsystems", ... */
	const char *title; /* for people */
	struct opened_line *lines; /* heaviest first, by the heavier side */
	size_t count;
};

struct opened {
	const char *kind; /* "anatomy" or "callers" */
	const char *name; /* of the bucket or symbol */
	bool two_sides;
	uint64_t total[SIDES], whole[SIDES];
	struct opened_section sections[4];
	size_t section_count;
	struct arena arena;
};

/*
 * Open what @options ask for: the I-th of them, or false past the last.
 * @event is NULL for a report, which is of @side and its @totals.
 */
bool opened_init(struct opened *opened, size_t i, const struct symdiff_profile *side,
		 const struct totals *totals, const struct diff_event *event,
		 const struct symdiff_profile *const sides[SIDES],
		 const struct symdiff_print_options *options);
void opened_deinit(struct opened *opened);

#endif
