/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_ROWS_H
#define INGEST_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile.h"

/*
 * The rows of a printed table (opreport, readprofile, perf report, perf top,
 * ...) on their way into a profile. A reader adds what each row says; at the
 * end the unit and the total are decided for the event as a whole, and what
 * the table leaves out becomes the row [not listed].
 *
 * Shares stay true only against the whole: a total that the text does not
 * state is worked out from rows that give both a count and a percentage.
 */
struct row {
	uint32_t symbol; /* of the profile */
	uint32_t comm;	 /* a name; 0: none */
	uint32_t group;	 /* rows whose percentages are of one whole: a CPU, a process; usually 0 */

	bool has_samples, has_period, has_percent, has_children;
	uint64_t samples, period;
	double percent;	   /* self */
	double half_digit; /* half a unit of the last digit printed: 0.005 for "12.34" */
	double children;   /* percent */
};

/* What the text says of the event as a whole; zero where it does not. */
struct rows_facts {
	bool samples_are_weight; /* oprofile: a sample stands for a fixed number of events */
	uint64_t total_samples;	 /* exact, stated */
	uint64_t about_samples;	 /* stated, but rounded ("119K"): good enough for noise only */
	uint64_t event_count;	 /* stated; perf's "approx." is good enough */
	bool maybe_cut;		 /* rows may be missing below the last one */
};

struct rows {
	struct row *list;
	size_t count, capacity;
};

void rows_add(struct rows *rows, struct row row);

/*
 * Turn @rows into stacks of depth 1 of @event, and its unit and total:
 *   - all rows have a period: unit period;
 *   - samples that are the weight, or no percentages: unit samples;
 *   - else percent, counts going to samples.
 * Rows of the same symbol and command are summed. Empties @rows.
 */
void rows_finish(struct rows *rows, struct profile *profile, uint32_t event,
		 const struct rows_facts *facts);

/* The weight of the row [not listed] of @event: no symbol that is not listed weighs more. */
uint64_t rows_not_listed(const struct profile *profile, uint32_t event);

void rows_deinit(struct rows *rows);

#endif
