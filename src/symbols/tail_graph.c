// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/tail_graph.h"

#include <stdlib.h>

#include "support/memory.h"

/* Functions that one call is followed to. The longest chains of a kernel have about ten. */
#define MOST_REACHED 4000

#define NO_NUMBER UINT32_MAX

uint32_t tail_graph_node(struct tail_graph *graph, uint64_t entry)
{
	uint32_t hash = hash_pair(entry, 0);

	table_for_each (&graph->index, hash, known)
		if (graph->nodes[known].entry == entry)
			return known;
	array_reserve(graph->nodes, graph->node_capacity, graph->node_count + 1);
	graph->nodes[graph->node_count] = (struct tail_node) { .entry = entry };
	table_insert(&graph->index, hash, graph->node_count);
	return graph->node_count++;
}

void tail_graph_add_jump(struct tail_graph *graph, uint32_t node, uint64_t target, uint64_t place)
{
	uint32_t to = tail_graph_node(graph, target); /* may move the array */
	struct tail_node *from = &graph->nodes[node];

	array_reserve(graph->edges, graph->edge_capacity, graph->edge_count + 1);
	if (!from->edge_count)
		from->first_edge = graph->edge_count;
	graph->edges[graph->edge_count++] = (struct tail_edge) { to, place };
	from->edge_count++;
}

void tail_graph_deinit(struct tail_graph *graph)
{
	free(graph->nodes);
	free(graph->edges);
	table_deinit(&graph->index);
}

void tail_ways_deinit(struct tail_ways *ways)
{
	free(ways->shared);
	free(ways->nodes);
	free(ways->edges);
}

uint64_t tail_graph_place(const struct tail_graph *graph, uint32_t from, uint32_t to)
{
	const struct tail_node *node = &graph->nodes[from];
	uint64_t place = 0;

	for (uint32_t i = 0; i < node->edge_count; i++) {
		const struct tail_edge *edge = &graph->edges[node->first_edge + i];

		if (edge->to != to)
			continue;
		if (place)
			return 0;
		place = edge->place;
	}
	return place;
}

/*
 * What can be reached from the called function, numbered in the order in which it was met: 0 is
 * that function itself.
 */
struct reach {
	struct tail_graph *graph;
	uint32_t *nodes;  /* by number */
	uint32_t *parent; /* by number: from which it was met first */
	uint32_t *first;  /* by number: its edges are edges[first[n] .. first[n + 1]) */
	bool *is_open;	  /* by number */
	uint32_t *number; /* by node; NO_NUMBER: not reached */
	size_t count, number_count;
	struct tail_way_edge *edges; /* between numbers, each pair once */
	size_t edge_count, edge_capacity;
	uint32_t end; /* the number of the function that was found; NO_NUMBER: not reached */
};

/* The number of @node, met on the way from @parent; NO_NUMBER: too many are known already. */
static uint32_t meet(struct reach *reach, uint32_t node, uint32_t parent)
{
	size_t need = reach->graph->node_count;

	if (reach->number_count < need) {
		reach->number = mem_realloc(reach->number, need, sizeof(*reach->number));
		while (reach->number_count < need)
			reach->number[reach->number_count++] = NO_NUMBER;
	}
	if (reach->number[node] == NO_NUMBER && reach->count < MOST_REACHED) {
		reach->nodes[reach->count] = node;
		reach->parent[reach->count] = parent;
		reach->number[node] = reach->count++;
	}
	return reach->number[node];
}

static void add_edge(struct reach *reach, uint32_t from, uint32_t to)
{
	for (size_t i = reach->first[from]; i < reach->edge_count; i++)
		if (reach->edges[i].to == to)
			return;
	array_reserve(reach->edges, reach->edge_capacity, reach->edge_count + 1);
	reach->edges[reach->edge_count++] = (struct tail_way_edge) { from, to };
}

static void follow_jumps(struct reach *reach, uint32_t number)
{
	struct tail_graph *graph = reach->graph;
	uint32_t node = reach->nodes[number];

	if (!graph->nodes[node].is_known) {
		graph->nodes[node].is_known = true;
		graph->explore(graph, node, graph->data);
	}
	reach->is_open[number] = graph->nodes[node].is_open;
	for (uint32_t i = 0; i < graph->nodes[node].edge_count; i++) {
		uint32_t edge = graph->nodes[node].first_edge + i;
		uint32_t to = meet(reach, graph->edges[edge].to, number);

		if (to == NO_NUMBER)
			reach->is_open[number] = true;
		else
			add_edge(reach, number, to);
	}
}

static void reach_init(struct reach *reach, struct tail_graph *graph, uint32_t from, uint32_t to)
{
	*reach = (struct reach) {
		.graph = graph,
		.nodes = mem_alloc((MOST_REACHED + 1) * sizeof(*reach->nodes)),
		.parent = mem_alloc((MOST_REACHED + 1) * sizeof(*reach->parent)),
		.first = mem_alloc((MOST_REACHED + 2) * sizeof(*reach->first)),
		.is_open = mem_alloc((MOST_REACHED + 1) * sizeof(*reach->is_open)),
	};
	meet(reach, from, NO_NUMBER);
	for (uint32_t i = 0; i < reach->count; i++) {
		reach->first[i] = reach->edge_count;
		follow_jumps(reach, i);
	}
	reach->first[reach->count] = reach->edge_count;
	reach->end = to < reach->number_count ? reach->number[to] : NO_NUMBER;
}

static void reach_deinit(struct reach *reach)
{
	free(reach->nodes);
	free(reach->parent);
	free(reach->first);
	free(reach->is_open);
	free(reach->number);
	free(reach->edges);
}

/* Numbers from which a way leads to the end, with @open also by an unknown one. To be freed. */
static bool *find_leading(const struct reach *reach, bool open)
{
	bool *leads = mem_zalloc(reach->count, sizeof(*leads)), changed = true;

	for (uint32_t i = 0; i < reach->count; i++)
		leads[i] = (open && reach->is_open[i]) || i == reach->end;
	/* Numbers mostly grow along the edges: backwards, few rounds do. */
	while (changed) {
		changed = false;
		for (size_t i = reach->edge_count; i-- > 0;)
			if (leads[reach->edges[i].to] && !leads[reach->edges[i].from])
				leads[reach->edges[i].from] = changed = true;
	}
	return leads;
}

/* Does every number of a way lead on to one other? */
static bool is_one_way(const struct reach *reach, const bool *leads)
{
	for (uint32_t i = 0; i < reach->count; i++) {
		uint32_t ways = 0;

		for (uint32_t k = reach->first[i]; k < reach->first[i + 1]; k++)
			ways += leads[reach->edges[k].to];
		if (i == reach->end ? ways > 0 : leads[i] && ways > 1)
			return false;
	}
	return true;
}

/* Numbers that are reached without passing the end. To be freed. */
static bool *find_before_end(const struct reach *reach)
{
	bool *before = mem_zalloc(reach->count, sizeof(*before)), changed = true;

	before[0] = true;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < reach->edge_count; i++) {
			const struct tail_way_edge *edge = &reach->edges[i];

			if (before[edge->from] && edge->to != reach->end && !before[edge->to])
				before[edge->to] = changed = true;
		}
	}
	return before;
}

/* Is none of the functions before the end open? */
static bool is_closed(const struct reach *reach, const bool *before)
{
	for (uint32_t i = 0; i < reach->count; i++)
		if (before[i] && reach->is_open[i])
			return false;
	return true;
}

/* The shortest way, as numbers from 0 to the end. To be freed. */
static uint32_t *shortest_way(const struct reach *reach, size_t *length)
{
	uint32_t *way;

	*length = 1;
	for (uint32_t at = reach->end; at; at = reach->parent[at])
		++*length;
	way = mem_alloc(*length * sizeof(*way));
	for (uint32_t at = reach->end, i = *length; i-- > 0; at = reach->parent[at])
		way[i] = at;
	return way;
}

/*
 * How far along the shortest way one gets by what begins at @from and leaves it at once:
 * @on_way[n] is one more than the place of number n on it, 0 if it is elsewhere. What was @seen
 * need not be looked at again.
 */
static size_t furthest(const struct reach *reach, uint32_t from, const uint32_t *on_way, bool *seen,
		       uint32_t *pending)
{
	size_t count = 0, far = 0;

	pending[count++] = from;
	while (count) {
		uint32_t at = pending[--count];

		if (reach->is_open[at] && on_way[reach->end] > far)
			far = on_way[reach->end];
		for (uint32_t i = reach->first[at]; i < reach->first[at + 1]; i++) {
			uint32_t to = reach->edges[i].to;

			if (on_way[to] > far)
				far = on_way[to];
			if (on_way[to] || seen[to])
				continue;
			seen[to] = true;
			pending[count++] = to;
		}
	}
	return far ? far - 1 : 0;
}

/*
 * What every way passes is on the shortest one, too: those of its nodes that nothing before them
 * leads around.
 */
static void find_shared(const struct reach *reach, struct tail_ways *ways)
{
	uint32_t *on_way = mem_zalloc(reach->count, sizeof(*on_way));
	uint32_t *pending = mem_alloc(reach->count * sizeof(*pending));
	bool *seen = mem_zalloc(reach->count, sizeof(*seen));
	size_t length, far = 0;
	uint32_t *way = shortest_way(reach, &length);

	ways->shared = mem_alloc(length * sizeof(*ways->shared));
	for (size_t i = 0; i < length; i++)
		on_way[way[i]] = i + 1;
	for (size_t i = 0; i + 1 < length; i++) {
		size_t next;

		if (far == i)
			ways->shared[ways->shared_count++] = reach->nodes[way[i]];
		next = furthest(reach, way[i], on_way, seen, pending);
		if (next > far)
			far = next;
	}
	free(on_way);
	free(pending);
	free(seen);
	free(way);
}

static void copy_ways(const struct reach *reach, const bool *before, struct tail_ways *ways)
{
	uint32_t *copy = mem_alloc(reach->count * sizeof(*copy));
	bool *leads = find_leading(reach, true);

	ways->nodes = mem_alloc(reach->count * sizeof(*ways->nodes));
	ways->edges = mem_alloc((reach->edge_count + 1) * sizeof(*ways->edges));
	for (uint32_t i = 0; i < reach->count; i++) {
		copy[i] = NO_NUMBER;
		if (!leads[i] || !before[i])
			continue;
		copy[i] = ways->node_count;
		ways->nodes[ways->node_count++] =
			(struct tail_way_node) { reach->nodes[i], reach->is_open[i] };
	}
	for (size_t i = 0; i < reach->edge_count; i++) {
		const struct tail_way_edge *edge = &reach->edges[i];

		if (!before[edge->from] || !leads[edge->to])
			continue;
		if (edge->to == reach->end)
			ways->nodes[copy[edge->from]].is_last = true;
		else
			ways->edges[ways->edge_count++] = (struct tail_way_edge) {
				copy[edge->from],
				copy[edge->to],
			};
	}
	free(leads);
	free(copy);
}

/* That an open function behind the end may jump back to it is not reckoned with. */
static enum tail_ways_kind kind_of(const struct reach *reach, const bool *before)
{
	bool *known = find_leading(reach, false);
	bool is_one = !known[0] || is_one_way(reach, known);

	free(known);
	if (!is_one)
		return TAIL_WAYS_SEVERAL;
	return is_closed(reach, before) ? TAIL_WAYS_ONE : TAIL_WAYS_OPEN;
}

/* By way of the open function that is nearest; false if there is none. */
static bool add_unknown_end(struct reach *reach, uint32_t to)
{
	for (uint32_t i = 0; i < reach->count; i++) {
		if (!reach->is_open[i])
			continue;
		reach->end = reach->count++;
		reach->nodes[reach->end] = to;
		reach->parent[reach->end] = i;
		reach->is_open[reach->end] = false;
		reach->first[reach->count] = reach->edge_count;
		return true;
	}
	return false;
}

void tail_graph_ways(struct tail_graph *graph, uint32_t from, uint32_t to, struct tail_ways *ways)
{
	struct reach reach;

	*ways = (struct tail_ways) { 0 };
	reach_init(&reach, graph, from, to);
	if (reach.end != NO_NUMBER || add_unknown_end(&reach, to)) {
		bool *before = find_before_end(&reach);

		ways->kind = kind_of(&reach, before);
		find_shared(&reach, ways);
		if (ways->kind != TAIL_WAYS_ONE)
			copy_ways(&reach, before, ways);
		free(before);
	}
	reach_deinit(&reach);
}
