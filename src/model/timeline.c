// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/timeline.h"

#include <stdlib.h>

#include "support/memory.h"

/* Chance of a fixed seed: what is kept of a recording is always the same (Numerical Recipes' LCG). */
static uint32_t next_random(struct timeline *timeline)
{
	timeline->random = timeline->random * 1664525u + 1013904223u;
	return timeline->random >> 8;
}

static void begin(struct timeline *timeline, uint64_t time_ns)
{
	timeline->every = 1;
	timeline->origin = time_ns;
	timeline->shift = TIMELINE_SHIFT0;
}

/* Blocks twice as long, until @time_ns is in one of them. */
static void widen(struct timeline *timeline, uint64_t time_ns)
{
	uint8_t by = 0;

	while ((time_ns - timeline->origin) >> (timeline->shift + by) >= TIME_BLOCKS)
		by++;
	timeline->shift += by;
	for (size_t i = 0; i < timeline->count; i++)
		timeline->blocks[i] = by < 8 ? timeline->blocks[i] >> by : 0;
}

/* Every second one goes, on average: regular gaps could fall in with a regular order of CPUs. */
static void thin(struct timeline *timeline)
{
	size_t kept = 0;

	for (size_t i = 0; i < timeline->count; i++) {
		if (next_random(timeline) & 1)
			continue;
		timeline->stacks[kept] = timeline->stacks[i];
		timeline->blocks[kept++] = timeline->blocks[i];
	}
	timeline->count = kept;
	timeline->every *= 2;
}

static void make_room(struct timeline *timeline)
{
	size_t capacity = timeline->capacity;

	if (timeline->count == TIMELINE_MOST)
		thin(timeline);
	array_reserve(timeline->stacks, timeline->capacity, timeline->count + 1);
	array_reserve(timeline->blocks, capacity, timeline->count + 1);
}

void timeline_keep(struct timeline *timeline, uint32_t stack, uint64_t time_ns)
{
	if (time_ns == TIMELINE_NEVER)
		return;
	if (!timeline->every)
		begin(timeline, time_ns);
	/* Recordings are in order but for what is taken from several CPUs together. */
	if (time_ns < timeline->origin)
		time_ns = timeline->origin;
	if ((time_ns - timeline->origin) >> timeline->shift >= TIME_BLOCKS)
		widen(timeline, time_ns);
	if (timeline->count == timeline->capacity || timeline->count == TIMELINE_MOST)
		make_room(timeline);
	timeline->stacks[timeline->count] = stack;
	timeline->blocks[timeline->count++] =
		(uint8_t)((time_ns - timeline->origin) >> timeline->shift);
	/* From 0 to 2 (every - 1), all as likely. */
	if (timeline->every > 1)
		timeline->skip = next_random(timeline) * (2ull * timeline->every - 1) >> 24;
}

void timeline_renumber(struct timeline *timeline, const uint32_t *number)
{
	size_t kept = 0;

	for (size_t i = 0; i < timeline->count; i++) {
		uint32_t stack = number[timeline->stacks[i]];

		if (stack == UINT32_MAX)
			continue;
		timeline->stacks[kept] = stack;
		timeline->blocks[kept++] = timeline->blocks[i];
	}
	timeline->count = kept;
}

void timeline_deinit(struct timeline *timeline)
{
	free(timeline->stacks);
	free(timeline->blocks);
	*timeline = (struct timeline) { 0 };
}
