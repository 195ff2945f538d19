// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/names.h"
#include "support/table.h"
#include "unit.h"

static void test_every_element_is_found(void **state)
{
	struct table table = { 0 };

	/* Hashes that collide in eights, through several growths. */
	for (uint32_t i = 0; i < 5000; i++)
		table_insert(&table, i / 8, i);
	for (uint32_t i = 0; i < 5000; i++) {
		unsigned found = 0;

		table_for_each (&table, i / 8, id)
			found += id == i;
		assert_int_equal(found, 1);
	}
	table_for_each (&table, 9999u, id)
		fail_msg("found %u under a hash that nobody has", id);
	table_deinit(&table);
}

static void test_names(void **state)
{
	struct names names = { 0 };
	uint32_t kfree = names_intern_text(&names, "kfree");

	assert_int_equal(names_intern_text(&names, ""), 0);
	assert_int_equal(names_intern(&names, "kfree_rcu", 5), kfree);
	assert_int_not_equal(names_intern_text(&names, "kfree_rcu"), kfree);
	assert_string_equal(names_text(&names, kfree), "kfree");
	assert_int_equal(names_find(&names, "kmalloc", 7), TABLE_NONE);
	assert_string_equal(names_text(&names, names_intern(&names, "a\0b", 3)), "a b");
	names_deinit(&names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_element_is_found),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
