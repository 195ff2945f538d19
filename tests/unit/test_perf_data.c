// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Images built by hand from the layouts of perf_event.h and
 * perf.data-file-format.txt. The expected stacks follow from what each test
 * writes; they are told as text:
 *
 *	comm: leaf < caller < ... [flags] = weight/samples
 *
 * where a place is its DSO and address, or symbol, and r marks a return address.
 */
#include <inttypes.h>
#include <stdio.h>
#include <zstd.h>

#include "ingest/perf_data/perf_data.h"
#include "perf_data_builder.h"
#include "unit.h"

#define SAMPLE_PLAIN (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD)
#define ID_ALL	     (1ul << ATTR_SAMPLE_ID_ALL)

static const struct image_attr cycles = {
	.type = TYPE_HARDWARE,
	.period = 4000,
	.sample_type = SAMPLE_PLAIN,
	.flags = ID_ALL | 1ul << ATTR_FREQ,
};

static const struct image_attr cycles_chain = {
	.type = TYPE_HARDWARE,
	.period = 4000,
	.sample_type = SAMPLE_PLAIN | SAMPLE_CALLCHAIN,
	.flags = ID_ALL | 1ul << ATTR_FREQ,
};

static struct image *new_image(const struct image_attr *attr, bool big_endian, bool is_pipe)
{
	struct image *image = mem_zalloc(1, sizeof(*image));
	const uint64_t id = 1;

	image->big_endian = big_endian;
	image->is_pipe = is_pipe;
	image_begin(image);
	image_attr(image, attr, &id, 1);
	image_begin_data(image);
	return image;
}

static struct profile *read_with(struct image *image, const struct ingest_options *options,
				 struct document *doc)
{
	struct symdiff_error err = { 0 };
	struct input in;

	*doc = (struct document) { 0 };
	input_from_bytes(&in, "test", image->bytes, image->size);
	if (perf_data_format.read(&in, options, doc, &err))
		fail_msg("%s", err.message);
	return doc->profiles[0];
}

static struct profile *read_image(struct image *image, struct document *doc)
{
	static const struct ingest_options none = { 0 };

	return read_with(image, &none, doc);
}

static size_t place(const struct profile *profile, uint32_t number, char *buf, size_t size)
{
	const struct location *location = &profile->locations[number];
	const char *dso = profile_text(profile, profile->dsos[location->dso].name);

	if (location->symbol != NONE)
		return snprintf(buf, size, "%s",
				profile_text(profile, profile->symbols[location->symbol].name));
	return snprintf(buf, size, "%s+%" PRIx64 "%s", dso, location->address,
			location->is_return ? "r" : "");
}

/* All stacks, one a line, in the order in which they were seen. */
static const char *told(const struct profile *profile)
{
	static char buf[4096];
	size_t used = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];

		used += snprintf(buf + used, sizeof(buf) - used,
				 "%s:", profile_text(profile, stack->comm));
		for (uint32_t j = 0; j < stack->depth; j++) {
			used += snprintf(buf + used, sizeof(buf) - used, j ? " < " : " ");
			used += place(profile, profile->frames[stack->first + j], buf + used,
				      sizeof(buf) - used);
		}
		used += snprintf(buf + used, sizeof(buf) - used,
				 "%s%s%s = %" PRIu64 "/%" PRIu64 "\n",
				 stack->flags & STACK_IDLE_TASK ? " idle" : "",
				 stack->flags & STACK_TRUNCATED ? " truncated" : "",
				 stack->flags & STACK_LEAF_APART ? " apart" : "", stack->weight,
				 stack->samples);
	}
	return buf;
}

static void assert_told(struct image *image, const char *expected)
{
	struct document doc;

	image_end_data(image);
	assert_string_equal(told(read_image(image, &doc)), expected);
	document_deinit(&doc);
	free(image);
}

/* --- what every recording has --- */

static void write_plain(struct image *image)
{
	image_comm(image, 7, 7, "cc1", 0, 10);
	image_map(image, 7, MISC_USER, 0x400000, 0x2000, 0x1000, "/usr/bin/cc1", 20);
	image_map(image, (uint32_t)-1, MISC_KERNEL, 0xffffffff81000000, 0x1000000,
		  0xffffffff81000000, "[kernel.kallsyms]_text", 0);
	image_map(image, (uint32_t)-1, MISC_KERNEL, 0xffffffffc0000000, 0x1000, 0,
		  "/lib/modules/6.1/kernel/fs/ext4/ext4.ko", 0);
	image_sample(image, MISC_USER, 0x400010, 7, 30, 1000);
	image_sample(image, MISC_USER, 0x400010, 7, 40, 500);
	image_sample(image, MISC_KERNEL, 0xffffffff81000100, 7, 50, 30);
	image_sample(image, MISC_KERNEL, 0xffffffffc0000020, 0, 60, 2);
	image_sample(image, MISC_USER, 0x500000, 7, 70, 1);
}

static const char plain_told[] = "cc1: cc1+1010 = 1500/2\n"
				 "cc1: [kernel]+ffffffff81000100 = 30/1\n"
				 ": [ext4]+ffffffffc0000020 idle = 2/1\n"
				 "cc1: [unknown] = 1/1\n";

static void test_file_and_pipe_in_both_byte_orders(void **state)
{
	for (int i = 0; i < 4; i++) {
		struct image *image = new_image(&cycles, i & 1, i & 2);

		write_plain(image);
		assert_told(image, plain_told);
	}
}

static void test_what_an_event_says(void **state)
{
	struct image *image = new_image(&cycles, false, false);
	struct document doc;
	const struct profile *profile;

	write_plain(image);
	image_end_data(image);
	profile = read_image(image, &doc);
	assert_int_equal(profile->event_count, 1);
	assert_string_equal(profile_text(profile, profile->events[0].name), "cycles");
	assert_int_equal(profile->events[0].unit, UNIT_PERIOD);
	assert_int_equal(profile->events[0].clock, CLOCK_UNHALTED);
	assert_int_equal(profile->events[0].frequency, 4000);
	assert_int_equal(profile->events[0].total, 1533);
	assert_int_equal(profile->events[0].samples, 5);
	assert_true(profile->recording.duration_seconds == 40e-9);
	document_deinit(&doc);
	free(image);
}

static void test_kernel_map_is_kept(void **state)
{
	struct image *image = new_image(&cycles, true, false);
	struct document doc;
	const struct profile *profile;
	const struct dso *kernel = NULL;

	write_plain(image);
	image_end_data(image);
	profile = read_image(image, &doc);
	for (uint32_t i = 0; i < profile->dso_count; i++)
		if (profile->dsos[i].kind == DSO_KERNEL)
			kernel = &profile->dsos[i];
	assert_non_null(kernel);
	assert_true(kernel->map_start == 0xffffffff81000000);
	assert_true(kernel->map_size == 0x1000000);
	assert_true(kernel->map_pgoff == 0xffffffff81000000);
	assert_string_equal(profile_text(profile, kernel->map_reference), "_text");
	document_deinit(&doc);
	free(image);
}

/* --- time order --- */

static void test_a_sample_is_looked_up_in_the_maps_of_its_time(void **state)
{
	struct image *image = new_image(&cycles, false, false);

	image_comm(image, 7, 7, "old", 0, 10);
	image_map(image, 7, MISC_USER, 0x400000, 0x1000, 0, "/lib/a.so", 10);
	image_map(image, 7, MISC_USER, 0x400000, 0x1000, 0, "/lib/b.so", 50);
	image_comm(image, 7, 7, "new", 0, 50);
	/* From another CPU's buffer: later in the file, but older. */
	image_sample(image, MISC_USER, 0x400010, 7, 60, 1);
	image_sample(image, MISC_USER, 0x400010, 7, 40, 1);
	assert_told(image, "new: b.so+10 = 1/1\n"
			   "old: a.so+10 = 1/1\n");
}

static void test_rounds_do_not_change_the_order(void **state)
{
	struct image *image = new_image(&cycles, false, false);

	image_comm(image, 7, 7, "first", 0, 10);
	image_sample(image, MISC_KERNEL, 0x10, 7, 20, 1);
	image_round(image);
	image_sample(image, MISC_KERNEL, 0x10, 7, 45, 1); /* after the name below */
	image_round(image);
	image_comm(image, 7, 7, "second", 0, 40); /* older than the round before: still in time */
	image_sample(image, MISC_KERNEL, 0x10, 7, 50, 1);
	image_round(image);
	image_sample(image, MISC_KERNEL, 0x10, 7, 60, 1);
	assert_told(image, "first: [kernel]+10 = 1/1\n"
			   "second: [kernel]+10 = 3/3\n");
}

static void test_without_times_the_file_has_the_order(void **state)
{
	struct image_attr attr = cycles;
	struct image *image;

	attr.sample_type = SAMPLE_IP | SAMPLE_TID;
	attr.flags = 0;
	image = new_image(&attr, false, false);
	for (int i = 0; i < 2; i++) {
		image_begin_record(image, RECORD_COMM, 0);
		image_u32(image, 7);
		image_u32(image, 7);
		image_text(image, i ? "two" : "one");
		image_end_record(image);
		image_begin_record(image, RECORD_SAMPLE, MISC_KERNEL);
		image_u64(image, 0x10);
		image_u32(image, 7);
		image_u32(image, 7);
		image_end_record(image);
	}
	/* No period in the sample: that of the attribute. */
	assert_told(image, "one: [kernel]+10 = 4000/1\n"
			   "two: [kernel]+10 = 4000/1\n");
}

/* Whole rounds, and what is out of order in them: blocks are of time, not of the file. */
static void test_times_are_kept(void **state)
{
	enum { BLOCK = 1 << TIMELINE_SHIFT0 };
	struct image *image = new_image(&cycles, false, false);
	struct document doc;
	const struct timeline *times;
	const struct profile *profile;

	image_sample(image, MISC_KERNEL, 0x10, 7, 60, 1);
	image_sample(image, MISC_KERNEL, 0x20, 7, 60 + 20 * BLOCK, 1);
	image_sample(image, MISC_KERNEL, 0x10, 7, 60 + 3 * BLOCK, 1);
	image_round(image);
	image_sample(image, MISC_KERNEL, 0x10, 7, 60 + 31 * BLOCK, 1);
	image_end_data(image);
	profile = read_image(image, &doc);
	times = &profile->timeline;
	assert_int_equal(times->count, 4);
	for (size_t i = 0; i < 4; i++) {
		static const uint8_t blocks[] = { 0, 20, 3, 31 };
		const struct stack *stack = &profile->stacks[times->stacks[i]];

		assert_int_equal(times->blocks[i], blocks[i]);
		assert_int_equal(stack->samples, i == 1 ? 1 : 3);
	}
	document_deinit(&doc);
	free(image);
}

/* --- processes --- */

static void test_fork_shares_maps_until_one_changes(void **state)
{
	struct image *image = new_image(&cycles, false, false);

	image_comm(image, 7, 7, "sh", 0, 10);
	image_map(image, 7, MISC_USER, 0x400000, 0x1000, 0, "/bin/sh", 10);
	image_fork(image, 8, 7, 20);
	image_map(image, 8, MISC_USER, 0x500000, 0x1000, 0, "/lib/child.so", 30);
	image_sample(image, MISC_USER, 0x400010, 8, 40, 1);
	image_sample(image, MISC_USER, 0x500010, 8, 41, 1);
	image_sample(image, MISC_USER, 0x500010, 7, 42, 1); /* not the parent's */
	assert_told(image, "sh: sh+10 = 1/1\n"
			   "sh: child.so+10 = 1/1\n"
			   "sh: [unknown] = 1/1\n");
}

static void test_exec_drops_the_maps(void **state)
{
	struct image *image = new_image(&cycles, false, false);

	image_map(image, 7, MISC_USER, 0x400000, 0x1000, 0, "/bin/sh", 10);
	image_comm(image, 7, 7, "ls", MISC_COMM_EXEC, 20);
	image_map(image, 7, MISC_USER, 0x700000, 0x1000, 0, "/bin/ls", 21);
	image_sample(image, MISC_USER, 0x400010, 7, 30, 1);
	image_sample(image, MISC_USER, 0x700010, 7, 30, 1);
	assert_told(image, "ls: [unknown] = 1/1\n"
			   "ls: ls+10 = 1/1\n");
}

static void test_code_in_anonymous_memory_is_a_jit(void **state)
{
	struct image *image = new_image(&cycles, false, false);

	image_map(image, 7, MISC_USER, 0x7f0000, 0x1000, 0, "//anon", 10);
	image_sample(image, MISC_USER, 0x7f0010, 7, 30, 1);
	assert_told(image, ": perf-7.map+7f0010 = 1/1\n");
}

static void test_bpf_programs_have_their_name(void **state)
{
	struct image *image = new_image(&cycles, false, false);

	image_begin_record(image, RECORD_KSYMBOL, 0);
	image_u64(image, 0xffffffffc0100000);
	image_u32(image, 0x80);
	image_u16(image, 1);
	image_u16(image, 0);
	image_text(image, "bpf_prog_6deef7357e7b4530_sd_devices");
	image_trailer(image, 0, 0, 5);
	image_sample(image, MISC_KERNEL, 0xffffffffc0100010, 0, 30, 1);
	assert_told(image, ": bpf_prog_6deef7357e7b4530_sd_devices idle = 1/1\n");
}

/* --- callchains --- */

static void write_chain(struct image *image, uint16_t misc, uint64_t ip, const uint64_t *chain,
			uint64_t count)
{
	image_begin_sample(image, misc, ip, 7, 7, 50, 1);
	image_u64(image, count);
	for (uint64_t i = 0; i < count; i++)
		image_u64(image, chain[i]);
	image_end_record(image);
}

static struct image *chain_image(void)
{
	struct image *image = new_image(&cycles_chain, false, false);

	image_map(image, 7, MISC_USER, 0x400000, 0x1000, 0, "/bin/a", 10);
	return image;
}

static void test_chain_changes_mode_at_its_marks(void **state)
{
	static const uint64_t chain[] = { CONTEXT_KERNEL, 0xf10,    0xf20,
					  CONTEXT_USER,	  0x400100, 0x400200 };
	struct image *image = chain_image();

	/* Where the system call was made is no return address, the callers have one. */
	write_chain(image, MISC_KERNEL, 0xf10, chain, ARRAY_SIZE(chain));
	assert_told(image, ": [kernel]+f10 < [kernel]+f20r < a+100 < a+200r = 1/1\n");
}

static void test_leaf_that_the_chain_lacks(void **state)
{
	static const uint64_t chain[] = { CONTEXT_USER, 0x400100, 0x400200 };
	struct image *image = chain_image();

	write_chain(image, MISC_USER, 0x400104, chain, ARRAY_SIZE(chain));
	write_chain(image, MISC_USER, 0x400108, chain, 0);
	assert_told(image, ": a+104 < a+100 < a+200r apart = 1/1\n"
			   ": a+108 = 1/1\n");
}

static void test_chain_ends_at_an_unknown_mark(void **state)
{
	static const uint64_t chain[] = { CONTEXT_USER, 0x400100, (uint64_t)-100, 0x400200 };
	struct image *image = chain_image();

	write_chain(image, MISC_USER, 0x400100, chain, ARRAY_SIZE(chain));
	write_chain(image, MISC_USER, 0x400100, chain + 2, 2);
	assert_told(image, ": a+100 truncated = 2/2\n");
}

static void test_flat_reads_no_chain(void **state)
{
	static const uint64_t chain[] = { CONTEXT_USER, 0x400100, 0x400200 };
	static const struct ingest_options flat = { .flat = true };
	struct image *image = chain_image();
	struct document doc;

	write_chain(image, MISC_USER, 0x400100, chain, ARRAY_SIZE(chain));
	image_end_data(image);
	assert_string_equal(told(read_with(image, &flat, &doc)), ": a+100 = 1/1\n");
	document_deinit(&doc);
	free(image);
}

static void test_branches_that_are_the_callchain(void **state)
{
	struct image_attr attr = cycles_chain;
	struct image *image;

	attr.sample_type |= SAMPLE_BRANCH_STACK;
	attr.branch_type = BRANCH_CALL_STACK;
	image = new_image(&attr, false, false);
	image_map(image, 7, MISC_USER, 0x400000, 0x1000, 0, "/bin/a", 10);
	image_begin_sample(image, MISC_USER, 0x400110, 7, 7, 50, 1);
	image_u64(image, 2);
	image_u64(image, CONTEXT_USER);
	image_u64(image, 0x400110);
	image_u64(image, 2); /* newest first: from, to, flags */
	image_u64(image, 0x400220);
	image_u64(image, 0x400100);
	image_u64(image, 0);
	image_u64(image, 0x400330);
	image_u64(image, 0x400200);
	image_u64(image, 0);
	image_end_record(image);
	assert_told(image, ": a+110 < a+100 < a+220r < a+330r apart = 1/1\n");
}

/* --- several events --- */

#define SAMPLE_SEVERAL (SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME)

static struct image *two_events(uint64_t extra, uint64_t read_format)
{
	struct image *image = mem_zalloc(1, sizeof(*image));
	struct image_attr attr = {
		.type = TYPE_HARDWARE,
		.period = 100,
		.sample_type = SAMPLE_SEVERAL | extra,
		.read_format = read_format,
		.flags = ID_ALL,
	};
	const uint64_t first[] = { 11, 12 }, second[] = { 21, 22 };

	image_begin(image);
	image_attr(image, &attr, first, 2);
	attr.config = 1; /* instructions */
	attr.period = 7;
	image_attr(image, &attr, second, 2);
	image_begin_data(image);
	return image;
}

static void begin_identified(struct image *image, uint64_t id)
{
	image_begin_record(image, RECORD_SAMPLE, MISC_KERNEL);
	image_u64(image, id);
	image_u64(image, 0x10);
	image_u32(image, 7);
	image_u32(image, 7);
	image_u64(image, 30);
}

static void test_ids_say_which_event(void **state)
{
	static const uint64_t ids[] = { 12, 22, 21, 99 };
	struct image *image = two_events(0, 0);
	struct document doc;
	const struct profile *profile;

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		begin_identified(image, ids[i]);
		image_end_record(image);
	}
	image_end_data(image);
	profile = read_image(image, &doc);
	assert_int_equal(profile->event_count, 2);
	assert_int_equal(profile->events[0].total, 100);
	assert_string_equal(profile_text(profile, profile->events[1].name), "instructions");
	assert_int_equal(profile->events[1].total, 14);
	assert_int_equal(profile->events[1].samples, 2);
	assert_int_equal(profile->warning_count, 1); /* of the sample with id 99 */
	document_deinit(&doc);
	free(image);
}

static void test_group_counts_by_what_was_read(void **state)
{
	static const uint64_t read[][2] = { { 1000, 5 }, { 1500, 5 }, { 1600, 9 } };
	struct image *image = two_events(SAMPLE_READ, READ_GROUP | READ_ID);
	struct document doc;
	const struct profile *profile;

	for (size_t i = 0; i < ARRAY_SIZE(read); i++) {
		begin_identified(image, 11);
		image_u64(image, 2);
		image_u64(image, read[i][0]);
		image_u64(image, 11);
		image_u64(image, read[i][1]);
		image_u64(image, 21);
		image_end_record(image);
	}
	image_end_data(image);
	profile = read_image(image, &doc);
	assert_int_equal(profile->events[0].total, 1600);
	assert_int_equal(profile->events[0].samples, 3);
	assert_int_equal(profile->events[1].total, 9);
	assert_int_equal(profile->events[1].samples, 2); /* it did not grow in the second one */
	document_deinit(&doc);
	free(image);
}

/* A counter that others took turns with: wanted for 400 ns, it ran for 100. */
static void test_counters_that_took_turns(void **state)
{
	for (int group = 0; group < 2; group++) {
		struct image *image =
			two_events(SAMPLE_READ, READ_ID | READ_TIME_ENABLED | READ_TIME_RUNNING |
							(group ? READ_GROUP : 0));
		struct document doc;
		const struct profile *profile;

		begin_identified(image, 11);
		image_u64(image, group ? 1 : 1000);
		image_u64(image, 400);
		image_u64(image, 100);
		if (group)
			image_u64(image, 1000);
		image_u64(image, 11);
		image_end_record(image);
		image_end_data(image);
		profile = read_image(image, &doc);
		assert_int_equal(profile->events[0].total, 1000);
		assert_float_equal(profile->events[0].running, 0.25, 1e-12);
		assert_true(profile->events[1].running == 0); /* it does not say */
		document_deinit(&doc);
		free(image);
	}
}

static void test_lost_samples_are_told_once(void **state)
{
	struct image *image = new_image(&cycles, false, false);
	struct document doc;

	image_begin_record(image, RECORD_LOST, 0);
	image_u64(image, 1);
	image_u64(image, 30);
	image_trailer(image, 0, 0, 20);
	image_begin_record(image, RECORD_LOST_SAMPLES, 0);
	image_u64(image, 31); /* the same ones, counted by the kernel */
	image_trailer(image, 0, 0, 30);
	image_end_data(image);
	assert_int_equal(read_image(image, &doc)->events[0].lost, 31);
	document_deinit(&doc);
	free(image);
}

/* --- header features --- */

static void put_string(struct image *image, const char *text)
{
	image_u32(image, 64);
	memcpy(image->bytes + image->size, text, strlen(text));
	image->size += 64;
}

static void write_features(struct image *image)
{
	size_t data_end = image->size;

	image_begin_feature(image, FEATURE_BUILD_ID);
	image_begin_record(image, 0, MISC_USER | MISC_BUILD_ID_SIZE);
	image_u32(image, (uint32_t)-1);
	memset(image->bytes + image->size, 0xab, 20);
	image->bytes[image->size + 20] = 16;
	image->size += 24;
	image_text(image, "/usr/bin/cc1");
	image_end_record(image);
	image_end_feature(image, FEATURE_BUILD_ID);
	image_begin_feature(image, FEATURE_HOSTNAME);
	put_string(image, "lab");
	image_end_feature(image, FEATURE_HOSTNAME);
	image_begin_feature(image, FEATURE_NRCPUS);
	image_u32(image, 8);
	image_u32(image, 4);
	image_end_feature(image, FEATURE_NRCPUS);
	image_begin_feature(image, FEATURE_CMDLINE);
	image_u32(image, 3);
	put_string(image, "perf");
	put_string(image, "record");
	put_string(image, "-a");
	image_end_feature(image, FEATURE_CMDLINE);
	image_end_features(image, data_end);
}

static void test_features(void **state)
{
	for (int big = 0; big < 2; big++) {
		struct image *image = new_image(&cycles, big, false);
		struct document doc;
		const struct profile *profile;

		write_plain(image);
		image_end_data(image);
		write_features(image);
		profile = read_image(image, &doc);
		assert_string_equal(told(profile), plain_told);
		assert_string_equal(profile_text(profile, profile->recording.hostname), "lab");
		assert_int_equal(profile->recording.cpus_available, 8);
		assert_int_equal(profile->recording.cpus_online, 4);
		assert_string_equal(profile_text(profile, profile->recording.command_line),
				    "perf record -a");
		assert_true(profile->recording.system_wide);
		assert_int_equal(profile->dsos[0].build_id_size, 16);
		assert_int_equal(profile->dsos[0].build_id[15], 0xab);
		assert_int_equal(profile->warning_count, 0);
		document_deinit(&doc);
		free(image);
	}
}

static void test_what_the_machine_is_made_of(void **state)
{
	struct image *image = new_image(&cycles, true, false);
	struct document doc;
	const struct profile *profile;

	write_plain(image);
	image_end_data(image);

	size_t data_end = image->size;

	image_begin_feature(image, FEATURE_CPU_TOPOLOGY);
	image_u32(image, 2);
	put_string(image, "0-3");
	put_string(image, "4-7");
	image_u32(image, 4);
	put_string(image, "0");
	put_string(image, "1-2");
	put_string(image, "3");
	put_string(image, "4-7");
	image_end_feature(image, FEATURE_CPU_TOPOLOGY);
	image_begin_feature(image, FEATURE_NUMA_TOPOLOGY);
	image_u32(image, 1);
	image_u32(image, 0);
	image_u64(image, 1000);
	image_u64(image, 500);
	put_string(image, "0-7");
	image_end_feature(image, FEATURE_NUMA_TOPOLOGY);
	image_begin_feature(image, FEATURE_HYBRID_TOPOLOGY);
	image_u32(image, 2);
	put_string(image, "cpu_core");
	put_string(image, "0-3");
	put_string(image, "cpu_atom");
	put_string(image, "4-7");
	image_end_feature(image, FEATURE_HYBRID_TOPOLOGY);
	image_begin_feature(image, FEATURE_PMU_CAPS);
	image_u32(image, 2);
	image_u32(image, 2);
	put_string(image, "branches");
	put_string(image, "32");
	put_string(image, "max_precise");
	put_string(image, "3");
	put_string(image, "cpu_core");
	image_u32(image, 0);
	put_string(image, "cpu_atom");
	image_end_feature(image, FEATURE_PMU_CAPS);
	image_end_features(image, data_end);

	profile = read_image(image, &doc);
	assert_int_equal(profile->warning_count, 0);
	assert_int_equal(profile->recording.sockets, 2);
	assert_int_equal(profile->recording.smt, SMT_ON);
	assert_int_equal(profile->recording.numa_nodes, 1);
	assert_string_equal(profile_text(profile, profile->recording.hybrid),
			    "cpu_core 0-3, cpu_atom 4-7");
	assert_string_equal(profile_text(profile, profile->recording.pmu_caps),
			    "cpu_core: branches=32 max_precise=3, cpu_atom:");
	document_deinit(&doc);
	free(image);
}

/* --- filters --- */

static void test_filters(void **state)
{
	static const char *const cc1[] = { "cc1", NULL }, *const other[] = { "other", NULL };
	static const struct {
		struct ingest_options options;
		uint64_t total;
	} rows[] = {
		{ { .pids = "7" }, 1531 },	{ { .pids = "0" }, 2 },
		{ { .tids = "7" }, 1531 },	{ { .comms = cc1 }, 1531 },
		{ { .comms = other }, 0 },	{ { .time = "0.000000040,0.000000060" }, 532 },
		{ { .time = "0%-50%" }, 1530 }, /* 30 to 50 of 30 to 70 ns */
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct image *image = new_image(&cycles, false, false);
		struct document doc;

		write_plain(image);
		image_end_data(image);
		assert_int_equal(read_with(image, &rows[i].options, &doc)->events[0].total,
				 rows[i].total);
		document_deinit(&doc);
		free(image);
	}
}

/* --- compressed records --- */

static void test_compressed_records_are_one_stream(void **state)
{
	for (int second = 0; second < 2; second++) {
		struct image *plain = new_image(&cycles, false, false);
		struct image *image = new_image(&cycles, false, false);
		uint8_t packed[4096];
		size_t size, half;

		write_plain(plain);
		size = ZSTD_compress(packed, sizeof(packed), plain->bytes + plain->data,
				     plain->size - plain->data, 1);
		assert_false(ZSTD_isError(size));
		half = size / 2;
		for (int i = 0; i < 2; i++) {
			size_t length = i ? size - half : half;

			image_begin_record(image, second ? RECORD_COMPRESSED2 : RECORD_COMPRESSED,
					   0);
			if (second)
				image_u64(image, length);
			memcpy(image->bytes + image->size, packed + (i ? half : 0), length);
			image->size += second ? (length + 7) & ~7ul : length;
			image_end_record(image);
		}
		assert_told(image, plain_told);
		free(plain);
	}
}

/* --- damage --- */

static void test_truncated_data_gives_what_it_holds(void **state)
{
	struct image *image = new_image(&cycles, false, false);
	struct document doc;
	const struct profile *profile;

	write_plain(image);
	image_end_data(image);
	image->size -= 50; /* the last sample of 48 bytes, and the end of the one before */
	profile = read_image(image, &doc);
	assert_int_equal(profile->events[0].samples, 3);
	assert_true(profile->warning_count > 0);
	document_deinit(&doc);
	free(image);
}

static void test_damaged_records_are_counted(void **state)
{
	struct image *image = new_image(&cycles_chain, false, false);
	struct document doc;
	const struct profile *profile;

	image_begin_sample(image, MISC_KERNEL, 0x10, 7, 7, 50, 1);
	image_u64(image, 1ul << 61); /* times 8 it wraps to 0 */
	image_end_record(image);
	image_begin_record(image, RECORD_SAMPLE, MISC_KERNEL);
	image_u64(image, 0x10);
	image_end_record(image);
	image_begin_record(image, 200, 0); /* unknown, harmless */
	image_end_record(image);
	image_begin_sample(image, MISC_KERNEL, 0x10, 7, 7, 50, 1);
	image_u64(image, 0);
	image_end_record(image);
	image_end_data(image);
	profile = read_image(image, &doc);
	assert_string_equal(told(profile), ": [kernel]+10 = 1/1\n");
	assert_int_equal(profile->warning_count, 1);
	assert_string_equal(profile_text(profile, profile->warnings[0]),
			    "2 damaged samples are left out");
	document_deinit(&doc);
	free(image);
}

static void test_headers_that_are_refused(void **state)
{
	static const struct {
		size_t at;
		uint64_t value;
		enum symdiff_error_code code;
	} rows[] = {
		{ 0, 0x33454c4946524550, SYMDIFF_ERR_FORMAT }, /* PERFILE3 */
		{ 8, 105, SYMDIFF_ERR_CORRUPT },	       /* size of the header */
		{ 16, 0, SYMDIFF_ERR_CORRUPT },		       /* of an attribute */
		{ 16, UINT64_MAX, SYMDIFF_ERR_CORRUPT },
		{ 24, 1ul << 40, SYMDIFF_ERR_CORRUPT }, /* where the attributes are */
		{ 32, 1ul << 62, SYMDIFF_ERR_CORRUPT },
		{ 40, 1ul << 40, SYMDIFF_ERR_CORRUPT }, /* where the data is */
		{ 48, (uint64_t)-8, SYMDIFF_ERR_CORRUPT },
		{ 104 + 24, 0, SYMDIFF_ERR_CORRUPT }, /* sample_type */
		{ 104 + 24, 1ul << 62, SYMDIFF_ERR_CORRUPT },
		{ 104 + ATTR_SIZE, 1ul << 40, SYMDIFF_ERR_CORRUPT }, /* where the ids are */
		{ 104 + ATTR_SIZE + 8, 1ul << 63, SYMDIFF_ERR_CORRUPT },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct image *image = new_image(&cycles, false, false);
		const struct ingest_options none = { 0 };
		struct symdiff_error err = { 0 };
		struct document doc = { 0 };
		struct input in;

		write_plain(image);
		image_end_data(image);
		image_patch(image, rows[i].at, rows[i].value, 8);
		input_from_bytes(&in, "test", image->bytes, image->size);
		assert_int_equal(perf_data_format.read(&in, &none, &doc, &err), -1);
		assert_int_equal(err.code, rows[i].code);
		document_deinit(&doc);
		free(image);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_file_and_pipe_in_both_byte_orders),
		cmocka_unit_test(test_what_an_event_says),
		cmocka_unit_test(test_kernel_map_is_kept),
		cmocka_unit_test(test_a_sample_is_looked_up_in_the_maps_of_its_time),
		cmocka_unit_test(test_rounds_do_not_change_the_order),
		cmocka_unit_test(test_without_times_the_file_has_the_order),
		cmocka_unit_test(test_times_are_kept),
		cmocka_unit_test(test_fork_shares_maps_until_one_changes),
		cmocka_unit_test(test_exec_drops_the_maps),
		cmocka_unit_test(test_code_in_anonymous_memory_is_a_jit),
		cmocka_unit_test(test_bpf_programs_have_their_name),
		cmocka_unit_test(test_chain_changes_mode_at_its_marks),
		cmocka_unit_test(test_leaf_that_the_chain_lacks),
		cmocka_unit_test(test_chain_ends_at_an_unknown_mark),
		cmocka_unit_test(test_flat_reads_no_chain),
		cmocka_unit_test(test_branches_that_are_the_callchain),
		cmocka_unit_test(test_ids_say_which_event),
		cmocka_unit_test(test_group_counts_by_what_was_read),
		cmocka_unit_test(test_counters_that_took_turns),
		cmocka_unit_test(test_lost_samples_are_told_once),
		cmocka_unit_test(test_features),
		cmocka_unit_test(test_what_the_machine_is_made_of),
		cmocka_unit_test(test_filters),
		cmocka_unit_test(test_compressed_records_are_one_stream),
		cmocka_unit_test(test_truncated_data_gives_what_it_holds),
		cmocka_unit_test(test_damaged_records_are_counted),
		cmocka_unit_test(test_headers_that_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
