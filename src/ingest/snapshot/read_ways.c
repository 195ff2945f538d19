// SPDX-License-Identifier: GPL-2.0-or-later
/* Ways that tail calls may have taken: see struct hidden_ways. */
#include <stdlib.h>

#include "ingest/snapshot/columns.h"
#include "ingest/snapshot/read.h"
#include "support/memory.h"

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

bool snapshot_read_ways(struct snapshot_reader *reader, const struct json_member *tables)
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
