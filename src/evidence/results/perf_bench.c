// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Results of perf bench (tools/perf/bench), perf 2.6.33 to 6.x, one row a run:
 *
 *	# Running 'sched/messaging' benchmark:
 *	# 8 groups == 320 processes run
 *
 *	     Total time: 16.031 [sec]
 *
 *	# Running 'mem/memcpy' benchmark:
 *	# function 'default' (Default memcpy() provided by glibc)
 *	# Copying 1MB bytes ...
 *
 *	      10.123456 GB/sec
 *
 * A title may stand above several results: one row for each function, or run.
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { RESULT_LINES = 14 };

/* "# Running 'sched/messaging' benchmark:", before perf 4.x without quotes and with dots. */
static bool read_perf_title(const struct words *words, struct slice *name)
{
	if (words->count < 4 || !slice_equals(words->list[0], "#") ||
	    !slice_equals(words->list[1], "Running") || !slice_starts(words->list[3], "benchmark"))
		return false;
	*name = words->list[2];
	if (name->len > 2 && name->at[0] == '\'' && name->at[name->len - 1] == '\'') {
		name->at++;
		name->len -= 2;
	}
	return name->len > 0;
}

/* The first result is what counts; "27.012 usecs/op" and "37021 ops/sec" say the same. */
static void set_result(struct evidence *evidence, const char *key, const struct number *number,
		       enum evidence_better better)
{
	const struct evidence_row *row = &evidence->rows[evidence->count - 1];
	bool has_result = false;

	for (size_t i = 0; i < row->count; i++)
		has_result |= row->values[i].role == EVIDENCE_RESULT;
	if (has_result)
		evidence_set_detail(evidence, key, number, better);
	else
		evidence_set_result(evidence, key, number, better);
}

/* "8 groups == 320 processes run", "Executed 1000000 pipe operations": how much was to be done. */
static void read_size(const struct words *words, struct evidence *evidence)
{
	for (size_t i = 0; i + 1 < words->count; i++) {
		struct number number;

		if (!number_read(words->list[i], &number))
			continue;
		if (slice_equals(words->list[i + 1], "groups"))
			evidence_set_parameter(evidence, "groups", &number);
		else if (slice_equals(words->list[i + 1], "processes") ||
			 slice_equals(words->list[i + 1], "threads") ||
			 slice_starts(words->list[i + 1], "tasks"))
			evidence_set_parameter(evidence, "tasks", &number);
		else if (i && slice_equals(words->list[i - 1], "Executed"))
			evidence_set_parameter(evidence, "operations", &number);
	}
}

/* "37021 ops/sec", "1.203 GB/sec", "0.45 cycles/byte". */
static bool read_rate(const struct words *words, size_t at, struct evidence *evidence)
{
	static const struct {
		const char *unit, *key;
		enum evidence_better better;
	} rates[] = {
		{ "usecs/op", "usecs_per_op", EVIDENCE_LESS },
		{ "ops/sec", "ops_per_sec", EVIDENCE_MORE },
		{ "operations/sec", "ops_per_sec", EVIDENCE_MORE },
		{ "KB/sec", "kb_per_sec", EVIDENCE_MORE },
		{ "MB/sec", "mb_per_sec", EVIDENCE_MORE },
		{ "GB/sec", "gb_per_sec", EVIDENCE_MORE },
		{ "cycles/byte", "cycles_per_byte", EVIDENCE_LESS },
	};
	struct number number;

	if (at + 1 >= words->count || !number_read(words->list[at], &number))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++)
		if (words_has(words, at + 1, rates[i].unit)) {
			set_result(evidence, rates[i].key, &number, rates[i].better);
			return true;
		}
	return false;
}

/* "Total time: 16.031 [sec]", "Averaged 12345 operations/sec (+- 0.50%), total secs = 10". */
static bool read_result(const struct words *words, struct evidence *evidence)
{
	struct number number;

	if (words_has(words, 0, "Total") && words_has(words, 1, "time:") && words->count >= 3 &&
	    number_read(words->list[2], &number)) {
		set_result(evidence, "time_s", &number, EVIDENCE_LESS);
		return true;
	}
	if (words_has(words, 0, "Averaged"))
		return read_rate(words, 1, evidence);
	return words->count == 2 && read_rate(words, 0, evidence);
}

/* "# function 'x86-64-unrolled' (…)", before perf 4.4 "Routine default (…)". */
static bool read_function(const struct words *words, struct slice *name)
{
	if (words_has(words, 0, "#") && words_has(words, 1, "function") && words->count > 2)
		*name = words->list[2];
	else if (words_has(words, 0, "Routine") || words_has(words, 0, "#Routine"))
		*name = words->count > 1 ? words->list[1] : words->list[0];
	else
		return false;
	if (name->len > 2 && name->at[0] == '\'' && name->at[name->len - 1] == '\'') {
		name->at++;
		name->len -= 2;
	}
	return true;
}

static bool has_result(const struct evidence *evidence)
{
	const struct evidence_row *row = &evidence->rows[evidence->count - 1];

	for (size_t i = 0; i < row->count; i++)
		if (row->values[i].role == EVIDENCE_RESULT)
			return true;
	return false;
}

static size_t read_perf_bench(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t first = evidence->count, from = at, end = at;
	struct slice title, function, name;
	struct words words;

	words_read(text, at, "", &words);
	if (!read_perf_title(&words, &title))
		return at;
	evidence_add(evidence, title, text->lines[at].number);
	for (at++; at < text->count && at - from < RESULT_LINES; at++) {
		words_read(text, at, "", &words);
		if (read_perf_title(&words, &name))
			break;
		if (read_function(&words, &function)) {
			if (has_result(evidence))
				evidence_add(evidence, title, text->lines[at].number);
			evidence_set_group(evidence, function);
			from = at;
		} else if (words_has(&words, 0, "#")) {
			read_size(&words, evidence);
		} else if (read_result(&words, evidence)) {
			end = at + 1;
		}
	}
	if (!has_result(evidence)) /* the last title has none */
		evidence_truncate(evidence, evidence->count - 1);
	return evidence->count > first ? end : from;
}

const struct evidence_format perf_bench_format = {
	.name = "bench",
	.what = "perf bench",
	.has_runs = true,
	.read = read_perf_bench,
};
