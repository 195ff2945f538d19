// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/reader.h"
#include "ingest/perf_data/sample.h"
#include "ingest/perf_data/wire.h"
#include "model/stack_copy.h"
#include "support/memory.h"

/*
 * Most samples are later than the last change of their task: what it was then
 * is remembered here, so that they need no search.
 */
#define RECENT 1024

/* The deepest chain that perf shows (kernel.perf_event_max_stack). */
#define MOST_FRAMES 127

struct recent {
	uint64_t since;
	uint32_t key, value;
	bool known;
};

struct counter {
	struct reader *reader;
	struct recent spaces[RECENT], comms[RECENT], kernel;
	uint32_t changes; /* of the histories that the recent values are from */
	uint64_t *words;  /* a chain put together from a branch stack */
	size_t words_capacity;
	bool filtered;
	uint64_t id; /* the last one found, and its event */
	const struct attr *attr;
};

static uint32_t value_at(const struct histories *histories, struct recent *recent, uint32_t key,
			 uint64_t time)
{
	if (recent->known && recent->key == key && time >= recent->since)
		return recent->value;

	uint64_t since;
	uint32_t last = histories_newest(histories, key, &since);

	if (time < since)
		return histories_at(histories, key, time, 0);
	*recent = (struct recent) { .since = since, .key = key, .value = last, .known = true };
	return last;
}

static bool wanted(const struct reader *reader, const struct sample *sample, uint32_t comm)
{
	const struct filter *filter = &reader->filter;
	const char *name = profile_text(reader->profile, comm);

	return filter_wants_pid(filter, sample->pid) && filter_wants_tid(filter, sample->tid) &&
	       (!sample->attr->layout.cpu || filter_wants_cpu(filter, sample->cpu)) &&
	       filter_wants_time(filter, sample->time) &&
	       filter_wants_comm(filter, name, strlen(name));
}

/*
 * The last branches as a callchain: they are calls that have not returned yet,
 * newest first. The kernel's part comes from the chain, up to its user mark;
 * then where the newest call went, and where each came from.
 */
static bool chain_of_branches(struct counter *counter, const struct sample *sample,
			      struct raw_stack *stack)
{
	bool swap = counter->reader->swap;
	uint64_t kernel = 0;

	while (kernel < sample->chain_count &&
	       load64(sample->chain + kernel * 8, swap) != CONTEXT_USER)
		kernel++;
	if (kernel == sample->chain_count || !sample->branch_count)
		return false;

	uint64_t count = kernel + 1 + 1 + sample->branch_count;

	array_reserve(counter->words, counter->words_capacity, count);
	memcpy(counter->words, sample->chain, (kernel + 1) * 8);
	memcpy(counter->words + kernel + 1, sample->branches + 8, 8);
	for (uint64_t i = 0; i < sample->branch_count; i++)
		memcpy(counter->words + kernel + 2 + i, sample->branches + i * BRANCH_SIZE, 8);
	stack->chain = (const uint8_t *)counter->words;
	stack->chain_count = count;
	return true;
}

/* An address of the sample's space: see struct stack_copy. */
struct located_space {
	struct reader *reader;
	uint32_t space;
};

static bool locate(const void *data, uint64_t address, uint32_t *dso, uint64_t *offset)
{
	const struct located_space *in = data;
	const struct map *map = spaces_find(&in->reader->spaces, in->space, address);

	if (!map || in->reader->images.list[map->image].pid)
		return false;
	*dso = images_dso(&in->reader->images, map->image);
	*offset = address - map->start + map->pgoff;
	return true;
}

static struct stack_copy stack_copy_of(const struct sample *sample,
				       const struct located_space *space)
{
	struct stack_copy copy = {
		.known = sample->attr->regs_user,
		.is_32bit = sample->registers_are_32bit,
		.stack = sample->user_stack,
		.size = sample->user_stack_size,
		.locate = locate,
		.reader = space,
	};
	const uint8_t *at = sample->registers;

	for (int bit = 0; bit < 64; bit++)
		if (copy.known >> bit & 1) {
			copy.registers[bit] = load64(at, false);
			at += 8;
		}
	return copy;
}

/*
 * The sample has a copy of the user's stack in place of the user's callchain: what the unwinder
 * finds there comes behind the kernel's part.
 */
static bool chain_of_stack_copy(struct counter *counter, const struct sample *sample,
				struct raw_stack *stack)
{
	const struct stack_unwinder *unwinder = counter->reader->options->unwinder;
	struct located_space space = { counter->reader, stack->space };
	uint64_t kernel = stack->chain_count;

	if (!unwinder || !sample->registers || !sample->user_stack_size || counter->reader->swap ||
	    kernel >= MOST_FRAMES)
		return false;

	struct stack_copy copy = stack_copy_of(sample, &space);

	array_reserve(counter->words, counter->words_capacity, kernel + 1 + MOST_FRAMES);
	if (kernel)
		memcpy(counter->words, stack->chain, kernel * 8);
	counter->words[kernel] = CONTEXT_USER;

	size_t found = unwinder->unwind(unwinder->data, counter->reader->profile, &copy,
					counter->words + kernel + 1, MOST_FRAMES - kernel);

	if (!found)
		return false;
	stack->chain = (const uint8_t *)counter->words;
	stack->chain_count = kernel + 1 + found;
	return true;
}

static void count(struct counter *counter, const struct sample *sample, uint64_t weight,
		  uint32_t attr)
{
	struct reader *reader = counter->reader;
	uint64_t time = sample->time;
	struct raw_stack stack = {
		.ip = sample->ip,
		.weight = weight,
		.samples = 1,
		.attr = attr,
		.mode = sample->mode,
		.kernel_space =
			value_at(&reader->kernel_spaces, &counter->kernel, KERNEL_HOST, time),
	};
	bool copy = false;

	if (sample->attr->layout.tid) {
		stack.flags = STACK_HAS_PID | (sample->pid ? 0 : STACK_IDLE_TASK);
		stack.space = value_at(&reader->process_spaces,
				       &counter->spaces[sample->pid % RECENT], sample->pid, time);
		stack.comm = value_at(&reader->thread_comms, &counter->comms[sample->tid % RECENT],
				      sample->tid, time);
	}
	if (counter->filtered && !wanted(reader, sample, stack.comm))
		return;
	if (reader->options->flat) {
		/* The kernel is the same in all spaces. */
		if (sample->mode != MISC_USER)
			stack.space = 0;
	} else {
		stack.chain = sample->chain;
		stack.chain_count = sample->chain_count;
		if (sample->branch_count && sample->attr->branch_sample_type & BRANCH_CALL_STACK)
			copy = chain_of_branches(counter, sample, &stack);
		else if (sample->user_stack)
			copy = chain_of_stack_copy(counter, sample, &stack);
	}
	reader->attrs.list[attr].weight_squares += (double)weight * (double)weight;
	if (copy)
		fold_add_copy(&reader->fold, &stack);
	else
		fold_add(&reader->fold, &stack);
	reader->guest_samples +=
		sample->mode == MISC_GUEST_KERNEL || sample->mode == MISC_GUEST_USER;
	if (sample->attr->layout.time) {
		reader->first_seen = time < reader->first_seen ? time : reader->first_seen;
		reader->last_seen = time > reader->last_seen ? time : reader->last_seen;
	}
}

/*
 * A sample that reads counters (event groups with :S) stands for all of them:
 * each counts by how much it grew since it was last read.
 */
static void count_values(struct counter *counter, const struct sample *sample)
{
	struct reader *reader = counter->reader;

	for (uint64_t i = 0; i < sample->value_count; i++) {
		const uint8_t *at = sample->values + i * sample->value_size;
		struct attr_id *id =
			attrs_find(&reader->attrs, load64(at + sample->value_id, reader->swap));
		uint64_t value = load64(at, reader->swap);

		if (!id) {
			reader->unknown_ids++;
			continue;
		}

		uint64_t grown = value - id->value;

		id->value = value;
		if (grown && !reader->attrs.list[id->attr].unwanted)
			count(counter, sample, grown, id->attr);
	}
}

static const struct attr *attr_of_id(const struct reader *reader, uint64_t id)
{
	const struct attr_id *known = attrs_find(&reader->attrs, id);

	return known ? &reader->attrs.list[known->attr] : NULL;
}

static const struct attr *attr_of(const struct reader *reader, const uint8_t *at, uint32_t size)
{
	const struct attr *first = &reader->attrs.list[0];

	if (reader->attrs.count == 1 || !first->layout.id)
		return first;
	if (size < first->layout.id + 8u)
		return NULL;
	return attr_of_id(reader, load64(at + first->layout.id, reader->swap));
}

/* Samples of one event mostly follow each other. */
static const struct attr *recent_attr_of(struct counter *counter, const uint8_t *at, uint32_t size)
{
	const struct layout *layout = &counter->reader->attrs.list[0].layout;

	if (counter->attr && layout->id && size >= layout->id + 8u &&
	    load64(at + layout->id, counter->reader->swap) == counter->id)
		return counter->attr;
	counter->attr = attr_of(counter->reader, at, size);
	counter->id =
		counter->attr && layout->id ? load64(at + layout->id, counter->reader->swap) : 0;
	return counter->attr;
}

static void read_sample(struct counter *counter, const uint8_t *at, uint32_t size, uint16_t misc,
			uint64_t position)
{
	struct reader *reader = counter->reader;
	const struct attr *attr = recent_attr_of(counter, at, size);
	struct sample sample;

	if (!attr) {
		reader->unknown_ids++;
		return;
	}
	if (!sample_parse(&sample, attr, at, size, reader->swap)) {
		reader->bad_samples++;
		return;
	}
	sample.mode = misc & MISC_CPUMODE_MASK;
	if (reader->by_position)
		sample.time = position;
	if (sample.value_count)
		count_values(counter, &sample);
	else if (!attr->unwanted)
		count(counter, &sample, sample.period, attr - reader->attrs.list);
}

/* Scanning has checked that records follow each other up to the end. */
static struct record record_at(const uint8_t *at, bool swap)
{
	struct record record = {
		.at = at,
		.type = load32(at, swap),
		.misc = load16(at + 4, swap),
		.size = load16(at + 6, swap),
	};

	if (record.type >= RECORD_SIMPLEPERF_FIRST)
		record.size |= (uint32_t)record.misc << 16;
	return record;
}

static void read_span(struct counter *counter, const struct span *span)
{
	bool swap = counter->reader->swap;

	for (const uint8_t *at = span->start; at < span->end;) {
		struct record record = record_at(at, swap);

		record_prefetch(at, record.size);
		if (record.type == RECORD_SAMPLE)
			read_sample(counter, at, record.size, record.misc,
				    span->position + (at - span->start));
		at += record.size;
	}
}

void samples_time_span(const struct reader *reader, uint64_t *first, uint64_t *last)
{
	*first = UINT64_MAX;
	*last = 0;
	for (size_t i = 0; i < reader->span_count; i++) {
		const struct span *span = &reader->spans[i];

		for (const uint8_t *at = span->start; at < span->end;) {
			struct record record = record_at(at, reader->swap);
			const struct attr *attr = attr_of(reader, at, record.size);

			at += record.size;
			if (record.type != RECORD_SAMPLE || !attr ||
			    record.size < attr->layout.fixed || !attr->layout.time)
				continue;

			uint64_t time = load64(record.at + attr->layout.time, reader->swap);

			*first = time < *first ? time : *first;
			*last = time > *last ? time : *last;
		}
	}
	if (*first > *last)
		*first = 0;
}

static struct counter *counter_new(struct reader *reader)
{
	const struct filter *filter = &reader->filter;
	struct counter *counter = mem_zalloc(1, sizeof(*counter));

	counter->reader = reader;
	counter->filtered = filter->comms || filter->pids.given || filter->tids.given ||
			    filter->cpus.given || filter->times.given;
	reader->first_seen = UINT64_MAX;
	return counter;
}

/* What was the last change is so no more when there was another. */
static void forget_recent(struct counter *counter)
{
	const struct reader *reader = counter->reader;
	uint32_t changes = reader->process_spaces.change_count + reader->thread_comms.change_count +
			   reader->kernel_spaces.change_count;

	if (changes == counter->changes)
		return;
	counter->changes = changes;
	counter->kernel.known = false;
	memset(counter->spaces, 0, sizeof(counter->spaces));
	memset(counter->comms, 0, sizeof(counter->comms));
}

void samples_count(struct reader *reader, size_t end)
{
	if (!reader->counter)
		reader->counter = counter_new(reader);
	forget_recent(reader->counter);
	while (reader->counted_spans < end)
		read_span(reader->counter, &reader->spans[reader->counted_spans++]);
}

void samples_finish(struct reader *reader)
{
	fold_finish(&reader->fold);
	reader->bad_samples += reader->fold.overflows;
	if (reader->counter)
		free(reader->counter->words);
	free(reader->counter);
	reader->counter = NULL;
}
