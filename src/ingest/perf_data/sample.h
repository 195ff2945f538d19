/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_SAMPLE_H
#define PERF_DATA_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ingest/perf_data/attr.h"

#define BRANCH_SIZE 24 /* u64 from, to, flags */

/* What a sample record says; pointers lead into it, to words in its byte order. */
struct sample {
	const struct attr *attr;
	uint64_t ip, time, period;
	uint32_t pid, tid, cpu;
	uint8_t mode; /* of the CPU: MISC_USER and so on */

	const uint8_t *chain; /* chain_count words */
	uint64_t chain_count;
	const uint8_t *branches; /* branch_count times BRANCH_SIZE */
	uint64_t branch_count;

	/* Registers of the user, in the order of the event's mask, and a copy of his stack. */
	const uint8_t *registers;
	bool registers_are_32bit;
	const uint8_t *user_stack;
	uint64_t user_stack_size;

	/* Counters that were read, if they tell their ids: value_count times value_size bytes. */
	const uint8_t *values;
	uint64_t value_count;
	uint32_t value_size, value_id; /* the value comes first, the id at this offset */
	const uint8_t *times; /* u64 each: how long the counter was wanted, and ran; or NULL */
};

/* Callchain: u64 count, then so many words; from @at to @end. */
static inline bool sample_parse_chain(struct sample *sample, const uint8_t *at, const uint8_t *end,
				      bool swap)
{
	uint64_t words = (uint64_t)(end - at) / 8;

	if (!words)
		return false;
	sample->chain_count = load64(at, swap);
	sample->chain = at + 8;
	return sample->chain_count < words;
}

/* Read on where the fields without a fixed place begin. */
bool sample_parse_variable(struct sample *sample, const uint8_t *at, const uint8_t *end, bool swap);

/*
 * Take apart the sample record of @size bytes at @at. False: its fields do not
 * fit into it. Fields that are not there are 0; the mode is left to the caller.
 */
static inline bool sample_parse(struct sample *sample, const struct attr *attr, const uint8_t *at,
				uint32_t size, bool swap)
{
	const struct layout *layout = &attr->layout;

	if (size < layout->fixed)
		return false;
	sample->attr = attr;
	sample->ip = layout->ip ? load64(at + layout->ip, swap) : 0;
	sample->pid = layout->tid ? load32(at + layout->tid, swap) : 0;
	sample->tid = layout->tid ? load32(at + layout->tid + 4, swap) : 0;
	sample->time = layout->time ? load64(at + layout->time, swap) : 0;
	sample->cpu = layout->cpu ? load32(at + layout->cpu, swap) : 0;
	sample->period = layout->period ? load64(at + layout->period, swap) : attr->sample_period;
	sample->chain = sample->user_stack = sample->registers = sample->times = NULL;
	sample->user_stack_size = 0;
	sample->chain_count = sample->branch_count = sample->value_count = 0;
	if (layout->only_chain)
		return sample_parse_chain(sample, at + layout->fixed, at + size, swap);
	return !layout->variable ||
	       sample_parse_variable(sample, at + layout->fixed, at + size, swap);
}

#endif
