// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Results of hackbench (rt-tests) and of perf bench (tools/perf/bench), one row a run:
 *
 *	Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)
 *	Time: 5.123
 *
 *	# Running 'sched/messaging' benchmark:
 *	# 8 groups == 320 processes run
 *
 *	     Total time: 16.031 [sec]
 *
 * and of whatever prints a line of words and numbers that ends in "seconds 4.72". A time of 0 is
 * a run that failed.
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { RESULT_LINES = 12 };

static void set_result(struct evidence *evidence, const char *key, const struct number *number)
{
	struct evidence_value *value;

	evidence_set_number(evidence, key, number);
	value = evidence_last(evidence, key);
	if (value->value == 0 && value->state == EVIDENCE_NUMBER)
		value->state = EVIDENCE_NO_RESULT;
}

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

/* "8 groups == 320 processes run": how much was to be done. */
static void read_size(const struct words *words, struct evidence *evidence)
{
	for (size_t i = 0; i + 1 < words->count; i++) {
		struct number number;

		if (!number_read(words->list[i], &number))
			continue;
		if (slice_equals(words->list[i + 1], "groups"))
			evidence_set_number(evidence, "groups", &number);
		else if (slice_equals(words->list[i + 1], "processes") ||
			 slice_equals(words->list[i + 1], "threads") ||
			 slice_starts(words->list[i + 1], "tasks"))
			evidence_set_number(evidence, "tasks", &number);
	}
}

/* "Total time: 16.031 [sec]", "27.012 usecs/op", "37021 ops/sec", "1.203 GB/sec". */
static bool read_perf_result(const struct words *words, struct evidence *evidence)
{
	struct number number;

	if (words->count >= 3 && slice_equals(words->list[0], "Total") &&
	    slice_equals(words->list[1], "time:") && number_read(words->list[2], &number)) {
		set_result(evidence, "time_s", &number);
		return true;
	}
	if (words->count != 2 || !number_read(words->list[0], &number))
		return false;
	if (slice_equals(words->list[1], "usecs/op"))
		set_result(evidence, "usecs_per_op", &number);
	else if (slice_equals(words->list[1], "ops/sec"))
		set_result(evidence, "ops_per_sec", &number);
	else if (slice_equals(words->list[1], "MB/sec"))
		set_result(evidence, "mb_per_sec", &number);
	else if (slice_equals(words->list[1], "GB/sec"))
		set_result(evidence, "gb_per_sec", &number);
	else
		return false;
	return true;
}

static size_t read_perf_bench(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, end = at;
	struct words words;
	struct slice name;

	words_read(text, at, "", &words);
	if (!read_perf_title(&words, &name))
		return at;
	evidence_add(evidence, name, text->lines[at].number);
	for (at++; at < text->count && at - from < RESULT_LINES; at++) {
		words_read(text, at, "", &words);
		if (read_perf_title(&words, &name))
			break;
		if (words.count && slice_equals(words.list[0], "#"))
			read_size(&words, evidence);
		else if (read_perf_result(&words, evidence))
			end = at + 1;
	}
	return end;
}

/* The title of hackbench, if there is one, and each "Time:" below it. */
static size_t read_hackbench(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words title, words;
	bool has_title;

	words_read(text, at, "()=", &title);
	has_title = title.count > 4 && slice_equals(title.list[0], "Running") &&
		    memmem(text->lines[at].at, text->lines[at].len, "(==", 3);

	size_t time = at;

	for (size_t i = 0; has_title && i < 4 && ++time < text->count; i++) {
		words_read(text, time, "", &words);
		if (words.count && slice_equals(words.list[0], "Time:"))
			break;
	}
	if (time >= text->count)
		return at;

	struct number number;

	words_read(text, time, "", &words);
	if (words.count != 2 || !slice_equals(words.list[0], "Time:") ||
	    !number_read(words.list[1], &number) || number.is_percent)
		return at;
	evidence_add(evidence, (struct slice) { "hackbench", 9 }, text->lines[time].number);
	if (has_title)
		read_size(&title, evidence);
	set_result(evidence, "time_s", &number);
	return time + 1;
}

/* "fileloop procs 4 rounds 3 files 2500 seconds 4.72" */
static size_t read_line(const struct text *text, size_t at, struct evidence *evidence)
{
	struct number number;
	struct words words;

	words_read(text, at, "", &words);
	if (words.count < 3 || words.count % 2 == 0 || words.count > 21 ||
	    !slice_equals(words.list[words.count - 2], "seconds"))
		return at;
	for (size_t i = 1; i < words.count; i++)
		if (number_read(words.list[i], &number) != (i % 2 == 0))
			return at;
	evidence_add(evidence, words.list[0], text->lines[at].number);
	for (size_t i = 1; i + 2 < words.count; i += 2) {
		number_read(words.list[i + 1], &number);
		evidence_set_number(evidence, evidence_key(evidence, words.list[i]), &number);
	}
	number_read(words.list[words.count - 1], &number);
	set_result(evidence, "time_s", &number);
	return at + 1;
}

static size_t read_bench(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t first = evidence->count, next = read_perf_bench(text, at, evidence);

	if (next > at)
		return next;
	evidence_truncate(evidence, first); /* a title without a result */
	next = read_hackbench(text, at, evidence);
	return next > at ? next : read_line(text, at, evidence);
}

const struct evidence_format bench_format = {
	.name = "bench",
	.what = "hackbench and perf bench",
	.has_runs = true,
	.read = read_bench,
};
