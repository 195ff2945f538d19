// SPDX-License-Identifier: GPL-2.0-or-later
/* The large tables of a run, column by column. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- columns ---- */

static uint64_t *read_list(struct json_reader *json, const char *what, uint64_t most, size_t *rows)
{
	uint64_t *values = NULL;
	size_t count = 0, capacity = 0;
	const char *from = json->at;

	if (!json_read_array(json, what))
		return NULL;
	while (json_read_element(json)) {
		array_reserve(values, capacity, count + 1);
		if (!json_read_u64(json, what, most, &values[count++]))
			break;
	}
	if (*rows == SIZE_MAX)
		*rows = count;
	else if (!json->failed && count != *rows)
		json_reader_fail(json, from, "%s: %zu values, and the table has %zu rows", what,
				 count, *rows);
	return values;
}

/*
 * The numbers of a column, each at most @most, to be freed; NULL with the error recorded. *@rows
 * is how many there must be, or SIZE_MAX: this column says it. Else one number may stand for all,
 * and a column that is not there for zeros.
 */
static uint64_t *read_column(struct json_reader *json, const struct json_member *member,
			     uint64_t most, size_t *rows)
{
	uint64_t *values = NULL, value = 0;

	if (member->at && json_reader_go(json, member) &&
	    (*rows == SIZE_MAX || json_reader_peek(json) == JSON_KIND_ARRAY)) {
		values = read_list(json, member->name, most, rows);
	} else if (!json->failed) {
		if (member->at)
			json_read_u64(json, member->name, most, &value);
		values = mem_alloc((*rows + 1) * sizeof(*values));
		for (size_t i = 0; i < *rows; i++)
			values[i] = value;
	}
	if (!json->failed)
		return values ? values : mem_zalloc(1, sizeof(*values));
	free(values);
	return NULL;
}

/* The same for numbers that point into a table of @count rows. */
static uint64_t *read_pointers(struct json_reader *json, const struct json_member *member,
			       size_t count, size_t *rows)
{
	uint64_t *values = read_column(json, member, count ? count - 1 : 0, rows);

	if (values && *rows && !count) {
		json_reader_fail(json, member->at ? member->at : json->at,
				 "%s: the table it points into is empty", member->name);
		free(values);
		return NULL;
	}
	return values;
}

/*
 * All columns of a table at once: @most is by column the largest value, or the number of rows
 * that it points into (see @points). The first says how many rows there are.
 */
struct column {
	uint64_t most;
	bool points;
	uint64_t *values;
};

static bool read_table(struct json_reader *json, const struct json_member *table,
		       struct json_member *members, size_t member_count, struct column *columns,
		       size_t column_count, size_t *rows)
{
	*rows = SIZE_MAX;
	if (!json_reader_go(json, table) ||
	    !json_read_members(json, members, member_count, table->name))
		return false;
	for (size_t i = 0; i < column_count; i++) {
		struct column *column = &columns[i];

		column->values = column->points
					 ? read_pointers(json, &members[i], column->most, rows)
					 : read_column(json, &members[i], column->most, rows);
		if (!column->values)
			return false;
	}
	return true;
}

static void free_columns(struct column *columns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(columns[i].values);
}

/* ---- symbols ---- */

/* [[owner, value, value, ...], ...], in the order of the owners: calls @take for each. */
static bool read_groups(struct snapshot_reader *reader, const struct json_member *member,
			size_t owners, size_t values,
			void (*take)(struct snapshot_reader *reader, uint32_t owner,
				     const uint32_t *list, uint32_t count))
{
	struct json_reader *json = &reader->json;
	uint64_t owner, value, next = 0;
	uint32_t *list = NULL;
	size_t capacity = 0;

	if (!member->at)
		return !json->failed;
	if (!json_reader_go(json, member) || !json_read_array(json, member->name))
		return false;
	while (json_read_element(json)) {
		const char *from = json_reader_here(json);
		uint32_t count = 0;

		if (!json_read_array(json, member->name) || !json_read_element(json) ||
		    !json_read_u64(json, member->name, owners, &owner))
			break;
		if (owner < next || owner >= owners) {
			json_reader_fail(json, from, "%s: row %" PRIu64 " is out of its place",
					 member->name, owner);
			break;
		}
		next = owner + 1;
		while (json_read_element(json) &&
		       json_read_u64(json, member->name, values ? values - 1 : 0, &value)) {
			array_reserve(list, capacity, count + 1ul);
			list[count++] = (uint32_t)value;
		}
		if (!json->failed && (!count || !values))
			json_reader_fail(json, from, "%s: nothing is in row %" PRIu64, member->name,
					 owner);
		if (!json->failed)
			take(reader, (uint32_t)owner, list, count);
	}
	free(list);
	return !json->failed;
}

static void take_aliases(struct snapshot_reader *reader, uint32_t owner, const uint32_t *list,
			 uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		profile_add_alias(reader->profile, owner,
				  profile_text(reader->profile, snapshot_name(reader, list[i])));
}

enum {
	NAME,
	DSO,
	FLAGS,
	SIZE,
	SRCFILE,
	SRCLINE,
	SYMBOL_COLUMNS,
	ALIASES = SYMBOL_COLUMNS,
	SYMBOL_KEYS
};

static bool add_symbols(struct snapshot_reader *reader, const struct json_member *members,
			const struct column *columns, size_t rows)
{
	struct profile *profile = reader->profile;

	for (size_t i = 0; i < rows; i++) {
		uint32_t name = snapshot_name(reader, columns[NAME].values[i]);
		uint32_t flags = (uint32_t)columns[FLAGS].values[i];
		uint32_t symbol = profile_restore_symbol(profile, (uint32_t)columns[DSO].values[i],
							 name, flags & (SNAPSHOT_COMPILED - 1));

		if (symbol != i)
			return json_reader_fail(&reader->json, members[NAME].at,
						"symbols %" PRIu32 " and %zu are the same: '%s'",
						symbol, i, profile_text(profile, name));
		profile->symbols[symbol].size = columns[SIZE].values[i];
		profile->symbols[symbol].srcfile =
			snapshot_name(reader, columns[SRCFILE].values[i]);
		profile->symbols[symbol].srcline = (uint32_t)columns[SRCLINE].values[i];
		if (flags & SNAPSHOT_COMPILED)
			profile->symbols[symbol].inlining = INLINE_COMPILED;
	}
	return read_groups(reader, &members[ALIASES], rows, reader->string_count, take_aliases);
}

static bool read_symbols(struct snapshot_reader *reader, const struct json_member *table)
{
	struct json_member members[SYMBOL_KEYS] = {
		[NAME] = { .name = "name", .required = true },
		[DSO] = { .name = "dso" },
		[FLAGS] = { .name = "flags" },
		[SIZE] = { .name = "size" },
		[SRCFILE] = { .name = "srcfile" },
		[SRCLINE] = { .name = "srcline" },
		[ALIASES] = { .name = "aliases" },
	};
	struct column columns[SYMBOL_COLUMNS] = {
		[NAME] = { reader->string_count, true, NULL },
		[DSO] = { reader->profile->dso_count, true, NULL },
		[FLAGS] = { 2 * SNAPSHOT_COMPILED - 1, false, NULL },
		[SIZE] = { UINT64_MAX, false, NULL },
		[SRCFILE] = { reader->string_count, true, NULL },
		[SRCLINE] = { UINT32_MAX, false, NULL },
	};
	size_t rows;
	bool good = read_table(&reader->json, table, members, SYMBOL_KEYS, columns, SYMBOL_COLUMNS,
			       &rows) &&
		    add_symbols(reader, members, columns, rows);

	free_columns(columns, SYMBOL_COLUMNS);
	return good;
}

/* ---- ways that tail calls may have taken: see struct hidden_ways ---- */

#define WAY_FUNCTIONS_MOST 500
#define WAY_JUMPS_MOST	   4096

enum { FUNCTIONS, JUMPS, WAY_COLUMNS };
enum { WAY_SYMBOL, LAST, FUNCTION_COLUMNS };
enum { FROM, TO, JUMP_COLUMNS };

struct ways {
	struct column ways[WAY_COLUMNS], functions[FUNCTION_COLUMNS], jumps[JUMP_COLUMNS];
	size_t way_count, function_count, jump_count;
};

/* One graph, whose functions and jumps begin at these rows. */
static bool add_way(struct snapshot_reader *reader, const struct ways *ways, size_t way,
		    size_t function, size_t jump, const char *at)
{
	size_t functions = ways->ways[FUNCTIONS].values[way];
	size_t jumps = ways->ways[JUMPS].values[way];
	struct hidden_node nodes[WAY_FUNCTIONS_MOST];
	struct hidden_edge edges[WAY_JUMPS_MOST];

	if (functions > ways->function_count - function || jumps > ways->jump_count - jump)
		return json_reader_fail(&reader->json, at,
					"ways: there are only %zu functions and %zu jumps",
					ways->function_count, ways->jump_count);
	for (size_t i = 0; i < functions; i++)
		nodes[i] = (struct hidden_node) {
			.symbol = (uint32_t)ways->functions[WAY_SYMBOL].values[function + i] - 1,
			.is_last = ways->functions[LAST].values[function + i],
		};
	for (size_t i = 0; i < jumps; i++) {
		edges[i] = (struct hidden_edge) {
			.from = (uint32_t)ways->jumps[FROM].values[jump + i],
			.to = (uint32_t)ways->jumps[TO].values[jump + i],
		};
		if (edges[i].from >= functions || edges[i].to >= functions)
			return json_reader_fail(&reader->json, at,
						"way %zu jumps between functions %u and %u, and "
						"there are %zu",
						way, edges[i].from, edges[i].to, functions);
	}
	profile_add_hidden(reader->profile, nodes, (uint32_t)functions, edges, (uint32_t)jumps);
	return true;
}

static bool add_ways(struct snapshot_reader *reader, const struct ways *ways, const char *at)
{
	size_t function = 0, jump = 0;

	for (size_t i = 0; i < ways->way_count; i++) {
		if (!add_way(reader, ways, i, function, jump, at))
			return false;
		function += ways->ways[FUNCTIONS].values[i];
		jump += ways->ways[JUMPS].values[i];
	}
	return true;
}

static bool read_way_tables(struct snapshot_reader *reader, const struct json_member *tables,
			    struct ways *ways)
{
	struct json_reader *json = &reader->json;
	struct json_member graphs[] = { { .name = "functions", .required = true },
					{ .name = "jumps" } };
	struct json_member functions[] = { { .name = "symbol", .required = true },
					   { .name = "last" } };
	struct json_member jumps[] = { { .name = "from", .required = true }, { .name = "to" } };

	return read_table(json, &tables[TABLE_WAYS], graphs, WAY_COLUMNS, ways->ways, WAY_COLUMNS,
			  &ways->way_count) &&
	       read_table(json, &tables[TABLE_WAY_FUNCTIONS], functions, FUNCTION_COLUMNS,
			  ways->functions, FUNCTION_COLUMNS, &ways->function_count) &&
	       read_table(json, &tables[TABLE_WAY_JUMPS], jumps, JUMP_COLUMNS, ways->jumps,
			  JUMP_COLUMNS, &ways->jump_count);
}

static bool read_ways(struct snapshot_reader *reader, const struct json_member *tables)
{
	struct ways ways = {
		.ways = { { WAY_FUNCTIONS_MOST, false, NULL }, { WAY_JUMPS_MOST, false, NULL } },
		.functions = { { reader->profile->symbol_count, false, NULL }, { 1, false, NULL } },
		.jumps = { { WAY_FUNCTIONS_MOST - 1, false, NULL },
			   { WAY_FUNCTIONS_MOST - 1, false, NULL } },
	};
	bool good;

	if (!tables[TABLE_WAYS].at)
		return !reader->json.failed;
	if (!tables[TABLE_WAY_FUNCTIONS].at || !tables[TABLE_WAY_JUMPS].at)
		return json_reader_fail(&reader->json, tables[TABLE_WAYS].at,
					"ways need the tables way_functions and way_jumps");
	good = read_way_tables(reader, tables, &ways) &&
	       add_ways(reader, &ways, tables[TABLE_WAYS].at);
	free_columns(ways.ways, WAY_COLUMNS);
	free_columns(ways.functions, FUNCTION_COLUMNS);
	free_columns(ways.jumps, JUMP_COLUMNS);
	return good;
}

/* ---- places ---- */

static void take_inlined(struct snapshot_reader *reader, uint32_t place, const uint32_t *list,
			 uint32_t count)
{
	profile_set_inlines(reader->profile, place, list, count);
}

/* Places are numbered as they stand there: two of one symbol differ in what is inlined. */
static bool read_places(struct snapshot_reader *reader, const struct json_member *table)
{
	enum { SYMBOL, INFERRED, OTHER_WAYS, COLUMNS, INLINED = COLUMNS, COUNT };
	struct json_member members[COUNT] = {
		[SYMBOL] = { .name = "symbol", .required = true },
		[INFERRED] = { .name = "inferred" },
		[OTHER_WAYS] = { .name = "ways" },
		[INLINED] = { .name = "inlined" },
	};
	struct profile *profile = reader->profile;
	struct column columns[COLUMNS] = {
		[SYMBOL] = { profile->symbol_count, true, NULL },
		[INFERRED] = { 1, false, NULL },
		[OTHER_WAYS] = { profile->hidden_count, false, NULL },
	};
	size_t rows;
	bool good = read_table(&reader->json, table, members, COUNT, columns, COLUMNS, &rows);

	for (size_t i = 0; good && i < rows; i++) {
		uint32_t symbol = (uint32_t)columns[SYMBOL].values[i];

		if (columns[INFERRED].values[i])
			profile_inferred_location(profile, symbol, 0, NULL, 0,
						  (uint32_t)columns[OTHER_WAYS].values[i]);
		else
			profile_restore_location(profile, symbol);
	}
	free_columns(columns, COLUMNS);
	return good &&
	       read_groups(reader, &members[INLINED], rows, profile->symbol_count, take_inlined);
}

/* ---- stacks ---- */

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

/* ---- children ---- */

static bool read_children(struct snapshot_reader *reader, const struct json_member *table)
{
	enum { SYMBOL, OF_EVENT, CHILD_WEIGHT, COUNT };
	struct json_member members[COUNT] = {
		[SYMBOL] = { .name = "symbol", .required = true },
		[OF_EVENT] = { .name = "event" },
		[CHILD_WEIGHT] = { .name = "weight", .required = true },
	};
	struct column columns[COUNT] = {
		[SYMBOL] = { reader->profile->symbol_count, true, NULL },
		[OF_EVENT] = { reader->profile->event_count, true, NULL },
		[CHILD_WEIGHT] = { INT64_MAX, false, NULL },
	};
	size_t rows;
	bool good;

	if (!table->at)
		return !reader->json.failed;
	good = read_table(&reader->json, table, members, COUNT, columns, COUNT, &rows);
	for (size_t i = 0; good && i < rows; i++)
		profile_add_children(reader->profile, (uint32_t)columns[OF_EVENT].values[i],
				     (uint32_t)columns[SYMBOL].values[i],
				     columns[CHILD_WEIGHT].values[i]);
	free_columns(columns, COUNT);
	return good;
}

bool snapshot_read_tables(struct snapshot_reader *reader,
			  const struct json_member tables[SNAPSHOT_TABLES], uint64_t *totals,
			  uint64_t *samples)
{
	struct calls calls = { 0 };
	struct stack_rows stacks = { 0 };
	bool good = read_symbols(reader, &tables[TABLE_SYMBOLS]) && read_ways(reader, tables) &&
		    read_places(reader, &tables[TABLE_PLACES]) &&
		    read_calls(reader, &tables[TABLE_CALLS], &calls) &&
		    read_stacks(reader, &tables[TABLE_STACKS], &calls, totals, samples, &stacks) &&
		    read_times(reader, &tables[TABLE_TIMES], &stacks) &&
		    read_children(reader, &tables[TABLE_CHILDREN]);

	free_columns(calls.columns, CALL_COLUMNS);
	free(calls.depth);
	free(stacks.stack_of);
	return good;
}
