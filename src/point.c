// SPDX-License-Identifier: GPL-2.0-or-later
#include "point.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
	glob_t found = { 0 };
	bool is_there = !access(plain, F_OK) || !strcmp(plain, "-");

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

/* What is left when a file is no profile: evidence, or nothing that we know. */
static int add_evidence(struct point *point, struct input *in, const char *path,
			struct symdiff_error *err)
{
	size_t capacity = point->other_capacity;
	struct evidence *evidence;
	struct text text;
	int failed;

	if (text_clean(in, &text, err))
		return -1;
	array_reserve(point->evidence, capacity, point->other_count + 1);
	array_reserve(point->others, point->other_capacity, point->other_count + 1);
	evidence = &point->evidence[point->other_count];
	failed = evidence_read(&text, evidence, NULL);
	text_deinit(&text);
	point->others[point->other_count] = mem_strdup(path);
	evidence->path = point->others[point->other_count++];
	return failed ? symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				     "neither a profile nor a table of counters or results")
		      : 0;
}

static int add_file(struct point *point, const char *path, struct symdiff_error *err)
{
	cleanup_free char *plain = without_number(path);
	struct input in;
	int failed = 0;

	if (strcmp(plain, path) != 0 || !strcmp(path, "-")) {
		add_profile(point, path);
		return 0;
	}
	if (input_open(&in, plain, err)) {
		symdiff_error_source(err, path);
		return -1;
	}
	if (in.is_directory || in.size > EVIDENCE_LIMIT || is_binary(&in) || holds_profile(&in))
		add_profile(point, path);
	else
		failed = add_evidence(point, &in, path, err);
	input_close(&in);
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

	if (!access(plain, F_OK) || !strpbrk(path, "*?[") || glob(path, 0, NULL, &found))
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

	if (!folder || *path == '/' || !strcmp(path, "-"))
		return add_pattern(point, path, err);
	if (asprintf(&joined, "%s/%s", folder, path) < 0)
		joined = mem_strdup(path);
	return add_pattern(point, joined, err);
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
	free(point->profiles);
	free(point->evidence);
	free(point->others);
	*point = (struct point) { .profiles = NULL };
}
