// SPDX-License-Identifier: GPL-2.0-or-later
/* Texts that come with profiles and are none, so that a refusal can name them. */
#include "ingest/not_profiles.h"

#include <string.h>

#include "support/error.h"
#include "support/memory.h"

static const struct {
	const char *sign; /* somewhere in a line */
	const char *what;
	bool is_evidence; /* `symdiff evidence` reads it */
} others[] = {
	{ "%Fast", "slabinfo -AD output", true },
	{ "Slab Perf Counter", "slabinfo output for one cache", true },
	{ "Slabcache:", "slabinfo output for one cache", true },
	{ "slabinfo - version", "/proc/slabinfo", true },
	{ "<objperslab>", "/proc/slabinfo", true },
	{ "lock_stat version", "/proc/lock_stat", true },
	{ "con-bounces", "/proc/lock_stat", true },
	{ "Amean ", "an MMTests comparison of benchmarks", true },
	{ "Hmean ", "an MMTests comparison of benchmarks", true },
	{ "Source code & Disassembly", "perf annotate output", false },
	{ "Performance counter stats for", "perf stat output", true },
	{ "nr_free_pages ", "/proc/vmstat", true },
	{ "# Running '", "perf bench output", true },
	{ "elapsed time:", "perf stat output", false },
	{ "/* Total samples for file", "opannotate output", false },
	{ "Each sample counts as", "a gprof flat profile", false },
	{ "# tracer:", "an ftrace log without stack traces", false },
	{ "procs -----------memory", "vmstat output", true },
	{ "avg-cpu:", "iostat output", true },
	{ "rrqm/s", "iostat output", true },
	{ "domain0 ", "/proc/schedstat", true },
	{ "/sys/kernel/slab/", "files of /sys/kernel/slab", true },
	{ " objs_per_slab=", "files of /sys/kernel/slab", true },
	{ " <- kmalloc", "slabinfo -a output", true },
	{ "   total wait ", "perf lock output", true },
	{ "SUMMARY (SLAB allocator)", "perf kmem stat output", true },
	{ "SUMMARY (page allocator)", "perf kmem stat output", true },
	{ "| Ping-pong |", "perf kmem stat output", true },
	{ "jobs/min/task", "results of AIM7", true },
	{ " - smaller is better", "a summary of lmbench", true },
	{ "reclen ", "results of IOzone", true },
	{ " %Diff", "a comparison of benchmarks", true },
	{ " records/s", "results of ebizzy", true },
	{ "Elapsed Time ", "results of kernbench", true },
	{ "N*alloc N*free(", "results of the slab microbenchmark", true },
	{ " cycles kfree -> ", "results of the slab microbenchmark", true },
	{ "events per second:", "results of sysbench", true },
	{ " file descriptors each (==", "results of hackbench", true },
	{ " MB/sec ", "results of dbench", true },
	{ " %stddev", "an LKP comparison without perf-profile rows", true },
	{ "# Samples: 0 ", "a perf report in which no sample was counted", false },
	{ "samples  %", "a table of opreport that has no rows", false },
	{ " T _text", "a symbol table (kallsyms or System.map)", false },
	{ " T _stext", "a symbol table (kallsyms or System.map)", false },
};

/* Titles of tables without rows. */
static const struct {
	const char *sign, *what;
} titles[] = {
	{ "samples  %", "opreport" },	 { "samples % ", "opreport" },
	{ "samples|", "opreport" },	 { " events (", "opreport" },
	{ "# Overhead", "perf report" }, { "# Children", "perf report" },
	{ "# Samples:", "perf report" }, { "# Baseline", "perf diff" },
	{ "PerfTop:", "perf top" },	 { "pcnt function", "perf top" },
	{ "KernelTop:", "kerneltop" },
};

static bool is_empty(const struct text *text)
{
	for (size_t i = 0; i < text->count; i++)
		if (text->lines[i].len)
			return false;
	return true;
}

static int refuse_other(const struct text *text, struct symdiff_error *err)
{
	for (size_t line = 0; line < text->count; line++)
		for (size_t i = 0; i < ARRAY_SIZE(others); i++)
			if (strstr(text->lines[line].at, others[i].sign))
				return symdiff_fail(
					err, SYMDIFF_ERR_FORMAT, text->lines[line].number,
					"this is %s, not a profile%s", others[i].what,
					others[i].is_evidence ? " (see `symdiff evidence`)" : "");
	return 0;
}

static int refuse_title(const struct text *text, struct symdiff_error *err)
{
	for (size_t line = 0; line < text->count; line++)
		for (size_t i = 0; i < ARRAY_SIZE(titles); i++)
			if (strstr(text->lines[line].at, titles[i].sign))
				return symdiff_fail(
					err, SYMDIFF_ERR_FORMAT, text->lines[line].number,
					"a title of %s, but no rows with samples", titles[i].what);
	return 0;
}

int refuse_text(const struct text *text, struct symdiff_error *err)
{
	if (is_empty(text))
		return symdiff_fail(
			err, SYMDIFF_ERR_FORMAT, -1, "nothing but %s; a profile was expected",
			text->has_endless_line ? "a line of more than 16 MiB" : "blank lines");
	if (refuse_other(text, err) || refuse_title(text, err))
		return -1;
	return symdiff_fail(
		err, SYMDIFF_ERR_FORMAT, -1,
		"no profile found: looked for perf.data, perf script, perf report, perf top "
		"or perf diff, opreport, readprofile, folded stacks, stack traces and LKP "
		"perf-profile keys");
}
