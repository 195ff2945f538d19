// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "ingest/perf_data/places.h"
#include "ingest/perf_data/reader.h"
#include "ingest/perf_data/wire.h"
#include "support/memory.h"

/* A frame of the stack at work. */
struct frame {
	struct place place;
	uint32_t hash;
};

/* A stack on its way into the profile. */
struct job {
	const struct raw_stack *stack;
	struct frame *frames;
	uint32_t *locations;
	uint32_t depth, flags;
	size_t frames_capacity, locations_capacity;
};

/*
 * Stacks pass three steps -- decode the chain, look up its places, add it to
 * the profile --, of which the last two wait for memory: so each step asks for
 * what the next one needs, and then does other stacks first.
 */
#define JOBS  8 /* under way; a power of two */
#define AHEAD 3 /* stacks between two steps */

struct translator {
	struct reader *reader;
	struct places places;
	uint32_t nowhere[DSO_HYPERVISOR + 1]; /* locations, or NONE */
	struct job jobs[JOBS];
};

/*
 * Where nothing was mapped, as behind a frame pointer that was none: one
 * location for all such addresses, since nothing could tell them apart.
 */
static uint32_t nowhere(struct translator *translator, const char *name, enum dso_kind kind)
{
	uint32_t *known = &translator->nowhere[kind];
	struct profile *profile = translator->reader->profile;

	if (*known == NONE) {
		uint32_t dso = profile_dso(profile, name, strlen(name), kind);

		*known = profile_symbol_location(profile, profile_unknown_symbol(profile, dso),
						 NULL, 0);
	}
	return *known;
}

/* A kernel that the recording has no map of: kallsyms may still know the address. */
static uint32_t unmapped_kernel(struct translator *translator, const struct place *place,
				int machine)
{
	struct profile *profile = translator->reader->profile;
	const char *name = machine == KERNEL_GUEST ? "[guest.kernel]" : "[kernel.kallsyms]";
	enum dso_kind kind = machine == KERNEL_GUEST ? DSO_GUEST_KERNEL : DSO_KERNEL;

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
static uint32_t kernel_location(struct translator *translator, const struct place *place,
				int machine)
{
	const struct kernel_map *kernel = &translator->reader->kernels[machine];
	uint64_t wanted = place->address - place->is_return;

	if (!kernel->known)
		return unmapped_kernel(translator, place, machine);
	if (wanted < kernel->map.start || wanted - kernel->map.start >= kernel_room(kernel))
		return nowhere(translator, "[unknown]",
			       machine == KERNEL_GUEST ? DSO_GUEST_KERNEL : DSO_KERNEL);

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
		return nowhere(translator, "[hypervisor]", DSO_HYPERVISOR);
	case MISC_USER:
		return nowhere(translator, "[unknown]", DSO_USER);
	case MISC_GUEST_USER:
		return nowhere(translator, "[unknown]", DSO_GUEST_USER);
	default:
		return nowhere(translator, "[unknown]", DSO_UNKNOWN);
	}
}

static uint32_t space_of(const struct translator *translator, const struct raw_stack *stack,
			 uint8_t mode)
{
	switch (mode) {
	case MISC_KERNEL:
		return stack->kernel_space;
	case MISC_GUEST_KERNEL:
		return histories_last(&translator->reader->kernel_spaces, KERNEL_GUEST, 0);
	case MISC_USER:
		return stack->space;
	default:
		return 0;
	}
}

static uint32_t location_of(struct translator *translator, const struct frame *frame)
{
	struct place place = frame->place;
	uint32_t known = places_find(&translator->places, &place, frame->hash);

	if (known != NONE)
		return known;
	place.location = locate(translator, &place);
	if (place.location != translator->nowhere[DSO_USER]) /* seldom seen twice */
		places_add(&translator->places, &place);
	return place.location;
}

static void add_frame(const struct translator *translator, struct job *job, uint64_t address,
		      uint8_t mode, bool is_return)
{
	struct frame *frame = &job->frames[job->depth++];

	frame->place = (struct place) {
		.address = address,
		.space = space_of(translator, job->stack, mode),
		.mode = mode,
		.is_return = is_return && address,
	};
	frame->hash = place_hash(&frame->place);
	places_prefetch(&translator->places, frame->hash);
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
 * left or interrupted; what follows are return addresses. Frame pointers that
 * are none lead to any values, also to such as look like a mark: what stands
 * before one that is not known is still right. False if that is nothing.
 */
static bool add_chain(const struct translator *translator, struct job *job)
{
	const struct raw_stack *stack = job->stack;
	bool swap = translator->reader->swap, first = true, any = false;
	uint8_t mode = stack->mode;

	for (uint32_t i = 0; i < stack->chain_count; i++) {
		uint64_t address = load64(stack->chain + i * 8ul, swap);

		if (address == CONTEXT_USER_DEFERRED) { /* to be told in a later record */
			job->flags |= STACK_TRUNCATED;
			break;
		}
		if (address >= CONTEXT_FIRST) {
			if (!mode_of_context(address, &mode)) {
				job->flags |= STACK_TRUNCATED;
				return any;
			}
			first = true;
			continue;
		}
		if (!any && address == stack->ip && mode == stack->mode)
			job->depth = 0; /* the sampled address is the chain's leaf */
		else if (!any)
			job->flags |= STACK_LEAF_APART;
		add_frame(translator, job, address, mode, !first);
		first = false;
		any = true;
	}
	return true;
}

static void decode(struct translator *translator, struct job *job, const struct raw_stack *stack)
{
	struct reader *reader = translator->reader;

	array_reserve(job->frames, job->frames_capacity, stack->chain_count + 1);
	array_reserve(job->locations, job->locations_capacity, stack->chain_count + 1);
	job->stack = stack;
	job->flags = stack->flags;
	job->depth = 0;
	add_frame(translator, job, stack->ip, stack->mode, false);
	if (stack->chain_count && !add_chain(translator, job))
		reader->bad_chains += stack->samples;
}

static uint32_t event_of(const struct translator *translator, const struct raw_stack *stack)
{
	return translator->reader->attrs.list[stack->attr].event;
}

static void look_up(struct translator *translator, struct job *job)
{
	const struct raw_stack *stack = job->stack;

	for (uint32_t i = 0; i < job->depth; i++)
		job->locations[i] = location_of(translator, &job->frames[i]);
	profile_prefetch(translator->reader->profile, event_of(translator, stack), stack->comm,
			 job->flags, job->locations, job->depth);
}

static void add(struct translator *translator, const struct job *job)
{
	const struct raw_stack *stack = job->stack;

	if (!profile_add(translator->reader->profile, event_of(translator, stack), stack->comm,
			 job->flags, job->locations, job->depth, stack->weight, stack->samples))
		translator->reader->bad_samples += stack->samples;
}

static void prefetch_chain(const struct fold *fold, uint32_t number)
{
	if (number >= fold->count || !fold->list[number].chain)
		return;
	__builtin_prefetch(fold->list[number].chain);
	__builtin_prefetch(fold->list[number].chain + 64);
}

static struct job *job_of(struct translator *translator, uint32_t number)
{
	return &translator->jobs[number % JOBS];
}

void translate_stacks(struct reader *reader)
{
	const struct fold *fold = &reader->fold;
	struct translator translator = { .reader = reader };

	memset(translator.nowhere, 0xff, sizeof(translator.nowhere)); /* NONE */
	for (uint32_t i = 0; i < fold->count + 2 * AHEAD; i++) {
		prefetch_chain(fold, i + AHEAD);
		if (i < fold->count)
			decode(&translator, job_of(&translator, i), &fold->list[i]);
		if (i >= AHEAD && i - AHEAD < fold->count)
			look_up(&translator, job_of(&translator, i - AHEAD));
		if (i >= 2 * AHEAD)
			add(&translator, job_of(&translator, i - 2 * AHEAD));
	}
	for (size_t i = 0; i < JOBS; i++) {
		free(translator.jobs[i].frames);
		free(translator.jobs[i].locations);
	}
	places_deinit(&translator.places);
}
