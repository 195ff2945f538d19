// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <string.h>

#include "buckets/pattern.h"

static struct pattern_set set_of(const char *const *patterns, size_t count)
{
	struct pattern_set set = { 0 };

	for (size_t i = 0; i < count; i++)
		pattern_set_add(&set, (struct pattern) { .text = patterns[i] });
	return set;
}

static void check(const struct pattern_set *set, bool function, const char *name,
		  const char *expected)
{
	const struct pattern *found = function ? pattern_set_find_function(set, name, strlen(name))
					       : pattern_set_find(set, name, strlen(name));

	assert_string_equal(found ? found->text : "", expected);
}

/* The most letters win, whatever the shape and the order. */
static void test_specific_first(void **state)
{
	static const char *const patterns[] = {
		"tcp_*",    "*_rcv",	     "*_v4_*", "tcp_v4_rcv",
		"tcp_v4_*", "t*p_v4_d?_rcv", "*",      "*_slow",
	};
	struct pattern_set set = set_of(patterns, ARRAY_SIZE(patterns));

	check(&set, false, "tcp_v4_rcv", "tcp_v4_rcv");
	check(&set, false, "tcp_v4_do_rcv", "t*p_v4_d?_rcv");
	check(&set, false, "tcp_v4_err", "tcp_v4_*");
	check(&set, false, "tcp_", "tcp_*");
	check(&set, false, "tcp", "*");
	check(&set, false, "udp_rcv", "*_rcv");
	check(&set, false, "udp_v4_x", "*_v4_*");
	check(&set, false, "tcp_slow", "*_slow");
	check(&set, false, "", "*");
	pattern_set_deinit(&set);
}

/* Underscores in front count only where the pattern spells them. */
static void test_underscores(void **state)
{
	static const char *const patterns[] = { "kmem_*", "__kmem_x*", "kfree", "*_x" };
	struct pattern_set set = set_of(patterns, ARRAY_SIZE(patterns));

	check(&set, true, "kmem_cache_alloc", "kmem_*");
	check(&set, true, "__kmem_cache_alloc", "kmem_*");
	check(&set, true, "__kmem_xy", "__kmem_x*");
	check(&set, true, "kfree", "kfree");
	check(&set, true, "__kfree", ""); /* a name without wildcard must be equal */
	check(&set, true, "__", "");
	pattern_set_deinit(&set);
}

/* Longer than what is found by hash. */
static void test_long(void **state)
{
	static const char *const patterns[] = {
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa*",
		"a*",
	};
	struct pattern_set set = set_of(patterns, ARRAY_SIZE(patterns));
	char name[101];

	memset(name, 'a', 100);
	name[100] = '\0';
	check(&set, false, name, patterns[0]);
	check(&set, false, "aaa", patterns[1]);
	check(&set, false, "b", "");
	pattern_set_deinit(&set);
}

static void test_empty(void **state)
{
	struct pattern_set set = { 0 };

	check(&set, true, "kfree", "");
	check(&set, true, "", "");
	pattern_set_deinit(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_specific_first),
		cmocka_unit_test(test_underscores),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
