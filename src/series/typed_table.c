// SPDX-License-Identifier: GPL-2.0-or-later
#include "series/typed_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "series/better.h"
#include "series/label.h"
#include "series/lkp_table.h"
#include "series/raw_table.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/memory.h"

enum { TABLES_MOST = 256, LABEL_MOST = 400 };

/* ---- what its parts are ---- */

static bool is_setting(struct slice head)
{
	const char *equals = memchr(head.at, '=', head.len);

	return char_is_digit(*head.at) || (equals && equals > head.at);
}

static bool settings_are_columns(const struct raw_table *table)
{
	if (memchr(table->head.list[0].at, '\\', table->head.list[0].len))
		return true;
	for (size_t i = 1; i < table->head.count; i++)
		if (!is_setting(table->head.list[i]))
			return false;
	return true;
}

static bool has_corner(const struct raw_table *table)
{
	return memchr(table->head.list[0].at, '\\', table->head.list[0].len) != NULL;
}

/* ROWS\COLUMNS, or only one of them. */
static void split_corner(struct slice corner, struct slice *rows, struct slice *columns)
{
	const char *backslash = corner.len ? memchr(corner.at, '\\', corner.len) : NULL;

	*rows = (struct slice) { "", 0 };
	*columns = corner;
	if (!backslash)
		return;
	*rows = slice_trim((struct slice) { corner.at, (size_t)(backslash - corner.at) });
	*columns = slice_trim(
		(struct slice) { backslash + 1, corner.len - (size_t)(backslash + 1 - corner.at) });
}

/* A name as part of a label: it must not look like two. */
static void name_of_axis(struct slice name, char *buf, size_t size)
{
	snprintf(buf, size, "%.*s", (int)(name.len < size ? name.len : size - 1), name.at);
	for (char *c = buf; *c; c++)
		if (*c == ',' || *c == '=')
			*c = ' ';
}

/* Are the first cells numbers, all with the same letters behind them? Then rows are settings. */
static bool rows_are_levels(const struct raw_table *table)
{
	char first[32] = "", name[32];

	for (size_t i = 0; i < table->count; i++) {
		struct slice cell = cell_of(table, i, 0);
		size_t digits;

		if (cell.len >= sizeof(name))
			return false;
		snprintf(name, sizeof(name), "%.*s", (int)cell.len, cell.at);
		digits = strspn(name, "0123456789");
		if (isnan(label_number(name, false)))
			return false;
		if (i && strcmp(first, name + digits) != 0)
			return false;
		snprintf(first, sizeof(first), "%s", name + digits);
	}
	return true;
}

/* The label of column @i: "slub_min_objects=8", also where only the first head has the name. */
static const char *column_label(const struct raw_table *table, size_t i, struct slice axis,
				char *buf, size_t size)
{
	struct slice head = table->head.list[i], first = table->head.list[1];
	const char *equals = memchr(first.at, '=', first.len);
	char name[LABEL_MOST / 2];

	name_of_axis(equals ? (struct slice) { first.at, (size_t)(equals - first.at) } : axis, name,
		     sizeof(name));
	if (memchr(head.at, '=', head.len) || !*name || !char_is_digit(*head.at))
		snprintf(buf, size, "%.*s", (int)head.len, head.at);
	else
		snprintf(buf, size, "%s=%.*s", name, (int)head.len, head.at);
	return buf;
}

static void set_cell(struct series_row *row, uint32_t point, struct slice text)
{
	struct cell cell;

	cell_read(text, &cell);
	if (cell.kind == CELL_FAILED)
		row->cells[point].failed = !row->cells[point].runs;
	if (cell.kind != CELL_NUMBER)
		return;
	if (!isnan(cell.sd)) {
		series_set_given(row, point, cell.values[0], cell.sd);
		return;
	}
	for (size_t i = 0; i < cell.count; i++)
		series_add_run(row, point, cell.values[i]);
}

/* The unit that a cell states; "" if none. */
static const char *unit_of(struct series *series, struct slice text)
{
	struct cell cell;

	cell_read(text, &cell);
	if (cell.kind != CELL_NUMBER || !cell.unit.len)
		return "";
	return arena_strndup(&series->arena, cell.unit.at, cell.unit.len);
}

/*
 * "latency (us)", "time [s]", "time, s": the unit at the end of a name, which is then cut off it;
 * "" if there is none.
 */
static const char *take_unit(struct series *series, struct series_row *row)
{
	size_t len = strlen(row->name), end = len;
	const char *open = NULL, *unit;

	if (len > 3 && (row->name[len - 1] == ']' || row->name[len - 1] == ')')) {
		open = memrchr(row->name, row->name[len - 1] == ']' ? '[' : '(', len);
		end = len - 1;
	} else if ((open = strrchr(row->name, ',')) && open[1] == ' ') {
		open++;
	}
	if (!open || open == row->name || open[-1] == '\0' || end - (open - row->name) > 12 ||
	    strchr(open + 1, ' ') || (*open != ' ' && open[-1] != ' '))
		return "";
	unit = arena_strndup(&series->arena, open + 1, end - (size_t)(open + 1 - row->name));
	end = (size_t)(open - row->name);
	while (end && strchr(" ,", row->name[end - 1]))
		end--;
	row->name = arena_strndup(&series->arena, row->name, end);
	return unit;
}

/* Abbreviate what the thread's tables spell out. */
static const char *short_unit(const char *unit)
{
	static const char *const seconds[] = { "second", "seconds", "sec", "secs" };

	for (size_t i = 0; i < ARRAY_SIZE(seconds); i++)
		if (!strcasecmp(unit, seconds[i]))
			return "s";
	return unit;
}

static void set_unit(struct series *series, struct series_row *row, const char *unit)
{
	if (!*unit)
		unit = take_unit(series, row);
	row->unit = short_unit(unit);
	row->is_share = !strcmp(row->unit, "%");
	row->better = better_of(row->name, row->unit);
}

/* Rows that state no unit have that of the others, if those agree. */
static void share_unit(struct series *series, size_t first)
{
	const char *unit = NULL;

	for (size_t i = first; i < series->row_count; i++) {
		const char *own = series->rows[i].unit;

		if (*own && unit && strcmp(unit, own) != 0)
			return;
		if (*own)
			unit = own;
	}
	for (size_t i = first; unit && i < series->row_count; i++)
		if (!*series->rows[i].unit && series->rows[i].better == BETTER_UNKNOWN)
			set_unit(series, &series->rows[i], unit);
}

static void text_of(struct slice slice, char *buf, size_t size)
{
	snprintf(buf, size, "%.*s", (int)(slice.len < size ? slice.len : size - 1), slice.at);
}

/* ---- the three forms ---- */

static int add_point(struct series *series, const char *label, uint32_t line,
		     struct symdiff_error *err)
{
	if (series_find_point(series, label) != POINT_NONE)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, line, "'%s' is there twice", label);
	if (series->point_count == SERIES_POINTS_MAX)
		return symdiff_fail(err, SYMDIFF_ERR_LIMIT, line,
				    "a table of more than %d settings", SERIES_POINTS_MAX);
	series_add_point(series, label);
	return 0;
}

/* Settings are the columns, each row is a quantity. */
static int read_columns(const struct raw_table *table, struct series *series,
			struct symdiff_error *err)
{
	struct slice rows, axis;
	char label[LABEL_MOST];
	size_t first = series->row_count;

	split_corner(table->head.list[0], &rows, &axis);
	for (size_t i = 1; i < table->head.count && !series->lines; i++)
		if (add_point(series, column_label(table, i, axis, label, sizeof(label)),
			      table->lines[0], err))
			return -1;
	if (!series->lines)
		series_lay_out(series);
	if (has_corner(table) && !*series->axis) {
		text_of(axis, label, sizeof(label));
		series->axis = arena_strndup(&series->arena, label, strlen(label));
	}
	for (size_t i = 0; i < table->count; i++) {
		const char *unit = "";
		struct series_row *row;

		if (series->row_count == SERIES_ROWS_MAX)
			return symdiff_fail(err, SYMDIFF_ERR_LIMIT, table->lines[i],
					    "a table of more than %d rows", SERIES_ROWS_MAX);
		text_of(cell_of(table, i, 0), label, sizeof(label));
		row = series_add_row(series, SERIES_RESULT, label);
		for (size_t k = 1; k < table->head.count; k++) {
			set_cell(row, (uint32_t)k - 1, cell_of(table, i, k));
			if (!*unit)
				unit = unit_of(series, cell_of(table, i, k));
		}
		set_unit(series, row, unit);
	}
	share_unit(series, first);
	return 0;
}

/* Settings are the rows, each column is a quantity. */
static int read_rows(const struct raw_table *table, struct series *series,
		     struct symdiff_error *err)
{
	char name[LABEL_MOST];

	for (size_t i = 0; i < table->count; i++) {
		text_of(cell_of(table, i, 0), name, sizeof(name));
		if (add_point(series, name, table->lines[i], err))
			return -1;
	}
	text_of(table->head.list[0], name, sizeof(name));
	series->axis = arena_strndup(&series->arena, name, strlen(name));
	series_lay_out(series);
	for (size_t k = 1; k < table->head.count; k++) {
		const char *unit = "";
		struct series_row *row;

		text_of(table->head.list[k], name, sizeof(name));
		row = series_add_row(series, SERIES_RESULT, name);
		for (size_t i = 0; i < table->count; i++) {
			set_cell(row, (uint32_t)i, cell_of(table, i, k));
			if (!*unit)
				unit = unit_of(series, cell_of(table, i, k));
		}
		set_unit(series, row, unit);
	}
	return 0;
}

/* Two factors: one quantity, a point for each cell that is not blank. */
static int read_grid(const struct raw_table *table, struct series *series,
		     struct symdiff_error *err)
{
	cleanup_free struct slice *cells = NULL;
	struct slice rows, axis;
	size_t count = 0, capacity = 0;
	char label[2 * LABEL_MOST], column[LABEL_MOST], name[LABEL_MOST / 2];
	const char *unit = "";
	struct series_row *row;

	split_corner(table->head.list[0], &rows, &axis);
	name_of_axis(rows, name, sizeof(name));
	for (size_t i = 0; i < table->count; i++) {
		struct slice level = cell_of(table, i, 0);

		for (size_t k = 1; k < table->head.count; k++) {
			struct cell cell;

			cell_read(cell_of(table, i, k), &cell);
			if (cell.kind == CELL_BLANK)
				continue;
			column_label(table, k, axis, column, sizeof(column));
			snprintf(label, sizeof(label), "%s=%.*s,%s%s", *name ? name : "row",
				 (int)level.len, level.at,
				 strchr(column, '=') ? "" : "column=", column);
			if (add_point(series, label, table->lines[i], err))
				return -1;
			array_reserve(cells, capacity, count + 1);
			cells[count++] = cell_of(table, i, k);
		}
	}
	series_lay_out(series);
	row = series_add_row(series, SERIES_RESULT, "result");
	for (size_t i = 0; i < count; i++) {
		set_cell(row, (uint32_t)i, cells[i]);
		if (!*unit)
			unit = unit_of(series, cells[i]);
	}
	set_unit(series, row, unit);
	return 0;
}

/* ---- all tables ---- */

static bool same_settings(const struct raw_table *table, const struct series *series)
{
	struct slice rows, axis;
	char label[LABEL_MOST];

	if (series->point_count + 1 != table->head.count)
		return false;
	split_corner(table->head.list[0], &rows, &axis);
	for (size_t i = 1; i < table->head.count; i++)
		if (strcmp(series->points[i - 1].label,
			   column_label(table, i, axis, label, sizeof(label))) != 0)
			return false;
	return true;
}

static void set_caption(struct series *series, const struct raw_table *table)
{
	if (!*series->caption)
		series->caption = arena_strndup(&series->arena, table->caption, table->caption_len);
}

static int too_many(uint32_t line, struct symdiff_error *err)
{
	return symdiff_fail(err, SYMDIFF_ERR_LIMIT, line, "a text of more than %d tables",
			    TABLES_MOST);
}

static int add_table(const struct raw_table *table, struct series_set *set,
		     struct symdiff_error *err)
{
	bool columns = settings_are_columns(table);
	bool grid = columns && has_corner(table) && rows_are_levels(table);
	struct series *series = NULL;
	int failed;

	for (size_t i = 0; columns && !grid && i < set->count; i++)
		if (same_settings(table, &set->list[i]))
			series = &set->list[i];
	if (!series && set->count == TABLES_MOST)
		return too_many(table->lines[0], err);
	if (!series)
		series = series_set_add(set);
	set_caption(series, table);
	failed = grid	   ? read_grid(table, series, err)
		 : columns ? read_columns(table, series, err)
			   : read_rows(table, series, err);
	if (table->cut)
		series_note(series, "words behind the last column are left out: %zu", table->cut);
	return failed;
}

int typed_tables_read(const struct text *text, struct series_set *set, struct symdiff_error *err)
{
	struct raw_table table = { .cells = NULL };
	size_t first = 0;
	int failed = 0;

	for (size_t at = 0; !failed && at < text->count;) {
		size_t next = lkp_table_read(text, at, set);

		if (next > at && set->count > TABLES_MOST)
			failed = too_many(text->lines[at].number, err);
		if (next == at) {
			next = raw_table_find(text, first, at, &table);
			if (next > at)
				failed = add_table(&table, set, err);
		}
		if (next > at)
			first = next;
		at = next > at ? next : at + 1;
	}
	raw_table_deinit(&table);
	for (size_t i = 0; !failed && i < set->count; i++)
		series_finish(&set->list[i]);
	if (!failed && !set->count)
		failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				      "no table of results found: expected a head and rows of "
				      "numbers below it");
	return failed;
}
