// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "ingest/rows.h"
#include "unit.h"

static struct profile *profile;
static uint32_t event;

static int set_up(void **state)
{
	profile = profile_new();
	event = profile_event(profile, "cycles", 6);
	return 0;
}

static int tear_down(void **state)
{
	profile_free(profile);
	return 0;
}

static uint32_t symbol(const char *name)
{
	uint32_t kernel = profile_dso(profile, "", 0, DSO_KERNEL);

	return profile_symbol(profile, kernel, name, strlen(name));
}

static uint64_t weight(const char *name)
{
	uint32_t wanted = symbol(name);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		uint32_t leaf = profile->frames[profile->stacks[i].first];

		if (profile->locations[leaf].symbol == wanted)
			sum += profile->stacks[i].weight;
	}
	return sum;
}

/* 40200494 samples that are 43.3899 % are of 92649336 to 92649443, by the rounding alone. */
static void test_total_from_counts_and_percents(void **state)
{
	struct rows rows = { 0 };

	rows_add(&rows, (struct row) { .symbol = symbol("__slab_alloc"),
				       .samples = 40200494,
				       .has_samples = true,
				       .percent = 43.3899,
				       .has_percent = true,
				       .half_digit = 0.00005 });
	rows_add(&rows, (struct row) { .symbol = symbol("__slab_free"),
				       .samples = 2993156,
				       .has_samples = true,
				       .percent = 3.2306,
				       .has_percent = true,
				       .half_digit = 0.00005 });
	rows_finish(&rows, profile, event, &(struct rows_facts) { .samples_are_weight = true });
	rows_deinit(&rows);

	const struct event *e = &profile->events[event];

	assert_int_equal(e->unit, UNIT_SAMPLES);
	assert_true(e->total_estimated && e->cut);
	assert_in_range(e->total, 92649336 - 110, 92649443 + 110);
	assert_int_equal(e->cut_below, 2993156);
	assert_int_equal(weight("__slab_alloc"), 40200494);
}

/* 60 + 40 % is all there is: nothing is unlisted, and nothing estimated. */
static void test_whole_percent_table(void **state)
{
	struct rows rows = { 0 };

	rows_add(&rows, (struct row) { .symbol = symbol("a"),
				       .percent = 60,
				       .has_percent = true,
				       .half_digit = 0.005 });
	rows_add(&rows, (struct row) { .symbol = symbol("b"),
				       .percent = 40,
				       .has_percent = true,
				       .half_digit = 0.005 });
	rows_finish(&rows, profile, event, &(struct rows_facts) { 0 });
	rows_deinit(&rows);
	assert_int_equal(profile->events[event].unit, UNIT_PERCENT);
	assert_int_equal(profile->events[event].total, 100 * PERCENT_SCALE);
	assert_false(profile->events[event].cut);
	assert_int_equal(weight("a"), 60 * PERCENT_SCALE);
}

static void test_the_rest_of_a_cut_table(void **state)
{
	struct rows rows = { 0 };

	rows_add(&rows, (struct row) { .symbol = symbol("a"),
				       .percent = 8.11,
				       .has_percent = true,
				       .half_digit = 0.005,
				       .samples = 19429,
				       .has_samples = true });
	rows_finish(&rows, profile, event, &(struct rows_facts) { 0 });
	rows_deinit(&rows);
	assert_int_equal(profile->events[event].unit, UNIT_PERCENT);
	assert_true(profile->events[event].cut);
	assert_int_equal(profile->events[event].total, 100 * PERCENT_SCALE);
	assert_int_equal(profile->events[event].samples, 19429);
	assert_int_equal(profile->events[event].cut_below, 8110000);
}

static void test_stated_total(void **state)
{
	struct rows rows = { 0 };

	rows_add(&rows, (struct row) { .symbol = symbol("a"), .samples = 30, .has_samples = true });
	rows_finish(&rows, profile, event, &(struct rows_facts) { .total_samples = 100 });
	rows_deinit(&rows);
	assert_int_equal(profile->events[event].total, 100);
	assert_false(profile->events[event].total_estimated);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_total_from_counts_and_percents, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(test_whole_percent_table, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_the_rest_of_a_cut_table, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_stated_total, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
