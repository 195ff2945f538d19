// SPDX-License-Identifier: GPL-2.0-or-later
/* Layouts of opreport: which rows they hold, and of which event. */
#include <stdio.h>

#include "tables.h"

struct want {
	const char *dso, *symbol;
	uint64_t samples;
};

struct layout {
	const char *text;
	struct want want[6];
};

#define CYCLES                                                                                     \
	"CPU: Core 2, speed 1602 MHz (estimated)\n"                                                \
	"Counted CPU_CLK_UNHALTED events (Clock cycles when not halted) with a unit mask of 0x00 " \
	"(Unhalted core cycles) count 100000\n"

static uint64_t listed(const struct profile *profile, uint32_t event)
{
	uint64_t rows = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++)
		rows += profile->stacks[i].event == event && profile->stacks[i].samples;
	return rows;
}

/* The first event of the only profile has these rows, and no others. */
static void check(const struct layout *layout)
{
	struct document doc = read_document(layout->text);
	size_t count = 0;

	if (doc.count != 1)
		fail_msg("%zu profiles in\n%s", doc.count, layout->text);
	for (const struct want *want = layout->want; want->symbol; want++, count++) {
		struct figures is = figures_of(doc.profiles[0], 0, want->dso, want->symbol);

		if (is.samples != want->samples)
			fail_msg("%s in %s: %lu samples, not %lu, of\n%s", want->symbol, want->dso,
				 (unsigned long)is.samples, (unsigned long)want->samples,
				 layout->text);
	}
	if (listed(doc.profiles[0], 0) != count)
		fail_msg("%lu rows, not %zu, in\n%s", (unsigned long)listed(doc.profiles[0], 0),
			 count, layout->text);
	document_deinit(&doc);
}

static void check_all(const struct layout *layouts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check(&layouts[i]);
}

static void test_titles(void **state)
{
	static const struct layout rows[] = {
		/* all names, aligned */
		{ CYCLES
		  "samples  %        image name               app name                 symbol name\n"
		  "4020     43.3899  linux-2.6.24             linux-2.6.24             __slab_alloc\n"
		  "299       3.2306  libc-2.7.so              hackbench                memset\n",
		  { { "[kernel]", "__slab_alloc", 4020 }, { "libc-2.7.so", "memset", 299 } } },
		/* squeezed */
		{ CYCLES "samples % app name symbol name\n"
			 "4020 43.3899 linux-2.6.24 __slab_alloc\n"
			 "299 3.2306 hackbench (no symbols)\n",
		  { { "[kernel]", "__slab_alloc", 4020 }, { "hackbench", "[unknown]", 299 } } },
		/* the title broken by mail, and cut short by a screen */
		{ "samples  %        image name               app name                 symbol\nname\n"
		  "4020     43.3899  vmlinux                  vmlinux                  \n"
		  "__slab_alloc\n"
		  "299       3.2306  libc-2.7.so              hackbench                (no\n"
		  "symbols)\n",
		  { { "[kernel]", "__slab_alloc", 4020 }, { "libc-2.7.so", "[unknown]", 299 } } },
		{ "samples  %        app name                 symbol na\n"
		  "4020     43.3899  vmlinux                  __slab_alloc\n",
		  { { "[kernel]", "__slab_alloc", 4020 } } },
		/* a title that ends before the symbol: rows have one all the same */
		{ "samples  %        app name\n"
		  "4020     43.3899  vmlinux                  __slab_alloc\n",
		  { { "[kernel]", "__slab_alloc", 4020 } } },
		/* -w: the address may be all decimal digits */
		{ "vma      samples  %        image name               symbol name\n"
		  "0006d430 1238     24.6123  libc-2.14.1.so           fgetc\n"
		  "00400940 353       7.0179  sha                      main\n",
		  { { "libc-2.14.1.so", "fgetc", 1238 }, { "sha", "main", 353 } } },
		/* -a */
		{ "samples  cum. samples  %        cum. %     symbol name\n"
		  "136537   136537        10.8300  10.8300    kmem_cache_alloc\n"
		  "129380   265917        10.2623  21.0924    tcp_close\n",
		  { { NULL, "kmem_cache_alloc", 136537 }, { NULL, "tcp_close", 129380 } } },
		/* -g, with a field of several words */
		{ "samples  %        linenr info                 app name                 symbol name\n"
		  "49       28.7117  instr.cpp:82                rbx                      run(State*, int)\n"
		  "46       26.5742  (no location information)   anon (tgid:41 range:0xb5-0xb9) f\n",
		  { { "rbx", "run(State*, int)", 49 }, { NULL, "f", 46 } } },
	};

	check_all(rows, ARRAY_SIZE(rows));
}

/* Two rows, and their numbers, say what the columns are. */
static void test_without_title(void **state)
{
	static const struct layout rows[] = {
		{ "6908330  23.7520  __down_read\n"
		  "4990895  17.1595  __up_read\n",
		  { { NULL, "__down_read", 6908330 }, { NULL, "__up_read", 4990895 } } },
		{ "497537   71.9851  cc1                      (no symbols)\n"
		  "37358     5.4051  vmlinux-2.6-sse          zero_page_std\n",
		  { { "cc1", "[unknown]", 497537 }, { "[kernel]", "zero_page_std", 37358 } } },
		{ "40200494 43.3899 linux-2.6.24 linux-2.6.24 __slab_alloc\n"
		  "35338431 38.1421 linux-2.6.24 linux-2.6.24 add_partial_tail\n",
		  { { "[kernel]", "__slab_alloc", 40200494 },
		    { "[kernel]", "add_partial_tail", 35338431 } } },
		{ "c022f520 1218267  89.3898  task_no_data_intr\n"
		  "  c022f530 2        1.6e-04\n"
		  "  c022f535 30        0.0025\n"
		  "c022f620 18267     1.3398  other_intr\n"
		  "  c022f630 18267    100.000\n",
		  { { NULL, "task_no_data_intr", 1218267 }, { NULL, "other_intr", 18267 } } },
		/* the summary of images of oprofile 0.5 to 0.8, which had no title */
		{ CYCLES "   905898 59.7415 /usr/lib/gcc-lib/3.2/cc1plus\n"
			 "   214320 14.1338 /boot/2.6.0/vmlinux\n",
		  { { "cc1plus", "[unknown]", 905898 }, { "[kernel]", "[unknown]", 214320 } } },
	};

	check_all(rows, ARRAY_SIZE(rows));
}

static void test_names(void **state)
{
	static const struct layout rows[] = {
		/* rows of one image and symbol are added */
		{ "samples  %        image name               symbol name\n"
		  "11036189  5.2244  libmkl.so                anonymous symbol from section .text\n"
		  "2076018   0.9828  libmkl.so                anonymous symbol from section .text\n",
		  { { "libmkl.so", "anonymous symbol from section .text", 13112207 } } },
		/* a file that was replaced; a path is no symbol */
		{ "samples  %        image name               symbol name\n"
		  "25892897 12.2574  orcexec.lx7WBM (deleted) /usr1/build/orcexec.lx7WBM (deleted)\n"
		  "176       8.3759  ext3.ko                  ext3_get_branch\n",
		  { { "orcexec.lx7WBM", "[unknown]", 25892897 },
		    { "[ext3]", "ext3_get_branch", 176 } } },
		/* C++, broken by mail at every blank it could */
		{ "samples  %        image name               symbol name\n"
		  "1        0.0019  libm.so                  node** std::__copy<true,\n"
		  "node**>(node**,\n"
		  "node**)\n"
		  "1        0.0019  libm.so                  node**\n"
		  "f(node*) const\n"
		  "1        0.0019  libm.so                  a::b() const\n",
		  { { "libm.so", "node** std::__copy<true, node**>(node**, node**)", 1 },
		    { "libm.so", "node** f(node*) const", 1 },
		    { "libm.so", "a::b() const", 1 } } },
	};

	check_all(rows, ARRAY_SIZE(rows));
}

/* What stands between and after rows is none of them. */
static void test_prose(void **state)
{
	static const struct layout rows[] = {
		{ "samples  %        app name                 symbol name\n"
		  "281538   15.2083  vmlinux                  __copy_from_user_ll\n"
		  "[...]\n"
		  "81069     4.3792  vmlinux                  _spin_lock\n"
		  "(pattern9-0-cpu4-0/summary.out)\n"
		  "So 100 of these are mine, and 3.5 are not.\n",
		  { { "[kernel]", "__copy_from_user_ll", 281538 },
		    { "[kernel]", "_spin_lock", 81069 } } },
		{ "samples  %        symbol name\n"
		  "926      87.1767  a\n"
		  "136      12.8233  an\n"
		  "-yanmin\n",
		  { { NULL, "a", 926 }, { NULL, "an", 136 } } },
		/* numbers that are of no row: 5 samples would be 0.0295 % here */
		{ "samples  %        symbol name\n"
		  "741        4.3771  ia32_sysenter_target\n"
		  "682        4.0286  sysenter_do_call\n"
		  "and nothing else. 12 of 15 runs show\n"
		  "5 0.1234 per run\n",
		  { { NULL, "ia32_sysenter_target", 741 }, { NULL, "sysenter_do_call", 682 } } },
		{ "warning: /bnx2 could not be found.\n" CYCLES
		  "warning: could not check that the binary file /lib/x.ko has not been modified\n"
		  "since the profile was taken. Results may be inaccurate.\n"
		  "samples  %        symbol name\n"
		  "7339     86.1767  rb_get_reader_page\n",
		  { { NULL, "rb_get_reader_page", 7339 } } },
	};

	check_all(rows, ARRAY_SIZE(rows));
}

/* Callers and callees are not part of the flat profile. */
static void test_call_graph(void **state)
{
	static const char dashes[] =
		"-------------------------------------------------------------------------------\n";
	char text[1024];
	struct layout layout = { text, { { "libc.so", "strfry", 84 }, { "cg", "main", 6 } } };

	for (int squeezed = 0; squeezed < 2; squeezed++) {
		const char *indent = squeezed ? "" : "  ";

		snprintf(text, sizeof(text),
			 "samples  %%        image name               symbol name\n%s"
			 "%s19 20.0000 cg main\n"
			 "%s76 80.0000 cg repeat\n"
			 "84 42.5084 libc.so strfry\n"
			 "%s84 66.4838 libc.so strfry [self]\n"
			 "%s42 33.5162 libc.so random_r\n%s"
			 "6 3.5084 cg main\n"
			 "%s6 100.000 cg main [self]\n%s",
			 dashes, indent, indent, indent, indent, dashes, indent, dashes);
		check(&layout);
	}
}

/* A second table needs no title: its first row is larger than the last one before. */
static void test_two_tables(void **state)
{
	struct document doc = read_document("before:\n"
					    "741  40.3771  schedule\n"
					    "682  30.0286  find_vma\n"
					    "\n"
					    "after:\n"
					    "941  50.3771  schedule\n"
					    "382  20.0286  find_vma\n");

	assert_int_equal(doc.count, 2);
	assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->label), "before");
	assert_string_equal(profile_text(doc.profiles[1], doc.profiles[1]->label), "after");
	assert_int_equal(doc.profiles[1]->line, 6);
	assert_int_equal(figures_of(doc.profiles[1], 0, NULL, "find_vma").samples, 382);
	document_deinit(&doc);
}

/* Two events of one name differ in their unit mask. */
static void test_two_events(void **state)
{
	struct document doc = read_document(
		"CPU: P4 / Xeon, speed 2200.91 MHz (estimated)\n"
		"Counted BSQ_CACHE_REFERENCE events (cache references seen by the bus\n"
		"unit) with a unit mask of 0x3f (multiple flags) count 30\n"
		"00\n"
		"Counted BSQ_CACHE_REFERENCE events (cache references seen by the bus\n"
		"unit) with a unit mask of 0x200 (read 3rd level cache miss) count 3000\n"
		"samples  %        samples  %        app name                 symbol name\n"
		"120801    7.4379  37017    63.4603  vmlinux                  __copy_from_user_ll\n"
		"66027     4.0654  0              0  vmlinux                  \n"
		"journal_add_journal_head\n");
	const struct profile *profile = doc.profiles[0];
	uint32_t first = event_of(profile, "BSQ_CACHE_REFERENCE:3000:0x3f");
	uint32_t second = event_of(profile, "BSQ_CACHE_REFERENCE:3000:0x200");

	assert_int_equal(figures_of(profile, first, NULL, "journal_add_journal_head").samples,
			 66027);
	assert_int_equal(figures_of(profile, second, NULL, "__copy_from_user_ll").samples, 37017);
	/* 0 was printed: that is not the same as not listed */
	assert_true(figures_of(profile, second, NULL, "journal_add_journal_head").is_listed);
	assert_int_equal(profile->events[first].period, 3000);
	document_deinit(&doc);
}

/* CPUs are summed: their shares are of each CPU, the sum's of all. */
static void test_cpus(void **state)
{
	struct document doc =
		read_document(CYCLES "Samples on CPU 0\n"
				     "Samples on CPU 1\n"
				     "    cpu:0|            cpu:1|\n"
				     "  samples|      %|  samples|      %|\n"
				     "------------------------------------\n"
				     "      541 54.1000         3 9.7e-04 vmlinux\n"
				     "      459 45.9000    299997 99.9990 l1thrash\n");
	const struct profile *profile = doc.profiles[0];

	assert_int_equal(profile->event_count, 1);
	assert_int_equal(profile->events[0].total, 301000);
	assert_int_equal(figures_of(profile, 0, "[kernel]", "[unknown]").samples, 544);
	assert_int_equal(figures_of(profile, 0, "l1thrash", "[unknown]").samples, 300456);
	document_deinit(&doc);
}

/* The parts of an application take its place, whether their indentation is left or not. */
static void test_nested_images(void **state)
{
	static const char *const texts[] = {
		"CPU_CLK_UNHALT...|\n"
		"  samples|      %|\n"
		"------------------\n"
		"      554 55.4000 vdr\n"
		"\tCPU_CLK_UNHALT...|\n"
		"\t  samples|      %|\n"
		"\t------------------\n"
		"\t      490 88.4477 vdr\n"
		"\t       64 11.5523 anon (tgid:2235 range:0x287000-0x288000)\n"
		"      446 44.6000 bash\n",
		"CPU_CLK_UNHALT...|\n"
		"samples| %|\n"
		"------------------\n"
		"554 55.4000 vdr\n"
		"CPU_CLK_UNHALT...|\n"
		"samples| %|\n"
		"------------------\n"
		"490 88.4477 vdr\n"
		"64 11.5523 anon (tgid:2235 range:0x287000-0x288000)\n"
		"446 44.6000 bash\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct document doc = read_document(texts[i]);
		const struct profile *profile = doc.profiles[0];

		assert_int_equal(profile->events[0].total, 1000);
		assert_int_equal(figures_of(profile, 0, "vdr", "[unknown]").samples, 490);
		assert_int_equal(figures_of(profile, 0, "bash", "[unknown]").samples, 446);
		assert_int_equal(listed(profile, 0), 3);
		document_deinit(&doc);
	}
}

/* a: 48.5366 % that is 0.4999 % more was 48.2952 %; what is left of the base is c. */
static void test_comparison(void **state)
{
	struct document doc = read_document("samples  %        diff %    symbol name\n"
					    "92435    48.5366  +0.4999   a\n"
					    "54226    ---      ---       c\n"
					    "49222    25.8459  +++       d\n"
					    "48787    25.6175  -2.2e-01  b\n");

	assert_true(doc.is_comparison);
	assert_int_equal(doc.count, 2);

	struct figures a = figures_of(doc.profiles[0], 0, NULL, "a");
	struct figures c = figures_of(doc.profiles[0], 0, NULL, "c");

	assert_float_equal(a.self, 48.2952, 5e-5);
	assert_float_equal(c.self, 100 - 48.2952 - 25.6740, 5e-4);
	assert_false(figures_of(doc.profiles[0], 0, NULL, "d").is_listed);
	assert_false(figures_of(doc.profiles[1], 0, NULL, "c").is_listed);
	assert_figure(figures_of(doc.profiles[1], 0, NULL, "d").self, 25.8459);
	document_deinit(&doc);
}

static void test_timer(void **state)
{
	struct document doc =
		read_document("CPU: CPU with timer interrupt, speed 0 MHz (estimated)\n"
			      "Profiling through timer interrupt\n"
			      "samples  %        symbol name\n"
			      "15655    93.8437  poll_idle\n"
			      "1028      6.1563  copy_page\n");

	assert_int_equal(doc.profiles[0]->events[0].clock, CLOCK_WALL);
	assert_int_equal(doc.profiles[0]->events[0].total, 16683);
	document_deinit(&doc);
}

/* The image may carry the release of the kernel. */
static void test_release(void **state)
{
	struct document doc =
		read_document("samples  %        app name                 symbol name\n"
			      "4020     43.3899  linux-2.6.25-rc4         kfree\n");

	assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->recording.os_release),
			    "2.6.25-rc4");
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_titles),	      cmocka_unit_test(test_without_title),
		cmocka_unit_test(test_names),	      cmocka_unit_test(test_prose),
		cmocka_unit_test(test_call_graph),    cmocka_unit_test(test_two_tables),
		cmocka_unit_test(test_two_events),    cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_nested_images), cmocka_unit_test(test_comparison),
		cmocka_unit_test(test_timer),	      cmocka_unit_test(test_release),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
