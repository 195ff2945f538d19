// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables as perf printed them, and as mail, scripts and terminals left them. */
#include "tables.h"

struct want {
	const char *dso, *symbol;
	double self, children;
	uint64_t samples;
};

struct table_case {
	const char *text;
	const char *event;
	struct want want[8];
};

static void check_case(const struct table_case *row)
{
	struct document doc = read_document(row->text);

	assert_int_equal(doc.count, 1);

	uint32_t event = event_of(doc.profiles[0], row->event);

	for (size_t i = 0; row->want[i].symbol; i++) {
		const struct want *want = &row->want[i];
		struct figures is = figures_of(doc.profiles[0], event, want->dso, want->symbol);

		if (!is.is_listed)
			fail_msg("no %s in %s of\n%s", want->symbol, want->dso, row->text);
		if (is.self < want->self - 1e-7 || is.self > want->self + 1e-7)
			fail_msg("%s: %g, not %g, of\n%s", want->symbol, is.self, want->self,
				 row->text);
		assert_figure(is.children, want->children);
		assert_int_equal(is.samples, want->samples);
	}
	document_deinit(&doc);
}

#define HEADER                                                                                 \
	"# To display the perf.data header info, please use --header/--header-only options.\n" \
	"#\n#\n# Total Lost Samples: 0\n#\n# Samples: 131  of event 'cpu-clock'\n"             \
	"# Event count (approx.): 1350515418\n#\n"

/* Any order of columns, as perf prints it. */
static void test_layouts(void **state)
{
	static const struct table_case rows[] = {
		{ HEADER
		  "# Overhead  Command  Shared Object      Symbol                            \n"
		  "# ........  .......  .................  ..................................\n"
		  "#\n"
		  "    12.21%  w        [kernel.kallsyms]  [k] exc_page_fault\n"
		  "     6.87%  w        w                  [.] hot\n",
		  "cpu-clock",
		  { { "[kernel]", "exc_page_fault", 12.21, 0, 0 }, { "w", "hot", 6.87, 0, 0 } } },
		{ HEADER "# Children      Self  Command  Shared Object      Symbol      \n"
			 "# ........  ........  .......  .................  ............\n"
			 "#\n"
			 "    79.39%    10.69%  w        libc.so.6          [.] memset\n"
			 "    68.70%     0.00%  w        [kernel.kallsyms]  [k] do_fault\n",
		  "cpu-clock",
		  { { "libc.so.6", "memset", 10.69, 79.39, 0 },
		    { "[kernel]", "do_fault", 0, 68.70, 0 } } },
		{ /* the command has blanks, and looks like a sample of perf script */
		  HEADER "# Overhead       Samples  Command          Shared Object      Symbol  \n"
			 "# ........  ............  ...............  .................  ........\n"
			 "#\n"
			 "     6.21%            29  x  1.234: cycle  comms              [.] burn\n"
			 "     6.00%            28                   comms              [.] burn\n"
			 "     5.00%            27  100% cpu         comms              [.] burn\n",
		  "cpu-clock",
		  { { "comms", "burn", 17.21, 0, 84 } } },
		{ /* -F sym,overhead,sample,dso */
		  HEADER
		  "# Symbol                      Overhead       Samples  Shared Object    \n"
		  "# ..........................  ........  ............  .................\n"
		  "#\n"
		  "[k] clear_page_erms              9.92%            13  [kernel.kallsyms]\n"
		  "[.] std::less<int, int>::f       1.00%             1  w                \n",
		  "cpu-clock",
		  { { "[kernel]", "clear_page_erms", 9.92, 0, 13 },
		    { "w", "std::less<int, int>::f", 1.00, 0, 1 } } },
		{ /* -v */
		  HEADER
		  "# Overhead  Command  Shared Object            Symbol                       \n"
		  "# ........  .......  .......................  .............................\n"
		  "#\n"
		  "    31.19%  cxxhot   /opt/zoo/my bin/cxxhot   0x26af             d [.] z::f(int)\n"
		  "     0.96%  cxxhot   [kernel.kallsyms]        0xffffffff813620e2 k [k] "
		  "handle_softirqs\n",
		  "cpu-clock",
		  { { "cxxhot", "z::f(int)", 31.19, 0, 0 },
		    { "[kernel]", "handle_softirqs", 0.96, 0, 0 } } },
		{ /* --sort pid,comm,dso,symbol appends two columns */
		  HEADER "# Overhead      Pid:Command  Command  Shared Object      Symbol      "
			 "IPC   [IPC Coverage]\n"
			 "# ........  ...............  .......  .................  ..........  "
			 "....................\n"
			 "#\n"
			 "    26.76%     6424:hot-fp   hot-fp   hot-fp             [.] leaf    "
			 "-      -            \n",
		  "cpu-clock",
		  { { "hot-fp", "leaf", 26.76, 0, 0 } } },
		{ /* -t , */
		  HEADER "# Overhead,     Samples,Command,Shared Object    ,Symbol\n"
			 " 12.21% , 16         ,w      ,[kernel.kallsyms],[k] exc_page_fault\n"
			 " 1.5%   , 2          ,w      ,w                ,[.] f<int. int>\n",
		  "cpu-clock",
		  { { "[kernel]", "exc_page_fault", 12.21, 0, 16 },
		    { "w", "f<int. int>", 1.5, 0, 2 } } },
		{ /* no object, no percent sign: -t ';' of perf 3.10 */
		  "# Overhead;Command;Symbol\n"
		  "12.21;w;[k] exc_page_fault\n",
		  NULL,
		  { { "[kernel]", "exc_page_fault", 12.21, 0, 0 } } },
		{ /* branches: the source counts */
		  "# Samples: 2K of event 'cycles'\n# Event count (approx.): 2240\n#\n"
		  "# Overhead  Command  Source Shared Object  Source Symbol           "
		  "Target Symbol           Basic Block Cycles\n"
		  "# ........  .......  ....................  ......................  "
		  "......................  ..................\n"
		  "#\n"
		  "     0.09%  a        libc-2.29.so          [.] _int_free           "
		  "[.] cfree               18\n"
		  "     0.09%  a        libc-2.29.so          [.] _int_free           "
		  "[.] _int_free           2\n",
		  "cycles",
		  { { "libc-2.29.so", "_int_free", 0.18, 0, 0 } } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_case(&rows[i]);
}

/* perf sums of -n and --show-total-period are in events, and the whole is stated. */
static void test_periods(void **state)
{
	struct document doc = read_document(
		"# Samples: 71  of event 'cpu-clock'\n# Event count (approx.): 284000000\n#\n"
		"# Overhead       Samples        Period  Command  Shared Object  Symbol\n"
		"# ........  ............  ............  .......  .............  ......\n"
		"#\n"
		"    26.76%            19      76000000  hot-fp   hot-fp         [.] leaf_hash\n"
		"    15.49%            11      44000000  hot-fp   hot-fp         [.] leaf_div\n");
	const struct event *event = &doc.profiles[0]->events[0];
	struct figures leaf = figures_of(doc.profiles[0], 0, "hot-fp", "leaf_hash");

	assert_int_equal(event->unit, UNIT_PERIOD);
	assert_int_equal(event->total, 284000000);
	assert_true(event->cut);
	assert_figure(leaf.self, 76000000);
	assert_int_equal(leaf.samples, 19);
	assert_figure(figures_of(doc.profiles[0], 0, NULL, "[not listed]").self, 164000000);
	document_deinit(&doc);
}

/* Each number of a group is of another event. */
static void test_group(void **state)
{
	struct document doc = read_document(
		"# Samples: 471  of events 'anon group { cpu-clock, page-faults }'\n"
		"# Event count (approx.): 382147858\n#\n"
		"#         Overhead                 Samples  Command   Symbol           \n"
		"# ................  ......................  ........  .................\n"
		"#\n"
		"    25.72%   0.00%            98           0  worker-3  [.] burn_locked\n"
		"     0.26%  21.81%             1          23  worker-0  [k] schedule\n"
		"     0.26%  78.19%             1           7  worker-1  [k] schedule\n");
	const struct profile *profile = doc.profiles[0];
	uint32_t clock = event_of(profile, "cpu-clock"), faults = event_of(profile, "page-faults");

	assert_int_equal(doc.count, 1);
	assert_figure(figures_of(profile, clock, NULL, "schedule").self, 0.52);
	assert_int_equal(figures_of(profile, clock, NULL, "burn_locked").samples, 98);
	assert_figure(figures_of(profile, faults, "[kernel]", "schedule").self, 100.0);
	assert_int_equal(figures_of(profile, faults, NULL, "schedule").samples, 30);
	document_deinit(&doc);
}

/* One recording, one block for each event; another recording is another profile. */
static void test_blocks(void **state)
{
#define BLOCK(event, percent)                                                       \
	"# Samples: 5  of event '" event "'\n# Event count (approx.): 5015045\n#\n" \
	"# Overhead  Command  Shared Object  Symbol\n"                              \
	"# ........  .......  .............  ......\n"                              \
	"#\n    " percent "%  hot-fp   hot-fp         [.] leaf_hash\n\n\n"
	struct document doc = read_document(
		"# Total Lost Samples: 7\n#\n" BLOCK("a", "40.00")
			BLOCK("b", "30.00") "#\n# (Tip: perf report -h <keyword>)\n#\n"
					    "# Total Lost Samples: 0\n#\n" BLOCK("a", "20.00"));

	assert_int_equal(doc.count, 2);
	assert_int_equal(doc.profiles[0]->event_count, 2);
	assert_int_equal(doc.profiles[0]->events[0].lost, 7);
	assert_figure(figures_of(doc.profiles[0], 0, NULL, "leaf_hash").self, 40);
	assert_figure(figures_of(doc.profiles[0], 1, NULL, "leaf_hash").self, 30);
	assert_figure(figures_of(doc.profiles[1], 0, NULL, "leaf_hash").self, 20);
	document_deinit(&doc);
}

#define TITLE                                                      \
	"# Overhead  Command  Shared Object      Symbol        \n" \
	"# ........  .......  .................  ..............\n#\n"
#define ROW_A "    26.76%  w        [kernel.kallsyms]  [k] do_fault\n"
#define ROW_B "     5.49%  w        w                  [.] hot\n"

/* Call graphs of all kinds stand under rows; none of their lines is one. */
static void test_call_graphs(void **state)
{
	static const char *const texts[] = {
		/* 4.x and later: caller, callee */
		TITLE ROW_A "            |\n            ---main\n               |          \n"
			    "               |--19.72%--leaf_hash\n               |          \n"
			    "                --7.04%--recurse\n                          recurse\n"
			    "\n" ROW_B "            |\n            ---hot\n\n",
		/* 3.x */
		TITLE ROW_A "            |\n            --- _raw_spin_lock\n               |\n"
			    "               |--81.42%-- free_pcppages_bulk\n"
			    "               |          (nil)\n                --0.43%-- [...]\n"
			    "\n" ROW_B "            |\n            --- hot\n\n",
		/* folded, by percent and by count */
		TITLE ROW_A "26.76% do_fault;main\n" ROW_B "5.49% hot\n",
		TITLE ROW_A "14 main;do_fault\n5 do_fault\n" ROW_B "3 hot\n",
		/* flat */
		TITLE ROW_A
		"           19.72%\n                do_fault\n                main\n\n"
		"           7.04%\n                do_fault\n                recurse\n\n" ROW_B
		"           5.49%\n                hot\n\n",
		/* squeezed and quoted */
		"> # Overhead Command Shared Object Symbol\n> # ........ ....... ....... .......\n"
		"> #\n> 26.76% w [kernel.kallsyms] [k] do_fault\n> |\n> ---main\n> |\n"
		"> |--19.72%--leaf_hash\n> | do_fault\n> --7.04%--recurse\n>\n"
		"> 5.49% w w [.] hot\n> |\n> ---hot\n",
		/* expanded in the TUI */
		"Samples: 44K of event 'cycles', Event count (approx.): 38532389541\n"
		"  Overhead  Command  Shared Object      Symbol                        ◆\n"
		"-   26.76%  w        [kernel.kallsyms]  [k] do_fault                ▒\n"
		"   - do_fault                                                       ▒\n"
		"      - 19.72% main                                                 ◆\n"
		"           do_fault                                                 ▒\n"
		"      + 7.04% recurse                                               ▒\n"
		"+    5.49%  w        w                  [.] hot                     ▒\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct document doc = read_document(texts[i]);

		assert_int_equal(doc.count, 1);
		assert_int_equal(doc.profiles[0]->stack_count, 3); /* and [not listed] */
		assert_figure(figures_of(doc.profiles[0], 0, "[kernel]", "do_fault").self, 26.76);
		assert_figure(figures_of(doc.profiles[0], 0, "w", "hot").self, 5.49);
		document_deinit(&doc);
	}
}

/* Rows without a title; only the marker says where the symbol is. */
static void test_no_title(void **state)
{
	static const struct table_case rows[] = {
		{ "  38.09%  [kernel]              [k] lockref_put_return\n"
		  "   0.89%  libc.so.6             [.] read\n",
		  NULL,
		  { { "[kernel]", "lockref_put_return", 38.09, 0, 0 },
		    { "libc.so.6", "read", 0.89, 0, 0 } } },
		{ " 7.56%  cc1              [kernel.kallsyms]  [k] dput\n"
		  " 0.98%  cc1              cc1                [.] f(ht*, unsigned char const*, un\n",
		  NULL,
		  { { "[kernel]", "dput", 7.56, 0, 0 },
		    { "cc1", "f(ht*, unsigned char const*, un", 0.98, 0, 0 } } },
		{ "  4.26% init     [k] intel_idle\n  4.10% postgres [.] s_lock\n"
		  "  2.00% postgres [k] compaction_alloc\n",
		  NULL,
		  { { "[kernel]", "intel_idle", 4.26, 0, 0 },
		    { "[kernel]", "compaction_alloc", 2.00, 0, 0 },
		    { "[unknown]", "s_lock", 4.10, 0, 0 } } },
		{ "8.11% 19429 [k] fib_table_lookup\n4.31% 10333 [k] udp_queue_rcv_one_skb\n",
		  NULL,
		  { { "[kernel]", "fib_table_lookup", 8.11, 0, 19429 } } },
		{ "  11  10,19%  fio      [kernel.vmlinux]  [k] read_hpet\n"
		  "  12   0,19%  fio      [kernel.vmlinux]  [k] clear_page\n",
		  NULL,
		  { { "[kernel]", "read_hpet", 10.19, 0, 0 },
		    { "[kernel]", "clear_page", 0.19, 0, 0 } } },
		{ /* remarks */
		  "  45.21%  [kernel]            [k] queued_spin_lock   <--- here\n"
		  "   2.00%  libfoo.so           [.] foo::operator<(int) const\n"
		  "   1.00%  [kernel]            [k] clear_page_erms (was 4.5%)\n"
		  "   0.50%  [kernel]            [k] <kernel::Page as core::Drop>::drop\n",
		  NULL,
		  { { "[kernel]", "queued_spin_lock", 45.21, 0, 0 },
		    { "libfoo.so", "foo::operator<(int) const", 2.00, 0, 0 },
		    { "[kernel]", "clear_page_erms", 1.00, 0, 0 },
		    { "[kernel]", "<kernel::Page as core::Drop>::drop", 0.50, 0, 0 } } },
		{ " 12.21% ,w      ,[kernel.kallsyms],[k] exc_page_fault\n"
		  " 6.87%  ,w      ,w                ,[.] hot\n",
		  NULL,
		  { { "[kernel]", "exc_page_fault", 12.21, 0, 0 }, { "w", "hot", 6.87, 0, 0 } } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_case(&rows[i]);
}

/* Two percentages: Children and Self, unless a Self would be above its Children. */
static void test_two_percentages(void **state)
{
	struct document doc = read_document("  80.10%  19.19%  w  w  [.] a\n"
					    "  12.17%  12.17%  w  w  [.] b\n");

	assert_figure(figures_of(doc.profiles[0], 0, "w", "a").self, 19.19);
	assert_figure(figures_of(doc.profiles[0], 0, "w", "a").children, 80.10);
	assert_int_equal(doc.profiles[0]->warning_count, 1);
	document_deinit(&doc);

	doc = read_document("  17.49%  19.19%  w  w  [.] a\n  12.17%  17.04%  w  w  [.] b\n");
	assert_int_equal(doc.profiles[0]->event_count, 2);
	assert_figure(figures_of(doc.profiles[0], 0, "w", "a").self, 17.49);
	assert_figure(figures_of(doc.profiles[0], 1, "w", "a").self, 19.19);
	assert_int_equal(doc.profiles[0]->warning_count, 1);
	document_deinit(&doc);
}

/* What mail does to a row. */
static void test_wrapped_rows(void **state)
{
	static const struct table_case rows[] = {
		{ "> # Overhead  Command          Shared Object\n> Symbol\n"
		  "> # ........  ...............  ....................\n> ..........\n> #\n"
		  ">     12.21%  a                [kernel.kallsyms]     [k]\n> exc_page_fault\n"
		  ">      6.87%  with a blank     libc.so.6\n> [.] read\n",
		  NULL,
		  { { "[kernel]", "exc_page_fault", 12.21, 0, 0 },
		    { "libc.so.6", "read", 6.87, 0, 0 } } },
		{ "     0.98%  cc1              cc1                      [.] f(ht*, unsigned \n"
		  "char const*, int)\n"
		  "     0.80%  cc1              cc1                      [.] g\n",
		  NULL,
		  { { "cc1", "f(ht*, unsigned char const*, int)", 0.98, 0, 0 },
		    { "cc1", "g", 0.80, 0, 0 } } },
		/* copied from a terminal of 80 columns: cut within the symbol, within the object */
		{ "    25.55%  hackbench        [kernel.kallsyms]         [k] native_queued_spin_lo\n"
		  "ck_slowpath\n"
		  "    11.37%  hackbench       /usr/lib/x86_64-linux-gnu/a/rather/long/path/libc-2.\n"
		  "31.so  [.] read\n",
		  NULL,
		  { { "[kernel]", "native_queued_spin_lock_slowpath", 25.55, 0, 0 },
		    { "libc-2.31.so", "read", 11.37, 0, 0 } } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_case(&rows[i]);
}

/* Rows that go on behind a remark belong to one table; rows that start again do not. */
static void test_gaps(void **state)
{
	struct document doc =
		read_document("  12.00%  [kernel]  [k] a\n   8.00%  [kernel]  [k] b\n"
			      "[...]\n   1.00%  [kernel]  [k] c\n\n"
			      "Patched:\n\n"
			      "  11.00%  [kernel]  [k] a\n   0.50%  [kernel]  [k] b\n");

	assert_int_equal(doc.count, 2);
	assert_figure(figures_of(doc.profiles[0], 0, NULL, "c").self, 1);
	assert_figure(figures_of(doc.profiles[1], 0, NULL, "a").self, 11);
	document_deinit(&doc);

	/* the same again, only cheaper: no label, but the names repeat */
	doc = read_document("  12.00%  [kernel]  [k] a\n   8.00%  [kernel]  [k] b\n\n"
			    "   7.00%  [kernel]  [k] a\n   5.00%  [kernel]  [k] b\n");
	assert_int_equal(doc.count, 2);
	document_deinit(&doc);
}

/* Someone joined two tables with paste or pr -m; symbols are clipped, and one is longer. */
static void test_side_by_side(void **state)
{
	struct document doc =
		read_document("Overhead  Symbol              |  Overhead  Symbol\n"
			      "  25.55%  [k] queued_spin_loc |    30.10%  [k] queued_spin_lock\n"
			      "  11.37%  [k] clear_page      |     1.00%  [k] memcpy\n"
			      "   3.00%  [.] main            |\n\nThe right one is newer.\n");

	assert_int_equal(doc.count, 2);
	assert_figure(figures_of(doc.profiles[0], 0, NULL, "queued_spin_loc").self, 25.55);
	assert_figure(figures_of(doc.profiles[0], 0, NULL, "main").self, 3);
	assert_figure(figures_of(doc.profiles[1], 0, NULL, "queued_spin_lock").self, 30.10);
	assert_false(figures_of(doc.profiles[1], 0, NULL, "main").is_listed);
	document_deinit(&doc);
}

/* An event that was not seen has a title and no rows. */
static void test_empty_block(void **state)
{
	struct document doc = read_document("# Total Lost Samples: 0\n#\n" BLOCK(
		"a", "40.00") "# Samples: 0  of event 'b'\n# Event count (approx.): 0\n#\n"
			      "# Overhead  Command  Shared Object  Symbol\n"
			      "# ........  .......  .............  ......\n#\n\n\n" BLOCK("c",
											  "30.00"));

	assert_int_equal(doc.count, 1);
	assert_int_equal(doc.profiles[0]->event_count, 3);
	assert_figure(
		figures_of(doc.profiles[0], event_of(doc.profiles[0], "c"), NULL, "leaf_hash").self,
		30);
	document_deinit(&doc);
}

static void test_hierarchy(void **state)
{
	static const char *const texts[] = {
		"#       Overhead       Samples  Command / Shared Object / Symbol\n"
		"# ............................  ................................\n#\n"
		"    60.00%             5        hot-fp \n"
		"       40.00%             3        hot-fp          \n"
		"          30.00%             2        [.] leaf_hash\n"
		"          10.00%             1        [.] do_alloc\n"
		"       20.00%             2        [kernel.kallsyms]\n"
		"          20.00%             2        [k] schedule\n"
		"    40.00%             4        w      \n"
		"       40.00%             4        [kernel.kallsyms]\n"
		"          40.00%             4        [k] schedule\n",
		"# Overhead Samples Command / Shared Object / Symbol\n#\n"
		"60.00% 5 hot-fp\n40.00% 3 hot-fp\n30.00% 2 [.] leaf_hash\n"
		"10.00% 1 [.] do_alloc\n20.00% 2 [kernel.kallsyms]\n20.00% 2 [k] schedule\n"
		"40.00% 4 w\n40.00% 4 [kernel.kallsyms]\n40.00% 4 [k] schedule\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct document doc = read_document(texts[i]);

		assert_figure(figures_of(doc.profiles[0], 0, "hot-fp", "leaf_hash").self, 30);
		assert_figure(figures_of(doc.profiles[0], 0, "[kernel]", "schedule").self, 60);
		assert_int_equal(figures_of(doc.profiles[0], 0, NULL, "schedule").samples, 6);
		assert_int_equal(doc.profiles[0]->events[0].total, 100 * PERCENT_SCALE);
		document_deinit(&doc);
	}
}

/* Without symbols there are objects, or at least commands. */
static void test_no_symbols(void **state)
{
	static const struct table_case rows[] = {
		{ "# Overhead       Samples  Shared Object    \n"
		  "# ........  ............  .................\n#\n"
		  "    47.89%            34  hot-fp           \n"
		  "            |\n            ---main\n            19.72%--x\n\n"
		  "    23.94%            17  [kernel.kallsyms]\n",
		  NULL,
		  { { "hot-fp", "[unknown]", 47.89, 0, 34 },
		    { "[kernel]", "[unknown]", 23.94, 0, 17 } } },
		{ "# Overhead  Cgroup          Pid:Command\n"
		  "# ........  ..........  ...............\n#\n"
		  "    33.15%  /sub           9615:looper0\n     0.32%  /              9615:looper0\n",
		  NULL,
		  { { "looper0", "[unknown]", 33.47, 0, 0 } } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_case(&rows[i]);
}

/* A table sorted by Children bounds what it leaves out by these. */
static void test_cut_below_children(void **state)
{
	struct document doc =
		read_document("# Children      Self  Symbol\n# ........  ........  ......\n#\n"
			      "    79.39%    10.69%  [k] a\n    68.70%     0.00%  [k] b\n");
	/* and by what is left of the whole */
	struct document rest =
		read_document("# Children      Self  Symbol\n# ........  ........  ......\n#\n"
			      "    79.39%    70.69%  [k] a\n    68.70%     0.00%  [k] b\n");

	assert_true(doc.profiles[0]->events[0].cut);
	assert_int_equal(doc.profiles[0]->events[0].cut_below, 68700000);
	assert_int_equal(rest.profiles[0]->events[0].cut_below, 29310000);
	document_deinit(&doc);
	document_deinit(&rest);
}

static void test_recording(void **state)
{
	struct document doc = read_document(
		"# ========\n# captured on    : Mon Nov 30 09:33:57 2026\n# hostname : vm\n"
		"# os release : 6.18.44\n# nrcpus online : 2\n"
		"# cmdline : /usr/bin/perf record -a -g -- sleep 1\n"
		"# sample duration :    281.761 ms\n# ========\n#\n#\n"
		"# Samples: 71  of event 'cycles'\n#\n" TITLE ROW_A);
	const struct profile *profile = doc.profiles[0];

	assert_string_equal(profile_text(profile, profile->recording.hostname), "vm");
	assert_string_equal(profile_text(profile, profile->recording.os_release), "6.18.44");
	assert_int_equal(profile->recording.cpus_online, 2);
	assert_true(profile->recording.system_wide);
	assert_figure(profile->recording.duration_seconds, 0.281761);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layouts),
		cmocka_unit_test(test_periods),
		cmocka_unit_test(test_group),
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_call_graphs),
		cmocka_unit_test(test_no_title),
		cmocka_unit_test(test_two_percentages),
		cmocka_unit_test(test_wrapped_rows),
		cmocka_unit_test(test_gaps),
		cmocka_unit_test(test_side_by_side),
		cmocka_unit_test(test_empty_block),
		cmocka_unit_test(test_hierarchy),
		cmocka_unit_test(test_no_symbols),
		cmocka_unit_test(test_cut_below_children),
		cmocka_unit_test(test_recording),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
