// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/source_path.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

/* Enough for a tree, its build folder, and what paths were mapped to. */
#define MOST_ROOTS 16

/* Headers that every source file of the kernel includes are below this. */
static const char marker[] = "include/linux/";

/* Append the part [@at, @at + @len) of a path; "." and ".." are worked out where possible. */
static size_t add_part(char *buf, size_t size, size_t used, const char *at, size_t len)
{
	if (!len || (len == 1 && at[0] == '.'))
		return used;
	if (len == 2 && !memcmp(at, "..", 2) && used) {
		size_t start = used;

		if (used == 1 && buf[0] == '/')
			return used;

		while (start && buf[start - 1] != '/')
			start--;
		if (used - start != 2 || memcmp(buf + start, "..", 2) != 0)
			return start > 1 ? start - 1 : start;
	}

	size_t slash = used && buf[used - 1] != '/';

	if (used + slash + len >= size)
		return used;
	if (slash)
		buf[used++] = '/';
	memcpy(buf + used, at, len);
	return used + len;
}

static size_t add_path(char *buf, size_t size, size_t used, const char *path)
{
	if (path[0] == '/')
		buf[0] = '/', used = 1;
	while (*path) {
		const char *end = strchrnul(path, '/');

		used = add_part(buf, size, used, path, (size_t)(end - path));
		path = *end ? end + 1 : end;
	}
	buf[used] = '\0';
	return used;
}

static size_t normalise(const char *path, char *buf, size_t size)
{
	buf[0] = '\0';
	return add_path(buf, size, 0, path);
}

static bool has_root(const struct source_tree *tree, const char *path)
{
	for (size_t i = 0; i < tree->count; i++)
		if (!strncmp(path, tree->roots[i], strlen(tree->roots[i])))
			return true;
	return false;
}

static void add_root(struct source_tree *tree, const char *path, size_t len)
{
	if (!len || tree->count == MOST_ROOTS)
		return;

	char *root = arena_strndup(&tree->arena, path, len);

	for (size_t i = 0; i < tree->count; i++)
		if (!strcmp(root, tree->roots[i]))
			return;
	array_reserve(tree->roots, tree->capacity, tree->count + 1);
	tree->roots[tree->count++] = root;
}

static bool ends_with(const char *text, size_t len, const char *end)
{
	return len >= strlen(end) && !memcmp(text + len - strlen(end), end, strlen(end));
}

/* Of .../include/linux/fs.h what is before; perf and other tools have copies of their own. */
static bool add_root_of_header(struct source_tree *tree, const char *path)
{
	char buf[4096];

	normalise(path, buf, sizeof(buf));
	for (const char *at = buf; (at = strstr(at, marker)); at++) {
		size_t len = (size_t)(at - buf);

		if ((len && at[-1] != '/') || ends_with(buf, len, "tools/"))
			continue;
		add_root(tree, buf, len);
		return true;
	}
	return false;
}

/*
 * Where the compiler ran. Paths may be mapped for C and not for the assembler: if one unit was
 * built in debian/build and another in /build/linux/debian/build, /build/linux is the tree.
 */
static void add_build_folder(struct source_tree *tree, Dwarf_Die *unit)
{
	Dwarf_Attribute attribute;
	const char *dir =
		dwarf_attr(unit, DW_AT_comp_dir, &attribute) ? dwarf_formstring(&attribute) : NULL;
	char buf[4096];
	size_t len = dir ? normalise(dir, buf, sizeof(buf) - 1) : 0;

	if (!len || buf[len - 1] == '/')
		return;
	buf[len++] = '/';
	for (size_t i = 0; i < tree->count && buf[0] == '/'; i++) {
		const char *mapped = tree->roots[i];
		size_t tail = strlen(mapped);

		if (mapped[0] != '/' && ends_with(buf, len, mapped) && buf[len - tail - 1] == '/')
			add_root(tree, buf, len - tail);
	}
	add_root(tree, buf, len);
}

/* Returns whether one of the unit's headers told. */
static bool look_at_unit(struct source_tree *tree, Dwarf_Die *unit)
{
	Dwarf_Files *files;
	size_t count;

	if (dwarf_getsrcfiles(unit, &files, &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		const char *path = dwarf_filesrc(files, i, NULL, NULL);

		if (path && add_root_of_header(tree, path))
			return true;
	}
	return false;
}

/* A relative name is as the tree has it, unless it leads out of a build folder. */
static bool is_in_place(const char *name)
{
	return name[0] != '/' && strncmp(name, "../", 3) != 0;
}

void source_tree_find(struct source_tree *tree, const struct debug_info *info)
{
	bool told = false;

	for (size_t i = 0; i < info->unit_count && !told; i++) {
		Dwarf_Die unit = info->units[i].die;
		const char *name = dwarf_diename(&unit);

		if (name && is_in_place(name)) {
			told = look_at_unit(tree, &unit);
			add_build_folder(tree, &unit);
		}
	}
	for (size_t i = 0; i < info->unit_count && tree->count < MOST_ROOTS; i++) {
		Dwarf_Die unit = info->units[i].die;
		const char *name = dwarf_diename(&unit);

		if (name && !is_in_place(name) && !has_root(tree, name)) {
			look_at_unit(tree, &unit);
			add_build_folder(tree, &unit);
		}
	}
}

void source_tree_deinit(struct source_tree *tree)
{
	arena_deinit(&tree->arena);
	free(tree->roots);
	*tree = (struct source_tree) { 0 };
}

/* What is before the tree that @path lies in; 0: it is in none. */
static size_t tree_length(const struct source_tree *tree, const char *path, size_t len)
{
	size_t longest = 0;

	for (size_t i = 0; i < tree->count; i++) {
		size_t root = strlen(tree->roots[i]);

		if (root > longest && root < len && !memcmp(path, tree->roots[i], root))
			longest = root;
	}
	return longest;
}

const char *source_path(const struct source_tree *tree, const char *folder, const char *path,
			char *buf, size_t size)
{
	size_t len, before;

	buf[0] = '\0';
	len = tree || !folder || path[0] == '/' ? 0 : add_path(buf, size, 0, folder);
	len = add_path(buf, size, len, path);
	before = tree ? tree_length(tree, buf, len) : 0;
	memmove(buf, buf + before, len + 1 - before);
	while (!strncmp(buf, "../", 3))
		memmove(buf, buf + 3, strlen(buf + 3) + 1);
	return buf;
}
