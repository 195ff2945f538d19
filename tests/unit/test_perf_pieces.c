// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Recordings of many pieces (window.h), from a file: records that reach over the end of a piece,
 * rounds of any length, what describes tasks in between. What each stack must count follows from
 * how the samples are numbered.
 */
#include <stdio.h>
#include <unistd.h>

#define IMAGE_ROOM (12u << 20)

#include "ingest/perf_data/perf_data.h"
#include "perf_data_builder.h"
#include "unit.h"

#define STACKS	   997u /* a prime: pieces end at other records each time */
#define SAMPLES	   30000u
#define RENAMED_AT 20000u /* the task has another name from this sample on */
#define TEXT	   0x400000u

static const struct image_attr cycles_chain = {
	.type = TYPE_HARDWARE,
	.period = 4000,
	.sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD | SAMPLE_CALLCHAIN,
	.flags = 1ul << ATTR_SAMPLE_ID_ALL,
};

static uint64_t time_of(uint32_t sample)
{
	return 1000 + 10ul * sample;
}

/* Sample i is of stack i modulo STACKS, which has up to 70 frames. */
static void write_sample(struct image *image, uint32_t i)
{
	uint32_t stack = i % STACKS, depth = stack % 70 + 1;

	image_begin_sample(image, MISC_USER, TEXT + stack, 7, 7, time_of(i), 1 + stack);
	image_u64(image, depth + 1);
	image_u64(image, CONTEXT_USER);
	image_u64(image, TEXT + stack);
	for (uint32_t j = 1; j < depth; j++)
		image_u64(image, TEXT + 0x1000 + j);
	image_end_record(image);
}

/* The name is told one sample late, as by another CPU's buffer. */
static struct image *write_recording(uint32_t samples_a_round)
{
	struct image *image = mem_zalloc(1, sizeof(*image));
	const uint64_t id = 1;

	image_begin(image);
	image_attr(image, &cycles_chain, &id, 1);
	image_begin_data(image);
	image_comm(image, 7, 7, "before", 0, 10);
	image_map(image, 7, MISC_USER, TEXT, 0x2000, 0, "/bin/a", 10);
	for (uint32_t i = 0; i < SAMPLES; i++) {
		write_sample(image, i);
		if (i == RENAMED_AT)
			image_comm(image, 7, 7, "after", 0, time_of(RENAMED_AT) - 1);
		if (samples_a_round && i % samples_a_round == samples_a_round - 1)
			image_round(image);
	}
	return image;
}

struct reading {
	struct input in;
	struct document doc;
	char path[64];
};

static const struct profile *read_file(struct reading *reading, const struct image *image,
				       size_t size)
{
	static const struct ingest_options none = { 0 };
	struct symdiff_error err = { 0 };
	int fd;

	*reading = (struct reading) { .path = "/tmp/symdiff-test-XXXXXX" };
	fd = mkstemp(reading->path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, image->bytes, size), size);
	close(fd);
	assert_int_equal(input_open(&reading->in, reading->path, &err), 0);
	unlink(reading->path);
	assert_true(input_is_mapped(&reading->in));
	if (perf_data_format.read(&reading->in, &none, &reading->doc, &err))
		fail_msg("%s", err.message);
	return reading->doc.profiles[0];
}

static void end_reading(struct reading *reading)
{
	document_deinit(&reading->doc);
	input_close(&reading->in);
}

/* How many of the samples in [from, to) are of @stack. */
static uint32_t count_of(uint32_t stack, uint32_t from, uint32_t to)
{
	uint32_t count = 0;

	for (uint32_t i = from; i < to; i++)
		count += i % STACKS == stack;
	return count;
}

static void assert_stack(const struct profile *profile, const struct stack *stack, uint32_t samples)
{
	const uint32_t *frames = profile->frames + stack->first;
	uint32_t number = profile->locations[frames[0]].address;
	const char *comm = profile_text(profile, stack->comm);
	bool before = !strcmp(comm, "before");

	assert_true(before || !strcmp(comm, "after"));
	assert_true(number < STACKS);
	assert_int_equal(stack->depth, number % 70 + 1);
	for (uint32_t j = 1; j < stack->depth; j++)
		assert_int_equal(profile->locations[frames[j]].address, 0x1000 + j);
	assert_int_equal(stack->samples, before ? count_of(number, 0, RENAMED_AT)
						: count_of(number, RENAMED_AT, samples));
	assert_int_equal(stack->weight, stack->samples * (1 + number));
}

static void assert_read(const struct image *image, size_t size, uint32_t samples)
{
	struct reading reading;
	const struct profile *profile = read_file(&reading, image, size);

	assert_int_equal(profile->events[0].samples, samples);
	assert_int_equal(profile->stack_count, 2 * STACKS);
	for (uint32_t i = 0; i < profile->stack_count; i++)
		assert_stack(profile, &profile->stacks[i], samples);
	end_reading(&reading);
}

static void test_rounds_of_any_length(void **state)
{
	/* None, one a sample, less and more than a piece, more than all pieces together. */
	static const uint32_t rounds[] = { 0, 1, 100, 700, 5000, 29000 };

	for (size_t i = 0; i < ARRAY_SIZE(rounds); i++) {
		struct image *image = write_recording(rounds[i]);

		image_end_data(image);
		assert_read(image, image->size, SAMPLES);
		free(image);
	}
}

/* Trace data behind its record: skipped, also if it is larger than a piece. */
static void test_skipped_data(void **state)
{
	struct image *image = write_recording(100);
	uint64_t size = 300000;

	image_begin_record(image, RECORD_AUXTRACE, 0);
	image_u64(image, size);
	image->size += 32;
	image_end_record(image);
	memset(image->bytes + image->size, 0xff, size);
	image->size += size;
	for (uint32_t i = SAMPLES; i < SAMPLES + STACKS; i++)
		write_sample(image, i);
	image_end_data(image);
	assert_read(image, image->size, SAMPLES + STACKS);
	free(image);
}

static void test_cut_in_a_sample(void **state)
{
	struct image *image = write_recording(100);
	size_t size = image->size;
	struct reading reading;
	const struct profile *profile;

	write_sample(image, SAMPLES);
	image_end_data(image);
	assert_read(image, size, SAMPLES);
	profile = read_file(&reading, image, image->size - 8);
	assert_int_equal(profile->events[0].samples, SAMPLES);
	assert_int_equal(profile->warning_count, 2);
	end_reading(&reading);
	free(image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounds_of_any_length),
		cmocka_unit_test(test_skipped_data),
		cmocka_unit_test(test_cut_in_a_sample),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
