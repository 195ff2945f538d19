/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_TAIL_GRAPH_H
#define SYMBOLS_TAIL_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/table.h"

/*
 * Functions and the jumps by which each ends in another: which ways lead from the function that
 * was called to the one that was found running in its place?
 *
 * A function that may also jump to where nobody can tell (through a pointer, or because nothing
 * describes it) is open: from there every function can be reached, by ways that are not known.
 */
struct tail_node {
	uint64_t entry;
	uint32_t first_edge, edge_count;
	bool is_known; /* its jumps are in the graph */
	bool is_open;
};

struct tail_edge {
	uint32_t to;
	uint64_t place; /* of the jump */
};

struct tail_graph {
	struct tail_node *nodes;
	size_t node_count, node_capacity;
	struct tail_edge *edges;
	size_t edge_count, edge_capacity;
	struct table index; /* by entry */

	/* Asked for a node whose jumps are not known yet: to add them by tail_graph_add_jump(). */
	void (*explore)(struct tail_graph *graph, uint32_t node, void *data);
	void *data;
};

/* The function that begins at @entry, a new one if it is not known. */
uint32_t tail_graph_node(struct tail_graph *graph, uint64_t entry);

/* One more jump of the node that is being explored. */
void tail_graph_add_jump(struct tail_graph *graph, uint32_t node, uint64_t target, uint64_t place);

void tail_graph_deinit(struct tail_graph *graph);

/* What lies between a function that was called and the one that was found. */
enum tail_ways_kind {
	TAIL_WAYS_NONE,	   /* nothing leads there; all else is empty */
	TAIL_WAYS_ONE,	   /* one way, and there can be no other */
	TAIL_WAYS_OPEN,	   /* at most one is known, but an open function may lead there, too */
	TAIL_WAYS_SEVERAL, /* several are known */
};

struct tail_ways {
	enum tail_ways_kind kind;
	uint32_t *shared; /* nodes that every way passes, from the called one on */
	size_t shared_count;

	/*
	 * All ways, unless they are one: of the nodes on them, the first being the called one,
	 * which jump to which, and which to the end, or perhaps to the end.
	 */
	struct tail_way_node {
		uint32_t node;
		bool is_last;
	} * nodes;
	struct tail_way_edge {
		uint32_t from, to; /* of @nodes */
	} * edges;
	size_t node_count, edge_count;
};

/*
 * The ways from @from to @to, another node. Work is bounded: what is more than so many functions
 * away is taken as open.
 */
void tail_graph_ways(struct tail_graph *graph, uint32_t from, uint32_t to, struct tail_ways *ways);
void tail_ways_deinit(struct tail_ways *ways);

/* The only jump from @from to @to; 0 if there are several. */
uint64_t tail_graph_place(const struct tail_graph *graph, uint32_t from, uint32_t to);

#endif
