// SPDX-License-Identifier: GPL-2.0-or-later
/* Layouts as in bpftrace's manual and the kernel's Documentation/trace. */
#include <stdio.h>
#include <string.h>

#include "ingest/format.h"
#include "unit.h"

static struct document read_text(const char *text)
{
	struct ingest_options options = { 0 };
	struct symdiff_error err = { 0 };
	struct document doc = { 0 };
	struct input in;

	input_from_bytes(&in, "map", text, strlen(text));
	if (ingest_read_input(&in, &options, &doc, &err))
		fail_msg("%s", err.message);
	return doc;
}

/* "leaf[dso] < caller[dso]" */
static const char *describe(const struct profile *profile, uint32_t stack)
{
	static char line[512];
	size_t len = 0;

	for (uint32_t i = 0; i < profile->stacks[stack].depth; i++) {
		const struct location *place =
			&profile->locations[profile->frames[profile->stacks[stack].first + i]];

		len += (size_t)snprintf(line + len, sizeof(line) - len, "%s%s%s", i ? " < " : "",
					profile_text(profile, profile->symbols[place->symbol].name),
					profile_text(profile, profile->dsos[place->dso].name));
	}
	return line;
}

static const char *event_name(const struct profile *profile, uint32_t event)
{
	return profile_text(profile, profile->events[event].name);
}

static void test_bpftrace(void **state)
{
	struct document doc = read_text("Attaching 1 probe...\n^C\n\n"
					"@[\n"
					"    ip_output+1\n"
					"    ext4_read+0x1f [ext4]\n"
					"    entry_SYSCALL_64_after_hwframe+118\n"
					"]: 1708\n"
					"@[\n"
					"    ip_output+1\n"
					"    ret_from_fork+31\n"
					"]: 2\n");
	const struct profile *profile = doc.profiles[0];

	assert_int_equal(doc.count, 1);
	assert_int_equal(profile->events[0].total, 1710);
	assert_string_equal(event_name(profile, 0), "samples");
	assert_string_equal(
		describe(profile, 0),
		"ip_output[kernel] < ext4_read[ext4] < entry_SYSCALL_64_after_hwframe[kernel]");
	document_deinit(&doc);
}

/* Keys beside the stack, two stacks in one key, named maps, stats(), kstack(perf). */
static void test_bpftrace_keys(void **state)
{
	struct document doc = read_text("@allocs[bash, \n"
					"    kmalloc+12\n"
					"    entry_SYSCALL_64_after_hwframe+118\n"
					"]: 4\n"
					"@allocs[\n"
					"    read+16\n"
					"    main+5\n"
					", \n"
					"    kfree+3\n"
					"    entry_SYSCALL_64_after_hwframe+118\n"
					", top]: count 3, average 5, total 15\n"
					"@frees[\n"
					"\tffffffffb4019501 do_mmap+1 ([kernel.kallsyms])\n"
					"\tffffffffb4019501 ret_from_fork+1 ([kernel.kallsyms])\n"
					"]: 7\n");
	const struct profile *profile = doc.profiles[0];

	assert_int_equal(doc.count, 1);
	assert_int_equal(profile->event_count, 2);
	assert_string_equal(event_name(profile, 0), "allocs");
	assert_int_equal(profile->events[0].total, 7);
	assert_string_equal(event_name(profile, 1), "frees");
	assert_int_equal(profile->events[1].total, 7);
	assert_string_equal(profile_text(profile, profile->stacks[0].comm), "bash");
	assert_string_equal(profile_text(profile, profile->stacks[1].comm), "top");
	assert_string_equal(
		describe(profile, 1),
		"kfree[kernel] < entry_SYSCALL_64_after_hwframe[kernel] < read[unknown] < main[unknown]");
	assert_string_equal(describe(profile, 2), "do_mmap[kernel] < ret_from_fork[kernel]");
	document_deinit(&doc);
}

static void test_other_maps_are_no_stacks(void **state)
{
	static const char text[] = "@[bash]: 4\n@bytes: \n[1]  5 |@@@|\n";
	struct ingest_options options = { 0 };
	struct document doc = { 0 };
	struct input in;

	input_from_bytes(&in, "map", text, strlen(text));
	assert_int_equal(ingest_read_input(&in, &options, &doc, NULL), -1);
	document_deinit(&doc);
}

static void test_ftrace(void **state)
{
	struct document doc = read_text(
		"# tracer: nop\n#\n#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
		"            bash-1234    [000] d..1.  1234.567890: kmalloc: call_site=x\n"
		"            bash-1234    [000] d..1.  1234.567891: <stack trace>\n"
		" => __kmalloc\n"
		" => ext4_read+0x1f/0x30 [ext4]\n"
		" => entry_SYSCALL_64_after_hwframe\n"
		"          <idle>-0       [001] d.h4.  1234.567892: sched_wakeup: comm=x\n"
		"          <idle>-0       [001] d.h4.  1234.567893: <stack trace>\n"
		" => try_to_wake_up <ffffffff81061234>\n"
		" => start_secondary <ffffffff81061234>\n"
		"            bash-1234    [000] d..1.  1234.567894: kmalloc: call_site=x\n"
		"            bash-1234    [000] d..1.  1234.567895: <stack trace>\n"
		" => __kmalloc\n"
		" => ext4_read+0x2f/0x30 [ext4]\n"
		" => entry_SYSCALL_64_after_hwframe\n");
	const struct profile *profile = doc.profiles[0];

	assert_int_equal(doc.count, 1);
	assert_int_equal(profile->event_count, 2);
	assert_string_equal(event_name(profile, 0), "kmalloc");
	assert_int_equal(profile->events[0].total, 2);
	assert_string_equal(event_name(profile, 1), "sched_wakeup");
	assert_int_equal(profile->events[1].total, 1);
	assert_int_equal(profile->stack_count, 2);
	assert_string_equal(
		describe(profile, 0),
		"__kmalloc[kernel] < ext4_read[ext4] < entry_SYSCALL_64_after_hwframe[kernel]");
	assert_int_equal(profile->stacks[0].flags, STACK_HAS_PID);
	assert_int_equal(profile->stacks[1].flags, STACK_HAS_PID | STACK_IDLE_TASK);
	document_deinit(&doc);
}

static void test_ftrace_histogram(void **state)
{
	struct document doc = read_text("# event histogram\n#\n\n"
					"{ stacktrace:\n"
					"         __kmalloc+0x11b/0x1a0\n"
					"         entry_SYSCALL_64_after_hwframe+0x1f/0x30\n"
					"} hitcount:          3  bytes_req:        144\n"
					"{ common_stacktrace:\n"
					"         kfree+0x11b/0x1a0\n"
					"         ret_from_fork+0x1f/0x30\n"
					"} hitcount:         10  bytes_req:        144\n\n"
					"Totals:\n    Hits: 13\n");
	const struct profile *profile = doc.profiles[0];

	assert_int_equal(doc.count, 1);
	assert_int_equal(profile->events[0].total, 13);
	assert_string_equal(event_name(profile, 0), "hitcount");
	assert_string_equal(describe(profile, 1), "kfree[kernel] < ret_from_fork[kernel]");
	document_deinit(&doc);
}

/* A stack without frames is a sample of nowhere, as the first of a text and as a later one. */
static void test_empty_stacks(void **state)
{
	struct document doc = read_text("  a-1 [000] d..1. 1.000000: <stack trace>\n"
					"  a-1 [000] d..1. 1.000001: <stack trace>\n => kfree\n");

	assert_int_equal(doc.profiles[0]->events[0].total, 2);
	assert_string_equal(describe(doc.profiles[0], 0), "[unknown][unknown]");
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bpftrace),
		cmocka_unit_test(test_bpftrace_keys),
		cmocka_unit_test(test_other_maps_are_no_stacks),
		cmocka_unit_test(test_ftrace),
		cmocka_unit_test(test_ftrace_histogram),
		cmocka_unit_test(test_empty_stacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
