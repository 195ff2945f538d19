/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_FILTER_H
#define INGEST_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "ingest/options.h"

/*
 * Which samples the user wants, for formats that know samples one by one. The
 * lists are written as perf script takes them (perf-script(1), options --comm,
 * --pid, --tid, --cpu and --time; checked against perf 6.1).
 */
struct filter {
	const char *const *comms, *const *events;
	struct filter_ids {
		struct filter_range {
			uint64_t first, last; /* both belong to it */
		} * ranges;
		size_t count, capacity;
		bool given;
	} pids, tids, cpus, times; /* times in nanoseconds */

	/* Time slices in parts of the recording, until filter_set_span() makes them times. */
	struct filter_slice {
		double from, to;
	} * slices;
	size_t slice_count, slice_capacity;
};

/* Read the lists of @options, which must live as long as @filter. */
int filter_init(struct filter *filter, const struct ingest_options *options,
		struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void filter_deinit(struct filter *filter);

/* Are there slices ("10%/2") that need the times of the first and the last sample? */
bool filter_needs_span(const struct filter *filter);
void filter_set_span(struct filter *filter, uint64_t first_ns, uint64_t last_ns);

/* Does an event of this name pass? "cycles" also means "cycles:u". */
bool filter_wants_event(const struct filter *filter, const char *name, size_t len);
bool filter_wants_comm(const struct filter *filter, const char *comm, size_t len);

bool filter_ids_match(const struct filter_ids *ids, uint64_t id);

static inline bool filter_wants_pid(const struct filter *filter, uint64_t pid)
{
	return !filter->pids.given || filter_ids_match(&filter->pids, pid);
}

static inline bool filter_wants_tid(const struct filter *filter, uint64_t tid)
{
	return !filter->tids.given || filter_ids_match(&filter->tids, tid);
}

static inline bool filter_wants_cpu(const struct filter *filter, uint64_t cpu)
{
	return !filter->cpus.given || filter_ids_match(&filter->cpus, cpu);
}

static inline bool filter_wants_time(const struct filter *filter, uint64_t time_ns)
{
	return !filter->times.given || filter_ids_match(&filter->times, time_ns);
}

#endif
