// SPDX-License-Identifier: GPL-2.0-or-later
#include "series/cells.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "support/memory.h"

/* ---- a line into cells ---- */

static void add(struct cells *cells, const char *at, const char *end)
{
	if (cells->count == CELLS_MAX) {
		cells->overflows = true;
		return;
	}
	cells->list[cells->count++] = slice_trim((struct slice) { at, (size_t)(end - at) });
}

static void split_at(struct slice line, char separator, struct cells *cells)
{
	const char *at = line.at, *end = line.at + line.len;

	for (const char *stop; at <= end; at = stop + 1) {
		stop = memchr(at, separator, (size_t)(end - at));
		if (!stop)
			stop = end;
		add(cells, at, stop);
	}
}

static void split_at_blanks(struct slice line, size_t least, struct cells *cells)
{
	const char *at = line.at, *end = line.at + line.len;

	while (at < end) {
		const char *stop = at;
		size_t blanks = 0;

		while (stop < end && blanks < least) {
			blanks = char_is_blank(*stop) ? blanks + (*stop == '\t' ? least : 1) : 0;
			stop++;
		}
		add(cells, at, stop);
		while (stop < end && char_is_blank(*stop))
			stop++;
		at = stop;
	}
}

void cells_split(struct slice line, enum cell_split split, struct cells *cells)
{
	*cells = (struct cells) { .count = 0 };
	line = slice_trim(line);
	switch (split) {
	case SPLIT_BARS:
		if (line.len && *line.at == '|') {
			line.at++;
			line.len--;
		}
		if (line.len && line.at[line.len - 1] == '|')
			line.len--;
		split_at(line, '|', cells);
		break;
	case SPLIT_TABS:
		split_at(line, '\t', cells);
		break;
	case SPLIT_COMMAS:
		split_at(line, ',', cells);
		break;
	default:
		split_at_blanks(line, split == SPLIT_GAPS ? 2 : 1, cells);
	}
}

bool cells_are_ruler(struct slice line)
{
	size_t strokes = 0;

	for (size_t i = 0; i < line.len; i++) {
		strokes += line.at[i] == '-' || line.at[i] == '=' || line.at[i] == '_';
		if (!strchr("-=_+|: \t", line.at[i]))
			return false;
	}
	return strokes > 2;
}

/* ---- one cell ---- */

static bool is_word(struct slice text, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (text.len == strlen(words[i]) && !strncasecmp(text.at, words[i], text.len))
			return true;
	return false;
}

static enum cell_kind word_kind(struct slice text)
{
	static const char *const blank[] = { "", "-", "--", "n/a", "na", "." };
	static const char *const failed[] = { "fail", "failed",	 "hang",    "hung",	"crash",
					      "oops", "crashed", "timeout", "no result" };

	if (is_word(text, blank, ARRAY_SIZE(blank)))
		return CELL_BLANK;
	return is_word(text, failed, ARRAY_SIZE(failed)) ? CELL_FAILED : CELL_TEXT;
}

/* 1,234,567: commas before each three digits. */
static size_t thousands(const char *at, size_t len)
{
	size_t end = 0;

	while (end < len && char_is_digit(at[end]))
		end++;
	if (!end || end > 3)
		return 0;
	while (end + 3 < len && at[end] == ',' && char_is_digit(at[end + 1]) &&
	       char_is_digit(at[end + 2]) && char_is_digit(at[end + 3]) &&
	       (end + 4 == len || !char_is_digit(at[end + 4])))
		end += 4;
	return end > 3 && memchr(at, ',', end) ? end : 0;
}

/* The number at the start of @text, which then starts behind it. */
static bool cut_number(struct slice *text, double *value)
{
	char digits[64];
	size_t len = text->len && (*text->at == '-' || *text->at == '+'), used = 0;
	size_t grouped = thousands(text->at + len, text->len - len), start = len;
	char *end;

	if (grouped)
		len += grouped;
	while (len < text->len && (char_is_digit(text->at[len]) || text->at[len] == '.'))
		len++;
	if (len == start || len >= sizeof(digits) - 1)
		return false;
	/* An exponent, but not the e of a unit. */
	if (len + 1 < text->len && (text->at[len] | 0x20) == 'e') {
		size_t more = len + 1 + (text->at[len + 1] == '-' || text->at[len + 1] == '+');

		if (more < text->len && char_is_digit(text->at[more]))
			for (len = more; len < text->len && char_is_digit(text->at[len]);)
				len++;
	}
	if (len >= sizeof(digits))
		return false;
	for (size_t i = 0; i < len; i++)
		if (text->at[i] != ',')
			digits[used++] = text->at[i];
	digits[used] = '\0';
	*value = strtod(digits, &end);
	if (*end || !isfinite(*value))
		return false;
	text->at += len;
	text->len -= len;
	return true;
}

/* "+- 150", "± 0.8%": a spread; of a percentage it is a part of the value. */
static bool cut_spread(struct slice *text, double mean, double *sd)
{
	static const char *const marks[] = { "±", "+/-", "+-", "~" };
	struct slice rest = slice_trim(*text);

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		size_t len = strlen(marks[i]);

		if (!slice_starts(rest, marks[i]))
			continue;
		rest = slice_trim((struct slice) { rest.at + len, rest.len - len });
		if (!cut_number(&rest, sd) || *sd < 0)
			return false;
		if (slice_starts(rest, "%")) {
			*sd *= fabs(mean) / 100;
			rest.at++;
			rest.len--;
		}
		*text = rest;
		return true;
	}
	return false;
}

/* A unit has no digit in front and few words. */
static bool is_unit(struct slice text)
{
	size_t words = 0;

	if (!text.len || text.len > 24)
		return text.len == 0;
	for (struct slice rest = text, word; (word = slice_word(&rest)).len; words++)
		if (char_is_digit(*word.at))
			return false;
	return words <= 2 && (isalpha((unsigned char)*text.at) || *text.at == '%' ||
			      (unsigned char)*text.at >= 0x80);
}

void cell_read(struct slice text, struct cell *cell)
{
	struct slice rest = text;

	*cell = (struct cell) { .kind = word_kind(text), .sd = NAN };
	if (cell->kind != CELL_TEXT)
		return;
	while (cell->count < CELL_RUNS_MAX && cut_number(&rest, &cell->values[cell->count])) {
		cell->count++;
		if (cell->count == 1 && cut_spread(&rest, cell->values[0], &cell->sd))
			break;
		/* Another run, or the unit, which may be glued to the number. */
		if (!rest.len || !strchr(" \t,;", *rest.at))
			break;
		while (rest.len && strchr(" \t,;", *rest.at)) {
			rest.at++;
			rest.len--;
		}
	}
	cell->unit = slice_trim(rest);
	if (cell->count && is_unit(cell->unit))
		cell->kind = CELL_NUMBER;
}
