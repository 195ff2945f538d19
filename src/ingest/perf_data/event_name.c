// SPDX-License-Identifier: GPL-2.0-or-later
/* The names are those of perf-list(1), perf 6.1; the numbers those of perf_event.h. */
#include "ingest/perf_data/event_name.h"

#include <inttypes.h>
#include <stdio.h>

#include "ingest/perf_data/wire.h"
#include "support/memory.h"

enum {
	HW_CPU_CYCLES = 0,
	HW_REF_CPU_CYCLES = 9,
	SW_CPU_CLOCK = 0,
	SW_TASK_CLOCK = 1,
};

static const char *const hardware[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software[] = {
	"cpu-clock",	    "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",	    "bpf-output",   "cgroup-switches",
};

static const char *const caches[] = {
	"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node",
};

/* One and several: L1-dcache-load-misses, L1-dcache-loads. */
static const char *const operations[][2] = {
	{ "load", "loads" },
	{ "store", "stores" },
	{ "prefetch", "prefetches" },
};

static int cache_name(uint64_t config, char *buf, size_t size)
{
	unsigned int cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;

	if (cache >= ARRAY_SIZE(caches) || op >= ARRAY_SIZE(operations) || result > 1)
		return snprintf(buf, size, "cache 0x%" PRIx64, config);
	if (result)
		return snprintf(buf, size, "%s-%s-misses", caches[cache], operations[op][0]);
	return snprintf(buf, size, "%s-%s", caches[cache], operations[op][1]);
}

static int breakpoint_name(const struct attr *attr, char *buf, size_t size)
{
	return snprintf(buf, size, "mem:0x%" PRIx64 ":%s%s%s", attr->bp_addr,
			attr->bp_type & 1 ? "r" : "", attr->bp_type & 2 ? "w" : "",
			attr->bp_type & 4 ? "x" : "");
}

static int plain_name(const struct attr *attr, char *buf, size_t size)
{
	/* The upper half says which kind of CPU, on machines that have several. */
	uint32_t low = (uint32_t)attr->config;

	if (attr->type == TYPE_HARDWARE && low < ARRAY_SIZE(hardware))
		return snprintf(buf, size, "%s", hardware[low]);
	if (attr->type == TYPE_SOFTWARE && low < ARRAY_SIZE(software))
		return snprintf(buf, size, "%s", software[low]);
	if (attr->type == TYPE_HW_CACHE)
		return cache_name(low, buf, size);
	if (attr->type == TYPE_BREAKPOINT)
		return breakpoint_name(attr, buf, size);
	if (attr->type == TYPE_RAW)
		return snprintf(buf, size, "raw 0x%" PRIx64, attr->config);
	if (attr->type == TYPE_TRACEPOINT)
		return snprintf(buf, size, "tracepoint %" PRIu64, attr->config);
	return snprintf(buf, size, "type %" PRIu32 " config 0x%" PRIx64, attr->type, attr->config);
}

/* Who was counted, if not all, and how exact the address is. */
static int modifiers(const struct attr *attr, char *buf, size_t size)
{
	bool some = attr_flag(attr, ATTR_EXCLUDE_USER) || attr_flag(attr, ATTR_EXCLUDE_KERNEL) ||
		    attr_flag(attr, ATTR_EXCLUDE_HV);
	int precise = attr->flags >> 15 & 3;

	if (!some && !precise)
		return 0;
	return snprintf(buf, size, ":%s%s%s%.*s",
			some && !attr_flag(attr, ATTR_EXCLUDE_KERNEL) ? "k" : "",
			some && !attr_flag(attr, ATTR_EXCLUDE_USER) ? "u" : "",
			some && !attr_flag(attr, ATTR_EXCLUDE_HV) ? "h" : "", precise, "ppp");
}

size_t event_name(const struct attr *attr, char *buf, size_t size)
{
	size_t len = plain_name(attr, buf, size);

	if (len < size)
		len += modifiers(attr, buf + len, size - len);
	return len < size ? len : size - 1;
}

enum event_clock event_clock(const struct attr *attr, const char *name)
{
	uint32_t low = (uint32_t)attr->config;

	if (attr->type == TYPE_SOFTWARE)
		return low == SW_CPU_CLOCK    ? CLOCK_WALL
		       : low == SW_TASK_CLOCK ? CLOCK_UNHALTED
					      : CLOCK_COUNT;
	if (attr->type == TYPE_HARDWARE)
		return low == HW_CPU_CYCLES || low == HW_REF_CPU_CYCLES ? CLOCK_UNHALTED
									: CLOCK_COUNT;
	if (attr->type == TYPE_TRACEPOINT || attr->type == TYPE_HW_CACHE ||
	    attr->type == TYPE_BREAKPOINT)
		return CLOCK_COUNT;
	return event_clock_of(name);
}
