// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Frames that tail calls took. Programs that tests/elf/make-tails has the compiler make print their
 * own stacks; built without tail calls, they print all frames that there should be. They stand for
 * kernels here, whose addresses are those of the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/frame_walk.h"
#include "model/profile.h"
#include "support/cleanup.h"
#include "symbols/resolve.h"
#include "unit.h"

#define MOST_FRAMES 16

static const char directory[] = SYMDIFF_TEST_DIR "/tails";

static const char *const programs[] = { "dwarf5", "dwarf4", "sections", "lto" };

/* What is known of each case, and what must be found; tails.c has the functions. */
static const struct {
	const char *name, *found;
	uint32_t flags;
} cases[] = {
	{ "unique", "leaf step unique main", STACK_TAILS_COMPLETED },
	{ "fork_and_join", "leaf join fork_and_join main", STACK_TAILS_AMBIGUOUS },
	{ "recursive", "leaf even main", STACK_TAILS_AMBIGUOUS },
	{ "indirect", "leaf indirect main", STACK_TAILS_OPEN },
	{ "perhaps", "leaf perhaps main", STACK_TAILS_OPEN },
	{ "split", "leaf step split main", STACK_TAILS_COMPLETED },
	{ "around", "leaf step around main", STACK_TAILS_COMPLETED },
	{ "elsewhere", "leaf step elsewhere main", STACK_TAILS_COMPLETED },
	{ "weak", "leaf replaced calls_replaced main", STACK_TAILS_COMPLETED },
	{ "direct", "leaf main", 0 },
};

struct printed {
	char *names[MOST_FRAMES];
	uint64_t addresses[MOST_FRAMES];
	uint32_t count;
};

static char *read_line(const char *program, const char *suffix, const char *first_word)
{
	cleanup_free char *path = NULL;
	cleanup_file FILE *file = NULL;
	char *line = NULL;
	size_t size = 0, len = strlen(first_word);

	assert_true(asprintf(&path, "%s/%s%s", directory, program, suffix) > 0);
	file = fopen(path, "re");
	while (file && getline(&line, &size, file) > 0)
		if (!len || (!strncmp(line, first_word, len) && line[len] == ' '))
			return line;
	free(line);
	return NULL;
}

/* The frames that @program printed for @name: "leaf@401136 main@401196". */
static struct printed read_frames(const char *program, const char *name)
{
	struct printed printed = { 0 };
	cleanup_free char *line = read_line(program, ".txt", name);
	char *rest = line;

	assert_non_null(line);
	strsep(&rest, " ");
	for (char *word; (word = strsep(&rest, " \n")) && *word;) {
		char *at = strchr(word, '@');

		assert_non_null(at);
		assert_true(printed.count < MOST_FRAMES);
		*at = '\0';
		printed.names[printed.count] = mem_strdup(word);
		printed.addresses[printed.count++] = strtoull(at + 1, NULL, 16);
	}
	return printed;
}

static void free_frames(struct printed *printed)
{
	for (uint32_t i = 0; i < printed->count; i++)
		free(printed->names[i]);
}

static void set_id(struct dso *dso, const char *program)
{
	cleanup_free char *line = read_line(program, ".id", "");

	assert_non_null(line);
	for (const char *id = line; id[0] && id[1] && dso->build_id_size < 20; id += 2) {
		unsigned byte;

		assert_int_equal(sscanf(id, "%2x", &byte), 1);
		dso->build_id[dso->build_id_size++] = byte;
	}
}

/* One stack, as @program printed it, resolved; to be freed. */
static struct profile *sampled(const char *program, const char *name, bool no_tail_calls)
{
	struct profile *profile = profile_new();
	uint32_t kernel = profile_dso(profile, "[kernel.kallsyms]", 17, DSO_KERNEL);
	uint32_t event = profile_event(profile, "cycles", 6), frames[MOST_FRAMES];
	struct printed printed = read_frames(program, name);
	cleanup_free char *path = NULL;
	const char *list[2] = { NULL };
	struct symbol_options options = { .vmlinux = list, .no_tail_calls = no_tail_calls };

	assert_true(asprintf(&path, "%s/%s", directory, program) > 0);
	list[0] = path;
	set_id(&profile->dsos[kernel], program);
	profile->recording.hostname = names_intern_text(&profile->names, "no-such-machine");
	for (uint32_t i = 0; i < printed.count; i++)
		frames[i] = profile_address_location(profile, kernel, printed.addresses[i], true);
	assert_true(profile_add(profile, event, 0, 0, frames, printed.count, 100, 1));
	symbols_resolve(profile, &options);
	free_frames(&printed);
	return profile;
}

/* The compiled functions of the only stack, "leaf step unique main". To be freed. */
static char *chain_of(const struct profile *profile)
{
	const struct stack *stack = &profile->stacks[0];
	char *text = mem_zalloc(1024, 1);

	for (uint32_t i = 0; i < stack->depth; i++) {
		uint32_t symbol = profile->locations[profile->frames[stack->first + i]].symbol;
		const char *name = profile_text(profile, profile->symbols[symbol].name);

		/* split.cold is split. */
		snprintf(text + strlen(text), 1024 - strlen(text), "%s%.*s", i ? " " : "",
			 (int)strcspn(name, "."), name);
	}
	return text;
}

static bool exists(const char *program)
{
	cleanup_free char *line = read_line(program, ".id", "");

	return line;
}

static void test_cases(void **state)
{
	for (size_t p = 0; p < ARRAY_SIZE(programs); p++)
		for (size_t i = 0; i < ARRAY_SIZE(cases) && exists(programs[p]); i++) {
			struct profile *profile = sampled(programs[p], cases[i].name, false);
			cleanup_free char *chain = chain_of(profile);

			assert_string_equal(chain, cases[i].found);
			assert_int_equal(profile->stacks[0].flags, cases[i].flags);
			profile_free(profile);
		}
}

/*
 * What is found is never what was not there: it is what the build without tail calls printed, in
 * that order; where only one way is possible, all of it.
 */
static void test_truth(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct printed truth = read_frames("truth", cases[i].name);
		cleanup_free char *found = mem_strdup(cases[i].found);
		char *rest = found;
		uint32_t at = 0, words = 0;

		for (char *word; (word = strsep(&rest, " ")); words++) {
			while (at < truth.count && strcmp(truth.names[at], word) != 0)
				at++;
			assert_true(at++ < truth.count);
		}
		if (cases[i].flags == STACK_TAILS_COMPLETED || !cases[i].flags)
			assert_int_equal(words, truth.count);
		free_frames(&truth);
	}
}

/* Frames are marked; a way that is the only one says where it jumped, several are kept. */
static void test_marks(void **state)
{
	struct profile *profile = sampled("dwarf5", "unique", false);
	const uint32_t *frames = profile->frames + profile->stacks[0].first;

	assert_int_equal(profile->stacks[0].depth, 4);
	for (uint32_t i = 0; i < 4; i++) {
		const struct location *place = &profile->locations[frames[i]];

		assert_int_equal(place->is_inferred, i == 1 || i == 2);
		assert_int_equal(place->ways, 0);
		assert_true(place->address);
	}
	profile_free(profile);

	profile = sampled("dwarf5", "fork_and_join", false);
	frames = profile->frames + profile->stacks[0].first;
	assert_int_equal(profile->hidden_count, 1);
	assert_int_equal(profile->hidden[0].node_count, 4); /* it, left, right, join */
	assert_int_equal(profile->hidden[0].edge_count, 4);
	assert_int_equal(profile->locations[frames[1]].ways, 0);
	assert_int_equal(profile->locations[frames[2]].ways, 1);
	profile_free(profile);
}

static void test_left_alone(void **state)
{
	struct profile *profile = sampled("dwarf5", "unique", true);
	cleanup_free char *switched_off = chain_of(profile);

	assert_string_equal(switched_off, "leaf main");
	assert_int_equal(profile->stacks[0].flags, 0);
	profile_free(profile);

	profile = sampled("bare", "unique", false);

	cleanup_free char *no_debug = chain_of(profile);

	assert_string_equal(no_debug, "leaf main");
	profile_free(profile);
}

static int make_programs(void **state)
{
	return system("sh tests/elf/make-tails '" SYMDIFF_TEST_DIR "/tails' '" SYMDIFF_TEST_CC "'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_truth),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_left_alone),
	};

	return cmocka_run_group_tests(tests, make_programs, NULL);
}
