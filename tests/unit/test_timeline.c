// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/timeline.h"

#include <math.h>
#include <stdlib.h>

#include "model/time_sums.h"
#include "unit.h"

#define BLOCK (1ull << TIMELINE_SHIFT0)

static void test_blocks_from_the_first_sample(void **state)
{
	struct timeline timeline = { 0 };

	timeline_add(&timeline, 7, 1000);
	timeline_add(&timeline, 8, 1000 + BLOCK);
	timeline_add(&timeline, 9, 1000 + 31 * BLOCK);
	timeline_add(&timeline, 9, 10); /* another CPU's, a little earlier */
	timeline_add(&timeline, 9, TIMELINE_NEVER);
	assert_int_equal(timeline.count, 4);
	assert_int_equal(timeline.stacks[0], 7);
	assert_int_equal(timeline.blocks[0], 0);
	assert_int_equal(timeline.blocks[1], 1);
	assert_int_equal(timeline.blocks[2], 31);
	assert_int_equal(timeline.blocks[3], 0);
	assert_int_equal(timeline.every, 1);
	timeline_deinit(&timeline);
}

/* Block 32 makes two of one; a time far away, as many as it takes. */
static void test_blocks_widen(void **state)
{
	struct timeline timeline = { 0 };

	for (unsigned i = 0; i < 33; i++)
		timeline_add(&timeline, i, i * BLOCK);
	assert_int_equal(timeline.blocks[31], 15);
	assert_int_equal(timeline.blocks[32], 16);
	timeline_add(&timeline, 0, UINT64_MAX - 1);
	assert_int_equal(timeline.blocks[32], 0);
	assert_int_equal(timeline.blocks[33], 31);
	timeline_deinit(&timeline);
}

/* Far more than are kept: memory is bounded, and what is kept are about as many of each block. */
static void test_thinning(void **state)
{
	enum { TOTAL = 5 * TIMELINE_MOST };
	struct timeline timeline = { 0 };
	size_t of_block[TIME_BLOCKS] = { 0 }, odd = 0;

	for (uint32_t i = 0; i < TOTAL; i++)
		timeline_add(&timeline, i % 2, i * 32ull * BLOCK / TOTAL);
	assert_true(timeline.count <= TIMELINE_MOST && timeline.count > TIMELINE_MOST / 2);
	assert_int_equal(timeline.every, 8);
	assert_true(fabs((double)TOTAL / (double)timeline.count - 8) < 0.1);
	for (size_t i = 0; i < timeline.count; i++) {
		of_block[timeline.blocks[i]]++;
		odd += timeline.stacks[i];
	}
	for (size_t i = 0; i < TIME_BLOCKS; i++)
		assert_true(fabs((double)of_block[i] * TIME_BLOCKS / (double)timeline.count - 1) <
			    0.1);
	/* Every second sample is of the other stack: none of them is favoured. */
	assert_true(fabs(2 * (double)odd / (double)timeline.count - 1) < 0.02);
	timeline_deinit(&timeline);
}

static void test_renumber(void **state)
{
	static const uint32_t number[] = { 5, UINT32_MAX, 3 };
	struct timeline timeline = { 0 };

	for (uint32_t i = 0; i < 6; i++)
		timeline_add(&timeline, i % 3, i * BLOCK);
	timeline_renumber(&timeline, number);
	assert_int_equal(timeline.count, 4);
	assert_int_equal(timeline.stacks[0], 5);
	assert_int_equal(timeline.stacks[1], 3);
	assert_int_equal(timeline.blocks[1], 2);
	assert_int_equal(timeline.blocks[3], 5);
	timeline_deinit(&timeline);
}

/* Eight blocks of 100, a part of each as @part says. */
static double dispersion_of(const double *part, double every, double worth)
{
	struct time_sums sums;
	struct time_series series = { { 0 } };
	double dispersion;

	time_sums_init(&sums, 2, 1, every);
	for (unsigned i = 0; i < 8; i++) {
		sums.total[i] = 100;
		time_sums_row(&sums, 1)[i] += (float)part[i];
	}
	time_series_add_symbol(&series, &sums, 0);
	assert_true(series.of[0] == 0);
	time_series_add_symbol(&series, &sums, 1);
	dispersion = time_series_dispersion(&series, &sums, false, worth);
	assert_int_equal(time_sums_blocks(&sums, false), 8);
	assert_float_equal(time_sums_df(&sums, false), 14 / 3.0, 1e-12);
	time_sums_deinit(&sums);
	return dispersion;
}

/*
 * 160 of 800: p = 0.2. Half the mean squared difference of neighbours, 20^2 / 2 = 200, is the
 * variance of a block; independent samples would give 100 p (1 - p) = 16. So 12.5.
 */
static void test_dispersion(void **state)
{
	static const double bursts[] = { 10, 30, 10, 30, 10, 30, 10, 30 };
	static const double even[] = { 20, 20, 20, 20, 20, 20, 20, 20 };
	/* Two phases: one step of 20 among seven, 200 / 7 of 16. About their mean it were 100 / 16. */
	static const double phases[] = { 10, 10, 10, 10, 30, 30, 30, 30 };
	static const double few[] = { 1, 2, 0, 2, 1, 1, 1, 1 };

	assert_float_equal(dispersion_of(bursts, 1, 1), 12.5, 1e-4);
	assert_float_equal(dispersion_of(even, 1, 1), 0, 1e-4);
	assert_float_equal(dispersion_of(phases, 1, 1), 200 / 7.0 / 16, 1e-4);
	assert_true(isnan(dispersion_of(few, 1, 1)));
	/* Worth half as many samples, chance would explain twice as much. */
	assert_float_equal(dispersion_of(bursts, 1, 0.5), 6.25, 1e-4);
	/* One of four samples: what they have in common counts four times as much among all. */
	assert_float_equal(dispersion_of(bursts, 4, 1), 1 + 11.5 * 4, 1e-3);
}

static void test_few_blocks(void **state)
{
	struct time_sums sums;
	struct time_series series = { { 0 } };

	time_sums_init(&sums, 1, 1, 1);
	for (unsigned i = 0; i < 7; i++) {
		sums.total[i] = 100;
		sums.buckets[0].self[i] = 20;
		sums.buckets[0].idle[i] = 5;
	}
	time_series_add_bucket(&series, &sums, 0, false, true);
	assert_float_equal(series.of[0], 15, 1e-6);
	assert_true(isnan(time_series_dispersion(&series, &sums, false, 1)));
	assert_true(time_sums_df(&sums, false) == 0);
	time_sums_deinit(&sums);
}

/* Two symbols of a run may be one in the sum of runs. */
static void test_sums_renumber(void **state)
{
	static const uint32_t symbol_of[] = { 4, 2, 4 };
	struct time_sums part, sums, none = { 0 };

	time_sums_init(&part, 3, 1, 2);
	part.total[3] = 12;
	part.buckets[0].charged[3] = 6;
	time_sums_row(&part, 0)[3] = 5;
	time_sums_row(&part, 2)[3] = 2;
	time_sums_renumber(&sums, &part, 3, 5, 1, symbol_of);
	assert_true(sums.known && sums.every == 2 && sums.total[3] == 12);
	assert_true(sums.buckets[0].charged[3] == 6);
	assert_true(time_sums_row(&sums, 4)[3] == 7);
	assert_true(sums.row_of[2] == UINT32_MAX);
	time_sums_deinit(&part);
	time_sums_deinit(&sums);
	sums = (struct time_sums) { 0 };
	time_sums_renumber(&sums, &none, 3, 5, 1, symbol_of);
	assert_false(sums.known);
	time_sums_deinit(&sums);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocks_from_the_first_sample),
		cmocka_unit_test(test_blocks_widen),
		cmocka_unit_test(test_thinning),
		cmocka_unit_test(test_renumber),
		cmocka_unit_test(test_dispersion),
		cmocka_unit_test(test_few_blocks),
		cmocka_unit_test(test_sums_renumber),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
