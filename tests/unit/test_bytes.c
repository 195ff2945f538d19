// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/bytes.h"
#include "unit.h"

static const uint8_t data[] = { 1, 2, 3, 4, 5, 6, 7, 8, 'a', 'b', 0, 'c' };

static void test_both_byte_orders(void **state)
{
	/* The tests run on little-endian machines: the swapped cursor reads big-endian. */
	struct bytes little = bytes_of(data, sizeof(data), false);
	struct bytes big = bytes_of(data, sizeof(data), true);

	assert_int_equal(bytes_u8(&little), 1);
	assert_int_equal(bytes_u16(&little), 0x0302);
	assert_int_equal(bytes_u8(&big), 1);
	assert_int_equal(bytes_u16(&big), 0x0203);
	assert_int_equal(bytes_u32(&big), 0x04050607);
	bytes_seek(&big, 0);
	assert_true(bytes_u64(&big) == 0x0102030405060708u);
	assert_int_equal(bytes_offset(&big), 8);
	assert_int_equal(bytes_left(&big), 4);
}

static void test_the_end_is_final(void **state)
{
	struct bytes in = bytes_of(data, 5, false);

	assert_int_equal(bytes_u32(&in), 0x04030201);
	assert_int_equal(bytes_u32(&in), 0);
	assert_true(bytes_failed(&in));
	assert_int_equal(bytes_u8(&in), 0); /* although one byte is left */
	assert_null(bytes_take(&in, 0));
}

static void test_sizes_are_not_believed(void **state)
{
	struct bytes in = bytes_of(data, sizeof(data), false);
	struct bytes part = bytes_part(&in, UINT64_MAX);

	assert_true(bytes_failed(&part));
	assert_true(bytes_failed(&in));
	in = bytes_of(data, sizeof(data), false);
	bytes_seek(&in, sizeof(data) + 1);
	assert_true(bytes_failed(&in));
}

static void test_part_ends_where_it_should(void **state)
{
	struct bytes in = bytes_of(data, sizeof(data), false);
	struct bytes part = bytes_part(&in, 2);

	assert_int_equal(bytes_u16(&part), 0x0201);
	assert_int_equal(bytes_u8(&part), 0);
	assert_true(bytes_failed(&part));
	assert_int_equal(bytes_u8(&in), 3);
}

static void test_text(void **state)
{
	struct bytes in = bytes_of(data + 8, 4, false);
	size_t len;

	assert_memory_equal(bytes_text(&in, 4, &len), "ab", 2);
	assert_int_equal(len, 2);
	assert_null(bytes_text(&in, 1, &len));

	in = bytes_of(data + 8, 4, false);
	assert_memory_equal(bytes_cstring(&in, &len), "ab", 2);
	assert_int_equal(len, 2);
	assert_int_equal(bytes_left(&in), 1);
	assert_null(bytes_cstring(&in, &len)); /* 'c' has no NUL */
	assert_true(bytes_failed(&in));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_byte_orders),
		cmocka_unit_test(test_the_end_is_final),
		cmocka_unit_test(test_sizes_are_not_believed),
		cmocka_unit_test(test_part_ends_where_it_should),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
