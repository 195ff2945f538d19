// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/spaces.h"
#include "ingest/perf_data/tasks.h"
#include "model/profile.h"
#include "unit.h"

static struct map map(uint64_t start, uint64_t end, uint32_t image)
{
	return (struct map) { .start = start, .end = end, .pgoff = start * 2, .image = image };
}

/* The image at @address, or NONE. */
static uint32_t image_at(const struct spaces *spaces, uint32_t space, uint64_t address)
{
	const struct map *found = spaces_find(spaces, space, address);

	return found ? found->image : NONE;
}

static void test_maps_beside_each_other_stay_in_one_space(void **state)
{
	struct spaces spaces = { 0 };
	struct map a = map(100, 200, 1), b = map(200, 300, 2), again = map(100, 200, 1);
	uint32_t space = spaces_map(&spaces, 0, &a);

	assert_int_not_equal(space, 0);
	assert_int_equal(spaces_map(&spaces, space, &b), space);
	assert_int_equal(spaces_map(&spaces, space, &again), space);
	assert_int_equal(image_at(&spaces, space, 99), NONE);
	assert_int_equal(image_at(&spaces, space, 100), 1);
	assert_int_equal(image_at(&spaces, space, 199), 1);
	assert_int_equal(image_at(&spaces, space, 200), 2);
	assert_int_equal(image_at(&spaces, space, 300), NONE);
	assert_int_equal(image_at(&spaces, 0, 150), NONE);
	spaces_deinit(&spaces);
}

static void test_a_map_over_another_makes_a_new_space(void **state)
{
	struct spaces spaces = { 0 };
	struct map wide = map(100, 200, 1), inside = map(140, 160, 2);
	uint32_t old = spaces_map(&spaces, 0, &wide);
	uint32_t new = spaces_map(&spaces, old, &inside);

	assert_int_not_equal(old, new);
	assert_int_equal(image_at(&spaces, old, 150), 1);
	assert_int_equal(image_at(&spaces, new, 139), 1);
	assert_int_equal(image_at(&spaces, new, 140), 2);
	assert_int_equal(image_at(&spaces, new, 160), 1);
	/* The rest behind it keeps its place in the image: it began at 100 with 200. */
	assert_int_equal(spaces_find(&spaces, new, 170)->pgoff, 260);
	assert_int_equal(spaces_find(&spaces, new, 170)->start, 160);
	assert_int_equal(spaces_find(&spaces, old, 170)->start, 100);
	spaces_deinit(&spaces);
}

static void test_a_frozen_space_does_not_change(void **state)
{
	struct spaces spaces = { 0 };
	struct map a = map(100, 200, 1), b = map(300, 400, 2), c = map(500, 600, 3);
	uint32_t parent = spaces_map(&spaces, 0, &a);

	spaces_freeze(&spaces, parent);

	uint32_t child = spaces_map(&spaces, parent, &b);

	assert_int_not_equal(child, parent);
	assert_int_equal(spaces_map(&spaces, child, &c), child);
	assert_int_equal(image_at(&spaces, parent, 350), NONE);
	assert_int_equal(image_at(&spaces, child, 150), 1);
	assert_int_equal(image_at(&spaces, child, 550), 3);
	spaces_deinit(&spaces);
}

static void test_the_last_address_of_all(void **state)
{
	struct spaces spaces = { 0 };
	struct map all = map(0, UINT64_MAX, 1);
	uint32_t space = spaces_map(&spaces, 0, &all);

	assert_int_equal(image_at(&spaces, space, 0), 1);
	assert_int_equal(image_at(&spaces, space, UINT64_MAX - 1), 1);
	assert_int_equal(image_at(&spaces, space, UINT64_MAX), NONE);
	spaces_deinit(&spaces);
}

/* Against an array of bytes painted one by one: every version must stay what it was. */
static void test_spaces_against_painting(void **state)
{
	enum { SIZE = 64, STEPS = 300 };
	static uint8_t painted[STEPS][SIZE];
	static uint32_t version[STEPS];
	struct spaces spaces = { 0 };
	uint32_t random = 1, space = 0;

	for (int step = 0; step < STEPS; step++) {
		random = random * 1664525 + 1013904223;

		uint64_t start = random >> 20 & 63, len = 1 + (random >> 12 & 15);
		struct map new = map(start, start + len, 1 + step % 200);

		if (step)
			memcpy(painted[step], painted[step - 1], SIZE);
		for (uint64_t i = start; i < start + len && i < SIZE; i++)
			painted[step][i] = new.image;
		if (random >> 10 & 1)
			spaces_freeze(&spaces, space);
		version[step] = space = spaces_map(&spaces, space, &new);
		if (step % 7)
			continue;
		spaces_freeze(&spaces, space); /* looked at: it must not change any more */
		for (int i = 0; i < SIZE; i++)
			assert_int_equal(image_at(&spaces, space, i),
					 painted[step][i] ? painted[step][i] : NONE);
	}
	for (int step = 0; step < STEPS; step += 7)
		for (int i = 0; i < SIZE; i++)
			assert_int_equal(image_at(&spaces, version[step], i),
					 painted[step][i] ? painted[step][i] : NONE);
	spaces_deinit(&spaces);
}

static void test_histories(void **state)
{
	struct histories histories = { 0 };
	uint64_t since;

	assert_int_equal(histories_last(&histories, 7, 99), 99);
	for (uint32_t i = 1; i <= 1000; i++)
		histories_set(&histories, 7, i * 10, i);
	histories_set(&histories, 8, 5, 42);
	assert_int_equal(histories_at(&histories, 7, 9, 99), 99);
	for (uint32_t i = 1; i <= 1000; i++) {
		assert_int_equal(histories_at(&histories, 7, i * 10, 99), i);
		assert_int_equal(histories_at(&histories, 7, i * 10 + 9, 99), i);
	}
	assert_int_equal(histories_newest(&histories, 7, &since), 1000);
	assert_int_equal(since, 10000);
	histories_set(&histories, 7, 3, 5); /* late: it holds from the last change on */
	assert_int_equal(histories_at(&histories, 7, 9999, 99), 999);
	assert_int_equal(histories_at(&histories, 7, 10000, 99), 5);
	assert_int_equal(histories_at(&histories, 8, 10000, 99), 42);
	histories_deinit(&histories);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_maps_beside_each_other_stay_in_one_space),
		cmocka_unit_test(test_a_map_over_another_makes_a_new_space),
		cmocka_unit_test(test_a_frozen_space_does_not_change),
		cmocka_unit_test(test_the_last_address_of_all),
		cmocka_unit_test(test_spaces_against_painting),
		cmocka_unit_test(test_histories),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
