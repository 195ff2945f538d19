// SPDX-License-Identifier: GPL-2.0-or-later
/* A sweep as JSON: docs/json.md has the keys. All that a chart needs is in it. */
#include <math.h>

#include "report/json_parts.h"
#include "report/json_value.h"
#include "sweep.h"

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

/* Only what is there. */
static void set_text(json_t *object, const char *key, const char *text)
{
	if (*text)
		set(object, key, json_name(text));
}

/* ---- points ---- */

static json_t *point_json(const struct series *series, const struct series_point *point)
{
	json_t *object = json_object();

	set(object, "label", json_name(point->label));
	set(object, "brief", json_name(point->brief));
	set(object, "number", json_number(point->number));
	set(object, "profiles", json_integer((json_int_t)point->profiles));
	if (series->shape == SERIES_GRID) {
		json_t *levels = json_array();

		for (int i = 0; i < 2; i++)
			json_array_append_new(levels, json_name(point->level[i]));
		set(object, "levels", levels);
	}
	if (series->shape == SERIES_LADDER) {
		json_t *parts = json_array();

		for (size_t i = 0; i < series->part_count; i++)
			if (point->parts >> i & 1)
				json_array_append_new(parts, json_name(series->parts[i]));
		set(object, "parts", parts);
	}
	return object;
}

static json_t *factors_json(const struct series *series)
{
	json_t *factors = json_array();

	for (int i = 0; i < 2; i++) {
		json_t *factor = json_object(), *levels = json_array();

		for (size_t k = 0; k < series->factors[i].count; k++)
			json_array_append_new(levels, json_name(series->factors[i].levels[k]));
		set(factor, "name", json_name(series->factors[i].name));
		set(factor, "levels", levels);
		json_array_append_new(factors, factor);
	}
	return factors;
}

static json_t *lines_json(const struct series *series)
{
	json_t *lines = json_array();

	for (size_t i = 0; i < series->line_count; i++) {
		const struct series_line *line = &series->lines[i];
		json_t *object = json_object(), *points = json_array();

		for (size_t k = 0; k < line->count; k++)
			json_array_append_new(points, json_integer(line->points[k]));
		set(object, "within", json_name(line->within));
		set(object, "axis", json_name(line->axis));
		set(object, "numeric", json_boolean(line->is_numeric));
		set(object, "points", points);
		json_array_append_new(lines, object);
	}
	return lines;
}

/* ---- rows ---- */

/* Null where nothing is known. */
static json_t *cell_json(const struct measure *cell)
{
	json_t *object, *values;

	if (!cell->runs && !cell->failed && !(cell->hidden > 0))
		return json_null();
	object = json_object();
	values = json_array();
	set(object, "runs", json_integer((json_int_t)cell->runs));
	set(object, "mean", cell->runs ? json_number(cell->mean) : json_null());
	set(object, "sd", cell->runs ? json_number(cell->sd) : json_null());
	for (size_t i = 0; cell->values && i < cell->runs; i++)
		json_array_append_new(values, json_number(cell->values[i]));
	set(object, "values", values);
	if (cell->hidden > 0)
		set(object, "below", json_number(cell->mean + cell->hidden));
	if (cell->failed)
		set(object, "failed", json_true());
	return object;
}

static json_t *point_or_null(uint32_t point)
{
	return point == POINT_NONE ? json_null() : json_integer(point);
}

static json_t *step_json(const struct trend_step *step)
{
	json_t *object = json_object();

	set(object, "from", point_or_null(step->from));
	set(object, "to", point_or_null(step->to));
	set(object, "change", json_number(step->change));
	set(object, "part", json_number(step->part));
	set(object, "low", json_number(step->low));
	set(object, "high", json_number(step->high));
	if (step->cut_low < step->change || step->cut_high > step->change) {
		set(object, "cut_low", json_number(step->cut_low));
		set(object, "cut_high", json_number(step->cut_high));
	}
	return object;
}

static json_t *trend_json(const struct trend *trend)
{
	json_t *object, *steps;

	if (trend->kind == TREND_NONE)
		return json_null();
	object = json_object();
	steps = json_array();
	for (size_t i = 0; i < trend->step_count; i++)
		json_array_append_new(steps, step_json(&trend->steps[i]));
	set(object, "kind", json_string(trend_names[trend->kind]));
	set(object, "noise_known", json_boolean(!isnan(trend->whole.low)));
	set(object, "whole", step_json(&trend->whole));
	set(object, "steps", steps);
	set(object, "best", point_or_null(trend->best));
	set(object, "knee", point_or_null(trend->knee));
	set(object, "knee_by",
	    trend->source ? json_string(knee_names[trend->source]) : json_null());
	set(object, "reached", json_number(trend->reached));
	set(object, "text", json_name(trend->text));
	return object;
}

static json_t *effects_json(const struct series_row *row)
{
	json_t *effects = json_array();

	for (size_t i = 0; i < row->effect_count; i++) {
		json_t *effect = step_json(&row->effects[i].step);

		set(effect, "subject", json_name(row->effects[i].part));
		set(effect, "text", json_name(row->effects[i].text));
		json_array_append_new(effects, effect);
	}
	return effects;
}

static json_t *row_json(const struct series *series, const struct series_row *row)
{
	json_t *object = json_object(), *cells = json_array(), *trends = json_array();
	bool of_bucket = row->kind == SERIES_BUCKET || row->kind == SERIES_LEAF;

	set(object, "kind", json_string(series_kind_names[row->kind]));
	set_text(object, "event", row->event);
	set(object, "name", json_name(row->name));
	set_text(object,
		 of_bucket		      ? "basis"
		 : row->kind == SERIES_SYMBOL ? "dso"
					      : "source",
		 row->more);
	set_text(object, "was", row->was);
	set_text(object, "bucket", row->bucket);
	set(object, "unit", json_name(row->unit));
	set(object, "better", row->better ? json_string(better_names[row->better]) : json_null());
	for (size_t i = 0; i < series->point_count; i++)
		json_array_append_new(cells, cell_json(&row->cells[i]));
	for (size_t i = 0; i < series->line_count; i++)
		json_array_append_new(trends, trend_json(&row->trends[i]));
	set(object, "cells", cells);
	set(object, "trends", trends);
	if (row->effect_count)
		set(object, "effects", effects_json(row));
	return object;
}

/* ---- the whole ---- */

static json_t *series_json(const struct series *series)
{
	json_t *object = json_object(), *points = json_array(), *rows = json_array();
	json_t *notes = json_array();

	set(object, "shape", json_string(series_shape_names[series->shape]));
	set(object, "caption", json_name(series->caption));
	set(object, "axis", json_name(series->axis));
	for (size_t i = 0; i < series->point_count; i++)
		json_array_append_new(points, point_json(series, &series->points[i]));
	set(object, "points", points);
	if (series->shape == SERIES_GRID)
		set(object, "factors", factors_json(series));
	set(object, "lines", lines_json(series));
	for (size_t i = 0; i < series->row_count; i++)
		json_array_append_new(rows, row_json(series, &series->rows[i]));
	set(object, "rows", rows);
	for (size_t i = 0; i < series->note_count; i++)
		json_array_append_new(notes, json_name(series->notes[i]));
	set(object, "notes", notes);
	return object;
}

static json_t *inputs_json(const struct symdiff_sweep *sweep)
{
	json_t *inputs = json_array();

	for (size_t i = 0; i < sweep->input_count; i++) {
		const struct sweep_input *input = &sweep->inputs[i];
		json_t *object = json_object(), *warnings = json_array();

		if (input->point != POINT_NONE)
			set(object, "label",
			    json_name(sweep->set.list[0].points[input->point].label));
		set(object, "path", json_name(input->path));
		set(object, "format", json_name(input->format));
		for (size_t w = 0; w < input->warning_count; w++)
			json_array_append_new(warnings, json_name(input->warnings[w]));
		set(object, "warnings", warnings);
		json_array_append_new(inputs, object);
	}
	return inputs;
}

void json_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		FILE *out)
{
	json_t *object = json_object(), *list = json_array();

	set(object, "schema", json_string("symdiff/sweep/1"));
	set(object, "inputs", inputs_json(sweep));
	set(object, "shares_of", json_string(sweep->busy ? "busy" : "total"));
	set(object, "charged", json_boolean(sweep->charged));
	for (size_t i = 0; i < sweep->set.count; i++)
		json_array_append_new(list, series_json(&sweep->set.list[i]));
	set(object, "series", list);
	json_print(object, out);
}
