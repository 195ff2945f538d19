// SPDX-License-Identifier: GPL-2.0-or-later
#include "slab_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/cleanup.h"

enum { CACHES_MOST = 65536, LINE_MOST = 256 };

/* A name that can stand in a line. */
static bool is_plain(const char *name)
{
	if (!strcmp(name, ".") || !strcmp(name, ".."))
		return false;
	for (; *name; name++)
		if ((unsigned char)*name <= ' ')
			return false;
	return true;
}

static int by_name(const struct dirent *entry)
{
	return is_plain(entry->d_name);
}

/* "cache/file:value": the first line, if it begins with a digit. */
static bool put_file(int folder, const char *cache, const char *name, FILE *out)
{
	char line[LINE_MOST];
	struct stat st;
	cleanup_fd int fd = -1;
	ssize_t len;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
		return false;
	fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	len = fd < 0 ? -1 : read(fd, line, sizeof(line) - 1);
	if (len <= 0)
		return false;
	line[len] = '\0';
	line[strcspn(line, "\n")] = '\0';
	if (line[0] < '0' || line[0] > '9')
		return false;
	fprintf(out, "%s/%s:%s\n", cache, name, line);
	return true;
}

/* Says whether it is the folder of a cache. */
static bool put_cache(int top, const char *cache, FILE *out)
{
	struct dirent **entries;
	bool is_cache = false;
	cleanup_fd int folder = openat(top, cache, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	int count = folder < 0 ? -1 : scandirat(folder, ".", &entries, by_name, alphasort);

	for (int i = 0; i < count; i++) {
		bool put = put_file(folder, cache, entries[i]->d_name, out);

		is_cache |= put && !strcmp(entries[i]->d_name, "objs_per_slab");
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return is_cache;
}

/* "kmalloc-512 -> :0000512" */
static void put_link(int top, const char *name, FILE *out)
{
	char target[LINE_MOST];
	ssize_t len = readlinkat(top, name, target, sizeof(target) - 1);
	const char *slash;

	if (len <= 0)
		return;
	target[len] = '\0';
	slash = strrchr(target, '/');
	if (is_plain(slash ? slash + 1 : target))
		fprintf(out, "%s -> %s\n", name, slash ? slash + 1 : target);
}

char *slab_folder_text(const char *path, size_t *size)
{
	cleanup_fd int top = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent **entries;
	int count = top < 0 ? -1 : scandirat(top, ".", &entries, by_name, alphasort);
	char *text = NULL;
	bool any = false;
	FILE *out = count < 0 ? NULL : open_memstream(&text, size);

	/* The aliases first, together: they are a table of their own. */
	for (int i = 0; out && i < count && i < CACHES_MOST; i++)
		put_link(top, entries[i]->d_name, out);
	for (int i = 0; out && i < count && i < CACHES_MOST; i++)
		any |= put_cache(top, entries[i]->d_name, out);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	if (count >= 0)
		free(entries);
	if (out)
		fclose(out);
	if (any)
		return text;
	free(text);
	return NULL;
}
