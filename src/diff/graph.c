// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/graph.h"

#include <stdlib.h>

#include "support/memory.h"

uint32_t graph_find(const struct graph *graph, uint32_t caller, uint32_t callee)
{
	table_for_each (&graph->index, hash_pair(caller, callee), known)
		if (graph->edges[known].caller == caller && graph->edges[known].callee == callee)
			return known;
	return NONE;
}

double graph_weight(const struct graph *graph, uint32_t caller, uint32_t callee, int side)
{
	uint32_t edge = graph_find(graph, caller, callee);

	return edge == NONE ? 0 : graph->edges[edge].weight[side];
}

static struct graph_edge *edge_get(struct graph *graph, uint32_t caller, uint32_t callee)
{
	uint32_t known = graph_find(graph, caller, callee);
	struct graph_node *from = &graph->nodes[caller], *to = &graph->nodes[callee];

	if (known != NONE)
		return &graph->edges[known];
	array_reserve(graph->edges, graph->edge_capacity, graph->edge_count + 1);
	graph->edges[graph->edge_count] = (struct graph_edge) {
		.caller = caller,
		.callee = callee,
		.next_out = from->first_out,
		.next_in = to->first_in,
	};
	from->first_out = to->first_in = graph->edge_count;
	table_insert(&graph->index, hash_pair(caller, callee), graph->edge_count);
	return &graph->edges[graph->edge_count++];
}

static void add_side(struct graph *graph, int side, uint32_t *last_seen)
{
	const struct chain_list *list = &graph->chains->side[side];

	for (size_t i = 0; i < list->count; i++) {
		const struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;
		double weight = chain->weight * graph->chains->unit[side];
		uint32_t caller = graph->root;

		for (uint32_t j = chain->depth; j-- > 0; caller = rows[j]) {
			struct graph_edge *edge = edge_get(graph, caller, rows[j]);

			edge->weight[side] += weight;
			if (!j)
				edge->self[side] += weight;
			if (last_seen[rows[j]] == i + 1)
				continue;
			last_seen[rows[j]] = i + 1;
			graph->nodes[rows[j]].inclusive[side] += weight;
		}
		graph->nodes[rows[0]].self[side] += weight;
		graph->nodes[graph->root].inclusive[side] += weight;
	}
}

void graph_init(struct graph *graph, const struct chains *chains)
{
	uint32_t rows = chains->event->row_count;

	*graph = (struct graph) {
		.chains = chains,
		.root = rows,
		.nodes = mem_zalloc(rows + 1, sizeof(*graph->nodes)),
	};
	for (uint32_t i = 0; i <= rows; i++)
		graph->nodes[i].first_out = graph->nodes[i].first_in = NONE;
	for (int side = 0; side < SIDES; side++) {
		uint32_t *last_seen = mem_zalloc(rows + 1, sizeof(*last_seen));

		add_side(graph, side, last_seen);
		free(last_seen);
	}
}

void graph_deinit(struct graph *graph)
{
	free(graph->nodes);
	free(graph->edges);
	table_deinit(&graph->index);
}
