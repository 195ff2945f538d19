// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What perf stat prints (perf-stat(1), tools/perf/util/stat-display.c), perf 2.6.32 to 6.x.
 *
 *	 Performance counter stats for 'sleep 1' (5 runs):
 *
 *	          1,234.56 msec task-clock     #  0.998 CPUs utilized   ( +-  0.52% )
 *	         7,323,807      context-switches   #  0.019 M/sec       (83.33%)
 *	   <not supported>      cycles
 *
 *	       1.003412 seconds time elapsed   ( +-  1.35% )
 *
 * and, with -x, one line a counter: value, unit, event, spread if there are repeats, run time and
 * the percentage of it. What is not supported or not counted is absent, not 0.
 *
 *	0.51,msec,task-clock,507728,100.00,0.475,CPUs utilized
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { ROW_LINES = 3, NAME_LENGTH = 128, BLANKS_MOST = 3 };

static bool is_title(struct slice line)
{
	struct slice rest;

	return slice_after(line, "Performance counter stats for", &rest);
}

static bool is_word(const struct words *words, size_t at, const char *word)
{
	return at < words->count && slice_equals(words->list[at], word);
}

/* "( +- 1.35% )" and, alone between parentheses, "(83.33%)". */
static void set_notes(const struct words *words, size_t at, struct evidence *evidence)
{
	struct number number;

	for (; at + 1 < words->count; at++) {
		struct slice next = words->list[at + 1];

		if (!number_read(next, &number) || !number.is_percent)
			continue;
		if (is_word(words, at, "+-"))
			evidence_set_number(evidence, "spread_pct", &number);
		else if (is_word(words, at, "(") && is_word(words, at + 2, ")"))
			evidence_set_number(evidence, "counted_pct", &number);
	}
}

static bool is_unit(struct slice word)
{
	static const char *const units[] = { "msec", "nsec", "sec",   "Joules", "MiB",
					     "KiB",  "GiB",  "Bytes", "seconds" };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (slice_equals(word, units[i]))
			return true;
	return false;
}

/* How long the command took is a result; how long CPUs were busy with it stands beside that. */
static void set_times(struct evidence *evidence, struct slice name)
{
	if (slice_equals(name, "time elapsed"))
		evidence_set_role(evidence, "value", EVIDENCE_RESULT, EVIDENCE_LESS);
	else if (slice_starts(name, "task-clock") || slice_starts(name, "cpu-clock"))
		evidence_set_role(evidence, "value", EVIDENCE_DETAIL, EVIDENCE_LESS);
}

/* "value [unit] name [# …] [( … )]" */
static bool read_row(const struct words *words, uint32_t line, struct evidence *evidence)
{
	struct slice unit = { "", 0 }, name;
	struct number value;
	size_t at = 1, end;
	char room[NAME_LENGTH];

	if (words->count < 2 || !number_read(words->list[0], &value) || value.is_percent ||
	    value.has_sign)
		return false;
	/* "1.00341 +- 0.00213 seconds time elapsed", since perf 4.19 */
	if (words->count > 4 && is_word(words, at, "+-") &&
	    number_read(words->list[at + 1], &value))
		at += 2;
	number_read(words->list[0], &value);
	if (words->count > at + 1 && is_unit(words->list[at]))
		unit = words->list[at++];
	for (end = at; end < words->count; end++)
		if (is_word(words, end, "#") || is_word(words, end, "("))
			break;
	if (end == at || end - at > 3)
		return false;
	name = words_name(words, at, end, room, sizeof(room));
	evidence_add(evidence, name, line);
	evidence_set_number(evidence, "value", &value);
	set_times(evidence, name);
	if (unit.len)
		evidence_set_unit(evidence, unit);
	set_notes(words, end, evidence);
	return true;
}

/* A line that goes on with "# …" or "( …": mail broke it, or perf put a second ratio there. */
static bool continues(const struct text *text, size_t at)
{
	struct slice line =
		at < text->count ? slice_trim(line_slice(text, at)) : (struct slice) { "", 0 };

	return line.len && (line.at[0] == '#' || line.at[0] == '(' || line.at[0] == '+');
}

static size_t read_line(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words words = { .count = 0 };
	size_t lines = 1;

	words_read_more(text, at, "()#", &words);
	while (lines < ROW_LINES && continues(text, at + lines))
		words_read_more(text, at + lines++, "()#", &words);
	if (words.count && words.list[0].at[0] == '<') /* <not counted>, <not supported> */
		return lines;
	return read_row(&words, text->lines[at].number, evidence) ? lines : 0;
}

/* ---- perf stat -x ---- */

enum { FIELDS_MAX = 10 };

/* The fields of a line that has @separator between them. */
static size_t split(struct slice line, char separator, struct slice fields[FIELDS_MAX])
{
	size_t count = 0;

	while (count < FIELDS_MAX) {
		const char *end = memchr(line.at, separator, line.len);
		size_t len = end ? (size_t)(end - line.at) : line.len;

		fields[count++] = slice_trim((struct slice) { line.at, len });
		if (!end)
			break;
		line.at += len + 1;
		line.len -= len + 1;
	}
	return count;
}

static bool is_whole(struct slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!char_is_digit(word.at[i]))
			return false;
	return word.len > 0;
}

/* "value,unit,event[,spread%],run time,percent of it": 1 a row, 0 not counted, -1 something else. */
static int read_fields(const struct slice *fields, size_t count, uint32_t line,
		       struct evidence *evidence)
{
	struct number value, spread, counted;
	size_t at = 3;
	bool has_spread;

	if (count < 5 || !fields[2].len || number_read(fields[2], &value))
		return -1;
	has_spread = number_read(fields[3], &spread) && spread.is_percent;
	at += has_spread;
	if (at + 1 >= count || !is_whole(fields[at]) || !number_read(fields[at + 1], &counted) ||
	    counted.value < 0 || counted.value > 100)
		return -1;
	if (slice_starts(fields[0], "<not "))
		return 0;
	if (!number_read(fields[0], &value) || value.is_percent)
		return -1;
	evidence_add(evidence, fields[2], line);
	evidence_set_number(evidence, "value", &value);
	set_times(evidence, fields[2]);
	if (fields[1].len)
		evidence_set_unit(evidence, fields[1]);
	if (has_spread)
		evidence_set_number(evidence, "spread_pct", &spread);
	if (counted.value < 100)
		evidence_set_number(evidence, "counted_pct", &counted);
	return 1;
}

static size_t read_separated(const struct text *text, size_t at, struct evidence *evidence)
{
	static const char separators[] = ",;|\t:";
	size_t first = evidence->count, from = at;
	char separator = 0;

	for (; at < text->count; at++) {
		struct slice line = line_slice(text, at), fields[FIELDS_MAX];
		int found = -1;

		if (at > from && (!line.len || line.at[0] == '#'))
			continue;
		for (const char *c = separators; *c && found < 0; c++)
			if (!separator || *c == separator) {
				found = read_fields(fields, split(line, *c, fields),
						    text->lines[at].number, evidence);
				separator = found < 0 ? separator : *c;
			}
		if (found < 0)
			break;
	}
	return evidence->count > first ? at : from;
}

/* ---- text ---- */

static size_t read_counters(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t end = at, blanks = 0;

	if (!is_title(line_slice(text, at)))
		return read_separated(text, at, evidence);
	/* The command may have been broken over lines; it ends with a colon. */
	for (size_t i = 0; i < 2 && at + 1 < text->count; i++) {
		struct slice line = slice_trim(line_slice(text, at));

		if (line.len && line.at[line.len - 1] == ':')
			break;
		if (text->lines[at + 1].len)
			at++;
	}
	at++;
	while (at < text->count && blanks < BLANKS_MOST) {
		size_t lines = text->lines[at].len ? read_line(text, at, evidence) : 0;

		if (lines) {
			end = at += lines;
			blanks = 0;
		} else if (!text->lines[at].len) {
			at++;
			blanks++;
		} else {
			break;
		}
	}
	return end;
}

const struct evidence_format perf_stat_format = {
	.name = "perf-stat",
	.what = "perf stat",
	.read = read_counters,
};
