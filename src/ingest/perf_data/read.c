// SPDX-License-Identifier: GPL-2.0-or-later
/* See reader.h for the stages. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ingest/format.h"
#include "ingest/perf_data/event_name.h"
#include "ingest/perf_data/features.h"
#include "ingest/perf_data/header.h"
#include "ingest/perf_data/perf_data.h"
#include "ingest/perf_data/reader.h"
#include "ingest/perf_data/unzstd.h"
#include "ingest/perf_data/window.h"
#include "ingest/perf_data/wire.h"
#include "support/error.h"
#include "support/memory.h"

/* So much of a recording's size may be taken by copies of its callchains. */
#define COPIED_PART 16

/* One file of the recording: a directory has several. */
struct part {
	struct input in;
	struct unzstd *unzstd; /* its compressed records, unpacked */
};

struct parts {
	struct part *list;
	size_t count, capacity;
};

static struct part *add_part(struct parts *parts, struct input in)
{
	array_reserve(parts->list, parts->capacity, parts->count + 1);
	parts->list[parts->count] = (struct part) { .in = in, .unzstd = unzstd_new() };
	return &parts->list[parts->count++];
}

static void free_parts(struct parts *parts, const struct input *given)
{
	for (size_t i = 0; i < parts->count; i++) {
		unzstd_free(parts->list[i].unzstd);
		if (parts->list[i].in.data != given->data)
			input_close(&parts->list[i].in);
	}
	free(parts->list);
}

/* Scan the records of one file, and those that were compressed in it. */
static int scan_part(struct reader *reader, struct part *part, struct section data,
		     struct symdiff_error *err)
{
	struct symdiff_error spool_err = { 0 };
	struct window *window = reader->by_rounds ? window_new(&part->in) : NULL;
	int ret = scan_records(reader, part->in.data + data.offset, data.size, data.offset, window,
			       part->unzstd, err);

	window_free(window, reader);
	if (ret)
		return -1;
	if (!unzstd_size(part->unzstd))
		return 0;

	const uint8_t *unpacked = unzstd_data(part->unzstd, &spool_err);

	if (!unpacked)
		return symdiff_fail(err, spool_err.code, -1, "%s", spool_err.message);
	return scan_records(reader, unpacked, unzstd_size(part->unzstd), 0, NULL, NULL, err);
}

/* The data section as far as it is there. */
static struct section present_data(const struct reader *reader, const struct header *header,
				   size_t size)
{
	struct section data = header->data;
	uint64_t left = size - data.offset;

	if (!data.size && left) {
		profile_warn(reader->profile,
			     "the recorder was stopped before it could write the data size: all "
			     "that can be read is used");
		data.size = left;
	} else if (data.size > left) {
		profile_warn(reader->profile,
			     "the recording was cut: %" PRIu64 " of %" PRIu64
			     " bytes of data are there",
			     left, data.size);
		data.size = left;
	}
	return data;
}

/* --- events --- */

static bool is_dummy(const struct attr *attr)
{
	return attr->type == TYPE_SOFTWARE && attr->config == 9;
}

static void name_event(struct reader *reader, struct attr *attr)
{
	char name[256];
	size_t len = event_name(attr, name, sizeof(name));

	if (!attr->name)
		attr->name = names_intern(&reader->profile->names, name, len);
}

static enum chain_kind chain_kind_of(const struct attr *attr)
{
	if (!(attr->sample_type & SAMPLE_CALLCHAIN))
		return CHAIN_NONE;
	if (attr_flag(attr, ATTR_EXCLUDE_CALLCHAIN_KERNEL))
		return CHAIN_USER_ONLY;
	if (attr->branch_sample_type & BRANCH_CALL_STACK)
		return CHAIN_LBR;
	return attr->sample_type & SAMPLE_STACK_USER ? CHAIN_DWARF : CHAIN_FP;
}

static void add_event(struct reader *reader, struct attr *attr)
{
	const char *name = profile_text(reader->profile, attr->name);

	attr->event = profile_event(reader->profile, name, strlen(name));

	struct event *event = &reader->profile->events[attr->event];

	event->unit = UNIT_PERIOD;
	event->samples_known = true;
	event->clock = event_clock(attr, name);
	event->exclude_user = attr_flag(attr, ATTR_EXCLUDE_USER);
	event->exclude_kernel = attr_flag(attr, ATTR_EXCLUDE_KERNEL);
	event->exclude_host = attr_flag(attr, ATTR_EXCLUDE_HOST);
	event->chains = chain_kind_of(attr);
	event->chain_most = attr->max_stack;
	if (attr_flag(attr, ATTR_FREQ))
		event->frequency = attr->sample_period;
	else
		event->period = attr->sample_period;
}

static void add_events(struct reader *reader)
{
	for (size_t i = 0; i < reader->late_count; i++)
		features_read_record(reader, &reader->late[i]);
	features_name_tracepoints(reader);
	for (uint32_t i = 0; i < reader->attrs.count; i++) {
		struct attr *attr = &reader->attrs.list[i];
		const char *name;

		name_event(reader, attr);
		name = profile_text(reader->profile, attr->name);
		attr->unwanted = !filter_wants_event(&reader->filter, name, strlen(name));
		/* perf adds an event that counts nothing, to get maps from all CPUs. */
		if (is_dummy(attr) && reader->attrs.count > 1)
			attr->unwanted = true;
		if (!attr->unwanted)
			add_event(reader, attr);
	}
}

/* Slices in percent need to know how long the recording is. */
static void set_time_span(struct reader *reader)
{
	if (!filter_needs_span(&reader->filter))
		return;
	if (!reader->last_time)
		samples_time_span(reader, &reader->first_time, &reader->last_time);
	filter_set_span(&reader->filter, reader->first_time, reader->last_time);
}

/* All that counting samples needs to know beforehand. */
static void begin_counting(struct reader *reader)
{
	if (reader->has_begun)
		return;
	reader->has_begun = true;
	reader->by_position = !reader->attrs.list[0].layout.time;
	add_events(reader);
	set_time_span(reader);
}

/* One stream whose events and times are known beforehand: see reader.h. */
static bool has_rounds(const struct reader *reader)
{
	uint16_t time = reader->attrs.count ? reader->attrs.list[0].layout.time : 0;

	for (uint32_t i = 0; i < reader->attrs.count; i++)
		if (reader->attrs.list[i].layout.time != time)
			return false;
	return time && !reader->is_pipe && !reader->is_directory &&
	       !(filter_needs_span(&reader->filter) && !reader->last_time);
}

static void read_event_types(struct reader *reader, const struct header *header,
			     const uint8_t *bytes, size_t size)
{
	struct section names = header->event_types;

	if (names.offset > size)
		return;
	if (names.size > size - names.offset)
		names.size = size - names.offset;
	features_read_event_types(reader, bytes_of(bytes + names.offset, names.size, header->swap));
}

static int read_main(struct reader *reader, struct part *part, struct symdiff_error *err)
{
	const uint8_t *bytes = part->in.data;
	size_t size = part->in.size;
	struct header header;

	if (header_read(&header, bytes, size, err))
		return -1;
	reader->swap = header.swap;
	reader->is_pipe = header.is_pipe;
	if (!header.is_pipe) {
		if (header_read_attrs(&header, bytes, size, &reader->attrs, err))
			return -1;
		features_read(reader, &header, bytes, size);
		read_event_types(reader, &header, bytes, size);
	}

	struct section data = header.is_pipe ? header.data : present_data(reader, &header, size);

	if (has_rounds(reader)) {
		reader->by_rounds = true;
		reader->time_at = reader->attrs.list[0].layout.time;
		begin_counting(reader);
	}
	if (scan_part(reader, part, data, err))
		return -1;
	if (data.size && !reader->records)
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, data.offset,
				       "no record of perf.data begins here");
	if (!reader->attrs.count)
		return symdiff_fail(err, SYMDIFF_ERR_CORRUPT, -1, "the recording names no event");
	return 0;
}

/* --- directories: data, and data.0, data.1, ... of the threads that recorded --- */

static bool has_file(const char *directory, const char *name, char *path)
{
	struct stat st;
	int len = snprintf(path, PATH_MAX, "%s/%s", directory, name);

	return len < PATH_MAX && !stat(path, &st);
}

static int read_directory(struct reader *reader, struct parts *parts, const char *directory,
			  struct symdiff_error *err)
{
	char path[PATH_MAX], name[32];
	struct input in;

	if (!has_file(directory, "data", path))
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "a directory without a file 'data' is no recording");
	if (input_open(&in, path, err) || read_main(reader, add_part(parts, in), err))
		return -1;
	for (unsigned int i = 0, missing = 0; missing < 2; i++) {
		snprintf(name, sizeof(name), "data.%u", i);
		if (!has_file(directory, name, path)) {
			missing++;
			continue;
		}
		if (missing)
			profile_warn(reader->profile, "data.%u is missing", i - 1);
		missing = 0;
		if (input_open(&in, path, err))
			return -1;

		struct part *part = add_part(parts, in);

		if (scan_part(reader, part, (struct section) { 0, in.size }, err))
			return -1;
	}
	if (has_file(directory, "kcore_dir", path))
		reader->profile->recording.kcore_dir =
			names_intern_text(&reader->profile->names, path);
	return 0;
}

/* --- all of it --- */

static void warn_of_losses(struct reader *reader)
{
	struct profile *profile = reader->profile;

	if (reader->unknown_ids)
		profile_warn(profile,
			     "%" PRIu64 " samples of events that the recording does not name are "
			     "left out",
			     reader->unknown_ids);
	if (reader->bad_samples)
		profile_warn(profile, "%" PRIu64 " damaged samples are left out",
			     reader->bad_samples);
	if (reader->bad_chains)
		profile_warn(profile, "%" PRIu64 " samples count without their damaged callchain",
			     reader->bad_chains);
	if (reader->cut_stacks)
		profile_warn(profile,
			     "%" PRIu64 " samples have a user stack that could not be followed to "
			     "its root: the copy was too short, or files are missing",
			     reader->cut_stacks);
	if (reader->bad_records)
		profile_warn(profile, "%" PRIu64 " damaged records are left out",
			     reader->bad_records);
	if (reader->throttled)
		profile_warn(profile,
			     "the kernel held back sampling %" PRIu64
			     " times (kernel.perf_event_max_sample_rate)",
			     reader->throttled);
}

static void add_sums(struct reader *reader)
{
	for (uint32_t i = 0; i < reader->attrs.count; i++) {
		const struct attr *attr = &reader->attrs.list[i];
		uint64_t lost = attr->lost > attr->lost_samples ? attr->lost : attr->lost_samples;
		struct event *event;

		if (attr->unwanted)
			continue;
		event = &reader->profile->events[attr->event];
		event->lost += lost;
		event->weight_squares += attr->weight_squares;
		if (attr->enabled && attr->running <= attr->enabled)
			event->running = (double)attr->running / (double)attr->enabled;
	}
}

static void read_profile(struct reader *reader)
{
	struct recording *recording = &reader->profile->recording;

	begin_counting(reader);
	sideband_play(reader, UINT64_MAX);
	samples_count(reader, reader->span_count);
	samples_finish(reader);
	translate_stacks(reader);
	add_sums(reader);
	warn_of_losses(reader);
	/* Samples of a guest that the host took (perf kvm record). */
	recording->is_guest = reader->guest_samples > reader->samples / 2;
	if (reader->last_seen > reader->first_seen)
		recording->duration_seconds = (reader->last_seen - reader->first_seen) / 1e9;
}

static void reader_deinit(struct reader *reader)
{
	filter_deinit(&reader->filter);
	attrs_deinit(&reader->attrs);
	images_deinit(&reader->images);
	spaces_deinit(&reader->spaces);
	histories_deinit(&reader->process_spaces);
	histories_deinit(&reader->thread_comms);
	histories_deinit(&reader->kernel_spaces);
	fold_deinit(&reader->fold);
	samples_finish(reader);
	free(reader->spans);
	free(reader->late);
	for (size_t i = 0; i < reader->noted_count; i++)
		free(reader->noted[i].copy);
	free(reader->noted);
}

static int read(struct input *in, const struct ingest_options *options, struct document *doc,
		struct symdiff_error *err)
{
	struct reader reader = { .options = options };
	struct parts parts = { 0 };

	reader.profile = reader.images.profile = document_add(doc, perf_data_format.name);

	reader.is_directory = in->is_directory;
	reader.progress = ingest_progress(options, in->size);
	reader.fold.most_copied = in->size / COPIED_PART;

	int ret = filter_init(&reader.filter, options, err);

	if (!ret && in->is_directory)
		ret = read_directory(&reader, &parts, in->path, err);
	else if (!ret)
		ret = read_main(&reader, add_part(&parts, *in), err);
	if (!ret)
		read_profile(&reader);
	reader_deinit(&reader);
	free_parts(&parts, in);
	return ret;
}

static bool probe(const char *head, size_t len)
{
	return header_probe(head, len);
}

const struct format_ops perf_data_format = {
	.name = "perf-data",
	.what = "recordings of perf and simpleperf: file, pipe, directory",
	.reads_directories = true,
	.probe = probe,
	.read = read,
};
