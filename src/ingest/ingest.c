// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/format.h"

#include <stdlib.h>
#include <string.h>

#include "support/error.h"
#include "support/memory.h"

const struct format_ops *const ingest_formats[] = {
	NULL,
};
const size_t ingest_format_count = 0;

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
	return NULL;
}

static const struct format_ops *probe_format(const struct input *in)
{
	size_t len = in->size < INGEST_HEAD ? in->size : INGEST_HEAD;

	for (size_t i = 0; i < ingest_format_count; i++)
		if (ingest_formats[i]->probe((const char *)in->data, len))
			return ingest_formats[i];
	return NULL;
}

int ingest_read_input(struct input *in, const struct ingest_options *options, struct document *doc,
		      struct symdiff_error *err)
{
	const struct format_ops *format;

	if (options->format && !(format = find_format(options->format)))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "no input format is called '%s'",
				    options->format);
	if (!options->format)
		format = probe_format(in);
	if (!format)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1, "no profile found");
	return format->read(in, options, doc, err);
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
