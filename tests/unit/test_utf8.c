// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "support/utf8.h"
#include "unit.h"

static void test_printable(void **state)
{
	static const struct {
		const char *raw, *shown;
	} rows[] = {
		{ "kfree", "kfree" },
		{ "a\033[31mb", "a\\x1b[31mb" }, /* a terminal would turn red */
		{ "tab\there", "tab\\x09here" },
		{ "c1 \xc2\x9b"
		  "2J",
		  "c1 \\x9b2J" }, /* CSI in one character */
		{ "\xe2\x80\xae"
		  "evil",
		  "\\u202eevil" }, /* right-to-left override */
		{ "bad \xff byte", "bad \xef\xbf\xbd byte" },
		{ "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" }, /* overlong */
		{ "caf\xc3\xa9", "caf\xc3\xa9" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char *shown = utf8_printable(rows[i].raw);

		assert_string_equal(shown, rows[i].shown);
		free(shown);
	}
}

static void test_columns(void **state)
{
	assert_int_equal(utf8_columns("caf\xc3\xa9"), 4);
	assert_int_equal(utf8_columns("\xe6\xbc\xa2"), 2); /* an East Asian wide character */
	assert_int_equal(utf8_fit("caf\xc3\xa9s", 4), 5);  /* bytes of four columns */
	assert_int_equal(utf8_fit("\xe6\xbc\xa2x", 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printable),
		cmocka_unit_test(test_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
