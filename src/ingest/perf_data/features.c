// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Layouts: tools/perf/Documentation/perf.data-file-format.txt and, for what it
 * leaves open, what perf 6.1 writes.
 */
#include "ingest/perf_data/features.h"

#include <stdio.h>
#include <string.h>

#include "ingest/perf_data/topology.h"
#include "ingest/perf_data/tracing.h"
#include "ingest/perf_data/wire.h"

/* u32 length, padded text. */
static const char *read_string(struct bytes *in, size_t *len)
{
	return bytes_text(in, bytes_u32(in), len);
}

static uint32_t read_name(struct reader *reader, struct bytes *in)
{
	size_t len;
	const char *text = read_string(in, &len);

	return text ? names_intern(&reader->profile->names, text, len) : 0;
}

/* Cut at the end of the section rather than left out: a text without its end is still one. */
static uint32_t read_only_name(struct reader *reader, struct bytes *in)
{
	struct bytes whole = *in;
	uint32_t size = bytes_u32(&whole);

	if (size <= bytes_left(&whole))
		return read_name(reader, in);
	in->failed = true;
	return 0;
}

static bool is_system_wide(const char *argument)
{
	return !strcmp(argument, "-a") || !strcmp(argument, "--all-cpus") ||
	       !strncmp(argument, "-C", 2) || !strncmp(argument, "--cpu", 5);
}

static void read_command_line(struct reader *reader, struct bytes *in)
{
	struct profile *profile = reader->profile;
	uint32_t count = bytes_u32(in);
	char line[4096];
	size_t used = 0;
	bool own = true; /* arguments of perf, not of what it runs */

	for (uint32_t i = 0; i < count && !bytes_failed(in); i++) {
		const char *argument = profile_text(profile, read_name(reader, in));
		int len = snprintf(line + used, sizeof(line) - used, "%s%s", used ? " " : "",
				   argument);

		if (!strcmp(argument, "--"))
			own = false;
		if (own && is_system_wide(argument))
			profile->recording.system_wide = true;
		used += (size_t)len < sizeof(line) - used ? (size_t)len : sizeof(line) - used - 1;
	}
	if (used && !bytes_failed(in))
		profile->recording.command_line = names_intern(&profile->names, line, used);
}

/* u32 count, u32 attr size; each event: attribute, u32 ids, its name, the ids. */
static void read_event_desc(struct reader *reader, struct bytes *in)
{
	uint32_t count = bytes_u32(in), attr_size = bytes_u32(in);

	for (uint32_t i = 0; i < count && !bytes_failed(in) && bytes_left(in); i++) {
		bytes_part(in, attr_size);

		uint32_t ids = bytes_u32(in);
		uint32_t name = read_name(reader, in);
		struct bytes list = bytes_part(in, ids * 8ul);
		uint32_t attr = i;

		if (bytes_failed(in))
			break;
		if (bytes_left(&list) >= 8) {
			struct attr_id *id = attrs_find(&reader->attrs, bytes_u64(&list));

			attr = id ? id->attr : i;
		}
		if (name && attr < reader->attrs.count)
			reader->attrs.list[attr].name = name;
	}
}

static enum dso_kind build_id_kind(uint16_t misc)
{
	switch (misc & MISC_CPUMODE_MASK) {
	case MISC_KERNEL:
		return DSO_MODULE; /* or the kernel: the name says which */
	case MISC_GUEST_KERNEL:
		return DSO_GUEST_KERNEL;
	case MISC_GUEST_USER:
		return DSO_GUEST_USER;
	default:
		return DSO_USER;
	}
}

/* @in: what follows a record's header: s32 pid, 24 bytes of build-id, path. */
static void read_build_id(struct reader *reader, struct bytes in, uint16_t misc)
{
	size_t len;

	bytes_u32(&in);

	const uint8_t *build_id = bytes_take(&in, 24);
	const char *path = bytes_text(&in, bytes_left(&in), &len);

	/* The size is told since perf 5.12; before that all are taken for SHA-1. */
	if (path && len)
		images_list_build_id(&reader->images, path, len, build_id_kind(misc), build_id,
				     misc & MISC_BUILD_ID_SIZE ? build_id[20] : 20);
}

static void read_build_ids(struct reader *reader, struct bytes *in)
{
	while (bytes_left(in) >= RECORD_HEADER && !bytes_failed(in)) {
		bytes_u32(in);

		uint16_t misc = bytes_u16(in), size = bytes_u16(in);

		if (size < RECORD_HEADER) {
			in->failed = true;
			return;
		}

		struct bytes entry = bytes_part(in, size - RECORD_HEADER);

		read_build_id(reader, entry, misc);
	}
}

/* u32 version, type, level, ratio, and the most that one record unpacks to. */
static void read_compressed(struct reader *reader, struct bytes *in)
{
	bytes_take(in, 16);
	reader->max_unpacked = bytes_u32(in);
}

static void read_feature(struct reader *reader, enum feature feature, struct bytes *in)
{
	struct recording *recording = &reader->profile->recording;

	switch (feature) {
	case FEATURE_TRACING_DATA:
		reader->tracing = *in;
		break;
	case FEATURE_BUILD_ID:
		read_build_ids(reader, in);
		break;
	case FEATURE_HOSTNAME:
		recording->hostname = read_only_name(reader, in);
		break;
	case FEATURE_OSRELEASE:
		recording->os_release = read_only_name(reader, in);
		break;
	case FEATURE_VERSION:
		recording->version = read_only_name(reader, in);
		break;
	case FEATURE_ARCH:
		recording->arch = read_only_name(reader, in);
		break;
	case FEATURE_NRCPUS:
		recording->cpus_available = bytes_u32(in);
		recording->cpus_online = bytes_u32(in);
		break;
	case FEATURE_CPUDESC:
		recording->cpu_model = read_only_name(reader, in);
		break;
	case FEATURE_CMDLINE:
		read_command_line(reader, in);
		break;
	case FEATURE_EVENT_DESC:
		read_event_desc(reader, in);
		break;
	case FEATURE_CPU_TOPOLOGY:
		topology_read_cpus(reader->profile, in);
		break;
	case FEATURE_NUMA_TOPOLOGY:
		topology_read_numa(reader->profile, in);
		break;
	case FEATURE_HYBRID_TOPOLOGY:
		topology_read_hybrid(reader->profile, in);
		break;
	case FEATURE_CPU_PMU_CAPS:
		topology_read_cpu_pmu_caps(reader->profile, in);
		break;
	case FEATURE_PMU_CAPS:
		topology_read_pmu_caps(reader->profile, in);
		break;
	case FEATURE_SAMPLE_TIME:
		reader->first_time = bytes_u64(in);
		reader->last_time = bytes_u64(in);
		break;
	case FEATURE_COMPRESSED:
		read_compressed(reader, in);
		break;
	default:
		break;
	}
}

static void read_or_warn(struct reader *reader, unsigned int feature, struct bytes in)
{
	if (!bytes_failed(&in))
		read_feature(reader, feature, &in);
	if (bytes_failed(&in))
		profile_warn(reader->profile, "header feature %u is damaged and left out", feature);
}

void features_read(struct reader *reader, const struct header *header, const uint8_t *data,
		   size_t size)
{
	struct bytes file = bytes_of(data, size, header->swap), table = file;

	/* Where the data really ends is where the header says, even if the file does not get there. */
	bytes_seek(&table, header->data.offset);
	bytes_take(&table, header->data.size);
	for (unsigned int feature = 0; feature < FEATURE_COUNT; feature++) {
		if (!header_has(header, feature))
			continue;

		uint64_t offset = bytes_u64(&table), length = bytes_u64(&table);
		struct bytes section = file;

		if (bytes_failed(&table)) {
			profile_warn(reader->profile, "the table of header features is cut off");
			return;
		}
		bytes_seek(&section, offset);
		section = bytes_part(&section, length);
		if (length)
			read_or_warn(reader, feature, section);
	}
}

/* u64 what is updated, u64 id of the event, the new text. */
static void read_event_update(struct reader *reader, struct bytes in)
{
	enum { UPDATE_NAME = 2 };

	uint64_t what = bytes_u64(&in);
	const struct attr_id *id = attrs_find(&reader->attrs, bytes_u64(&in));
	size_t len;
	const char *text = bytes_text(&in, bytes_left(&in), &len);

	if (what == UPDATE_NAME && id && text && len)
		reader->attrs.list[id->attr].name =
			names_intern(&reader->profile->names, text, len);
}

void features_read_event_types(struct reader *reader, struct bytes in)
{
	while (bytes_left(&in) >= 72) {
		uint64_t config = bytes_u64(&in);
		size_t len;
		const char *text = bytes_text(&in, 64, &len);

		for (uint32_t i = 0; i < reader->attrs.count && len; i++) {
			struct attr *attr = &reader->attrs.list[i];

			if (attr->config == config && !attr->name)
				attr->name = names_intern(&reader->profile->names, text, len);
		}
	}
}

void features_read_early(struct reader *reader, const struct record *record)
{
	struct bytes in = record_payload(reader, record);

	if (bytes_u64(&in) == FEATURE_COMPRESSED)
		read_compressed(reader, &in);
}

void features_read_record(struct reader *reader, const struct record *record)
{
	struct bytes in = record_payload(reader, record);
	uint64_t feature;

	switch (record->type) {
	case RECORD_BUILD_ID:
		read_build_id(reader, in, record->misc);
		break;
	case RECORD_EVENT_UPDATE:
		read_event_update(reader, in);
		break;
	case RECORD_EVENT_TYPE:
		features_read_event_types(reader, in);
		break;
	case RECORD_FEATURE:
		feature = bytes_u64(&in);
		if (feature < FEATURE_COUNT)
			read_or_warn(reader, feature, in);
		break;
	default:
		break;
	}
}

static void name_tracepoint(void *context, uint64_t id, const char *name, size_t len)
{
	struct reader *reader = context;

	for (uint32_t i = 0; i < reader->attrs.count; i++) {
		struct attr *attr = &reader->attrs.list[i];

		if (attr->type == TYPE_TRACEPOINT && attr->config == id && !attr->name)
			attr->name = names_intern(&reader->profile->names, name, len);
	}
}

void features_name_tracepoints(struct reader *reader)
{
	if (reader->tracing.start)
		tracing_read(reader->tracing, name_tracepoint, reader);
}
