// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes give profiles whose self weights sum up to their events' totals,
 * or an error with a code and a message.
 *
 * With SYMDIFF_FUZZ this is a libFuzzer target: FUZZ_FORMAT names the input
 * format that is forced, or is "" for the one that the content asks for. Else
 * it is a program that reads each file of the folders it is given, by content
 * and with every format forced.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ingest/format.h"
#include "ingest/text.h"
#include "support/memory.h"

#define CHECK(condition)                                                                \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

static void check_stack(const struct profile *profile, const struct stack *stack)
{
	CHECK(stack->event < profile->event_count);
	CHECK(stack->depth > 0);
	CHECK((size_t)stack->first + stack->depth <= profile->frame_count);
	for (uint32_t i = 0; i < stack->depth; i++)
		CHECK(profile->frames[stack->first + i] < profile->location_count);
}

static void check_profile(const struct profile *profile)
{
	uint64_t *weights = mem_zalloc(profile->event_count + 1ul, sizeof(*weights));
	uint64_t *samples = mem_zalloc(profile->event_count + 1ul, sizeof(*samples));

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];

		check_stack(profile, stack);
		weights[stack->event] += stack->weight;
		samples[stack->event] += stack->samples;
	}
	for (uint32_t i = 0; i < profile->event_count; i++) {
		CHECK(weights[i] == profile->events[i].total);
		CHECK(samples[i] == profile->events[i].samples);
	}
	for (uint32_t i = 0; i < profile->location_count; i++) {
		const struct location *place = &profile->locations[i];

		CHECK(place->dso < profile->dso_count);
		CHECK(place->symbol == NONE || place->symbol < profile->symbol_count);
	}
	free(weights);
	free(samples);
}

static void check_input(const char *format, const void *data, size_t size)
{
	struct ingest_options options = { .format = format };
	struct symdiff_error err = { 0 };
	struct document doc = { 0 };
	struct input in;

	input_from_bytes(&in, "fuzz", data, size);
	if (ingest_read_input(&in, &options, &doc, &err)) {
		CHECK(err.code != SYMDIFF_OK);
		CHECK(err.message[0]);
	} else {
		CHECK(doc.count > 0);
		CHECK(!doc.is_comparison || doc.count >= 2);
		for (size_t i = 0; i < doc.count; i++)
			check_profile(doc.profiles[i]);
	}
	document_deinit(&doc);
}

#ifdef FUZZ_FORMAT

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_input(FUZZ_FORMAT[0] ? FUZZ_FORMAT : NULL, data, size);
	return 0;
}

#else

static unsigned int files;

static void replay_file(const char *path)
{
	struct symdiff_error err = { 0 };
	struct input in;

	if (input_open(&in, path, &err)) {
		CHECK(err.message[0]);
		return;
	}
	files++;
	check_input(NULL, in.data, in.size);
	for (size_t i = 0; i < ingest_format_count; i++)
		check_input(ingest_formats[i]->name, in.data, in.size);
	for (size_t i = 0; i < table_format_count; i++)
		check_input(table_formats[i]->name, in.data, in.size);
	/* What is cut off anywhere must be as harmless. */
	for (size_t part = 1; part < 8; part++)
		check_input(NULL, in.data, in.size * part / 8);
	input_close(&in);
}

static void replay(const char *path)
{
	struct dirent **entries;
	struct stat st;

	if (stat(path, &st))
		return;
	if (!S_ISDIR(st.st_mode)) {
		replay_file(path);
		return;
	}

	int count = scandir(path, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		char below[4096];

		snprintf(below, sizeof(below), "%s/%s", path, entries[i]->d_name);
		if (entries[i]->d_name[0] != '.')
			replay(below);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	printf("%u files\n", files);
	return files ? 0 : 1;
}

#endif
