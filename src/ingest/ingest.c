// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/filter.h"
#include "ingest/folded.h"
#include "ingest/perf_data/perf_data.h"
#include "ingest/perf_script.h"
#include "ingest/snapshot/snapshot.h"
#include "ingest/text.h"
#include "support/error.h"
#include "support/memory.h"

const struct format_ops *const ingest_formats[] = {
	&perf_data_format, &snapshot_format, &perf_script_format, &folded_format, &text_format,
};
const size_t ingest_format_count = ARRAY_SIZE(ingest_formats);

struct profile *document_add(struct document *doc, const char *format)
{
	struct profile *profile = profile_new();

	profile->format = names_intern_text(&profile->names, format);
	array_reserve(doc->profiles, doc->capacity, doc->count + 1);
	doc->profiles[doc->count++] = profile;
	return profile;
}

void document_deinit(struct document *doc)
{
	for (size_t i = 0; i < doc->count; i++)
		profile_free(doc->profiles[i]);
	free(doc->profiles);
	*doc = (struct document) { 0 };
}

static const struct format_ops *find_format(const char *name)
{
	for (size_t i = 0; i < ingest_format_count; i++)
		if (!strcmp(ingest_formats[i]->name, name))
			return ingest_formats[i];
	return table_format_find(name) ? &text_format : NULL;
}

static const struct format_ops *probe_format(const struct input *in)
{
	size_t len = in->size < INGEST_HEAD ? in->size : INGEST_HEAD;

	for (size_t i = 0; i < ingest_format_count; i++) {
		const struct format_ops *format = ingest_formats[i];

		if (in->is_directory ? format->reads_directories
				     : format->probe((const char *)in->data, len))
			return format;
	}
	return NULL;
}

static int choose_format(const struct input *in, const struct ingest_options *options,
			 const struct format_ops **format, struct symdiff_error *err)
{
	if (!in->size && !in->is_directory)
		return symdiff_fail(
			err, SYMDIFF_ERR_FORMAT, -1, "empty%s; a profile was expected",
			in->is_truncated ? " (the packed data ends before its first byte)" : "");
	if (options->format && !(*format = find_format(options->format)))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "no input format is called '%s'",
				    options->format);
	if (!options->format)
		*format = probe_format(in);
	if (in->is_directory && (!*format || !(*format)->reads_directories))
		return symdiff_fail(
			err, SYMDIFF_ERR_FORMAT, -1,
			"a directory that holds no recording (a file 'data' or 'symdiff-bundle' was "
			"expected)");
	if (!*format)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "data of no known format; a profile was expected");
	return 0;
}

static bool has_samples(const struct document *doc)
{
	for (size_t i = 0; i < doc->count; i++)
		for (uint32_t j = 0; j < doc->profiles[i]->event_count; j++)
			if (doc->profiles[i]->events[j].total)
				return true;
	return false;
}

/* Readers of samples have left out what is not wanted; tables are read whole. */
static int keep_events(const char *const *names, struct document *doc, struct symdiff_error *err)
{
	struct filter filter = { .events = names };
	bool any = false;
	char found[256] = "";

	for (size_t i = 0; names && i < doc->count; i++) {
		struct profile *profile = doc->profiles[i];
		bool *wanted = mem_zalloc(profile->event_count + 1, sizeof(*wanted));

		for (uint32_t j = 0; j < profile->event_count; j++) {
			const char *name = profile_text(profile, profile->events[j].name);
			size_t len = strlen(found);

			wanted[j] = filter_wants_event(&filter, name, strlen(name));
			any |= wanted[j];
			if (*name && !strstr(found, name))
				snprintf(found + len, sizeof(found) - len, "%s%s",
					 len ? ", " : "; it has ", name);
		}
		profile_keep_events(profile, wanted);
		free(wanted);
	}
	return any || !names ? 0
			     : symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
					    "holds no event of the name asked for%s", found);
}

int ingest_read_input(struct input *in, const struct ingest_options *options, struct document *doc,
		      struct symdiff_error *err)
{
	const struct format_ops *format = NULL;

	if (choose_format(in, options, &format, err) || format->read(in, options, doc, err))
		return -1;
	/* A recording may well be without samples; a text without any was not understood. */
	if (format == &text_format && !has_samples(doc))
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1, "the profile holds no samples");
	if (keep_events(options->events, doc, err))
		return -1;
	for (size_t i = 0; i < doc->count && in->is_truncated; i++)
		profile_warn(doc->profiles[i], "the packed data ends early: this is what it held");
	return 0;
}

int ingest_read(const char *path, const struct ingest_options *options, struct document *doc,
		struct symdiff_error *err)
{
	struct input in;

	if (input_open(&in, path, err))
		return -1;

	int ret = ingest_read_input(&in, options, doc, err);

	if (ret)
		symdiff_error_source(err, path);
	input_close(&in);
	return ret;
}
