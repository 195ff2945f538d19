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

extern const struct evidence_format slabinfo_activity_format, slabinfo_list_format,
	slabinfo_cache_format, proc_slabinfo_format, lock_stat_format, mmtests_format,
	lkp_evidence_format, perf_stat_format, vmstat_format, bench_format;

/* A new row at the end; the calls below are about that one. */
void evidence_add(struct evidence *evidence, struct slice name, uint32_t line);

/* @key must live as long as @evidence. The first value of a key stays. */
void evidence_set(struct evidence *evidence, const char *key, double value);
void evidence_set_number(struct evidence *evidence, const char *key, const struct number *number);
void evidence_set_group(struct evidence *evidence, struct slice group);
void evidence_set_metric(struct evidence *evidence, struct slice metric);
void evidence_set_unit(struct evidence *evidence, struct slice unit);
void evidence_add_place(struct evidence *evidence, struct slice place, double count,
			bool is_holder);

/* The last row's value of this key, to mark it; NULL: it has none. */
struct evidence_value *evidence_last(struct evidence *evidence, const char *key);

/* A key made of a column's title: "waittime-max" is waittime_max, "%Ef" is ef_pct. */
const char *evidence_key(struct evidence *evidence, struct slice title);

/* Drop the rows from @count on. */
void evidence_truncate(struct evidence *evidence, size_t count);

#endif
