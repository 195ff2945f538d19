// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/script_samples.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/perf_header.h"
#include "support/memory.h"

int script_samples_init(struct script_samples *samples, struct profile *profile,
			const struct script_layout *layout, const struct ingest_options *options,
			struct symdiff_error *err)
{
	*samples = (struct script_samples) {
		.profile = profile,
		.flat = options->flat,
		.places = { .profile = profile, .layout = layout },
	};
	return filter_init(&samples->filter, options, err);
}

/* ---- filters ---- */

/* perf script prints a thread's id where it prints only one. */
static int64_t process_of(const struct script_header *header)
{
	return header->has_pid ? header->pid : header->tid;
}

bool script_samples_want(struct script_samples *samples, const struct script_header *header)
{
	const struct filter *filter = &samples->filter;

	if ((filter->pids.given && !header->has_tid) || (filter->tids.given && !header->has_tid) ||
	    (filter->cpus.given && !header->has_cpu) ||
	    (filter->times.given && !header->has_time)) {
		samples->unfit++;
		return false;
	}
	return filter_wants_pid(filter, process_of(header)) &&
	       filter_wants_tid(filter, header->tid) && filter_wants_cpu(filter, header->cpu) &&
	       filter_wants_time(filter, header->time_ns) &&
	       filter_wants_comm(filter, header->comm.at, header->comm.len) &&
	       filter_wants_event(filter, header->event.at, header->event.len);
}

/* ---- who a sample is of ---- */

static bool is_last(const struct script_last *last, struct slice text)
{
	return last->text.at && last->text.len == text.len &&
	       !memcmp(last->text.at, text.at, text.len);
}

static uint32_t comm_of(struct script_samples *samples, struct slice comm)
{
	if (!comm.len)
		return 0;
	if (!is_last(&samples->last_comm, comm))
		samples->last_comm =
			(struct script_last) { comm, names_intern(&samples->profile->names, comm.at,
								  comm.len) };
	return samples->last_comm.id;
}

static uint32_t flags_of(const struct script_header *header)
{
	static const char idle[] = "swapper";

	if (header->has_tid && process_of(header) >= 0)
		return STACK_HAS_PID | (process_of(header) ? 0 : STACK_IDLE_TASK);
	if (header->comm.len == strlen(idle) && !memcmp(header->comm.at, idle, strlen(idle)))
		return STACK_HAS_PID | STACK_IDLE_TASK;
	return 0;
}

/* cycles:u excludes the kernel, cycles:k the rest; the letters after them are of other things. */
static void read_modifiers(struct event *event, const char *name)
{
	const char *colon = strrchr(name, ':');

	if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "ukhGHpPSDWeIb")])
		return;

	bool user = strchr(colon, 'u'), kernel = strchr(colon, 'k'),
	     hypervisor = strchr(colon, 'h');

	event->exclude_kernel = (user || hypervisor) && !kernel;
	event->exclude_user = (kernel || hypervisor) && !user;
}

static uint32_t event_of(struct script_samples *samples, const struct script_header *header)
{
	struct profile *profile = samples->profile;
	struct slice name = header->event;

	if (!name.len)
		name = (struct slice) { "samples", 7 };

	if (is_last(&samples->last_event, name))
		return samples->last_event.id;

	uint32_t id = profile_event(profile, name.at, name.len);

	while (samples->event_count <= id) {
		struct event *event = &profile->events[samples->event_count];

		array_reserve(samples->events, samples->event_capacity, samples->event_count + 1);
		samples->events[samples->event_count++] =
			(struct script_event) { .period = header->period };
		event->unit = header->has_period ? UNIT_PERIOD : UNIT_SAMPLES;
		event->samples_known = true;
		read_modifiers(event, profile_text(profile, event->name));
	}
	samples->last_event = (struct script_last) { name, id };
	return id;
}

/* ---- counting ---- */

static void count(struct script_samples *samples, const struct script_header *header,
		  uint32_t block)
{
	uint32_t event = event_of(samples, header);
	struct script_event *seen = &samples->events[event];
	uint64_t weight = 1;

	if (samples->profile->events[event].unit == UNIT_PERIOD) {
		if (header->has_period)
			weight = header->period;
		else
			seen->without_period++;
		if (seen->period != header->period)
			seen->period = 0;
	}
	if (!blocks_count(&samples->blocks, block, event, comm_of(samples, header->comm),
			  flags_of(header), weight,
			  header->has_time ? header->time_ns : TIMELINE_NEVER)) {
		samples->overflows++;
		return;
	}
	samples->profile->events[event].weight_squares += (double)weight * (double)weight;
}

static void push_nowhere(struct script_samples *samples)
{
	struct profile *profile = samples->profile;
	uint32_t dso = profile_dso(profile, "", 0, DSO_UNKNOWN);
	uint32_t symbol = profile_unknown_symbol(profile, dso);

	blocks_push(&samples->blocks, profile_symbol_location(profile, symbol, NULL, 0));
}

void script_samples_add_frames(struct script_samples *samples, const struct script_header *header,
			       struct slice frames)
{
	struct script_blocks *blocks = &samples->blocks;
	XXH128_hash_t hash = XXH3_128bits(frames.at, frames.len);
	uint32_t block = blocks_find(blocks, hash, frames.len);

	if (block == NONE) {
		block = blocks_add(blocks, hash, frames.len);
		if (script_read_block(&samples->places, blocks, frames.at, frames.len,
				      samples->flat))
			script_samples_other(samples, frames.at);
		if (!blocks->list[block].depth)
			push_nowhere(samples);
	}
	count(samples, header, block);
}

static uint32_t *place_block(struct script_samples *samples, uint32_t location)
{
	array_reserve(samples->place_blocks, samples->place_block_capacity, location + 1ul);
	while (samples->place_block_count <= location)
		samples->place_blocks[samples->place_block_count++] = NONE;
	return &samples->place_blocks[location];
}

void script_samples_add_place(struct script_samples *samples, const struct script_header *header,
			      const struct script_place *place)
{
	uint32_t location = script_location(&samples->places, place);
	uint32_t *block = place_block(samples, location);

	if (*block == NONE) {
		*block = blocks_add(&samples->blocks, (XXH128_hash_t) { 0, 0 }, 0);
		blocks_push(&samples->blocks, location);
	}
	count(samples, header, *block);
}

void script_samples_add_nowhere(struct script_samples *samples, const struct script_header *header)
{
	struct script_place nowhere = { .text = { "", 0 } };

	script_samples_add_place(samples, header, &nowhere);
}

/* ---- other lines ---- */

void script_samples_comment(struct script_samples *samples, struct slice comment)
{
	struct text_line line = { .at = comment.at, .len = comment.len };
	struct text text = { .lines = &line, .count = 1 };

	perf_header_recording(&text, 0, 1, samples->profile);
}

/* "PERF_RECORD_LOST lost 87" */
void script_samples_side_band(struct script_samples *samples, struct slice record)
{
	static const char kind[] = "PERF_RECORD_LOST", word[] = " lost ";
	const char *end = record.at + record.len;
	const char *at = memmem(record.at, record.len, word, strlen(word));
	uint64_t count = 0;

	if (!at || record.len < strlen(kind) || memcmp(record.at, kind, strlen(kind)))
		return;
	for (at += strlen(word); at < end && *at >= '0' && *at <= '9' && count < UINT32_MAX; at++)
		count = count * 10 + (uint64_t)(*at - '0');
	samples->lost += count;
}

void script_samples_other(struct script_samples *samples, const char *line)
{
	if (!samples->others++)
		samples->first_other = line;
}

/* ---- the end ---- */

static void warn(const struct script_samples *samples)
{
	struct profile *profile = samples->profile;
	uint64_t without = 0;

	for (uint32_t i = 0; i < samples->event_count; i++)
		without += samples->events[i].without_period;
	if (samples->places.deep)
		profile_warn(profile,
			     "%" PRIu64 " callchains are deeper than %d and lost their root",
			     samples->places.deep, SCRIPT_DEPTH_MAX);
	if (without)
		profile_warn(profile,
			     "%" PRIu64 " samples have no period where others of their event have "
			     "one; they count 1",
			     without);
	if (samples->unfit)
		profile_warn(profile,
			     "%" PRIu64 " samples were left out: the text does not say what a "
			     "filter asks for",
			     samples->unfit);
}

void script_samples_finish(struct script_samples *samples)
{
	struct profile *profile = samples->profile;

	samples->overflows += blocks_finish(&samples->blocks, profile);
	warn(samples);
	if (samples->overflows)
		profile_warn(profile,
			     "%" PRIu64 " samples were left out: their weights are beyond all sums",
			     samples->overflows);
	for (uint32_t i = 0; i < samples->event_count; i++)
		if (profile->events[i].unit == UNIT_PERIOD)
			profile->events[i].period = samples->events[i].period;
	if (profile->event_count)
		profile->events[0].lost = samples->lost;
	filter_deinit(&samples->filter);
	script_places_deinit(&samples->places);
	blocks_deinit(&samples->blocks);
	free(samples->place_blocks);
	free(samples->events);
}
