// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/script_places.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

enum { FRAME_LENGTH_MAX = 1 << 16 }; /* a longer name is none */

/* Without a DSO, an address in the upper half is the kernel's; the rest is anybody's. */
static uint32_t find_dso(struct profile *profile, const struct script_symbol *parts, bool is_kernel)
{
	static const char unknown[] = "[unknown]";
	struct slice dso = parts->dso;
	bool is_unnamed = !dso.at || !dso.len || parts->is_inlined ||
			  (dso.len == strlen(unknown) && !memcmp(dso.at, unknown, dso.len));

	if (is_unnamed)
		return profile_dso(profile, "", 0, is_kernel ? DSO_KERNEL : DSO_UNKNOWN);
	return profile_dso(profile, dso.at, dso.len, DSO_UNKNOWN);
}

/* Make a symbol of what is known. */
static void settle(struct script_places *places, struct script_known *known)
{
	struct profile *profile = places->profile;
	struct script_symbol parts;

	script_split_place(places->layout, known->text, &parts);

	uint32_t dso = find_dso(profile, &parts, known->is_kernel_address);

	known->symbol = profile_symbol(profile, dso, parts.symbol.at, parts.symbol.len);
	known->location = profile_symbol_location(profile, known->symbol, NULL, 0);
}

static uint32_t add_known(struct script_places *places, const struct script_place *place,
			  XXH128_hash_t hash)
{
	struct script_symbol parts;
	uint32_t id = places->count;

	script_split_place(places->layout, place->text, &parts);
	array_reserve(places->list, places->capacity, places->count + 1);
	places->list[places->count++] = (struct script_known) {
		.hash = hash,
		.text = place->text,
		.location = NONE,
		.is_kernel_address = place->is_kernel_address,
		.is_inlined = parts.is_inlined,
	};
	table_insert(&places->index, (uint32_t)hash.low64, id);
	if (!parts.is_inlined)
		settle(places, &places->list[id]);
	return id;
}

static struct script_known *find_known(struct script_places *places,
				       const struct script_place *place)
{
	XXH128_hash_t hash =
		XXH3_128bits_withSeed(place->text.at, place->text.len, place->is_kernel_address);

	table_for_each (&places->index, (uint32_t)hash.low64, id) {
		struct script_known *known = &places->list[id];

		if (XXH128_isEqual(known->hash, hash) && known->text.len == place->text.len)
			return known;
	}

	uint32_t id = add_known(places, place, hash); /* may move the list */

	return &places->list[id];
}

uint32_t script_location(struct script_places *places, const struct script_place *place)
{
	struct script_known *known = find_known(places, place);

	if (known->location == NONE)
		settle(places, known);
	return known->location;
}

/* Functions inlined into the next frame that is a function of its own, innermost first. */
struct inlined {
	uint32_t symbols[64]; /* first as numbers of script_known */
	uint32_t count;
};

/* Inlined functions are printed without a DSO: theirs is that of the function around them. */
static uint32_t around(struct script_places *places, const struct script_known *outer,
		       struct inlined *inlined)
{
	struct profile *profile = places->profile;
	uint32_t dso = profile->symbols[outer->symbol].dso;
	uint32_t symbol = outer->symbol;

	if (!inlined->count)
		return outer->location;
	for (uint32_t i = 0; i < inlined->count; i++) {
		struct script_symbol parts;

		script_split_place(places->layout, places->list[inlined->symbols[i]].text, &parts);
		inlined->symbols[i] =
			profile_symbol(profile, dso, parts.symbol.at, parts.symbol.len);
	}
	return profile_symbol_location(profile, symbol, inlined->symbols, inlined->count);
}

/* The end of the line at @at, to the line that closes its parenthesis. */
static const char *find_line_end(const struct script_places *places, const char *at,
				 const char *end)
{
	const char *stop = memchr(at, '\n', end - at);

	while (stop && script_frame_goes_on(places->layout, at, stop, end))
		stop = memchr(stop + 1, '\n', end - stop - 1);
	return stop ? stop : end;
}

size_t script_read_block(struct script_places *places, struct script_blocks *blocks, const char *at,
			 size_t len, bool flat)
{
	struct script_block *block = &blocks->list[blocks->block_count - 1];
	struct inlined inlined = { .count = 0 };
	struct script_known *known = NULL;
	const char *end = at + len, *stop;
	size_t others = 0;

	for (; at < end; at = stop + 1) {
		struct script_place place;

		stop = find_line_end(places, at, end);
		if (*at != '\t' || stop - at > FRAME_LENGTH_MAX ||
		    !script_read_frame(at, stop - at, &place)) {
			others += !script_is_extra(at, stop - at);
			continue;
		}
		if (block->depth == SCRIPT_DEPTH_MAX) {
			block->flags |= STACK_TRUNCATED;
			places->deep++;
			break;
		}
		others += memchr(at, '\n', stop - at) != NULL;
		known = find_known(places, &place);
		if (known->is_inlined && inlined.count < ARRAY_SIZE(inlined.symbols)) {
			inlined.symbols[inlined.count++] = known - places->list;
			continue;
		}
		blocks_push(blocks, around(places, known, &inlined));
		inlined.count = 0;
		if (flat)
			return others;
	}
	/* The frame around the last inlined ones is missing: the outermost of them stands for it. */
	if (inlined.count) {
		inlined.count--;
		settle(places, known);
		blocks_push(blocks, around(places, known, &inlined));
	}
	return others;
}

void script_places_deinit(struct script_places *places)
{
	free(places->list);
	table_deinit(&places->index);
	*places = (struct script_places) { 0 };
}
