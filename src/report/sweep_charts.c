// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/sweep_charts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/sweep_rows.h"
#include "support/memory.h"

#define GRID_BUCKETS 4 /* charts */

static struct chart *add_chart(struct sweep_charts *charts, const struct series *series,
			       const struct series_line *line, const char *title, const char *unit)
{
	double *numbers = arena_alloc(&charts->arena, line->count * sizeof(*numbers));
	const char **places = arena_alloc(&charts->arena, line->count * sizeof(*places));
	struct chart *chart;

	for (size_t i = 0; i < line->count; i++) {
		places[i] = series_label_on(series, line, line->points[i]);
		numbers[i] = line->is_numeric ? series->points[line->points[i]].number : 0;
	}
	array_reserve(charts->list, charts->capacity, charts->count + 1);
	chart = &charts->list[charts->count++];
	*chart = (struct chart) {
		.title = arena_strndup(&charts->arena, title, strlen(title)),
		.unit = unit,
		.axis = line->axis,
		.places = places,
		.numbers = line->is_numeric && series->shape != SERIES_GRID ? numbers : NULL,
		.place_count = line->count,
	};
	return chart;
}

static struct chart_point point_of(const struct measure *cell)
{
	return (struct chart_point) {
		.mean = cell->runs ? cell->mean : NAN,
		.sd = cell->runs && !cell->values ? cell->sd : NAN,
		.below = cell->hidden,
		.failed = cell->failed,
		.runs = cell->values,
		.run_count = cell->values ? cell->runs : 0,
	};
}

/* A row along a line, as a curve. */
static void add_curve(struct sweep_charts *charts, struct chart *chart, const char *name,
		      const struct series_row *row, const struct series_line *line)
{
	struct chart_curve *curve = &chart->curves[chart->curve_count];

	if (chart->curve_count == CHART_CURVES)
		return;
	curve->name = name;
	curve->points = arena_alloc(&charts->arena, line->count * sizeof(*curve->points));
	for (size_t i = 0; i < line->count; i++)
		curve->points[i] = point_of(&row->cells[line->points[i]]);
	chart->curve_count++;
}

static const char *unit_of(const struct series_row *row)
{
	return row->is_share ? "%" : row->unit;
}

/* ---- one line of points ---- */

static void chart_results(struct sweep_charts *charts, const struct series *series,
			  const struct sweep_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		struct chart *chart = add_chart(charts, series, &series->lines[0],
						rows->list[i]->name, unit_of(rows->list[i]));

		add_curve(charts, chart, rows->list[i]->name, rows->list[i], &series->lines[0]);
	}
}

static void chart_buckets(struct sweep_charts *charts, const struct symdiff_sweep *sweep,
			  const struct series *series, const struct sweep_rows *rows)
{
	struct chart *chart;

	if (!rows->count)
		return;
	chart = add_chart(charts, series, &series->lines[0],
			  sweep->charged ? "buckets, as charged" : "buckets", "%");
	chart->from_zero = true;
	for (size_t i = 0; i < rows->count; i++)
		add_curve(charts, chart, rows->list[i]->name, rows->list[i], &series->lines[0]);
}

/* ---- a grid ---- */

/*
 * On a grid lines go both ways: those along the axis with more points are curves. Their points are
 * those of the longest line, by level.
 */
static const struct series_line *longest_line(const struct series *series)
{
	const struct series_line *longest = &series->lines[0];

	for (size_t i = 1; i < series->line_count; i++)
		if (series->lines[i].count > longest->count)
			longest = &series->lines[i];
	return longest;
}

static void add_grid_curve(struct sweep_charts *charts, struct chart *chart,
			   const struct series *series, const struct series_row *row,
			   const struct series_line *line)
{
	struct chart_curve *curve = &chart->curves[chart->curve_count];

	if (chart->curve_count == CHART_CURVES)
		return;
	curve->name = line->within;
	curve->points = arena_alloc(&charts->arena, chart->place_count * sizeof(*curve->points));
	for (size_t i = 0; i < chart->place_count; i++) {
		curve->points[i] = (struct chart_point) { .mean = NAN, .sd = NAN };
		for (size_t k = 0; k < line->count; k++)
			if (!strcmp(series_label_on(series, line, line->points[k]),
				    chart->places[i]))
				curve->points[i] = point_of(&row->cells[line->points[k]]);
	}
	chart->curve_count++;
}

static void chart_grid(struct sweep_charts *charts, const struct series *series,
		       const struct sweep_rows *rows, size_t most)
{
	const struct series_line *axis = longest_line(series);

	for (size_t i = 0; i < rows->count && i < most; i++) {
		struct chart *chart = add_chart(charts, series, axis, rows->list[i]->name,
						unit_of(rows->list[i]));

		chart->from_zero = rows->list[i]->kind == SERIES_BUCKET;
		for (size_t k = 0; k < series->line_count; k++)
			if (!strcmp(series->lines[k].axis, axis->axis))
				add_grid_curve(charts, chart, series, rows->list[i],
					       &series->lines[k]);
	}
}

void sweep_charts_init(struct sweep_charts *charts, const struct symdiff_sweep *sweep,
		       const struct series *series, const struct symdiff_print_options *options)
{
	struct sweep_rows results, buckets;

	*charts = (struct sweep_charts) { 0 };
	if (!series->line_count)
		return;
	sweep_rows_init(&results, sweep, series, SERIES_RESULT, options);
	sweep_rows_init(&buckets, sweep, series, SERIES_BUCKET, options);
	if (series->shape == SERIES_GRID) {
		chart_grid(charts, series, &results, SIZE_MAX);
		chart_grid(charts, series, &buckets, GRID_BUCKETS);
	} else {
		chart_results(charts, series, &results);
		chart_buckets(charts, sweep, series, &buckets);
	}
	sweep_rows_deinit(&results);
	sweep_rows_deinit(&buckets);
}

void sweep_charts_deinit(struct sweep_charts *charts)
{
	free(charts->list);
	arena_deinit(&charts->arena);
}
