// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/text_layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "support/scan.h"
#include "support/memory.h"

static bool starts_with_digit(const char *line)
{
	scan_blanks(&line);
	return isdigit((unsigned char)*line);
}

/* Take the first @len bytes off a line, and quoting behind them. */
static void drop_front(struct text_line *line, size_t len)
{
	uint8_t depth;

	len = len < line->len ? len : line->len;
	len += text_quote_marks(line->at + len, line->len - len, &depth);
	line->at += len;
	line->len -= len;
	line->quote_depth += depth < UINT8_MAX - line->quote_depth ? depth : 0;
}

/* The same behind @skip bytes and quoting. */
static bool starts_with_number(const struct text_line *line, size_t skip)
{
	uint8_t depth;

	if (skip >= line->len)
		return false;
	skip += text_quote_marks(line->at + skip, line->len - skip, &depth);
	skip += strspn(line->at + skip, " \t");
	skip += line->at[skip] == '+' || line->at[skip] == '-'; /* perf diff, of what is new */
	return starts_with_digit(line->at + skip);
}

/* ---- double spacing ---- */

/*
 * Texts that were converted line by line may have a blank line after each one.
 * These would part what belongs together, such as the halves of a wrapped row.
 */
static bool is_double_spaced(const struct text *text)
{
	size_t filled = 0;

	for (size_t i = 0; i < text->count; i++) {
		if (text->lines[i].len && i && text->lines[i - 1].len)
			return false;
		filled += text->lines[i].len > 0;
	}
	return filled >= 6;
}

static void single_space(struct text *text)
{
	size_t kept = 0;
	bool was_blank = false;

	for (size_t i = 0; i < text->count; i++) {
		bool is_blank = !text->lines[i].len;

		if (!is_blank || was_blank || !i)
			text->lines[kept++] = text->lines[i];
		was_blank = is_blank;
	}
	text->count = kept;
}

/* ---- marks in front of lines ---- */

/* The length of the mark that a source comment puts before a line, the blank after it included. */
static size_t leader(const char *line, const char **mark)
{
	static const char *const marks[] = { "*", "//", "#", ":", ";" };
	size_t indent = strspn(line, " ");

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		size_t len = strlen(marks[i]);

		if (strncmp(line + indent, marks[i], len) || !scan_is_end(line[indent + len]))
			continue;
		*mark = marks[i];
		return indent + len + (line[indent + len] == ' ');
	}
	return 0;
}

/*
 * Lines from @at on that have the same mark. Only if some begin with a number
 * behind it are they rows: the comments of perf's own header are not touched.
 */
static size_t strip_leaders(struct text *text, size_t at)
{
	enum { LEAST_ROWS = 3 };
	const char *mark, *same;
	size_t end = at, rows = 0, len;

	if (!leader(text->lines[at].at, &mark))
		return at + 1;
	for (; end < text->count; end++) {
		len = leader(text->lines[end].at, &same);
		if (!len || same != mark)
			break;
		rows += starts_with_number(&text->lines[end], len);
	}
	for (size_t i = at; i < end && rows >= LEAST_ROWS; i++) {
		len = leader(text->lines[i].at, &same);
		drop_front(&text->lines[i], len);
	}
	return end;
}

/* The number that an editor puts before a line, and the length of it. */
static size_t line_number(const char *line, uint64_t *number)
{
	const char *at = line;

	if (!scan_uint(&at, number))
		return 0;
	return at - line;
}

/*
 * Lines from @at on that are counted; in between may be the second halves of
 * wrapped ones, which are not. Counted rows start with two numbers, and no
 * table of one kind or another counts up by one.
 */
static size_t strip_line_numbers(struct text *text, size_t at)
{
	enum { LEAST_LINES = 5, LEAST_ROWS = 3, MOST_HALVES = 2 };
	size_t halves = 0, lines = 0, rows = 0, last = at;
	uint64_t first, number;
	size_t len = line_number(text->lines[at].at, &first);

	if (!len)
		return at + 1;
	for (size_t i = at; i < text->count && halves <= MOST_HALVES; i++) {
		len = line_number(text->lines[i].at, &number);
		if (!len || number != first + lines) {
			halves++;
			continue;
		}
		rows += starts_with_number(&text->lines[i], len);
		lines++;
		last = i;
		halves = 0;
	}
	if (lines < LEAST_LINES || rows < LEAST_ROWS)
		return at + 1;
	for (size_t i = at, next = first; i <= last; i++) {
		len = line_number(text->lines[i].at, &number);
		if (!len || number != next)
			continue;
		drop_front(&text->lines[i], len);
		next++;
	}
	return last + 1;
}

/* ---- two tables side by side ---- */

/* The bar between the halves of a line; NULL: none, or more than one. */
static const char *single_bar(const struct text_line *line)
{
	const char *bar = strchr(line->at, '|');

	return bar && !strchr(bar + 1, '|') ? bar : NULL;
}

/* A row on either side, or on one where the other has ended. */
static bool has_two_rows(const struct text_line *line)
{
	const char *bar = single_bar(line);

	return bar && starts_with_digit(line->at) && starts_with_digit(bar + 1);
}

static bool may_be_of_pair(const struct text_line *line)
{
	return single_bar(line) != NULL;
}

static void split_line(struct text *text, const struct text_line *line, struct text_line *left,
		       struct text_line *right)
{
	const char *bar = single_bar(line);
	const char *rest = bar + 1;
	size_t len = bar - line->at;

	while (len && scan_is_blank(line->at[len - 1]))
		len--;
	scan_blanks(&rest);
	*left = *right = *line;
	left->at = arena_strndup(&text->arena, line->at, len);
	left->len = len;
	right->at = rest;
	right->len = strlen(rest);
}

/* Put the right halves of the lines from @at to @end below the left ones. */
static void part(struct text *text, size_t at, size_t end)
{
	size_t count = end - at, added = count + 2;
	struct text_line *lines = mem_zalloc(text->count + added, sizeof(*lines));
	static const struct text_line blank = { .at = "" };

	memcpy(lines, text->lines, at * sizeof(*lines));
	for (size_t i = 0; i < count; i++)
		split_line(text, &text->lines[at + i], &lines[at + i], &lines[end + 1 + i]);
	lines[end] = lines[end + 1 + count] = blank;
	lines[end].number = lines[end + 1 + count].number = text->lines[end - 1].number;
	memcpy(lines + end + added, text->lines + end, (text->count - end) * sizeof(*lines));
	free(text->lines);
	text->lines = lines;
	text->count += added;
}

static size_t part_side_by_side(struct text *text, size_t at)
{
	enum { LEAST_ROWS = 3 };
	size_t end = at, rows = 0;

	for (; end < text->count && may_be_of_pair(&text->lines[end]); end++)
		rows += has_two_rows(&text->lines[end]);
	if (rows < LEAST_ROWS)
		return end > at ? end : at + 1;
	part(text, at, end);
	return end + (end - at) + 2;
}

void text_restore_layout(struct text *text)
{
	for (size_t at = 0; at < text->count;)
		at = strip_leaders(text, at);
	if (is_double_spaced(text))
		single_space(text);
	for (size_t at = 0; at < text->count;)
		at = strip_line_numbers(text, at);
	for (size_t at = 0; at < text->count;)
		at = part_side_by_side(text, at);
}
