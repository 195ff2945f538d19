// SPDX-License-Identifier: GPL-2.0-or-later
/* perf script text in mails. What every mail program does to it is in test_damage.c. */
#include <stdio.h>
#include <string.h>

#include "ingest/format.h"
#include "unit.h"

#define FRAMES                                                \
	"\tffffffff815a3446 kfree+0x36 ([kernel.kallsyms])\n" \
	"\tffffffff815ec047 skb_free+0x4b7 ([kernel.kallsyms])\n"

static struct document read_mail(const char *text)
{
	struct ingest_options options = { 0 };
	struct symdiff_error err = { 0 };
	struct document doc = { 0 };
	struct input in;

	input_from_bytes(&in, "mail", text, strlen(text));
	if (ingest_read_input(&in, &options, &doc, &err))
		fail_msg("%s", err.message);
	return doc;
}

static uint64_t total_of(const struct document *doc, size_t profile)
{
	return doc->profiles[profile]->events[0].total;
}

/* Two recordings among prose, and a table of perf report. */
static void test_several_profiles(void **state)
{
	struct document doc = read_mail(
		"Hello,\n\nit got slower: the time 3.123456: says it all.\n\nBefore:\n\n"
		"w  60  1.000000:   100 cycles: \n" FRAMES
		"\nw  60  2.000000:   50 cycles: \n" FRAMES "\nAfter the patch of yesterday\n\n"
		"x  71  1.500000:   300 cycles: \n" FRAMES "\n"
		"and as a table:\n\n"
		"# Samples: 71  of event 'cycles'\n# Event count (approx.): 284000000\n#\n"
		"# Overhead  Command  Shared Object  Symbol\n"
		"    66.76%  w        [kernel]       [k] kfree\n"
		"    33.24%  w        [kernel]       [k] kmalloc\n");

	assert_int_equal(doc.count, 3);
	assert_true(total_of(&doc, 0) == 150);
	assert_true(total_of(&doc, 1) == 300);
	assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->label), "Before");
	assert_string_equal(profile_text(doc.profiles[1], doc.profiles[1]->label),
			    "After the patch of yesterday");
	assert_int_equal(doc.profiles[0]->line, 7);
	document_deinit(&doc);
}

/* A remark between two samples of one task does not part them; nor does a cut. */
static void test_one_profile(void **state)
{
	static const char *const between[] = { "[...]\n", "this one is interesting:\n\n",
					       "...\n\n" };

	for (size_t i = 0; i < ARRAY_SIZE(between); i++) {
		char text[1024];

		snprintf(
			text, sizeof(text),
			"See:\n\nw  60  1.000000:   100 cycles: \n%s\n%sw  60  2.000000:   50 cycles: \n%s",
			FRAMES, between[i], FRAMES);

		struct document doc = read_mail(text);

		assert_int_equal(doc.count, 1);
		assert_true(total_of(&doc, 0) == 150);
		assert_int_equal(doc.profiles[0]->stacks[0].depth, 2);
		document_deinit(&doc);
	}
}

/* In a recording of all CPUs a damaged line does not part the samples, and is counted. */
static void test_damaged_lines(void **state)
{
	struct document doc = read_mail(
		"w  60  1.000000:   100 cycles: \n" FRAMES "\nx  61  1.000100: 100 cyc\n" FRAMES
		"\ny  62  1.000200:   100 cycles: \n" FRAMES "\nz  63  1.000300:   100 cycles: \n"
		"\tffffffff815a3446 kfree+0x36 ([kernel.kallsyms])\nnot a frame\n"
		"\tffffffff815ec047 skb_free+0x4b7 ([kernel.kallsyms])\n");

	assert_int_equal(doc.count, 1);
	assert_true(total_of(&doc, 0) == 300);
	assert_int_equal(doc.profiles[0]->stacks[2].depth, 2);
	assert_int_equal(doc.profiles[0]->warning_count, 1);
	assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->warnings[0]),
			    "4 lines could not be read as perf script text; the first is line 5");
	document_deinit(&doc);
}

/* perf's header above the samples tells of the machine. */
static void test_recording(void **state)
{
	struct document doc =
		read_mail("Look:\n# ========\n# hostname : vm\n# nrcpus online : 2\n# ========\n#\n"
			  "w  60  1.000000:   100 cycles: \n" FRAMES);
	const struct profile *profile = doc.profiles[0];

	assert_string_equal(profile_text(profile, profile->recording.hostname), "vm");
	assert_int_equal(profile->recording.cpus_online, 2);
	document_deinit(&doc);
}

/* A quotation repeats the samples: they count once. */
static void test_quotation(void **state)
{
	struct document doc = read_mail("w  60  1.000000:   100 cycles: \n" FRAMES
					"\nA week ago somebody wrote:\n\n"
					"> w  60  1.000000:   100 cycles:\n"
					"> ffffffff815a3446 kfree+0x36 ([kernel.kallsyms])\n"
					"> ffffffff815ec047 skb_free+0x4b7 ([kernel.kallsyms])\n");

	assert_int_equal(doc.count, 1);
	assert_true(total_of(&doc, 0) == 100);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_several_profiles), cmocka_unit_test(test_one_profile),
		cmocka_unit_test(test_damaged_lines),	 cmocka_unit_test(test_recording),
		cmocka_unit_test(test_quotation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
