// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/volume.h"

#include <math.h>
#include <stdlib.h>

#include "support/memory.h"
#include "support/table.h"

#define VOLUMES_MOST  8
#define SUSPECTS_MOST 64
#define LEAST_SHARE   0.002 /* of the total, that a volume must explain */
#define LEAST_FACTOR  0.02  /* away from 1 */
#define SIGMAS	      5.0
#define IS_NOISE      3.0
#define NEAR	      0.25 /* of the way from unchanged to scaled: still scaled */
#define ALIKE	      0.75 /* of what is under it must have scaled alike */
#define STILL_MOST    0.1  /* of it may have stood still */
#define RIVAL_LEAST   0.9  /* of the best's explanation, and of its weight */
#define OTHERS_LEAST  0.15 /* of what is explained must be besides the function that changed most */

/* A function under which everything may have scaled alike. */
struct suspect {
	uint32_t row;
	double inclusive[SIDES];
	double factor, gain; /* gain: how much less is unexplained; 0: it is none */
};

/* What one leaf takes under one suspect. */
struct cell {
	uint32_t suspect, leaf;
	double weight[SIDES];
};

struct volume_search {
	struct chains *chains;
	size_t rows;
	double (*self)[SIDES], (*inclusive)[SIDES]; /* by row */
	struct suspect suspects[SUSPECTS_MOST];
	size_t suspect_count;
	uint32_t *suspect_of; /* by row, or NONE */
	struct cell *cells;
	size_t cell_count, cell_capacity;
	struct table cell_index;
};

static void add_cell(struct volume_search *search, uint32_t suspect, uint32_t leaf, int side,
		     double weight)
{
	uint32_t hash = hash_pair(suspect, leaf);

	table_for_each (&search->cell_index, hash, known) {
		struct cell *cell = &search->cells[known];

		if (cell->suspect == suspect && cell->leaf == leaf) {
			cell->weight[side] += weight;
			return;
		}
	}
	array_reserve(search->cells, search->cell_capacity, search->cell_count + 1);
	search->cells[search->cell_count] = (struct cell) { .suspect = suspect, .leaf = leaf };
	search->cells[search->cell_count].weight[side] = weight;
	table_insert(&search->cell_index, hash, search->cell_count++);
}

/* Call @visit once for each row of each chain of a side. */
static void visit_rows(struct volume_search *search, int side,
		       void (*visit)(struct volume_search *search, int side, uint32_t row,
				     uint32_t leaf, double weight))
{
	const struct chain_list *list = &search->chains->side[side];
	uint32_t *last_seen = mem_zalloc(search->rows + 1, sizeof(*last_seen));

	for (size_t i = 0; i < list->count; i++) {
		const struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;

		for (uint32_t j = 0; j < chain->depth; j++) {
			if (last_seen[rows[j]] == i + 1)
				continue;
			last_seen[rows[j]] = i + 1;
			visit(search, side, rows[j], rows[0],
			      chain->weight * search->chains->unit[side]);
		}
	}
	free(last_seen);
}

static void sum_row(struct volume_search *search, int side, uint32_t row, uint32_t leaf,
		    double weight)
{
	search->inclusive[row][side] += weight;
	if (row == leaf)
		search->self[row][side] += weight;
}

static void sum_cell(struct volume_search *search, int side, uint32_t row, uint32_t leaf,
		     double weight)
{
	if (search->suspect_of[row] != NONE)
		add_cell(search, search->suspect_of[row], leaf, side, weight);
}

static double change_of(const struct suspect *suspect)
{
	return fabs(suspect->inclusive[NEW] - suspect->inclusive[BASE]);
}

static int more_changed(const void *a, const void *b)
{
	const struct suspect *x = a, *y = b;

	return change_of(x) != change_of(y) ? (change_of(x) < change_of(y) ? 1 : -1)
					    : (x->row > y->row) - (x->row < y->row);
}

/* "[unknown] is done less often" says nothing. */
static bool has_name(const struct diff_event *event, uint32_t row)
{
	uint32_t symbol = event->rows[row].side[NEW].symbol;

	return symbol != NONE && !event->totals[NEW]->profile->symbols[symbol].flags;
}

static void find_suspects(struct volume_search *search)
{
	struct suspect *list = mem_alloc((search->rows + 1) * sizeof(*list));
	size_t count = 0;

	for (uint32_t i = 0; i < search->rows; i++) {
		double base = search->inclusive[i][BASE], newer = search->inclusive[i][NEW];

		if (base > 0 && newer > 0 && has_name(search->chains->event, i) &&
		    fabs(newer - base) >= LEAST_SHARE * search->chains->total &&
		    fabs(newer - base) >= SIGMAS * chains_noise(search->chains, base + newer))
			list[count++] = (struct suspect) { i, { base, newer }, 1, 0 };
	}
	qsort(list, count, sizeof(*list), more_changed);
	search->suspect_count = count < SUSPECTS_MOST ? count : SUSPECTS_MOST;
	for (size_t i = 0; i < search->rows; i++)
		search->suspect_of[i] = NONE;
	for (size_t i = 0; i < search->suspect_count; i++) {
		search->suspects[i] = list[i];
		search->suspect_of[list[i].row] = i;
	}
	free(list);
}

static double ratio_of(const struct cell *cell)
{
	return cell->weight[NEW] / cell->weight[BASE];
}

static int by_suspect_and_ratio(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;

	if (x->suspect != y->suspect)
		return x->suspect < y->suspect ? -1 : 1;
	if (ratio_of(x) != ratio_of(y))
		return ratio_of(x) < ratio_of(y) ? -1 : 1;
	return (x->leaf > y->leaf) - (x->leaf < y->leaf);
}

/* The ratio that half of what is under the suspect does not exceed. */
static double median_factor(const struct cell *cells, size_t count, double total)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		sum += cells[i].weight[BASE];
		if (sum >= total / 2)
			return ratio_of(&cells[i]);
	}
	return 1;
}

static bool scaled_by(const struct volume_search *search, const struct cell *cell, double factor)
{
	double base = cell->weight[BASE], newer = cell->weight[NEW];
	double noise = chains_noise(search->chains, newer + factor * factor * base);

	return fabs(newer - factor * base) <=
	       fmax(IS_NOISE * noise, NEAR * fabs(factor - 1) * base);
}

/* It stood still, and would be seen if it had scaled. */
static bool stood_still(const struct volume_search *search, const struct cell *cell, double factor)
{
	double base = cell->weight[BASE], newer = cell->weight[NEW];

	return !scaled_by(search, cell, factor) &&
	       fabs(newer - base) <= fmax(IS_NOISE * chains_noise(search->chains, newer + base),
					  NEAR * fabs(factor - 1) * base);
}

/* Nobody calls a function more often if the function itself, or much below it, stood still. */
static bool is_refuted(const struct volume_search *search, const struct suspect *suspect,
		       const struct cell *cells, size_t count, double factor)
{
	double still = 0;

	for (size_t i = 0; i < count; i++) {
		if (!stood_still(search, &cells[i], factor))
			continue;
		if (cells[i].leaf == suspect->row)
			return true;
		still += cells[i].weight[BASE];
	}
	return still > STILL_MOST * suspect->inclusive[BASE];
}

/* The mean ratio of those that scaled alike; *@alike is how much of the base they are. */
static double common_factor(const struct volume_search *search, const struct cell *cells,
			    size_t count, double factor, double *alike)
{
	double sum[SIDES] = { 0 };

	for (size_t i = 0; i < count; i++)
		if (scaled_by(search, &cells[i], factor))
			for (int side = 0; side < SIDES; side++)
				sum[side] += cells[i].weight[side];
	*alike = sum[BASE];
	return sum[BASE] > 0 ? sum[NEW] / sum[BASE] : 1;
}

/* How much of all rows' change is explained if what is under the suspect scaled. */
static double gain_of(const struct volume_search *search, const struct cell *cells, size_t count,
		      double factor, double *largest)
{
	double sum = 0;

	*largest = 0;
	for (size_t i = 0; i < count; i++) {
		const double *self = search->self[cells[i].leaf];
		double change = self[NEW] - self[BASE];
		double gain = fabs(change) - fabs(change - (factor - 1) * cells[i].weight[BASE]);

		sum += gain;
		*largest = fmax(*largest, gain);
	}
	return sum;
}

static void judge(struct volume_search *search, struct suspect *suspect, const struct cell *cells,
		  size_t count)
{
	double total = suspect->inclusive[BASE], alike, largest, gain;
	double factor = median_factor(cells, count, total);

	for (int i = 0; i < 2; i++)
		factor = common_factor(search, cells, count, factor, &alike);
	if (fabs(factor - 1) < LEAST_FACTOR || alike < ALIKE * total ||
	    is_refuted(search, suspect, cells, count, factor))
		return;
	gain = gain_of(search, cells, count, factor, &largest);
	if (gain < LEAST_SHARE * search->chains->total || gain - largest < OTHERS_LEAST * gain)
		return;
	suspect->factor = factor;
	suspect->gain = gain;
}

static void judge_all(struct volume_search *search)
{
	for (size_t i = 0, next; i < search->cell_count; i = next) {
		uint32_t suspect = search->cells[i].suspect;

		for (next = i; next < search->cell_count && search->cells[next].suspect == suspect;
		     next++)
			;
		judge(search, &search->suspects[suspect], &search->cells[i], next - i);
	}
}

/* Does what the outer one has beyond the inner one look scaled, rather than as before? */
static bool is_wider(const struct suspect *outer, const struct suspect *inner)
{
	double base = outer->inclusive[BASE] - inner->inclusive[BASE];
	double newer = outer->inclusive[NEW] - inner->inclusive[NEW];

	return fabs(newer - inner->factor * base) < fabs(newer - base);
}

static int by_weight(const void *a, const void *b)
{
	const struct suspect *x = *(const struct suspect *const *)a;
	const struct suspect *y = *(const struct suspect *const *)b;

	return x->inclusive[BASE] != y->inclusive[BASE]
		       ? (x->inclusive[BASE] < y->inclusive[BASE] ? -1 : 1)
		       : (x->row > y->row) - (x->row < y->row);
}

/*
 * The best explanation. A function and its only caller explain about as much:
 * the caller is meant if its own part scaled, too.
 */
static const struct suspect *best_suspect(const struct volume_search *search)
{
	const struct suspect *best = NULL, *rivals[SUSPECTS_MOST], *chosen;
	size_t count = 0;

	for (size_t i = 0; i < search->suspect_count; i++)
		if (search->suspects[i].gain > (best ? best->gain : 0))
			best = &search->suspects[i];
	if (!best)
		return NULL;
	for (size_t i = 0; i < search->suspect_count; i++) {
		const struct suspect *one = &search->suspects[i];

		if (one->gain >= RIVAL_LEAST * best->gain &&
		    fmin(one->inclusive[BASE], best->inclusive[BASE]) >=
			    RIVAL_LEAST * fmax(one->inclusive[BASE], best->inclusive[BASE]))
			rivals[count++] = one;
	}
	qsort(rivals, count, sizeof(*rivals), by_weight);
	chosen = rivals[0];
	for (size_t i = 1; i < count; i++)
		if (is_wider(rivals[i], chosen))
			chosen = rivals[i];
	return chosen;
}

/* Drop cells that the base does not have: they have no ratio. */
static void drop_new_cells(struct volume_search *search)
{
	size_t kept = 0;

	for (size_t i = 0; i < search->cell_count; i++)
		if (search->cells[i].weight[BASE] > 0)
			search->cells[kept++] = search->cells[i];
	search->cell_count = kept;
	if (kept)
		qsort(search->cells, kept, sizeof(*search->cells), by_suspect_and_ratio);
}

static double scale_base(struct chains *chains, const struct suspect *suspect)
{
	struct chain_list *list = &chains->side[BASE];
	double amount = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct chain *chain = &list->list[i];
		const uint32_t *rows = list->frames + chain->first;

		for (uint32_t j = 0; j < chain->depth; j++) {
			if (rows[j] != suspect->row)
				continue;
			amount += chain->weight * (suspect->factor - 1) * chains->unit[BASE];
			chain->weight *= suspect->factor;
			break;
		}
	}
	return amount;
}

static bool take_one(struct chains *chains, struct volume *volume)
{
	size_t rows = chains->event->row_count;
	struct volume_search search = {
		.chains = chains,
		.rows = rows,
		.self = mem_zalloc(rows + 1, sizeof(*search.self)),
		.inclusive = mem_zalloc(rows + 1, sizeof(*search.inclusive)),
		.suspect_of = mem_alloc((rows + 1) * sizeof(*search.suspect_of)),
	};
	const struct suspect *best;

	for (int side = 0; side < SIDES; side++)
		visit_rows(&search, side, sum_row);
	find_suspects(&search);
	for (int side = 0; search.suspect_count && side < SIDES; side++)
		visit_rows(&search, side, sum_cell);
	drop_new_cells(&search);
	judge_all(&search);
	best = best_suspect(&search);
	if (best)
		*volume = (struct volume) { best->row, best->factor, scale_base(chains, best) };
	free(search.self);
	free(search.inclusive);
	free(search.suspect_of);
	free(search.cells);
	table_deinit(&search.cell_index);
	return best != NULL;
}

size_t volumes_take(struct chains *chains, struct volume **list)
{
	size_t count = 0;

	*list = mem_alloc(VOLUMES_MOST * sizeof(**list));
	while (count < VOLUMES_MOST && take_one(chains, &(*list)[count]))
		count++;
	return count;
}
