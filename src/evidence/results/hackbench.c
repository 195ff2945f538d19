// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Results of hackbench (rt-tests, and the programs of that name before), one row a run:
 *
 *	Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)
 *	Time: 5.123
 *
 * and of whatever prints a line of words and numbers that ends in "seconds 4.72". A time of 0 is
 * a run that failed.
 */
#include "evidence/format.h"

/* "10 groups using 40 file descriptors each (== 400 tasks)": how much was to be done. */
static void read_size(const struct words *words, struct evidence *evidence)
{
	for (size_t i = 0; i + 1 < words->count; i++) {
		struct number number;

		if (!number_read(words->list[i], &number))
			continue;
		if (slice_equals(words->list[i + 1], "groups"))
			evidence_set_parameter(evidence, "groups", &number);
		else if (slice_starts(words->list[i + 1], "tasks"))
			evidence_set_parameter(evidence, "tasks", &number);
	}
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
	evidence_set_result(evidence, "time_s", &number, EVIDENCE_LESS);
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
		evidence_set_parameter(evidence, evidence_key(evidence, words.list[i]), &number);
	}
	number_read(words.list[words.count - 1], &number);
	evidence_set_result(evidence, "time_s", &number, EVIDENCE_LESS);
	return at + 1;
}

static size_t read_bench(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t next = read_hackbench(text, at, evidence);

	return next > at ? next : read_line(text, at, evidence);
}

const struct evidence_format bench_format = {
	.name = "bench",
	.what = "hackbench",
	.has_runs = true,
	.read = read_bench,
};
