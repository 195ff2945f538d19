// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "support/scan.h"
#include "unit.h"

static void test_decimal(void **state)
{
	static const struct {
		const char *text;
		double value, half_digit;
		unsigned int decimals;
	} rows[] = {
		{ "43.3899", 43.3899, 0.00005, 4 },    { "100.000 x", 100, 0.0005, 3 },
		{ "  9.7e-04", 0.00097, 0.000005, 1 }, { "0", 0, 0.5, 0 },
		{ "+0.4999", 0.4999, 0.00005, 4 },     { "-2.2e-01", -0.22, 0.005, 1 },
		{ "1.601e+06 MHz", 1601000, 500, 3 },  { "12,40", 12.4, 0.005, 2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const char *at = rows[i].text;
		struct scan_decimal decimal;

		assert_true(scan_decimal(&at, &decimal));
		assert_float_equal(decimal.value, rows[i].value, 1e-9);
		assert_float_equal(decimal.half_digit, rows[i].half_digit, 1e-9);
		assert_int_equal(decimal.decimals, rows[i].decimals);
	}
}

static void test_not_decimal(void **state)
{
	static const char *const rows[] = { "", "x", "+++", "---", "12.", "1.2.3", "12%", "1e400" };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const char *at = rows[i];
		struct scan_decimal decimal;

		assert_false(scan_decimal(&at, &decimal));
	}
}

static void test_uint(void **state)
{
	const char *at = "\t18446744073709551615 18446744073709551616";
	uint64_t value;

	assert_true(scan_uint(&at, &value));
	assert_true(value == UINT64_MAX);
	assert_false(scan_uint(&at, &value)); /* too large */
	assert_string_equal(at, " 18446744073709551616");
}

static void test_address(void **state)
{
	static const struct {
		const char *text;
		bool any_width, is_address;
	} rows[] = {
		{ "ffffffff804ce74b", false, true },
		{ "0006d430 1238", false, true },
		{ "00400940", false, true },
		{ "1238", false, false },
		{ "1238", true, true },
		{ "0x12", false, true },
		{ "schedule", false, false },
		{ "00400940:", false, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const char *at = rows[i].text;
		uint64_t value;

		assert_int_equal(scan_address(&at, rows[i].any_width, &value), rows[i].is_address);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_decimal),
		cmocka_unit_test(test_not_decimal),
		cmocka_unit_test(test_uint),
		cmocka_unit_test(test_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
