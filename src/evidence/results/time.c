// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a shell's time, time(1) and kernbench say of a command: seconds passed, and those of CPUs.
 *
 *	real    0m12.345s          real 12.34         12.34user 0.56system 0:12.90elapsed 99%CPU
 *	user    0m9.876s           user 9.87
 *	sys     0m1.234s           sys 1.23
 *
 *	Average Half load -j 8 Run (std deviation):
 *	Elapsed Time 101.354 (0.521)
 *	User Time 340.516 (0.903)
 *	System Time 50.112 (0.312)
 *	Percent CPU 385.2 (1.3)
 *	Context Switches 12345 (100.5)
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { KERNBENCH_LINES = 8 };

static void set_time(struct evidence *evidence, const char *key, double seconds)
{
	struct number number = { .value = seconds };
	bool is_elapsed = !strcmp(key, "elapsed_s");

	evidence_set_number(evidence, key, &number);
	evidence_set_role(evidence, key, is_elapsed ? EVIDENCE_RESULT : EVIDENCE_DETAIL,
			  EVIDENCE_LESS);
}

/* "12.34", "0m12.345s", "1:02.50", "1:02:03": seconds. */
static bool read_clock(struct slice word, double *seconds)
{
	double sum = 0;

	if (word.len && word.at[word.len - 1] == 's')
		word.len--;
	for (int parts = 0; parts < 3; parts++) {
		size_t len = 0;
		struct number number;

		while (len < word.len && word.at[len] != ':' && word.at[len] != 'm')
			len++;
		if (!number_read((struct slice) { word.at, len }, &number) || number.is_percent ||
		    number.is_broken || number.has_sign)
			return false;
		sum = 60 * sum + number.value;
		if (len == word.len) {
			*seconds = sum;
			return true;
		}
		word.at += len + 1;
		word.len -= len + 1;
	}
	return false;
}

/* "real 12.34" and its two lines below, also with " s" behind. */
static bool read_named(const struct text *text, size_t at, const char *name, double *seconds)
{
	struct words words;

	if (at >= text->count)
		return false;
	words_read(text, at, "", &words);
	return words_has(&words, 0, name) && words.count <= 3 && words.count >= 2 &&
	       (words.count == 2 || words_has(&words, 2, "s")) &&
	       read_clock(words.list[1], seconds);
}

static size_t read_shell(const struct text *text, size_t at, struct evidence *evidence)
{
	double real, user, system;

	if (!read_named(text, at, "real", &real) || !read_named(text, at + 1, "user", &user) ||
	    !read_named(text, at + 2, "sys", &system))
		return at;
	evidence_add(evidence, (struct slice) { "time", 4 }, text->lines[at].number);
	set_time(evidence, "elapsed_s", real);
	set_time(evidence, "user_s", user);
	set_time(evidence, "system_s", system);
	return at + 3;
}

/* "12.34user 0.56system 0:12.90elapsed 99%CPU (…)" of GNU time. */
static size_t read_gnu(const struct text *text, size_t at, struct evidence *evidence)
{
	static const struct {
		const char *ending, *key;
	} parts[] = { { "user", "user_s" }, { "system", "system_s" }, { "elapsed", "elapsed_s" } };
	double seconds[ARRAY_SIZE(parts)];
	struct words words;

	words_read(text, at, "", &words);
	if (words.count < 4)
		return at;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		size_t end = strlen(parts[i].ending);
		struct slice word = words.list[i];

		if (word.len <= end || memcmp(word.at + word.len - end, parts[i].ending, end) != 0)
			return at;
		word.len -= end;
		if (!read_clock(word, &seconds[i]))
			return at;
	}
	evidence_add(evidence, (struct slice) { "time", 4 }, text->lines[at].number);
	for (size_t i = ARRAY_SIZE(parts); i-- > 0;)
		set_time(evidence, parts[i].key, seconds[i]);
	return at + 1;
}

static size_t read_time(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t next = read_shell(text, at, evidence);

	return next > at ? next : read_gnu(text, at, evidence);
}

/* ---- kernbench ---- */

static const struct {
	const char *first, *second, *key, *spread;
} lines[] = {
	{ "Elapsed", "Time", "elapsed_s", "elapsed_sd_s" },
	{ "User", "Time", "user_s", "user_sd_s" },
	{ "System", "Time", "system_s", "system_sd_s" },
	{ "Percent", "CPU", "cpu_pct", "cpu_sd_pct" },
	{ "Context", "Switches", "context_switches", "context_switches_sd" },
	{ "Sleeps", NULL, "sleeps", "sleeps_sd" },
};

/* "Elapsed Time 101.354 (0.521)": which of the lines, or -1. */
static int read_average(const struct words *words, struct number *value, struct number *spread)
{
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		size_t at = lines[i].second ? 2 : 1;

		if (!words_has(words, 0, lines[i].first) ||
		    (lines[i].second && !words_has(words, 1, lines[i].second)) ||
		    at >= words->count || !number_read(words->list[at], value))
			continue;
		spread->is_broken = true;
		if (words_has(words, at + 1, "(") && at + 2 < words->count)
			number_read(words->list[at + 2], spread);
		return (int)i;
	}
	return -1;
}

/* "Half load -j 8" of "Average Half load -j 8 Run (std deviation):". */
static bool read_title(struct slice line, struct slice *load)
{
	struct slice rest, after;

	if (!slice_after(line, "Average ", &rest) || !slice_after(rest, " Run", &after))
		return false;
	*load = slice_trim((struct slice) { rest.at, rest.len - after.len - strlen(" Run") });
	return load->len > 0;
}

static size_t read_kernbench(const struct text *text, size_t at, struct evidence *evidence)
{
	struct slice load = { "", 0 };
	size_t from = at, first = evidence->count;

	if (read_title(line_slice(text, at), &load))
		at++;
	for (size_t i = 0; i < KERNBENCH_LINES && at < text->count; i++, at++) {
		struct number value, spread;
		struct words words;
		int line;

		words_read(text, at, "()", &words);
		line = read_average(&words, &value, &spread);
		if (line < 0 || (evidence->count == first && line != 0))
			break;
		if (evidence->count == first)
			evidence_add(evidence, (struct slice) { "kernbench", 9 },
				     text->lines[at].number);
		if (line < 3) {
			set_time(evidence, lines[line].key, value.value);
		} else {
			evidence_set_detail(evidence, lines[line].key, &value, EVIDENCE_EITHER);
		}
		if (!spread.is_broken)
			evidence_set_detail(evidence, lines[line].spread, &spread, EVIDENCE_EITHER);
	}
	if (evidence->count == first || !evidence_last(evidence, "user_s"))
		return from;
	if (load.len)
		evidence_set_group(evidence, load);
	return at;
}

const struct evidence_format time_format = {
	.name = "time",
	.what = "time",
	.has_runs = true,
	.read = read_time,
};

const struct evidence_format kernbench_format = {
	.name = "kernbench",
	.what = "kernbench",
	.has_runs = true,
	.read = read_kernbench,
};
