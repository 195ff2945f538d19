// SPDX-License-Identifier: GPL-2.0-or-later
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/find.h"

#define MOST_LINKS 40

/* A walk down from a root: what is left to go, and where it has come to. */
struct walk {
	char done[PATH_MAX]; /* the root and behind it the parts gone */
	char left[PATH_MAX];
	size_t root_len;
	int links;
};

static bool has_dots(const char *name)
{
	for (const char *at = name; (at = strstr(at, "..")); at += 2)
		if ((at == name || at[-1] == '/') && (!at[2] || at[2] == '/'))
			return true;
	return false;
}

/* Back to the directory above, but not above the root. */
static void go_up(struct walk *walk)
{
	char *slash = strrchr(walk->done + walk->root_len, '/');

	if (slash)
		*slash = '\0';
}

/* What the link @path says; @text has PATH_MAX bytes. */
static bool read_link(const char *path, char *text)
{
	ssize_t len = readlink(path, text, PATH_MAX - 1);

	if (len <= 0)
		return false;
	text[len] = '\0';
	return true;
}

/* Where copying lost the links, a file has the link's text, as Git writes it then. */
static bool read_lost_link(const char *path, char *text)
{
	cleanup_fd int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? -1 : read(fd, text, PATH_MAX - 1);

	if (len <= 3 || len == PATH_MAX - 1 || memcmp(text, "../", 3) != 0 ||
	    memchr(text, '\0', len))
		return false;
	text[len] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return true;
}

/* The part just gone is a link: what it says comes before what is left. */
static bool follow(struct walk *walk, const char *target)
{
	char left[PATH_MAX];

	if (++walk->links > MOST_LINKS ||
	    (size_t)snprintf(left, sizeof(left), "%s/%s", target, walk->left) >= sizeof(left))
		return false;
	memcpy(walk->left, left, strlen(left) + 1);
	if (target[0] == '/')
		walk->done[walk->root_len] = '\0';
	else
		go_up(walk);
	return true;
}

static bool step(struct walk *walk)
{
	size_t skip = strspn(walk->left, "/");
	size_t len = strcspn(walk->left + skip, "/");
	char part[PATH_MAX];
	struct stat st;

	memcpy(part, walk->left + skip, len);
	part[len] = '\0';
	memmove(walk->left, walk->left + skip + len, strlen(walk->left + skip + len) + 1);
	if (!len || !strcmp(part, "."))
		return true;
	if (!strcmp(part, "..")) {
		go_up(walk);
		return true;
	}

	size_t at = strlen(walk->done);

	if (at + len + 2 > sizeof(walk->done))
		return false;
	walk->done[at] = '/';
	memcpy(walk->done + at + 1, part, len + 1);
	if (lstat(walk->done, &st))
		return false;
	if (S_ISLNK(st.st_mode))
		return read_link(walk->done, part) && follow(walk, part);
	if (S_ISREG(st.st_mode) && walk->left[0])
		return st.st_size < PATH_MAX && read_lost_link(walk->done, part) &&
		       follow(walk, part);
	return true;
}

char *path_below(const char *root, const char *name)
{
	struct walk walk = { .root_len = strlen(root) };
	struct stat st;

	while (walk.root_len && root[walk.root_len - 1] == '/')
		walk.root_len--;
	if (walk.root_len + 1 >= sizeof(walk.done) || strlen(name) >= sizeof(walk.left) ||
	    has_dots(name))
		return NULL;
	memcpy(walk.done, root, walk.root_len);
	memcpy(walk.left, name, strlen(name) + 1);
	while (walk.left[0])
		if (!step(&walk))
			return NULL;
	if (stat(walk.done, &st) || !S_ISREG(st.st_mode))
		return NULL;
	return mem_strdup(walk.done);
}
