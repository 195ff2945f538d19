// SPDX-License-Identifier: GPL-2.0-or-later
/* The walk: how many profiles a mail holds, what they are called, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "tables.h"

#define FIRST                                  \
	"samples  %        symbol name\n"      \
	"40200    43.3899  __slab_alloc\n"     \
	"35338    38.1421  add_partial_tail\n" \
	"2993      3.2306  __slab_free\n"
#define SECOND                             \
	"samples  %        symbol name\n"  \
	"46746    43.3801  __slab_alloc\n" \
	"45986    42.6745  add_partial\n"
#define QUOTED_PART                          \
	"> 40200    43.3899  __slab_alloc\n" \
	"> 35338    38.1421  add_partial_tail\n"

static void test_copies(void **state)
{
	static const struct {
		const char *text;
		size_t count;
	} rows[] = {
		{ FIRST, 1 },
		{ FIRST "\nand:\n\n" SECOND, 2 },
		{ FIRST "\nas I said:\n\n" FIRST, 1 },
		{ FIRST "\nNo:\n\n" QUOTED_PART, 1 },
		{ QUOTED_PART "\nall of it:\n\n" FIRST, 1 },
		/* a part that is no quotation may be another profile */
		{ FIRST "\n" SECOND "\nthe head:\n46746  43.3801  __slab_alloc\n"
			"45986  42.6745  add_partial\n45985  12.1  x\n",
		  3 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct document doc = read_document(rows[i].text);

		if (doc.count != rows[i].count)
			fail_msg("%zu profiles, not %zu, in\n%s", doc.count, rows[i].count,
				 rows[i].text);
		document_deinit(&doc);
	}
}

static void test_labels(void **state)
{
	static const struct {
		const char *above, *label;
	} rows[] = {
		{ "", "" },
		{ "2.6.24 oprofile data:\n", "2.6.24 oprofile data" },
		{ "Some prose.\n\n * udp4 baseline\n\n", "udp4 baseline" },
		{ "# opreport -l vmlinux\n", "opreport -l vmlinux" },
		{ "before\n\n\n\n\n\n", "" }, /* too far away */
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char text[512];

		snprintf(text, sizeof(text), "%s%s", rows[i].above, FIRST);

		struct document doc = read_document(text);

		assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->label),
				    rows[i].label);
		document_deinit(&doc);
	}
}

static void test_refusals(void **state)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "", "empty" },
		{ "\n \n\n", "blank" },
		{ "Dear all,\nno profile today.\n", "perf.data" },
		{ "Name Objects Alloc Free %Fast\n:0000192 3312 78563 75370 92 21\n",
		  "slabinfo -AD" },
		{ "slabinfo - version: 2.1\n", "/proc/slabinfo" },
		{ "lock_stat version 0.4\n", "lock_stat" },
		{ "Amean 1 0.0813 ( 0.00%) 0.0853 * -4.92%*\n", "MMTests" },
		{ " Percent | Source code & Disassembly of w for cpu-clock\n", "annotate" },
		{ "samples  %        symbol name\n", "no rows" },
		{ "samples  %        symbol name\n0  0  a\n0  0  b\n", "no rows" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct ingest_options options = { 0 };
		struct symdiff_error err = { 0 };
		struct document doc = { 0 };
		struct input in;

		input_from_bytes(&in, "test", rows[i].text, strlen(rows[i].text));
		assert_int_equal(ingest_read_input(&in, &options, &doc, &err), -1);
		assert_int_equal(err.code, SYMDIFF_ERR_FORMAT);
		if (!strstr(err.message, rows[i].says))
			fail_msg("'%s' does not say '%s'", err.message, rows[i].says);
		document_deinit(&doc);
	}
}

/* A forced format leaves the tables of others alone. */
static void test_forced(void **state)
{
	static const char text[] = FIRST "\n16480 total 0.0138\n6383 schedule 110.0517\n";
	struct ingest_options options = { .format = "readprofile" };
	struct document doc = { 0 };
	struct input in;

	input_from_bytes(&in, "test", text, strlen(text));
	assert_int_equal(ingest_read_input(&in, &options, &doc, NULL), 0);
	assert_int_equal(doc.count, 1);
	assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->format), "readprofile");
	document_deinit(&doc);
}

/* The rows of a table are sums: that a filter is not obeyed is said. */
static void test_filters(void **state)
{
	static const char *const comms[] = { "hackbench", NULL };
	struct ingest_options options = { .comms = comms };
	struct document doc = { 0 };
	struct input in;

	input_from_bytes(&in, "test", FIRST, strlen(FIRST));
	assert_int_equal(ingest_read_input(&in, &options, &doc, NULL), 0);
	assert_int_equal(doc.profiles[0]->warning_count, 1);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copies),	 cmocka_unit_test(test_labels),
		cmocka_unit_test(test_refusals), cmocka_unit_test(test_forced),
		cmocka_unit_test(test_filters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
