// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "model/profile.h"
#include "unit.h"

static uint32_t place(struct profile *profile, const char *name)
{
	uint32_t kernel = profile_dso(profile, "vmlinux", 7, DSO_UNKNOWN);

	return profile_symbol_location(profile, profile_symbol(profile, kernel, name, strlen(name)),
				       NULL, 0);
}

static void test_equal_stacks_fold(void **state)
{
	struct profile *profile = profile_new();
	uint32_t event = profile_event(profile, "cycles", 6);
	uint32_t chain[] = { place(profile, "kfree"), place(profile, "skb_free_head") };

	assert_true(profile_add(profile, event, 0, 0, chain, 2, 100, 1));
	assert_true(profile_add(profile, event, 0, 0, chain, 2, 50, 1));
	assert_true(profile_add(profile, event, 0, 0, chain, 1, 7, 1));
	assert_int_equal(profile->stack_count, 2);
	assert_int_equal(profile->stacks[0].weight, 150);
	assert_int_equal(profile->stacks[0].samples, 2);
	assert_int_equal(profile->events[event].total, 157);
	assert_true(profile->events[event].has_callchains);
	profile_free(profile);
}

static void test_total_does_not_wrap(void **state)
{
	struct profile *profile = profile_new();
	uint32_t event = profile_event(profile, "cycles", 6);
	uint32_t leaf = place(profile, "kfree");

	assert_true(profile_add(profile, event, 0, 0, &leaf, 1, UINT64_MAX, 1));
	assert_false(profile_add(profile, event, 0, 0, &leaf, 1, 1, 1));
	assert_true(profile->events[event].total == UINT64_MAX);
	assert_int_equal(profile->events[event].samples, 1);
	profile_free(profile);
}

static void test_locations_tell_inlines_apart(void **state)
{
	struct profile *profile = profile_new();
	uint32_t dso = profile_dso(profile, "w", 1, DSO_UNKNOWN);
	uint32_t outer = profile_symbol(profile, dso, "main", 4);
	uint32_t inner[] = { profile_symbol(profile, dso, "a", 1),
			     profile_symbol(profile, dso, "b", 1) };
	uint32_t plain = profile_symbol_location(profile, outer, NULL, 0);
	uint32_t with = profile_symbol_location(profile, outer, inner, 2);

	assert_int_not_equal(plain, with);
	assert_int_equal(with, profile_symbol_location(profile, outer, inner, 2));
	assert_int_equal(profile->inlines[profile->locations[with].first_inline + 1], inner[1]);
	profile_free(profile);
}

static void test_added_dsos_stay_apart(void **state)
{
	struct profile *profile = profile_new();
	uint32_t one = profile_add_dso(profile, "/usr/lib/libc.so.6", 18, DSO_UNKNOWN);
	uint32_t other = profile_add_dso(profile, "/srv/c1/libc.so.6", 17, DSO_UNKNOWN);

	assert_int_not_equal(one, other);
	assert_int_equal(profile->dsos[one].name, profile->dsos[other].name);
	assert_string_equal(profile_text(profile, profile->dsos[other].path), "/srv/c1/libc.so.6");
	assert_int_equal(profile->dsos[other].kind, DSO_USER);
	profile_free(profile);
}

static void test_warnings_are_kept_once(void **state)
{
	struct profile *profile = profile_new();

	profile_warn(profile, "line %d", 3);
	profile_warn(profile, "line %d", 3);
	profile_warn(profile, "line %d", 4);
	assert_int_equal(profile->warning_count, 2);
	assert_string_equal(profile_text(profile, profile->warnings[1]), "line 4");
	profile_free(profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_stacks_fold),
		cmocka_unit_test(test_total_does_not_wrap),
		cmocka_unit_test(test_locations_tell_inlines_apart),
		cmocka_unit_test(test_added_dsos_stay_apart),
		cmocka_unit_test(test_warnings_are_kept_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
