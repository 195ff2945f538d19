/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_TABLE_H
#define SUPPORT_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/*
 * A hash index: from a 32-bit hash to the numbers of the elements that have
 * it. The elements themselves are in an array of the user's, who compares
 * them:
 *
 *	table_for_each(&table, hash, id)
 *		if (same(&array[id], key))
 *			return id;
 *	table_insert(&table, hash, new_id);
 *
 * Open addressing, linear probing, at most half full. Zero-initialised is
 * empty and ready.
 */
struct table {
	struct table_slot {
		uint32_t hash;
		uint32_t id_plus_one; /* 0: free */
	} * slots;
	uint32_t count, mask;
};

#define TABLE_NONE UINT32_MAX

void table_insert(struct table *table, uint32_t hash, uint32_t id);
void table_deinit(struct table *table);

/* The first element at or after slot @*at that has @hash, else TABLE_NONE. */
static inline uint32_t table_next(const struct table *table, uint32_t hash, uint32_t *at)
{
	if (!table->slots)
		return TABLE_NONE;
	for (;; ++*at) {
		const struct table_slot *slot = &table->slots[*at & table->mask];

		if (!slot->id_plus_one)
			return TABLE_NONE;
		if (slot->hash == hash) {
			++*at;
			return slot->id_plus_one - 1;
		}
	}
}

/* A hint: @hash will be looked up soon. */
static inline void table_prefetch(const struct table *table, uint32_t hash)
{
	if (table->slots)
		__builtin_prefetch(&table->slots[hash & table->mask]);
}

#define table_for_each(table, hash_, id) \
	for (uint32_t at_ = (hash_), id; (id = table_next(table, hash_, &at_)) != TABLE_NONE;)

static inline uint32_t hash_bytes(const void *data, size_t size)
{
	return (uint32_t)XXH3_64bits(data, size);
}

/* Mix two numbers into a hash. */
static inline uint32_t hash_pair(uint64_t a, uint64_t b)
{
	uint64_t mixed = (a ^ (b * 0x9e3779b97f4a7c15u)) * 0xff51afd7ed558ccdu;

	mixed ^= mixed >> 32;
	return (uint32_t)((mixed * 0xc4ceb9fe1a85ec53u) >> 32);
}

#endif
