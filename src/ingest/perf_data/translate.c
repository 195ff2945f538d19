// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/locate.h"
#include "ingest/perf_data/reader.h"
#include "ingest/perf_data/wire.h"
#include "support/memory.h"

/* A frame of the stack at work. */
struct frame {
	struct place place;
	struct target target; /* if the cache does not have the place */
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
	struct locator locator;
	struct place *places; /* PLACES of them */
	uint32_t *stacks;     /* by raw stack: the profile's */
	struct job jobs[JOBS];
};

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
	__builtin_prefetch(&translator->places[frame->hash]);
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

static uint32_t new_place(struct translator *translator, const struct frame *frame)
{
	const struct target *target = &frame->target;
	struct place *cached = &translator->places[frame->hash];

	*cached = frame->place;
	cached->known = true;
	cached->location = profile_address_location(translator->reader->profile, target->dso,
						    target->address, frame->place.is_return);
	return cached->location;
}

static uint32_t event_of(const struct translator *translator, const struct raw_stack *stack)
{
	return translator->reader->attrs.list[stack->attr].event;
}

/*
 * First where all the addresses lie, then their locations: so that the
 * profile's index is asked for all of them together.
 */
static void look_up(struct translator *translator, struct job *job)
{
	struct profile *profile = translator->reader->profile;
	const struct raw_stack *stack = job->stack;

	for (uint32_t i = 0; i < job->depth; i++) {
		struct frame *frame = &job->frames[i];

		job->locations[i] = place_cached(&translator->places[frame->hash], &frame->place);
		if (job->locations[i] != NONE)
			continue;
		frame->target = locate(&translator->locator, &frame->place);
		job->locations[i] = frame->target.location;
		if (frame->target.location == NONE)
			profile_prefetch_address(profile, frame->target.dso, frame->target.address,
						 frame->place.is_return);
	}
	for (uint32_t i = 0; i < job->depth; i++)
		if (job->locations[i] == NONE)
			job->locations[i] = new_place(translator, &job->frames[i]);
	profile_prefetch(profile, event_of(translator, stack), stack->comm, job->flags,
			 job->locations, job->depth);
}

static void add(struct translator *translator, const struct job *job)
{
	struct reader *reader = translator->reader;
	const struct raw_stack *stack = job->stack;
	uint32_t number = profile_add_stack(reader->profile, event_of(translator, stack),
					    stack->comm, job->flags, job->locations, job->depth,
					    stack->weight, stack->samples);

	translator->stacks[stack - reader->fold.list] = number;
	if (number == NONE)
		reader->bad_samples += stack->samples;
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
	struct translator translator = {
		.reader = reader,
		.places = mem_zalloc_table(PLACES, sizeof(*translator.places)),
		.stacks = mem_alloc((fold->count + 1ul) * sizeof(*translator.stacks)),
	};

	locator_init(&translator.locator, reader);
	for (uint32_t i = 0; i < fold->count + 2 * AHEAD; i++) {
		prefetch_chain(fold, i + AHEAD);
		if (i < fold->count)
			decode(&translator, job_of(&translator, i), &fold->list[i]);
		if (i >= AHEAD && i - AHEAD < fold->count)
			look_up(&translator, job_of(&translator, i - AHEAD));
		if (i >= 2 * AHEAD)
			add(&translator, job_of(&translator, i - 2 * AHEAD));
	}
	profile_take_timeline(reader->profile, &reader->fold.timeline, translator.stacks);
	for (size_t i = 0; i < JOBS; i++) {
		free(translator.jobs[i].frames);
		free(translator.jobs[i].locations);
	}
	free(translator.places);
	free(translator.stacks);
}
