// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/one_sided.h"

#include <stdlib.h>

#include "support/memory.h"
#include "support/table.h"

#define LEAST_SAMPLES 9 /* fewer may be missing on the other side by chance: three sigma */

/* What a leaf takes under a caller of one-sided code, and under that code. */
struct account {
	uint32_t caller, leaf;
	double under[SIDES], through;
};

struct one_sided {
	struct chains *chains;
	int side;
	uint32_t rows; /* also the number of the root above all chains */
	double (*inclusive)[SIDES];
	bool *is_caller; /* by row: calls one-sided code */
	struct account *accounts;
	size_t count, capacity;
	struct table index;
};

static void sum_inclusive(struct one_sided *search)
{
	for (int side = 0; side < SIDES; side++) {
		const struct chain_list *list = &search->chains->side[side];

		for (size_t i = 0; i < list->count; i++)
			for (uint32_t j = 0; j < list->list[i].depth; j++)
				search->inclusive[list->frames[list->list[i].first + j]][side] +=
					list->list[i].weight * search->chains->unit[side];
	}
}

static bool is_one_sided(const struct one_sided *search, uint32_t row)
{
	const struct diff_event *event = search->chains->event;
	const struct diff_value *value = &event->rows[row].side[search->side];
	enum match match = event->rows[row].match;

	return (match == MATCH_BASE_ONLY || match == MATCH_NEW_ONLY) && value->symbol != NONE &&
	       !event->totals[search->side]->profile->symbols[value->symbol].flags &&
	       !(search->inclusive[row][!search->side] > 0) &&
	       search->inclusive[row][search->side] >= LEAST_SAMPLES * search->chains->quantum;
}

/* Where in @chain the outermost one-sided function is, or NONE. */
static uint32_t outermost(const struct one_sided *search, const struct chain *chain,
			  const uint32_t *rows)
{
	for (uint32_t j = chain->depth; j-- > 0;)
		if (is_one_sided(search, rows[j]))
			return j;
	return NONE;
}

static uint32_t caller_at(const struct one_sided *search, const struct chain *chain,
			  const uint32_t *rows, uint32_t at)
{
	return at + 1 < chain->depth ? rows[at + 1] : search->rows;
}

static struct account *account_find(struct one_sided *search, uint32_t caller, uint32_t leaf)
{
	table_for_each (&search->index, hash_pair(caller, leaf), known)
		if (search->accounts[known].caller == caller &&
		    search->accounts[known].leaf == leaf)
			return &search->accounts[known];
	return NULL;
}

static struct account *account_get(struct one_sided *search, uint32_t caller, uint32_t leaf)
{
	struct account *known = account_find(search, caller, leaf);

	if (known)
		return known;
	array_reserve(search->accounts, search->capacity, search->count + 1);
	search->accounts[search->count] = (struct account) { .caller = caller, .leaf = leaf };
	table_insert(&search->index, hash_pair(caller, leaf), search->count);
	return &search->accounts[search->count++];
}

/* What goes through one-sided code, by its caller and the leaf. */
static void open_accounts(struct one_sided *search)
{
	const struct chain_list *list = &search->chains->side[search->side];

	for (size_t i = 0; i < list->count; i++) {
		const struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;
		uint32_t at = outermost(search, chain, rows), caller;

		if (at == NONE)
			continue;
		caller = caller_at(search, chain, rows, at);
		search->is_caller[caller] = true;
		account_get(search, caller, rows[0])->through +=
			chain->weight * search->chains->unit[search->side];
	}
}

/* What these leaves take under these callers in all. */
static void fill_accounts(struct one_sided *search, int side)
{
	const struct chain_list *list = &search->chains->side[side];

	for (size_t i = 0; i < list->count; i++) {
		const struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;

		for (uint32_t j = 1; j <= chain->depth; j++) {
			uint32_t caller = j < chain->depth ? rows[j] : search->rows;
			struct account *account = search->is_caller[caller]
							  ? account_find(search, caller, rows[0])
							  : NULL;

			if (account)
				account->under[side] += chain->weight * search->chains->unit[side];
		}
	}
}

/*
 * Has the other side so much less of it that it went (or came) with the
 * one-sided code? A quarter of what all of it took is still the same work,
 * done faster; half of what a part of it took is chance.
 */
static bool went_with_it(const struct one_sided *search, const struct account *account)
{
	double all = account->under[search->side], part = account->through / all;

	return account->under[!search->side] <= all - (0.5 + 0.25 * part) * account->through;
}

static void take(struct one_sided *search, double *amounts)
{
	struct chain_list *list = &search->chains->side[search->side];

	for (size_t i = 0; i < list->count; i++) {
		struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;
		uint32_t at = outermost(search, chain, rows);

		if (at == NONE)
			continue;
		if (is_one_sided(search, rows[0]) ||
		    went_with_it(search, account_find(search, caller_at(search, chain, rows, at),
						      rows[0]))) {
			amounts[rows[at]] += chain->weight * search->chains->unit[search->side];
			chain->weight = 0;
		}
	}
}

void one_sided_take(struct chains *chains, int side, double *amounts)
{
	uint32_t rows = chains->event->row_count;
	struct one_sided search = {
		.chains = chains,
		.side = side,
		.rows = rows,
		.inclusive = mem_zalloc(rows + 1, sizeof(*search.inclusive)),
		.is_caller = mem_zalloc(rows + 1, sizeof(*search.is_caller)),
	};

	sum_inclusive(&search);
	open_accounts(&search);
	for (int each = 0; search.count && each < SIDES; each++)
		fill_accounts(&search, each);
	take(&search, amounts);
	free(search.inclusive);
	free(search.is_caller);
	free(search.accounts);
	table_deinit(&search.index);
}
