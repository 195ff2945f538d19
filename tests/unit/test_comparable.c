// SPDX-License-Identifier: GPL-2.0-or-later
/* What two recordings may differ in, besides the kernel. */
#include "diff/comparable.h"

#include "sides.h"

static struct symdiff *rules;

static int set_up(void **state)
{
	rules = symdiff_new(NULL, NULL);
	return rules ? 0 : -1;
}

static int tear_down(void **state)
{
	symdiff_free(rules);
	return 0;
}

struct pair {
	struct symdiff_profile *side[SIDES];
};

static struct pair new_pair(void)
{
	static const char text[] = "do_syscall_64;vfs_read;copy_to_iter 600\n"
				   "do_syscall_64;kmem_cache_alloc 400\n";

	return (struct pair) { { side_of(rules, text, 0), side_of(rules, text, 0) } };
}

static void free_pair(struct pair *pair)
{
	for (int side = 0; side < SIDES; side++)
		symdiff_profile_free(pair->side[side]);
}

static struct event *event_of(const struct pair *pair, int side)
{
	return &pair->side[side]->profile->events[0];
}

static struct recording *recording_of(const struct pair *pair, int side)
{
	return &pair->side[side]->profile->recording;
}

static uint32_t name(const struct pair *pair, int side, const char *text)
{
	return names_intern_text(&pair->side[side]->profile->names, text);
}

/* Refused with @words; with --force a finding has them. */
static void assert_refused(const struct pair *pair, bool same_work, const char *words)
{
	struct symdiff_compare_options options = { .same_work = same_work };
	struct symdiff_error err = { .position = -1 };
	struct symdiff_diff *diff =
		symdiff_compare(rules, pair->side[BASE], pair->side[NEW], &options, &err);

	assert_null(diff);
	assert_int_equal(err.code, SYMDIFF_ERR_NOT_COMPARABLE);
	assert_non_null(strstr(err.message, words));
	options.force = true;
	diff = symdiff_compare(rules, pair->side[BASE], pair->side[NEW], &options, &err);
	assert_non_null(diff);
	symdiff_diff_free(diff);
}

/* What is said of the recordings; "" for nothing. To be freed. */
static char *said(const struct pair *pair, const char *subject)
{
	struct symdiff_error err = { .position = -1 };
	struct symdiff_diff *diff =
		symdiff_compare(rules, pair->side[BASE], pair->side[NEW], NULL, &err);
	char *text = mem_strdup("");

	assert_non_null(diff);
	for (size_t i = 0; i < diff->events[0].finding_count; i++) {
		const struct finding *finding = &diff->events[0].findings[i];

		if (strcmp(finding->subject, subject))
			continue;
		assert_int_equal(finding->kind, FINDING_HINT);
		free(text);
		text = mem_strdup(finding->text);
	}
	symdiff_diff_free(diff);
	return text;
}

static void assert_said(const struct pair *pair, const char *words)
{
	char *text = said(pair, SUBJECT_RECORDINGS);

	if (*words ? !strstr(text, words) : *text)
		fail_msg("'%s' is said, not '%s'", text, words);
	free(text);
}

static void test_what_is_refused(void **state)
{
	struct pair pair = new_pair();

	event_of(&pair, NEW)->clock = CLOCK_WALL;
	assert_refused(&pair, false, "what a sample stands for");
	event_of(&pair, NEW)->clock = event_of(&pair, BASE)->clock;

	event_of(&pair, NEW)->exclude_user = true;
	assert_refused(&pair, false, "without user space");
	event_of(&pair, NEW)->exclude_user = false;

	event_of(&pair, NEW)->exclude_host = true;
	assert_refused(&pair, false, "guests alone");
	event_of(&pair, NEW)->exclude_host = false;

	event_of(&pair, BASE)->chains = CHAIN_FP;
	event_of(&pair, NEW)->chains = CHAIN_DWARF;
	assert_refused(&pair, false, "callchains");
	event_of(&pair, NEW)->chains = CHAIN_UNKNOWN; /* it does not say: nobody knows better */
	assert_said(&pair, "");

	recording_of(&pair, BASE)->arch = name(&pair, BASE, "x86_64");
	recording_of(&pair, NEW)->arch = name(&pair, NEW, "aarch64");
	assert_refused(&pair, false, "architecture");
	recording_of(&pair, NEW)->arch = 0;

	recording_of(&pair, BASE)->command_line = name(&pair, BASE, "perf record -a");
	recording_of(&pair, BASE)->system_wide = true;
	recording_of(&pair, NEW)->command_line = name(&pair, NEW, "perf record true");
	assert_refused(&pair, false, "one task");
	free_pair(&pair);
}

/* Shares can be compared all the same. */
static void test_what_costs_need(void **state)
{
	struct pair pair = new_pair();

	event_of(&pair, BASE)->running = 1;
	event_of(&pair, NEW)->running = 0.5;
	assert_refused(&pair, true, "ran for 100 %");
	assert_said(&pair, "counter running: base 100 %, new 50 %");
	event_of(&pair, NEW)->running = 0.995;
	assert_said(&pair, "");

	event_of(&pair, NEW)->lost = 20; /* of 1020 */
	assert_refused(&pair, true, "lost 2.0 %");
	assert_said(&pair, "samples lost: base 0.0 %, new 2.0 %");
	event_of(&pair, NEW)->lost = 0;

	event_of(&pair, BASE)->period = 1000;
	event_of(&pair, NEW)->frequency = 99;
	assert_refused(&pair, true, "stand for");
	assert_said(&pair, "only shares compare");
	free_pair(&pair);
}

static void test_what_is_said(void **state)
{
	struct pair pair = new_pair();
	struct recording *base = recording_of(&pair, BASE), *newer = recording_of(&pair, NEW);

	assert_said(&pair, "");
	base->cpu_model = name(&pair, BASE, "Old CPU");
	assert_said(&pair, ""); /* the other side does not say */
	newer->cpu_model = name(&pair, NEW, "New CPU");
	assert_said(&pair, "CPU model: base Old CPU, new New CPU");
	newer->cpu_model = 0;

	base->cpus_online = 4;
	newer->cpus_online = 8;
	assert_said(&pair, "CPUs: base 4, new 8");
	newer->cpus_online = 4;

	base->smt = SMT_ON;
	newer->smt = SMT_OFF;
	assert_said(&pair, "SMT: base on, new off");
	newer->smt = SMT_UNKNOWN;

	base->duration_seconds = 10;
	newer->duration_seconds = 19;
	assert_said(&pair, "");
	newer->duration_seconds = 21;
	assert_said(&pair, "duration: base 10 s, new 21 s");
	newer->duration_seconds = 10;

	event_of(&pair, BASE)->chain_most = 127;
	event_of(&pair, NEW)->chain_most = 16;
	assert_said(&pair, "frames of a callchain at most: base 127, new 16");
	event_of(&pair, NEW)->chain_most = 0;

	event_of(&pair, BASE)->frequency = 99;
	event_of(&pair, NEW)->frequency = 999;
	assert_said(&pair, "sampling: base 99 Hz, new 999 Hz");
	free_pair(&pair);
}

/* 2.0 G against 1.0 G cycles of each of 4 CPUs in a second. */
static void test_load(void **state)
{
	struct pair pair = new_pair();

	for (int side = 0; side < SIDES; side++) {
		event_of(&pair, side)->unit = UNIT_PERIOD;
		recording_of(&pair, side)->cpus_online = 4;
		recording_of(&pair, side)->system_wide = true;
		recording_of(&pair, side)->duration_seconds = 1000 / 8e9;
	}
	assert_said(&pair, "");
	recording_of(&pair, NEW)->duration_seconds *= 2;
	assert_said(&pair, "load or clock rate: base 2e+09, new 1e+09 busy cycles");
	free_pair(&pair);
}

static void test_configuration(void **state)
{
	struct pair pair = new_pair();
	char *text = said(&pair, SUBJECT_CONFIGURATION);

	assert_string_equal(text, "");
	free(text);
	symdiff_profile_free(pair.side[NEW]);
	pair.side[NEW] = side_of(rules,
				 "do_syscall_64;vfs_read;copy_to_iter 600\n"
				 "do_syscall_64;kmem_cache_alloc;lock_acquire 400\n",
				 0);
	text = said(&pair, SUBJECT_CONFIGURATION);
	assert_non_null(strstr(text, "only the new side"));
	assert_non_null(strstr(text, "LOCKDEP"));
	assert_non_null(strstr(text, "lock_acquire, 40.0 %"));
	free(text);
	/* A cut table may only not list it. */
	event_of(&pair, BASE)->cut = true;
	event_of(&pair, BASE)->cut_below = 10;
	text = said(&pair, SUBJECT_CONFIGURATION);
	assert_string_equal(text, "");
	free(text);
	free_pair(&pair);
}

/* Both sides took 1000 samples: one in 100,000 events, and one in 50,000. */
static void test_samples_are_converted(void **state)
{
	static const struct {
		uint64_t period[SIDES], frequency[SIDES];
		double ratio; /* new / base; 0: they cannot be compared */
	} rows[] = {
		{ { 100000, 50000 }, { 0 }, 0.5 },
		{ { 0 }, { 100, 400 }, 0.25 }, /* of the time that CPUs were busy */
		{ { 100000, 0 }, { 0, 400 }, 0 },
		{ { 100000, 0 }, { 0 }, 1 }, /* the other does not say: as if they were alike */
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct pair pair = new_pair();
		struct symdiff_error err = { .position = -1 };
		struct symdiff_diff *diff;

		for (int side = 0; side < SIDES; side++) {
			event_of(&pair, side)->period = rows[i].period[side];
			event_of(&pair, side)->frequency = rows[i].frequency[side];
		}
		diff = symdiff_compare(rules, pair.side[BASE], pair.side[NEW], NULL, &err);
		assert_non_null(diff);
		if (rows[i].ratio > 0)
			assert_float_equal(diff->events[0].amount[NEW] /
						   diff->events[0].amount[BASE],
					   rows[i].ratio, 1e-9);
		else
			assert_true(diff->events[0].amount[NEW] == 0);
		symdiff_diff_free(diff);
		free_pair(&pair);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_refused),
		cmocka_unit_test(test_what_costs_need),
		cmocka_unit_test(test_what_is_said),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_configuration),
		cmocka_unit_test(test_samples_are_converted),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
