/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_PLACES_H
#define PERF_DATA_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/profile.h"
#include "support/table.h"

/*
 * Which location of the profile an address in a space became. Most addresses
 * of a recording are looked up many times, a whole chain at once: the entries
 * are in the hash table itself, so that each costs one access to memory, which
 * can be asked for ahead. Zero-initialised is empty and ready.
 */
struct place {
	uint64_t address;
	uint32_t space;
	uint8_t mode; /* MISC_USER and so on */
	bool is_return;
	bool taken;
	uint32_t location;
};

struct places {
	struct place *slots;
	uint32_t mask, count;
};

static inline uint32_t place_hash(const struct place *place)
{
	return hash_pair(place->address, place->space * 16ul + place->mode * 2u + place->is_return);
}

static inline void places_prefetch(const struct places *places, uint32_t hash)
{
	if (places->slots)
		__builtin_prefetch(&places->slots[hash & places->mask]);
}

/* The location of @place, whose hash is @hash, or NONE. */
static inline uint32_t places_find(const struct places *places, const struct place *place,
				   uint32_t hash)
{
	if (!places->slots)
		return NONE;
	for (uint32_t at = hash;; at++) {
		const struct place *slot = &places->slots[at & places->mask];

		if (!slot->taken)
			return NONE;
		if (slot->address == place->address && slot->space == place->space &&
		    slot->mode == place->mode && slot->is_return == place->is_return)
			return slot->location;
	}
}

/* Remember @place with its location; it must not be there yet. */
void places_add(struct places *places, const struct place *place);

void places_deinit(struct places *places);

#endif
