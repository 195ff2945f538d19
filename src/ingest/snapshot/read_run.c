// SPDX-License-Identifier: GPL-2.0-or-later
/* A run: what it says of itself, its events and images. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/snapshot/read.h"
#include "support/memory.h"

/* ---- members: what is not there is 0, empty or false ---- */

static uint64_t get_u64(struct json_reader *json, const struct json_member *member, uint64_t most)
{
	uint64_t value = 0;

	if (json_reader_go(json, member))
		json_read_u64(json, member->name, most, &value);
	return value;
}

static uint32_t get_u32(struct json_reader *json, const struct json_member *member)
{
	return (uint32_t)get_u64(json, member, UINT32_MAX);
}

static double get_real(struct json_reader *json, const struct json_member *member)
{
	double value = 0;

	if (json_reader_go(json, member))
		json_read_real(json, member->name, &value);
	return value;
}

static bool get_bool(struct json_reader *json, const struct json_member *member)
{
	bool value = false;

	if (json_reader_go(json, member))
		json_read_bool(json, member->name, &value);
	return value;
}

/* One of @words. */
static unsigned get_word(struct json_reader *json, const struct json_member *member,
			 const char *const *words, unsigned count)
{
	struct slice text;

	if (!json_reader_go(json, member) || !json_read_text(json, member->name, &text))
		return 0;
	for (unsigned i = 0; i < count; i++)
		if (slice_equals(text, words[i]))
			return i;
	json_reader_fail(json, member->at, "no %s is called '%.*s'", member->name,
			 (int)(text.len > 40 ? 40 : text.len), text.at);
	return 0;
}

/* ---- input and recording ---- */

static bool read_warnings(struct snapshot_reader *reader, const struct json_member *member)
{
	struct json_reader *json = &reader->json;
	struct slice line;

	if (!member->at)
		return !json->failed;
	if (!json_reader_go(json, member) || !json_read_array(json, "warnings"))
		return false;
	while (json_read_element(json) && json_read_text(json, "a warning", &line))
		profile_warn(reader->profile, "%.*s", (int)(line.len > 4096 ? 4096 : line.len),
			     line.at);
	return !json->failed;
}

static bool read_input(struct snapshot_reader *reader, const struct json_member *member)
{
	enum { PATH, FORMAT, LABEL, LINE, WARNINGS, COUNT };
	struct json_member members[COUNT] = {
		[PATH] = { .name = "path", .required = true },
		[FORMAT] = { .name = "format", .required = true },
		[LABEL] = { .name = "label" },
		[LINE] = { .name = "line" },
		[WARNINGS] = { .name = "warnings" },
	};
	struct profile *profile = reader->profile;

	if (!json_reader_go(&reader->json, member) ||
	    !json_read_members(&reader->json, members, COUNT, "input"))
		return false;
	profile->origin = snapshot_text(reader, &members[PATH]);
	profile->format = snapshot_text(reader, &members[FORMAT]);
	profile->label = snapshot_text(reader, &members[LABEL]);
	profile->line = get_u32(&reader->json, &members[LINE]);
	return read_warnings(reader, &members[WARNINGS]);
}

static const char *const smt_words[] = { "unknown", "off", "on" };

static bool read_recording(struct snapshot_reader *reader, const struct json_member *member)
{
	enum {
		HOSTNAME,
		OS_RELEASE,
		PERF_VERSION,
		ARCH,
		CPU_MODEL,
		COMMAND_LINE,
		CPUS_ONLINE,
		CPUS_AVAILABLE,
		SOCKETS,
		NUMA_NODES,
		SMT,
		HYBRID,
		PMU_CAPS,
		DURATION,
		SYSTEM_WIDE,
		IS_GUEST,
		COUNT
	};
	struct json_member members[COUNT] = {
		[HOSTNAME] = { .name = "hostname" },
		[OS_RELEASE] = { .name = "os_release" },
		[PERF_VERSION] = { .name = "perf_version" },
		[ARCH] = { .name = "arch" },
		[CPU_MODEL] = { .name = "cpu_model" },
		[COMMAND_LINE] = { .name = "command_line" },
		[CPUS_ONLINE] = { .name = "cpus_online" },
		[CPUS_AVAILABLE] = { .name = "cpus_available" },
		[SOCKETS] = { .name = "sockets" },
		[NUMA_NODES] = { .name = "numa_nodes" },
		[SMT] = { .name = "smt" },
		[HYBRID] = { .name = "hybrid" },
		[PMU_CAPS] = { .name = "pmu_caps" },
		[DURATION] = { .name = "duration_seconds" },
		[SYSTEM_WIDE] = { .name = "system_wide" },
		[IS_GUEST] = { .name = "is_guest" },
	};
	struct recording *recording = &reader->profile->recording;
	struct json_reader *json = &reader->json;

	if (!member->at)
		return !json->failed;
	if (!json_reader_go(json, member) || !json_read_members(json, members, COUNT, "recording"))
		return false;
	*recording = (struct recording) {
		.hostname = snapshot_text(reader, &members[HOSTNAME]),
		.os_release = snapshot_text(reader, &members[OS_RELEASE]),
		.version = snapshot_text(reader, &members[PERF_VERSION]),
		.arch = snapshot_text(reader, &members[ARCH]),
		.cpu_model = snapshot_text(reader, &members[CPU_MODEL]),
		.command_line = snapshot_text(reader, &members[COMMAND_LINE]),
		.cpus_online = get_u32(json, &members[CPUS_ONLINE]),
		.cpus_available = get_u32(json, &members[CPUS_AVAILABLE]),
		.sockets = get_u32(json, &members[SOCKETS]),
		.numa_nodes = get_u32(json, &members[NUMA_NODES]),
		.smt = get_word(json, &members[SMT], smt_words, SMT_ON + 1),
		.hybrid = snapshot_text(reader, &members[HYBRID]),
		.pmu_caps = snapshot_text(reader, &members[PMU_CAPS]),
		.duration_seconds = get_real(json, &members[DURATION]),
		.system_wide = get_bool(json, &members[SYSTEM_WIDE]),
		.is_guest = get_bool(json, &members[IS_GUEST]),
	};
	return !json->failed;
}

/* ---- events ---- */

enum {
	EVENT,
	UNIT,
	CLOCK,
	SCALE,
	TOTAL,
	SAMPLES,
	SAMPLES_KNOWN,
	SAMPLES_STATED,
	WEIGHT_SQUARES,
	TOTAL_ESTIMATED,
	LOST,
	CUT_BELOW,
	AMOUNT,
	AMOUNT_IS_SAMPLES,
	PERIOD,
	FREQUENCY,
	EXCLUDE_USER,
	EXCLUDE_KERNEL,
	EXCLUDE_HOST,
	CHAINS,
	CHAIN_LENGTH,
	RUNNING,
	IDLE_UNSEEN,
	EVENT_KEYS
};

static const struct json_member event_members[EVENT_KEYS] = {
	[EVENT] = { .name = "event", .required = true },
	[UNIT] = { .name = "unit", .required = true },
	[CLOCK] = { .name = "clock", .required = true },
	[SCALE] = { .name = "scale" },
	[TOTAL] = { .name = "total" },
	[SAMPLES] = { .name = "samples" },
	[SAMPLES_KNOWN] = { .name = "samples_known" },
	[SAMPLES_STATED] = { .name = "samples_stated" },
	[WEIGHT_SQUARES] = { .name = "weight_squares" },
	[TOTAL_ESTIMATED] = { .name = "total_estimated" },
	[LOST] = { .name = "lost" },
	[CUT_BELOW] = { .name = "cut_below" },
	[AMOUNT] = { .name = "amount" },
	[AMOUNT_IS_SAMPLES] = { .name = "amount_is_samples" },
	[PERIOD] = { .name = "period" },
	[FREQUENCY] = { .name = "frequency" },
	[EXCLUDE_USER] = { .name = "exclude_user" },
	[EXCLUDE_KERNEL] = { .name = "exclude_kernel" },
	[EXCLUDE_HOST] = { .name = "exclude_host" },
	[CHAINS] = { .name = "chains" },
	[CHAIN_LENGTH] = { .name = "chain_most" },
	[RUNNING] = { .name = "running" },
	[IDLE_UNSEEN] = { .name = "idle_unseen" },
};

static void fill_event(struct json_reader *json, const struct json_member *members,
		       struct event *event)
{
	event->unit = get_word(json, &members[UNIT], unit_names, UNIT_PERCENT + 1);
	event->clock = get_word(json, &members[CLOCK], clock_names, CLOCK_WALL + 1);
	event->scale = members[SCALE].at ? get_u64(json, &members[SCALE], 1ull << 40) : 1;
	event->samples_known = get_bool(json, &members[SAMPLES_KNOWN]);
	event->samples_stated = get_u64(json, &members[SAMPLES_STATED], UINT64_MAX);
	event->weight_squares = get_real(json, &members[WEIGHT_SQUARES]);
	event->total_estimated = get_bool(json, &members[TOTAL_ESTIMATED]);
	event->lost = get_u64(json, &members[LOST], UINT64_MAX);
	event->cut = members[CUT_BELOW].at != NULL;
	event->cut_below = get_u64(json, &members[CUT_BELOW], UINT64_MAX);
	event->amount = get_real(json, &members[AMOUNT]);
	event->amount_is_samples = get_bool(json, &members[AMOUNT_IS_SAMPLES]);
	event->period = get_u64(json, &members[PERIOD], UINT64_MAX);
	event->frequency = get_u64(json, &members[FREQUENCY], UINT64_MAX);
	event->exclude_user = get_bool(json, &members[EXCLUDE_USER]);
	event->exclude_kernel = get_bool(json, &members[EXCLUDE_KERNEL]);
	event->exclude_host = get_bool(json, &members[EXCLUDE_HOST]);
	event->chains = get_word(json, &members[CHAINS], chain_kind_names, CHAIN_USER_ONLY + 1);
	event->chain_most = get_u32(json, &members[CHAIN_LENGTH]);
	event->running = get_real(json, &members[RUNNING]);
	event->idle_unseen = get_bool(json, &members[IDLE_UNSEEN]);
	if (!event->scale)
		json_reader_fail(json, members[SCALE].at, "scale must be above 0");
}

/* What an event says that its stacks sum up to. */
struct stated {
	uint64_t total, samples;
	const char *total_at, *samples_at;
};

static bool read_event(struct snapshot_reader *reader, struct stated *stated)
{
	struct json_reader *json = &reader->json;
	struct profile *profile = reader->profile;
	struct json_member members[EVENT_KEYS];
	const char *from = json_reader_here(json), *behind;
	struct slice name;

	memcpy(members, event_members, sizeof(members));
	if (!json_read_members(json, members, EVENT_KEYS, "an event"))
		return false;
	behind = json->at;
	if (!json_reader_go(json, &members[EVENT]) || !json_read_text(json, "event", &name))
		return false;

	uint32_t number = profile->event_count;

	if (profile_event(profile, name.at, name.len) != number)
		return json_reader_fail(json, members[EVENT].at, "this event is there twice");
	fill_event(json, members, &profile->events[number]);
	*stated = (struct stated) {
		get_u64(json, &members[TOTAL], UINT64_MAX),
		get_u64(json, &members[SAMPLES], UINT64_MAX),
		members[TOTAL].at ? members[TOTAL].at : from,
		members[SAMPLES].at ? members[SAMPLES].at : from,
	};
	if (json->failed)
		return false;
	json->at = behind;
	return true;
}

static bool read_events(struct snapshot_reader *reader, const struct json_member *member,
			struct stated **stated)
{
	struct json_reader *json = &reader->json;
	size_t capacity = 0;

	if (!json_reader_go(json, member) || !json_read_array(json, "events"))
		return false;
	for (size_t i = 0; json_read_element(json); i++) {
		array_reserve(*stated, capacity, i + 1);
		if (!read_event(reader, &(*stated)[i]))
			return false;
	}
	return !json->failed;
}

/* ---- images ---- */

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_build_id(struct json_reader *json, const struct json_member *member,
			  struct dso *dso)
{
	struct slice text;

	if (!member->at)
		return !json->failed;
	if (!json_reader_go(json, member) || !json_read_text(json, "build_id", &text))
		return false;
	for (size_t i = 0; i < text.len; i += 2) {
		int high = hex_digit(text.at[i]), low = hex_digit(text.at[i + (i + 1 < text.len)]);

		if (high < 0 || low < 0 || text.len % 2 || text.len > 2 * sizeof(dso->build_id))
			return json_reader_fail(json, member->at,
						"build_id must be up to 20 bytes in hex");
		dso->build_id[i / 2] = (uint8_t)(high << 4 | low);
	}
	dso->build_id_size = (uint8_t)(text.len / 2);
	return true;
}

static bool read_dso(struct snapshot_reader *reader)
{
	enum { DSO, KIND, PATH, BUILD_ID, NOTE, HINT, COUNT };
	struct json_member members[COUNT] = {
		[DSO] = { .name = "dso", .required = true },
		[KIND] = { .name = "kind", .required = true },
		[PATH] = { .name = "path" },
		[BUILD_ID] = { .name = "build_id" },
		[NOTE] = { .name = "note" },
		[HINT] = { .name = "hint" },
	};
	struct json_reader *json = &reader->json;
	const char *behind;
	struct dso dso = { 0 };

	if (!json_read_members(json, members, COUNT, "an image"))
		return false;
	behind = json->at;
	dso.name = snapshot_text(reader, &members[DSO]);
	dso.kind = get_word(json, &members[KIND], dso_kind_names, DSO_KINDS);
	dso.path = members[PATH].at ? snapshot_text(reader, &members[PATH]) : dso.name;
	dso.note = snapshot_text(reader, &members[NOTE]);
	dso.hint = snapshot_text(reader, &members[HINT]);
	if (!read_build_id(json, &members[BUILD_ID], &dso) || json->failed)
		return false;
	profile_restore_dso(reader->profile, dso);
	json->at = behind;
	return true;
}

static bool read_dsos(struct snapshot_reader *reader, const struct json_member *member)
{
	struct json_reader *json = &reader->json;

	if (!json_reader_go(json, member) || !json_read_array(json, "dsos"))
		return false;
	while (json_read_element(json) && read_dso(reader))
		;
	return !json->failed;
}

/* ---- the run ---- */

/* The sums of its stacks must be those that the events state. */
static bool check_totals(struct snapshot_reader *reader, const struct stated *stated,
			 const uint64_t *totals, const uint64_t *samples)
{
	for (uint32_t i = 0; i < reader->profile->event_count; i++) {
		if (totals[i] != stated[i].total)
			return json_reader_fail(&reader->json, stated[i].total_at,
						"damaged: the stacks of this event sum to %" PRIu64
						", not to the total %" PRIu64,
						totals[i], stated[i].total);
		if (samples[i] != stated[i].samples)
			return json_reader_fail(&reader->json, stated[i].samples_at,
						"damaged: the stacks of this event have %" PRIu64
						" samples, not %" PRIu64,
						samples[i], stated[i].samples);
	}
	return true;
}

/* Of a part of the samples nobody knows the squares: their share of them, as if all weighed alike. */
static void scale_squares(struct profile *profile, const uint64_t *totals)
{
	for (uint32_t i = 0; i < profile->event_count; i++)
		if (totals[i])
			profile->events[i].weight_squares *=
				(double)profile->events[i].total / (double)totals[i];
}

static bool read_tables(struct snapshot_reader *reader, const struct json_member *tables,
			const struct stated *stated)
{
	uint32_t count = reader->profile->event_count;
	uint64_t *totals = mem_zalloc(count + 1ul, sizeof(*totals));
	uint64_t *samples = mem_zalloc(count + 1ul, sizeof(*samples));
	bool good = snapshot_read_tables(reader, tables, totals, samples) &&
		    check_totals(reader, stated, totals, samples);

	if (good)
		scale_squares(reader->profile, totals);
	free(totals);
	free(samples);
	return good;
}

bool snapshot_read_run(struct snapshot_reader *reader, struct document *doc)
{
	enum { INPUT, RECORDING, EVENTS, DSOS, TABLES, COUNT = TABLES + SNAPSHOT_TABLES };
	struct json_member members[COUNT] = {
		[INPUT] = { .name = "input", .required = true },
		[RECORDING] = { .name = "recording" },
		[EVENTS] = { .name = "events", .required = true },
		[DSOS] = { .name = "dsos", .required = true },
		[TABLES + TABLE_SYMBOLS] = { .name = "symbols", .required = true },
		[TABLES + TABLE_WAYS] = { .name = "ways" },
		[TABLES + TABLE_WAY_FUNCTIONS] = { .name = "way_functions" },
		[TABLES + TABLE_WAY_JUMPS] = { .name = "way_jumps" },
		[TABLES + TABLE_PLACES] = { .name = "places", .required = true },
		[TABLES + TABLE_CALLS] = { .name = "calls", .required = true },
		[TABLES + TABLE_STACKS] = { .name = "stacks", .required = true },
		[TABLES + TABLE_TIMES] = { .name = "times" },
		[TABLES + TABLE_CHILDREN] = { .name = "children" },
	};
	struct json_reader *json = &reader->json;
	struct stated *stated = NULL;
	const char *behind;

	if (!json_read_members(json, members, COUNT, "a run"))
		return false;
	behind = json->at;
	reader->profile = document_add(doc, "");
	for (size_t i = 0; i < reader->string_count; i++)
		reader->name_of[i] = NONE;

	bool good = read_input(reader, &members[INPUT]) &&
		    read_recording(reader, &members[RECORDING]) &&
		    read_events(reader, &members[EVENTS], &stated) &&
		    read_dsos(reader, &members[DSOS]) &&
		    read_tables(reader, members + TABLES, stated);

	free(stated);
	if (good)
		json->at = behind;
	return good;
}
