// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <math.h>
#include <string.h>

#include "fleet/fleet.h"
#include "fleet/machines.h"
#include "fleet/ranges.h"

static struct fleet of_changes(const double *changes, size_t count)
{
	struct fleet fleet = { .outlier = MACHINE_NONE };
	struct fleet_row *row;
	char name[32];

	for (size_t i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "m%zu", i);
		fleet_add_machine(&fleet, name);
	}
	row = fleet_add_row(&fleet, FLEET_RESULT, "it");
	for (size_t i = 0; i < count; i++)
		row->values[i] = (struct fleet_value) {
			.known = !isnan(changes[i]), .change = changes[i], .low = NAN, .high = NAN
		};
	fleet_finish(&fleet);
	return fleet;
}

static void test_summary(void **state)
{
	struct fleet fleet = of_changes((const double[]) { 3, -1, NAN, 2, 0 }, 5);
	const struct fleet_summary *all = &fleet.rows[0].all;

	assert_int_equal(all->machines, 4);
	assert_float_equal(all->low, -1, 0);
	assert_float_equal(all->high, 3, 0);
	assert_float_equal(all->median, 1, 0);
	assert_int_equal(all->lowest, 1);
	assert_int_equal(all->highest, 0);
	assert_int_equal(all->up, 2);
	assert_int_equal(all->down, 1);
	assert_int_equal(all->unclear, 1);
	fleet_deinit(&fleet);
}

/*
 * The others are -2 to 2: mean 0, standard deviation sqrt(2.5), times sqrt(1 + 1/5) that is
 * sqrt(3). 4.808944 lies t(0.975; 4) = 2.776445 of these away: p is 0.05, and of six machines the
 * farthest has 0.3.
 */
static void test_leave_one_out(void **state)
{
	struct fleet fleet = of_changes((const double[]) { -2, -1, 4.808944, 0, 1, 2 }, 6);
	const struct fleet_outlying *one = &fleet.rows[0].one;

	assert_int_equal(one->machines[0], 2);
	assert_int_equal(one->machines[1], MACHINE_NONE);
	assert_float_equal(one->p, 0.3, 1e-5);
	assert_false(fleet_stands_out(one));
	assert_float_equal(one->without.high, 2, 0);
	fleet_deinit(&fleet);

	fleet = of_changes((const double[]) { -2, -1, 48, 0, 1, 2 }, 6);
	assert_true(fleet_stands_out(&fleet.rows[0].one));
	assert_int_equal(fleet.outlier, 2);
	fleet_deinit(&fleet);
}

/* Each hides the other; together they are found. */
static void test_leave_two_out(void **state)
{
	struct fleet fleet = of_changes((const double[]) { -2, -1, 50, 0, 1, 2, 51, 0.5, -0.5 }, 9);
	const struct fleet_row *row = &fleet.rows[0];

	assert_false(fleet_stands_out(&row->one));
	assert_true(fleet_stands_out(&row->two));
	assert_int_equal(row->two.machines[0], 2);
	assert_int_equal(row->two.machines[1], 6);
	assert_float_equal(row->two.without.low, -2, 0);
	assert_float_equal(row->two.without.high, 2, 0);
	assert_non_null(strstr(row->text, "m2 and m6 stand out together"));
	fleet_deinit(&fleet);
}

static void test_too_few(void **state)
{
	struct fleet fleet = of_changes((const double[]) { 0, 0.1, 0.2, 99 }, 4);

	assert_int_equal(fleet.rows[0].one.machines[0], MACHINE_NONE);
	assert_int_equal(fleet.outlier, MACHINE_NONE);
	fleet_deinit(&fleet);
}

/* All others alike: any distance is one. */
static void test_no_spread(void **state)
{
	struct fleet fleet = of_changes((const double[]) { 1, 1, 1, 1, 1, 2 }, 6);

	assert_float_equal(fleet.rows[0].one.p, 0, 0);
	assert_int_equal(fleet.rows[0].one.machines[0], 5);
	fleet_deinit(&fleet);
	fleet = of_changes((const double[]) { 1, 1, 1, 1, 1, 1 }, 6);
	assert_false(fleet_stands_out(&fleet.rows[0].one));
	fleet_deinit(&fleet);
}

static struct text text_of(const char *content)
{
	struct input in;
	struct text text;

	input_from_bytes(&in, "list", content, strlen(content));
	assert_int_equal(text_clean_lines(&in, &text, NULL), 0);
	return text;
}

static void test_ranges(void **state)
{
	struct text text = text_of("all of them\n\nA  one   -5.5 to 8\nB -13.16   to  6.00%\n\n"
				   "without m1\nA one -2.5 to 8\nnot a row to 3\nB 9 to 8\n");
	struct range_set set = { .tables = NULL };

	assert_int_equal(ranges_read(&set, &text, 0, NULL, NULL), 2);
	ranges_finish(&set);
	assert_string_equal(set.tables[0].title, "all of them");
	assert_string_equal(set.tables[1].title, "without m1");
	assert_int_equal(set.row_count, 2);
	assert_string_equal(set.rows[0].name, "A one");
	assert_float_equal(set.rows[0].ends[1].low, -2.5, 0);
	assert_float_equal(set.rows[1].ends[0].high, 6, 0);
	assert_false(set.rows[1].ends[1].known); /* 9 to 8 is no range */
	assert_int_equal(set.pair_count, 1);
	assert_int_equal(set.pairs[0].outer, 0);
	assert_int_equal(set.pairs[0].narrower, 1);
	ranges_deinit(&set);
	assert_int_equal(ranges_read(&set, &text, 3, NULL, NULL), -1);
	ranges_deinit(&set);
	text_deinit(&text);
}

static void test_machines(void **state)
{
	struct text text = text_of("# ours\nmachine  cpus base new  mem\n"
				   "a 4 a1,a2 b1 -\nb 16 c d 64G\n");
	struct fleet fleet = { .outlier = MACHINE_NONE };
	struct machine_files *files;

	assert_int_equal(machines_read(&text, &fleet, &files, NULL), 1);
	assert_int_equal(fleet.machine_count, 2);
	assert_int_equal(fleet.tag_count, 2);
	assert_string_equal(fleet.machines[0].tags[0], "4");
	assert_string_equal(fleet.machines[0].tags[1], "");
	assert_string_equal(fleet.machines[1].tags[1], "64G");
	assert_string_equal(files[0].base, "a1,a2");
	assert_string_equal(files[1].newer, "d");
	free(files);
	fleet_deinit(&fleet);
	text_deinit(&text);

	static const struct {
		const char *list;
		int found;
	} rows[] = {
		{ "", 0 },
		{ "machine base\na b\n", 0 },
		{ "machine base new\na b\n", -1 },
		{ "machine base new\na b c d\n", -1 },
		{ "machine base new\na b c\na d e\n", -1 },
		{ "| machine | base | new | cpus |\n| a | b | c | |\n", 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		text = text_of(rows[i].list);
		fleet = (struct fleet) { .outlier = MACHINE_NONE };
		assert_int_equal(machines_read(&text, &fleet, &files, NULL), rows[i].found);
		free(files);
		fleet_deinit(&fleet);
		text_deinit(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_summary),	      cmocka_unit_test(test_leave_one_out),
		cmocka_unit_test(test_leave_two_out), cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_no_spread),     cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_machines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
