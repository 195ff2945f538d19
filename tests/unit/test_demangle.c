// SPDX-License-Identifier: GPL-2.0-or-later
/* Expected: c++filt -p and rustfilt. */
#include <stdlib.h>
#include <string.h>

#include "symbols/demangle.h"
#include "unit.h"

static void test_demangle(void **state)
{
	static const struct {
		const char *raw, *plain; /* NULL: not mangled */
	} rows[] = {
		{ "_ZN3zoo7Derived4stepEm", "zoo::Derived::step" },
		{ "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_@@GLIBCXX_3.4",
		  "std::endl<char, std::char_traits<char> >@@GLIBCXX_3.4" },
		{ "_ZN5rshot5inner4deep4spin17h0123456789abcdefE", "rshot::inner::deep::spin" },
		{ "_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar" },
		{ "kfree", NULL },
		{ "__ZERO", NULL },
		{ "_Z", NULL },
		{ "", NULL },
		{ "LazyCompile:*hotLoop /srv/app.js:12", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char *plain = demangle(rows[i].raw, strlen(rows[i].raw));

		if (rows[i].plain) {
			assert_non_null(plain);
			assert_string_equal(plain, rows[i].plain);
		} else {
			assert_null(plain);
		}
		free(plain);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_demangle) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
