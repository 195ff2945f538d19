// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes give series whose cells, trends and effects are numbers of points that are there, or an
 * error with a message. The same bytes as ranges and as a list of machines: ranges do not end before
 * they begin, and no machine is there twice.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fleet/machines.h"
#include "fleet/ranges.h"
#include "series/typed_table.h"

#define CHECK(condition)                                                                \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_step(const struct series *series, const struct trend_step *step)
{
	CHECK(step->from < series->point_count && step->to < series->point_count);
	CHECK(isnan(step->low) == isnan(step->high) && !(step->low > step->high));
	CHECK(!(step->cut_low > step->cut_high));
}

static void check_row(const struct series *series, const struct series_row *row)
{
	CHECK(row->name && row->unit);
	for (size_t i = 0; i < series->point_count; i++)
		CHECK(!row->cells[i].runs || isfinite(row->cells[i].mean));
	for (size_t i = 0; i < series->line_count; i++) {
		const struct trend *trend = &row->trends[i];

		CHECK((trend->kind == TREND_NONE) == !trend->step_count);
		for (size_t k = 0; k < trend->step_count; k++)
			check_step(series, &trend->steps[k]);
		CHECK(trend->kind == TREND_NONE || *trend->text);
		CHECK(trend->knee == POINT_NONE || trend->knee < series->point_count);
	}
	for (size_t i = 0; i < row->effect_count; i++)
		check_step(series, &row->effects[i].step);
}

static void check_series(const struct series *series)
{
	CHECK(series->point_count > 0 && series->line_count > 0 && series->row_count > 0);
	for (uint32_t i = 0; i < series->point_count; i++)
		CHECK(series_find_point(series, series->points[i].label) == i);
	for (size_t i = 0; i < series->line_count; i++)
		CHECK(series->lines[i].count <= series->point_count);
	for (size_t i = 0; i < series->row_count; i++)
		check_row(series, &series->rows[i]);
}

static void read_tables(const struct text *text)
{
	struct symdiff_error err = { .code = SYMDIFF_OK, .position = -1 };
	struct series_set set = { .list = NULL };

	if (typed_tables_read(text, &set, &err))
		CHECK(err.code != SYMDIFF_OK && *err.message);
	else
		for (size_t i = 0; i < set.count; i++)
			check_series(&set.list[i]);
	series_set_deinit(&set);
}

static void read_ranges(const struct text *text)
{
	struct symdiff_error err = { .code = SYMDIFF_OK, .position = -1 };
	struct range_set set = { .tables = NULL };
	int tables = ranges_read(&set, text, 0, NULL, &err);

	CHECK(tables >= 0 || (err.code != SYMDIFF_OK && *err.message));
	if (tables > 0)
		ranges_finish(&set);
	for (size_t i = 0; i < set.row_count; i++)
		for (size_t k = 0; k < set.table_count; k++)
			CHECK(!set.rows[i].ends[k].known ||
			      set.rows[i].ends[k].low <= set.rows[i].ends[k].high);
	ranges_deinit(&set);
}

static void read_machines(const struct text *text)
{
	struct symdiff_error err = { .code = SYMDIFF_OK, .position = -1 };
	struct fleet fleet = { .outlier = MACHINE_NONE };
	struct machine_files *files;
	int found = machines_read(text, &fleet, &files, &err);

	CHECK(found >= 0 || (err.code != SYMDIFF_OK && *err.message));
	for (uint32_t i = 0; found > 0 && i < fleet.machine_count; i++) {
		CHECK(fleet_find_machine(&fleet, fleet.machines[i].name) == i);
		CHECK(*files[i].base && *files[i].newer);
	}
	free(files);
	fleet_deinit(&fleet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in;
	struct text text;

	input_from_bytes(&in, "fuzz", data, size);
	if (text_clean_lines(&in, &text, NULL))
		return 0;
	read_tables(&text);
	read_ranges(&text);
	read_machines(&text);
	text_deinit(&text);
	return 0;
}
