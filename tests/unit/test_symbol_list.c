// SPDX-License-Identifier: GPL-2.0-or-later
/* The expected answers are perf 6.1's, for symbol tables that were made to show them. */
#include <elf.h>
#include <string.h>

#include "symbols/list.h"
#include "unit.h"

struct row {
	uint64_t start, size;
	const char *name;
	uint8_t type, binding;
};

static void fill(struct symbol_list *list, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		symbol_list_add(list, rows[i].start, rows[i].size, rows[i].name,
				strlen(rows[i].name), rows[i].type, rows[i].binding);
}

static void assert_name(struct symbol_list *list, uint64_t address, const char *name)
{
	const struct listed *found = symbol_list_find(list, address);

	if (!name) {
		assert_null(found);
		return;
	}
	assert_non_null(found);
	assert_int_equal(found->name_len, strlen(name));
	assert_memory_equal(found->name, name, strlen(name));
}

/* Without a size a symbol reaches to the next one, the last one to the end of the next page. */
static void test_ends(void **state)
{
	static const struct row rows[] = {
		{ 0x2000, 0, "last", STT_FUNC, STB_GLOBAL },
		{ 0x1000, 0x10, "sized", STT_FUNC, STB_GLOBAL },
		{ 0x1100, 0, "open", STT_NOTYPE, STB_GLOBAL },
	};
	struct symbol_list list = { 0 };

	fill(&list, rows, ARRAY_SIZE(rows));
	symbol_list_settle(&list);
	assert_name(&list, 0xfff, NULL);
	assert_name(&list, 0x1000, "sized");
	assert_name(&list, 0x100f, "sized");
	assert_name(&list, 0x1010, NULL);
	assert_name(&list, 0x1100, "open");
	assert_name(&list, 0x1fff, "open");
	assert_name(&list, 0x2fff, "last");
	assert_name(&list, 0x3000, NULL);
	symbol_list_deinit(&list);
}

/* Two at one address: which is shown (symbol.c: choose_best_symbol). */
static void test_aliases(void **state)
{
	static const struct {
		struct row a, b;
		const char *shown;
	} rows[] = {
		{ { 0, 8, "typed", STT_FUNC, STB_LOCAL },
		  { 0, 8, "label", STT_NOTYPE, STB_GLOBAL },
		  "typed" },
		{ { 0, 8, "weak", STT_FUNC, STB_WEAK },
		  { 0, 8, "local", STT_FUNC, STB_LOCAL },
		  "local" },
		{ { 0, 8, "local_longer", STT_FUNC, STB_LOCAL },
		  { 0, 8, "global", STT_FUNC, STB_GLOBAL },
		  "global" },
		{ { 0, 8, "__memcpy", STT_FUNC, STB_GLOBAL },
		  { 0, 8, "memcpy", STT_FUNC, STB_GLOBAL },
		  "memcpy" },
		{ { 0, 8, "open", STT_FUNC, STB_GLOBAL },
		  { 0, 8, "open64", STT_FUNC, STB_GLOBAL },
		  "open64" },
		{ { 0, 8, "sys_a", STT_FUNC, STB_GLOBAL },
		  { 0, 8, "SyS_a", STT_FUNC, STB_GLOBAL },
		  "sys_a" },
		{ { 0, 8, "SyS_a", STT_FUNC, STB_GLOBAL },
		  { 0, 8, "sys_a", STT_FUNC, STB_GLOBAL },
		  "sys_a" },
		/* The last without a size takes the room; those before it have none. */
		{ { 0, 0, "first_and_longer", STT_FUNC, STB_GLOBAL },
		  { 0, 0, "second", STT_FUNC, STB_LOCAL },
		  "second" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symbol_list list = { 0 };

		fill(&list, &rows[i].a, 1);
		fill(&list, &rows[i].b, 1);
		symbol_list_settle(&list);
		assert_name(&list, 4, rows[i].shown);
		assert_int_equal(list.symbols[0].is_alias + list.symbols[1].is_alias, 1);
		symbol_list_deinit(&list);
	}
}

/* One inside another: perf shows what its tree has nearer the root, here the one added first. */
static void test_nested(void **state)
{
	static const struct row outer_first[] = {
		{ 0x13c0, 17, "outer", STT_FUNC, STB_GLOBAL },
		{ 0x13c3, 13, "nested", STT_FUNC, STB_GLOBAL },
	};
	static const struct row nested_first[] = {
		{ 0x13c3, 13, "nested", STT_FUNC, STB_GLOBAL },
		{ 0x13c0, 17, "outer", STT_FUNC, STB_GLOBAL },
	};
	struct symbol_list a = { 0 }, b = { 0 };

	fill(&a, outer_first, 2);
	symbol_list_settle(&a);
	assert_name(&a, 0x13ca, "outer");
	fill(&b, nested_first, 2);
	symbol_list_settle(&b);
	assert_name(&b, 0x13ca, "nested");
	assert_name(&b, 0x13c1, "outer");
	/* Behind the nested one the way down turns right, away from the outer one. */
	assert_name(&b, 0x13d0, NULL);
	symbol_list_deinit(&a);
	symbol_list_deinit(&b);
}

/* Whatever the order, the tree finds what a search through all symbols finds. */
static void test_many(void **state)
{
	struct symbol_list list = { 0 };

	/* 1009 symbols 16 apart, added in a scattered order; every second one has two aliases. */
	for (uint64_t i = 0; i < 1009; i++) {
		uint64_t n = i * 331 % 1009;

		symbol_list_add(&list, n * 16, 8, "symbol", 6, STT_FUNC, STB_GLOBAL);
		if (n % 2) {
			symbol_list_add(&list, n * 16, 8, "_alias", 6, STT_FUNC, STB_GLOBAL);
			symbol_list_add(&list, n * 16, 8, "weak", 4, STT_FUNC, STB_WEAK);
		}
	}
	symbol_list_settle(&list);
	/*
	 * One over all of them, added after they were settled, forces the tree, where it is a leaf
	 * at the far left: on the way down to its neighbours at most.
	 */
	symbol_list_add(&list, 0, 1009 * 16, "all", 3, STT_FUNC, STB_GLOBAL);
	symbol_list_sort(&list);
	for (uint64_t n = 8; n < 1009; n++)
		assert_name(&list, n * 16 + 3, "symbol");
	symbol_list_deinit(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_aliases),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
