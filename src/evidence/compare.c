// SPDX-License-Identifier: GPL-2.0-or-later
/* Two readings side by side: which rows moved. */
#include "evidence/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/aliases.h"
#include "evidence/format.h"
#include "support/error.h"
#include "support/memory.h"
#include "support/table.h"

static bool same_text(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

/* Asked to do different things they are two tests; where only one says what, it may be one. */
static bool same_parameters(const struct evidence_row *a, const struct evidence_row *b)
{
	for (size_t i = 0; i < a->count; i++) {
		const struct evidence_value *value;

		if (a->values[i].role != EVIDENCE_PARAMETER)
			continue;
		value = evidence_find(b, a->values[i].key);
		if (value && value->value != a->values[i].value)
			return false;
	}
	return true;
}

bool evidence_same_subject(const struct evidence_row *a, const struct evidence_row *b)
{
	return a->format == b->format && same_text(a->name, b->name) &&
	       same_text(a->group, b->group) && same_text(a->metric, b->metric) &&
	       same_parameters(a, b);
}

/* The pairs by name, and under which names caches go. */
struct joiner {
	struct table pairs;
	struct aliases aliases;
};

static bool joined(const struct joiner *joiner, const struct evidence_row *a,
		   const struct evidence_row *b)
{
	if (evidence_same_subject(a, b))
		return true;
	return a->format == b->format && is_cache_format(a->format) &&
	       !strcmp(aliases_name(&joiner->aliases, a), aliases_name(&joiner->aliases, b)) &&
	       same_text(aliases_group(&joiner->aliases, a), aliases_group(&joiner->aliases, b)) &&
	       same_text(a->metric, b->metric);
}

static const struct evidence_row *row_of(const struct evidence_pair *pair)
{
	return pair->sides[EVIDENCE_BASE] ? pair->sides[EVIDENCE_BASE] : pair->sides[EVIDENCE_NEW];
}

/* ---- joining ---- */

static uint32_t hash_of(const char *name)
{
	return hash_bytes(name, strlen(name));
}

static struct evidence_pair *find_pair(struct evidence_diff *diff, const struct joiner *joiner,
				       const struct evidence_row *row)
{
	uint32_t hash = hash_of(aliases_name(&joiner->aliases, row));

	table_for_each (&joiner->pairs, hash, id)
		if (joined(joiner, row_of(&diff->pairs[id]), row))
			return &diff->pairs[id];
	return NULL;
}

static struct evidence_pair *add_pair(struct evidence_diff *diff, struct joiner *joiner,
				      const struct evidence_row *row)
{
	array_reserve(diff->pairs, diff->capacity, diff->count + 1);
	diff->pairs[diff->count] = (struct evidence_pair) { .moved = false };
	table_insert(&joiner->pairs, hash_of(aliases_name(&joiner->aliases, row)),
		     (uint32_t)diff->count);
	return &diff->pairs[diff->count++];
}

static struct evidence_move *find_move(struct evidence_pair *pair, const char *key)
{
	size_t len = strlen(key);

	for (size_t i = 0; i < pair->count; i++)
		if (!strcmp(pair->moves[i].key, key))
			return &pair->moves[i];
	array_reserve(pair->moves, pair->capacity, pair->count + 1);
	pair->moves[pair->count] = (struct evidence_move) {
		.key = key,
		.is_points = (len > 4 && !strcmp(key + len - 4, "_pct")) || strstr(key, "percent"),
	};
	return &pair->moves[pair->count++];
}

/* One more run, or the only one. A failed run among others does not count. */
static void add_reading(struct evidence_reading *reading, const struct evidence_value *value)
{
	if (!reading->runs) {
		*reading = (struct evidence_reading) { 1, value->value, value->state };
	} else if (value->state == EVIDENCE_NUMBER && reading->state != EVIDENCE_NUMBER) {
		*reading = (struct evidence_reading) { 1, value->value, value->state };
	} else if (value->state == EVIDENCE_NUMBER) {
		reading->runs++;
		reading->value += (value->value - reading->value) / (double)reading->runs;
	}
}

static void add_side(struct evidence_diff *diff, struct joiner *joiner, int side)
{
	const struct evidence *evidence = diff->sides[side];

	for (size_t i = 0; i < evidence->count; i++) {
		const struct evidence_row *row = &evidence->rows[i];
		struct evidence_pair *pair = find_pair(diff, joiner, row);

		if (row->format == &slabinfo_alias_format)
			continue;
		if (!pair)
			pair = add_pair(diff, joiner, row);
		if (pair->sides[side] &&
		    (!row->format->has_runs || !same_text(pair->sides[side]->side, row->side)))
			continue;
		if (!pair->sides[side])
			pair->sides[side] = row;
		pair->by_alias |= strcmp(row_of(pair)->name, row->name) != 0 ||
				  !same_text(row_of(pair)->group, row->group);
		for (size_t k = 0; k < row->count; k++)
			add_reading(&find_move(pair, row->values[k].key)->sides[side],
				    &row->values[k]);
	}
}

/* ---- what moved ---- */

static bool is_number(const struct evidence_reading *reading)
{
	return reading->runs && reading->state == EVIDENCE_NUMBER;
}

static void judge_move(struct evidence_move *move)
{
	const struct evidence_reading *base = &move->sides[EVIDENCE_BASE];
	const struct evidence_reading *newer = &move->sides[EVIDENCE_NEW];

	move->delta = move->change_pct = NAN;
	if (!is_number(base) || !is_number(newer))
		return;
	move->delta = newer->value - base->value;
	if (base->value != 0)
		move->change_pct = 100 * move->delta / fabs(base->value);
	move->moved = fabs(move->delta) >
		      (move->is_points
			       ? EVIDENCE_MOVED_POINTS
			       : EVIDENCE_MOVED_PART * fmax(fabs(base->value), fabs(newer->value)));
}

/* How much it moved; what only one side has counts as it stands, to show the large ones first. */
static double size_of(const struct evidence_move *move)
{
	if (move->is_points)
		return 0;
	if (!isnan(move->delta))
		return move->moved ? fabs(move->delta) : 0;
	for (int side = 0; side < EVIDENCE_SIDES; side++)
		if (is_number(&move->sides[side]) && !move->sides[!side].runs)
			return fabs(move->sides[side].value);
	return 0;
}

/* The largest size of each key, in a list of its own. */
struct largest {
	struct largest_key {
		const char *key;
		double size;
	} * list;
	size_t count, capacity;
};

static double *largest_of(struct largest *all, const char *key)
{
	for (size_t i = 0; i < all->count; i++)
		if (!strcmp(all->list[i].key, key))
			return &all->list[i].size;
	array_reserve(all->list, all->capacity, all->count + 1);
	all->list[all->count] = (struct largest_key) { key, 0 };
	return &all->list[all->count++].size;
}

/* By its largest move; what only one side has must be large in all that it has. */
static void rank_pair(struct evidence_pair *pair, struct largest *all)
{
	bool is_paired = pair->sides[EVIDENCE_BASE] && pair->sides[EVIDENCE_NEW], any = false;

	for (size_t k = 0; k < pair->count; k++) {
		double most = *largest_of(all, pair->moves[k].key), part;

		if (pair->moves[k].is_points || !(most > 0))
			continue;
		part = size_of(&pair->moves[k]) / most;
		if (!any)
			pair->rank = part;
		else
			pair->rank = is_paired ? fmax(pair->rank, part) : fmin(pair->rank, part);
		any = true;
	}
}

/* The bytes that a cache's objects have on the side with more of them; -1: not in this table. */
static double bytes_of(const struct evidence_pair *pair)
{
	static const char *const keys[][2] = { { "num_objs", "objsize" },
					       { "objects", "object_size" } };
	double most = -1;

	for (int side = 0; side < EVIDENCE_SIDES; side++)
		for (size_t i = 0; pair->sides[side] && i < ARRAY_SIZE(keys); i++) {
			const struct evidence_value *count =
				evidence_find(pair->sides[side], keys[i][0]);
			const struct evidence_value *size =
				evidence_find(pair->sides[side], keys[i][1]);

			if (count && size)
				most = fmax(most, count->value * size->value);
		}
	return most;
}

/* Where tables have sizes and no activity, the caches that matter are those that hold memory. */
static void weigh_caches(struct evidence_diff *diff)
{
	double most = 0;

	for (size_t i = 0; i < diff->count; i++)
		most = fmax(most, bytes_of(&diff->pairs[i]));
	for (size_t i = 0; i < diff->count && most > 0 && isfinite(most); i++)
		if (bytes_of(&diff->pairs[i]) >= 0)
			diff->pairs[i].rank *= bytes_of(&diff->pairs[i]) / most;
}

static void rank(struct evidence_diff *diff)
{
	struct largest all = { .list = NULL };

	for (size_t i = 0; i < diff->count; i++)
		for (size_t k = 0; k < diff->pairs[i].count; k++) {
			const struct evidence_move *move = &diff->pairs[i].moves[k];
			double *most = largest_of(&all, move->key);

			*most = fmax(*most, size_of(move));
		}
	for (size_t i = 0; i < diff->count; i++)
		rank_pair(&diff->pairs[i], &all);
	weigh_caches(diff);
	free(all.list);
}

static int by_rank(const void *a, const void *b)
{
	const struct evidence_pair *left = a, *right = b;

	if (left->rank != right->rank)
		return left->rank < right->rank ? 1 : -1;
	if (left->moved != right->moved)
		return left->moved ? -1 : 1;
	/* As the texts have them, the base first. */
	if (!left->sides[EVIDENCE_BASE] != !right->sides[EVIDENCE_BASE])
		return left->sides[EVIDENCE_BASE] ? -1 : 1;
	return row_of(left) < row_of(right) ? -1 : row_of(left) > row_of(right);
}

void evidence_join(const struct evidence *base, const struct evidence *newer,
		   struct evidence_diff *diff)
{
	struct joiner joiner = { .pairs = { .slots = NULL } };

	*diff = (struct evidence_diff) { .sides = { base, newer } };
	aliases_init(&joiner.aliases, base, newer);
	add_side(diff, &joiner, EVIDENCE_BASE);
	add_side(diff, &joiner, EVIDENCE_NEW);
	aliases_deinit(&joiner.aliases);
	table_deinit(&joiner.pairs);
	for (size_t i = 0; i < diff->count; i++) {
		struct evidence_pair *pair = &diff->pairs[i];

		for (size_t k = 0; k < pair->count; k++) {
			judge_move(&pair->moves[k]);
			pair->moved |= pair->moves[k].moved;
		}
	}
	rank(diff);
	if (diff->count)
		qsort(diff->pairs, diff->count, sizeof(*diff->pairs), by_rank);
}

int evidence_compare(const struct evidence *base, const struct evidence *newer,
		     struct evidence_diff *diff, struct symdiff_error *err)
{
	evidence_join(base, newer, diff);
	for (size_t i = 0; i < diff->count; i++)
		if (diff->pairs[i].sides[EVIDENCE_BASE] && diff->pairs[i].sides[EVIDENCE_NEW])
			return 0;
	return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1, "no row of %s (%s) is in %s (%s)",
			    base->path, base->rows[0].format->what, newer->path,
			    newer->rows[0].format->what);
}

void evidence_diff_deinit(struct evidence_diff *diff)
{
	for (size_t i = 0; i < diff->count; i++)
		free(diff->pairs[i].moves);
	free(diff->pairs);
	*diff = (struct evidence_diff) { .sides = { NULL } };
}
