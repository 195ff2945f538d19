// SPDX-License-Identifier: GPL-2.0-or-later
/* Counters since boot, differenced: what was counted between two readings of one machine. */
#include <math.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/format.h"
#include "support/memory.h"
#include "support/table.h"

static bool ends_in(const char *key, const char *ending)
{
	size_t len = strlen(key), end = strlen(ending);

	return len >= end && !strcmp(key + len - end, ending);
}

static bool is_one_of(const char *key, const char *const *keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(keys[i], key))
			return true;
	return false;
}

/* nr_ are states, but for what these begin with. */
static bool is_vmstat_count(const char *name)
{
	static const char *const counts[] = { "nr_dirtied", "nr_written", "nr_vmscan_",
					      "nr_foll_pin_", "nr_tlb_" };

	if (strncmp(name, "nr_", 3) != 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++)
		if (!strncmp(name, counts[i], strlen(counts[i])))
			return true;
	return false;
}

/* What the kernel counts with SLUB_STATS; the rest of a cache's files are settings and states. */
static bool is_slab_event(const char *key)
{
	static const char *const events[] = { "alloc_",	       "free_",		"deactivate_",
					      "cmpxchg_",      "cpu_partial_",	"sheaf_flush",
					      "sheaf_refill",  "barn_get",	"barn_put",
					      "cpuslab_flush", "order_fallback" };

	for (size_t i = 0; i < ARRAY_SIZE(events); i++)
		if (!strncmp(key, events[i], strlen(events[i])))
			return true;
	return false;
}

/* Does it only grow, from boot on? */
static bool is_count(const struct evidence_row *row, const char *key)
{
	static const char *const activity[] = { "allocs", "frees", "order_fallback",
						"cmpxchg_double_fail", "cmpxchg_double_cpu_fail" };
	static const char *const slab[] = { "listallocs",    "grown",	   "reaped",
					    "error",	     "nodeallocs", "remotefrees",
					    "alienoverflow", "allochit",   "allocmiss",
					    "freehit",	     "freemiss" };
	const struct evidence_format *format = row->format;

	if (format == &slabinfo_activity_format)
		return is_one_of(key, activity, ARRAY_SIZE(activity));
	if (format == &slabinfo_cache_format)
		return row->group && !ends_in(key, "_pct");
	if (format == &lock_stat_format)
		return !ends_in(key, "_min") && !ends_in(key, "_max") && !ends_in(key, "_avg");
	if (format == &proc_slabinfo_format)
		return is_one_of(key, slab, ARRAY_SIZE(slab));
	if (format == &vmstat_format)
		return is_vmstat_count(row->name);
	if (format == &slab_sysfs_format)
		return is_slab_event(key);
	if (format == &schedstat_format)
		return true;
	return false;
}

static struct evidence_value *value_of(struct evidence_row *row, const char *key)
{
	for (size_t i = 0; i < row->count; i++)
		if (!strcmp(row->values[i].key, key))
			return &row->values[i];
	return NULL;
}

/* A percentage of a count, from those of both readings. */
static void renew_percentage(struct evidence_row *row, const struct evidence_row *before,
			     const char *percent, const char *count)
{
	struct evidence_value *now = value_of(row, percent), *all = value_of(row, count);
	const struct evidence_value *then = evidence_find(before, percent);
	const struct evidence_value *most = evidence_find(before, count);

	/* @count is by now that of the time between, so the last reading's was the sum. */
	if (!now || !all || !then || !most)
		return;
	if (!(all->value > 0)) {
		now->state = EVIDENCE_BROKEN;
		return;
	}
	now->value =
		((all->value + most->value) * now->value - most->value * then->value) / all->value;
	now->value = fmin(fmax(round(now->value), 0), 100);
}

static void renew_mean(struct evidence_row *row, const char *mean, const char *total,
		       const char *count)
{
	struct evidence_value *value = value_of(row, mean);
	const struct evidence_value *sum = evidence_find(row, total);
	const struct evidence_value *of = evidence_find(row, count);

	if (value && sum && of && of->value > 0)
		value->value = sum->value / of->value;
	else if (value)
		value->state = EVIDENCE_BROKEN;
}

/* What only the last reading's own counts could say. */
static void drop(struct evidence_row *row, const char *ending)
{
	size_t kept = 0;

	for (size_t i = 0; i < row->count; i++)
		if (!ends_in(row->values[i].key, ending))
			row->values[kept++] = row->values[i];
	row->count = kept;
}

static void renew(struct evidence_row *row, const struct evidence_row *before)
{
	if (row->format == &slabinfo_activity_format) {
		renew_percentage(row, before, "fast_alloc_pct", "allocs");
		renew_percentage(row, before, "fast_free_pct", "frees");
	} else if (row->format == &slabinfo_cache_format && row->group) {
		drop(row, "_pct"); /* worked out anew from the total, below */
	} else if (row->format == &lock_stat_format) {
		renew_mean(row, "waittime_avg", "waittime_total", "contentions");
		renew_mean(row, "holdtime_avg", "holdtime_total", "acquisitions");
		drop(row, "_min");
		drop(row, "_max");
	}
}

static bool went_backwards(const struct evidence_row *row, const struct evidence_row *before)
{
	for (size_t i = 0; i < row->count; i++) {
		const struct evidence_value *then = evidence_find(before, row->values[i].key);

		if (then && is_count(row, then->key) && then->state == EVIDENCE_NUMBER &&
		    then->value > row->values[i].value)
			return true;
	}
	return false;
}

/* In one text only the tables that it calls those of after go on from those of before. */
static bool goes_on(const struct evidence_row *row, const struct evidence_row *before)
{
	bool one_text = evidence_is_before(before) && row->file && before->file &&
			!strcmp(row->file, before->file);

	return evidence_same_subject(before, row) && (!one_text || evidence_is_after(row));
}

static void subtract_row(struct evidence_row *row, const struct evidence_row *before)
{
	bool any = false;

	for (size_t i = 0; i < row->count; i++) {
		const struct evidence_value *then = evidence_find(before, row->values[i].key);

		if (!then || !is_count(row, then->key) || then->state != EVIDENCE_NUMBER)
			continue;
		row->values[i].value -= then->value;
		any = true;
	}
	if (any)
		renew(row, before);
}

/* The percentages of slabinfo CACHE are of its row Total. */
static void renew_shares(struct evidence *evidence)
{
	static const char *const parts[][2] = { { "allocs", "alloc_pct" },
						{ "frees", "free_pct" } };
	const struct evidence_row *total = NULL;

	for (size_t i = evidence->count; i-- > 0;) {
		struct evidence_row *row = &evidence->rows[i];

		if (row->format != &slabinfo_cache_format || !row->group)
			continue;
		if (!strcmp(row->name, "Total")) {
			total = row;
			continue;
		}
		for (size_t k = 0; k < ARRAY_SIZE(parts); k++) {
			const struct evidence_value *part = evidence_find(row, parts[k][0]);
			const struct evidence_value *all =
				total && !strcmp(total->group, row->group)
					? evidence_find(total, parts[k][0])
					: NULL;

			if (!part || !all || evidence_find(row, parts[k][1]) || !(all->value > 0))
				continue;
			array_reserve(row->values, row->capacity, row->count + 1);
			row->values[row->count++] = (struct evidence_value) {
				.key = parts[k][1],
				.value = floor(100 * part->value / all->value),
			};
		}
	}
}

size_t evidence_subtract(struct evidence *evidence, const struct evidence *before,
			 size_t *backwards)
{
	struct table index = { .slots = NULL };
	size_t known = 0;

	*backwards = 0;
	for (size_t i = 0; i < before->count; i++)
		table_insert(&index, hash_bytes(before->rows[i].name, strlen(before->rows[i].name)),
			     (uint32_t)i);
	for (size_t i = 0; i < evidence->count; i++) {
		struct evidence_row *row = &evidence->rows[i];
		uint32_t hash = hash_bytes(row->name, strlen(row->name));

		table_for_each (&index, hash, id) {
			if (!goes_on(row, &before->rows[id]))
				continue;
			known++;
			if (went_backwards(row, &before->rows[id]))
				++*backwards;
			else
				subtract_row(row, &before->rows[id]);
			break;
		}
	}
	renew_shares(evidence);
	table_deinit(&index);
	return known;
}
