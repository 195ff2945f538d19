// SPDX-License-Identifier: GPL-2.0-or-later
/* Both sides of one table: perf diff prints what only one of them has with a cell left out. */
#include "tables.h"

#define PRESENT(profile, symbol) figures_of(profile, 0, NULL, symbol).is_listed
#define SELF(profile, symbol)	 figures_of(profile, 0, NULL, symbol).self

#define HEAD                                                                  \
	"# Event 'cycles:P'\n#\n"                                             \
	"# Baseline  Delta Abs  Shared Object      Symbol                 \n" \
	"# ........  .........  .................  .......................\n#\n"

static void test_delta(void **state)
{
	static const char *const texts[] = {
		HEAD "     4.58%    +21.06%  [kernel.kallsyms]  [k] read_zero\n"
		     "               +3.21%  [kernel.kallsyms]  [k] do_syscall_64\n"
		     "     1.53%             [kernel.kallsyms]  [k] get_mem_cgroup\n",
		/* squeezed and quoted */
		"> # Event 'cycles:P'\n> #\n> # Baseline Delta Abs Shared Object Symbol\n"
		"> # ........ ......... ................. ....\n> #\n"
		"> 4.58% +21.06% [kernel.kallsyms] [k] read_zero\n"
		"> +3.21% [kernel.kallsyms] [k] do_syscall_64\n"
		"> 1.53% [kernel.kallsyms] [k] get_mem_cgroup\n",
		/* without its title, wrapped */
		"     4.58%    +21.06%  [kernel.kallsyms]  [k]\nread_zero\n"
		"               +3.21%  [kernel.kallsyms]  [k]\ndo_syscall_64\n"
		"     1.53%             [kernel.kallsyms]  [k]\nget_mem_cgroup\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct document doc = read_document(texts[i]);
		const struct profile *base = doc.profiles[0], *new = doc.profiles[1];

		assert_true(doc.is_comparison);
		assert_int_equal(doc.count, 2);
		assert_figure(SELF(base, "read_zero"), 4.58);
		assert_figure(SELF(new, "read_zero"), 25.64);
		assert_false(PRESENT(base, "do_syscall_64"));
		assert_figure(SELF(new, "do_syscall_64"), 3.21);
		assert_figure(SELF(base, "get_mem_cgroup"), 1.53);
		assert_false(PRESENT(new, "get_mem_cgroup"));
		document_deinit(&doc);
	}
}

/* A table that was cut is sorted by the change: what it leaves out may be large. */
static void test_cut(void **state)
{
	struct document doc =
		read_document(HEAD "     4.50%    +21.00%  [kernel]           [k] a\n");

	assert_true(doc.profiles[0]->events[0].cut);
	assert_int_equal(doc.profiles[0]->events[0].cut_below, 95500000);
	assert_int_equal(doc.profiles[1]->events[0].cut_below, 74500000);
	document_deinit(&doc);
}

/* -p prints what the shares are of. */
static void test_periods(void **state)
{
	static const char *const texts[] = {
		"# Event 'a'\n#\n"
		"# Baseline     Base period    Delta          Period  Command  Symbol\n"
		"# ........  ..............  .......  ..............  .......  ......\n#\n"
		"    27.00%        27000000   +3.00%        60000000  hot-fp   [.] leaf_hash\n"
		"    73.00%        73000000                           hot-fp   [.] cmp_u64\n"
		"                         0  +70.00%       140000000  hot-fp   [.] write@plt\n",
		"# Event 'a'\n#\n"
		"# Baseline     Base period           Ratio          Period  Command  Symbol\n"
		"# ........  ..............  ..............  ..............  .......  ......\n#\n"
		"    27.00%        27000000        2.222222        60000000  hot-fp   [.] leaf_hash\n"
		"                         0             N/A       140000000  hot-fp   [.] write@plt\n"
		"    73.00%        73000000                                  hot-fp   [.] cmp_u64\n",
		"# Event 'a'\n#\n"
		"# Baseline     Base period   Weighted diff          Period  Command  Symbol\n"
		"# ........  ..............  ..............  ..............  .......  ......\n#\n"
		"    27.00%        27000000        33000000        60000000  hot-fp   [.] leaf_hash\n"
		"                         0             N/A       140000000  hot-fp   [.] write@plt\n"
		"    73.00%        73000000                                  hot-fp   [.] cmp_u64\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct document doc = read_document(texts[i]);
		const struct profile *base = doc.profiles[0], *new = doc.profiles[1];

		assert_int_equal(base->events[0].unit, UNIT_PERIOD);
		assert_int_equal(base->events[0].total, 100000000);
		assert_int_equal(new->events[0].total, 200000000);
		assert_figure(SELF(base, "leaf_hash"), 27000000);
		assert_figure(SELF(new, "leaf_hash"), 60000000);
		assert_false(PRESENT(base, "write@plt"));
		assert_false(PRESENT(new, "cmp_u64"));
		document_deinit(&doc);
	}
}

/* -c ratio without -p: shares of the new side from what the base had of each symbol. */
static void test_ratio(void **state)
{
	struct document doc = read_document("# Event 'a'\n#\n"
					    "# Baseline           Ratio  Symbol\n"
					    "# ........  ..............  ......\n#\n"
					    "    60.00%        0.500000  [.] leaf_hash\n"
					    "    30.00%        1.000000  [.] cmp_u64\n"
					    "    10.00%                  [.] gone\n");

	assert_figure(SELF(doc.profiles[0], "leaf_hash"), 60);
	assert_figure(SELF(doc.profiles[1], "leaf_hash"), 50);
	assert_figure(SELF(doc.profiles[1], "cmp_u64"), 50);
	assert_int_equal(doc.profiles[1]->warning_count, 1);
	document_deinit(&doc);
}

/* Every event is a block of its own, of the same two recordings. */
static void test_events(void **state)
{
	struct document doc = read_document(
		HEAD "     4.58%    +21.06%  [kernel.kallsyms]  [k] a\n\n\n"
		     "# Event 'faults'\n#\n# Baseline  Delta Abs  Symbol\n"
		     "# ........  .........  ......\n#\n     9.00%     -1.00%  [k] a\n");

	assert_int_equal(doc.count, 2);
	assert_int_equal(doc.profiles[1]->event_count, 2);
	assert_figure(figures_of(doc.profiles[1], 1, NULL, "a").self, 8);
	document_deinit(&doc);
}

/* Of three files the second is the new side; they are named. */
static void test_files(void **state)
{
	struct document doc = read_document(
		"# Event 'a'\n#\n# Data files:\n#  [0] old.data (Baseline)\n#  [1] mid.data \n"
		"#  [2] new.data \n#\n"
		"# Baseline/0  Delta Abs/1  Delta Abs/2  Symbol\n"
		"# ..........  ...........  ...........  ......\n#\n"
		"      26.74%       -1.22%       +0.06%  [k] a\n"
		"                               +27.70%  [k] b\n"
		"       4.39%       +0.99%               [k] c\n");

	assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->label), "old.data");
	assert_string_equal(profile_text(doc.profiles[1], doc.profiles[1]->label), "mid.data");
	assert_int_equal(doc.profiles[1]->warning_count, 1);
	assert_int_equal(event_of(doc.profiles[1], "a"), 0);
	assert_figure(SELF(doc.profiles[1], "a"), 25.52);
	assert_figure(SELF(doc.profiles[1], "c"), 5.38);
	assert_false(PRESENT(doc.profiles[1], "b"));
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_delta),	cmocka_unit_test(test_cut),
		cmocka_unit_test(test_periods), cmocka_unit_test(test_ratio),
		cmocka_unit_test(test_events),	cmocka_unit_test(test_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
