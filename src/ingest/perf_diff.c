// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf diff: both sides of a comparison in one table.
 *
 *	# Event 'cycles'
 *	#
 *	# Baseline  Delta Abs  Shared Object      Symbol
 *	# ........  .........  .................  ..............
 *	#
 *	     4.58%    +21.06%  [kernel.kallsyms]  [k] read_zero		in both
 *	               +3.21%  [kernel.kallsyms]  [k] do_syscall_64	only in the new one
 *	     1.53%             [kernel.kallsyms]  [k] get_mem_cgroup	only in the base
 *
 * Layouts: tools/perf/builtin-diff.c of Linux 2.6.34 to 6.15; checked against the output of
 * perf 6.1. With -p the periods of both sides are printed, and are taken.
 */
#include "ingest/perf_diff.h"

#include <math.h>

#include "ingest/perf_entry.h"
#include "ingest/perf_header.h"
#include "ingest/perf_logical.h"
#include "ingest/perf_title.h"
#include "support/memory.h"

enum {
	HEAD_MAX = 6,  /* lines above a title */
	LIST_MAX = 64, /* with a list of files */
	GAP_MAX = 5,
};

enum side { BASE, NEW, SIDES };

/* From what a row tells of the new side its share can be told. */
enum method { BY_PERIOD, BY_DELTA, BY_RATIO, BASE_ONLY };

struct differ {
	const struct text *text;
	size_t at;
	struct slice event;
	struct slice files[SIDES];
	size_t file_count; /* that the head lists */
	struct perf_columns columns;
	enum method method;
	struct perf_logical row;
	struct profile *profiles[SIDES];
	struct rows rows[SIDES];
};

static enum method choose_method(const struct perf_columns *columns)
{
	if (perf_columns_find(columns, COLUMN_BASE_PERIOD) &&
	    perf_columns_find(columns, COLUMN_PERIOD))
		return BY_PERIOD;
	if (perf_columns_find(columns, COLUMN_DELTA))
		return BY_DELTA;
	return perf_columns_find(columns, COLUMN_RATIO) ? BY_RATIO : BASE_ONLY;
}

/* "# Event 'cycles:P'" */
static bool read_event(struct slice line, struct slice *name)
{
	const char *close;
	struct slice rest;

	size_t mark = perf_comment_mark(line);

	line = slice_trim((struct slice) { line.at + mark, line.len - mark });
	if (!mark || !slice_starts(line, "Event '") || !slice_after(line, "'", &rest))
		return false;
	close = memrchr(rest.at, '\'', rest.len);
	*name = (struct slice) { rest.at, close ? (size_t)(close - rest.at) : rest.len };
	return true;
}

static size_t read_title(struct differ *differ, size_t at)
{
	size_t used = perf_title_read(differ->text, at, &differ->columns);

	if (!used || !perf_columns_find(&differ->columns, COLUMN_BASELINE))
		return 0;
	differ->columns.may_be_empty = true;
	return used;
}

/* Without a title: at least one number with a sign tells these rows from those of perf report. */
static bool guess_columns(struct differ *differ, size_t at)
{
	struct slice line = perf_line_undecorated(text_slice(differ->text, at)), rest = line;
	struct perf_columns *columns = &differ->columns;
	const char *marker = perf_marker_find(line, 0);
	struct decimal first, second;
	size_t names = 0;

	if (!marker || !slice_decimal(slice_word(&rest), &first))
		return false;
	if (!first.is_percent && !first.has_sign && !first.has_point && /* a line's number */
	    !slice_decimal(slice_word(&rest), &first))
		return false;
	if (!first.is_percent)
		return false;
	if (!first.has_sign &&
	    (!slice_decimal(slice_word(&rest), &second) || !second.is_percent || !second.has_sign))
		return false;
	for (struct slice word; rest.at < marker && (word = slice_word(&rest)).at < marker;)
		names++;
	*columns = (struct perf_columns) { .group = 1, .may_be_empty = true };
	columns->list[columns->count++].kind = COLUMN_BASELINE;
	columns->list[columns->count++].kind = COLUMN_DELTA;
	if (names > 1)
		columns->list[columns->count++].kind = COLUMN_COMM;
	if (names > 0)
		columns->list[columns->count++].kind = COLUMN_DSO;
	columns->list[columns->count++].kind = COLUMN_SYMBOL;
	return true;
}

/* "#  [1] perf.data.old (Baseline)": of more than two files, each has its columns. */
static bool read_file(struct differ *differ, struct slice line)
{
	size_t mark = perf_comment_mark(line);
	struct slice rest = slice_trim((struct slice) { line.at + mark, line.len - mark }), name;

	if (!mark || rest.len < 4 || rest.at[0] != '[' || !char_is_digit(rest.at[1]) ||
	    !slice_after(rest, "] ", &name))
		return false;
	name = slice_trim(name);
	if (name.len > 11 && !memcmp(name.at + name.len - 11, " (Baseline)", 11))
		name.len -= 11;
	if (differ->file_count < SIDES)
		differ->files[differ->file_count] = slice_trim(name);
	differ->file_count++;
	return true;
}

static bool read_head(struct differ *differ, size_t at)
{
	const struct text *text = differ->text;
	size_t used, most = HEAD_MAX;

	differ->event = (struct slice) { "", 0 };
	differ->file_count = 0;
	for (size_t i = at; i < text->count && i < at + most; i++) {
		struct slice line = text_slice(text, i);

		used = read_title(differ, i);
		if (used || guess_columns(differ, i)) {
			differ->at = i + used;
			differ->method = choose_method(&differ->columns);
			return true;
		}
		if (read_event(line, &differ->event))
			most = LIST_MAX;
		else if (line.len && !perf_comment_is_empty(line) && !read_file(differ, line) &&
			 !(most == LIST_MAX && perf_comment_mark(line)))
			return false;
	}
	return false;
}

static bool cell_number(const struct differ *differ, const struct perf_cells *cells,
			enum column_kind kind, struct decimal *number)
{
	const struct perf_column *column = perf_columns_find(&differ->columns, kind);

	return column && slice_decimal(cells->list[column - differ->columns.list], number);
}

static void add_row(struct differ *differ, enum side side, const struct perf_entry *names,
		    struct row figures)
{
	struct row row = perf_entry_row(differ->profiles[side], names, 0);

	figures.symbol = row.symbol;
	figures.comm = row.comm;
	rows_add(&differ->rows[side], figures);
}

static void add_base(struct differ *differ, const struct perf_cells *cells,
		     const struct perf_entry *names)
{
	struct decimal share = { 0 }, period = { 0 };
	bool has_share = cell_number(differ, cells, COLUMN_BASELINE, &share);
	bool has_period = cell_number(differ, cells, COLUMN_BASE_PERIOD, &period) && period.whole;

	if (!has_share && !has_period)
		return;
	add_row(differ, BASE, names,
		(struct row) { .has_percent = has_share,
			       .percent = share.value,
			       .half_digit = decimal_half_digit(&share),
			       .has_period = differ->method == BY_PERIOD,
			       .period = period.whole });
}

/* The new share from the base's and what became of it; each of the two is rounded. */
static bool new_share(const struct differ *differ, const struct perf_cells *cells, double *share,
		      double *half_digit)
{
	struct decimal base = { 0 }, change;
	bool has_base = cell_number(differ, cells, COLUMN_BASELINE, &base);

	if (differ->method == BY_RATIO) {
		if (!has_base || !cell_number(differ, cells, COLUMN_RATIO, &change))
			return false;
		*share = base.value * change.value;
		*half_digit = decimal_half_digit(&base) * change.value;
		return true;
	}
	if (!cell_number(differ, cells, COLUMN_DELTA, &change))
		return false;
	*share = fmax(base.value + change.value, 0);
	*half_digit = decimal_half_digit(&change) + (has_base ? decimal_half_digit(&base) : 0);
	return true;
}

static void add_new(struct differ *differ, const struct perf_cells *cells,
		    const struct perf_entry *names)
{
	struct row row = { .has_period = differ->method == BY_PERIOD };
	struct decimal period = { 0 };

	if (differ->method == BASE_ONLY)
		return;
	row.has_percent = new_share(differ, cells, &row.percent, &row.half_digit);
	if (differ->method == BY_PERIOD) {
		if (!cell_number(differ, cells, COLUMN_PERIOD, &period) || !period.whole)
			return;
		/* A ratio is not of the new side's whole. */
		row.has_percent &= perf_columns_find(&differ->columns, COLUMN_DELTA) != NULL;
		row.period = period.whole;
	} else if (!row.has_percent) {
		return;
	}
	add_row(differ, NEW, names, row);
}

static bool read_row(struct differ *differ, size_t at)
{
	struct perf_cells cells;
	struct perf_entry names;

	if (!perf_logical_row(&differ->row, differ->text, at, &differ->columns, &cells))
		return false;
	perf_entry_read(&differ->columns, &cells, &names);
	add_base(differ, &cells, &names);
	add_new(differ, &cells, &names);
	return true;
}

/* Where rows go on behind an ellipsis or a blank line; @at if they do not. */
static size_t cross_gap(struct differ *differ, size_t at)
{
	const struct text *text = differ->text;
	struct perf_cells cells;

	for (size_t i = at; i < text->count && i < at + GAP_MAX; i++) {
		if (perf_comment_mark(text_slice(text, i)))
			break;
		if (perf_logical_row(&differ->row, text, i, &differ->columns, &cells))
			return i;
	}
	return at;
}

static void read_rows(struct differ *differ)
{
	const struct text *text = differ->text;
	size_t at = differ->at, end = at;

	while (at < text->count &&
	       (!text->lines[at].len || perf_comment_is_empty(text_slice(text, at))))
		at++;
	while (at < text->count) {
		if (read_row(differ, at)) {
			end = at += differ->row.lines;
			continue;
		}

		size_t next = cross_gap(differ, at);

		if (next == at)
			break;
		at = next;
	}
	differ->at = end;
}

/* perf diff -c ratio does not say what the whole of the new side is: take all rows for it. */
static void scale_ratios(struct differ *differ)
{
	struct rows *rows = &differ->rows[NEW];
	double sum = 0;

	for (size_t i = 0; i < rows->count; i++)
		sum += rows->list[i].percent;
	for (size_t i = 0; i < rows->count && sum > 0; i++) {
		rows->list[i].percent *= 100 / sum;
		rows->list[i].half_digit *= 100 / sum;
	}
	profile_warn(differ->profiles[NEW], "shares are worked out from ratios; what only the new "
					    "side has is not in them");
}

/* A side of which the table, cut short, lists nothing. */
static void finish_empty(struct profile *profile, uint32_t id, enum method method)
{
	if (method == BY_PERIOD) {
		profile->events[id].unit = UNIT_PERIOD;
		return;
	}
	profile->events[id].unit = UNIT_PERCENT;
	profile->events[id].scale = PERCENT_SCALE;
	profile->events[id].cut = true;
	profile_add_not_listed(profile, id, 100ull * PERCENT_SCALE);
}

static void finish_side(struct differ *differ, enum side side)
{
	struct profile *profile = differ->profiles[side];
	uint32_t id = profile_event(profile, differ->event.at, differ->event.len);

	if (!differ->rows[side].count)
		finish_empty(profile, id, differ->method);
	else
		rows_finish(&differ->rows[side], profile, id, &(struct rows_facts) { 0 });

	/* Sorted by the change: what was cut off may weigh anything. */
	if (profile->events[id].cut)
		profile->events[id].cut_below = rows_not_listed(profile, id);
}

static bool read_table(struct differ *differ)
{
	read_rows(differ);
	if (!differ->rows[BASE].count && !differ->rows[NEW].count)
		return false;
	if (differ->method == BY_RATIO)
		scale_ratios(differ);
	for (enum side side = BASE; side < SIDES; side++)
		finish_side(differ, side);
	return true;
}

/* The next event of the same two recordings. */
static bool read_next_head(struct differ *differ)
{
	const struct text *text = differ->text;
	const struct profile *base = differ->profiles[BASE];
	size_t at = differ->at, end = at;
	struct slice name;

	while (at < text->count &&
	       (!text->lines[at].len || perf_comment_is_empty(text_slice(text, at))))
		at++;
	if (at < text->count && read_event(text_slice(text, at), &name) && read_head(differ, at)) {
		uint32_t known = names_find(&base->names, differ->event.at, differ->event.len);
		bool is_new = true;

		for (uint32_t i = 0; known != TABLE_NONE && i < base->event_count; i++)
			is_new &= base->events[i].name != known;
		if (is_new)
			return true;
	}
	differ->at = end;
	return false;
}

static void name_sides(struct differ *differ)
{
	for (enum side side = BASE; side < SIDES && side < differ->file_count; side++)
		differ->profiles[side]->label =
			names_intern(&differ->profiles[side]->names, differ->files[side].at,
				     differ->files[side].len);
	if (differ->file_count > SIDES)
		profile_warn(differ->profiles[NEW],
			     "the table compares %zu files; the second one is the new side",
			     differ->file_count);
}

static size_t read_perf_diff(const struct text *text, size_t at,
			     const struct ingest_options *options, struct document *doc,
			     int *failed, struct symdiff_error *err)
{
	struct differ differ = { .text = text };
	size_t end = at;

	if (read_head(&differ, at)) {
		for (enum side side = BASE; side < SIDES; side++)
			differ.profiles[side] = document_add(doc, perf_diff_format.name);
		name_sides(&differ);
		while (read_table(&differ)) {
			end = differ.at;
			if (!read_next_head(&differ))
				break;
		}
		doc->is_comparison = differ.method != BASE_ONLY;
		if (end > at && differ.method == BASE_ONLY) {
			profile_free(doc->profiles[--doc->count]);
			profile_warn(
				differ.profiles[BASE],
				"only the base side is read: this way to compare (perf diff -c) "
				"prints no shares of the new side");
		}
	}
	for (enum side side = BASE; side < SIDES; side++)
		rows_deinit(&differ.rows[side]);
	perf_logical_deinit(&differ.row);
	return end;
}

const struct table_format perf_diff_format = {
	.name = "perf-diff",
	.what = "perf diff: both sides at once",
	.read = read_perf_diff,
};
