// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/filter.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"
#include "support/memory.h"

static void add_range(struct filter_ids *ids, uint64_t first, uint64_t last)
{
	array_reserve(ids->ranges, ids->capacity, ids->count + 1);
	ids->ranges[ids->count++] = (struct filter_range) { first, last };
}

static bool read_number(const char **at, uint64_t *number)
{
	char *end;

	if (!isdigit((unsigned char)**at))
		return false;
	errno = 0;
	*number = strtoull(*at, &end, 10);
	*at = end;
	return !errno;
}

/* "0,2-5" */
static int read_ids(struct filter_ids *ids, const char *list, const char *option,
		    struct symdiff_error *err)
{
	const char *at = list;

	if (!list)
		return 0;
	ids->given = true;
	for (;; at++) {
		uint64_t first, last;
		bool good = read_number(&at, &first);

		last = first;
		if (good && *at == '-')
			good = read_number((at++, &at), &last);
		if (!good || last < first || (*at && *at != ','))
			return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
					    "%s takes numbers and ranges such as 0,2-5, not '%s'",
					    option, list);
		add_range(ids, first, last);
		if (!*at)
			return 0;
	}
}

/* "12.5": seconds, to nanoseconds. */
static bool read_time(const char **at, uint64_t *time_ns)
{
	uint64_t seconds, unit = 1000000000;

	if (!read_number(at, &seconds) || seconds > UINT64_MAX / unit - 1)
		return false;
	*time_ns = seconds * unit;
	if (**at == '.')
		for (++*at; isdigit((unsigned char)**at); ++*at)
			*time_ns += (uint64_t)(**at - '0') * (unit /= 10);
	return true;
}

/* "12.5,13 20,21"; either end of an interval may be missing. */
static bool read_intervals(struct filter_ids *times, const char *at)
{
	while (*at == ' ')
		at++;
	while (*at) {
		uint64_t first = 0, last = UINT64_MAX;

		if (*at != ',' && !read_time(&at, &first))
			return false;
		if (*at++ != ',')
			return false;
		if (*at && *at != ' ' && !read_time(&at, &last))
			return false;
		if ((*at && *at != ' ') || last < first)
			return false;
		add_range(times, first, last);
		while (*at == ' ')
			at++;
	}
	return times->count;
}

/* "10%", to a part of one. */
static bool read_percent(const char **at, double *part)
{
	char *end;

	if (!isdigit((unsigned char)**at))
		return false;
	*part = strtod(*at, &end) / 100;
	*at = end + 1;
	return *end == '%' && *part <= 1;
}

/* "10%/2" is the second tenth, "10%" the first, "10%-20%" says both ends. */
static bool read_slices(struct filter *filter, const char *at)
{
	for (;; at++) {
		struct filter_slice slice = { 0 };
		uint64_t number = 1;

		if (!read_percent(&at, &slice.to))
			return false;
		if (*at == '-') {
			slice.from = slice.to;
			if (!read_percent((at++, &at), &slice.to))
				return false;
		} else {
			double width = slice.to;

			if (*at == '/' && (!read_number((at++, &at), &number) || !number))
				return false;
			slice.from = width * (double)(number - 1);
			slice.to = width * (double)number;
		}
		if (slice.to > 1.000001 || slice.to < slice.from || (*at && *at != ','))
			return false;
		array_reserve(filter->slices, filter->slice_capacity, filter->slice_count + 1);
		filter->slices[filter->slice_count++] = slice;
		if (!*at)
			return true;
	}
}

static int read_times(struct filter *filter, const char *text, struct symdiff_error *err)
{
	if (!text)
		return 0;
	filter->times.given = true;
	if (strchr(text, '%') ? read_slices(filter, text) : read_intervals(&filter->times, text))
		return 0;
	return symdiff_fail(
		err, SYMDIFF_ERR_USAGE, -1,
		"--time takes seconds such as 12.5,13 or slices such as 10%%/2 or 10%%-20%%, "
		"not '%s'",
		text);
}

int filter_init(struct filter *filter, const struct ingest_options *options,
		struct symdiff_error *err)
{
	*filter = (struct filter) { .comms = options->comms, .events = options->events };
	if (!read_ids(&filter->pids, options->pids, "--pid", err) &&
	    !read_ids(&filter->tids, options->tids, "--tid", err) &&
	    !read_ids(&filter->cpus, options->cpus, "--cpu", err) &&
	    !read_times(filter, options->time, err))
		return 0;
	filter_deinit(filter);
	return -1;
}

void filter_deinit(struct filter *filter)
{
	free(filter->pids.ranges);
	free(filter->tids.ranges);
	free(filter->cpus.ranges);
	free(filter->times.ranges);
	free(filter->slices);
	*filter = (struct filter) { 0 };
}

bool filter_needs_span(const struct filter *filter)
{
	return filter->slice_count;
}

/* As in perf, a moment between two slices belongs to the later one only. */
void filter_set_span(struct filter *filter, uint64_t first_ns, uint64_t last_ns)
{
	double span = last_ns > first_ns ? (double)(last_ns - first_ns) : 0;

	for (size_t i = 0; i < filter->slice_count; i++) {
		uint64_t from = first_ns + (uint64_t)llround(filter->slices[i].from * span);
		uint64_t to = first_ns + (uint64_t)llround(filter->slices[i].to * span);
		bool is_last = i + 1 == filter->slice_count;

		if (is_last)
			add_range(&filter->times, from, to);
		else if (to > from)
			add_range(&filter->times, from, to - 1);
	}
	filter->slice_count = 0;
}

static bool same(const char *wanted, const char *text, size_t len)
{
	return strlen(wanted) == len && (!len || !memcmp(wanted, text, len));
}

/*
 * The length of @name without modifiers (cycles:pp is cycles, but
 * sched:sched_switch is itself) or oprofile's count (CPU_CLK_UNHALTED:100000).
 */
static size_t without_modifiers(const char *name, size_t len)
{
	const char *colon = len ? memrchr(name, ':', len) : NULL;

	if (!colon || colon == name)
		return len;
	for (const char *c = colon + 1; c < name + len; c++)
		if (!memchr("ukhGHpPSDWeIb0123456789", *c, 23))
			return len;
	return colon - name;
}

bool filter_wants_event(const struct filter *filter, const char *name, size_t len)
{
	if (!filter->events)
		return true;

	size_t bare = without_modifiers(name, len);

	for (const char *const *wanted = filter->events; *wanted; wanted++)
		if (same(*wanted, name, len) || same(*wanted, name, bare))
			return true;
	return false;
}

bool filter_wants_comm(const struct filter *filter, const char *comm, size_t len)
{
	if (!filter->comms)
		return true;
	for (const char *const *wanted = filter->comms; *wanted; wanted++)
		if (same(*wanted, comm, len))
			return true;
	return false;
}

bool filter_ids_match(const struct filter_ids *ids, uint64_t id)
{
	for (size_t i = 0; i < ids->count; i++)
		if (id >= ids->ranges[i].first && id <= ids->ranges[i].last)
			return true;
	return false;
}
