// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "ingest/folded.h"
#include "unit.h"

static struct document read_with(const char *text, const struct ingest_options *options)
{
	struct document doc = { 0 };
	uint64_t others;

	assert_int_equal(folded_read_bytes(text, strlen(text), options, &doc, &others, NULL), 0);
	return doc;
}

static struct document read_text(const char *text)
{
	return read_with(text, &(struct ingest_options) { 0 });
}

/* "leaf[kind] < caller[kind] ...", inlined functions in parentheses. */
static const char *describe(const struct profile *profile, uint32_t stack)
{
	static const char kinds[] = "?kmbu";
	static char line[512];
	size_t len = 0;

	for (uint32_t i = 0; i < profile->stacks[stack].depth; i++) {
		const struct location *place =
			&profile->locations[profile->frames[profile->stacks[stack].first + i]];

		len += (size_t)snprintf(
			line + len, sizeof(line) - len, "%s%s", i ? " < " : "",
			profile_text(profile, profile->symbols[place->symbol].name));
		for (uint32_t k = 0; k < place->inline_count; k++)
			len += (size_t)snprintf(
				line + len, sizeof(line) - len, "(%s)",
				profile_text(
					profile,
					profile->symbols[profile->inlines[place->first_inline + k]]
						.name));
		len += (size_t)snprintf(line + len, sizeof(line) - len, "[%c]",
					kinds[profile->dsos[place->dso].kind]);
	}
	return line;
}

static void test_lines(void **state)
{
	static const struct {
		const char *text;
		int sides;
		const char *stack; /* NULL: no folded line */
		double base, newer;
	} rows[] = {
		{ "a;b;c 12", 1, "a;b;c", 12, 0 },
		{ "a;b;c 12\r", 1, "a;b;c", 12, 0 },
		{ "a;b;c\t12", 1, "a;b;c", 12, 0 },
		{ "a;Builtin:A builtin from the snapshot_[j] 3", 1,
		  "a;Builtin:A builtin from the snapshot_[j]", 3, 0 },
		{ "a;b;c 10 12", 2, "a;b;c", 10, 12 },
		{ "a;b;c 1.5", 1, "a;b;c", 1.5, 0 },
		{ "a;b;c -5", 1, "a;b;c", -5, 0 },
		{ "a;b;c", 1, NULL, 0, 0 },
		{ "a;b c\t12", 1, "a;b c", 12, 0 },
		{ "a;b;c 12%", 1, NULL, 0, 0 },
		{ "a;b;c 1,234", 1, NULL, 0, 0 },
		{ "12", 1, NULL, 0, 0 },
		{ "a;b 12", 2, NULL, 0, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct slice text = { rows[i].text, strlen(rows[i].text) };
		struct folded_line line;

		assert_int_equal(folded_read_line(text, rows[i].sides, &line), !!rows[i].stack);
		if (!rows[i].stack)
			continue;
		assert_int_equal(line.stack.len, strlen(rows[i].stack));
		assert_memory_equal(line.stack.at, rows[i].stack, line.stack.len);
		assert_true(line.counts[0].value == rows[i].base);
		assert_true(rows[i].sides == 1 || line.counts[1].value == rows[i].newer);
	}
}

/* What the frames are: kernel (k), module (m), user (u), or not known (?). */
static void test_frames(void **state)
{
	static const struct {
		const char *text, *comm, *stack;
	} rows[] = {
		/* marks */
		{ "dd;read;system_call_[k];sys_read_[k] 1\ndd;x;y 1\n", "dd",
		  "sys_read[k] < system_call[k] < read[u]" },
		{ "dd;[unknown];[dd] 1\ndd;x_[k] 1\n", "dd", "[dd][u] < [unknown][u]" },
		{ "dd;a_[k];[nf_conntrack]_[k] 1\n", "dd", "[nf_conntrack][m] < a[k]" },
		{ "java;LBusy;::main;Interp_[j] 1\n", "java", "Interp[u] < LBusy;::main[?]" },
		{ "dd;main;f_[i];g_[i] 1\n", "dd", "main(g)(f)[?]" },
		/* no marks, but entries */
		{ "dd;main;read;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read 1\n", "dd",
		  "ksys_read[k] < do_syscall_64[k] < entry_SYSCALL_64_after_hwframe[k] < read[u] < main[u]" },
		{ "dd;main;asm_exc_page_fault;exc_page_fault 1\n", "dd",
		  "exc_page_fault[k] < asm_exc_page_fault[k] < main[u]" },
		{ "kworker/0:1;ret_from_fork;kthread;worker_thread 1\n", "kworker/0:1",
		  "worker_thread[k] < kthread[k] < ret_from_fork[k]" },
		/* a stack that lost its root, of functions that are known from others */
		{ "dd;do_syscall_64;ksys_read 1\ndd;main;entry_SYSCALL_64;do_syscall_64;ksys_read 1\n",
		  "dd", "ksys_read[k] < do_syscall_64[k]" },
		{ "dd;main;memset 1\ndd;main;entry_SYSCALL_64;memset 1\n", "dd",
		  "memset[u] < main[u]" },
		/* neither */
		{ "dd;main;f 1\n", "dd", "f[?] < main[?]" },
		/* no command in front */
		{ "main;f;g 1\nmain;h 2\nstart_thread;f 1\n", "", "g[?] < f[?] < main[?]" },
		{ "entry_SYSCALL_64;do_syscall_64 1\n", "",
		  "do_syscall_64[k] < entry_SYSCALL_64[k]" },
		{ "bash-12;main;f 1\ntop-3;main;f 1\n", "bash", "f[?] < main[?]" },
		{ "bash-12/13;main;f 1\n", "bash", "f[?] < main[?]" },
		{ "a-1;main;f 1\nb;main;f 1\n", "a-1", "f[?] < main[?]" },
		/* a command without a stack */
		{ "swapper 1\ndd;main;f 1\n", "swapper", "[unknown][?]" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct document doc = read_text(rows[i].text);
		const struct profile *profile = doc.profiles[0];

		assert_string_equal(profile_text(profile, profile->stacks[0].comm), rows[i].comm);
		assert_string_equal(describe(profile, 0), rows[i].stack);
		document_deinit(&doc);
	}
}

static void test_flags(void **state)
{
	static const struct {
		const char *text;
		uint32_t flags;
	} rows[] = {
		{ "swapper;a 1\ndd;b 1\n", STACK_HAS_PID | STACK_IDLE_TASK },
		{ "swapper-0;a 1\ndd-12;b 1\n", STACK_HAS_PID | STACK_IDLE_TASK },
		{ "dd-12;b 1\n", STACK_HAS_PID },
		{ "dd;b 1\n", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct document doc = read_text(rows[i].text);

		assert_int_equal(doc.profiles[0]->stacks[0].flags, rows[i].flags);
		document_deinit(&doc);
	}
}

static void test_counts(void **state)
{
	static const struct {
		const char *text;
		enum unit unit;
		uint64_t total, scale, samples;
	} rows[] = {
		{ "a;b 1\na;c 2\na;b 4\n", UNIT_SAMPLES, 7, 1, 7 },
		/* all multiples of 10101010: periods of 99 Hz */
		{ "a;b 10101010\na;c 20202020\n", UNIT_PERIOD, 30303030, 1, 3 },
		{ "a;b 1000\n", UNIT_SAMPLES, 1000, 1, 1000 }, /* one count says nothing */
		{ "a;b 1\na;c 2.5\n", UNIT_SAMPLES, 3500000, 1000000, 0 },
		{ "a;b 1\na;c -2\n", UNIT_SAMPLES, 1, 1, 1 },
		{ "a;b 1\na;c 99999999999999999999\n", UNIT_SAMPLES, 1, 1, 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct document doc = read_text(rows[i].text);
		const struct event *event = &doc.profiles[0]->events[0];

		assert_int_equal(event->unit, rows[i].unit);
		assert_true(event->total == rows[i].total);
		assert_true(event->scale == rows[i].scale);
		assert_true(event->samples == rows[i].samples);
		document_deinit(&doc);
	}
}

static void test_differential(void **state)
{
	struct document doc = read_text("# base new\na;b 10 12\na;c 0 5\n\na;d 3 0\n");

	assert_true(doc.is_comparison);
	assert_int_equal(doc.count, 2);
	assert_int_equal(doc.profiles[0]->events[0].total, 13);
	assert_int_equal(doc.profiles[1]->events[0].total, 17);
	assert_int_equal(doc.profiles[0]->stack_count, 2);
	document_deinit(&doc);
}

static void test_what_cannot_be_read_is_counted(void **state)
{
	struct document doc = read_text("a;b 1\na;c\na;d -1\na;e x\n");
	const struct profile *profile = doc.profiles[0];

	assert_int_equal(profile->warning_count, 2);
	assert_string_equal(profile_text(profile, profile->warnings[0]),
			    "2 lines could not be read as folded stacks; the first is line 2");
	document_deinit(&doc);
}

static void test_commands_are_filtered(void **state)
{
	static const char *const comms[] = { "dd", NULL };
	struct document doc =
		read_with("dd;a;b 1\nls;a;c 2\n", &(struct ingest_options) { .comms = comms });

	assert_int_equal(doc.profiles[0]->events[0].total, 1);
	document_deinit(&doc);
}

static void test_probe(void **state)
{
	static const struct {
		const char *text;
		bool is_folded;
	} rows[] = {
		{ "a;b;c 12\n", true },
		{ "a;b;c 12", true },
		{ "swapper 3\na;b;c 12\na;b;d 12\n", true },
		{ "# Overhead;Command;Symbol\n12.21%;w;[k] kfree\n", false },
		{ "16.93% a;b;c\n", false },
		{ "Hello,\n\nthe profile; it is below 5\n", false },
		{ "kfree 12\nkmalloc 5\n", false }, /* readprofile or a list: no stacks */
		{ "", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(folded_format.probe(rows[i].text, strlen(rows[i].text)),
				 rows[i].is_folded);
}

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

static void test_mail(void **state)
{
	struct document doc = read_mail("Hi; this is what I got 5\n\nbefore:\n\n"
					"dd;main;f 3\ndd;main;g\n4\n\nswapper 2\ndd;h 1\n\nafter:\n"
					"> dd;main;f 30\n> [...]\n> dd;main;g 40\n");

	assert_int_equal(doc.count, 2);
	assert_int_equal(doc.profiles[0]->events[0].total, 10);
	assert_string_equal(profile_text(doc.profiles[0], doc.profiles[0]->label), "before");
	assert_int_equal(doc.profiles[1]->events[0].total, 70);
	document_deinit(&doc);
}

static void test_differential_mail(void **state)
{
	struct document doc = read_mail("the difference:\n\ndd;main;f 3 4\ndd;main;g 5 6\n");

	assert_true(doc.is_comparison);
	assert_int_equal(doc.count, 2);
	assert_int_equal(doc.profiles[1]->events[0].total, 10);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_frames),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_differential),
		cmocka_unit_test(test_what_cannot_be_read_is_counted),
		cmocka_unit_test(test_commands_are_filtered),
		cmocka_unit_test(test_probe),
		cmocka_unit_test(test_mail),
		cmocka_unit_test(test_differential_mail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
