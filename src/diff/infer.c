// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/infer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/likeness.h"
#include "support/memory.h"

#define LEAST_SHARE	0.0002 /* of the total: lighter rows are not worth a guess */
#define LEAST_SAMPLES	16
#define ORPHANS_MOST	400 /* a side, heaviest first: bounds the pairs that are weighed */
#define ROUNDS_MOST	5   /* a pair found makes callers and callees of the next one known */
#define PAIR_SCORE	2.3
#define CANDIDATE_SCORE 1.5
#define NAME_LEAST	0.25
#define MARGIN		0.5
#define CANDIDATES_MOST 20

struct orphan {
	uint32_t row;
	double weight; /* inclusive, in the common unit */
	uint32_t best; /* of the other side's, or NONE */
	double best_score, second_score;
	uint32_t second;
};

struct inference {
	struct symdiff_diff *diff;
	struct diff_event *event;
	struct chains *chains;
	struct graph graph;
	struct name_words words;
	struct orphan *list[SIDES];
	size_t count[SIDES];
	uint32_t *now; /* by row: the row it became */
};

static bool is_orphan(const struct diff_event *event, uint32_t row, int side)
{
	const struct diff_value *value = &event->rows[row].side[side];

	return event->rows[row].match == (side == BASE ? MATCH_BASE_ONLY : MATCH_NEW_ONLY) &&
	       value->symbol != NONE && !event->totals[side]->profile->symbols[value->symbol].flags;
}

static int heavier(const void *a, const void *b)
{
	const struct orphan *x = a, *y = b;

	return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1)
				      : (x->row > y->row) - (x->row < y->row);
}

static void collect_orphans(struct inference *inference, int side)
{
	const struct diff_event *event = inference->event;
	double least = fmax(LEAST_SHARE * inference->chains->total,
			    LEAST_SAMPLES * inference->chains->quantum);
	size_t capacity = 0, count = 0;

	for (uint32_t i = 0; i < event->row_count; i++) {
		double weight = inference->graph.nodes[i].inclusive[side];

		if (inference->now[i] != i || !is_orphan(event, i, side) || weight < least)
			continue;
		array_reserve(inference->list[side], capacity, count + 1);
		inference->list[side][count++] = (struct orphan) {
			.row = i, .weight = weight, .best = NONE, .second = NONE
		};
	}
	if (count)
		qsort(inference->list[side], count, sizeof(**inference->list), heavier);
	inference->count[side] = count < ORPHANS_MOST ? count : ORPHANS_MOST;
}

/* The image by which the row's symbol on @side is joined. */
static void image_of(const struct inference *inference, uint32_t row, int side, char *buf,
		     size_t size)
{
	const struct profile *profile = inference->event->totals[side]->profile;
	uint32_t symbol = inference->event->rows[row].side[side].symbol;
	const struct dso *dso = &profile->dsos[profile->symbols[symbol].dso];

	dso_join_name(profile_text(profile, dso->name), dso->kind, buf, size);
}

static bool same_image(const struct inference *inference, uint32_t base, uint32_t newer)
{
	char x[256], y[256];

	image_of(inference, base, BASE, x, sizeof(x));
	image_of(inference, newer, NEW, y, sizeof(y));
	return !strcmp(x, y);
}

static void note_score(struct orphan *orphan, uint32_t other, double score)
{
	if (orphan->best == NONE || score > orphan->best_score) {
		orphan->second = orphan->best;
		orphan->second_score = orphan->best_score;
		orphan->best = other;
		orphan->best_score = score;
	} else if (orphan->second == NONE || score > orphan->second_score) {
		orphan->second = other;
		orphan->second_score = score;
	}
}

static void weigh_all(struct inference *inference)
{
	for (uint32_t b = 0; b < inference->count[BASE]; b++)
		for (uint32_t n = 0; n < inference->count[NEW]; n++) {
			struct orphan *base = &inference->list[BASE][b];
			struct orphan *newer = &inference->list[NEW][n];
			struct likeness likeness;

			if (!same_image(inference, base->row, newer->row) ||
			    chains_same_binary(inference->chains, base->row, newer->row))
				continue;
			likeness = likeness_of(&inference->graph, &inference->words, base->row,
					       newer->row);
			note_score(base, n, likeness.score);
			note_score(newer, b, likeness.score);
		}
}

/*
 * Two functions that became one rival each other for it. The heavier one is
 * its pair if both together weigh what it weighs; the other was merged.
 */
static bool merged_into(const struct inference *inference, const struct orphan *one, int others)
{
	const struct orphan *best, *second;
	double both;

	if (one->second == NONE)
		return false;
	best = &inference->list[others][one->best];
	second = &inference->list[others][one->second];
	both = best->weight + second->weight;
	return one->second_score >= CANDIDATE_SCORE && best->weight >= second->weight &&
	       fabs(both - one->weight) <=
		       fmax(0.15 * one->weight,
			    3 * chains_noise(inference->chains, both + one->weight));
}

static bool is_clear(const struct inference *inference, const struct orphan *one, int others)
{
	return one->second == NONE || one->best_score - one->second_score >= MARGIN ||
	       merged_into(inference, one, others);
}

static bool make_pair(struct inference *inference, const struct orphan *base,
		      const struct orphan *newer)
{
	struct diff_row *from = &inference->event->rows[base->row];
	struct diff_row *into = &inference->event->rows[newer->row];
	struct likeness likeness =
		likeness_of(&inference->graph, &inference->words, base->row, newer->row);
	char text[256];

	if (likeness.score < PAIR_SCORE + (likeness.contradicted ? MARGIN : 0) ||
	    likeness.kinds < 2 || !likeness.structural)
		return false;
	into->side[BASE] = from->side[BASE];
	if (into->bucket == BUCKET_OTHER)
		into->bucket = from->bucket;
	into->match = MATCH_INFERRED;
	into->note = arena_printf(&inference->diff->arena, "inferred: %s",
				  likeness_text(&likeness, text, sizeof(text)));
	inference->now[base->row] = newer->row;
	return true;
}

static bool pair_round(struct inference *inference)
{
	bool any = false;

	weigh_all(inference);
	for (uint32_t b = 0; b < inference->count[BASE]; b++) {
		const struct orphan *base = &inference->list[BASE][b], *newer;

		if (base->best == NONE)
			continue;
		newer = &inference->list[NEW][base->best];
		if (newer->best == b && is_clear(inference, base, NEW) &&
		    is_clear(inference, newer, BASE) && make_pair(inference, base, newer))
			any = true;
	}
	return any;
}

static void add_candidate(struct inference *inference, const struct orphan *base,
			  const struct orphan *newer)
{
	struct diff_event *event = inference->event;
	struct likeness likeness =
		likeness_of(&inference->graph, &inference->words, base->row, newer->row);
	char text[256];

	/* What costs the same is nobody's kin by that. */
	if (likeness.score < CANDIDATE_SCORE ||
	    !(likeness.structural || likeness.name >= NAME_LEAST))
		return;
	event->candidates[event->candidate_count++] = (struct pair_candidate) {
		.base = diff_row_side_name(event, &event->rows[base->row], BASE),
		.newer = diff_row_side_name(event, &event->rows[newer->row], NEW),
		.score = likeness.score,
		.evidence = arena_printf(&inference->diff->arena, "%s",
					 likeness_text(&likeness, text, sizeof(text))),
	};
}

/* What is left of the last round: mutual favourites, or favourites with a rival. */
static void show_candidates(struct inference *inference)
{
	struct diff_event *event = inference->event;

	event->candidates = mem_alloc(CANDIDATES_MOST * sizeof(*event->candidates));
	for (uint32_t b = 0; b < inference->count[BASE]; b++) {
		const struct orphan *base = &inference->list[BASE][b];

		if (base->best != NONE && event->candidate_count < CANDIDATES_MOST)
			add_candidate(inference, base, &inference->list[NEW][base->best]);
	}
}

/* Rows that became part of another are taken out; whatever counts rows follows. */
static void compact_rows(struct inference *inference)
{
	struct diff_event *event = inference->event;
	uint32_t *place = mem_alloc((event->row_count + 1) * sizeof(*place));
	uint32_t kept = 0;

	for (uint32_t i = 0; i < event->row_count; i++)
		if (inference->now[i] == i) {
			place[i] = kept;
			event->rows[kept++] = event->rows[i];
		}
	for (uint32_t i = 0; i < event->row_count; i++)
		if (inference->now[i] != i)
			place[i] = place[inference->now[i]];
	for (int side = 0; side < SIDES; side++) {
		uint32_t symbols = event->totals[side]->profile->symbol_count;

		for (uint32_t i = 0; i < symbols; i++)
			if (event->row_of[side][i] != NONE)
				event->row_of[side][i] = place[event->row_of[side][i]];
		chains_map(inference->chains, side, place);
	}
	event->row_count = kept;
	free(place);
}

static void start_round(struct inference *inference)
{
	graph_init(&inference->graph, inference->chains);
	for (int side = 0; side < SIDES; side++)
		collect_orphans(inference, side);
}

static void end_round(struct inference *inference)
{
	graph_deinit(&inference->graph);
	for (int side = 0; side < SIDES; side++) {
		free(inference->list[side]);
		inference->list[side] = NULL;
		inference->count[side] = 0;
	}
}

/* Do both sides have rows without a partner at all? */
static bool has_orphans(const struct diff_event *event)
{
	double weight[SIDES] = { 0 };

	for (uint32_t i = 0; i < event->row_count; i++)
		for (int side = 0; side < SIDES; side++)
			if (is_orphan(event, i, side))
				weight[side] +=
					totals_share(event->totals[side],
						     event->rows[i].side[side].self +
							     event->rows[i].side[side].children);
	return weight[BASE] >= LEAST_SHARE && weight[NEW] >= LEAST_SHARE;
}

void diff_infer(struct symdiff_diff *diff, struct diff_event *event, struct chains *chains)
{
	struct inference inference = { .diff = diff, .event = event, .chains = chains };
	bool any = false, more = has_orphans(event);

	if (!more)
		return;
	inference.now = mem_alloc((event->row_count + 1) * sizeof(*inference.now));
	for (uint32_t i = 0; i < event->row_count; i++)
		inference.now[i] = i;
	name_words_init(&inference.words, event);
	for (int round = 0; more && round < ROUNDS_MOST; round++) {
		start_round(&inference);
		more = pair_round(&inference);
		if (!more || round + 1 == ROUNDS_MOST)
			show_candidates(&inference);
		end_round(&inference);
		any |= more;
		if (more)
			chains_map(chains, BASE, inference.now);
	}
	if (any)
		compact_rows(&inference);
	name_words_deinit(&inference.words);
	free(inference.now);
}
