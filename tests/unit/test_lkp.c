// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of the kernel test robot. */
#include "tables.h"

#define SELF(side, symbol) figures_of(doc.profiles[side], 0, NULL, symbol).self

static void test_self_and_children(void **state)
{
	static const char *const texts[] = {
		"7cc8f9c7146a5                  5df397dec7c4c\n"
		"---------------- ------------ --------------\n"
		"         %stddev     %change         %stddev\n"
		"             \\          |                \\\n"
		"   5292018           -41.6%    3090618 ±  2%  will-it-scale.16.threads\n"
		"     22.10 ±  8%      -4.6       17.48 ± 11%  "
		"perf-profile.children.cycles-pp.handle_mm_fault\n"
		"     11.80 ±  8%      -4.8        6.96 ±  9%  "
		"perf-profile.self.cycles-pp.handle_mm_fault\n"
		"      0.00            +0.6        0.58 ±223%  "
		"perf-profile.self.cycles-pp.foo.isra.0\n",
		/* squeezed, another charset, wrapped behind the numbers, a third kernel */
		"> %stddev %change %stddev %change %stddev\n> \\ | \\ | \\\n"
		"> 22.10 ~ 8% -4.6 17.48 ~11% +1.0 23.10\n"
		"> perf-profile.children.cycles-pp.handle_mm_fault\n"
		"> 11.80 ~ 8% -4.8 6.96 ~ 9% -0.1 11.70\n"
		"> perf-profile.self.cycles-pp.handle_mm_fault\n"
		"> 0.00 +0.6 0.58 ~223% +0.0 0.00\n> perf-profile.self.cycles-pp.foo.isra.0\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct document doc = read_document(texts[i]);

		assert_true(doc.is_comparison);
		assert_int_equal(doc.count, 2);
		assert_figure(SELF(0, "handle_mm_fault"), 11.80);
		assert_figure(SELF(1, "handle_mm_fault"), 6.96);
		assert_figure(figures_of(doc.profiles[1], 0, NULL, "handle_mm_fault").children,
			      17.48);
		assert_figure(SELF(0, "foo.isra.0"), 0);
		assert_figure(SELF(1, "foo.isra.0"), 0.58);
		assert_int_equal(doc.profiles[0]->events[0].total, 100 * PERCENT_SCALE);
		/* rows are there because they changed: the others may weigh anything */
		assert_int_equal(doc.profiles[0]->events[0].cut_below, 88200000);
		document_deinit(&doc);
	}
}

/* Rows alone, as people cut them out. */
static void test_no_title(void **state)
{
	struct document doc = read_document(
		"      0.09 ± 15%      +1.4        1.48 ±  7%  perf-profile.self.cycles-pp.ipi\n");

	assert_figure(SELF(0, "ipi"), 0.09);
	assert_figure(SELF(1, "ipi"), 1.48);
	document_deinit(&doc);
}

/* 2014: a sum over tests stands below them, for each call chain; its leaf took the samples. */
static void test_totals(void **state)
{
	struct document doc = read_document(
		"1d3d4437eae1bb2  9b17c62382dd2e7507984b989\n"
		"---------------  -------------------------\n"
		"     12.00 ~10%    +200.0%      36.00 ~ 2%  box/vm-scalability/300s-btrfs\n"
		"     14.00 ~16%    +100.0%      28.00 ~ 0%  box/vm-scalability/300s-ext4\n"
		"     26.00         +146.2%      64.00       "
		"TOTAL perf-profile.cpu-cycles._raw_spin_lock.grab_super_passive.super_cache_count\n"
		"\n"
		"1d3d4437eae1bb2  9b17c62382dd2e7507984b989\n"
		"---------------  -------------------------\n"
		"      1.00 ~10%    +200.0%       3.00 ~ 2%  box/vm-scalability/300s-btrfs\n"
		"      1.00         +200.0%       3.00       "
		"TOTAL perf-profile.cpu-cycles._raw_spin_lock.put_super.drop_super\n");

	assert_int_equal(doc.count, 2);
	assert_figure(SELF(0, "_raw_spin_lock"), 14);
	assert_figure(SELF(1, "_raw_spin_lock"), 35);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_self_and_children),
		cmocka_unit_test(test_no_title),
		cmocka_unit_test(test_totals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
