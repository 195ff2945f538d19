// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * AIM7 (AIM Multiuser Benchmark, Suite VII) and reaim, one row for each load, times in seconds:
 *
 *	Tasks    jobs/min  jti  jobs/min/task      real       cpu
 *	 2000    18669.51   87         9.3348    649.19   9544.14   Mon Feb 13 19:55:07 2006
 *
 *	Num     Parent   Child   Child  Jobs per   Jobs/min/  Std_dev  Std_dev  JTI
 *	Forked  Time     SysTime UTime   Minute     Child      Time     Percent
 *	1       4.76     0.57    1.16    1247.90     1247.90    0.00     0.00    100
 *
 * Web pages and bug trackers put all of it on one line; the dates tell the rows apart.
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { COLUMNS_MAX = 12, LOOK_BACK = 6, ROW_WORDS = 40 };

struct column {
	const char *title, *key;
	enum evidence_role role;
	enum evidence_better better;
};

static const struct column aim_columns[] = {
	{ "tasks", "tasks", EVIDENCE_PARAMETER, EVIDENCE_EITHER },
	{ "jobs/min", "jobs_per_min", EVIDENCE_RESULT, EVIDENCE_MORE },
	{ "jti", "jti", EVIDENCE_DETAIL, EVIDENCE_EITHER },
	{ "jobs/min/task", "jobs_per_min_per_task", EVIDENCE_DETAIL, EVIDENCE_MORE },
	{ "jobs/sec/task", "jobs_per_sec_per_task", EVIDENCE_DETAIL, EVIDENCE_MORE },
	{ "real", "real_s", EVIDENCE_DETAIL, EVIDENCE_LESS },
	{ "cpu", "cpu_s", EVIDENCE_DETAIL, EVIDENCE_LESS },
};

static const struct column reaim_columns[] = {
	{ "Forked", "tasks", EVIDENCE_PARAMETER, EVIDENCE_EITHER },
	{ "Time", "real_s", EVIDENCE_DETAIL, EVIDENCE_LESS },
	{ "SysTime", "system_s", EVIDENCE_DETAIL, EVIDENCE_LESS },
	{ "UTime", "user_s", EVIDENCE_DETAIL, EVIDENCE_LESS },
	{ "Minute", "jobs_per_min", EVIDENCE_RESULT, EVIDENCE_MORE },
	{ "Child", "jobs_per_min_per_task", EVIDENCE_DETAIL, EVIDENCE_MORE },
	{ "Time", "time_sd_s", EVIDENCE_DETAIL, EVIDENCE_EITHER },
	{ "Percent", "time_sd_pct", EVIDENCE_DETAIL, EVIDENCE_EITHER },
	{ "JTI", "jti", EVIDENCE_DETAIL, EVIDENCE_EITHER },
};

struct table {
	const struct column *columns[COLUMNS_MAX];
	size_t count;
	struct slice workload;
};

static bool same_letters(struct slice word, const char *lower)
{
	if (word.len != strlen(lower))
		return false;
	for (size_t i = 0; i < word.len; i++) {
		char c = word.at[i];

		if ((c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c) != lower[i])
			return false;
	}
	return true;
}

/* The columns that @words name from @at on; returns the word behind them. */
static size_t read_columns(const struct words *words, size_t at, struct table *table)
{
	table->count = 0;
	for (; at < words->count && table->count < COLUMNS_MAX; at++) {
		const struct column *found = NULL;

		for (size_t i = 0; i < ARRAY_SIZE(aim_columns) && !found; i++)
			if (same_letters(words->list[at], aim_columns[i].title))
				found = &aim_columns[i];
		if (!found)
			break;
		table->columns[table->count++] = found;
	}
	return at;
}

/* "Testing over fserver" above the table, or the word before its title. */
static void find_workload(const struct text *text, size_t at, struct table *table)
{
	table->workload = (struct slice) { "", 0 };
	for (size_t i = at; i-- > 0 && at - i < LOOK_BACK;) {
		struct slice rest;

		if (slice_after(line_slice(text, i), "Testing over", &rest)) {
			table->workload = slice_trim(rest);
			return;
		}
	}
}

static bool is_day(struct slice word)
{
	static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };

	for (size_t i = 0; i < ARRAY_SIZE(days); i++)
		if (slice_equals(word, days[i]))
			return true;
	return false;
}

static void add_row(const struct table *table, const struct words *words, size_t at, uint32_t line,
		    struct evidence *evidence)
{
	evidence_add(evidence, (struct slice) { "aim7", 4 }, line);
	if (table->workload.len)
		evidence_set_group(evidence, table->workload);
	for (size_t i = 0; i < table->count; i++) {
		const struct column *column = table->columns[i];
		struct number number;

		number_read(words->list[at + i], &number);
		evidence_set_number(evidence, column->key, &number);
		evidence_set_role(evidence, column->key, column->role, column->better);
	}
}

/*
 * The rows in @words from @at on, each with or without a date behind it. Returns the word that is
 * no part of one.
 */
static size_t read_rows(const struct table *table, const struct words *words, size_t at,
			uint32_t line, struct evidence *evidence)
{
	while (words->count - at >= table->count) {
		size_t next = at + table->count;

		for (size_t i = at; i < next; i++) {
			struct number number;

			if (!number_read(words->list[i], &number))
				return at;
		}
		add_row(table, words, at, line, evidence);
		at = next;
		if (at < words->count && is_day(words->list[at]))
			at = at + 5 < words->count ? at + 5 : words->count;
	}
	return at;
}

/* The rest of a date that mail broke: it has a time of day. */
static bool is_rest_of_date(const struct words *words)
{
	for (size_t i = 0; i < words->count && i < 5; i++)
		if (memchr(words->list[i].at, ':', words->list[i].len))
			return words->count <= 5;
	return false;
}

/* The lines below a title. Returns the line after the last row. */
static size_t read_lines(const struct text *text, size_t at, const struct table *table,
			 struct evidence *evidence)
{
	size_t end = at;

	for (; at < text->count && text->lines[at].len; at++) {
		size_t before = evidence->count;
		struct words words;

		words_read(text, at, "", &words);
		read_rows(table, &words, 0, text->lines[at].number, evidence);
		if (evidence->count > before)
			end = at + 1;
		else if (!is_rest_of_date(&words) && !line_is_ruler(line_slice(text, at)))
			break;
	}
	return end;
}

/* Titles and rows of one long line. */
static bool read_line(const struct text *text, size_t at, struct table *table,
		      struct evidence *evidence)
{
	struct slice rest, line = line_slice(text, at);
	bool found = false;

	while (slice_after(line, "Tasks", &rest)) {
		struct slice title = { rest.at - 5, rest.len + 5 };
		struct words words;
		size_t next;

		words_read_slice(title, "", &words);
		next = read_columns(&words, 0, table);
		if (table->count >= 4) {
			found = true;
			read_rows(table, &words, next, text->lines[at].number, evidence);
		}
		line = rest;
	}
	return found;
}

static bool is_reaim(const struct text *text, size_t at, struct table *table)
{
	struct words words;

	words_read(text, at, "", &words);
	if (!words_has(&words, 0, "Num") || !words_has(&words, 1, "Parent") ||
	    at + 1 >= text->count)
		return false;
	words_read(text, at + 1, "", &words);
	for (size_t i = 0; i < ARRAY_SIZE(reaim_columns); i++) {
		if (!words_has(&words, i, reaim_columns[i].title))
			return false;
		table->columns[i] = &reaim_columns[i];
	}
	table->count = ARRAY_SIZE(reaim_columns);
	return true;
}

static size_t read_aim7(const struct text *text, size_t at, struct evidence *evidence)
{
	struct table table = { .count = 0 };
	size_t first = evidence->count, end;
	struct slice rest;

	find_workload(text, at, &table);
	if (is_reaim(text, at, &table)) {
		end = read_lines(text, at + 2, &table, evidence);
		return evidence->count > first ? end : at;
	}
	if (!slice_after(line_slice(text, at), "Tasks", &rest) ||
	    !read_line(text, at, &table, evidence) || !table.count)
		return at;
	end = read_lines(text, at + 1, &table, evidence);
	return evidence->count > first ? end : at;
}

const struct evidence_format aim7_format = {
	.name = "aim7",
	.what = "AIM7",
	.has_runs = true,
	.read = read_aim7,
};
