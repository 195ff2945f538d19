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

/* A task, and what holds for it since a time. */
struct task {
	uint32_t pid, tid, space, comm;
	uint64_t since;
	bool known;
};

struct counter {
	struct reader *reader;
	struct task tasks[RECENT]; /* by tid */
	uint32_t kernel_space;
	uint64_t kernel_since;
	uint32_t changes; /* of the histories that the recent values are from */
	uint64_t *words;  /* a chain put together from a branch stack */
	size_t words_capacity;
	bool filtered, flat;
	uint64_t id; /* the last one found, and its event */
	struct attr *attr;
};

static struct task search_task(struct counter *counter, const struct sample *sample)
{
	const struct histories *spaces = &counter->reader->process_spaces;
	const struct histories *comms = &counter->reader->thread_comms;
	struct task task = { .pid = sample->pid, .tid = sample->tid, .known = true };
	uint64_t named;

	task.space = histories_newest(spaces, task.pid, &task.since);
	task.comm = histories_newest(comms, task.tid, &named);
	task.since = named > task.since ? named : task.since;
	if (sample->time >= task.since) {
		counter->tasks[sample->tid % RECENT] = task;
		return task;
	}
	task.space = histories_at(spaces, task.pid, sample->time, 0);
	task.comm = histories_at(comms, task.tid, sample->time, 0);
	return task;
}

static inline struct task task_of(struct counter *counter, const struct sample *sample)
{
	const struct task *recent = &counter->tasks[sample->tid % RECENT];

	if (recent->known && recent->tid == sample->tid && recent->pid == sample->pid &&
	    sample->time >= recent->since)
		return *recent;
	return search_task(counter, sample);
}

static inline uint32_t kernel_space_of(const struct counter *counter, uint64_t time)
{
	if (time >= counter->kernel_since)
		return counter->kernel_space;
	return histories_at(&counter->reader->kernel_spaces, KERNEL_HOST, time, 0);
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

/* A chain of words in the recording's byte order; if it is put together, in counter->words. */
struct chain {
	const uint8_t *words;
	uint32_t count;
	bool made;
};

static struct chain made_chain(const struct counter *counter, uint64_t count)
{
	return (struct chain) { (const uint8_t *)counter->words, count, true };
}

/*
 * The last branches as a callchain: they are calls that have not returned yet,
 * newest first. The kernel's part comes from the chain, up to its user mark;
 * then where the newest call went, and where each came from.
 */
static struct chain chain_of_branches(struct counter *counter, const struct sample *sample,
				      struct chain chain)
{
	bool swap = counter->reader->swap;
	uint64_t kernel = 0;

	while (kernel < chain.count && load64(chain.words + kernel * 8, swap) != CONTEXT_USER)
		kernel++;
	if (kernel == chain.count)
		return chain;

	uint64_t count = kernel + 1 + 1 + sample->branch_count;

	array_reserve(counter->words, counter->words_capacity, count);
	memcpy(counter->words, chain.words, (kernel + 1) * 8);
	memcpy(counter->words + kernel + 1, sample->branches + 8, 8);
	for (uint64_t i = 0; i < sample->branch_count; i++)
		memcpy(counter->words + kernel + 2 + i, sample->branches + i * BRANCH_SIZE, 8);
	return made_chain(counter, count);
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
static struct chain chain_of_stack_copy(struct counter *counter, const struct sample *sample,
					uint32_t user_space, struct chain chain)
{
	const struct stack_unwinder *unwinder = counter->reader->options->unwinder;
	struct located_space space = { counter->reader, user_space };
	uint64_t kernel = chain.count;

	if (!unwinder || !sample->registers || !sample->user_stack_size || counter->reader->swap ||
	    kernel >= MOST_FRAMES)
		return chain;

	struct stack_copy copy = stack_copy_of(sample, &space);

	bool is_whole;

	array_reserve(counter->words, counter->words_capacity, kernel + 2 + MOST_FRAMES);
	if (kernel)
		memcpy(counter->words, chain.words, kernel * 8);
	counter->words[kernel] = CONTEXT_USER;

	size_t found =
		unwinder->unwind(unwinder->data, counter->reader->profile, &copy,
				 counter->words + kernel + 1, MOST_FRAMES - kernel, &is_whole);

	if (found && !is_whole) { /* what is missing stands for more that is not told */
		counter->reader->cut_stacks++;
		counter->words[kernel + 1 + found++] = CONTEXT_USER_DEFERRED;
	}
	return found ? made_chain(counter, kernel + 1 + found) : chain;
}

static inline struct chain chain_of(struct counter *counter, const struct sample *sample,
				    uint32_t user_space)
{
	struct chain chain = { sample->chain, sample->chain_count, false };

	if (sample->branch_count && sample->attr->branch_sample_type & BRANCH_CALL_STACK)
		return chain_of_branches(counter, sample, chain);
	if (sample->user_stack)
		return chain_of_stack_copy(counter, sample, user_space, chain);
	return chain;
}

static void see_sample(struct reader *reader, const struct sample *sample)
{
	uint64_t time = sample->time;

	reader->guest_samples +=
		sample->mode == MISC_GUEST_KERNEL || sample->mode == MISC_GUEST_USER;
	if (!sample->attr->layout.time)
		return;
	reader->first_seen = time < reader->first_seen ? time : reader->first_seen;
	reader->last_seen = time > reader->last_seen ? time : reader->last_seen;
}

static inline __attribute__((always_inline)) void count(struct counter *counter,
							const struct sample *sample,
							uint64_t weight, struct attr *attr)
{
	struct reader *reader = counter->reader;
	struct task task = { 0 };
	struct chain chain = { 0 };
	uint64_t time = sample->attr->layout.time ? sample->time : TIMELINE_NEVER;
	uint8_t flags = 0;

	if (sample->attr->layout.tid) {
		task = task_of(counter, sample);
		flags = STACK_HAS_PID | (sample->pid ? 0 : STACK_IDLE_TASK);
	}
	if (counter->filtered && !wanted(reader, sample, task.comm))
		return;
	if (!counter->flat)
		chain = chain_of(counter, sample, task.space);
	else if (sample->mode != MISC_USER) /* the kernel is the same in all spaces */
		task.space = 0;

	struct raw_stack stack = {
		.ip = sample->ip,
		.weight = weight,
		.samples = 1,
		.chain = chain.words,
		.chain_count = chain.count,
		.space = task.space,
		.comm = task.comm,
		.kernel_space = kernel_space_of(counter, sample->time),
		.attr = attr->number,
		.mode = sample->mode,
		.flags = flags,
	};

	attr->weight_squares += (double)weight * (double)weight;
	see_sample(reader, sample);
	if (chain.made)
		fold_add_copy(&reader->fold, stack, time);
	else
		fold_add(&reader->fold, stack, time);
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
			count(counter, sample, grown, &reader->attrs.list[id->attr]);
	}
}

static struct attr *attr_of_id(const struct reader *reader, uint64_t id)
{
	const struct attr_id *known = attrs_find(&reader->attrs, id);

	return known ? &reader->attrs.list[known->attr] : NULL;
}

static struct attr *attr_of(const struct reader *reader, const uint8_t *at, uint32_t size)
{
	struct attr *first = &reader->attrs.list[0];

	if (reader->attrs.count == 1 || !first->layout.id)
		return first;
	if (size < first->layout.id + 8u)
		return NULL;
	return attr_of_id(reader, load64(at + first->layout.id, reader->swap));
}

/* Samples of one event mostly follow each other. */
static inline struct attr *recent_attr_of(struct counter *counter, const uint8_t *at, uint32_t size)
{
	const struct attrs *attrs = &counter->reader->attrs;
	const struct layout *layout = &attrs->list[0].layout;
	bool swap = counter->reader->swap;

	if (attrs->count == 1 || !layout->id)
		return &attrs->list[0];
	if (size < layout->id + 8u)
		return NULL;

	uint64_t id = load64(at + layout->id, swap);

	if (!counter->attr || id != counter->id) {
		counter->attr = attr_of_id(counter->reader, id);
		counter->id = id;
	}
	return counter->attr;
}

static inline __attribute__((always_inline)) void read_sample(struct counter *counter,
							      const struct record *record,
							      uint64_t position, bool swap)
{
	struct reader *reader = counter->reader;
	struct attr *attr = recent_attr_of(counter, record->at, record->size);
	struct sample sample;

	if (!attr) {
		reader->unknown_ids++;
		return;
	}
	if (!sample_parse(&sample, attr, record->at, record->size, swap)) {
		reader->bad_samples++;
		return;
	}
	sample.mode = record->misc & MISC_CPUMODE_MASK;
	if (reader->by_position)
		sample.time = position;
	if (sample.times) {
		attr->enabled = load64(sample.times, swap);
		attr->running = load64(sample.times + 8, swap);
	}
	if (sample.value_count)
		count_values(counter, &sample);
	else if (!attr->unwanted)
		count(counter, &sample, sample.period, attr);
}

/* One copy for each byte order. */
static inline __attribute__((always_inline)) void read_span_as(struct counter *counter,
							       const struct span *span, bool swap)
{
	for (const uint8_t *at = span->start; at < span->end;) {
		struct record record = record_at(at, swap);

		record_prefetch(at, record.size);
		if (record.type == RECORD_SAMPLE)
			read_sample(counter, &record, span->position + (at - span->start), swap);
		at += record.size;
	}
}

static void read_span(struct counter *counter, const struct span *span)
{
	fold_from(&counter->reader->fold, span->start, span->mapped);
	if (counter->reader->swap)
		read_span_as(counter, span, true);
	else
		read_span_as(counter, span, false);
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
	counter->flat = reader->options->flat;
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
	counter->kernel_space =
		histories_newest(&reader->kernel_spaces, KERNEL_HOST, &counter->kernel_since);
	memset(counter->tasks, 0, sizeof(counter->tasks));
}

void samples_count(struct reader *reader, size_t end)
{
	if (!reader->counter)
		reader->counter = counter_new(reader);
	forget_recent(reader->counter);
	while (reader->counted_spans < end)
		read_span(reader->counter, &reader->spans[reader->counted_spans++]);
	fold_finish(&reader->fold); /* what is read next may take the place of these spans */
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
