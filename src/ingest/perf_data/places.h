/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_PLACES_H
#define PERF_DATA_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/profile.h"
#include "support/table.h"

/*
 * Which location of the profile an address in a space became. A cache of fixed
 * size, each place where its hash says: most addresses of a recording are
 * looked up many times, but where thousands of short processes ran, each has
 * its own, and to remember all of those costs more than to look them up again.
 */
#define PLACES (1u << 16)

struct place {
	uint64_t address;
	uint32_t space;
	uint8_t mode; /* MISC_USER and so on */
	bool is_return;
	bool known;
	uint32_t location;
};

static inline uint32_t place_hash(const struct place *place)
{
	return hash_pair(place->address,
			 place->space * 16ul + place->mode * 2u + place->is_return) %
	       PLACES;
}

/* The location of @place as @cached has it, or NONE. */
static inline uint32_t place_cached(const struct place *cached, const struct place *place)
{
	if (cached->known && cached->address == place->address && cached->space == place->space &&
	    cached->mode == place->mode && cached->is_return == place->is_return)
		return cached->location;
	return NONE;
}

#endif
