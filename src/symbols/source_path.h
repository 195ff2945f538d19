/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_SOURCE_PATH_H
#define SYMBOLS_SOURCE_PATH_H

#include "support/arena.h"
#include "symbols/debug_info.h"

/*
 * Where a kernel's sources were when it was built, so that kernel/fork.c is that in every build:
 * built in the tree or in a folder of its own, with or without its paths mapped to others.
 */
struct source_tree {
	const char **roots; /* each ends with a slash */
	size_t count, capacity;
	struct arena arena;
};

/* Learn the tree from the headers that the units of @info include: include/linux is at its top. */
void source_tree_find(struct source_tree *tree, const struct debug_info *info);
void source_tree_deinit(struct source_tree *tree);

/*
 * @path without "." and "..": relative to the tree; without a tree (NULL) as seen from @folder,
 * where the compiler ran (NULL: not known). The text is written to @buf of @size bytes, and cut
 * there. Returns @buf.
 */
const char *source_path(const struct source_tree *tree, const char *folder, const char *path,
			char *buf, size_t size);

#endif
