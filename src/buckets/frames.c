// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/frames.h"

#include <stdlib.h>
#include <string.h>

#include "model/canonical.h"
#include "support/memory.h"

static uint8_t flags_of(const struct buckets *buckets, const struct profile *profile,
			const struct symbol *symbol, enum bucket_context context, bool charge_copy)
{
	enum bucket_neutral neutral = buckets_neutral(buckets, symbol->bucket);
	const char *name = profile_text(profile, symbol->name);
	uint8_t flags = 0;

	if (neutral == NEUTRAL_ALWAYS || (charge_copy && neutral == NEUTRAL_ON_REQUEST))
		flags |= FRAME_NEUTRAL;
	if (symbol->bucket == BUCKET_IDLE)
		flags |= FRAME_IDLE;
	if (context == CONTEXT_HARDIRQ || context == CONTEXT_SOFTIRQ || context == CONTEXT_NMI)
		flags |= FRAME_INTERRUPT;
	if (!strcmp(name, "run_ksoftirqd") || !strcmp(name, "ksoftirqd"))
		flags |= FRAME_KSOFTIRQD;
	if (!strncmp(name, "napi_threaded_poll", strlen("napi_threaded_poll")))
		flags |= FRAME_NAPI_THREAD;
	return flags;
}

static bool is_mechanism(const struct buckets *buckets, const struct symbol *symbol)
{
	return buckets_neutral(buckets, symbol->bucket) != NEUTRAL_NO;
}

/* How many functions are inlined into the outermost mechanism at @place. */
static uint32_t details_of(const struct buckets *buckets, const struct profile *profile,
			   const struct location *place)
{
	if (is_mechanism(buckets, &profile->symbols[place->symbol]))
		return place->inline_count;
	for (uint32_t i = place->inline_count; i-- > 0;) {
		const struct symbol *symbol =
			&profile->symbols[profile->inlines[place->first_inline + i]];

		if (!(symbol->inlining & INLINE_UNDECIDED) && is_mechanism(buckets, symbol))
			return i;
	}
	return 0;
}

void frames_init(struct frames *frames, const struct buckets *buckets,
		 const struct profile *profile, bool charge_copy)
{
	*frames = (struct frames) {
		.profile = profile,
		.flags = mem_zalloc(profile->symbol_count, 1),
		.context = mem_zalloc(profile->symbol_count, 1),
		.details = mem_zalloc(profile->location_count + 1ul, sizeof(uint32_t)),
	};
	for (uint32_t i = 0; i < profile->location_count; i++)
		if (profile->locations[i].inline_count)
			frames->details[i] = details_of(buckets, profile, &profile->locations[i]);
	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const struct symbol *symbol = &profile->symbols[i];
		enum dso_kind kind = profile->dsos[symbol->dso].kind;
		enum bucket_context context = CONTEXT_NONE;

		/* A program may have a function called nmi or do_irq. */
		if (kind == DSO_KERNEL || kind == DSO_MODULE || kind == DSO_UNKNOWN)
			context = buckets_context(buckets, profile_text(profile, symbol->name));
		frames->context[i] = context;
		frames->flags[i] = flags_of(buckets, profile, symbol, context, charge_copy);
	}
}

void frames_deinit(struct frames *frames)
{
	free(frames->flags);
	free(frames->context);
	free(frames->details);
	*frames = (struct frames) { 0 };
}

struct frame_walk bucket_walk(const struct frames *frames, const struct stack *stack)
{
	return (struct frame_walk) {
		.profile = frames->profile,
		.stack = stack,
		.unwanted = INLINE_UNDECIDED,
		.details = frames->details,
	};
}

uint32_t stack_mechanism(const struct frames *frames, const struct stack *stack)
{
	struct frame_walk walk = bucket_walk(frames, stack);

	return frame_walk_next(&walk);
}

uint32_t stack_owner(const struct frames *frames, const struct stack *stack)
{
	struct frame_walk walk = bucket_walk(frames, stack);

	for (uint32_t symbol; (symbol = frame_walk_next(&walk)) != NONE;) {
		if (!(frames->flags[symbol] & FRAME_NEUTRAL))
			return symbol;
		if (frames->flags[symbol] & FRAME_INTERRUPT)
			break;
	}
	return stack_mechanism(frames, stack);
}

/* Where a softirq runs: what is above its entry says. */
static enum run_context softirq_context(const struct frames *frames, struct frame_walk *walk)
{
	for (uint32_t symbol; (symbol = frame_walk_next(walk)) != NONE;) {
		if (frames->flags[symbol] & FRAME_KSOFTIRQD)
			return RUN_KSOFTIRQD;
		if (frames->flags[symbol] & FRAME_NAPI_THREAD)
			return RUN_NAPI_THREAD;
		if (frames->context[symbol] == CONTEXT_HARDIRQ)
			return RUN_SOFTIRQ_EXIT;
	}
	return RUN_SOFTIRQ;
}

static enum run_context entry_context(const struct frames *frames, uint32_t symbol,
				      struct frame_walk *walk)
{
	if (frames->flags[symbol] & FRAME_KSOFTIRQD)
		return RUN_KSOFTIRQD;
	if (frames->flags[symbol] & FRAME_NAPI_THREAD)
		return RUN_NAPI_THREAD;
	switch ((enum bucket_context)frames->context[symbol]) {
	case CONTEXT_HARDIRQ:
		return RUN_HARDIRQ;
	case CONTEXT_SOFTIRQ:
		return softirq_context(frames, walk);
	case CONTEXT_KWORKER:
		return RUN_KWORKER;
	case CONTEXT_NMI:
		return RUN_NMI;
	case CONTEXT_IDLE:
		return RUN_IDLE;
	default:
		return RUN_TASK;
	}
}

/* Without callchains: the leaf and, if the input has it, the command. */
static enum run_context flat_context(const struct frames *frames, const struct stack *stack)
{
	const char *comm = profile_text(frames->profile, stack->comm);
	uint32_t leaf = stack_mechanism(frames, stack);
	bool has_pid = stack->flags & STACK_HAS_PID;

	if (frames->flags[leaf] & FRAME_IDLE && (!has_pid || stack->flags & STACK_IDLE_TASK))
		return RUN_IDLE;
	if (!strncmp(comm, "ksoftirqd/", strlen("ksoftirqd/")))
		return RUN_KSOFTIRQD;
	if (!strncmp(comm, "kworker/", strlen("kworker/")))
		return RUN_KWORKER;
	return RUN_TASK;
}

enum run_context stack_context(const struct frames *frames, const struct stack *stack)
{
	struct frame_walk walk = bucket_walk(frames, stack);

	if (stack->depth < 2)
		return flat_context(frames, stack);
	for (uint32_t symbol; (symbol = frame_walk_next(&walk)) != NONE;) {
		enum run_context context = entry_context(frames, symbol, &walk);

		if (context != RUN_TASK)
			return context == RUN_IDLE && (stack->flags & STACK_HAS_PID) &&
					       !(stack->flags & STACK_IDLE_TASK)
				       ? RUN_TASK
				       : context;
	}
	/* The idle task does nothing else outside interrupts, whatever its chain lacks. */
	return stack->flags & STACK_IDLE_TASK ? RUN_IDLE : RUN_TASK;
}
