// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/locate.h"

#include <string.h>

#include "ingest/perf_data/wire.h"
#include "support/memory.h"

/*
 * Where nothing was mapped, as behind a frame pointer that was none: one
 * location for all such addresses, since nothing could tell them apart.
 */
static struct target nowhere(struct locator *locator, const char *name, enum dso_kind kind)
{
	uint32_t *known = &locator->nowhere[kind];
	struct profile *profile = locator->reader->profile;

	if (*known == NONE) {
		uint32_t dso = profile_dso(profile, name, strlen(name), kind);

		*known = profile_symbol_location(profile, profile_unknown_symbol(profile, dso),
						 NULL, 0);
	}
	return (struct target) { .location = *known };
}

/* A kernel that the recording has no map of: kallsyms may still know the address. */
static struct target unmapped_kernel(struct locator *locator, const struct place *place,
				     int machine)
{
	struct profile *profile = locator->reader->profile;
	const char *name = machine == KERNEL_GUEST ? "[guest.kernel]" : "[kernel.kallsyms]";
	enum dso_kind kind = machine == KERNEL_GUEST ? DSO_GUEST_KERNEL : DSO_KERNEL;

	return (struct target) {
		.location = NONE,
		.dso = profile_dso(profile, name, strlen(name), kind),
		.address = place->address,
	};
}

static struct target mapped(struct locator *locator, const struct place *place,
			    const struct map *map)
{
	struct reader *reader = locator->reader;
	struct profile *profile = reader->profile;
	const struct image *image = &reader->images.list[map->image];
	uint32_t dso = images_dso(&reader->images, map->image);

	if (image->symbol) {
		const char *name = profile_text(profile, image->symbol);

		return (struct target) {
			.location = profile_symbol_location(
				profile, profile_symbol(profile, dso, name, strlen(name)), NULL, 0),
		};
	}
	return (struct target) {
		.location = NONE,
		.dso = dso,
		.address = place->address - map->start + map->pgoff,
	};
}

/*
 * The map that was recorded ends with the kernel's text. What only ran while it
 * booted, and still is the root of the idle task's chains (start_kernel), lies
 * behind its data, a few megabytes further up.
 */
#define INIT_ROOM (64ull << 20)

static uint64_t kernel_room(const struct kernel_map *kernel)
{
	uint64_t size = kernel->map.end - kernel->map.start, room;

	return __builtin_add_overflow(size, INIT_ROOM, &room) ? size : room;
}

/* The kernel lies around its modules: it has what is in no other map. */
static struct target in_kernel(struct locator *locator, const struct place *place, int machine)
{
	const struct kernel_map *kernel = &locator->reader->kernels[machine];
	uint64_t wanted = place->address - place->is_return;

	if (!kernel->known)
		return unmapped_kernel(locator, place, machine);
	if (wanted < kernel->map.start || wanted - kernel->map.start >= kernel_room(kernel))
		return nowhere(locator, "[unknown]",
			       machine == KERNEL_GUEST ? DSO_GUEST_KERNEL : DSO_KERNEL);

	struct map map = kernel->map;

	map.pgoff = map.start;
	return mapped(locator, place, &map);
}

struct target locate(struct locator *locator, const struct place *place)
{
	struct reader *reader = locator->reader;
	const struct map *map = NULL;
	uint64_t wanted = place->address - place->is_return;

	if (place->mode == MISC_KERNEL || place->mode == MISC_GUEST_KERNEL ||
	    place->mode == MISC_USER)
		map = spaces_find(&reader->spaces, place->space, wanted);
	if (map)
		return mapped(locator, place, map);
	switch (place->mode) {
	case MISC_KERNEL:
		return in_kernel(locator, place, KERNEL_HOST);
	case MISC_GUEST_KERNEL:
		return in_kernel(locator, place, KERNEL_GUEST);
	case MISC_HYPERVISOR:
		return nowhere(locator, "[hypervisor]", DSO_HYPERVISOR);
	case MISC_USER:
		return nowhere(locator, "[unknown]", DSO_USER);
	case MISC_GUEST_USER:
		return nowhere(locator, "[unknown]", DSO_GUEST_USER);
	default:
		return nowhere(locator, "[unknown]", DSO_UNKNOWN);
	}
}

void locator_init(struct locator *locator, struct reader *reader)
{
	locator->reader = reader;
	for (size_t i = 0; i < ARRAY_SIZE(locator->nowhere); i++)
		locator->nowhere[i] = NONE;
}
