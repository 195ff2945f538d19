/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_GRAPH_H
#define DIFF_GRAPH_H

#include "diff/chains.h"

/*
 * Who calls whom, and what it weighs, both sides, in the common unit of the
 * chains. A chain counts for an edge as often as it has it.
 */
struct graph_edge {
	uint32_t caller, callee;    /* rows; the caller of an outermost frame is the graph's root */
	uint32_t next_out, next_in; /* of the same caller, of the same callee; NONE: the last */
	double weight[SIDES];
	double self[SIDES]; /* of that: the callee was the leaf */
};

struct graph_node {
	uint32_t first_out, first_in; /* edges, or NONE */
	double self[SIDES];
	double inclusive[SIDES]; /* once per chain */
};

struct graph {
	const struct chains *chains;
	uint32_t root;		  /* stands above all outermost frames; nodes[root] too */
	struct graph_node *nodes; /* by row */
	struct graph_edge *edges;
	size_t edge_count;

	/* Private to graph.c. */
	size_t edge_capacity;
	struct table index;
};

void graph_init(struct graph *graph, const struct chains *chains);
void graph_deinit(struct graph *graph);

/* The number of an edge, or NONE. */
uint32_t graph_find(const struct graph *graph, uint32_t caller, uint32_t callee);

/* Weight of an edge on a side; 0 if there is none. */
double graph_weight(const struct graph *graph, uint32_t caller, uint32_t callee, int side);

#endif
