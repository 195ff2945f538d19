// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "ingest/perf_script.h"
#include "ingest/script_places.h"
#include "unit.h"

#define FRAME(symbol) "\tffffffff815a3446 " symbol "+0x36 ([kernel.kallsyms])\n"

static struct profile *read_with(const char *text, size_t len, const struct ingest_options *options)
{
	struct profile *profile = profile_new();
	struct script_others others;

	assert_int_equal(perf_script_read_bytes(text, len, options, profile, &others, NULL), 0);
	perf_script_warn(profile, &others);
	return profile;
}

static struct profile *read_text(const char *text)
{
	return read_with(text, strlen(text), &(struct ingest_options) { 0 });
}

static const char *frame_name(const struct profile *profile, uint32_t stack, uint32_t frame)
{
	uint32_t place = profile->frames[profile->stacks[stack].first + frame];

	return profile_text(profile, profile->symbols[profile->locations[place].symbol].name);
}

static const char *frame_dso(const struct profile *profile, uint32_t stack, uint32_t frame)
{
	uint32_t place = profile->frames[profile->stacks[stack].first + frame];

	return profile_text(profile, profile->dsos[profile->locations[place].dso].name);
}

static void test_equal_stacks_fold(void **state)
{
	struct profile *profile = read_text("w  60  1.000000:   100 cycles: \n" FRAME(
		"kfree") FRAME("skb_free") "\nw  60  2.000000:   50 cycles: \n" FRAME("kfree")
						    FRAME("skb_free") "\n");

	assert_int_equal(profile->stack_count, 1);
	assert_int_equal(profile->stacks[0].weight, 150);
	assert_int_equal(profile->stacks[0].samples, 2);
	assert_int_equal(profile->stacks[0].flags, STACK_HAS_PID);
	assert_int_equal(profile->events[0].unit, UNIT_PERIOD);
	assert_int_equal(profile->events[0].period, 0); /* they differ */
	assert_true(profile->events[0].has_callchains);
	assert_string_equal(frame_name(profile, 0, 0), "kfree");
	assert_string_equal(frame_name(profile, 0, 1), "skb_free");
	assert_string_equal(frame_dso(profile, 0, 0), "[kernel]");
	assert_int_equal(profile->warning_count, 0);
	profile_free(profile);
}

/* When each sample was taken: a millisecond is 15.3 blocks of 2^16 ns. */
static void test_times_are_kept(void **state)
{
	struct profile *profile = read_text(
		"w  60  1.000000:   100 cycles: \n" FRAME("kfree") "\nw  60  1.001000:   50 cycles: \n" FRAME(
			"vfs_read") "\nw  60  1.000500:   50 cycles: \n" FRAME("kfree") "\n");
	const struct timeline *times = &profile->timeline;

	assert_int_equal(times->count, 3);
	assert_int_equal(times->stacks[0], times->stacks[2]);
	assert_string_equal(frame_name(profile, times->stacks[1], 0), "vfs_read");
	assert_int_equal(times->blocks[0], 0);
	assert_int_equal(times->blocks[1], 15);
	assert_int_equal(times->blocks[2], 7);
	profile_free(profile);
	profile = read_text("w  60   100 cycles: \n" FRAME("kfree") "\n");
	assert_int_equal(profile->stack_count, 1);
	assert_int_equal(profile->timeline.count, 0);
	profile_free(profile);
}

/* Without a last line end, with CRLF, and cut in the middle of a frame. */
static void test_line_ends(void **state)
{
	static const char *const texts[] = {
		"w  60  1.000000:   100 cycles: \n\tffffffff815a3446 kfree+0x36 ([kernel.kallsyms])",
		"w  60  1.000000:   100 cycles: \r\n\tffffffff815a3446 kfree+0x36 ([kernel.kallsyms])\r\n\r\n",
		"w  60  1.000000:   100 cycles: \n\tffffffff815a3446 kfree+0x36 ([kernel.kallsyms])\n\tffff",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct profile *profile = read_text(texts[i]);

		assert_int_equal(profile->stack_count, 1);
		assert_int_equal(profile->events[0].total, 100);
		assert_string_equal(frame_name(profile, 0, 0), "kfree");
		profile_free(profile);
	}
}

/* The weight is that of the function in whose code the inlined one is. */
static void test_inlined_functions(void **state)
{
	struct profile *profile = read_text("w  60  1.000000:   100 cycles: \n"
					    "\t            1287 mix_inline+0x27 (inlined)\n"
					    "\t            1287 mix_outer+0x27 (inlined)\n"
					    "\t            1287 leaf_hash+0x27 (/opt/hot)\n"
					    "\t            1300 main+0x5 (/opt/hot)\n\n");
	const struct location *leaf = &profile->locations[profile->frames[0]];

	assert_int_equal(profile->stacks[0].depth, 2);
	assert_string_equal(frame_name(profile, 0, 0), "leaf_hash");
	assert_int_equal(leaf->inline_count, 2);

	const struct symbol *inner = &profile->symbols[profile->inlines[leaf->first_inline]];

	assert_string_equal(profile_text(profile, inner->name), "mix_inline");
	assert_int_equal(inner->dso, leaf->dso);
	profile_free(profile);
}

static void test_events_and_side_band(void **state)
{
	struct profile *profile = read_text(
		"         swapper     0 [000]    1.000000:        100      cycles:u:  ffffffff9d4ddb6f idle+0xdf ([kernel.kallsyms])\n"
		"         swapper     0 [000]    1.000000: PERF_RECORD_LOST lost 7\n"
		"         swapper     0 [000]    1.000001:          5 uncore/reads/:\n"
		"           other    12 [000]    1.000002: sched:sched_switch: prev=a: b\n");

	assert_int_equal(profile->event_count, 3);
	assert_string_equal(profile_text(profile, profile->events[0].name), "cycles:u");
	assert_true(profile->events[0].exclude_kernel);
	assert_int_equal(profile->events[0].lost, 7);
	assert_int_equal(profile->events[0].period, 100);
	assert_string_equal(profile_text(profile, profile->events[1].name), "uncore/reads/");
	assert_int_equal(profile->events[1].total, 5);
	assert_string_equal(profile_text(profile, profile->events[2].name), "sched:sched_switch");
	assert_int_equal(profile->events[2].unit, UNIT_SAMPLES);
	assert_string_equal(frame_name(profile, 1, 0), "[unknown]");
	assert_int_equal(profile->stacks[0].flags, STACK_HAS_PID | STACK_IDLE_TASK);
	assert_int_equal(profile->stacks[2].flags, STACK_HAS_PID);
	profile_free(profile);
}

/* What perf prints between the frames of one sample and the next header. */
static void test_extra_lines(void **state)
{
	struct profile *profile = read_text(
		"w  60  1.000000:   100 cycles: \n" FRAME("kfree") "  slub.c:11\n ABI:2    AX:0x1\nw  60  2.000000:   50 cycles: \n" FRAME(
			"kfree") "  slub.c:11\n ABI:2    AX:0x2\n ilen: 0\n");

	assert_int_equal(profile->stack_count, 1);
	assert_int_equal(profile->stacks[0].samples, 2);
	assert_int_equal(profile->warning_count, 0);
	profile_free(profile);
}

/* A name may hold a line end: the samples are still there. */
static void test_line_end_in_names(void **state)
{
	struct profile *profile = read_text(
		"hot\nx  2626  1313.571062:    1003009 cpu-clock: \n\t            125c f+0x1 (/tmp/hot\nx)\n"
		"\t            156d main+0x2 (/tmp/hot\nx)\n\n");

	assert_int_equal(profile->events[0].samples, 1);
	assert_int_equal(profile->stacks[0].depth, 2);
	assert_string_equal(frame_name(profile, 0, 1), "main");
	profile_free(profile);
}

static void test_what_cannot_be_read_is_counted(void **state)
{
	struct profile *profile = read_text("w  60  1.000000:   100 cycles: \n" FRAME(
		"kfree") "\nsome prose\nw  60  2.000000:   50 cycles: \n" FRAME("kfree") "\nmore of it\n");

	assert_int_equal(profile->events[0].total, 150);
	assert_int_equal(profile->warning_count, 1);
	assert_string_equal(profile_text(profile, profile->warnings[0]),
			    "2 lines could not be read as perf script text; the first is line 4");
	profile_free(profile);
}

static void test_deep_callchains_are_cut(void **state)
{
	enum { DEPTH = SCRIPT_DEPTH_MAX + 10 };
	char *text = mem_alloc(DEPTH * 64 + 64);
	size_t len = sprintf(text, "w  60  1.000000:   100 cycles: \n");

	for (int i = 0; i < DEPTH; i++)
		len += sprintf(text + len, "\t            1234 f%d+0x1 (/bin/a)\n", i);

	struct profile *profile = read_with(text, len, &(struct ingest_options) { 0 });

	assert_int_equal(profile->stacks[0].depth, SCRIPT_DEPTH_MAX);
	assert_int_equal(profile->stacks[0].flags, STACK_HAS_PID | STACK_TRUNCATED);
	assert_int_equal(profile->warning_count, 1);
	assert_string_equal(frame_name(profile, 0, 0), "f0");
	profile_free(profile);
	free(text);
}

/* Five samples, a second apart, on two CPUs. */
static void test_filters(void **state)
{
	static const char text[] =
		"   a  1/11 [000]  1.000000:  1 cycles:  ffffffff9d4ddb6f f ([kernel.kallsyms])\n"
		"   a  1/11 [001]  2.000000:  1 cycles:  ffffffff9d4ddb6f f ([kernel.kallsyms])\n"
		"   b  2/12 [000]  3.000000:  1 cycles:  ffffffff9d4ddb6f f ([kernel.kallsyms])\n"
		"   b  2/13 [001]  4.000000:  1 faults:  ffffffff9d4ddb6f f ([kernel.kallsyms])\n"
		"   c  3/14 [001]  5.000000:  1 cycles:  ffffffff9d4ddb6f f ([kernel.kallsyms])\n";
	static const char *const comm_b[] = { "b", NULL }, *const faults[] = { "faults", NULL };
	static const struct {
		struct ingest_options options;
		uint64_t samples;
	} rows[] = {
		{ { .pids = "1,3" }, 3 },
		{ { .tids = "12-13" }, 2 },
		{ { .cpus = "0" }, 2 },
		{ { .comms = comm_b }, 2 },
		{ { .events = faults }, 1 },
		{ { .time = "2,4" }, 3 },
		{ { .time = "50%/2" }, 3 },
		{ { .time = "25%/1" }, 2 },
		{ { .cpus = "1", .comms = comm_b }, 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct profile *profile = read_with(text, strlen(text), &rows[i].options);
		uint64_t samples = 0;

		for (uint32_t k = 0; k < profile->event_count; k++)
			samples += profile->events[k].samples;
		assert_true(samples == rows[i].samples);
		profile_free(profile);
	}
}

/* --cpu on a text that names no CPU takes nothing, and says so. */
static void test_filter_without_its_field(void **state)
{
	static const char text[] = "w  60  1.000000:   100 cycles: \n" FRAME("kfree");
	struct profile *profile =
		read_with(text, strlen(text), &(struct ingest_options) { .cpus = "0" });

	assert_int_equal(profile->stack_count, 0);
	assert_int_equal(profile->warning_count, 1);
	profile_free(profile);
}

static void test_flat_takes_the_sampled_function(void **state)
{
	static const char text[] =
		"w  60  1.000000:   100 cycles: \n" FRAME("kfree") FRAME("skb_free");
	struct profile *profile =
		read_with(text, strlen(text), &(struct ingest_options) { .flat = true });

	assert_int_equal(profile->stacks[0].depth, 1);
	assert_false(profile->events[0].has_callchains);
	assert_string_equal(frame_name(profile, 0, 0), "kfree");
	profile_free(profile);
}

static void test_sums_do_not_wrap(void **state)
{
	struct profile *profile = read_text(
		"w  60  1.000000: 18446744073709551615 cycles: \n" FRAME("a") "\nw  60  2.000000: 18446744073709551615 cycles: \n" FRAME(
			"a") "\nw  60  2.000000: 99999999999999999999 cycles: \n" FRAME("a") "\n");

	assert_true(profile->events[0].total == UINT64_MAX);
	assert_int_equal(profile->events[0].samples, 1);
	assert_true(profile->warning_count > 0);
	profile_free(profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_stacks_fold),
		cmocka_unit_test(test_times_are_kept),
		cmocka_unit_test(test_line_ends),
		cmocka_unit_test(test_inlined_functions),
		cmocka_unit_test(test_events_and_side_band),
		cmocka_unit_test(test_extra_lines),
		cmocka_unit_test(test_line_end_in_names),
		cmocka_unit_test(test_what_cannot_be_read_is_counted),
		cmocka_unit_test(test_deep_callchains_are_cut),
		cmocka_unit_test(test_filters),
		cmocka_unit_test(test_filter_without_its_field),
		cmocka_unit_test(test_flat_takes_the_sampled_function),
		cmocka_unit_test(test_sums_do_not_wrap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
