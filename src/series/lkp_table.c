// SPDX-License-Identifier: GPL-2.0-or-later
#include "series/lkp_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "series/better.h"
#include "series/cells.h"
#include "support/memory.h"

enum { SIDES_MAX = CELLS_MAX, HEAD_LINES = 6 };

struct lkp_value {
	double value, sd; /* sd NaN: none is printed */
};

struct lkp_row {
	struct lkp_value values[SIDES_MAX];
	size_t count;
	struct slice name, unit;
};

static struct slice line_of(const struct text *text, size_t at)
{
	return slice_trim((struct slice) { text->lines[at].at, text->lines[at].len });
}

/* ---- lines ---- */

/* "±  8%" or "~ 8%", of @value. */
static void read_spread(struct slice *rest, struct lkp_value *value)
{
	static const char *const marks[] = { "±", "~", "+-", "+/-" };
	struct slice ahead = *rest, word = slice_word(&ahead);
	struct decimal percent;

	value->sd = NAN;
	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		size_t len = strlen(marks[i]);

		if (!slice_starts(word, marks[i]))
			continue;
		word = (struct slice) { word.at + len, word.len - len };
		if (!word.len)
			word = slice_word(&ahead);
		if (!slice_decimal(word, &percent) || !percent.is_percent)
			return;
		value->sd = fabs(value->value) * percent.value / 100;
		*rest = ahead;
		return;
	}
}

static bool read_value(struct slice *rest, struct lkp_value *value)
{
	struct slice ahead = *rest, word = slice_word(&ahead);
	struct decimal number;

	if (!slice_decimal(word, &number) || number.is_percent || number.has_sign)
		return false;
	*rest = ahead;
	value->value = number.value;
	read_spread(rest, value);
	return true;
}

static bool read_change(struct slice *rest)
{
	struct slice ahead = *rest, word = slice_word(&ahead);
	struct decimal number;

	if (!slice_decimal(word, &number) || !number.has_sign)
		return false;
	*rest = ahead;
	return true;
}

static bool read_row(struct slice line, struct lkp_row *row)
{
	row->count = 0;
	if (!read_value(&line, &row->values[row->count++]))
		return false;
	while (row->count < SIDES_MAX && read_change(&line))
		if (!read_value(&line, &row->values[row->count++]))
			return false;
	row->name = slice_trim(line);
	slice_cut_unit(&row->name, &row->unit);
	return row->count > 1 && row->name.len && !char_is_digit(*row->name.at) &&
	       !slice_starts(row->name, "TOTAL ") &&
	       (memchr(row->name.at, '.', row->name.len) ||
		memchr(row->name.at, '/', row->name.len));
}

/* Between the head and the rows, and between rows: rulers, %stddev, rails. */
static bool is_between(struct slice line)
{
	struct slice rest;

	if (slice_after(line, "%stddev", &rest))
		return true;
	for (size_t i = 0; i < line.len; i++)
		if (!strchr("\\|- \t", line.at[i]))
			return false;
	return line.len > 0;
}

/* ---- what a row is of ---- */

static struct slice cut_part(struct slice *rest)
{
	const char *dot = memchr(rest->at, '.', rest->len);
	struct slice part = { rest->at, dot ? (size_t)(dot - rest->at) : rest->len };
	size_t taken = part.len + (dot != NULL);

	rest->at += taken;
	rest->len -= taken;
	return part;
}

static const char *copy(struct series *series, struct slice text)
{
	return arena_strndup(&series->arena, text.at, text.len);
}

/* PREFIX EVENT.NAME: sets event and name. */
static bool take_prefix(struct series *series, struct series_row *row, struct slice name,
			const char *prefix)
{
	size_t len = strlen(prefix);
	struct slice rest = { name.at + len, name.len - len }, event;

	if (!slice_starts(name, prefix))
		return false;
	event = cut_part(&rest);
	if (!rest.len)
		return false;
	row->event = copy(series, event);
	row->name = copy(series, rest);
	return true;
}

static void describe(struct series *series, struct series_row *row, const struct lkp_row *from)
{
	static const struct {
		const char *prefix;
		enum series_kind kind;
		const char *more;
	} prefixes[] = {
		{ "perf-profile.self.", SERIES_SYMBOL, "" },
		{ "symdiff.bucket.", SERIES_BUCKET, "self" },
		{ "symdiff.owner.", SERIES_BUCKET, "charged" },
	};
	struct slice unit = from->unit, part;

	/* "%, pp": the unit of the values, then that of the change. */
	part = unit.len && memchr(unit.at, ',', unit.len)
		       ? (struct slice) { unit.at, (size_t)((char *)memchr(unit.at, ',', unit.len) -
							    unit.at) }
		       : unit;
	row->unit = slice_equals(unit, "no unit") ? "" : copy(series, part);
	row->is_share = !strcmp(row->unit, "%") || slice_starts(from->name, "perf-profile.");
	if (row->is_share)
		row->unit = "%";
	row->better = better_of(row->name, row->unit);
	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (take_prefix(series, row, from->name, prefixes[i].prefix)) {
			row->kind = prefixes[i].kind;
			row->more = prefixes[i].more;
			row->better = BETTER_UNKNOWN;
			if (!strcmp(row->name, "[not_listed]"))
				row->name = "[not listed]"; /* a metric has no blanks */
			if (row->kind == SERIES_BUCKET && strchr(row->name, '/'))
				row->kind = SERIES_LEAF;
			return;
		}
	part = from->name;
	cut_part(&part);
	if (slice_starts(from->name, "symdiff."))
		cut_part(&part);
	if (slice_starts(from->name, "symdiff.total.")) {
		row->kind = SERIES_TOTAL;
		row->event = copy(series, part);
		row->name = "total";
	} else if (slice_starts(from->name, "symdiff.")) {
		row->kind = slice_starts(from->name, "symdiff.evidence.") ? SERIES_EVIDENCE
									  : SERIES_RESULT;
		row->name = copy(series, part);
		row->better = better_of(row->name, row->unit);
	}
}

static void add_row(struct series *series, const struct lkp_row *from)
{
	char name[512];
	struct series_row *row;

	snprintf(name, sizeof(name), "%.*s", (int)(from->name.len < 500 ? from->name.len : 500),
		 from->name.at);
	row = series_add_row(series, SERIES_RESULT, name);
	describe(series, row, from);
	for (size_t i = 0; i < from->count; i++) {
		if (isnan(from->values[i].sd))
			series_add_run(row, (uint32_t)i, from->values[i].value);
		else
			series_set_given(row, (uint32_t)i, from->values[i].value,
					 from->values[i].sd);
	}
}

/* ---- the table ---- */

/* The labels at @at, over a ruler with a gap for each. */
static bool read_head(const struct text *text, size_t at, struct cells *labels)
{
	struct slice ruler;
	struct cells strokes;

	if (at + 1 >= text->count)
		return false;
	ruler = line_of(text, at + 1);
	if (!cells_are_ruler(ruler) || memchr(ruler.at, '|', ruler.len))
		return false;
	cells_split(line_of(text, at), SPLIT_GAPS, labels);
	cells_split(ruler, SPLIT_BLANKS, &strokes);
	return labels->count > 1 && !labels->overflows && strokes.count > 1;
}

static bool add_points(struct series *series, const struct cells *labels)
{
	for (size_t i = 0; i < labels->count; i++) {
		char label[256];

		snprintf(label, sizeof(label), "%.*s",
			 (int)(labels->list[i].len < 250 ? labels->list[i].len : 250),
			 labels->list[i].at);
		if (series_find_point(series, label) != POINT_NONE)
			return false;
		series_add_point(series, label);
	}
	series_lay_out(series);
	return true;
}

size_t lkp_table_read(const struct text *text, size_t at, struct series_set *set)
{
	struct cells labels;
	struct lkp_row row;
	struct series *series;
	size_t first = at + 2, end;

	if (!read_head(text, at, &labels))
		return at;
	while (first < text->count && first < at + HEAD_LINES && is_between(line_of(text, first)))
		first++;
	if (first >= text->count || !read_row(line_of(text, first), &row) ||
	    row.count != labels.count)
		return at;
	series = series_set_add(set);
	if (!add_points(series, &labels)) {
		series_deinit(series);
		set->count--;
		return at;
	}
	for (end = first; end < text->count; end++) {
		struct slice line = line_of(text, end);

		if (read_row(line, &row) && row.count == labels.count)
			add_row(series, &row);
		else if (!is_between(line))
			break;
	}
	return end;
}
