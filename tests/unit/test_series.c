// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <math.h>

#include "series/better.h"
#include "series/cells.h"
#include "series/label.h"
#include "series/trend.h"
#include "support/memory.h"

static struct series with_labels(const char *const *labels, size_t count)
{
	struct series series = { .caption = "", .axis = "" };

	for (size_t i = 0; i < count; i++)
		series_add_point(&series, labels[i]);
	series_lay_out(&series);
	return series;
}

static void test_labels(void **state)
{
	static const struct {
		const char *labels[4];
		enum series_shape shape;
		double numbers[4]; /* NaN: a name */
		const char *axis;
	} rows[] = {
		{ { "8", "16", "32", "64" }, SERIES_LINE, { 8, 16, 32, 64 }, "" },
		{ { "8p", "4p", "2p", "1p" }, SERIES_LINE, { 8, 4, 2, 1 }, "" },
		{ { "512", "1K", "4K", "1M" }, SERIES_LINE, { 512, 1024, 4096, 1048576 }, "" },
		{ { "n=8", "n=16", "n=32", "n=64" }, SERIES_LINE, { 8, 16, 32, 64 }, "n" },
		{ { "x=0.5", "x=1.0", "x=1.5", "x=2" }, SERIES_LINE, { 0.5, 1, 1.5, 2 }, "x" },
		/* A constant second name is no factor. */
		{ { "n=8,k=1", "n=16,k=1", "n=32,k=1", "n=4,k=1" },
		  SERIES_LINE,
		  { 8, 16, 32, 4 },
		  "n" },
		{ { "6.1", "6.6", "6.12", "6.18" }, SERIES_LINE, { NAN, NAN, NAN, NAN }, "" },
		{ { "8p", "16", "32", "64" }, SERIES_LINE, { NAN, NAN, NAN, NAN }, "" },
		{ { "kernel=6.1", "kernel=6.6", "kernel=6.12", "kernel=6.18" },
		  SERIES_LINE,
		  { NAN, NAN, NAN, NAN },
		  "kernel" },
		{ { "o=1,n=8", "o=1,n=16", "o=3,n=8", "o=3,n=16" },
		  SERIES_GRID,
		  { NAN, NAN, NAN, NAN },
		  "" },
		{ { "a/x", "a/y", "b/x", "b/y" }, SERIES_GRID, { NAN, NAN, NAN, NAN }, "" },
		{ { "none", "a", "a+b", "b" }, SERIES_LADDER, { NAN, NAN, NAN, NAN }, "" },
		{ { "6.1-rc1", "+a", "+a+b", "+b" }, SERIES_LADDER, { NAN, NAN, NAN, NAN }, "" },
		/* A plus that no other label has a part of is part of a name. */
		{ { "c++", "rust", "go", "6.12+deb12" }, SERIES_LINE, { NAN, NAN, NAN, NAN }, "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct series series = with_labels(rows[i].labels, 4);

		assert_int_equal(series.shape, rows[i].shape);
		assert_string_equal(series.axis, rows[i].axis);
		for (size_t k = 0; k < 4; k++) {
			if (isnan(rows[i].numbers[k]))
				assert_true(isnan(series.points[k].number));
			else
				assert_float_equal(series.points[k].number, rows[i].numbers[k], 0);
		}
		series_deinit(&series);
	}
}

static void test_cells(void **state)
{
	static const struct {
		const char *text;
		enum cell_kind kind;
		size_t count;
		double first, sd;
		const char *unit;
	} rows[] = {
		{ "", CELL_BLANK, 0, 0, NAN, "" },
		{ "n/a", CELL_BLANK, 0, 0, NAN, "" },
		{ "Failed", CELL_FAILED, 0, 0, NAN, "" },
		{ "17.5", CELL_NUMBER, 1, 17.5, NAN, "" },
		{ "250second", CELL_NUMBER, 1, 250, NAN, "second" },
		{ "88.00%", CELL_NUMBER, 1, 88, NAN, "%" },
		{ "-1.5 to 3", CELL_TEXT, 1, -1.5, NAN, "to 3" },
		{ "17,240 jobs/min", CELL_NUMBER, 1, 17240, NAN, "jobs/min" },
		{ "1,234,567", CELL_NUMBER, 1, 1234567, NAN, "" },
		{ "23.1 22.9, 23.4 s", CELL_NUMBER, 3, 23.1, NAN, "s" },
		{ "18700 +/- 150", CELL_NUMBER, 1, 18700, 150, "" },
		{ "200 ± 2% ops", CELL_NUMBER, 1, 200, 4, "ops" },
		{ "2.5e3", CELL_NUMBER, 1, 2500, NAN, "" },
		{ "3 elephants", CELL_NUMBER, 1, 3, NAN, "elephants" },
		{ "1e999", CELL_TEXT, 0, 0, NAN, "1e999" },
		{ "see below", CELL_TEXT, 0, 0, NAN, "see below" },
		{ "1.2.3", CELL_TEXT, 0, 0, NAN, "1.2.3" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct cell cell;

		cell_read((struct slice) { rows[i].text, strlen(rows[i].text) }, &cell);
		assert_int_equal(cell.kind, rows[i].kind);
		if (cell.kind != CELL_NUMBER)
			continue;
		assert_int_equal(cell.count, rows[i].count);
		assert_float_equal(cell.values[0], rows[i].first, 0);
		assert_true(isnan(rows[i].sd) == isnan(cell.sd));
		if (!isnan(cell.sd))
			assert_float_equal(cell.sd, rows[i].sd, 1e-12);
		assert_true(slice_equals(cell.unit, rows[i].unit));
	}
}

static void test_better(void **state)
{
	static const struct {
		const char *name, *unit;
		enum better better;
	} rows[] = {
		{ "hackbench", "s", BETTER_LESS },
		{ "allocator", "%", BETTER_UNKNOWN },
		{ "jobs/min", "", BETTER_MORE },
		{ "tbench throughput", "", BETTER_MORE },
		{ "read", "MB/s", BETTER_MORE },
		{ "mm/slub", "", BETTER_UNKNOWN }, /* no rate */
		{ "sched/messaging", "", BETTER_UNKNOWN },
		{ "pipe usecs_per_op", "", BETTER_LESS },
		{ "opsec", "", BETTER_UNKNOWN },
		{ "real", "", BETTER_LESS },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(better_of(rows[i].name, rows[i].unit), rows[i].better);
}

/* Points "8" to "64" and one row of these runs, three a point; 0: none. */
static struct series of_runs(const double values[4][3], bool is_share, enum better better)
{
	static const char *const labels[] = { "8", "16", "32", "64" };
	struct series series = with_labels(labels, 4);
	struct series_row *row = series_add_row(&series, SERIES_RESULT, "it");

	row->is_share = is_share;
	row->better = better;
	for (uint32_t i = 0; i < 4; i++)
		for (int k = 0; k < 3; k++)
			if (values[i][k] > 0)
				series_add_run(row, i, values[i][k]);
	series_finish(&series);
	return series;
}

static void test_single_runs(void **state)
{
	struct series series = of_runs((const double[4][3]) { { 250 }, { 23 }, { 18.6 }, { 17.5 } },
				       false, BETTER_LESS);
	const struct trend *trend = &series.rows[0].trends[0];

	assert_int_equal(trend->kind, TREND_FALLS);
	assert_int_equal(trend->step_count, 3);
	assert_true(isnan(trend->whole.low));
	assert_float_equal(trend->whole.change, -232.5, 1e-9);
	assert_int_equal(trend->source, KNEE_SHAPE);
	assert_int_equal(trend->knee, 1);
	assert_float_equal(trend->reached, 227 / 232.5, 1e-9);
	assert_int_equal(trend->best, 3);
	series_deinit(&series);
}

/*
 * Of shares the points are looked at: variances 1, 1, 1 and 1, pooled 1 with 8 degrees of freedom;
 * a difference of means has the standard error sqrt(2 / 3), and t(0.975, 8) is 2.306.
 */
static void test_pooled_noise(void **state)
{
	struct series series = of_runs(
		(const double[4][3]) {
			{ 49, 50, 51 }, { 39, 40, 41 }, { 29, 30, 31 }, { 29.5, 30.5, 31.5 } },
		true, BETTER_UNKNOWN);
	const struct trend *trend = &series.rows[0].trends[0];
	double reach = 2.306004 * sqrt(2.0 / 3);

	assert_float_equal(trend->steps[0].low, -10 - reach, 1e-4);
	assert_float_equal(trend->steps[0].high, -10 + reach, 1e-4);
	assert_int_equal(trend->kind, TREND_FALLS); /* the last step is none */
	assert_int_equal(trend->source, KNEE_NOISE);
	assert_int_equal(trend->knee, 2);
	series_deinit(&series);
}

/* A point with a single run borrows the spread of the others. */
static void test_borrowed_noise(void **state)
{
	struct series series =
		of_runs((const double[4][3]) { { 49, 50, 51 }, { 40 }, { 0 }, { 30 } }, true,
			BETTER_UNKNOWN);
	const struct trend *trend = &series.rows[0].trends[0];
	double reach = 4.302653 * sqrt(1.0 / 3 + 1); /* t(0.975, 2) */

	assert_int_equal(trend->step_count, 2); /* 32 was not measured */
	assert_float_equal(trend->steps[0].high, -10 + reach, 1e-4);
	assert_int_equal(trend->steps[1].from, 1);
	assert_int_equal(trend->steps[1].to, 3);
	series_deinit(&series);
}

static void test_all_noise(void **state)
{
	struct series series = of_runs(
		(const double[4][3]) {
			{ 10, 14, 12 }, { 13, 10, 12 }, { 11, 14, 12 }, { 12, 10, 13 } },
		false, BETTER_MORE);
	const struct trend *trend = &series.rows[0].trends[0];

	assert_int_equal(trend->kind, TREND_FLAT);
	assert_int_equal(trend->knee, 0);
	assert_non_null(strstr(trend->text, "does not move beyond the noise"));
	series_deinit(&series);
}

/* The figures of the patch ladder: -1414 and -305 alone, -1701 together. */
static void test_ladder(void **state)
{
	static const char *const labels[] = { "none", "1997", "1997+1458", "1458" };
	static const double values[] = { 18654, 17240, 16953, 18349 };
	struct series series = with_labels(labels, 4);
	struct series_row *row = series_add_row(&series, SERIES_RESULT, "jobs/min");

	for (uint32_t i = 0; i < 4; i++)
		series_add_run(row, i, values[i]);
	series_finish(&series);
	row = &series.rows[0];
	assert_int_equal(row->effect_count, 5);
	assert_string_equal(row->effects[0].part, "1997");
	assert_float_equal(row->effects[0].step.change, -1414, 0);
	assert_string_equal(row->effects[4].part, "1997 with 1458");
	assert_float_equal(row->effects[4].step.change, 18, 0);
	series_deinit(&series);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_labels),	     cmocka_unit_test(test_cells),
		cmocka_unit_test(test_better),	     cmocka_unit_test(test_single_runs),
		cmocka_unit_test(test_pooled_noise), cmocka_unit_test(test_borrowed_noise),
		cmocka_unit_test(test_all_noise),    cmocka_unit_test(test_ladder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
