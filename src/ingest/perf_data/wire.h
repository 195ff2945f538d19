/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_WIRE_H
#define PERF_DATA_WIRE_H

#include <stdint.h>

/*
 * Numbers of the perf.data format. Sources: the kernel's
 * include/uapi/linux/perf_event.h (v6.18) for what the kernel writes, and
 * tools/perf/Documentation/perf.data-file-format.txt and
 * tools/lib/perf/include/perf/event.h (v6.18) for what perf adds. They are
 * spelled out here so that symdiff builds with the headers of any kernel.
 */

enum record_type {
	RECORD_MMAP = 1,
	RECORD_LOST = 2,
	RECORD_COMM = 3,
	RECORD_EXIT = 4,
	RECORD_THROTTLE = 5,
	RECORD_FORK = 7,
	RECORD_SAMPLE = 9,
	RECORD_MMAP2 = 10,
	RECORD_LOST_SAMPLES = 13,
	RECORD_KSYMBOL = 17,

	/* Written by perf itself. */
	RECORD_USER_FIRST = 64,
	RECORD_HEADER_ATTR = 64,
	RECORD_EVENT_TYPE = 65, /* until perf 3.13 */
	RECORD_TRACING_DATA = 66,
	RECORD_BUILD_ID = 67,
	RECORD_FINISHED_ROUND = 68,
	RECORD_AUXTRACE = 71,
	RECORD_EVENT_UPDATE = 78,
	RECORD_FEATURE = 80,
	RECORD_COMPRESSED = 81,
	RECORD_COMPRESSED2 = 83,

	/* From here on simpleperf's own, whose sizes have 32 bits. */
	RECORD_SIMPLEPERF_FIRST = 32768,
};

#define RECORD_HEADER 8 /* u32 type, u16 misc, u16 size */

enum {
	MISC_CPUMODE_MASK = 7,
	MISC_KERNEL = 1,
	MISC_USER = 2,
	MISC_HYPERVISOR = 3,
	MISC_GUEST_KERNEL = 4,
	MISC_GUEST_USER = 5,
	MISC_MMAP_DATA = 1 << 13,
	MISC_COMM_EXEC = 1 << 13,
	MISC_FORK_EXEC = 1 << 13, /* perf made it up: the maps follow */
	MISC_MMAP_BUILD_ID = 1 << 14,
	MISC_BUILD_ID_SIZE = 1 << 15,
};

enum {
	SAMPLE_IP = 1 << 0,
	SAMPLE_TID = 1 << 1,
	SAMPLE_TIME = 1 << 2,
	SAMPLE_ADDR = 1 << 3,
	SAMPLE_READ = 1 << 4,
	SAMPLE_CALLCHAIN = 1 << 5,
	SAMPLE_ID = 1 << 6,
	SAMPLE_CPU = 1 << 7,
	SAMPLE_PERIOD = 1 << 8,
	SAMPLE_STREAM_ID = 1 << 9,
	SAMPLE_RAW = 1 << 10,
	SAMPLE_BRANCH_STACK = 1 << 11,
	SAMPLE_REGS_USER = 1 << 12,
	SAMPLE_STACK_USER = 1 << 13,
	SAMPLE_IDENTIFIER = 1 << 16,
};

enum { REGS_ABI_32 = 1 };

enum {
	BRANCH_CALL_STACK = 1 << 11,
	BRANCH_HW_INDEX = 1 << 17,
};

enum {
	READ_TIME_ENABLED = 1 << 0,
	READ_TIME_RUNNING = 1 << 1,
	READ_ID = 1 << 2,
	READ_GROUP = 1 << 3,
	READ_LOST = 1 << 4,
};

/* Which bit of perf_event_attr's flags, counted in the order of the header. */
enum {
	ATTR_EXCLUDE_USER = 4,
	ATTR_EXCLUDE_KERNEL = 5,
	ATTR_EXCLUDE_HV = 6,
	ATTR_FREQ = 10,
	ATTR_PRECISE = 15, /* two bits */
	ATTR_SAMPLE_ID_ALL = 18,
	ATTR_EXCLUDE_HOST = 19,
	ATTR_EXCLUDE_CALLCHAIN_KERNEL = 21,
	ATTR_EXCLUDE_CALLCHAIN_USER = 22,
};

enum {
	TYPE_HARDWARE = 0,
	TYPE_SOFTWARE = 1,
	TYPE_TRACEPOINT = 2,
	TYPE_HW_CACHE = 3,
	TYPE_RAW = 4,
	TYPE_BREAKPOINT = 5,
};

/* Entries of a callchain that are no addresses but say what the next ones are. */
#define CONTEXT_HV	      ((uint64_t)-32)
#define CONTEXT_KERNEL	      ((uint64_t)-128)
#define CONTEXT_USER	      ((uint64_t)-512)
#define CONTEXT_USER_DEFERRED ((uint64_t)-640)
#define CONTEXT_GUEST	      ((uint64_t)-2048)
#define CONTEXT_GUEST_KERNEL  ((uint64_t)-2176)
#define CONTEXT_GUEST_USER    ((uint64_t)-2560)
#define CONTEXT_FIRST	      ((uint64_t)-4095) /* this and above: no address */

enum feature {
	FEATURE_TRACING_DATA = 1,
	FEATURE_BUILD_ID = 2,
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CPUDESC = 8,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_CPU_TOPOLOGY = 13,
	FEATURE_NUMA_TOPOLOGY = 14,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_COMPRESSED = 27,
	FEATURE_CPU_PMU_CAPS = 28,
	FEATURE_HYBRID_TOPOLOGY = 30,
	FEATURE_PMU_CAPS = 31,
	FEATURE_COUNT = 256,
};

#endif
