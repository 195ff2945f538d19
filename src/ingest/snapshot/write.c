// SPDX-License-Identifier: GPL-2.0-or-later
/* The document: strings, then one object a run. write_tables.c has a run's large tables. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/snapshot/checksum.h"
#include "ingest/snapshot/write.h"
#include "support/memory.h"
#include "support/utf8.h"

/* Lines of about this length: an editor shows them, and git finds what changed. */
#define LINE_LENGTH 100

void put_list_comma(struct writer *writer, bool is_first)
{
	if (!is_first)
		buffer_add(&writer->out, ",", 1);
	if (writer->out.len - writer->line > LINE_LENGTH)
		put_line(writer);
}

void put_line(struct writer *writer)
{
	buffer_add(&writer->out, "\n", 1);
	writer->line = writer->out.len;
}

uint32_t writer_string(struct writer *writer, const struct profile *run, uint32_t name)
{
	const struct name *text = &run->names.list[name];

	return names_intern(&writer->strings, text->text, text->len);
}

/* ---- values ---- */

static void put_character(struct buffer *out, const char *at, size_t len)
{
	static const char marks[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *mark = memchr(marks, *at, sizeof(marks) - 1);

	if (!len) /* a byte that is no UTF-8: as a surrogate that stands alone */
		buffer_printf(out, "\\udc%02x", (unsigned char)*at);
	else if (mark)
		buffer_printf(out, "\\%c", letters[mark - marks]);
	else if ((unsigned char)*at < 0x20 || *at == 0x7f)
		buffer_printf(out, "\\u%04x", (unsigned char)*at);
	else
		buffer_add(out, at, len);
}

void put_text(struct buffer *out, const char *text)
{
	const char *end = text + strlen(text);
	uint32_t code;

	buffer_add(out, "\"", 1);
	for (size_t len; text < end; text += len ? len : 1) {
		len = utf8_decode(text, end - text, &code);
		put_character(out, text, len);
	}
	buffer_add(out, "\"", 1);
}

/* Shortest digits that read back as the same number; JSON has a point whatever the locale has. */
static void put_real(struct buffer *out, double value)
{
	char text[40];

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	for (char *c = text; *c; c++)
		if (*c == ',')
			*c = '.';
	buffer_add_text(out, text);
}

/* ---- members of an object: those that say nothing are left out ---- */

static void put_key(struct writer *writer, const char *key)
{
	struct buffer *out = &writer->out;

	if (out->text[out->len - 1] != '{')
		put_list_comma(writer, false);
	put_text(out, key);
	buffer_add(out, ":", 1);
}

static void member_text(struct writer *writer, const char *key, const char *text)
{
	if (!*text)
		return;
	put_key(writer, key);
	put_text(&writer->out, text);
}

static void member_u64(struct writer *writer, const char *key, uint64_t value)
{
	if (!value)
		return;
	put_key(writer, key);
	buffer_printf(&writer->out, "%" PRIu64, value);
}

static void member_real(struct writer *writer, const char *key, double value)
{
	if (value == 0 || !isfinite(value))
		return;
	put_key(writer, key);
	put_real(&writer->out, value);
}

static void member_true(struct writer *writer, const char *key, bool value)
{
	if (!value)
		return;
	put_key(writer, key);
	buffer_add_text(&writer->out, "true");
}

/* ---- what a run says of itself ---- */

/* Who adds a member to what a profile says must have it written and read here, too. */
#ifdef __LP64__
_Static_assert(sizeof(struct event) == 160, "is it in the snapshot?");
_Static_assert(sizeof(struct dso) == 80, "is it in the snapshot?");
_Static_assert(sizeof(struct symbol) == 56, "is it in the snapshot?");
_Static_assert(sizeof(struct location) == 32, "is it in the snapshot?");
_Static_assert(sizeof(struct stack) == 40, "is it in the snapshot?");
_Static_assert(sizeof(struct recording) == 72, "is it in the snapshot?");
#endif

static void put_input(struct writer *writer, const struct profile *run, const char *path)
{
	buffer_add_text(&writer->out, "\"input\":{");
	put_key(writer, "path");
	put_text(&writer->out, path);
	put_key(writer, "format");
	put_text(&writer->out, profile_text(run, run->format));
	member_text(writer, "label", profile_text(run, run->label));
	member_u64(writer, "line", run->line);
	if (run->warning_count) {
		put_key(writer, "warnings");
		buffer_add(&writer->out, "[", 1);
		for (uint32_t i = 0; i < run->warning_count; i++) {
			put_list_comma(writer, !i);
			put_text(&writer->out, profile_text(run, run->warnings[i]));
		}
		buffer_add(&writer->out, "]", 1);
	}
	buffer_add(&writer->out, "},", 2);
	put_line(writer);
}

static void put_recording(struct writer *writer, const struct profile *run)
{
	const struct recording *recording = &run->recording;

	buffer_add_text(&writer->out, "\"recording\":{");
	member_text(writer, "hostname", profile_text(run, recording->hostname));
	member_text(writer, "os_release", profile_text(run, recording->os_release));
	member_text(writer, "perf_version", profile_text(run, recording->version));
	member_text(writer, "arch", profile_text(run, recording->arch));
	member_text(writer, "cpu_model", profile_text(run, recording->cpu_model));
	member_text(writer, "command_line", profile_text(run, recording->command_line));
	member_u64(writer, "cpus_online", recording->cpus_online);
	member_u64(writer, "cpus_available", recording->cpus_available);
	member_u64(writer, "sockets", recording->sockets);
	member_u64(writer, "numa_nodes", recording->numa_nodes);
	if (recording->smt != SMT_UNKNOWN)
		member_text(writer, "smt", recording->smt == SMT_ON ? "on" : "off");
	member_text(writer, "hybrid", profile_text(run, recording->hybrid));
	member_text(writer, "pmu_caps", profile_text(run, recording->pmu_caps));
	member_real(writer, "duration_seconds", recording->duration_seconds);
	member_true(writer, "system_wide", recording->system_wide);
	member_true(writer, "is_guest", recording->is_guest);
	buffer_add(&writer->out, "},", 2);
	put_line(writer);
}

static void put_event(struct writer *writer, const struct profile *run, const struct event *event)
{
	buffer_add(&writer->out, "{", 1);
	put_key(writer, "event");
	put_text(&writer->out, profile_text(run, event->name));
	member_text(writer, "unit", unit_names[event->unit]);
	member_text(writer, "clock", clock_names[event->clock]);
	if (event->scale != 1)
		member_u64(writer, "scale", event->scale);
	member_u64(writer, "total", event->total);
	member_u64(writer, "samples", event->samples);
	member_true(writer, "samples_known", event->samples_known);
	member_u64(writer, "samples_stated", event->samples_stated);
	member_real(writer, "weight_squares", event->weight_squares);
	member_true(writer, "total_estimated", event->total_estimated);
	member_u64(writer, "lost", event->lost);
	if (event->cut) {
		put_key(writer, "cut_below");
		buffer_printf(&writer->out, "%" PRIu64, event->cut_below);
	}
	member_real(writer, "amount", event->amount);
	member_true(writer, "amount_is_samples", event->amount_is_samples);
	member_u64(writer, "period", event->period);
	member_u64(writer, "frequency", event->frequency);
	member_true(writer, "exclude_user", event->exclude_user);
	member_true(writer, "exclude_kernel", event->exclude_kernel);
	member_true(writer, "exclude_host", event->exclude_host);
	if (event->chains != CHAIN_UNKNOWN)
		member_text(writer, "chains", chain_kind_names[event->chains]);
	member_u64(writer, "chain_most", event->chain_most);
	member_real(writer, "running", event->running);
	member_true(writer, "idle_unseen", event->idle_unseen);
	buffer_add(&writer->out, "}", 1);
}

static void put_events(struct writer *writer, const struct profile *run)
{
	buffer_add_text(&writer->out, "\"events\":[");
	for (uint32_t i = 0; i < run->event_count; i++) {
		put_list_comma(writer, !i);
		put_event(writer, run, &run->events[i]);
	}
	buffer_add(&writer->out, "],", 2);
	put_line(writer);
}

static void put_dso(struct writer *writer, const struct profile *run, const struct dso *dso)
{
	char build_id[2 * sizeof(dso->build_id) + 1] = "";
	const char *name = profile_text(run, dso->name), *path = profile_text(run, dso->path);

	for (uint8_t i = 0; i < dso->build_id_size && i < sizeof(dso->build_id); i++)
		snprintf(build_id + 2 * i, 3, "%02x", dso->build_id[i]);
	buffer_add(&writer->out, "{", 1);
	put_key(writer, "dso");
	put_text(&writer->out, name);
	member_text(writer, "kind", dso_kind_names[dso->kind]);
	member_text(writer, "path", strcmp(path, name) ? path : "");
	member_text(writer, "build_id", build_id);
	member_text(writer, "note", profile_text(run, dso->note));
	member_text(writer, "hint", profile_text(run, dso->hint));
	buffer_add(&writer->out, "}", 1);
}

static void put_dsos(struct writer *writer, const struct profile *run)
{
	buffer_add_text(&writer->out, "\"dsos\":[");
	for (uint32_t i = 0; i < run->dso_count; i++) {
		put_list_comma(writer, !i);
		put_dso(writer, run, &run->dsos[i]);
	}
	buffer_add(&writer->out, "],", 2);
	put_line(writer);
}

static void put_run(struct writer *writer, const struct profile *run, const char *path)
{
	buffer_add(&writer->out, "{", 1);
	put_input(writer, run, path);
	put_recording(writer, run);
	put_events(writer, run);
	put_dsos(writer, run);
	put_tables(writer, run);
	buffer_add(&writer->out, "}", 1);
}

/* ---- the whole ---- */

static void put_strings(struct writer *strings, const struct names *names)
{
	buffer_add(&strings->out, "[", 1);
	for (size_t i = 0; i < names->count; i++) {
		put_list_comma(strings, !i);
		put_text(&strings->out, names->list[i].text);
	}
	buffer_add(&strings->out, "]", 1);
}

void snapshot_write(const struct snapshot *snapshot, struct buffer *out)
{
	struct writer body = { 0 }, strings = { 0 };
	struct checksum *checksum = checksum_new();

	names_intern(&body.strings, "", 0);
	buffer_add(&body.out, "[", 1);
	for (size_t i = 0; i < snapshot->count; i++) {
		if (i)
			buffer_add(&body.out, ",", 1);
		put_line(&body);
		put_run(&body, snapshot->runs[i], snapshot->paths[i]);
	}
	buffer_add(&body.out, "]", 1);
	put_strings(&strings, &body.strings);
	checksum_add(checksum, strings.out.text, strings.out.len);
	checksum_add(checksum, body.out.text, body.out.len);

	buffer_printf(out, "{\"schema\":\"" SNAPSHOT_SCHEMA "%d\",\n", SNAPSHOT_VERSION);
	buffer_add_text(out, "\"symdiff\":\"" SYMDIFF_VERSION "\",\n");
	if (snapshot->whole) {
		buffer_add_text(out, "\"path\":");
		put_text(out, snapshot->whole);
		buffer_add_text(out, ",\n");
	}
	buffer_printf(out, "\"checksum\":\"xxh64:%016" PRIx64 "\",\n\"strings\":",
		      checksum_free(checksum));
	buffer_add(out, strings.out.text, strings.out.len);
	buffer_add_text(out, ",\n\"runs\":");
	buffer_add(out, body.out.text, body.out.len);
	buffer_add_text(out, "}\n");
	buffer_deinit(&body.out);
	buffer_deinit(&strings.out);
	names_deinit(&body.strings);
}
