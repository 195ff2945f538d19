// SPDX-License-Identifier: GPL-2.0-or-later
#include "tables.h"

/* Sorted either way, or -v: the row "total" is the whole and no symbol. */
static void test_orders(void **state)
{
	static const char *const texts[] = {
		"  16480 total                                      0.0138\n"
		"   6383 .text.lock.swap                          110.0517\n"
		"   4486 shrink_cache                               4.6729\n",
		"   4486 shrink_cache                               4.6729\n"
		"   6383 .text.lock.swap                          110.0517\n"
		"  16480 total                                      0.0138\n",
		"c0105314 shrink_cache                               4486      4.6729\n"
		"c0114314 .text.lock.swap                            6383    110.0517\n"
		"00000000 total                                     16480      0.0138\n",
		("  16480 total\n0.0138\n   6383 .text.lock.swap\n110.0517\n"
		 "   4486 shrink_cache\n4.6729\n"),
		"16480 total 0.0138\n6383\n.text.lock.swap 110.0517\n4486 shrink_cache 4.6729\n",
		"> 16480 total 0.0138\n> 6383 .text.lock.swap 110.0517\n> 4486 shrink_cache 4.6729\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct document doc = read_document(texts[i]);
		const struct profile *profile = doc.profiles[0];

		assert_int_equal(doc.count, 1);
		assert_int_equal(profile->events[0].total, 16480);
		assert_int_equal(profile->events[0].clock, CLOCK_WALL);
		assert_false(profile->events[0].total_estimated);
		assert_int_equal(figures_of(profile, 0, "[kernel]", ".text.lock.swap").samples,
				 6383);
		assert_int_equal(figures_of(profile, 0, "[kernel]", "shrink_cache").samples, 4486);
		assert_false(figures_of(profile, 0, NULL, "total").is_listed);
		assert_true(figures_of(profile, 0, NULL, "[not listed]").is_listed);
		document_deinit(&doc);
	}
}

static void test_two_in_one(void **state)
{
	struct document doc = read_document("slow:\n"
					    "16480 total 0.0138\n"
					    "6383 .text.lock.swap 110.0517\n"
					    "slow but:\n"
					    "31 .text.lock.locks 0.1435\n"
					    "\n"
					    "fine:\n"
					    "1715833 total 1.4317\n"
					    "1677712 default_idle 26214.2500\n");

	assert_int_equal(doc.count, 2);
	assert_int_equal(figures_of(doc.profiles[0], 0, NULL, ".text.lock.locks").samples, 31);
	assert_int_equal(doc.profiles[1]->events[0].total, 1715833);
	assert_string_equal(profile_text(doc.profiles[1], doc.profiles[1]->label), "fine");
	document_deinit(&doc);
}

/* Without its total a table may hold less than all: the sum is of what is there. */
static void test_no_total(void **state)
{
	struct document doc = read_document("  6383 .text.lock.swap 110.0517\n"
					    "  4486 shrink_cache 4.6729\n"
					    "   168 rw_swap_page_base 0.6176\n");

	assert_int_equal(doc.profiles[0]->events[0].total, 6383 + 4486 + 168);
	assert_true(doc.profiles[0]->events[0].cut);
	assert_int_equal(doc.profiles[0]->events[0].cut_below, 168);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_orders),
		cmocka_unit_test(test_two_in_one),
		cmocka_unit_test(test_no_total),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
