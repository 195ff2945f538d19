// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "symbols/kallsyms.h"
#include "unit.h"

static void assert_name(struct symbol_list *list, uint64_t address, const char *name)
{
	const struct listed *found = symbol_list_find(list, address);

	assert_non_null(found);
	assert_int_equal(found->name_len, strlen(name));
	assert_memory_equal(found->name, name, strlen(name));
}

static const char text[] = "0000000000000000 A fixed_percpu_data\n"
			   "ffffffffb1000000 T startup_64\n"
			   "ffffffffb1000000 T _stext\n"
			   "ffffffffb1000000 T _text\n"
			   "ffffffffb1000040 t helper.isra.0\r\n"
			   "ffffffffb1000050 r not_a_function\n"
			   "not a line of kallsyms\n"
			   "ffffffffb1000080 W weak_one\n"
			   "ffffffffb1e01d32 T _etext\n"
			   "ffffffffc03d9010 t second\t[ext4]\n"
			   "ffffffffc03d9000 t first\t[ext4]\n"
			   "ffffffffc04b0060 r __func__.1\t[ext4]\n"
			   "ffffffffc0500000 T snd_one\t[snd_hda]";

static void test_kernel(void **state)
{
	struct kallsyms kallsyms;

	assert_true(kallsyms_from_bytes(&kallsyms, "k", text, strlen(text)));
	assert_false(kallsyms_is_hidden(&kallsyms));
	assert_true(kallsyms.text == 0xffffffffb1000000 && kallsyms.stext == kallsyms.text);
	assert_true(kallsyms.etext == 0xffffffffb1e01d32);
	assert_true(kallsyms_address(&kallsyms, "weak_one") == 0xffffffffb1000080);
	/* Of several names perf shows the last in file order. */
	assert_name(&kallsyms.kernel, 0xffffffffb1000010, "_text");
	assert_name(&kallsyms.kernel, 0xffffffffb1000044, "helper.isra.0");
	/* Read-only data does not end a function. */
	assert_name(&kallsyms.kernel, 0xffffffffb1000060, "helper.isra.0");
	assert_name(&kallsyms.kernel, 0xffffffffb1000080, "weak_one");
	kallsyms_close(&kallsyms);
}

static void test_modules(void **state)
{
	struct kallsyms kallsyms;
	struct kallsyms_module *module;

	assert_true(kallsyms_from_bytes(&kallsyms, "k", text, strlen(text)));
	module = kallsyms_module_find(&kallsyms, "ext4");
	assert_non_null(module);
	assert_true(module->base == 0xffffffffc03d9000);
	assert_name(&module->list, 0xffffffffc03d900f, "first");
	assert_name(&module->list, 0xffffffffc03d9010, "second");
	assert_non_null(kallsyms_module_find(&kallsyms, "snd-hda"));
	assert_null(kallsyms_module_find(&kallsyms, "ext"));
	kallsyms_close(&kallsyms);
}

static void test_hidden(void **state)
{
	static const char zeros[] = "0000000000000000 T _text\n0000000000000000 T _etext\n";
	struct kallsyms kallsyms;

	assert_true(kallsyms_from_bytes(&kallsyms, "k", zeros, strlen(zeros)));
	assert_true(kallsyms_is_hidden(&kallsyms));
	kallsyms_close(&kallsyms);
}

static void test_other_text(void **state)
{
	static const char *const rows[] = {
		"",
		"\n\n",
		"ffffffff81000000\n",
		"ffffffff81000000 T\n",
		"fffffffff81000000f T x\n",
		"12.5% [kernel] kfree\n",
	};
	struct kallsyms kallsyms;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_false(kallsyms_from_bytes(&kallsyms, "k", rows[i], strlen(rows[i])));
	assert_false(kallsyms_open(&kallsyms, "tests/data/no-such-file"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kernel),
		cmocka_unit_test(test_modules),
		cmocka_unit_test(test_hidden),
		cmocka_unit_test(test_other_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
