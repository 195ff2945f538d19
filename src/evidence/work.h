/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_WORK_H
#define EVIDENCE_WORK_H

#include "evidence/bench.h"

/* How much each side did, and how long it took, from the results that both columns of a table have. */

struct bench_work {
	double amount[2]; /* of both sides, in one unit */
	const char *unit; /* "jobs", "runs", "MB", or a rate: "events/s" */
	bool is_rate;	  /* amounts only if both took as long, which the results do not say */
};

/*
 * -1 with @err if the results do not say how much was done (cycles, latencies), or not all of them
 * in one unit. A benchmark that takes a time for a given task did one task a run.
 */
int bench_work(const struct bench_table *table, struct bench_work *work,
	       struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* Seconds that a run took, on the clock and of all CPUs; NaN where that is not known of both sides. */
struct bench_time {
	double elapsed[2], cpu[2];
};

struct bench_time bench_time(const struct bench_table *table);

#endif
