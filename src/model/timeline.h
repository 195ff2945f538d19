/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_TIMELINE_H
#define MODEL_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

/*
 * When samples were taken: for each its stack and its block of time, so that
 * what varies within a recording can be told from chance. Blocks are 2^n
 * nanoseconds from the first sample on, as long as it takes for TIME_BLOCKS of
 * them to hold all. Memory is bounded: of many samples some are kept, chosen at
 * random (with a fixed seed), on average one of @every.
 */
#define TIME_BLOCKS	32
#define TIMELINE_MOST	(1u << 18) /* samples kept */
#define TIMELINE_NEVER	UINT64_MAX /* no time is known */
#define TIMELINE_SHIFT0 16	   /* blocks of 66 microseconds to begin with */

struct timeline {
	uint32_t *stacks; /* numbers of whoever counts them: see timeline_renumber */
	uint8_t *blocks;
	size_t count, capacity;
	uint64_t origin; /* when block 0 begins */
	uint32_t every;	 /* 0: nothing was kept yet */
	uint32_t skip;	 /* samples to pass by before the next is kept */
	uint32_t random;
	uint8_t shift; /* blocks are of 2^shift nanoseconds */
};

/* Keep the sample: timeline_add has chosen it. */
void timeline_keep(struct timeline *timeline, uint32_t stack, uint64_t time_ns);

/* A sample of @stack was taken at @time_ns, TIMELINE_NEVER if that is not known. */
static inline void timeline_add(struct timeline *timeline, uint32_t stack, uint64_t time_ns)
{
	if (timeline->skip)
		timeline->skip--;
	else
		timeline_keep(timeline, stack, time_ns);
}

/* Stack i becomes @number[i]; those of which that is UINT32_MAX are dropped. */
void timeline_renumber(struct timeline *timeline, const uint32_t *number);

void timeline_deinit(struct timeline *timeline);

#endif
