// SPDX-License-Identifier: GPL-2.0-or-later
#include "bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/cleanup.h"
#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"
#include "support/tar.h"

#define LIST	   "symdiff-bundle" /* the list, and the word that it begins with */
#define LIST_MOST  (1u << 20)
#define FILES_MOST 4096

static char *join(const char *folder, const char *name)
{
	char *path;

	return asprintf(&path, "%s/%s", folder, name) < 0 ? mem_strdup(name) : path;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

bool bundle_probe(const char *path)
{
	cleanup_free char *list = NULL;
	uint8_t head[512];
	struct stat st;

	if (!is_folder(path))
		return tar_probe(head, input_head(path, head, sizeof(head)));
	list = join(path, LIST);
	return !lstat(list, &st);
}

/* The folder of an archive that the list is in: the archive itself, or one level below. */
static char *find_in_archive(const char *path, struct symdiff_error *err)
{
	const struct tar_member *member;
	char *folder = NULL;
	struct input in;
	struct tar *tar;

	if (input_open(&in, path, err))
		return NULL;
	tar = tar_new(in.data, in.size);
	for (size_t i = 0; tar && !folder && (member = tar_member_at(tar, i)); i++) {
		const char *slash = strchr(member->name, '/');

		if (!strcmp(member->name, LIST))
			folder = mem_strdup(path);
		else if (slash && !strcmp(slash + 1, LIST) &&
			 asprintf(&folder, "%s/%.*s", path, (int)(slash - member->name),
				  member->name) < 0)
			folder = NULL;
	}
	if (!folder) {
		symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
			     "an archive that symdiff-capture did not make (a file '" LIST
			     "' was expected in it)");
		symdiff_error_source(err, path);
	}
	tar_free(tar);
	input_close(&in);
	return folder;
}

/* A name in the bundle's own folder: from somebody else's list nothing outside is opened. */
static bool is_plain_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/');
}

/* A link could lead outside. */
static bool is_there(const char *path, bool in_archive)
{
	struct stat st;

	if (in_archive) /* reading it will tell */
		return true;
	return !lstat(path, &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

static void append(const char ***list, size_t *count, char *path)
{
	*list = mem_realloc(*list, *count + 2, sizeof(**list));
	(*list)[(*count)++] = path;
	(*list)[*count] = NULL;
}

/* The path of one name of the list; NULL with @err. */
static char *file_path(const char *folder, bool in_archive, const char *name, size_t number,
		       struct symdiff_error *err)
{
	char *path;

	if (!is_plain_name(name)) {
		symdiff_fail(err, SYMDIFF_ERR_CORRUPT, (int64_t)number,
			     "expected a word and the name of a file of this folder");
		return NULL;
	}
	path = join(folder, name);
	if (is_there(path, in_archive))
		return path;
	symdiff_fail(err, SYMDIFF_ERR_CORRUPT, (int64_t)number,
		     "lists '%s', and there is no such file", name);
	free(path);
	return NULL;
}

/* "vmstat.before vmstat.after": two readings, between which its counters are of interest. */
static char *readings_path(const char *folder, bool in_archive, char *names, size_t number,
			   struct symdiff_error *err)
{
	char *second = strchr(names, ' '), *path = NULL;
	cleanup_free char *before = NULL, *after = NULL;

	if (!second)
		return file_path(folder, in_archive, names, number, err);
	*second++ = '\0';
	before = file_path(folder, in_archive, names, number, err);
	after = before ? file_path(folder, in_archive, second, number, err) : NULL;
	if (after && asprintf(&path, "%s:%s", before, after) < 0)
		path = NULL;
	return path;
}

/* "run run1.perf.data" */
static int read_line(struct bundle *bundle, const char *folder, bool in_archive, char *line,
		     size_t number, struct symdiff_error *err)
{
	char *name = strchr(line, ' '), *path;

	if (!*line || *line == '#')
		return 0;
	if (name)
		*name++ = '\0';
	else
		name = line + strlen(line);
	if (bundle->run_count + bundle->kallsyms_count + bundle->evidence_count >= FILES_MOST)
		return symdiff_fail(err, SYMDIFF_ERR_LIMIT, (int64_t)number,
				    "lists more than %d files", FILES_MOST);
	path = strcmp(line, "evidence") ? file_path(folder, in_archive, name, number, err)
					: readings_path(folder, in_archive, name, number, err);
	if (!path)
		return -1;
	if (!strcmp(line, "run")) {
		append(&bundle->runs, &bundle->run_count, path);
	} else if (!strcmp(line, "kallsyms")) {
		append(&bundle->kallsyms, &bundle->kallsyms_count, path);
	} else if (!strcmp(line, "evidence")) {
		append(&bundle->evidence, &bundle->evidence_count, path);
	} else {
		free(path);
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, (int64_t)number,
				    "expected run, kallsyms or evidence, found '%s'", line);
	}
	return 0;
}

static int read_list(struct bundle *bundle, const char *folder, bool in_archive, char *text,
		     struct symdiff_error *err)
{
	char *rest = text, *line = strsep(&rest, "\n");

	if (strncmp(line, LIST " ", strlen(LIST " ")))
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, 1, "expected '" LIST " 1'");
	if (strcmp(line, LIST " 1"))
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, 1,
				    "a bundle of version '%s'; this symdiff reads version 1",
				    line + strlen(LIST " "));
	for (size_t number = 2; (line = strsep(&rest, "\n")); number++)
		if (read_line(bundle, folder, in_archive, line, number, err))
			return -1;
	if (!bundle->run_count)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1, "lists no run");
	return 0;
}

int bundle_read(struct bundle *bundle, const char *path, struct symdiff_error *err)
{
	bool in_archive = !is_folder(path);
	cleanup_free char *folder = in_archive ? find_in_archive(path, err) : mem_strdup(path);
	cleanup_free char *list = folder ? join(folder, LIST) : NULL;
	cleanup_free char *text = NULL;
	struct input in;
	int ret;

	*bundle = (struct bundle) { 0 };
	if (!list || input_open(&in, list, err))
		return -1;
	text = strndup((const char *)in.data, in.size < LIST_MOST ? in.size : LIST_MOST);
	if (in.size > LIST_MOST || !text)
		ret = symdiff_fail(err, SYMDIFF_ERR_LIMIT, -1,
				   "a list of %zu bytes, expected %u at most", in.size, LIST_MOST);
	else
		ret = read_list(bundle, folder, in_archive, text, err);
	if (ret)
		symdiff_error_source(err, list);
	input_close(&in);
	return ret;
}

static void free_paths(const char **paths)
{
	for (size_t i = 0; paths && paths[i]; i++)
		free((char *)paths[i]);
	free(paths);
}

void bundle_deinit(struct bundle *bundle)
{
	free_paths(bundle->runs);
	free_paths(bundle->kallsyms);
	free_paths(bundle->evidence);
	*bundle = (struct bundle) { 0 };
}
