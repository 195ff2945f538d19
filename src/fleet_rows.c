// SPDX-License-Identifier: GPL-2.0-or-later
/* From the diff of each machine to the rows of a fleet. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buckets/buckets.h"
#include "diff/diff.h"
#include "diff/noise.h"
#include "fleet_sides.h"
#include "model/canonical.h"
#include "report/change.h"
#include "series/series.h"
#include "support/memory.h"
#include "support/table.h"

#define SYMBOL_LEAST 0.05 /* points: a symbol that moves less on all machines has no row */

struct fleet_gathering {
	struct symdiff_fleet *fleet;
	const struct buckets *buckets;
	struct table index; /* of the rows */
};

struct fleet_gathering *fleet_gathering_new(struct symdiff_fleet *fleet, struct symdiff *rules)
{
	struct fleet_gathering *gathering = mem_zalloc(1, sizeof(*gathering));

	gathering->fleet = fleet;
	gathering->buckets = rules->buckets;
	fleet->busy = fleet->charged = true;
	return gathering;
}

void fleet_gathering_free(struct fleet_gathering *gathering)
{
	table_deinit(&gathering->index);
	free(gathering);
}

/* ---- rows ---- */

struct row_key {
	enum fleet_kind kind;
	const char *event, *name, *more;
};

static uint32_t hash_of(const struct row_key *key)
{
	return hash_bytes(key->name, strlen(key->name)) ^ hash_bytes(key->more, strlen(key->more)) ^
	       (uint32_t)key->kind;
}

/* The row of this key, which is made if there is none. */
static struct fleet_row *row_of(struct fleet_gathering *gathering, const struct row_key *key)
{
	struct fleet *fleet = &gathering->fleet->fleet;
	uint32_t hash = hash_of(key);
	struct fleet_row *row;

	table_for_each (&gathering->index, hash, id) {
		row = &fleet->rows[id];
		if (row->kind == key->kind && !strcmp(row->name, key->name) &&
		    !strcmp(row->more, key->more) && !strcasecmp(row->event, key->event))
			return row;
	}
	table_insert(&gathering->index, hash, (uint32_t)fleet->row_count);
	row = fleet_add_row(fleet, key->kind, key->name);
	row->event = arena_strndup(&fleet->arena, key->event, strlen(key->event));
	row->more = arena_strndup(&fleet->arena, key->more, strlen(key->more));
	return row;
}

/* ---- profiles ---- */

/* Points of busy time where that is compared; the range is of the total, and is scaled to it. */
static struct fleet_value value_of(const struct diff_event *event, const struct change *change)
{
	double whole = (double)event->whole[NEW], total = (double)event->totals[NEW]->total;
	double scale = whole > 0 ? total / whole : 1;
	struct fleet_value value = {
		.known = !isnan(change->busy_points),
		.change = change->busy_points,
		.low = NAN,
		.high = NAN,
		.base = 100 * change->busy_share[BASE],
		.newer = 100 * change->busy_share[NEW],
	};

	if (value.known && noise_is_known(event->noise)) {
		value.low = change->busy_points - scale * (change->points - change->range.low);
		value.high = change->busy_points + scale * (change->range.high - change->points);
	}
	return value;
}

static void set_value(struct fleet_gathering *gathering, uint32_t machine,
		      const struct diff_event *event, const struct row_key *key,
		      const struct change *change, const char *bucket)
{
	struct fleet_value value = value_of(event, change);
	struct fleet_row *row;

	if (!value.known || (value.base == 0 && value.newer == 0))
		return;
	row = row_of(gathering, key);
	row->unit = "pp";
	row->bucket = arena_strndup(&gathering->fleet->fleet.arena, bucket, strlen(bucket));
	row->values[machine] = value;
}

static void gather_buckets(struct fleet_gathering *gathering, uint32_t machine,
			   const struct diff_event *event, const char *name)
{
	const struct diff_bucket *lists[] = { event->heads, event->leaves };
	const size_t counts[] = { event->head_count, event->leaf_count };

	for (int level = 0; level < 2; level++)
		for (size_t i = 0; i < counts[level]; i++) {
			const struct diff_bucket *bucket = &lists[level][i];
			struct row_key key = { level ? FLEET_LEAF : FLEET_BUCKET, name,
					       bucket->name, "self" };
			struct change change = change_of_bucket(event, bucket);

			if ((event->busy && bucket->head == event->leaves[BUCKET_IDLE].head) ||
			    (level && !strcmp(bucket->name, event->heads[bucket->head].name)))
				continue;
			set_value(gathering, machine, event, &key, &change, "");
			if (!event->charged)
				continue;
			change = change_of_owner(event, bucket);
			key.more = "charged";
			set_value(gathering, machine, event, &key, &change, "");
		}
}

/* Compilers name clones on each machine as they like: the plain name joins them. */
static void gather_symbols(struct fleet_gathering *gathering, uint32_t machine,
			   const struct diff_event *event, const char *event_name)
{
	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		struct change change = change_of_row(event, row);
		char name[512];
		struct row_key key = { FLEET_SYMBOL, event_name, name, diff_row_dso(event, row) };

		canonical_name(diff_row_name(event, row), name, sizeof(name));
		if (fabs(change.busy_points) >= SYMBOL_LEAST &&
		    !(event->busy && row->bucket == BUCKET_IDLE))
			set_value(gathering, machine, event, &key, &change,
				  event->leaves[row->bucket].name);
	}
}

void fleet_gather_diff(struct fleet_gathering *gathering, uint32_t machine,
		       const struct symdiff_diff *diff)
{
	for (size_t i = 0; i < diff->event_count; i++) {
		const struct diff_event *event = &diff->events[i];
		const struct totals *newer = event->totals[NEW];
		const char *name = profile_text(newer->profile, totals_event(newer)->name);

		gathering->fleet->busy &= event->busy;
		gathering->fleet->charged &= event->charged;
		gather_buckets(gathering, machine, event, name);
		gather_symbols(gathering, machine, event, name);
	}
}

/* ---- what was seen beside them ---- */

void fleet_gather_evidence(struct fleet_gathering *gathering, uint32_t machine,
			   const struct series *two)
{
	for (size_t i = 0; i < two->row_count; i++) {
		const struct series_row *row = &two->rows[i];
		const struct measure *base = &row->cells[BASE], *newer = &row->cells[NEW];
		const struct trend_step *whole = &row->trends[0].whole;
		struct row_key key = { row->kind == SERIES_RESULT ? FLEET_RESULT : FLEET_EVIDENCE,
				       "", row->name, row->more };
		double scale = row->is_share ? 1 : 100 / fabs(base->mean);
		struct fleet_row *to;

		if (!base->runs || !newer->runs || (!row->is_share && base->mean == 0))
			continue;
		to = row_of(gathering, &key);
		to->unit = row->is_share ? "pp" : "%";
		to->better = row->better == BETTER_MORE ? 1 : row->better == BETTER_LESS ? -1 : 0;
		to->values[machine] = (struct fleet_value) {
			.known = true,
			.change = scale * (newer->mean - base->mean),
			.low = scale * whole->low,
			.high = scale * whole->high,
			.base = base->mean,
			.newer = newer->mean,
		};
	}
}
