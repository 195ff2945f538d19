// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree of calls, stacks as its branches, and when their samples were taken. */
#include <inttypes.h>
#include <stdlib.h>

#include "ingest/snapshot/columns.h"
#include "ingest/snapshot/read.h"
#include "support/memory.h"

/* A callchain as long as a record of perf can hold. */
#define STACK_DEPTH_MOST 8192

/*
 * The tree of calls says in few bytes what takes much memory as stacks: so many frames are
 * allowed, and so many more for each stack that is there.
 */
#define FRAMES_FREE	 (1u << 24)
#define FRAMES_PER_STACK 1024u

enum { CALL, EVENT, COMM, STACK_FLAGS, WEIGHT, SAMPLES, STACK_COLUMNS };
enum { PLACE, BACK, CALL_COLUMNS };

struct calls {
	struct column columns[CALL_COLUMNS];
	uint32_t *depth; /* by call: of the stack whose leaf it is */
	size_t count;
};

static bool measure_calls(struct json_reader *json, struct calls *calls, const char *at)
{
	calls->depth = mem_alloc((calls->count + 1) * sizeof(*calls->depth));
	for (size_t i = 0; i < calls->count; i++) {
		uint64_t back = calls->columns[BACK].values[i];

		if (back > i)
			return json_reader_fail(json, at,
						"back: call %zu has its caller %" PRIu64
						" before it, and there are only %zu",
						i, back, i);
		calls->depth[i] = back ? calls->depth[i - back] + 1 : 1;
		if (calls->depth[i] > STACK_DEPTH_MOST)
			return json_reader_fail(json, at, "call %zu is more than %d calls deep", i,
						STACK_DEPTH_MOST);
	}
	return true;
}

static bool read_calls(struct snapshot_reader *reader, const struct json_member *table,
		       struct calls *calls)
{
	struct json_member members[CALL_COLUMNS] = {
		[PLACE] = { .name = "place", .required = true },
		[BACK] = { .name = "back" },
	};

	calls->columns[PLACE] = (struct column) { reader->profile->location_count, true, NULL };
	calls->columns[BACK] = (struct column) { UINT32_MAX, false, NULL };
	return read_table(&reader->json, table, members, CALL_COLUMNS, calls->columns, CALL_COLUMNS,
			  &calls->count) &&
	       measure_calls(&reader->json, calls, members[BACK].at ? members[BACK].at : table->at);
}

/* The places from the leaf to the root. */
static uint32_t walk_calls(const struct calls *calls, uint64_t leaf, uint32_t *frames)
{
	uint32_t depth = calls->depth[leaf];

	for (uint32_t i = 0; i < depth; i++) {
		frames[i] = (uint32_t)calls->columns[PLACE].values[leaf];
		leaf -= calls->columns[BACK].values[leaf];
	}
	return depth;
}

static bool check_size(struct json_reader *json, const struct calls *calls,
		       const struct column *stacks, size_t rows, const char *at)
{
	uint64_t frames = 0, most = FRAMES_FREE + (uint64_t)rows * FRAMES_PER_STACK;

	for (size_t i = 0; i < rows; i++)
		frames += calls->depth[stacks[CALL].values[i]];
	return (frames <= most && frames < UINT32_MAX) ||
	       json_reader_fail(json, at, "%zu stacks of %" PRIu64 " frames: too deep to be true",
				rows, frames);
}

static bool wants_comm(struct snapshot_reader *reader, uint64_t string)
{
	const struct slice *comm = &reader->strings[string];

	return filter_wants_comm(&reader->filter, comm->at, comm->len);
}

/* @stack_of gets by row the profile's stack; NONE: the user does not want it. */
static bool add_stacks(struct snapshot_reader *reader, const struct calls *calls,
		       const struct column *columns, size_t rows, uint64_t *totals,
		       uint64_t *samples, uint32_t *stack_of)
{
	struct profile *profile = reader->profile;
	uint32_t *frames = mem_alloc(STACK_DEPTH_MOST * sizeof(*frames));
	bool good = true;

	for (size_t i = 0; good && i < rows; i++) {
		uint32_t event = (uint32_t)columns[EVENT].values[i];
		uint64_t weight = columns[WEIGHT].values[i], count = columns[SAMPLES].values[i];
		uint32_t depth = walk_calls(calls, columns[CALL].values[i], frames);

		good = !__builtin_add_overflow(totals[event], weight, &totals[event]) &&
		       !__builtin_add_overflow(samples[event], count, &samples[event]);
		stack_of[i] = NONE;
		if (!good || !wants_comm(reader, columns[COMM].values[i]))
			continue;
		stack_of[i] = profile_add_stack(profile, event,
						snapshot_name(reader, columns[COMM].values[i]),
						(uint32_t)columns[STACK_FLAGS].values[i], frames,
						reader->options->flat ? 1 : depth, weight, count);
		good = stack_of[i] != NONE;
	}
	free(frames);
	return good || json_reader_fail(&reader->json, reader->json.at,
					"the weights of the stacks are beyond all sums");
}

/* Stacks by the rows of their table. */
struct stack_rows {
	uint32_t *stack_of;
	size_t count;
};

static bool read_stacks(struct snapshot_reader *reader, const struct json_member *table,
			const struct calls *calls, uint64_t *totals, uint64_t *samples,
			struct stack_rows *stacks)
{
	struct json_member members[STACK_COLUMNS] = {
		[CALL] = { .name = "call", .required = true },
		[EVENT] = { .name = "event" },
		[COMM] = { .name = "comm" },
		[STACK_FLAGS] = { .name = "flags" },
		[WEIGHT] = { .name = "weight", .required = true },
		[SAMPLES] = { .name = "samples" },
	};
	struct column columns[STACK_COLUMNS] = {
		[CALL] = { calls->count, true, NULL },
		[EVENT] = { reader->profile->event_count, true, NULL },
		[COMM] = { reader->string_count, true, NULL },
		[STACK_FLAGS] = { 2 * STACK_TAILS_IMPOSSIBLE - 1, false, NULL },
		[WEIGHT] = { UINT64_MAX, false, NULL },
		[SAMPLES] = { UINT64_MAX, false, NULL },
	};
	bool good = read_table(&reader->json, table, members, STACK_COLUMNS, columns, STACK_COLUMNS,
			       &stacks->count) &&
		    check_size(&reader->json, calls, columns, stacks->count, table->at);

	if (good) {
		stacks->stack_of = mem_alloc((stacks->count + 1) * sizeof(*stacks->stack_of));
		good = add_stacks(reader, calls, columns, stacks->count, totals, samples,
				  stacks->stack_of);
	}
	free_columns(columns, STACK_COLUMNS);
	return good;
}

/* ---- times ---- */

enum { STEP, BLOCK, TIME_SAMPLES, TIME_COLUMNS, EVERY = TIME_COLUMNS, TIME_KEYS };

static bool take_times(struct snapshot_reader *reader, const struct column *columns, size_t rows,
		       const struct stack_rows *stacks, const char *at, struct timeline *timeline)
{
	struct json_reader *json = &reader->json;
	uint64_t stack = 0, samples = 0;

	for (size_t i = 0; i < rows; i++)
		samples += columns[TIME_SAMPLES].values[i];
	if (samples > TIMELINE_MOST)
		return json_reader_fail(json, at,
					"times of %" PRIu64 " samples, and %u is the most", samples,
					TIMELINE_MOST);
	timeline->capacity = samples;
	timeline->stacks = mem_alloc((samples + 1) * sizeof(*timeline->stacks));
	timeline->blocks = mem_alloc((samples + 1) * sizeof(*timeline->blocks));
	for (size_t i = 0; i < rows; i++) {
		stack += columns[STEP].values[i];
		if (stack >= stacks->count)
			return json_reader_fail(json, at,
						"times of stack %" PRIu64 ", and there are %zu",
						stack, stacks->count);
		for (uint64_t k = columns[TIME_SAMPLES].values[i]; k--;) {
			timeline->stacks[timeline->count] = (uint32_t)stack;
			timeline->blocks[timeline->count++] = (uint8_t)columns[BLOCK].values[i];
		}
	}
	return true;
}

static bool read_times(struct snapshot_reader *reader, const struct json_member *table,
		       const struct stack_rows *stacks)
{
	struct json_member members[TIME_KEYS] = {
		[STEP] = { .name = "step", .required = true },
		[BLOCK] = { .name = "block", .required = true },
		[TIME_SAMPLES] = { .name = "samples", .required = true },
		[EVERY] = { .name = "every", .required = true },
	};
	struct column columns[TIME_COLUMNS] = {
		[STEP] = { UINT32_MAX, false, NULL },
		[BLOCK] = { TIME_BLOCKS - 1, false, NULL },
		[TIME_SAMPLES] = { TIMELINE_MOST, false, NULL },
	};
	struct timeline timeline = { 0 };
	uint64_t every;
	size_t rows;
	bool good;

	if (!table->at)
		return !reader->json.failed;
	good = read_table(&reader->json, table, members, TIME_KEYS, columns, TIME_COLUMNS, &rows) &&
	       json_reader_go(&reader->json, &members[EVERY]) &&
	       json_read_u64(&reader->json, "every", UINT32_MAX, &every) &&
	       (every ||
		json_reader_fail(&reader->json, members[EVERY].at, "every must be above 0")) &&
	       take_times(reader, columns, rows, stacks, table->at, &timeline);
	if (good) {
		timeline.every = (uint32_t)every;
		profile_take_timeline(reader->profile, &timeline, stacks->stack_of);
	}
	timeline_deinit(&timeline);
	free_columns(columns, TIME_COLUMNS);
	return good;
}

bool snapshot_read_stacks(struct snapshot_reader *reader, const struct json_member *tables,
			  uint64_t *totals, uint64_t *samples)
{
	struct calls calls = { 0 };
	struct stack_rows stacks = { 0 };
	bool good = read_calls(reader, &tables[TABLE_CALLS], &calls) &&
		    read_stacks(reader, &tables[TABLE_STACKS], &calls, totals, samples, &stacks) &&
		    read_times(reader, &tables[TABLE_TIMES], &stacks);

	free_columns(calls.columns, CALL_COLUMNS);
	free(calls.depth);
	free(stacks.stack_of);
	return good;
}
