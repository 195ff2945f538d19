/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_MODULE_FILES_H
#define SYMBOLS_MODULE_FILES_H

#include "support/arena.h"
#include "symbols/find.h"

/* The module files (NAME.ko, also packed or with .debug behind) in trees of folders. */
struct module_files {
	struct module_file {
		const char *name; /* of the module: "-" is "_" */
		const char *path;
	} * list; /* by name, then path */
	size_t count, capacity;
	struct arena arena;
};

/* Add those below @dir; links to folders are not followed. */
void module_files_scan(struct module_files *files, const char *dir);

/* When all are scanned. */
void module_files_sort(struct module_files *files);

/* Call @take with each file of module @name until it returns true, which is returned. */
bool module_files_find(const struct module_files *files, const char *name, take_path take,
		       void *data);

void module_files_deinit(struct module_files *files);

#endif
