// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/attr.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ingest/perf_data/wire.h"
#include "support/error.h"
#include "support/memory.h"

#define ATTR_SIZE_VER0 64 /* what a size of 0 means */

/* A bit-field fills its word from the other end on a machine of the other byte order. */
static uint64_t reversed_bits(uint64_t word)
{
	uint64_t reversed = 0;

	for (int i = 0; i < 64; i++)
		reversed |= (word >> i & 1) << (63 - i);
	return reversed;
}

static uint16_t place(uint16_t *at, uint64_t sample_type, uint64_t bit)
{
	uint16_t here = *at;

	if (!(sample_type & bit))
		return 0;
	*at += 8;
	return here;
}

static void lay_out_sample(struct layout *layout, uint64_t type)
{
	uint16_t at = RECORD_HEADER;

	layout->id = place(&at, type, SAMPLE_IDENTIFIER);
	layout->ip = place(&at, type, SAMPLE_IP);
	layout->tid = place(&at, type, SAMPLE_TID);
	layout->time = place(&at, type, SAMPLE_TIME);
	place(&at, type, SAMPLE_ADDR);

	uint16_t id = place(&at, type, SAMPLE_ID);

	if (!layout->id)
		layout->id = id;
	place(&at, type, SAMPLE_STREAM_ID);
	layout->cpu = place(&at, type, SAMPLE_CPU);
	layout->period = place(&at, type, SAMPLE_PERIOD);
	layout->fixed = at;

	uint64_t variable = type & (SAMPLE_READ | SAMPLE_CALLCHAIN | SAMPLE_RAW |
				    SAMPLE_BRANCH_STACK | SAMPLE_REGS_USER | SAMPLE_STACK_USER);

	layout->variable = variable;
	layout->only_chain = variable == SAMPLE_CALLCHAIN;
}

static void lay_out_trailer(struct layout *layout, uint64_t type)
{
	uint16_t at = 0;

	place(&at, type, SAMPLE_TID);
	layout->trailer_has_time = type & SAMPLE_TIME;
	layout->trailer_time = place(&at, type, SAMPLE_TIME);
	layout->trailer_has_id = type & (SAMPLE_ID | SAMPLE_IDENTIFIER);
	layout->trailer_id = place(&at, type, SAMPLE_ID);
	place(&at, type, SAMPLE_STREAM_ID);
	place(&at, type, SAMPLE_CPU);
	if (type & SAMPLE_IDENTIFIER)
		layout->trailer_id = place(&at, type, SAMPLE_IDENTIFIER);
	layout->trailer = at;
}

/* Fields that an older, shorter attribute lacks are 0. */
static uint64_t field(struct bytes attr, size_t offset, size_t size)
{
	bytes_seek(&attr, offset);
	return size == 8 ? bytes_u64(&attr) : size == 4 ? bytes_u32(&attr) : bytes_u16(&attr);
}

static struct bytes used_part(struct bytes in)
{
	uint64_t size = field(in, 4, 4);

	if (!size)
		size = ATTR_SIZE_VER0;
	return bytes_part(&in, size < bytes_left(&in) ? size : bytes_left(&in));
}

int attrs_add(struct attrs *attrs, struct bytes in, struct symdiff_error *err)
{
	if (bytes_left(&in) < 48)
		return symdiff_fail(err, SYMDIFF_ERR_CORRUPT, -1,
				    "an event attribute has %zu bytes, at least 48 are needed",
				    bytes_left(&in));

	if (attrs->count >= UINT16_MAX) /* stacks number them with 16 bits */
		return symdiff_fail(err, SYMDIFF_ERR_CORRUPT, -1,
				    "more than %d events in one recording", UINT16_MAX);

	struct bytes used = used_part(in);
	struct attr attr = {
		.number = attrs->count,
		.type = field(in, 0, 4),
		.config = field(used, 8, 8),
		.sample_period = field(used, 16, 8),
		.sample_type = field(used, 24, 8),
		.read_format = field(used, 32, 8),
		.flags = field(used, 40, 8),
		.bp_type = field(used, 52, 4),
		.bp_addr = field(used, 56, 8),
		.branch_sample_type = field(used, 72, 8),
		.regs_user = field(used, 80, 8),
		.max_stack = field(used, 108, 2),
	};

	if (in.swap)
		attr.flags = reversed_bits(attr.flags);
	/* Each bit is a field of the samples: one that is not known hides what follows it. */
	if (!attr.sample_type || attr.sample_type >> 32)
		return symdiff_fail(err, SYMDIFF_ERR_CORRUPT, -1,
				    "event %" PRIu32 " has sample type 0x%" PRIx64
				    ", which names %s",
				    attrs->count, attr.sample_type,
				    attr.sample_type ? "unknown fields" : "no field");
	lay_out_sample(&attr.layout, attr.sample_type);
	if (attr_flag(&attr, ATTR_SAMPLE_ID_ALL))
		lay_out_trailer(&attr.layout, attr.sample_type);
	array_reserve(attrs->list, attrs->capacity, attrs->count + 1);
	attrs->list[attrs->count++] = attr;
	return 0;
}

struct attr_id *attrs_find(const struct attrs *attrs, uint64_t id)
{
	table_for_each (&attrs->by_id, hash_pair(id, 0), known)
		if (attrs->ids[known].id == id)
			return &attrs->ids[known];
	return NULL;
}

void attrs_add_id(struct attrs *attrs, uint64_t id, uint32_t attr)
{
	if (attrs_find(attrs, id))
		return;
	array_reserve(attrs->ids, attrs->id_capacity, attrs->id_count + 1);
	attrs->ids[attrs->id_count] = (struct attr_id) { .id = id, .attr = attr };
	table_insert(&attrs->by_id, hash_pair(id, 0), attrs->id_count++);
}

void attrs_deinit(struct attrs *attrs)
{
	free(attrs->list);
	free(attrs->ids);
	table_deinit(&attrs->by_id);
	*attrs = (struct attrs) { 0 };
}
