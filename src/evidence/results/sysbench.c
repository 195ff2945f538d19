// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sysbench 0.4 to 1.0, one row a run:
 *
 *	sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)
 *	Number of threads: 4
 *	    transactions:                        10000  (999.12 per sec.)
 *	    events per second:  1234.56
 *	    total time:                          10.0012s
 *	    total number of events:              12348
 *	Latency (ms):
 *	         avg:                                    3.24
 *	         95th percentile:                        4.10
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { BLOCK_LINES = 120 };

/* "transactions: 10000 (999.12 per sec.)", "Total operations: 1 (2 per second)". */
static bool read_rate(const struct words *words, struct evidence *evidence)
{
	struct number number;

	if (words->count < 5 || !slice_starts(words->list[words->count - 1], ")") ||
	    !words_has(words, words->count - 3, "per") ||
	    !slice_starts(words->list[words->count - 2], "sec") ||
	    !number_read(words->list[words->count - 4], &number))
		return false;
	if (words_has(words, 0, "transactions:") || words_has(words, 0, "Total"))
		evidence_set_result(evidence, "events_per_sec", &number, EVIDENCE_MORE);
	return true;
}

/* "102400.00 MiB transferred (10235.12 MiB/sec)" */
static bool read_transfer(const struct words *words, struct evidence *evidence)
{
	struct number number;

	for (size_t i = 1; i < words->count; i++)
		if ((words_has(words, i, "MiB/sec") || words_has(words, i, "MB/sec")) &&
		    number_read(words->list[i - 1], &number)) {
			evidence_set_detail(evidence, "mib_per_sec", &number, EVIDENCE_MORE);
			return true;
		}
	return false;
}

static const struct {
	const char *label, *key;
	enum evidence_role role;
	enum evidence_better better;
} labels[] = {
	{ "Number of threads:", "threads", EVIDENCE_PARAMETER, EVIDENCE_EITHER },
	{ "events per second:", "events_per_sec", EVIDENCE_RESULT, EVIDENCE_MORE },
	{ "total time:", "elapsed_s", EVIDENCE_DETAIL, EVIDENCE_EITHER },
	{ "total number of events:", "events", EVIDENCE_DETAIL, EVIDENCE_EITHER },
	{ "95th percentile:", "latency_p95_ms", EVIDENCE_DETAIL, EVIDENCE_LESS },
	{ "avg:", "latency_avg_ms", EVIDENCE_DETAIL, EVIDENCE_LESS },
};

static void read_label(struct slice line, struct evidence *evidence)
{
	struct number number;
	struct slice rest;

	for (size_t i = 0; i < ARRAY_SIZE(labels); i++) {
		if (!slice_after(line, labels[i].label, &rest))
			continue;
		rest = slice_trim(rest);
		if (!number_read(rest, &number) && !number_read_unit(rest, "ms", &number) &&
		    !number_read_unit(rest, "s", &number))
			continue;
		evidence_set_number(evidence, labels[i].key, &number);
		evidence_set_role(evidence, labels[i].key, labels[i].role, labels[i].better);
		return;
	}
}

/* The times of which benchmark, by a line of its own: "CPU speed:", "File operations:". */
static const char *find_test(struct slice line)
{
	static const struct {
		const char *line, *test;
	} tests[] = {
		{ "CPU speed:", "cpu" },	   { "File operations:", "fileio" },
		{ "SQL statistics:", "oltp" },	   { "OLTP test statistics:", "oltp" },
		{ "MiB transferred", "memory" },   { "memory speed test", "memory" },
		{ "Running the test with", NULL },
	};
	struct slice rest;

	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		if (slice_after(line, tests[i].line, &rest))
			return tests[i].test;
	return NULL;
}

static size_t read_sysbench(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, end = at;
	struct words words;
	const char *test = NULL;

	words_read(text, at, "", &words);
	if (words.count < 2 || !words_has(&words, 0, "sysbench") ||
	    !char_is_digit(words.list[1].at[0]))
		return at;
	evidence_add(evidence, words.list[0], text->lines[at].number);
	for (at++; at < text->count && at - from < BLOCK_LINES; at++) {
		struct slice line = line_slice(text, at);
		size_t before = evidence->rows[evidence->count - 1].count;

		words_read(text, at, "()", &words);
		if (words_has(&words, 0, "sysbench") && words.count > 1 &&
		    char_is_digit(words.list[1].at[0]))
			break;
		if (!test)
			test = find_test(line);
		if (!read_rate(&words, evidence) && !read_transfer(&words, evidence))
			read_label(line, evidence);
		if (evidence->rows[evidence->count - 1].count > before)
			end = at + 1;
	}
	if (test)
		evidence_set_group(evidence, (struct slice) { test, strlen(test) });
	return evidence_last(evidence, "events_per_sec") || evidence_last(evidence, "elapsed_s")
		       ? end
		       : from;
}

const struct evidence_format sysbench_format = {
	.name = "sysbench",
	.what = "sysbench",
	.has_runs = true,
	.read = read_sysbench,
};
