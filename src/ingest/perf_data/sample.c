// SPDX-License-Identifier: GPL-2.0-or-later
/* The order of the fields: include/uapi/linux/perf_event.h, PERF_RECORD_SAMPLE (v6.18). */
#include "ingest/perf_data/sample.h"

#include "ingest/perf_data/wire.h"

/* Fields behind the branch stack that have no fixed size but matter to nobody here are not read. */

static bool take_words(struct bytes *in, uint64_t count, uint32_t word)
{
	return count <= bytes_left(in) / word && bytes_take(in, count * word);
}

static bool read_values(struct sample *sample, struct bytes *in, uint64_t format)
{
	uint64_t count = 1;
	uint32_t times = !!(format & READ_TIME_ENABLED) + !!(format & READ_TIME_RUNNING);
	uint32_t size = 8 + (format & READ_ID ? 8 : 0) + (format & READ_LOST ? 8 : 0);

	if (format & READ_GROUP) {
		count = bytes_u64(in);
		if (times == 2)
			sample->times = in->at;
		bytes_take(in, times * 8ul);
		sample->values = in->at;
		sample->value_id = 8;
	} else {
		sample->values = in->at;
		sample->times = times == 2 ? in->at + 8 : NULL;
		sample->value_id = 8 + times * 8;
		size += times * 8;
	}
	sample->value_size = size;
	if (!take_words(in, count, size))
		return false;
	sample->value_count = format & READ_ID ? count : 0;
	return true;
}

static bool read_chain(struct sample *sample, struct bytes *in)
{
	sample->chain_count = bytes_u64(in);
	sample->chain = in->at;
	return take_words(in, sample->chain_count, 8);
}

static bool read_branches(struct sample *sample, struct bytes *in)
{
	sample->branch_count = bytes_u64(in);
	if (sample->attr->branch_sample_type & BRANCH_HW_INDEX)
		bytes_u64(in);
	sample->branches = in->at;
	return take_words(in, sample->branch_count, BRANCH_SIZE);
}

static bool read_registers(struct sample *sample, struct bytes *in, uint64_t mask)
{
	uint64_t abi = bytes_u64(in);

	if (!abi)
		return true;
	sample->registers = in->at;
	sample->registers_are_32bit = abi == REGS_ABI_32;
	return take_words(in, __builtin_popcountll(mask), 8);
}

static bool read_user_stack(struct sample *sample, struct bytes *in)
{
	uint64_t size = bytes_u64(in);

	if (!size)
		return true;
	sample->user_stack = in->at;
	if (!bytes_take(in, size))
		return false;

	uint64_t filled = bytes_u64(in);

	sample->user_stack_size = filled < size ? filled : size;
	return true;
}

bool sample_parse_variable(struct sample *sample, const uint8_t *at, const uint8_t *end, bool swap)
{
	const struct attr *attr = sample->attr;
	uint64_t type = attr->sample_type;
	struct bytes in = bytes_of(at, end - at, swap);

	if (type & SAMPLE_READ && !read_values(sample, &in, attr->read_format))
		return false;
	if (type & SAMPLE_CALLCHAIN && !read_chain(sample, &in))
		return false;
	if (type & SAMPLE_RAW && !bytes_take(&in, bytes_u32(&in)))
		return false;
	if (type & SAMPLE_BRANCH_STACK && !read_branches(sample, &in))
		return false;
	if (type & SAMPLE_REGS_USER && !read_registers(sample, &in, attr->regs_user))
		return false;
	return (!(type & SAMPLE_STACK_USER) || read_user_stack(sample, &in)) && !bytes_failed(&in);
}
