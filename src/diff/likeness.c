// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/likeness.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/canonical.h"
#include "support/memory.h"

#define IS_NOISE    3.0 /* standard errors */
#define KNOWN_LEAST 0.3 /* of a function's calls must be of functions that both sides have */

/*
 * What each kind of evidence is worth. A pair needs PAIR_SCORE (infer.c): one
 * kind alone, however good, does not reach it.
 */
#define CALLERS_WORTH	   2.0
#define MANY_CALLERS_WORTH 0.5 /* the same share of calls from each of three or more functions */
#define CALLEES_WORTH	   2.0
#define CALLEES_EXPECTED   0.3 /* locks and copies are called by everyone */
#define COST_WORTH	   1.0
#define NAME_WORTH	   1.5
#define SOURCE_WORTH	   0.7
#define COST_EXCUSED	   0.55
#define SIZE_WORTH	   0.5

static const struct symbol *symbol_of(const struct diff_event *event, uint32_t row, int side)
{
	return &event->totals[side]->profile->symbols[event->rows[row].side[side].symbol];
}

/* The next word of a name: letters or digits, "kmem" and "cache" of kmem_cache_free. */
static size_t next_word(const char **at)
{
	const char *from = *at;

	while (*from && !isalnum((unsigned char)*from))
		from++;
	*at = from;
	while (isalnum((unsigned char)*from))
		from++;
	return from - *at;
}

void name_words_init(struct name_words *words, const struct diff_event *event)
{
	size_t count = 0, capacity = 0, with_capacity = 0;
	char canonical[1024];

	*words = (struct name_words) {
		.first = mem_alloc((event->row_count + 1) * sizeof(*words->first)),
		.row_count = event->row_count,
	};
	for (size_t i = 0; i < event->row_count; i++) {
		const char *at = canonical;

		canonical_name(diff_row_name(event, &event->rows[i]), canonical, sizeof(canonical));
		words->first[i] = count;
		for (size_t len; (len = next_word(&at)) > 0; at += len) {
			size_t known = words->words.count;
			uint32_t word = names_intern(&words->words, at, len);

			array_reserve(words->rows_with, with_capacity, words->words.count);
			if (words->words.count > known)
				words->rows_with[word] = 0;
			words->rows_with[word]++;
			array_reserve(words->list, capacity, count + 1);
			words->list[count++] = word;
		}
	}
	words->first[event->row_count] = count;
}

void name_words_deinit(struct name_words *words)
{
	free(words->rows_with);
	free(words->first);
	free(words->list);
	names_deinit(&words->words);
}

static bool row_has_word(const struct name_words *words, uint32_t row, uint32_t word)
{
	for (uint32_t i = words->first[row]; i < words->first[row + 1]; i++)
		if (words->list[i] == word)
			return true;
	return false;
}

/* What a word tells: the fewer functions have it, the more. */
static double rarity(const struct name_words *words, uint32_t word)
{
	return log(1 + (double)words->row_count / words->rows_with[word]);
}

double name_likeness(const struct name_words *words, uint32_t base, uint32_t newer)
{
	double shared = 0, all = 0;

	for (uint32_t i = words->first[base]; i < words->first[base + 1]; i++) {
		double worth = rarity(words, words->list[i]);

		all += worth;
		if (row_has_word(words, newer, words->list[i]))
			shared += worth;
	}
	for (uint32_t i = words->first[newer]; i < words->first[newer + 1]; i++)
		if (!row_has_word(words, base, words->list[i]))
			all += rarity(words, words->list[i]);
	return all > 0 ? shared / all : NAN;
}

/* Functions that only one side has may be renamed as well: they say nothing about their kin. */
static bool is_on_both(const struct graph *graph, uint32_t row)
{
	return graph->nodes[row].inclusive[BASE] > 0 && graph->nodes[row].inclusive[NEW] > 0;
}

/* What callers that both sides have call, and what all call. */
static double sum_in(const struct graph *graph, uint32_t row, int side, double *all)
{
	double sum = 0;

	*all = 0;
	for (uint32_t e = graph->nodes[row].first_in; e != NONE; e = graph->edges[e].next_in) {
		const struct graph_edge *edge = &graph->edges[e];

		*all += edge->weight[side];
		if (edge->caller != graph->root && is_on_both(graph, edge->caller))
			sum += edge->weight[side];
	}
	return sum;
}

static double sum_out(const struct graph *graph, uint32_t row, int side, double *all)
{
	double sum = 0;

	*all = 0;
	for (uint32_t e = graph->nodes[row].first_out; e != NONE; e = graph->edges[e].next_out) {
		const struct graph_edge *edge = &graph->edges[e];

		*all += edge->weight[side];
		if (is_on_both(graph, edge->callee))
			sum += edge->weight[side];
	}
	return sum;
}

/* The share of calls that both get from the same callers. The graph's root is nobody. */
static void compare_callers(const struct graph *graph, uint32_t base, uint32_t newer,
			    struct likeness *likeness)
{
	double all[SIDES], common = 0;
	double base_sum = sum_in(graph, base, BASE, &all[BASE]);
	double new_sum = sum_in(graph, newer, NEW, &all[NEW]);

	if (base_sum < KNOWN_LEAST * all[BASE] || new_sum < KNOWN_LEAST * all[NEW])
		return;
	for (uint32_t e = graph->nodes[base].first_in; e != NONE; e = graph->edges[e].next_in) {
		uint32_t caller = graph->edges[e].caller;
		double share = graph->edges[e].weight[BASE] / base_sum;
		double other = graph_weight(graph, caller, newer, NEW) / new_sum;

		if (caller == graph->root || !(share > 0) || !(other > 0))
			continue;
		common += fmin(share, other);
		if (fmin(share, other) > 0.02)
			likeness->shared_callers++;
	}
	likeness->callers = common;
}

/* The share of the work below both that is in the same callees. */
static void compare_callees(const struct graph *graph, uint32_t base, uint32_t newer,
			    struct likeness *likeness)
{
	double all[SIDES], common = 0;
	double base_sum = sum_out(graph, base, BASE, &all[BASE]);
	double new_sum = sum_out(graph, newer, NEW, &all[NEW]);
	double base_part = all[BASE] / graph->nodes[base].inclusive[BASE];
	double new_part = all[NEW] / graph->nodes[newer].inclusive[NEW];

	if (fmax(base_part, new_part) < 0.05)
		return;
	/* A tenth of the work below one is no reason to reject a leaf. */
	if (fmin(base_part, new_part) < 0.05) {
		if (fmax(base_part, new_part) > 0.25)
			likeness->callees = 0;
		return;
	}
	if (base_sum < KNOWN_LEAST * all[BASE] || new_sum < KNOWN_LEAST * all[NEW])
		return;
	for (uint32_t e = graph->nodes[base].first_out; e != NONE; e = graph->edges[e].next_out)
		common += fmin(graph->edges[e].weight[BASE] / base_sum,
			       graph_weight(graph, newer, graph->edges[e].callee, NEW) / new_sum);
	likeness->callees = common;
}

static double smaller_by_larger(double x, double y)
{
	return fmin(x, y) / fmax(x, y);
}

/* As much as before, or as much as before by the standard of most other functions. */
static void compare_cost(const struct graph *graph, uint32_t base, uint32_t newer,
			 struct likeness *likeness)
{
	double x = graph->nodes[base].inclusive[BASE], y = graph->nodes[newer].inclusive[NEW];
	double typical = x * graph->chains->typical;

	if (!(x > 0) || !(y > 0))
		return;
	likeness->cost = fmax(smaller_by_larger(x, y), smaller_by_larger(typical, y));
	if (fabs(typical - y) < fabs(x - y))
		x = typical;
	likeness->cost_is_noise = fabs(x - y) <= IS_NOISE * chains_noise(graph->chains, x + y);
}

static void compare_code(const struct graph *graph, uint32_t base, uint32_t newer,
			 struct likeness *likeness)
{
	const struct diff_event *event = graph->chains->event;
	const struct symbol *x = symbol_of(event, base, BASE), *y = symbol_of(event, newer, NEW);

	if (x->size && y->size)
		likeness->size =
			x->size < y->size ? (double)x->size / y->size : (double)y->size / x->size;
	if (x->srcfile && y->srcfile)
		likeness->source = strcmp(profile_text(event->totals[BASE]->profile, x->srcfile),
					  profile_text(event->totals[NEW]->profile, y->srcfile))
					   ? -1
					   : 1;
}

static void count_kind(struct likeness *likeness, bool counts, double worth)
{
	likeness->kinds += counts;
	likeness->score += worth;
}

static void judge(struct likeness *likeness)
{
	bool costs_alike =
		likeness->cost >= 0.7 || (likeness->cost >= 0.6 && likeness->cost_is_noise);

	if (!isnan(likeness->callers)) {
		count_kind(likeness, likeness->callers >= 0.6, CALLERS_WORTH * likeness->callers);
		if (likeness->shared_callers >= 3 && likeness->callers >= 0.8)
			likeness->score += MANY_CALLERS_WORTH;
		if (likeness->callers < 0.1)
			likeness->score -= 1;
		likeness->structural |= likeness->callers >= 0.6;
	}
	if (!isnan(likeness->callees)) {
		count_kind(likeness, likeness->callees >= 0.5,
			   CALLEES_WORTH * (likeness->callees - CALLEES_EXPECTED));
		likeness->structural |= likeness->callees >= 0.5;
	}
	likeness->contradicted = likeness->callers < 0.1 || likeness->callees < 0.1 ||
				 likeness->size < 0.35 || likeness->source < 0;
	if (!isnan(likeness->cost))
		count_kind(likeness, costs_alike,
			   costs_alike		  ? COST_WORTH
			   : likeness->cost < 0.2 ? -COST_WORTH
						  : COST_WORTH * fmax(2.5 * likeness->cost - 1, 0));
	if (likeness->name >= 0.25)
		count_kind(likeness, likeness->name >= 0.4, NAME_WORTH * likeness->name);
	if (likeness->source)
		count_kind(likeness, likeness->source > 0, likeness->source * SOURCE_WORTH);
	/* Many functions are of one size: where the cost speaks against it, it says little. */
	if (!isnan(likeness->size))
		count_kind(likeness, likeness->size >= 0.9 && !(likeness->cost < COST_EXCUSED),
			   likeness->size >= 0.9  ? SIZE_WORTH
			   : likeness->size < 0.5 ? -SIZE_WORTH
						  : 0);
}

struct likeness likeness_of(const struct graph *graph, const struct name_words *words,
			    uint32_t base, uint32_t newer)
{
	struct likeness likeness = {
		.callers = NAN, .callees = NAN, .cost = NAN, .name = NAN, .size = NAN
	};

	likeness.name = name_likeness(words, base, newer);
	compare_callers(graph, base, newer, &likeness);
	compare_callees(graph, base, newer, &likeness);
	compare_cost(graph, base, newer, &likeness);
	compare_code(graph, base, newer, &likeness);
	judge(&likeness);
	return likeness;
}

static void say(char *buf, size_t size, const char *what, double share)
{
	size_t len = strlen(buf);

	if (!isnan(share))
		snprintf(buf + len, size - len, "%s%s %.0f %%", len ? ", " : "", what, 100 * share);
}

const char *likeness_text(const struct likeness *likeness, char *buf, size_t size)
{
	size_t len;

	buf[0] = '\0';
	say(buf, size, "callers", likeness->callers);
	say(buf, size, "callees", likeness->callees);
	say(buf, size, "cost", likeness->cost);
	say(buf, size, "name", likeness->name);
	say(buf, size, "size", likeness->size);
	len = strlen(buf);
	if (likeness->source)
		snprintf(buf + len, size - len, ", %s file",
			 likeness->source > 0 ? "same" : "another");
	return buf;
}
