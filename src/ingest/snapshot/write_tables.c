// SPDX-License-Identifier: GPL-2.0-or-later
/* The large tables of a run, column by column: that packs best. */
#include <inttypes.h>
#include <string.h>

#include "ingest/snapshot/write.h"
#include "model/plain.h"
#include "support/memory.h"

/* ---- columns ---- */

static void put_number(struct writer *writer, uint64_t value)
{
	char text[24], *at = text + sizeof(text);

	do
		*--at = (char)('0' + value % 10);
	while (value /= 10);
	buffer_add(&writer->out, at, text + sizeof(text) - at);
}

/*
 * A list of numbers, one a row; or, unless it says how many rows there are, one number if it is
 * the same in all of them.
 */
static void put_column(struct writer *writer, const char *key, const uint64_t *values, size_t count,
		       bool is_first)
{
	bool same = !is_first;

	for (size_t i = 1; same && i < count; i++)
		same = values[i] == values[0];
	if (!is_first) {
		buffer_add(&writer->out, ",", 1);
		put_line(writer);
	}
	buffer_printf(&writer->out, "\"%s\":", key);
	if (same) {
		put_number(writer, count ? values[0] : 0);
		return;
	}
	buffer_add(&writer->out, "[", 1);
	for (size_t i = 0; i < count; i++) {
		put_list_comma(writer, !i);
		put_number(writer, values[i]);
	}
	buffer_add(&writer->out, "]", 1);
}

static void open_table(struct writer *writer, const char *key)
{
	buffer_printf(&writer->out, "\"%s\":{", key);
}

static void close_table(struct writer *writer, const char *end)
{
	buffer_add_text(&writer->out, end);
	put_line(writer);
}

/* ---- symbols ---- */

static void put_aliases(struct writer *writer, const struct profile *run)
{
	bool is_first = true;

	buffer_add(&writer->out, ",", 1);
	put_line(writer);
	buffer_add_text(&writer->out, "\"aliases\":[");
	for (uint32_t i = 0; i < run->symbol_count; i++) {
		const struct symbol *symbol = &run->symbols[i];

		if (!symbol->alias_count)
			continue;
		put_list_comma(writer, is_first);
		is_first = false;
		buffer_printf(&writer->out, "[%" PRIu32, i);
		for (uint32_t a = 0; a < symbol->alias_count; a++)
			buffer_printf(
				&writer->out, ",%" PRIu32,
				writer_string(writer, run, run->aliases[symbol->first_alias + a]));
		buffer_add(&writer->out, "]", 1);
	}
	buffer_add(&writer->out, "]", 1);
}

static void put_symbols(struct writer *writer, const struct profile *run)
{
	size_t count = run->symbol_count;
	uint64_t *values = mem_zalloc(6 * count + 1, sizeof(*values));
	uint64_t *name = values, *dso = name + count, *flags = dso + count, *size = flags + count;
	uint64_t *srcfile = size + count, *srcline = srcfile + count;

	for (size_t i = 0; i < count; i++) {
		const struct symbol *symbol = &run->symbols[i];

		name[i] = writer_string(writer, run, symbol->name);
		dso[i] = symbol->dso;
		flags[i] = symbol->flags |
			   (symbol->inlining & INLINE_COMPILED ? SNAPSHOT_COMPILED : 0);
		size[i] = symbol->size;
		srcfile[i] = writer_string(writer, run, symbol->srcfile);
		srcline[i] = symbol->srcline;
	}
	open_table(writer, "symbols");
	put_column(writer, "name", name, count, true);
	put_column(writer, "dso", dso, count, false);
	put_column(writer, "flags", flags, count, false);
	put_column(writer, "size", size, count, false);
	put_column(writer, "srcfile", srcfile, count, false);
	put_column(writer, "srcline", srcline, count, false);
	put_aliases(writer, run);
	close_table(writer, "},");
	free(values);
}

/* ---- places ---- */

static void put_inlined(struct writer *writer, const struct profile *plain)
{
	bool is_first = true;

	buffer_add(&writer->out, ",", 1);
	put_line(writer);
	buffer_add_text(&writer->out, "\"inlined\":[");
	for (uint32_t i = 0; i < plain->location_count; i++) {
		const struct location *place = &plain->locations[i];

		if (!place->inline_count)
			continue;
		put_list_comma(writer, is_first);
		is_first = false;
		buffer_printf(&writer->out, "[%" PRIu32, i);
		for (uint32_t k = 0; k < place->inline_count; k++)
			buffer_printf(&writer->out, ",%" PRIu32,
				      plain->inlines[place->first_inline + k]);
		buffer_add(&writer->out, "]", 1);
	}
	buffer_add(&writer->out, "]", 1);
}

static void put_places(struct writer *writer, const struct profile *plain)
{
	size_t count = plain->location_count;
	uint64_t *values = mem_zalloc(3 * count + 1, sizeof(*values));
	uint64_t *symbol = values, *inferred = symbol + count, *ways = inferred + count;

	for (size_t i = 0; i < count; i++) {
		symbol[i] = plain->locations[i].symbol;
		inferred[i] = plain->locations[i].is_inferred;
		ways[i] = plain->locations[i].ways;
	}
	open_table(writer, "places");
	put_column(writer, "symbol", symbol, count, true);
	put_column(writer, "inferred", inferred, count, false);
	put_column(writer, "ways", ways, count, false);
	put_inlined(writer, plain);
	close_table(writer, "},");
	free(values);
}

/* ---- ways between two frames of which nobody knows which was taken ---- */

static void put_ways(struct writer *writer, const struct profile *plain)
{
	size_t graphs = plain->hidden_count, nodes = plain->hidden_node_count,
	       edges = plain->hidden_edge_count;
	uint64_t *values = mem_zalloc(2 * (graphs + nodes + edges) + 1, sizeof(*values));
	uint64_t *functions = values, *jumps = functions + graphs, *symbol = jumps + graphs,
		 *last = symbol + nodes, *from = last + nodes, *to = from + edges;

	for (size_t i = 0; i < graphs; i++) {
		functions[i] = plain->hidden[i].node_count;
		jumps[i] = plain->hidden[i].edge_count;
	}
	for (size_t i = 0; i < nodes; i++) {
		symbol[i] = (uint32_t)(plain->hidden_nodes[i].symbol + 1); /* NONE: 0 */
		last[i] = plain->hidden_nodes[i].is_last;
	}
	for (size_t i = 0; i < edges; i++) {
		from[i] = plain->hidden_edges[i].from;
		to[i] = plain->hidden_edges[i].to;
	}
	open_table(writer, "ways");
	put_column(writer, "functions", functions, graphs, true);
	put_column(writer, "jumps", jumps, graphs, false);
	close_table(writer, "},");
	open_table(writer, "way_functions");
	put_column(writer, "symbol", symbol, nodes, true);
	put_column(writer, "last", last, nodes, false);
	close_table(writer, "},");
	open_table(writer, "way_jumps");
	put_column(writer, "from", from, edges, true);
	put_column(writer, "to", to, edges, false);
	close_table(writer, "},");
	free(values);
}

/* ---- the tree of calls: stacks share what they have in common from the root on ---- */

struct tree {
	uint64_t *place, *back; /* back: how far before it its caller is; 0: it has none */
	size_t count, back_capacity, place_capacity;
	struct table index;
};

/* The call of @place by the call @caller (NONE: it is a root). */
static uint32_t tree_call(struct tree *tree, uint32_t caller, uint32_t place)
{
	uint32_t hash = hash_pair(caller, place), call = (uint32_t)tree->count;

	table_for_each (&tree->index, hash, known)
		if (tree->place[known] == place &&
		    tree->back[known] == (caller == NONE ? 0 : known - caller))
			return known;
	array_reserve(tree->place, tree->place_capacity, tree->count + 1);
	array_reserve(tree->back, tree->back_capacity, tree->count + 1);
	table_insert(&tree->index, hash, call);
	tree->place[call] = place;
	tree->back[call] = caller == NONE ? 0 : call - caller;
	tree->count++;
	return call;
}

static uint32_t tree_add(struct tree *tree, const struct profile *plain, const struct stack *stack)
{
	uint32_t call = NONE;

	for (uint32_t i = stack->depth; i-- > 0;)
		call = tree_call(tree, call, plain->frames[stack->first + i]);
	return call;
}

static void put_tree(struct writer *writer, const struct tree *tree)
{
	open_table(writer, "calls");
	put_column(writer, "place", tree->place, tree->count, true);
	put_column(writer, "back", tree->back, tree->count, false);
	close_table(writer, "},");
}

/* ---- stacks ---- */

static void put_stacks(struct writer *writer, const struct profile *run,
		       const struct profile *plain)
{
	size_t count = plain->stack_count;
	uint64_t *values = mem_zalloc(6 * count + 1, sizeof(*values));
	uint64_t *call = values, *event = call + count, *comm = event + count,
		 *flags = comm + count, *weight = flags + count, *samples = weight + count;
	struct tree tree = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct stack *stack = &plain->stacks[i];

		call[i] = tree_add(&tree, plain, stack);
		event[i] = stack->event;
		comm[i] = writer_string(writer, run, stack->comm);
		flags[i] = stack->flags;
		weight[i] = stack->weight;
		samples[i] = stack->samples;
	}
	put_tree(writer, &tree);
	open_table(writer, "stacks");
	put_column(writer, "call", call, count, true);
	put_column(writer, "event", event, count, false);
	put_column(writer, "comm", comm, count, false);
	put_column(writer, "flags", flags, count, false);
	put_column(writer, "weight", weight, count, false);
	put_column(writer, "samples", samples, count, false);
	close_table(writer, "}");
	table_deinit(&tree.index);
	free(tree.back);
	free(tree.place);
	free(values);
}

/* ---- times: how many of the samples that were kept each stack has in each block ---- */

static int compare_u64(const void *a_, const void *b_)
{
	const uint64_t *a = a_, *b = b_;

	return (*a > *b) - (*a < *b);
}

/* Stacks in their order, so that each can be told by its distance from the one before. */
static void put_times(struct writer *writer, const struct timeline *timeline)
{
	size_t samples = timeline->count, rows = 0;
	uint64_t *keys = mem_zalloc(4 * samples + 1, sizeof(*keys));
	uint64_t *stack = keys + samples, *block = stack + samples, *count = block + samples;
	uint64_t before = 0;

	for (size_t i = 0; i < samples; i++)
		keys[i] = (uint64_t)timeline->stacks[i] * TIME_BLOCKS + timeline->blocks[i];
	qsort(keys, samples, sizeof(*keys), compare_u64);
	for (size_t i = 0; i < samples; i++) {
		if (i && keys[i] == keys[i - 1]) {
			count[rows - 1]++;
			continue;
		}
		stack[rows] = keys[i] / TIME_BLOCKS - before;
		block[rows] = keys[i] % TIME_BLOCKS;
		count[rows++] = 1;
		before = keys[i] / TIME_BLOCKS;
	}
	buffer_add(&writer->out, ",", 1);
	open_table(writer, "times");
	put_column(writer, "step", stack, rows, true);
	put_column(writer, "block", block, rows, false);
	put_column(writer, "samples", count, rows, false);
	buffer_printf(&writer->out, ",\"every\":%" PRIu32, timeline->every);
	close_table(writer, "}");
	free(keys);
}

static void put_children(struct writer *writer, const struct profile *run)
{
	size_t count = run->children_count;
	uint64_t *values = mem_zalloc(3 * count + 1, sizeof(*values));
	uint64_t *symbol = values, *event = symbol + count, *weight = event + count;

	for (size_t i = 0; i < count; i++) {
		symbol[i] = run->children[i].symbol;
		event[i] = run->children[i].event;
		weight[i] = run->children[i].weight;
	}
	buffer_add(&writer->out, ",", 1);
	open_table(writer, "children");
	put_column(writer, "symbol", symbol, count, true);
	put_column(writer, "event", event, count, false);
	put_column(writer, "weight", weight, count, false);
	close_table(writer, "}");
	free(values);
}

void put_tables(struct writer *writer, const struct profile *run)
{
	struct profile *plain = profile_without_addresses(run);

	put_symbols(writer, run);
	if (plain->hidden_count)
		put_ways(writer, plain);
	put_places(writer, plain);
	put_stacks(writer, run, plain);
	if (plain->timeline.count)
		put_times(writer, &plain->timeline);
	if (run->children_count)
		put_children(writer, run);
	profile_free(plain);
}
