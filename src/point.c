// SPDX-License-Identifier: GPL-2.0-or-later
#include "point.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bundle.h"
#include "evidence/format.h"
#include "evidence_files.h"
#include "ingest/format.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"

/* Tables of counters and results are no larger; what is, must be a profile. */
#define EVIDENCE_LIMIT (16u << 20)

char *point_path(const char *path, size_t *number)
{
	char *copy = mem_strdup(path), *hash = strrchr(copy, '#');

	*number = 0;
	if (!hash || !hash[1] || strspn(hash + 1, "0123456789") != strlen(hash + 1) ||
	    !access(path, F_OK))
		return copy;
	*number = strtoul(hash + 1, NULL, 10);
	if (!*number)
		*number = SIZE_MAX; /* there is no number 0 */
	*hash = '\0';
	return copy;
}

static char *without_number(const char *path)
{
	size_t number;

	return point_path(path, &number);
}

static bool exists(const char *path)
{
	cleanup_free char *plain = without_number(path);
	const char *second;
	cleanup_free char *first = evidence_before(plain, &second);
	glob_t found = { 0 };
	bool is_there = first || input_exists(plain) || !strcmp(plain, "-");

	if (!is_there && strpbrk(plain, "*?["))
		is_there = !glob(plain, 0, NULL, &found);
	globfree(&found);
	return is_there;
}

/* ---- LABEL=FILES ---- */

/* Does the list of files behind @equals start with one that is there? */
static bool file_follows(const char *equals)
{
	const char *at = equals + 1;
	cleanup_free char *first = strndup(at, strcspn(at, ","));

	return exists(at) || (first && *first && exists(first));
}

size_t point_label(const char *argument)
{
	const char *last = NULL;

	if (input_exists(argument)) /* a file whose name has a = in it */
		return 0;
	for (const char *at = argument; (at = strchr(at, '=')); at++) {
		if (at == argument)
			continue;
		if (!last || file_follows(at) || !file_follows(last))
			last = at;
	}
	return last ? (size_t)(last - argument) : 0;
}

/* ---- which is which ---- */

static void add_profile(struct point *point, const char *path)
{
	array_reserve(point->profiles, point->profile_capacity, point->profile_count + 1);
	point->profiles[point->profile_count++] = mem_strdup(path);
}

static bool is_binary(const struct input *in)
{
	size_t head = in->size < 4096 ? in->size : 4096;

	return head && memchr(in->data, '\0', head);
}

static bool holds_profile(struct input *in)
{
	static const struct ingest_options no_options;
	struct document doc = { 0 };
	bool does = !ingest_read_input(in, &no_options, &doc, NULL) && doc.count;

	document_deinit(&doc);
	return does;
}

static void add_note(struct point *point, const char *format, const char *path)
{
	char *note;

	if (asprintf(&note, format, path) < 0)
		note = mem_strdup("");
	array_reserve(point->notes, point->note_capacity, point->note_count + 1);
	point->notes[point->note_count++] = note;
}

/* Counters since boot become those since @before, which may be empty. */
static void subtract(struct point *point, struct evidence *one, const struct evidence *before,
		     const char *path)
{
	size_t backwards, known;

	if (!before->count)
		return;
	known = evidence_subtract(one, before, &backwards);
	if (backwards)
		add_note(point,
			 "%s: rows that went backwards since the reading before are taken "
			 "as they stand, since boot",
			 path);
	else if (!known)
		add_note(point, "%s: the reading before has no row of it", path);
}

/* FILE, or BEFORE:FILE. */
static int add_evidence(struct point *point, const char *path, struct symdiff_error *err)
{
	struct evidence one = { .rows = NULL }, before = { .rows = NULL };
	const char *file;
	cleanup_free char *first = evidence_before(path, &file);
	size_t capacity = point->other_capacity;
	int failed = evidence_file_read(file, &one, err);

	if (!failed && first)
		failed = evidence_file_read(first, &before, err);
	else if (!failed)
		evidence_split(&one, &before); /* what the text itself calls before and after */
	if (failed) {
		evidence_deinit(&one);
	} else {
		subtract(point, &one, &before, file);
		array_reserve(point->evidence, capacity, point->other_count + 1);
		array_reserve(point->others, point->other_capacity, point->other_count + 1);
		point->evidence[point->other_count] = one;
		point->others[point->other_count++] = mem_strdup(path);
	}
	evidence_deinit(&before);
	return failed;
}

/* What a capture has: its runs, and what else was measured, of which some may be no evidence. */
static int add_capture(struct point *point, const char *path, struct symdiff_error *err)
{
	struct bundle bundle;
	int failed = bundle_read(&bundle, path, err);

	if (!failed && bundle.run_count)
		add_profile(point, path);
	for (size_t i = 0; !failed && i < bundle.evidence_count; i++)
		if (add_evidence(point, bundle.evidence[i], NULL))
			add_note(point, "%s: nothing in it is known", bundle.evidence[i]);
	bundle_deinit(&bundle);
	return failed;
}

/* Is this one file a profile? What is small and no profile is taken for evidence. */
static int is_profile(const char *path, bool *is, struct symdiff_error *err)
{
	struct input in;

	if (input_open(&in, path, err))
		return -1;
	*is = in.is_directory || in.size > EVIDENCE_LIMIT || is_binary(&in) || holds_profile(&in);
	input_close(&in);
	return 0;
}

static int add_file(struct point *point, const char *path, struct symdiff_error *err)
{
	struct symdiff_error own = { .code = SYMDIFF_OK, .position = -1 };
	cleanup_free char *plain = without_number(path);
	const char *second;
	cleanup_free char *first = evidence_before(path, &second);
	bool profile = strcmp(plain, path) != 0 || !strcmp(path, "-");
	int failed = 0;

	if (!profile && !first && bundle_probe(path))
		failed = add_capture(point, path, err);
	else if (!profile && !first)
		failed = is_profile(path, &profile, err);
	else if (first)
		return add_evidence(point, path, err);
	if (failed) {
		symdiff_error_source(err, path);
		return -1;
	}
	if (profile)
		add_profile(point, path);
	else if (!bundle_probe(path) && add_evidence(point, path, &own))
		failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				      "neither a profile nor a table of counters or results");
	if (failed)
		symdiff_error_source(err, path);
	return failed;
}

/* A pattern that is no file stands for the files that it matches. */
static int add_pattern(struct point *point, const char *path, struct symdiff_error *err)
{
	cleanup_free char *plain = without_number(path);
	glob_t found = { 0 };
	int failed = 0;

	if (input_exists(plain) || !strpbrk(path, "*?[") || glob(path, 0, NULL, &found))
		failed = add_file(point, path, err);
	for (size_t i = 0; !failed && i < found.gl_pathc; i++)
		failed = add_file(point, found.gl_pathv[i], err);
	globfree(&found);
	return failed;
}

static int add_relative(struct point *point, const char *path, const char *folder,
			struct symdiff_error *err)
{
	cleanup_free char *joined = NULL;

	const char *colon = strchr(path, ':');
	int len;

	if (!folder || *path == '/' || !strcmp(path, "-"))
		return add_pattern(point, path, err);
	len = asprintf(&joined, "%s/%s", folder, path);
	if (len >= 0 && colon && !exists(joined)) { /* BEFORE:FILE */
		free(joined);
		len = asprintf(&joined, "%s/%.*s:%s/%s", folder, (int)(colon - path), path, folder,
			       colon + 1);
	}
	if (len < 0)
		joined = mem_strdup(path);
	return add_pattern(point, joined, err);
}

/* Counters of the kernel: no results, and no lines of names and values. */
static const char *counters_of(const struct text *text, char *name, size_t size)
{
	struct evidence evidence = { .rows = NULL };
	bool counters = !evidence_read(text, &evidence, NULL) && evidence.count;

	for (size_t i = 0; counters && i < evidence.count; i++)
		for (size_t k = 0; counters && k < evidence.rows[i].count; k++)
			counters = evidence.rows[i].values[k].role == EVIDENCE_COUNTER &&
				   evidence.rows[i].format != &lkp_evidence_format &&
				   evidence.rows[i].format != &plain_format;
	*name = '\0';
	if (counters)
		snprintf(name, size, "%s", evidence.rows[0].format->name);
	evidence_deinit(&evidence);
	return *name ? name : NULL;
}

int point_refuse_counters(const struct text *text, const char *how, struct symdiff_error *err)
{
	char name[64];

	return counters_of(text, name, sizeof(name))
		       ? symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				      "no table of results, but counters (%s): %s", name, how)
		       : 0;
}

int point_refuse_profile(struct input *in, const char *how, struct symdiff_error *err)
{
	static const struct ingest_options no_options;
	struct document doc = { 0 };
	int failed = 0;

	if (!ingest_read_input(in, &no_options, &doc, NULL) && doc.count)
		failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				      "no table of results, but a profile (%s): %s",
				      profile_text(doc.profiles[0], doc.profiles[0]->format), how);
	document_deinit(&doc);
	return failed;
}

int point_open(struct point *point, const char *files, const char *folder,
	       struct symdiff_error *err)
{
	cleanup_free char *list = mem_strdup(files);
	char *rest = list;

	*point = (struct point) { .profiles = NULL };
	if (!folder && exists(files)) /* a path with a comma in it */
		return add_pattern(point, files, err);
	for (char *path; (path = strsep(&rest, ","));)
		if (*path && add_relative(point, path, folder, err))
			return -1;
	if (!point->profile_count && !point->other_count)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "no file is given");
	return 0;
}

void point_deinit(struct point *point)
{
	for (size_t i = 0; i < point->profile_count; i++)
		free(point->profiles[i]);
	for (size_t i = 0; i < point->other_count; i++) {
		evidence_deinit(&point->evidence[i]);
		free(point->others[i]);
	}
	for (size_t i = 0; i < point->note_count; i++)
		free(point->notes[i]);
	free(point->notes);
	free(point->profiles);
	free(point->evidence);
	free(point->others);
	*point = (struct point) { .profiles = NULL };
}
