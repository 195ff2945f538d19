// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/module_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/memory.h"

/* /lib/modules/RELEASE is at most so deep and large. */
#define DEEPEST	     12
#define MOST_ENTRIES 200000

struct scan {
	struct module_files *files;
	size_t entries;
};

/* The length of the module's name in @file; 0 if it is no module file. */
static size_t module_name_length(const char *file)
{
	static const char *const suffixes[] = { ".ko", ".ko.xz", ".ko.gz", ".ko.zst", ".ko.debug" };
	size_t len = strlen(file);

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		size_t suffix = strlen(suffixes[i]);

		if (len > suffix && !strcmp(file + len - suffix, suffixes[i]))
			return len - suffix;
	}
	return 0;
}

static void add_file(struct module_files *files, const char *path, const char *file, size_t len)
{
	char *name = arena_strndup(&files->arena, file, len);

	for (size_t i = 0; i < len; i++)
		if (name[i] == '-')
			name[i] = '_';
	array_reserve(files->list, files->capacity, files->count + 1);
	files->list[files->count++] = (struct module_file) { .name = name, .path = path };
}

static bool is_folder(const struct dirent *entry, const char *path)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return !lstat(path, &st) && S_ISDIR(st.st_mode);
}

static void scan_folder(struct scan *scan, const char *dir, int depth)
{
	DIR *stream = depth < DEEPEST ? opendir(dir) : NULL;
	struct dirent *entry;

	if (!stream)
		return;
	while ((entry = readdir(stream)) && scan->entries++ < MOST_ENTRIES) {
		size_t len = module_name_length(entry->d_name);

		if (entry->d_name[0] == '.')
			continue;

		const char *path = arena_printf(&scan->files->arena, "%s/%s", dir, entry->d_name);

		if (len)
			add_file(scan->files, path, entry->d_name, len);
		else if (is_folder(entry, path))
			scan_folder(scan, path, depth + 1);
	}
	closedir(stream);
}

void module_files_scan(struct module_files *files, const char *dir)
{
	struct scan scan = { .files = files };

	scan_folder(&scan, dir, 0);
}

static int compare(const void *a_, const void *b_)
{
	const struct module_file *a = a_, *b = b_;
	int order = strcmp(a->name, b->name);

	return order ? order : strcmp(a->path, b->path);
}

void module_files_sort(struct module_files *files)
{
	if (files->count)
		qsort(files->list, files->count, sizeof(*files->list), compare);
}

bool module_files_find(const struct module_files *files, const char *name, take_path take,
		       void *data)
{
	size_t low = 0, high = files->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(files->list[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < files->count && !strcmp(files->list[low].name, name); low++)
		if (take(files->list[low].path, data))
			return true;
	return false;
}

void module_files_deinit(struct module_files *files)
{
	free(files->list);
	arena_deinit(&files->arena);
	*files = (struct module_files) { 0 };
}
