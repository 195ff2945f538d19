// SPDX-License-Identifier: GPL-2.0-or-later
/* A sweep: N settings or kernels, from their files to one series; or tables that somebody typed. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "report/writer.h"
#include "series/typed_table.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"

static const struct symdiff_read_options no_read_options;
static const struct symdiff_compare_options no_compare_options;

static void add_input(struct symdiff_sweep *sweep, const char *path, const char *format)
{
	array_reserve(sweep->inputs, sweep->input_capacity, sweep->input_count + 1);
	sweep->inputs[sweep->input_count++] = (struct sweep_input) {
		.point = POINT_NONE,
		.path = mem_strdup(path),
		.format = mem_strdup(format),
	};
}

/* ---- tables ---- */

static int read_text(struct input *in, struct series_set *found, struct symdiff_error *err)
{
	static const char how[] = "a sweep takes it as LABEL=FILE";
	struct symdiff_error own = { .code = SYMDIFF_OK, .position = -1 };
	struct text text;
	int failed;

	if (in->is_directory)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1, "a directory: %s", how);
	failed = text_clean_lines(in, &text, &own);
	if (!failed) {
		if (point_refuse_counters(&text, how, err))
			failed = -1;
		else
			failed = typed_tables_read(&text, found, &own);
		text_deinit(&text);
	}
	if (!failed || point_refuse_profile(in, how, err))
		return failed;
	if (err && err->code == SYMDIFF_OK)
		*err = own;
	return -1;
}

static int read_table(struct symdiff_sweep *sweep, const char *path, struct symdiff_error *err)
{
	struct series_set found = { .list = NULL };
	struct input in;
	int failed = input_open(&in, path, err);

	if (!failed) {
		failed = read_text(&in, &found, err);
		input_close(&in);
	}
	if (failed)
		symdiff_error_source(err, path);
	add_input(sweep, path, "table");
	for (size_t i = 0; i < found.count; i++) {
		for (size_t k = 0; k < found.list[i].row_count; k++)
			sweep->charged |= !strcmp(found.list[i].rows[k].more, "charged");
		*series_set_add(&sweep->set) = found.list[i];
	}
	free(found.list);
	return failed;
}

static int read_tables(struct symdiff_sweep *sweep, const char *const *arguments, size_t count,
		       struct symdiff_error *err)
{
	sweep->is_table = true;
	for (size_t i = 0; i < count; i++)
		if (read_table(sweep, arguments[i], err))
			return -1;
	return 0;
}

/* ---- LABEL=FILES ---- */

static int add_labels(struct series *series, const char *const *arguments, size_t count,
		      struct symdiff_error *err)
{
	for (size_t i = 0; i < count; i++) {
		size_t len = point_label(arguments[i]);
		cleanup_free char *label = strndup(arguments[i], len);

		if (!len)
			return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
					    "LABEL=PROFILE was expected, found '%s'", arguments[i]);
		if (series_find_point(series, label) != POINT_NONE)
			return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
					    "the label '%s' is given twice; several runs of one "
					    "stand behind it with commas: %s=RUN,RUN",
					    label, label);
		if (series->point_count == SERIES_POINTS_MAX)
			return symdiff_fail(err, SYMDIFF_ERR_LIMIT, -1, "more than %d labels",
					    SERIES_POINTS_MAX);
		series_add_point(series, label);
	}
	return 0;
}

static int read_points(struct symdiff_sweep *sweep, struct symdiff *rules,
		       const char *const *arguments, size_t count, struct point *points,
		       const struct symdiff_read_options *read,
		       const struct symdiff_compare_options *compare, struct symdiff_error *err)
{
	struct series *series = series_set_add(&sweep->set);

	if (add_labels(series, arguments, count, err))
		return -1;
	for (size_t i = 0; i < count; i++) {
		const char *files = arguments[i] + point_label(arguments[i]) + 1;

		if (point_open(&points[i], files, NULL, err)) {
			symdiff_error_source(err, arguments[i]);
			return -1;
		}
		series->points[i].profiles = points[i].profile_count;
		series->points[i].others = points[i].other_count;
	}
	series_lay_out(series);
	if (sweep_add_profiles(sweep, series, rules, points, read, compare, err))
		return -1;
	sweep_add_evidence(series, points);
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < points[i].other_count; k++) {
			add_input(sweep, points[i].others[k], "evidence");
			sweep->inputs[sweep->input_count - 1].point = (uint32_t)i;
		}
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < points[i].note_count; k++)
			series_note(series, "%s: %s", series->points[i].label, points[i].notes[k]);
	if (!series->row_count)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				    "no quantity is there for two of the labels");
	series_finish(series);
	return 0;
}

struct symdiff_sweep *symdiff_sweep(struct symdiff *rules, const char *const *arguments,
				    size_t count, const struct symdiff_read_options *read,
				    const struct symdiff_compare_options *compare,
				    struct symdiff_error *err)
{
	struct symdiff_sweep *sweep = mem_zalloc(1, sizeof(*sweep));
	struct point *points = mem_zalloc(count + 1, sizeof(*points));
	size_t labels = 0;
	int failed;

	for (size_t i = 0; i < count; i++)
		labels += point_label(arguments[i]) > 0;
	if (!count)
		failed = symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				      "a sweep takes LABEL=PROFILE for each setting, or a table of "
				      "results");
	else if (!labels)
		failed = read_tables(sweep, arguments, count, err);
	else if (count == 1)
		failed = symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				      "a sweep needs two labels or more, only '%.*s' is given",
				      (int)point_label(arguments[0]), arguments[0]);
	else
		failed = read_points(sweep, rules, arguments, count, points,
				     read ? read : &no_read_options,
				     compare ? compare : &no_compare_options, err);
	for (size_t i = 0; i < count; i++)
		point_deinit(&points[i]);
	free(points);
	if (!failed)
		return sweep;
	symdiff_sweep_free(sweep);
	return NULL;
}

void symdiff_sweep_free(struct symdiff_sweep *sweep)
{
	if (!sweep)
		return;
	for (size_t i = 0; i < sweep->input_count; i++) {
		struct sweep_input *input = &sweep->inputs[i];

		for (size_t k = 0; k < input->warning_count; k++)
			free(input->warnings[k]);
		free(input->warnings);
		free(input->format);
		free(input->path);
	}
	free(sweep->inputs);
	series_set_deinit(&sweep->set);
	free(sweep);
}

int symdiff_print_sweep(const struct symdiff_sweep *sweep,
			const struct symdiff_print_options *options, FILE *out,
			struct symdiff_error *err)
{
	const struct report_writer *writer = report_writer_for(&options);

	if (!writer || !writer->sweep)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "this format cannot print a sweep");
	writer->sweep(sweep, options, out);
	return 0;
}
