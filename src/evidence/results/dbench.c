// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dbench and tbench (the last line of each, versions 2 to 4), and ebizzy (0.2, 0.3):
 *
 *	Throughput 1234.56 MB/sec  4 clients  4 procs  max_latency=12.345 ms
 *	Throughput 1234.56 MB/sec (NB=1543.2 MB/sec  12345.6 MBit/sec)  4 procs
 *
 *	12345 records/s
 *	real 30.00 s
 *	user 118.54 s
 *	sys   1.42 s
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { LOOK_BACK = 200 };

/* Which of the two it is stands far above, in the version or in the command. */
static struct slice find_name(const struct text *text, size_t at)
{
	struct slice rest;

	for (size_t i = at; i-- > 0 && at - i < LOOK_BACK;) {
		if (slice_after(line_slice(text, i), "tbench", &rest))
			return (struct slice) { "tbench", 6 };
		if (slice_after(line_slice(text, i), "dbench", &rest))
			break;
	}
	return (struct slice) { "dbench", 6 };
}

/* "Running for 60 seconds with load …" above. */
static void find_duration(const struct text *text, size_t at, struct evidence *evidence)
{
	for (size_t i = at; i-- > 0 && at - i < LOOK_BACK;) {
		struct number number;
		struct words words;

		words_read(text, i, "", &words);
		if (words_has(&words, 0, "Throughput"))
			break;
		if (words_has(&words, 0, "Running") && words_has(&words, 1, "for") &&
		    words_has(&words, 3, "seconds") && number_read(words.list[2], &number)) {
			evidence_set_parameter(evidence, "duration_s", &number);
			return;
		}
	}
}

static size_t read_dbench(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words words;
	struct number number;
	struct slice rest;

	words_read(text, at, "()", &words);
	if (!words_has(&words, 0, "Throughput") || !words_has(&words, 2, "MB/sec") ||
	    !number_read(words.list[1], &number))
		return at;
	evidence_add(evidence, find_name(text, at), text->lines[at].number);
	evidence_set_result(evidence, "mb_per_sec", &number, EVIDENCE_MORE);
	for (size_t i = 3; i + 1 < words.count; i++) {
		if (!number_read(words.list[i], &number))
			continue;
		if (words_has(&words, i + 1, "clients"))
			evidence_set_parameter(evidence, "clients", &number);
		else if (words_has(&words, i + 1, "procs"))
			evidence_set_parameter(evidence, "procs", &number);
	}
	for (size_t i = 3; i < words.count; i++)
		if (slice_after(words.list[i], "max_latency=", &rest) && number_read(rest, &number))
			evidence_set_detail(evidence, "max_latency_ms", &number, EVIDENCE_LESS);
	find_duration(text, at, evidence);
	return at + 1;
}

static bool read_seconds(const struct text *text, size_t at, const char *name,
			 struct number *number)
{
	struct words words;

	if (at >= text->count)
		return false;
	words_read(text, at, "", &words);
	return words_has(&words, 0, name) && words_has(&words, 2, "s") && words.count == 3 &&
	       number_read(words.list[1], number);
}

static size_t read_ebizzy(const struct text *text, size_t at, struct evidence *evidence)
{
	static const char *const names[] = { "real", "user", "sys" };
	static const char *const keys[] = { "elapsed_s", "user_s", "system_s" };
	struct words words;
	struct number number;

	words_read(text, at, "", &words);
	if (words.count < 2 || !words_has(&words, 1, "records/s") ||
	    !number_read(words.list[0], &number))
		return at;
	evidence_add(evidence, (struct slice) { "ebizzy", 6 }, text->lines[at].number);
	evidence_set_result(evidence, "records_per_sec", &number, EVIDENCE_MORE);
	at++;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++, at++) {
		if (!read_seconds(text, at, names[i], &number))
			break;
		evidence_set_detail(evidence, keys[i], &number, EVIDENCE_EITHER);
	}
	return at;
}

const struct evidence_format dbench_format = {
	.name = "dbench",
	.what = "dbench and tbench",
	.has_runs = true,
	.read = read_dbench,
};

const struct evidence_format ebizzy_format = {
	.name = "ebizzy",
	.what = "ebizzy",
	.has_runs = true,
	.read = read_ebizzy,
};
