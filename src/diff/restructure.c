// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/restructure.h"

#include <math.h>
#include <stdlib.h>

#include "diff/graph.h"
#include "diff/likeness.h"
#include "support/memory.h"

#define LEAST_SHARE   0.0005 /* of the total: lighter code is not followed */
#define LEAST_SAMPLES 16
#define ROUNDS_MOST   4	   /* what is undone makes the next one visible */
#define LEFT_OVER     0.02 /* of a call that is gone, what may still be seen */
#define EXPLAINED     0.5  /* of what went, what must have come elsewhere */
#define ALL_OF_IT     0.85
#define NAME_COUNTS   0.2
#define IS_NOISE      3.0 /* standard errors */
#define TYPICAL_LEAST 0.1 /* as a logarithm */

struct restructuring {
	struct diff_event *event;
	struct chains *chains;
	struct graph graph;
	struct name_words words;
	double least;
	double *spent_self,
		*spent_edge; /* of what came, by row and edge: what is explained already */
};

/* A call that only one side has. */
struct cut {
	uint32_t edge;
	double weight;
};

/* What the callee of a cut calls itself. */
struct part {
	uint32_t cut, callee;
	double weight;
};

struct parts {
	struct part *list;
	size_t count, capacity;
	struct table index;
};

static void note_relocation(struct restructuring *work, enum relocation_kind kind, uint32_t row,
			    uint32_t other, double weight)
{
	struct diff_event *event = work->event;

	for (size_t i = 0; i < event->relocation_count; i++) {
		struct relocation *known = &event->relocations[i];

		if (known->kind == kind && known->row == row && known->other == other) {
			known->share += weight / work->chains->total;
			return;
		}
	}
	array_reserve(event->relocations, event->relocation_capacity, event->relocation_count + 1);
	event->relocations[event->relocation_count++] = (struct relocation) {
		.kind = kind,
		.row = row,
		.other = other,
		.share = weight / work->chains->total,
	};
}

/* ---- inlined and outlined: a call is gone, its caller does the work ---- */

static int heavier_cut(const void *a, const void *b)
{
	const struct cut *x = a, *y = b;

	return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1)
				      : (x->edge > y->edge) - (x->edge < y->edge);
}

static size_t find_cuts(const struct restructuring *work, int side, struct cut **cuts)
{
	const struct graph *graph = &work->graph;
	size_t count = 0, capacity = 0;

	*cuts = NULL;
	for (uint32_t i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		if (edge->caller == graph->root || edge->weight[side] < work->least ||
		    chains_same_binary(work->chains, edge->caller, edge->caller) ||
		    edge->weight[!side] > LEFT_OVER * edge->weight[side] ||
		    !(graph->nodes[edge->caller].inclusive[!side] > 0))
			continue;
		array_reserve(*cuts, capacity, count + 1);
		(*cuts)[count++] = (struct cut) { .edge = i, .weight = edge->weight[side] };
	}
	if (count)
		qsort(*cuts, count, sizeof(**cuts), heavier_cut);
	return count;
}

static void add_part(struct parts *parts, uint32_t cut, uint32_t callee, double weight)
{
	uint32_t hash = hash_pair(cut, callee);

	table_for_each (&parts->index, hash, known)
		if (parts->list[known].cut == cut && parts->list[known].callee == callee) {
			parts->list[known].weight += weight;
			return;
		}
	array_reserve(parts->list, parts->capacity, parts->count + 1);
	parts->list[parts->count] = (struct part) { cut, callee, weight };
	table_insert(&parts->index, hash, parts->count++);
}

/* What is called below each cut. */
static struct parts collect_parts(const struct restructuring *work, int side,
				  const struct cut *cuts, size_t count)
{
	const struct graph *graph = &work->graph;
	const struct chain_list *list = &work->chains->side[side];
	uint32_t *cut_of = mem_alloc((graph->edge_count + 1) * sizeof(*cut_of));
	bool *is_callee = mem_zalloc(work->event->row_count + 1, sizeof(*is_callee));
	struct parts parts = { 0 };

	for (size_t i = 0; i < graph->edge_count; i++)
		cut_of[i] = NONE;
	for (size_t i = 0; i < count; i++) {
		cut_of[cuts[i].edge] = i;
		is_callee[graph->edges[cuts[i].edge].callee] = true;
	}
	for (size_t i = 0; i < list->count; i++) {
		const struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;

		for (uint32_t j = 1; j + 1 < chain->depth; j++) {
			uint32_t edge =
				is_callee[rows[j]] ? graph_find(graph, rows[j + 1], rows[j]) : NONE;

			if (edge != NONE && cut_of[edge] != NONE)
				add_part(&parts, cut_of[edge], rows[j - 1],
					 chain->weight * work->chains->unit[side]);
		}
	}
	free(cut_of);
	free(is_callee);
	return parts;
}

/* What a caller must have gained where a cut is gone, summed part by part. */
struct gain {
	double wanted, got;
	double seen; /* weights of all that was compared: how much of it is noise */
	double over; /* what the caller itself gained beyond what was wanted */
};

static void add_gain(struct gain *gain, double wanted, double had, double has, double *spent,
		     bool spend)
{
	double got = fmin(fmax(has - had - *spent, 0), wanted);

	gain->wanted += wanted;
	gain->got += got;
	gain->seen += had + has;
	if (spend)
		*spent += got;
}

static struct gain gain_of_caller(struct restructuring *work, int side, uint32_t cut_number,
				  const struct cut *cut, const struct parts *parts, bool spend)
{
	const struct graph *graph = &work->graph;
	const struct graph_edge *edge = &graph->edges[cut->edge];
	const struct graph_node *caller = &graph->nodes[edge->caller];
	struct gain gain = { 0 };
	double none = 0, dearer = 0;

	/* By how much the caller itself is dearer: a call that is new to it is so, too. */
	if (caller->inclusive[side] > 0)
		dearer = fmin(caller->inclusive[!side] / caller->inclusive[side], 1);
	add_gain(&gain, edge->self[side], caller->self[side], caller->self[!side],
		 &work->spent_self[edge->caller], spend);
	gain.over = fmax(caller->self[!side] - caller->self[side] - work->spent_self[edge->caller] -
				 gain.got * !spend,
			 0);
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->list[i];
		uint32_t direct;

		/* What only this side has cannot show on the other: it may be inlined as well. */
		if (part->cut != cut_number || part->callee == edge->caller ||
		    !(graph->nodes[part->callee].inclusive[!side] > 0))
			continue;
		direct = graph_find(graph, edge->caller, part->callee);
		if (direct == NONE)
			add_gain(&gain, part->weight, 0, 0, &none, false);
		else if (graph->edges[direct].weight[side] <= LEFT_OVER * part->weight)
			add_gain(&gain, part->weight * dearer, 0,
				 graph->edges[direct].weight[!side], &work->spent_edge[direct],
				 spend);
		else
			add_gain(&gain, part->weight, graph->edges[direct].weight[side],
				 graph->edges[direct].weight[!side], &work->spent_edge[direct],
				 spend);
	}
	return gain;
}

/*
 * What the callee called may be taken in, too: then the caller's own weight has
 * it, and all that it costs is as before.
 */
static bool is_kept(const struct restructuring *work, const struct graph_edge *edge, int side,
		    const struct gain *gain)
{
	const double *all = work->graph.nodes[edge->caller].inclusive;
	double lost = all[side] - all[!side];

	return gain->got + gain->over >= ALL_OF_IT * gain->wanted &&
	       lost <= fmax((1 - ALL_OF_IT) * gain->wanted,
			    IS_NOISE * chains_noise(work->chains, all[side] + all[!side]));
}

static bool explains(const struct restructuring *work, const struct graph_edge *edge, int side,
		     const struct gain *gain)
{
	return gain->wanted >= work->least &&
	       gain->wanted >= IS_NOISE * chains_noise(work->chains, gain->seen) &&
	       (gain->got >= EXPLAINED * gain->wanted || is_kept(work, edge, side, gain));
}

struct dissolved {
	const struct graph *graph;
	bool *edges;
};

static bool is_dissolved(const void *context, uint32_t caller, uint32_t callee)
{
	const struct dissolved *dissolved = context;
	uint32_t edge = graph_find(dissolved->graph, caller, callee);

	return edge != NONE && dissolved->edges[edge];
}

/*
 * Calls that @side has and the other does not, whose caller has all the work
 * on the other: inlined, if it is the base that has them.
 */
static bool undo_inlining(struct restructuring *work, int side)
{
	struct cut *cuts;
	size_t count = find_cuts(work, side, &cuts);
	struct parts parts = collect_parts(work, side, cuts, count);
	struct dissolved dissolved = { &work->graph,
				       mem_zalloc(work->graph.edge_count + 1, sizeof(bool)) };
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		const struct graph_edge *edge = &work->graph.edges[cuts[i].edge];
		struct gain gain = gain_of_caller(work, side, i, &cuts[i], &parts, false);

		if (!explains(work, edge, side, &gain))
			continue;
		gain_of_caller(work, side, i, &cuts[i], &parts, true);
		dissolved.edges[cuts[i].edge] = any = true;
		note_relocation(work, side == BASE ? RELOCATION_INLINED : RELOCATION_OUTLINED,
				edge->callee, edge->caller, edge->weight[side]);
	}
	if (any)
		chains_dissolve(work->chains, side, is_dissolved, &dissolved);
	free(dissolved.edges);
	free(cuts);
	free(parts.list);
	table_deinit(&parts.index);
	return any;
}

/* ---- merged and split: another function does the work, for the same callers ---- */

/* How much of what @row was on @side has come to @into on the other. */
struct absorption {
	double wanted, got, seen;
	double rest;  /* of what came, what @row does not explain */
	double below; /* of got: calls of callees */
	int callers;  /* that now call @into instead */
	double calls; /* what all callers called */
	double fresh; /* of that, of callers that did not call @into before */
};

static double absorb(struct absorption *sum, double wanted, double came)
{
	double got = fabs(came) - fabs(came - wanted);

	sum->wanted += wanted;
	sum->got += got;
	sum->rest += fabs(came - wanted);
	return got;
}

static double came_to(const struct graph *graph, uint32_t caller, uint32_t callee, int side,
		      struct absorption *sum)
{
	double had = graph_weight(graph, caller, callee, side);
	double has = graph_weight(graph, caller, callee, !side);

	sum->seen += had + has;
	return has - had;
}

static struct absorption absorption_of(const struct graph *graph, uint32_t row, uint32_t into,
				       int side)
{
	const struct graph_node *from = &graph->nodes[row], *to = &graph->nodes[into];
	struct absorption sum = { .seen = to->self[side] + to->self[!side] };

	absorb(&sum, from->self[side], to->self[!side] - to->self[side]);
	for (uint32_t e = from->first_in; e != NONE; e = graph->edges[e].next_in) {
		const struct graph_edge *edge = &graph->edges[e];

		if (edge->caller == into || !(edge->weight[side] > 0))
			continue;
		sum.calls += edge->weight[side];
		if (graph_weight(graph, edge->caller, into, side) <= LEFT_OVER * edge->weight[side])
			sum.fresh += edge->weight[side];
		if (absorb(&sum, edge->weight[side],
			   came_to(graph, edge->caller, into, side, &sum)) >
		    EXPLAINED * edge->weight[side])
			sum.callers++;
	}
	for (uint32_t e = from->first_out; e != NONE; e = graph->edges[e].next_out) {
		const struct graph_edge *edge = &graph->edges[e];

		if (edge->callee != into && edge->weight[side] > 0)
			sum.below += absorb(&sum, edge->weight[side],
					    came_to(graph, into, edge->callee, side, &sum));
	}
	return sum;
}

/* One number that roughly fits is a chance; a second kind of evidence makes it a case. */
static bool is_absorbed(const struct restructuring *work, uint32_t row, uint32_t into,
			const struct absorption *sum)
{
	bool is_renamed = work->event->rows[into].match == MATCH_INFERRED;

	return sum->callers >= 2 || sum->below >= 0.2 * sum->wanted ||
	       (is_renamed && sum->fresh >= ALL_OF_IT * sum->calls) ||
	       name_likeness(&work->words, row, into) >= NAME_COUNTS;
}

/* Whatever it is now called: its caller spends as much as before, and on whom is clear. */
static bool is_traded(const struct restructuring *work, const struct absorption *sum)
{
	return sum->got >= ALL_OF_IT * sum->wanted &&
	       sum->rest <= fmax((1 - ALL_OF_IT) * sum->wanted,
				 2 * chains_noise(work->chains, sum->seen));
}

struct best {
	uint32_t row;
	double share, second;
	enum relocation_kind kind;
};

static void try_absorber(const struct restructuring *work, uint32_t row, uint32_t into, int side,
			 struct best *best)
{
	struct absorption sum;
	double share;

	if (into == row || into == best->row || into == work->graph.root ||
	    chains_same_binary(work->chains, into, into))
		return;
	sum = absorption_of(&work->graph, row, into, side);
	share = sum.got / sum.wanted;
	if (share <= best->share || share < EXPLAINED ||
	    sum.wanted < IS_NOISE * chains_noise(work->chains, sum.seen)) {
		best->second = fmax(best->second, share);
		return;
	}
	best->second = best->share;
	best->share = share;
	best->row = into;
	if (is_absorbed(work, row, into, &sum))
		best->kind = side == BASE ? RELOCATION_MERGED : RELOCATION_SPLIT;
	else if (is_traded(work, &sum))
		best->kind = RELOCATION_MOVED;
	else
		best->row = NONE;
}

static struct best find_absorber(const struct restructuring *work, uint32_t row, int side)
{
	const struct graph *graph = &work->graph;
	struct best best = { .row = NONE };

	/* Whoever is called more by its callers ... */
	for (uint32_t e = graph->nodes[row].first_in; e != NONE; e = graph->edges[e].next_in) {
		uint32_t caller = graph->edges[e].caller;

		if (graph->edges[e].weight[side] < work->least / 4 || caller == graph->root)
			continue;
		for (uint32_t o = graph->nodes[caller].first_out; o != NONE;
		     o = graph->edges[o].next_out)
			if (graph->edges[o].weight[!side] >
			    graph->edges[o].weight[side] + work->least / 4)
				try_absorber(work, row, graph->edges[o].callee, side, &best);
	}
	if (best.share - best.second < 0.15)
		best.row = NONE;
	return best;
}

static bool is_alone(const struct restructuring *work, uint32_t row, int side)
{
	const struct diff_value *value = &work->event->rows[row].side[side];

	return work->graph.nodes[row].inclusive[side] >= work->least &&
	       !(work->graph.nodes[row].inclusive[!side] > 0) && value->symbol != NONE &&
	       !work->event->totals[side]->profile->symbols[value->symbol].flags;
}

static bool undo_merging(struct restructuring *work, int side)
{
	size_t rows = work->event->row_count;
	uint32_t *map = mem_alloc((rows + 1) * sizeof(*map));
	bool any = false;

	for (uint32_t i = 0; i < rows; i++)
		map[i] = i;
	for (uint32_t i = 0; i < rows; i++) {
		struct best best = { .row = NONE };

		if (is_alone(work, i, side))
			best = find_absorber(work, i, side);
		if (best.row == NONE || map[best.row] != best.row)
			continue;
		map[i] = best.row;
		any = true;
		note_relocation(work, best.kind, i, best.row, work->graph.nodes[i].inclusive[side]);
	}
	if (any)
		chains_map(work->chains, side, map);
	free(map);
	return any;
}

/* ---- the whole ---- */

static void read_graph(struct restructuring *work)
{
	graph_init(&work->graph, work->chains);
	work->spent_self = mem_zalloc(work->event->row_count + 1, sizeof(double));
	work->spent_edge = mem_zalloc(work->graph.edge_count + 1, sizeof(double));
}

static void forget_graph(struct restructuring *work)
{
	graph_deinit(&work->graph);
	free(work->spent_self);
	free(work->spent_edge);
}

static bool one_round(struct restructuring *work)
{
	static bool (*const undo[])(struct restructuring * work, int side) = { undo_inlining,
									       undo_merging };
	bool any = false;

	for (size_t i = 0; i < ARRAY_SIZE(undo); i++)
		for (int side = 0; side < SIDES; side++) {
			if (!undo[i](work, side))
				continue;
			any = true;
			forget_graph(work);
			read_graph(work);
		}
	return any;
}

static void follow(struct restructuring *work)
{
	read_graph(work);
	for (int round = 0; round < ROUNDS_MOST && one_round(work); round++)
		;
	forget_graph(work);
}

/* What each row has now that its side booked under others. */
static void note_taken(const struct chains *chains, int side)
{
	struct diff_event *event = chains->event;
	const struct chain_list *list = &chains->side[side];
	double *self = mem_zalloc(event->row_count + 1, sizeof(*self));

	for (size_t i = 0; i < list->count; i++)
		self[list->frames[list->list[i].first]] += list->list[i].weight;
	for (size_t i = 0; i < event->row_count; i++)
		event->rows[i].side[side].taken =
			llround(self[i]) - (int64_t)event->rows[i].side[side].self;
	free(self);
}

void diff_restructure(struct symdiff_diff *diff, struct diff_event *event, struct chains *chains)
{
	struct restructuring work = {
		.event = event,
		.chains = chains,
		.least = fmax(LEAST_SHARE * chains->total, LEAST_SAMPLES * chains->quantum),
	};

	double cost = chains->unit[NEW];

	name_words_init(&work.words, event);
	follow(&work);
	/* Where nearly all became faster or slower, what moved did, too. */
	if (fabs(log(chains->typical)) > TYPICAL_LEAST) {
		chains->unit[NEW] /= chains->typical;
		follow(&work);
		chains->unit[NEW] = cost;
	}
	name_words_deinit(&work.words);
	if (!event->relocation_count)
		return;
	for (int side = 0; side < SIDES; side++)
		note_taken(chains, side);
}
