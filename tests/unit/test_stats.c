// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>

#include "diff/spread.h"
#include "diff/stats.h"
#include "unit.h"

/* From printed tables of Student's t. */
static void test_t_table(void **state)
{
	static const struct {
		double p, df, t;
	} rows[] = {
		{ 0.975, 1, 12.706 }, { 0.975, 4, 2.776 }, { 0.95, 4, 2.132 },
		{ 0.95, 10, 1.812 },  { 0.99, 10, 2.764 }, { 0.975, INFINITY, 1.960 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_float_equal(stats_t_quantile(rows[i].p, rows[i].df), rows[i].t, 0.0006);
		assert_float_equal(stats_t_two_sided(-rows[i].t, rows[i].df), 2 * (1 - rows[i].p),
				   0.0001);
	}
	assert_true(stats_t_two_sided(INFINITY, 3) == 0);
	assert_true(isnan(stats_t_two_sided(NAN, 3)));
}

/* (a + b)^2 / (a^2 / df_a + b^2 / df_b) */
static void test_welch_df(void **state)
{
	assert_float_equal(stats_welch_df(1, 4, 1, 4), 8, 1e-9);
	assert_float_equal(stats_welch_df(4, 4, 1, 9), 25 / (4 + 1.0 / 9), 1e-9);
	assert_float_equal(stats_welch_df(3, 5, 0, 2), 5, 1e-9);
}

/* Sorted: 0.005 * 4/1, 0.01 * 4/2, 0.03 * 4/3, 0.04 * 4/4; each at most the next. */
static void test_benjamini_hochberg(void **state)
{
	static const double p[] = { 0.01, 0.04, NAN, 0.03, 0.005 };
	static const double expected[] = { 0.02, 0.04, NAN, 0.04, 0.02 };
	double q[5];

	stats_adjust(p, q, 5);
	for (size_t i = 0; i < 5; i++)
		if (isnan(expected[i]))
			assert_true(isnan(q[i]));
		else
			assert_float_equal(q[i], expected[i], 1e-12);
}

/* 70 ways to divide 4 + 4 runs. */
static void test_permutation(void **state)
{
	static const double low[] = { 1, 2, 3, 4 }, high[] = { 5, 6, 7, 8 },
			    mid[] = { 5, 6, 7, 3.5 };

	assert_float_equal(stats_permutation(low, 4, high, 4), 2 / 70.0, 1e-12);
	assert_float_equal(stats_permutation(low, 4, low, 4), 1, 1e-12);
	/* 21.5 of 31.5: only 4 5 6 7 has more, and each has its mirror. */
	assert_float_equal(stats_permutation(low, 4, mid, 4), 4 / 70.0, 1e-12);
	assert_true(isnan(stats_permutation(low, 3, high, 4)));
}

/* Sides of different size: of 126 ways to choose 5 of 9, 1 2 3 4 5 is the lowest, 5 6 7 8 9 as far. */
static void test_permutation_of_many(void **state)
{
	double runs[26];

	for (int i = 0; i < 26; i++)
		runs[i] = i + 1;
	assert_float_equal(stats_permutation(runs, 5, runs + 5, 4), 2 / 126.0, 1e-12);
	/* 184,756 ways for 10 and 10, and 2,704,156 for 12 and 12. */
	assert_float_equal(stats_permutation(runs, 10, runs + 10, 10), 2 / 184756.0, 1e-15);
	assert_float_equal(stats_permutation(runs, 12, runs + 12, 12), 2 / 2704156.0, 1e-15);
	assert_true(isnan(stats_permutation(runs, 13, runs + 13, 12)));
}

/* (df0 * expected + df * own) / (df0 + df) */
static void test_moderate(void **state)
{
	const struct variance_prior prior = { .constant = 1, .slope = 0.5, .df = 4 };
	const struct variance_prior alike = { .constant = 2, .df = INFINITY }, none = { 0 };

	assert_float_equal(stats_moderate(&prior, 1, 2, 4).variance, 1.5, 1e-12);
	assert_float_equal(stats_moderate(&prior, 1, 2, 4).df, 8, 1e-12);
	assert_float_equal(stats_moderate(&alike, 1, 9, 4).variance, 2, 1e-12);
	assert_true(isinf(stats_moderate(&alike, 1, 9, 4).df));
	assert_float_equal(stats_moderate(&none, 1, 9, 4).variance, 1, 1e-12);
	/* F(4, 4) is above 15.98 in one case of a hundred. */
	assert_float_equal(stats_moderate(&prior, 33, 2, 4).variance, 33, 1e-12);
	assert_float_equal(stats_moderate(&prior, 31, 2, 4).variance, 16.5, 1e-12);
}

/* Variances that lie on a line, the same scatter about it everywhere. */
static void test_prior_finds_trend(void **state)
{
	double variance[200], sampling[200];

	for (size_t i = 0; i < 200; i++) {
		sampling[i] = 0.001 * (double)(1 + i % 10);
		variance[i] = (0.01 + 2 * sampling[i]) * (i / 10 % 2 ? 1.3 : 0.7);
	}

	struct variance_prior prior = stats_fit_prior(variance, sampling, 200, 8);

	assert_float_equal(prior.slope / prior.constant, 200, 1);
	assert_true(isinf(prior.df)); /* chance alone scatters more than this */
	assert_true(stats_fit_prior(variance, sampling, 9, 8).df == 0);
}

static double share_of(double log_odds)
{
	return 1 / (1 + exp(-log_odds));
}

/* Log-odds -1 0 1 and 1 2 3: t = 2 / sqrt(1/3 + 1/3) = 2.449 with 4 degrees of freedom. */
static void test_spread_is_welch(void **state)
{
	struct run_value runs[SIDES][3];
	struct spread spread;

	for (int side = 0; side < SIDES; side++)
		for (int i = 0; i < 3; i++)
			runs[side][i] = (struct run_value) {
				.share = share_of(i - 1 + 2 * side),
				.samples = 1e9,
			};
	spread_measure(&spread, (const struct run_value *const[]) { runs[BASE], runs[NEW] },
		       (const size_t[]) { 3, 3 }, false, 0);
	spread_test(&spread);
	assert_float_equal(spread.center[BASE], 0, 1e-6);
	assert_float_equal(spread.center[NEW], 2, 1e-6);
	assert_float_equal(spread.df, 4, 1e-6);
	assert_float_equal(spread.p, 0.0705, 0.0001);
	/* Leaving out the first or last run moves the mean share of its side. */
	assert_true(spread.without_one.low < 100 * (spread.mean[NEW] - spread.mean[BASE]));
	assert_true(spread.without_one.high > 100 * (spread.mean[NEW] - spread.mean[BASE]));
}

/* One recording under three names: its own sampling is all that is known. */
static void test_one_run_three_times(void **state)
{
	static const struct run_value runs[3] = { { .share = 0.1, .samples = 1000, .cost = 0 },
						  { .share = 0.1, .samples = 1000, .cost = 0 },
						  { .share = 0.1, .samples = 1000, .cost = 0 } };
	static const struct run_value others[3] = { { .share = 0.11, .samples = 1000, .cost = 0 },
						    { .share = 0.11, .samples = 1000, .cost = 0 },
						    { .share = 0.11, .samples = 1000, .cost = 0 } };
	struct spread spread;

	spread_measure(&spread, (const struct run_value *const[]) { runs, others },
		       (const size_t[]) { 3, 3 }, false, 0);
	spread_test(&spread);
	assert_float_equal(spread.variance[BASE], 1 / 100.5 + 1 / 900.5, 1e-9);
	assert_true(spread.p > 0.05);
}

/* Costs: 100 and 200 per work, each twice; the ratio is 2 whatever the share is. */
static void test_costs(void **state)
{
	static const struct run_value runs[2] = { { .share = 0.5, .samples = 1e9, .cost = 190 },
						  { .share = 0.5, .samples = 1e9, .cost = 210 } };
	static const struct run_value others[2] = { { .share = 0.4, .samples = 1e9, .cost = 475 },
						    { .share = 0.4, .samples = 1e9, .cost = 525 } };
	struct spread spread;
	struct range ratio;

	spread_measure(&spread, (const struct run_value *const[]) { runs, others },
		       (const size_t[]) { 2, 2 }, true, 0);
	ratio = spread_ratio(&spread, 0.025);
	assert_float_equal(sqrt(ratio.low * ratio.high), 2, 1e-6);
	assert_true(ratio.low < 2 && ratio.high > 2);
}

static void test_small(void **state)
{
	static const struct run_value few[2] = { { .share = 0.009, .samples = 1000, .cost = 0 },
						 { .share = 0.0109, .samples = 1000, .cost = 0 } };
	static const struct run_value enough[2] = {
		{ .share = 0.009, .samples = 1000, .cost = 0 },
		{ .share = 0.0112, .samples = 1000, .cost = 0 }
	};
	struct spread spread;

	spread_measure(&spread, (const struct run_value *const[]) { few, few },
		       (const size_t[]) { 2, 2 }, false, 0);
	assert_true(spread_is_small(&spread));
	spread_measure(&spread, (const struct run_value *const[]) { few, enough },
		       (const size_t[]) { 2, 2 }, false, 0);
	assert_false(spread_is_small(&spread));
}

/*
 * Shares of 0.2 of 1000: 1 / 200.5 + 1 / 800.5 = 0.00624; blocks that show four times as much, with
 * 20 degrees of freedom, against what is only counted: (4 + 1)^2 / (4^2 / 20) = 31.25.
 */
static void test_blocks_widen(void **state)
{
	static const struct run_value base = {
		.share = 0.2, .samples = 1000, .dispersion = 4, .blocks_df = 20
	};
	struct run_value newer = {
		.share = 0.2, .samples = 1000, .dispersion = 0.5, .blocks_df = 20
	};
	struct spread spread;

	spread_measure(&spread, (const struct run_value *const[]) { &base, &newer },
		       (const size_t[]) { 1, 1 }, false, 0);
	assert_float_equal(spread.counting[BASE], 0.0062367, 1e-6);
	assert_float_equal(spread.sampling[BASE], 4 * 0.0062367, 1e-6);
	assert_float_equal(spread.sampling[NEW], 0.0062367, 1e-6); /* less than chance is chance */
	assert_float_equal(spread.variance[BASE], 4 * 0.0062367, 1e-6);
	assert_float_equal(spread.df, 31.25, 1e-9);
	assert_true(spread_is_by_blocks(&spread));
	assert_float_equal(spread.dispersion[NEW], 0.5, 1e-12);

	/* No times: nothing is known, whatever stands there. */
	newer = (struct run_value) { .share = 0.2, .samples = 1000 };
	spread_measure(&spread, (const struct run_value *const[]) { &newer, &newer },
		       (const size_t[]) { 1, 1 }, false, 0);
	assert_true(isinf(spread.df));
	assert_true(isnan(spread.dispersion[BASE]));
	assert_false(spread_is_by_blocks(&spread));
}

/* Of runs, the runs themselves say what they vary; the same one twice, only what it can. */
static void test_blocks_of_repeats(void **state)
{
	static const struct run_value differ[2] = {
		{ .share = 0.1, .samples = 1000, .dispersion = 3, .blocks_df = 20 },
		{ .share = 0.2, .samples = 1000, .dispersion = 3, .blocks_df = 20 },
	};
	static const struct run_value same[2] = {
		{ .share = 0.2, .samples = 1000, .dispersion = 3, .blocks_df = 20 },
		{ .share = 0.2, .samples = 1000, .dispersion = 3, .blocks_df = 20 },
	};
	struct spread spread;

	spread_measure(&spread, (const struct run_value *const[]) { differ, same },
		       (const size_t[]) { 2, 2 }, false, 0);
	/* (ln(100.5 / 900.5) - ln(200.5 / 800.5))^2 / 2 */
	assert_float_equal(spread.variance[BASE], 0.32669, 1e-4);
	assert_float_equal(spread.variance[NEW], 3 * 0.0062367, 1e-6);
	assert_float_equal(spread.df, 1.1157, 0.01);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_t_table),
		cmocka_unit_test(test_welch_df),
		cmocka_unit_test(test_benjamini_hochberg),
		cmocka_unit_test(test_permutation),
		cmocka_unit_test(test_permutation_of_many),
		cmocka_unit_test(test_moderate),
		cmocka_unit_test(test_prior_finds_trend),
		cmocka_unit_test(test_spread_is_welch),
		cmocka_unit_test(test_one_run_three_times),
		cmocka_unit_test(test_costs),
		cmocka_unit_test(test_small),
		cmocka_unit_test(test_blocks_widen),
		cmocka_unit_test(test_blocks_of_repeats),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
