// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/places.h"

#include <stdlib.h>

#include "support/memory.h"

static void put(struct places *places, const struct place *place)
{
	uint32_t at = place_hash(place);

	while (places->slots[at & places->mask].taken)
		at++;
	places->slots[at & places->mask] = *place;
	places->slots[at & places->mask].taken = true;
}

static void grow(struct places *places)
{
	struct places old = *places;
	uint32_t size = old.slots ? (old.mask + 1) * 2 : 1024;

	places->slots = mem_zalloc(size, sizeof(*places->slots));
	places->mask = size - 1;
	for (uint32_t i = 0; old.slots && i <= old.mask; i++)
		if (old.slots[i].taken)
			put(places, &old.slots[i]);
	free(old.slots);
}

void places_add(struct places *places, const struct place *place)
{
	if (!places->slots || places->count * 2 > places->mask)
		grow(places);
	put(places, place);
	places->count++;
}

void places_deinit(struct places *places)
{
	free(places->slots);
	*places = (struct places) { 0 };
}
