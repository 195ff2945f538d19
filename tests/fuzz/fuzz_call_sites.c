// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes that are an ELF file with debug information give call sites: a function is where its
 * entry is found again, what every way passes is on each, and all of it ends in time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/call_sites.h"
#include "symbols/tail_graph.h"

#define CHECK(condition)                                                                \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

#define MOST_FUNCTIONS 64
#define MOST_BYTES     4096 /* looked at in each range */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void explore(struct tail_graph *graph, uint32_t node, void *data)
{
	struct tail_jumps jumps;

	if (!call_sites_jumps(data, graph->nodes[node].entry, &jumps)) {
		graph->nodes[node].is_open = true;
		return;
	}
	graph->nodes[node].is_open = !jumps.complete;
	for (size_t i = 0; i < jumps.count; i++)
		if (jumps.list[i].target)
			tail_graph_add_jump(graph, node, jumps.list[i].target, jumps.list[i].place);
}

static size_t find_functions(struct call_sites *sites, const struct debug_info *info,
			     uint64_t *entries)
{
	size_t count = 0;

	for (size_t i = 0; i < info->range_count; i++) {
		uint64_t at = info->ranges[i].start, end = info->ranges[i].end;

		for (size_t n = 0; at < end && n < MOST_BYTES; at++, n++) {
			uint64_t entry = call_sites_function(sites, at);

			call_sites_callee(sites, at);
			if (entry && count < MOST_FUNCTIONS &&
			    (!count || entries[count - 1] != entry))
				entries[count++] = entry;
		}
	}
	return count;
}

static void check_ways(struct tail_graph *graph, uint64_t from_entry, uint64_t to_entry)
{
	uint32_t from = tail_graph_node(graph, from_entry), to = tail_graph_node(graph, to_entry);
	struct tail_ways ways;

	if (from == to)
		return;
	tail_graph_ways(graph, from, to, &ways);
	CHECK((ways.kind == TAIL_WAYS_NONE) == !ways.shared_count);
	CHECK(!ways.shared_count || ways.shared[0] == from);
	for (size_t i = 0; i < ways.shared_count; i++)
		CHECK(ways.shared[i] != to && ways.shared[i] < graph->node_count);
	for (size_t i = 0; i < ways.edge_count; i++)
		CHECK(ways.edges[i].from < ways.node_count && ways.edges[i].to < ways.node_count);
	/* The only way is made of single steps. */
	for (size_t i = 0; ways.kind == TAIL_WAYS_ONE && i < ways.shared_count; i++) {
		const struct tail_node *node = &graph->nodes[ways.shared[i]];
		uint32_t next = i + 1 < ways.shared_count ? ways.shared[i + 1] : to;
		bool found = false;

		for (uint32_t k = 0; k < node->edge_count; k++)
			found |= graph->edges[node->first_edge + k].to == next;
		CHECK(found && !node->is_open);
	}
	tail_ways_deinit(&ways);
}

static void check_info(struct debug_info *info)
{
	struct call_sites *sites = call_sites_new(info);
	struct tail_graph graph = { .explore = explore, .data = sites };
	uint64_t entries[MOST_FUNCTIONS];
	size_t count = find_functions(sites, info, entries);

	for (size_t i = 0; i < count && !debug_info_is_late(info); i++)
		for (size_t k = 0; k < count; k++)
			check_ways(&graph, entries[i], entries[k]);
	tail_graph_deinit(&graph);
	call_sites_free(sites);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct debug_trouble trouble = { "" };
	struct debug_info info;
	struct elf_file file;
	/* What libdw changes must be writable, and gone afterwards. */
	uint8_t *copy = malloc(size + 1);

	CHECK(copy);
	memcpy(copy, data, size);
	if (elf_file_from_bytes(&file, "fuzz", copy, size) &&
	    debug_info_open(&info, &file, NULL, 1, &trouble)) {
		check_info(&info);
		debug_info_close(&info);
	}
	free(copy);
	return 0;
}
