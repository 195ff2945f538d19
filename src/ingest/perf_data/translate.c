// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "ingest/perf_data/reader.h"
#include "ingest/perf_data/wire.h"
#include "support/memory.h"

/* Where an address was, and which location of the profile it became. */
struct place {
	uint64_t address;
	uint32_t space;
	uint8_t mode;
	bool is_return;
	uint32_t location;
};

struct translator {
	struct reader *reader;
	const struct raw_stack *stack;
	struct table index;
	struct place *places;
	uint32_t place_count;
	size_t place_capacity;
	uint32_t *locations; /* of one stack */
	uint32_t depth;
	size_t locations_capacity;
};

static uint32_t unknown_location(struct translator *translator, const struct place *place,
				 const char *name, enum dso_kind kind)
{
	struct profile *profile = translator->reader->profile;

	return profile_address_location(profile, profile_dso(profile, name, strlen(name), kind),
					place->address, place->is_return);
}

static uint32_t mapped_location(struct translator *translator, const struct place *place,
				const struct map *map)
{
	struct reader *reader = translator->reader;
	struct profile *profile = reader->profile;
	const struct image *image = &reader->images.list[map->image];
	uint32_t dso = images_dso(&reader->images, map->image);

	if (image->symbol) {
		const char *name = profile_text(profile, image->symbol);

		return profile_symbol_location(
			profile, profile_symbol(profile, dso, name, strlen(name)), NULL, 0);
	}
	return profile_address_location(profile, dso, place->address - map->start + map->pgoff,
					place->is_return);
}

/* The kernel lies around its modules: it has what is in no other map. */
static uint32_t kernel_location(struct translator *translator, const struct place *place,
				int machine)
{
	const struct kernel_map *kernel = &translator->reader->kernels[machine];
	const char *name = machine == KERNEL_GUEST ? "[guest.kernel]" : "[kernel.kallsyms]";
	enum dso_kind kind = machine == KERNEL_GUEST ? DSO_GUEST_KERNEL : DSO_KERNEL;
	uint64_t wanted = place->address - place->is_return;

	if (!kernel->known)
		return unknown_location(translator, place, name, kind);
	if (wanted < kernel->map.start || wanted >= kernel->map.end)
		return unknown_location(translator, place, "[unknown]", kind);

	struct map map = kernel->map;

	map.pgoff = map.start;
	return mapped_location(translator, place, &map);
}

static uint32_t locate(struct translator *translator, const struct place *place)
{
	struct reader *reader = translator->reader;
	const struct map *map = NULL;
	uint64_t wanted = place->address - place->is_return;

	if (place->mode == MISC_KERNEL || place->mode == MISC_GUEST_KERNEL ||
	    place->mode == MISC_USER)
		map = spaces_find(&reader->spaces, place->space, wanted);
	if (map)
		return mapped_location(translator, place, map);
	switch (place->mode) {
	case MISC_KERNEL:
		return kernel_location(translator, place, KERNEL_HOST);
	case MISC_GUEST_KERNEL:
		return kernel_location(translator, place, KERNEL_GUEST);
	case MISC_HYPERVISOR:
		return unknown_location(translator, place, "[hypervisor]", DSO_HYPERVISOR);
	case MISC_USER:
		return unknown_location(translator, place, "[unknown]", DSO_USER);
	case MISC_GUEST_USER:
		return unknown_location(translator, place, "[unknown]", DSO_GUEST_USER);
	default:
		return unknown_location(translator, place, "[unknown]", DSO_UNKNOWN);
	}
}

static uint32_t space_of(const struct translator *translator, uint8_t mode)
{
	switch (mode) {
	case MISC_KERNEL:
		return translator->stack->kernel_space;
	case MISC_GUEST_KERNEL:
		return histories_last(&translator->reader->kernel_spaces, KERNEL_GUEST, 0);
	case MISC_USER:
		return translator->stack->space;
	default:
		return 0;
	}
}

static uint32_t location_of(struct translator *translator, uint64_t address, uint8_t mode,
			    bool is_return)
{
	struct place place = {
		.address = address,
		.space = space_of(translator, mode),
		.mode = mode,
		.is_return = is_return && address,
	};
	uint32_t hash = hash_pair(address, place.space * 16ul + mode * 2 + is_return);

	table_for_each(&translator->index, hash, known) {
		const struct place *same = &translator->places[known];

		if (same->address == address && same->space == place.space &&
		    same->mode == mode && same->is_return == place.is_return)
			return same->location;
	}
	place.location = locate(translator, &place);
	array_reserve(translator->places, translator->place_capacity, translator->place_count + 1);
	translator->places[translator->place_count] = place;
	table_insert(&translator->index, hash, translator->place_count++);
	return place.location;
}

static bool mode_of_context(uint64_t context, uint8_t *mode)
{
	switch (context) {
	case CONTEXT_HV:
		*mode = MISC_HYPERVISOR;
		return true;
	case CONTEXT_KERNEL:
		*mode = MISC_KERNEL;
		return true;
	case CONTEXT_USER:
		*mode = MISC_USER;
		return true;
	case CONTEXT_GUEST:
	case CONTEXT_GUEST_KERNEL:
		*mode = MISC_GUEST_KERNEL;
		return true;
	case CONTEXT_GUEST_USER:
		*mode = MISC_GUEST_USER;
		return true;
	default:
		return false;
	}
}

/*
 * The chain of a stack. What comes first behind a mark is where that mode was
 * left or interrupted; what follows are return addresses. A mark that is not
 * known makes the chain worthless, as it does for perf.
 */
static bool add_chain(struct translator *translator, uint32_t *flags)
{
	const struct raw_stack *stack = translator->stack;
	bool swap = translator->reader->swap, first = true, any = false;
	uint8_t mode = stack->mode;

	for (uint32_t i = 0; i < stack->chain_count; i++) {
		uint64_t address = load64(stack->chain + i * 8ul, swap);

		if (address == CONTEXT_USER_DEFERRED) { /* to be told in a later record */
			*flags |= STACK_TRUNCATED;
			break;
		}
		if (address >= CONTEXT_FIRST) {
			if (!mode_of_context(address, &mode))
				return false;
			first = true;
			continue;
		}
		if (!any && address == stack->ip && mode == stack->mode)
			translator->depth = 0; /* the sampled address is the chain's leaf */
		else if (!any)
			*flags |= STACK_LEAF_APART;
		translator->locations[translator->depth++] =
			location_of(translator, address, mode, !first);
		first = false;
		any = true;
	}
	return true;
}

static void translate(struct translator *translator, const struct raw_stack *stack)
{
	struct reader *reader = translator->reader;
	uint32_t flags = stack->flags, event = reader->attrs.list[stack->attr].event;

	translator->stack = stack;
	array_reserve(translator->locations, translator->locations_capacity,
		      stack->chain_count + 1);
	translator->locations[0] = location_of(translator, stack->ip, stack->mode, false);
	translator->depth = 1;
	if (stack->chain_count && !add_chain(translator, &flags)) {
		reader->bad_chains += stack->samples;
		flags = stack->flags;
		translator->locations[0] = location_of(translator, stack->ip, stack->mode, false);
		translator->depth = 1;
	}
	if (!profile_add(reader->profile, event, stack->comm, flags, translator->locations,
			 translator->depth, stack->weight, stack->samples))
		reader->bad_samples += stack->samples;
}

void translate_stacks(struct reader *reader)
{
	struct translator translator = { .reader = reader };

	for (uint32_t i = 0; i < reader->fold.count; i++)
		translate(&translator, &reader->fold.list[i]);
	free(translator.places);
	free(translator.locations);
	table_deinit(&translator.index);
}
