// SPDX-License-Identifier: GPL-2.0-or-later
#include "evidence/aliases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/format.h"

enum { NAME_LENGTH = 64 };

bool is_cache_format(const struct evidence_format *format)
{
	return format == &slabinfo_activity_format || format == &slabinfo_list_format ||
	       format == &slabinfo_cache_format || format == &proc_slabinfo_format ||
	       format == &slab_sysfs_format;
}

static uint32_t hash_of(const char *name)
{
	return hash_bytes(name, strlen(name));
}

static const struct evidence_row *row_at(const struct aliases *aliases, uint32_t id)
{
	size_t base = aliases->sides[0]->count;

	return id < base ? &aliases->sides[0]->rows[id] : &aliases->sides[1]->rows[id - base];
}

/* The name of the cache that a row is of. */
static const char *cache_of(const struct evidence_row *row)
{
	return row->group ? row->group : row->name;
}

void aliases_init(struct aliases *aliases, const struct evidence *base,
		  const struct evidence *newer)
{
	*aliases = (struct aliases) { .sides = { base, newer } };
	for (uint32_t id = 0; id < base->count + newer->count; id++) {
		const struct evidence_row *row = row_at(aliases, id);

		if (row->format == &slabinfo_alias_format)
			table_insert(&aliases->links, hash_of(row->name), id);
		else if (is_cache_format(row->format))
			table_insert(&aliases->names, hash_of(cache_of(row)), id);
	}
}

void aliases_deinit(struct aliases *aliases)
{
	table_deinit(&aliases->links);
	table_deinit(&aliases->names);
}

/* Which sides have a cache of this name, as bits. */
static unsigned sides_with(const struct aliases *aliases, const char *name)
{
	unsigned sides = 0;

	table_for_each (&aliases->names, hash_of(name), id)
		if (!strcmp(cache_of(row_at(aliases, id)), name))
			sides |= id < aliases->sides[0]->count ? 1 : 2;
	return sides;
}

/* The merged cache that takes this kmalloc cache, ":0000512" of kmalloc-512. */
static bool merged_of(const char *name, char room[NAME_LENGTH])
{
	char *end;
	unsigned long size;

	if (strncmp(name, "kmalloc-", strlen("kmalloc-")) != 0)
		return false;
	size = strtoul(name + strlen("kmalloc-"), &end, 10);
	if (*end == 'k') {
		size *= 1024;
		end++;
	}
	if (*end || !size || size > 1ul << 30)
		return false;
	snprintf(room, NAME_LENGTH, ":%07lu", size);
	return true;
}

/*
 * By its size: a kmalloc cache that only one side lists, and the merged one that only the other
 * does, are one. Returns the merged one's name as a row has it.
 */
static const char *by_size(const struct aliases *aliases, const char *name)
{
	char merged[NAME_LENGTH];
	unsigned here = sides_with(aliases, name);

	if (!merged_of(name, merged) || !here || here == 3 ||
	    sides_with(aliases, merged) != 3 - here)
		return name;
	table_for_each (&aliases->names, hash_of(merged), id)
		if (!strcmp(cache_of(row_at(aliases, id)), merged))
			return cache_of(row_at(aliases, id));
	return name;
}

static const char *resolve(const struct aliases *aliases, const char *name)
{
	if (!aliases->sides[0])
		return name;
	table_for_each (&aliases->links, hash_of(name), id)
		if (!strcmp(row_at(aliases, id)->name, name))
			return row_at(aliases, id)->group;
	return by_size(aliases, name);
}

const char *aliases_name(const struct aliases *aliases, const struct evidence_row *row)
{
	return is_cache_format(row->format) && !row->group ? resolve(aliases, row->name)
							   : row->name;
}

const char *aliases_group(const struct aliases *aliases, const struct evidence_row *row)
{
	return is_cache_format(row->format) && row->group ? resolve(aliases, row->group)
							  : row->group;
}
