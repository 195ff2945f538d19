// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What anything can be turned into: a text of nothing but lines "name value unit", one result
 * each; a name that comes again is a repeat. A '#' begins a comment. Where the unit does not say
 * which way is better, a fourth word does: more or less.
 *
 *	# pgbench, 32 clients
 *	tps       10234.5  tx/s
 *	latency   3.12     ms
 *	score     17       points  more
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { UNIT_LENGTH = 24 };

struct line {
	struct slice name, unit;
	struct number value;
	enum evidence_better better;
};

/* A rate is better the higher, a time or a cost the lower. */
static enum evidence_better better_of(struct slice unit)
{
	static const char *const times[] = {
		"s",   "sec",	  "secs",   "second",	    "seconds",	    "ms",	    "msec",
		"us",  "usec",	  "usecs",  "microseconds", "milliseconds", "ns",	    "nsec",
		"min", "minutes", "cycles", "cycle",	    "nanoseconds",  "instructions",
	};
	static const char *const rates[] = { "/s", "/sec", "ps", "/min", "/second", "per_sec" };
	const char *slash = memchr(unit.at, '/', unit.len);
	struct slice above = { unit.at, slash ? (size_t)(slash - unit.at) : unit.len };

	for (size_t i = 0; i < ARRAY_SIZE(rates); i++) {
		size_t len = strlen(rates[i]);

		if (unit.len >= len && !memcmp(unit.at + unit.len - len, rates[i], len))
			return EVIDENCE_MORE;
	}
	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		if (slice_equals(above, times[i])) /* "us/op" is a time, too */
			return EVIDENCE_LESS;
	return EVIDENCE_EITHER;
}

static bool read_line(const struct words *words, struct line *line)
{
	if (words->count < 3 || words->count > 4 || !number_read(words->list[1], &line->value) ||
	    words->list[2].len > UNIT_LENGTH ||
	    number_read(words->list[0], &(struct number) { 0 }) ||
	    number_read(words->list[2], &(struct number) { 0 }))
		return false;
	line->name = words->list[0];
	line->unit = words->list[2];
	line->better = better_of(line->unit);
	if (words->count == 3)
		return true;
	if (words_has(words, 3, "more") || words_has(words, 3, "higher"))
		line->better = EVIDENCE_MORE;
	else if (words_has(words, 3, "less") || words_has(words, 3, "lower"))
		line->better = EVIDENCE_LESS;
	else
		return false;
	return true;
}

static bool is_empty(const struct words *words)
{
	return !words->count || words->list[0].at[0] == '#';
}

/* Is every line of the text one, but for comments? Prose has no lines of this kind only. */
static bool is_plain(const struct text *text)
{
	size_t found = 0;

	for (size_t at = 0; at < text->count; at++) {
		struct words words;
		struct line line;

		words_read(text, at, "", &words);
		if (is_empty(&words))
			continue;
		if (!read_line(&words, &line))
			return false;
		found++;
	}
	return found > 0;
}

/* Is @at the first line that is no comment? */
static bool is_first(const struct text *text, size_t at)
{
	struct words words;

	words_read(text, at, "", &words);
	if (is_empty(&words))
		return false;
	while (at-- > 0) {
		words_read(text, at, "", &words);
		if (!is_empty(&words))
			return false;
	}
	return true;
}

static size_t read_plain(const struct text *text, size_t at, struct evidence *evidence)
{
	/* All of it at once, or nothing. */
	if (evidence->count || !is_first(text, at) || !is_plain(text))
		return at;
	for (; at < text->count; at++) {
		struct words words;
		struct line line;

		words_read(text, at, "", &words);
		if (is_empty(&words) || !read_line(&words, &line))
			continue;
		evidence_add(evidence, line.name, text->lines[at].number);
		evidence_set_unit(evidence, line.unit);
		evidence_set_result(evidence, "value", &line.value, line.better);
	}
	return at;
}

const struct evidence_format plain_format = {
	.name = "plain",
	.what = "lines of name, value and unit",
	.has_runs = true,
	.read = read_plain,
};
