// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "ingest/filter.h"
#include "unit.h"

static void test_cpu_lists(void **state)
{
	static const struct {
		const char *list;
		uint64_t cpu;
		bool wanted;
	} rows[] = {
		{ "0", 0, true },	    { "0", 1, false },	   { "0,2-5", 2, true },
		{ "0,2-5", 5, true },	    { "0,2-5", 1, false }, { "0,2-5", 6, false },
		{ "4294967296", 0, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct ingest_options options = { .cpus = rows[i].list };
		struct filter filter;

		assert_int_equal(filter_init(&filter, &options, NULL), 0);
		assert_int_equal(filter_wants_cpu(&filter, rows[i].cpu), rows[i].wanted);
		assert_true(filter_wants_pid(&filter, 7)); /* not asked for: all pass */
		filter_deinit(&filter);
	}
}

static void test_bad_lists_are_refused(void **state)
{
	static const struct ingest_options rows[] = {
		{ .cpus = "" },	     { .cpus = "1," },	   { .cpus = "5-2" },
		{ .pids = "x" },     { .tids = "1 2" },	   { .pids = "99999999999999999999" },
		{ .time = "" },	     { .time = "1" },	   { .time = "2,1" },
		{ .time = "10%/0" }, { .time = "10%/11" }, { .time = "20%-10%" },
		{ .time = "101%" },  { .time = "10%," },   { .time = "99999999999,1" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symdiff_error err = { 0 };
		struct filter filter;

		assert_int_equal(filter_init(&filter, &rows[i], &err), -1);
		assert_int_equal(err.code, SYMDIFF_ERR_USAGE);
		assert_true(err.message[0]);
	}
}

/*
 * Times (in us) of the first, the second and the last sample of 78 of one
 * recording, and which perf 6.1 let pass.
 */
static void test_times(void **state)
{
	static const uint64_t at_ns[] = { 1690690799777, 1690722884616, 1691001570857 };
	static const struct {
		const char *time;
		bool wanted[3];
	} rows[] = {
		{ "10%", { true, false, false } },
		{ "10%/1", { true, false, false } },
		{ "10%/2", { false, true, false } },
		{ "10%-20%", { false, true, false } },
		{ "0%-10%,90%-100%", { true, false, true } },
		{ "10%/1,10%/10", { true, false, true } },
		{ "50%/2", { false, false, true } },
		{ "100%", { true, true, true } },
		{ "1690.7,1691.0", { false, true, false } },
		{ "1690.7,", { false, true, true } },
		{ ",1691", { true, true, false } },
		{ "1690.6,1690.7 1691.0,1691.1", { true, false, true } },
		{ "1690.690799777,1690.690799778", { true, false, false } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct ingest_options options = { .time = rows[i].time };
		struct filter filter;

		assert_int_equal(filter_init(&filter, &options, NULL), 0);
		assert_int_equal(filter_needs_span(&filter), !!strchr(rows[i].time, '%'));
		filter_set_span(&filter, at_ns[0], at_ns[2]);
		for (size_t k = 0; k < ARRAY_SIZE(at_ns); k++)
			assert_int_equal(filter_wants_time(&filter, at_ns[k]), rows[i].wanted[k]);
		filter_deinit(&filter);
	}
}

/* Where two slices meet, a sample is counted once. */
static void test_slices_do_not_overlap(void **state)
{
	struct ingest_options options = { .time = "50%/1,50%/2" };
	struct filter filter;

	assert_int_equal(filter_init(&filter, &options, NULL), 0);
	filter_set_span(&filter, 0, 100);
	assert_int_equal(filter.times.ranges[0].last, 49);
	assert_int_equal(filter.times.ranges[1].first, 50);
	assert_int_equal(filter.times.ranges[1].last, 100);
	filter_deinit(&filter);
}

static void test_names(void **state)
{
	static const char *const comms[] = { "with space", NULL };
	static const char *const events[] = { "cycles", "sched:sched_switch", NULL };
	struct ingest_options options = { .comms = comms, .events = events };
	struct filter filter;

	assert_int_equal(filter_init(&filter, &options, NULL), 0);
	assert_true(filter_wants_comm(&filter, "with space", 10));
	assert_false(filter_wants_comm(&filter, "with", 4));
	assert_true(filter_wants_event(&filter, "cycles", 6));
	assert_true(filter_wants_event(&filter, "cycles:ppu", 10));
	assert_true(filter_wants_event(&filter, "sched:sched_switch", 18));
	assert_false(filter_wants_event(&filter, "sched:sched_wakeup", 18));
	assert_false(filter_wants_event(&filter, "cyclesx", 7));
	filter_deinit(&filter);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpu_lists), cmocka_unit_test(test_bad_lists_are_refused),
		cmocka_unit_test(test_times),	  cmocka_unit_test(test_slices_do_not_overlap),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
