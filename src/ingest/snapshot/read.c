// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The document: version, checksum, strings, runs. Nothing that it says is believed: every number
 * is checked against what it counts or points to, and all that is wrong is refused with its line.
 */
#include "ingest/snapshot/read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/snapshot/checksum.h"
#include "support/error.h"
#include "support/memory.h"

enum { SCHEMA, SYMDIFF, PATH, CHECKSUM, STRINGS, RUNS, KEYS };

static const char *const keys[KEYS] = {
	"schema", "symdiff", "path", "checksum", "strings", "runs"
};

/* An object whose first key is one of ours: a program may have sorted them. */
static bool probe(const char *head, size_t len)
{
	struct json_reader json;
	struct slice key = { NULL, 0 };
	bool found = false;

	json_reader_init(&json, head, len, SYMDIFF_ERR_FORMAT, NULL);
	if (json_read_object(&json, "") && json_read_member(&json, &key))
		for (size_t i = 0; i < KEYS; i++)
			found |= slice_equals(key, keys[i]);
	json_reader_deinit(&json);
	return found;
}

/* Which document is it? The others of symdiff are results, and named as that. */
static bool check_schema(struct json_reader *json)
{
	const char *start = json->at;
	unsigned long version;
	struct slice schema;
	char text[64];

	if (!json_reader_find(json, "schema"))
		return json_reader_fail(json, start, "JSON without the key 'schema': no snapshot");

	const char *at = json_reader_here(json);

	if (!json_read_text(json, "schema", &schema))
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)(schema.len > 60 ? 60 : schema.len), schema.at);
	if (!slice_starts(schema, SNAPSHOT_SCHEMA))
		return json_reader_fail(json, at,
					"a document of schema '%s', and no profile; a snapshot has "
					"'" SNAPSHOT_SCHEMA "%d'",
					text, SNAPSHOT_VERSION);
	version = strtoul(text + strlen(SNAPSHOT_SCHEMA), NULL, 10);
	if (version > SNAPSHOT_VERSION)
		return json_reader_fail(json, at,
					"'%s' is of a newer symdiff; this one (" SYMDIFF_VERSION
					") reads up to '" SNAPSHOT_SCHEMA "%d'",
					text, SNAPSHOT_VERSION);
	if (!version)
		return json_reader_fail(json, at, "'%s' is no version of a snapshot", text);
	json->at = start;
	return !json->failed;
}

uint32_t snapshot_name(struct snapshot_reader *reader, size_t string)
{
	const struct slice *text = &reader->strings[string];
	uint32_t *name = &reader->name_of[string];

	if (*name == NONE)
		*name = names_intern(&reader->profile->names, text->at, text->len);
	return *name;
}

uint32_t snapshot_text(struct snapshot_reader *reader, const struct json_member *member)
{
	struct slice text;

	if (!json_reader_go(&reader->json, member) ||
	    !json_read_text(&reader->json, member->name, &text))
		return 0;
	return names_intern(&reader->profile->names, text.at, text.len);
}

static bool read_strings(struct snapshot_reader *reader, const struct json_member *member)
{
	struct json_reader *json = &reader->json;
	struct slice text;

	if (!json_reader_go(json, member) || !json_read_array(json, "strings"))
		return false;
	while (json_read_element(json) && json_read_text(json, "a string", &text)) {
		if (text.at == json->scratch)
			text.at = arena_strndup(&reader->arena, text.at, text.len);
		array_reserve(reader->strings, reader->string_capacity, reader->string_count + 1);
		reader->strings[reader->string_count++] = text;
	}
	if (!json->failed && (!reader->string_count || reader->strings[0].len))
		return json_reader_fail(json, member->at, "the first of the strings must be \"\"");
	return !json->failed;
}

static bool read_runs(struct snapshot_reader *reader, const struct json_member *member,
		      const struct json_member *path, struct document *doc)
{
	struct json_reader *json = &reader->json;

	if (!json_reader_go(json, member) || !json_read_array(json, "runs"))
		return false;
	reader->name_of = mem_alloc((reader->string_count + 1) * sizeof(*reader->name_of));
	while (json_read_element(json) && snapshot_read_run(reader, doc))
		;
	free(reader->name_of);
	for (size_t i = 0; !json->failed && path->at && i < doc->count; i++) {
		reader->profile = doc->profiles[i];
		reader->profile->whole = snapshot_text(reader, path);
	}
	if (!json->failed && !doc->count)
		return json_reader_fail(json, member->at, "no run is in it");
	return !json->failed;
}

static void sum_value(struct json_reader *json, const struct json_member *member,
		      struct checksum *checksum)
{
	if (json_reader_go(json, member) && json_reader_skip(json))
		checksum_add(checksum, member->at, json->at - member->at);
}

/* A letter of a name that became another one is seen by nothing else. */
static bool check_sum(struct json_reader *json, const struct json_member members[KEYS])
{
	struct checksum *checksum;
	struct slice stated;
	char found[32], line[64] = "";

	if (!members[CHECKSUM].at)
		return true;
	checksum = checksum_new();
	sum_value(json, &members[STRINGS], checksum);
	sum_value(json, &members[RUNS], checksum);
	snprintf(found, sizeof(found), "xxh64:%016" PRIx64, checksum_free(checksum));
	if (!json_reader_go(json, &members[CHECKSUM]) || !json_read_text(json, "checksum", &stated))
		return false;
	if (slice_equals(stated, found))
		return true;
	snprintf(line, sizeof(line), "%.*s", (int)(stated.len > 40 ? 40 : stated.len), stated.at);
	return json_reader_fail(json, members[CHECKSUM].at,
				"damaged, or edited: the checksum is %s, and should be %s", found,
				line);
}

static bool read_document(struct snapshot_reader *reader, struct document *doc)
{
	struct json_reader *json = &reader->json;
	struct json_member members[KEYS];
	const char *behind;
	struct slice version;

	for (size_t i = 0; i < KEYS; i++)
		members[i] = (struct json_member) { keys[i], i == STRINGS || i == RUNS, NULL };
	if (!check_schema(json) || !json_read_members(json, members, KEYS, "a snapshot"))
		return false;
	behind = json->at;
	if (json_reader_go(json, &members[SYMDIFF]) && !json_read_text(json, "symdiff", &version))
		return false;
	if (!read_strings(reader, &members[STRINGS]) ||
	    !read_runs(reader, &members[RUNS], &members[PATH], doc) || !check_sum(json, members))
		return false;
	json->at = behind;
	return json_reader_end(json);
}

/* What a snapshot has not kept cannot be chosen by. */
static int check_options(const struct ingest_options *options, struct symdiff_error *err)
{
	const struct {
		const char *value, *name;
	} lost[] = {
		{ options->pids, "--pid" },
		{ options->tids, "--tid" },
		{ options->cpus, "--cpu" },
		{ options->time, "--time" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lost); i++)
		if (lost[i].value)
			return symdiff_fail(
				err, SYMDIFF_ERR_USAGE, -1,
				"a snapshot does not say process, CPU and time of samples: give "
				"%s when it is made",
				lost[i].name);
	return 0;
}

static int read_snapshot(struct input *in, const struct ingest_options *options,
			 struct document *doc, struct symdiff_error *err)
{
	struct snapshot_reader reader = {
		.options = options,
		.progress = ingest_progress(options, in->size),
	};
	bool good;

	if (check_options(options, err) || filter_init(&reader.filter, options, err))
		return -1;
	json_reader_init(&reader.json, in->data, in->size, SYMDIFF_ERR_CORRUPT, err);
	good = read_document(&reader, doc);
	doc->is_runs = good;
	json_reader_deinit(&reader.json);
	arena_deinit(&reader.arena);
	filter_deinit(&reader.filter);
	free(reader.strings);
	return good ? 0 : -1;
}

const struct format_ops snapshot_format = {
	.name = "snapshot",
	.what = "runs that symdiff snapshot wrote",
	.probe = probe,
	.read = read_snapshot,
};
