// SPDX-License-Identifier: GPL-2.0-or-later
/* The large tables of a run, column by column. */
#include <inttypes.h>
#include <stdlib.h>

#include "ingest/snapshot/columns.h"
#include "ingest/snapshot/read.h"
#include "support/memory.h"

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
	return read_symbols(reader, &tables[TABLE_SYMBOLS]) && snapshot_read_ways(reader, tables) &&
	       read_places(reader, &tables[TABLE_PLACES]) &&
	       snapshot_read_stacks(reader, tables, totals, samples) &&
	       read_children(reader, &tables[TABLE_CHILDREN]);
}
