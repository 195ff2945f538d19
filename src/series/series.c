// SPDX-License-Identifier: GPL-2.0-or-later
#include "series/series.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "series/label.h"
#include "series/trend.h"
#include "support/memory.h"
#include "support/table.h"

const char *const series_kind_names[] = { "result",	"total",  "bucket",
					  "sub-bucket", "symbol", "evidence" };
const char *const better_names[] = { "", "less", "more" };
const char *const trend_names[] = { "none", "flat", "rises", "falls", "mixed" };
const char *const knee_names[] = { "", "shape", "noise" };
const char *const series_shape_names[] = { "line", "grid", "ladder" };

static const char *copy(struct series *series, const char *text)
{
	return arena_strndup(&series->arena, text, strlen(text));
}

/* ---- points ---- */

uint32_t series_add_point(struct series *series, const char *label)
{
	array_reserve(series->points, series->point_capacity, series->point_count + 1);
	series->points[series->point_count] = (struct series_point) {
		.label = copy(series, label),
		.number = NAN,
	};
	series->points[series->point_count].brief = series->points[series->point_count].label;
	return (uint32_t)series->point_count++;
}

uint32_t series_find_point(const struct series *series, const char *label)
{
	for (uint32_t i = 0; i < series->point_count; i++)
		if (!strcmp(series->points[i].label, label))
			return i;
	return POINT_NONE;
}

/* ---- lines ---- */

static struct series_line *add_line(struct series *series, const char *within, const char *axis)
{
	struct series_line *line = &series->lines[series->line_count++];

	*line = (struct series_line) {
		.within = within,
		.axis = axis ? axis : "",
		.points = mem_alloc((series->point_count + 1) * sizeof(*line->points)),
	};
	return line;
}

static int by_number(const void *a, const void *b, void *context)
{
	const struct series *series = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	double p = series->points[x].number, q = series->points[y].number;

	return p != q ? (p < q ? -1 : 1) : (x > y) - (x < y);
}

/* The number of a level, which all points of the level share. */
static double level_number(const struct series *series, uint32_t point, int factor)
{
	return label_number(series->points[point].level[factor],
			    *series->factors[factor].name != '\0');
}

struct level_order {
	const struct series *series;
	int factor;
};

static int by_level(const void *a, const void *b, void *context)
{
	const struct level_order *order = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	double p = level_number(order->series, x, order->factor);
	double q = level_number(order->series, y, order->factor);

	return p != q ? (p < q ? -1 : 1) : (x > y) - (x < y);
}

/* Along factor @along, within one level of the other one. */
static void lay_grid_line(struct series *series, int along, const char *level)
{
	const struct series_factor *other = &series->factors[!along];
	const char *within =
		arena_printf(&series->arena, "%s%s%s", other->name, *other->name ? "=" : "", level);
	struct series_line *line = add_line(series, within, series->factors[along].name);
	struct level_order order = { series, along };

	line->is_numeric = true;
	for (uint32_t i = 0; i < series->point_count; i++) {
		if (strcmp(series->points[i].level[!along], level) != 0)
			continue;
		line->points[line->count++] = i;
		line->is_numeric &= !isnan(level_number(series, i, along));
	}
	if (line->is_numeric)
		qsort_r(line->points, line->count, sizeof(*line->points), by_level, &order);
}

void series_lay_out(struct series *series)
{
	size_t most = 1;

	labels_sort_out(series);
	for (int i = 0; i < 2; i++)
		most += series->factors[i].count;
	series->lines = mem_zalloc(most, sizeof(*series->lines));
	if (series->shape == SERIES_GRID) {
		/* The columns of a printed grid are the second factor: along them first. */
		for (int along = 1; along >= 0; along--)
			for (size_t i = 0; i < series->factors[!along].count; i++)
				lay_grid_line(series, along, series->factors[!along].levels[i]);
		return;
	}

	struct series_line *line = add_line(series, "", series->axis);

	line->is_numeric = series->point_count > 0;
	for (uint32_t i = 0; i < series->point_count; i++) {
		line->points[line->count++] = i;
		line->is_numeric &= !isnan(series->points[i].number);
	}
	if (line->is_numeric)
		qsort_r(line->points, line->count, sizeof(*line->points), by_number, series);
}

const char *series_label_on(const struct series *series, const struct series_line *line,
			    uint32_t point)
{
	/* The lines along the second factor come first. */
	int along = (size_t)(line - series->lines) < series->factors[0].count ? 1 : 0;

	return series->shape == SERIES_GRID ? series->points[point].level[along]
					    : series->points[point].brief;
}

/* ---- rows ---- */

struct series_row *series_add_row(struct series *series, enum series_kind kind, const char *name)
{
	array_reserve(series->rows, series->row_capacity, series->row_count + 1);
	series->rows[series->row_count] = (struct series_row) {
		.kind = kind,
		.name = copy(series, name),
		.event = "",
		.more = "",
		.was = "",
		.bucket = "",
		.unit = "",
		.cells = mem_zalloc(series->point_count + 1, sizeof(struct measure)),
	};
	return &series->rows[series->row_count++];
}

static void row_deinit(const struct series *series, struct series_row *row)
{
	for (size_t k = 0; k < series->point_count; k++)
		free(row->cells[k].values);
	for (size_t k = 0; row->trends && k < series->line_count; k++)
		free(row->trends[k].steps);
	free(row->cells);
	free(row->trends);
	free(row->effects);
}

void series_drop_row(struct series *series)
{
	row_deinit(series, &series->rows[--series->row_count]);
}

void series_add_run(struct series_row *row, uint32_t point, double value)
{
	struct measure *cell = &row->cells[point];

	array_reserve(cell->values, cell->capacity, cell->runs + 1);
	cell->values[cell->runs++] = value;
	cell->failed = false;
}

void series_set_given(struct series_row *row, uint32_t point, double mean, double sd)
{
	struct measure *cell = &row->cells[point];

	free(cell->values);
	*cell = (struct measure) { .runs = 1, .mean = mean, .sd = sd, .is_given = true };
}

void series_note(struct series *series, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = mem_strdup("");
	va_end(args);
	array_reserve(series->notes, series->note_capacity, series->note_count + 1);
	series->notes[series->note_count++] = copy(series, text);
	free(text);
}

/* ---- the end ---- */

static void finish_cell(struct measure *cell)
{
	double sum = 0, squares = 0;

	if (cell->is_given)
		return;
	cell->sd = NAN;
	if (!cell->runs)
		return;
	for (size_t i = 0; i < cell->runs; i++)
		sum += cell->values[i];
	cell->mean = sum / (double)cell->runs;
	for (size_t i = 0; i < cell->runs; i++)
		squares += (cell->values[i] - cell->mean) * (cell->values[i] - cell->mean);
	if (cell->runs > 1)
		cell->sd = sqrt(squares / (double)(cell->runs - 1));
}

bool series_extent(const struct series *series, const struct series_row *row, double *least,
		   double *most)
{
	bool any = false;

	*least = *most = NAN;
	for (size_t i = 0; i < series->point_count; i++) {
		if (!row->cells[i].runs)
			continue;
		*least = any ? fmin(*least, row->cells[i].mean) : row->cells[i].mean;
		*most = any ? fmax(*most, row->cells[i].mean) : row->cells[i].mean;
		any = true;
	}
	return any;
}

static double span_of(const struct series *series, const struct series_row *row)
{
	double least, most;

	return series_extent(series, row, &least, &most) ? most - least : 0;
}

/* The last word of a counter's name says what was counted; of one word there is one of each. */
static const char *key_of(const struct series_row *row)
{
	const char *blank = strrchr(row->name, ' ');

	return blank ? blank + 1 : "";
}

/* What the counters of one kind move at most. */
struct spans {
	struct table index;
	struct span {
		const struct series_row *row;
		double most;
		size_t alike; /* rows that move as much: of many one says little */
	} * list;
	size_t count, capacity;
};

static struct span *span_like(struct spans *spans, const struct series_row *row)
{
	const char *key = key_of(row);
	uint32_t hash = hash_bytes(key, strlen(key)) ^ hash_bytes(row->more, strlen(row->more));

	table_for_each (&spans->index, hash, id)
		if (!strcmp(key_of(spans->list[id].row), key) &&
		    !strcmp(spans->list[id].row->more, row->more))
			return &spans->list[id];
	array_reserve(spans->list, spans->capacity, spans->count + 1);
	table_insert(&spans->index, hash, (uint32_t)spans->count);
	spans->list[spans->count] = (struct span) { row, 0, 0 };
	return &spans->list[spans->count++];
}

static bool is_counter(const struct series_row *row)
{
	return row->kind == SERIES_EVIDENCE && !row->is_share;
}

static void find_spans(const struct series *series, struct spans *spans)
{
	for (size_t i = 0; i < series->row_count; i++) {
		const struct series_row *row = &series->rows[i];
		double span = span_of(series, row);
		struct span *like;

		if (!is_counter(row))
			continue;
		like = span_like(spans, row);
		if (span > like->most)
			like->alike = 0;
		like->most = fmax(like->most, span);
		like->alike += span == like->most;
	}
}

/*
 * Results stand as given, parts of a profile by what they take; counters by what they moved, as
 * part of what the largest move of such a counter is.
 */
static void find_order(struct series *series)
{
	struct spans spans = { .list = NULL };
	double least, most;

	find_spans(series, &spans);
	for (size_t i = 0; i < series->row_count; i++) {
		struct series_row *row = &series->rows[i];

		if (row->kind == SERIES_RESULT)
			row->order = (double)i;
		else if (is_counter(row) && span_like(&spans, row)->most > 0)
			row->order = span_of(series, row) / span_like(&spans, row)->most /
				     (double)span_like(&spans, row)->alike;
		else if (row->kind == SERIES_EVIDENCE)
			row->order = span_of(series, row) / 100;
		else
			row->order = series_extent(series, row, &least, &most) ? most : 0;
	}
	table_deinit(&spans.index);
	free(spans.list);
}

static int by_order(const void *a, const void *b, void *context)
{
	const struct series_row *x = a, *y = b;
	int event = strcmp(x->event, y->event);

	if (x->kind == SERIES_RESULT || y->kind == SERIES_RESULT) {
		if (x->kind != y->kind)
			return x->kind < y->kind ? -1 : 1;
		return x->order < y->order ? -1 : x->order > y->order;
	}
	if (x->kind == SERIES_EVIDENCE || y->kind == SERIES_EVIDENCE || !event) {
		if (x->kind != y->kind)
			return x->kind < y->kind ? -1 : 1;
		if (x->order != y->order)
			return x->order < y->order ? 1 : -1;
		return strcmp(x->name, y->name) ? strcmp(x->name, y->name)
						: strcmp(x->more, y->more);
	}
	return event;
}

void series_finish(struct series *series)
{
	for (size_t i = 0; i < series->row_count; i++) {
		struct series_row *row = &series->rows[i];

		for (size_t k = 0; k < series->point_count; k++)
			finish_cell(&row->cells[k]);
	}
	find_order(series);
	if (series->row_count)
		qsort_r(series->rows, series->row_count, sizeof(*series->rows), by_order, NULL);
	for (size_t i = 0; i < series->row_count; i++)
		trends_find(series, &series->rows[i]);
}

void series_deinit(struct series *series)
{
	for (size_t i = 0; i < series->row_count; i++)
		row_deinit(series, &series->rows[i]);
	for (size_t i = 0; i < series->line_count; i++)
		free(series->lines[i].points);
	for (int i = 0; i < 2; i++)
		free(series->factors[i].levels);
	free(series->parts);
	free(series->lines);
	free(series->rows);
	free(series->points);
	free(series->notes);
	arena_deinit(&series->arena);
	*series = (struct series) { .caption = NULL };
}

struct series *series_set_add(struct series_set *set)
{
	array_reserve(set->list, set->capacity, set->count + 1);
	set->list[set->count] = (struct series) { .caption = "", .axis = "" };
	return &set->list[set->count++];
}

void series_set_deinit(struct series_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		series_deinit(&set->list[i]);
	free(set->list);
	*set = (struct series_set) { .list = NULL };
}
