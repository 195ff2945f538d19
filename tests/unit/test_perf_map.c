// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "symbols/perf_map.h"
#include "unit.h"

static void test_lines(void **state)
{
	static const char text[] = "7fa5c60fd040 10 LazyCompile:*hotLoop /srv/app.js:12\n"
				   "0x7fa5c60fd200 0x10 jit::warm<int, char>(void)\r\n"
				   "7fa5c60fd300 10\n"
				   "7fa5c60fd310 xx nothing\n"
				   "no line\n"
				   "7fa5c60fd400 8 last";
	static const struct {
		uint64_t address;
		const char *name; /* NULL: none */
	} rows[] = {
		{ 0x7fa5c60fd03f, NULL },
		{ 0x7fa5c60fd040, "LazyCompile:*hotLoop /srv/app.js:12" },
		{ 0x7fa5c60fd04f, "LazyCompile:*hotLoop /srv/app.js:12" },
		{ 0x7fa5c60fd050, NULL },
		{ 0x7fa5c60fd208, "jit::warm<int, char>(void)" },
		{ 0x7fa5c60fd300, NULL },
		{ 0x7fa5c60fd310, NULL },
		{ 0x7fa5c60fd407, "last" },
		{ 0x7fa5c60fd408, NULL },
	};
	struct symbol_list list = { 0 };

	perf_map_read(text, strlen(text), &list);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct listed *found = symbol_list_find(&list, rows[i].address);

		assert_true(!found == !rows[i].name);
		if (!found)
			continue;
		assert_int_equal(found->name_len, strlen(rows[i].name));
		assert_memory_equal(found->name, rows[i].name, found->name_len);
	}
	symbol_list_deinit(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
