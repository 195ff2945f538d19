/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_FORMAT_H
#define EVIDENCE_FORMAT_H

#include "evidence/evidence.h"
#include "evidence/words.h"

/* A kind of table. */
struct evidence_format {
	const char *name; /* "slabinfo-AD": the source in JSON */
	const char *what; /* one line for people */
	bool has_runs;	  /* rows of one name are repeats of one measurement */

	/*
	 * If a table of this kind starts at line @at, add its rows and return the line after its
	 * last one. Else return @at; what was added is then dropped.
	 */
	size_t (*read)(const struct text *text, size_t at, struct evidence *evidence);
};

/* In the order in which a line is offered to them. */
extern const struct evidence_format *const evidence_formats[];
extern const size_t evidence_format_count;

/* Counters. */
extern const struct evidence_format slabinfo_activity_format, slabinfo_list_format,
	slabinfo_cache_format, slabinfo_alias_format, proc_slabinfo_format, lock_stat_format,
	perf_stat_format, vmstat_format, vmstat_report_format, iostat_format, schedstat_format,
	perf_lock_format, perf_kmem_format, slab_sysfs_format;

/* Results of benchmarks. */
extern const struct evidence_format mmtests_format, mmtests_extract_format, lkp_evidence_format,
	lkp_json_format, bench_format, perf_bench_format, aim7_format, kernbench_format,
	time_format, dbench_format, ebizzy_format, iozone_format, comparison_format, lmbench_format,
	slab_bench_format, sysbench_format, plain_format;

/* A new row at the end; the calls below are about that one. */
void evidence_add(struct evidence *evidence, struct slice name, uint32_t line);

/* @key must live as long as @evidence. The first value of a key stays. */
void evidence_set(struct evidence *evidence, const char *key, double value);
void evidence_set_number(struct evidence *evidence, const char *key, const struct number *number);

/*
 * What a benchmark was asked to do, what it measured, and what else it says. A result of 0 is a
 * run that failed.
 */
void evidence_set_parameter(struct evidence *evidence, const char *key,
			    const struct number *number);
void evidence_set_result(struct evidence *evidence, const char *key, const struct number *number,
			 enum evidence_better better);
void evidence_set_detail(struct evidence *evidence, const char *key, const struct number *number,
			 enum evidence_better better);

/* Give the last row's value @key a role; nothing if it has none of that key. */
void evidence_set_role(struct evidence *evidence, const char *key, enum evidence_role role,
		       enum evidence_better better);

void evidence_set_side(struct evidence *evidence, struct slice side);
void evidence_set_group(struct evidence *evidence, struct slice group);
void evidence_set_metric(struct evidence *evidence, struct slice metric);
void evidence_set_unit(struct evidence *evidence, struct slice unit);
void evidence_add_place(struct evidence *evidence, struct slice place, double count,
			bool is_holder);

/* The last row's value of this key, to mark it; NULL: it has none. */
struct evidence_value *evidence_last(struct evidence *evidence, const char *key);

/* A key made of a column's title: "waittime-max" is waittime_max, "%Ef" is ef_pct. */
const char *evidence_key(struct evidence *evidence, struct slice title);

/* Which way a metric of LKP should go, by its name; EVIDENCE_EITHER: it is no result. */
enum evidence_better lkp_better(struct slice metric);

/* Drop the rows from @first to before @end. */
void evidence_drop(struct evidence *evidence, size_t first, size_t end);

/* Drop the rows from @count on. */
void evidence_truncate(struct evidence *evidence, size_t count);

#endif
