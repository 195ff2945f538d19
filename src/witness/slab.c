// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What slabinfo says about a slow allocator. Counters of SLUB_STATS say how many allocations and
 * frees of a cache took the slow path, and how many put a slab on a partial list or took one off;
 * without them there is only how many objects a slab has, which decides how often either is needed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/format.h"
#include "support/memory.h"
#include "witness/witness.h"

/* Of one reading: so many percent on the slow path is a busy one, so many are none to speak of. */
#define BUSY_SLOW    20.0
#define BUSY_PARTIAL 10.0
#define QUIET	     5.0

#define CACHE_SHARE \
	0.1 /* caches with fewer allocations than this part of the busiest are left out */
enum { CACHES_SHOWN = 3, NAME_LENGTH = 64, TEXT_LENGTH = 256 };

enum measure { SLOW_ALLOC, SLOW_FREE, ADD_PARTIAL, REMOVE_PARTIAL, MEASURES };

struct cache {
	char key[NAME_LENGTH];	/* what all names of it have in common */
	char also[NAME_LENGTH]; /* a name of it that only its layout shows to be one; or "" */
	const char *name;	/* for people */
	double allocs[SIDES];	/* NaN: not counted */
	double percent[MEASURES][SIDES];
	double objects[SIDES]; /* in a slab */
	double active[SIDES];  /* objects in use */
};

struct caches {
	struct cache *list;
	size_t count, capacity;
	const struct witness *witness;
};

/* ---- caches by all their names ---- */

/* The merged cache that @name is an alias of, by slabinfo -a of either side. */
static const char *alias_of(const struct witness *witness, const char *name)
{
	for (int side = 0; side < SIDES; side++)
		for (size_t i = 0; i < witness->sides[side].count; i++) {
			const struct evidence_row *row = &witness->sides[side].rows[i];

			if (row->format == &slabinfo_alias_format && !strcmp(row->name, name))
				return row->group;
		}
	return NULL;
}

/* kmalloc-512 and :0000512 are one, if there are both. */
static void write_key(const struct witness *witness, const char *name, char *key)
{
	const char *merged = alias_of(witness, name);
	char *end;
	unsigned long size = 0;

	if (!merged && !strncmp(name, "kmalloc-", strlen("kmalloc-"))) {
		size = strtoul(name + strlen("kmalloc-"), &end, 10);
		size *= *end == 'k' ? 1024 : 1;
		end += *end == 'k';
		if (*end || size > 1ul << 30)
			size = 0;
	}
	if (size)
		snprintf(key, NAME_LENGTH, ":%07lu", size);
	else
		snprintf(key, NAME_LENGTH, "%s", merged ? merged : name);
}

static struct cache *find_cache(struct caches *caches, const char *name)
{
	char key[NAME_LENGTH];
	struct cache *cache;

	write_key(caches->witness, name, key);
	for (size_t i = 0; i < caches->count; i++) {
		cache = &caches->list[i];
		if (strcmp(cache->key, key) != 0 && strcmp(cache->also, key) != 0)
			continue;
		if (cache->name[0] == ':') /* the other name says more */
			cache->name = name;
		return cache;
	}
	array_reserve(caches->list, caches->capacity, caches->count + 1);
	cache = &caches->list[caches->count++];
	memcpy(cache->key, key, sizeof(key));
	cache->also[0] = '\0';
	cache->name = name;
	for (int side = 0; side < SIDES; side++) {
		cache->allocs[side] = cache->objects[side] = cache->active[side] = NAN;
		for (int i = 0; i < MEASURES; i++)
			cache->percent[i][side] = NAN;
	}
	return cache;
}

/*
 * A merged cache goes by its size in -AD, and by the alias that was asked for in its details,
 * whose layout has that size.
 */
static const char *name_by_size(const struct evidence *evidence, const struct evidence_row *row)
{
	const struct evidence_value *size = evidence_find(row, "slab_object_size");
	const struct evidence_value *aliases = evidence_find(row, "aliases");
	char merged[NAME_LENGTH];

	if (!size || !aliases || !(aliases->value >= 1))
		return NULL;
	snprintf(merged, sizeof(merged), ":%07.0f", size->value);
	for (size_t i = 0; i < evidence->count; i++)
		if (evidence->rows[i].format == &slabinfo_activity_format &&
		    !strcmp(evidence->rows[i].name, merged))
			return evidence->rows[i].name;
	return NULL;
}

static double number_of(const struct evidence_row *row, const char *key)
{
	const struct evidence_value *value = evidence_find(row, key);

	return value && value->state == EVIDENCE_NUMBER ? value->value : NAN;
}

static void set(double *where, double value)
{
	if (!isnan(value))
		*where = value;
}

/* "Slowpath", "Add partial": of the counters of one cache. */
static void add_counter(struct cache *cache, const struct evidence_row *row, int side)
{
	if (!strcmp(row->name, "Slowpath")) {
		set(&cache->percent[SLOW_ALLOC][side], number_of(row, "alloc_pct"));
		set(&cache->percent[SLOW_FREE][side], number_of(row, "free_pct"));
	} else if (!strcmp(row->name, "Add partial")) {
		set(&cache->percent[ADD_PARTIAL][side],
		    fmax(number_of(row, "free_pct"), number_of(row, "alloc_pct")));
	} else if (!strcmp(row->name, "Remove partial")) {
		set(&cache->percent[REMOVE_PARTIAL][side],
		    fmax(number_of(row, "free_pct"), number_of(row, "alloc_pct")));
	} else if (!strcmp(row->name, "Total")) {
		set(&cache->allocs[side], number_of(row, "allocs"));
	}
}

static void set_unless(double *where, double value)
{
	if (isnan(*where))
		*where = value;
}

/* A part of the events of one kind, in percent; NaN if nothing was counted. */
static double part_of(const struct evidence_row *row, const char *part, double all)
{
	return all > 0 ? 100 * number_of(row, part) / all : NAN;
}

/* /sys/kernel/slab has the counts themselves. */
static void add_files(struct cache *cache, const struct evidence_row *row, int side)
{
	double allocs = number_of(row, "alloc_fastpath") + number_of(row, "alloc_slowpath");
	double frees = number_of(row, "free_fastpath") + number_of(row, "free_slowpath");

	set(&cache->objects[side], number_of(row, "objs_per_slab"));
	set(&cache->active[side], number_of(row, "objects"));
	set_unless(&cache->allocs[side], allocs);
	set(&cache->percent[SLOW_ALLOC][side], part_of(row, "alloc_slowpath", allocs));
	set(&cache->percent[SLOW_FREE][side], part_of(row, "free_slowpath", frees));
	set(&cache->percent[ADD_PARTIAL][side], part_of(row, "free_add_partial", frees));
	set(&cache->percent[REMOVE_PARTIAL][side], part_of(row, "alloc_from_partial", allocs));
}

static void add_row(struct caches *caches, const struct evidence *evidence,
		    const struct evidence_row *row, int side)
{
	const struct evidence_format *format = row->format;
	const char *merged;
	struct cache *cache;

	if (format == &slabinfo_cache_format && row->group) {
		add_counter(find_cache(caches, row->group), row, side);
	} else if (format == &slabinfo_cache_format) {
		cache = find_cache(caches, row->name);
		set(&cache->objects[side], number_of(row, "objects_per_slab"));
		set_unless(&cache->active[side], number_of(row, "objects"));
		merged = name_by_size(evidence, row);
		if (merged && strcmp(cache->key, merged) != 0) {
			memcpy(cache->also, cache->key, sizeof(cache->also));
			snprintf(cache->key, sizeof(cache->key), "%s", merged);
		}
	} else if (format == &slabinfo_activity_format) {
		double fast_alloc = number_of(row, "fast_alloc_pct");

		cache = find_cache(caches, row->name);
		set_unless(&cache->allocs[side], number_of(row, "allocs"));
		/* Without SLUB_STATS all counters are 0, and so is what is fast. */
		if (!(cache->allocs[side] > 0))
			return;
		set_unless(&cache->percent[SLOW_ALLOC][side], 100 - fast_alloc);
		set_unless(&cache->percent[SLOW_FREE][side], 100 - number_of(row, "fast_free_pct"));
	} else if (format == &slab_sysfs_format) {
		add_files(find_cache(caches, row->name), row, side);
	} else if (format == &proc_slabinfo_format || format == &slabinfo_list_format) {
		bool is_proc = format == &proc_slabinfo_format;

		cache = find_cache(caches, row->name);
		set(&cache->objects[side],
		    number_of(row, is_proc ? "objperslab" : "objects_per_slab"));
		set(&cache->active[side], number_of(row, is_proc ? "active_objs" : "objects"));
	}
}

/* The details first: their layout says which cache of -AD they are of. */
static void collect(struct caches *caches)
{
	for (int details = 1; details >= 0; details--)
		for (int side = 0; side < SIDES; side++) {
			const struct evidence *evidence = &caches->witness->sides[side];

			for (size_t i = 0; i < evidence->count; i++)
				if ((evidence->rows[i].format == &slabinfo_cache_format) == details)
					add_row(caches, evidence, &evidence->rows[i], side);
		}
}

/* ---- slow paths ---- */

static double weight_of(const struct cache *cache)
{
	return fmax(isnan(cache->allocs[BASE]) ? 0 : cache->allocs[BASE],
		    isnan(cache->allocs[NEW]) ? 0 : cache->allocs[NEW]);
}

static int by_weight(const void *a, const void *b)
{
	double x = weight_of(a), y = weight_of(b);

	if (x != y)
		return x < y ? 1 : -1;
	return strcmp(((const struct cache *)a)->key, ((const struct cache *)b)->key);
}

/* Which measures speak of a phase of the allocator. */
static bool speaks_of(enum measure measure, const char *phase)
{
	static const struct {
		const char *phase;
		unsigned measures;
	} phases[] = {
		{ "alloc-slow", 1u << SLOW_ALLOC | 1u << REMOVE_PARTIAL },
		{ "alloc-fast", 1u << SLOW_ALLOC },
		{ "free-slow", 1u << SLOW_FREE | 1u << ADD_PARTIAL },
		{ "free-fast", 1u << SLOW_FREE },
		{ "partial", 1u << ADD_PARTIAL | 1u << REMOVE_PARTIAL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(phases); i++)
		if (!strcmp(phases[i].phase, phase))
			return phases[i].measures & 1u << measure;
	return true;
}

/* The fast path is busy when the slow one is not. */
static bool is_fast(const struct topic *topic)
{
	return !strcmp(topic->phase, "alloc-fast") || !strcmp(topic->phase, "free-fast");
}

/* +1: the slow path took over; -1: it gave way; 0: neither, or both. */
static int direction_of(const struct cache *cache, const struct topic *topic)
{
	bool up = false, down = false;

	for (int i = 0; i < MEASURES; i++) {
		double delta = cache->percent[i][NEW] - cache->percent[i][BASE];

		if (isnan(delta) || !speaks_of(i, topic->phase))
			continue;
		up |= delta > EVIDENCE_MOVED_POINTS;
		down |= delta < -EVIDENCE_MOVED_POINTS;
	}
	return up - down;
}

/* Of one reading: is the slow path busy, or is there none to speak of? */
static int level_of(const struct cache *cache, int side, const struct topic *topic)
{
	bool busy = false, quiet = true, any = false;

	for (int i = 0; i < MEASURES; i++) {
		double value = cache->percent[i][side];

		if (isnan(value) || !speaks_of(i, topic->phase))
			continue;
		any = true;
		busy |= value >= (i == SLOW_ALLOC || i == SLOW_FREE ? BUSY_SLOW : BUSY_PARTIAL);
		quiet &= value <= QUIET;
	}
	return busy ? 1 : any && quiet ? -1 : 0;
}

static size_t put_percent(char *room, size_t size, const double value[SIDES])
{
	int len;

	if (!isnan(value[BASE]) && !isnan(value[NEW]) && value[BASE] != value[NEW])
		len = snprintf(room, size, "%.0f -> %.0f %%", value[BASE], value[NEW]);
	else
		len = snprintf(room, size, "%.0f %%", isnan(value[NEW]) ? value[BASE] : value[NEW]);
	return len < 0 ? 0 : (size_t)len;
}

static bool has(const struct cache *cache, enum measure measure)
{
	return !isnan(cache->percent[measure][BASE]) || !isnan(cache->percent[measure][NEW]);
}

/* "kmalloc-512: 31 % of allocations and 93 % of frees on the slow path, Add partial 30 %" */
static const char *describe(const struct cache *cache, char *room, size_t size)
{
	size_t len = (size_t)snprintf(room, size, "%s:", cache->name);
	char percent[64];

	for (int i = SLOW_ALLOC; i <= SLOW_FREE; i++) {
		if (!has(cache, i) || len >= size)
			continue;
		put_percent(percent, sizeof(percent), cache->percent[i]);
		len += (size_t)snprintf(room + len, size - len, "%s %s of %s",
					i == SLOW_FREE && has(cache, SLOW_ALLOC) ? " and" : "",
					percent, i == SLOW_ALLOC ? "allocations" : "frees");
	}
	if (len < size && (has(cache, SLOW_ALLOC) || has(cache, SLOW_FREE)))
		len += (size_t)snprintf(room + len, size - len, " on the slow path");
	if (len < size && has(cache, ADD_PARTIAL)) {
		put_percent(percent, sizeof(percent), cache->percent[ADD_PARTIAL]);
		snprintf(room + len, size - len, ", Add partial %s", percent);
	}
	return room;
}

static bool has_measures(const struct cache *cache, int side, const struct topic *topic)
{
	for (int i = 0; i < MEASURES; i++)
		if (!isnan(cache->percent[i][side]) && speaks_of(i, topic->phase))
			return true;
	return false;
}

/* What a cache says: by the change if both sides counted, else by the level of the one that did. */
static enum opinion_verdict judge(const struct cache *cache, const struct topic *topic)
{
	bool both = has_measures(cache, BASE, topic) && has_measures(cache, NEW, topic);
	int side = has_measures(cache, NEW, topic) ? NEW : BASE;
	int says = both ? direction_of(cache, topic) : level_of(cache, side, topic);
	int expected = topic->grew ? 1 : -1;

	if (is_fast(topic))
		expected = -expected;
	/* One reading says how busy the slow path is, not that it was busier before. */
	if (!both && (!topic->grew || side == BASE))
		return OPINION_SILENT;
	return !says ? OPINION_SILENT : says == expected ? OPINION_AGREES : OPINION_CONTRADICTS;
}

/* Those that did most of the work: later ones are left out. */
static bool is_busy(const struct caches *caches, size_t i)
{
	return !i || weight_of(&caches->list[i]) >= CACHE_SHARE * weight_of(&caches->list[0]);
}

static bool speaks(const struct cache *cache, const struct topic *topic)
{
	return has_measures(cache, BASE, topic) || has_measures(cache, NEW, topic);
}

/* One busy slow path suffices: that another cache's is quiet contradicts nothing. */
static bool any_agrees(const struct caches *caches, const struct topic *topic)
{
	for (size_t i = 0; i < caches->count && is_busy(caches, i); i++)
		if (speaks(&caches->list[i], topic) &&
		    judge(&caches->list[i], topic) == OPINION_AGREES)
			return true;
	return false;
}

static void hear_slow_paths(const struct caches *caches, const struct topic *topic,
			    struct testimony *testimony)
{
	bool agrees = any_agrees(caches, topic);
	size_t shown = 0;

	for (size_t i = 0; i < caches->count && is_busy(caches, i) && shown < CACHES_SHOWN; i++) {
		const struct cache *cache = &caches->list[i];
		enum opinion_verdict verdict;
		char room[TEXT_LENGTH];

		if (!speaks(cache, topic))
			continue;
		verdict = judge(cache, topic);
		if ((agrees && verdict != OPINION_AGREES) || (verdict == OPINION_SILENT && shown))
			continue;
		testify(testimony, verdict, "%s", describe(cache, room, sizeof(room)));
		shown++;
	}
}

/* ---- objects per slab ---- */

/* Fewer objects a slab: slabs are full, and empty, more often, and change lists. */
static void hear_sizes(struct caches *caches, const struct topic *topic,
		       struct testimony *testimony)
{
	const struct cache *most = NULL;
	size_t larger = 0, smaller = 0;
	double used = -1;
	bool agrees;

	for (size_t i = 0; i < caches->count; i++) {
		const struct cache *cache = &caches->list[i];
		double delta = cache->objects[NEW] - cache->objects[BASE];
		double active = fmax(fmax(cache->active[BASE], cache->active[NEW]), 0);

		larger += delta > 0;
		smaller += delta < 0;
		/* The one to name: of those that network and file traffic uses, the busiest. */
		if (delta != 0 && !isnan(delta) && active > used &&
		    (!strncmp(cache->name, "kmalloc-", 8) || !strncmp(cache->name, "skbuff", 6))) {
			most = cache;
			used = active;
		}
	}
	if (!most || larger == smaller)
		return;
	agrees = topic->grew == (smaller > larger);
	testify(testimony, agrees ? OPINION_AGREES : OPINION_CONTRADICTS,
		"objects a slab: %s %.0f -> %.0f (%zu caches have fewer, %zu more)", most->name,
		most->objects[BASE], most->objects[NEW], smaller, larger);
}

void hear_slab(const struct topic *topic, struct testimony *testimony)
{
	struct caches caches = { .witness = topic->witness };
	size_t before = testimony->agree + testimony->contradict;

	if (!topic_is(topic, "allocator/slab"))
		return;
	collect(&caches);
	if (caches.count)
		qsort(caches.list, caches.count, sizeof(*caches.list), by_weight);
	hear_slow_paths(&caches, topic, testimony);
	if (testimony->agree + testimony->contradict == before && !is_fast(topic))
		hear_sizes(&caches, topic, testimony);
	free(caches.list);
}
