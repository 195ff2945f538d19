// SPDX-License-Identifier: GPL-2.0-or-later
/* What is looked at beside a profile: from file to print. */
#include "evidence_files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bundle.h"
#include "evidence/compare.h"
#include "ingest/format.h"
#include "report/writer.h"
#include "slab_folder.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"

/* If @in is a profile, say so: it was given to the wrong command. */
static int refuse_profile(struct input *in, struct symdiff_error *err)
{
	static const struct ingest_options no_options;
	struct document doc = { 0 };
	int failed = ingest_read_input(in, &no_options, &doc, NULL);
	const char *format = "";

	if (!failed && doc.count) {
		format = profile_text(doc.profiles[0], doc.profiles[0]->format);
		failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				      "this is %s %s profile: use `symdiff report`",
				      strchr("aeio", format[0]) ? "an" : "a", format);
	} else {
		failed = 0;
	}
	document_deinit(&doc);
	return failed;
}

/* /sys/kernel/slab or a copy: 0 if @path is one and was read. */
static int read_slab_folder(const char *path, struct evidence *evidence)
{
	size_t size;
	cleanup_free char *bytes = slab_folder_text(path, &size);
	struct input in;
	struct text text;
	int failed;

	if (!bytes)
		return -1;
	input_from_bytes(&in, path, bytes, size);
	if (text_clean(&in, &text, NULL))
		return -1;
	failed = evidence_read_more(&text, evidence, NULL);
	text_deinit(&text);
	return failed;
}

static int read_input(struct input *in, struct evidence *evidence, struct symdiff_error *err)
{
	struct symdiff_error own = { .code = SYMDIFF_OK, .position = -1 };
	struct text text;
	int failed = in->is_directory || text_clean(in, &text, &own);

	if (!failed) {
		failed = evidence_read_more(&text, evidence, &own);
		text_deinit(&text);
	}
	if (!failed || (in->is_directory && !read_slab_folder(in->path, evidence)))
		return 0;
	if (refuse_profile(in, err))
		return -1;
	if (in->is_directory)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "a directory (of those only /sys/kernel/slab is read)");
	if (err)
		*err = own;
	return -1;
}

int evidence_file_read_more(const char *file, struct evidence *evidence, struct symdiff_error *err)
{
	struct input in;
	int failed;

	if (input_open(&in, file, err)) {
		symdiff_error_source(err, file);
		return -1;
	}
	failed = read_input(&in, evidence, err);
	if (failed)
		symdiff_error_source(err, file);
	input_close(&in);
	/* The text is gone: its path is that of the row's file. */
	evidence->path = failed || !evidence->count ? NULL : evidence->rows[0].file;
	return failed;
}

int evidence_file_read(const char *file, struct evidence *evidence, struct symdiff_error *err)
{
	*evidence = (struct evidence) { 0 };
	return evidence_file_read_more(file, evidence, err);
}

char *evidence_before(const char *text, const char **file)
{
	char *before = mem_strdup(text);

	*file = text;
	for (char *colon = strchr(before, ':'); colon && access(text, F_OK);
	     colon = strchr(colon + 1, ':')) {
		*colon = '\0';
		if (input_exists(before) && input_exists(text + (colon - before) + 1)) {
			*file = text + (colon - before) + 1;
			return before;
		}
		*colon = ':';
	}
	free(before);
	return NULL;
}

int evidence_results_read(const char *file, struct evidence *evidence, struct symdiff_error *err)
{
	struct bundle bundle;
	int failed;

	if (!bundle_probe(file))
		return evidence_file_read(file, evidence, err);
	*evidence = (struct evidence) { 0 };
	failed = bundle_read(&bundle, file, err);
	for (size_t i = 0; !failed && i < bundle.evidence_count; i++) {
		struct evidence one;

		/* Two readings of counters are none, and some command's output may be no evidence. */
		if (!evidence_file_read(bundle.evidence[i], &one, NULL))
			evidence_move(evidence, &one);
		evidence_deinit(&one);
	}
	bundle_deinit(&bundle);
	if (!failed && !evidence->count) {
		failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				      "no results of benchmarks beside the runs");
		symdiff_error_source(err, file);
	}
	return failed;
}

static int print_diff(const struct report_writer *writer, const struct evidence sides[2],
		      const struct symdiff_print_options *options, FILE *out,
		      struct symdiff_error *err)
{
	struct evidence_diff diff;
	int failed = evidence_compare(&sides[0], &sides[1], &diff, err);

	if (!failed)
		writer->evidence_diff(&diff, options, out);
	evidence_diff_deinit(&diff);
	return failed;
}

int symdiff_print_evidence(const char *file, const char *newer,
			   const struct symdiff_print_options *options, FILE *out,
			   struct symdiff_error *err)
{
	struct evidence sides[2] = { { .rows = NULL }, { .rows = NULL } };
	const struct report_writer *writer = report_writer_for(&options);
	int failed;

	if (!writer || !writer->evidence || !writer->evidence_diff)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "this format cannot print evidence");
	failed = evidence_file_read(file, &sides[0], err);
	if (!failed && newer)
		failed = evidence_file_read(newer, &sides[1], err) ||
			 print_diff(writer, sides, options, out, err);
	else if (!failed)
		writer->evidence(&sides[0], options, out);
	evidence_deinit(&sides[0]);
	evidence_deinit(&sides[1]);
	return failed ? -1 : 0;
}
