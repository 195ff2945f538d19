/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_FIND_H
#define SYMBOLS_FIND_H

#include "model/profile.h"
#include "symbols/elf_file.h"
#include "symbols/options.h"

/*
 * Where the files of a recording are: by build-id in caches (perf's ~/.debug, /usr/lib/debug and
 * what --debug-dir and --symfs name), then by the recorded path, below the roots that were chosen
 * and nowhere else.
 */
struct finder {
	const struct symbol_options *options;
	bool use_host; /* no --symfs, and the recording is this machine's: paths are opened here */
	bool needs_id; /* take nothing from here without a build-id */
	struct archive **archives; /* those of the debug directories that are files */
	size_t archive_count;
	struct debuginfod *debuginfod; /* NULL: do not ask servers */
	char *home_cache;	       /* ~/.debug; NULL if it is not to be used */
};

/* For the recording @profile, from the machine that it names. */
void finder_init_for(struct finder *finder, const struct symbol_options *options,
		     const struct profile *profile);
void finder_deinit(struct finder *finder);

/*
 * The path of @name below @root with all links followed inside it, "/" being @root itself. NULL
 * if there is no such regular file, or if @name has a part "..". To be freed.
 */
char *path_below(const char *root, const char *name);

/*
 * Call @take with each file that a cache has for @id until it returns true, which is returned.
 * @suffixes: what may follow the id, e.g. "/elf", "", ".debug"; terminated by NULL. Servers, if they
 * may be asked, are asked last, for the executable ("/elf") or the debug file (".debug").
 */
typedef bool (*take_path)(const char *path, void *data);
bool find_by_build_id(const struct finder *finder, const struct build_id *id,
		      const char *const *suffixes, take_path take, void *data);

enum found {
	FOUND_NOTHING,
	FOUND_PROVED,	/* its build-id is the recorded one */
	FOUND_UNPROVED, /* no build-id was recorded */
	FOUND_OTHER,	/* what is there has another build-id: nothing is opened */
};

/*
 * The file that was mapped as @path and had @id (size 0: not recorded). For FOUND_OTHER @other is
 * the path of the wrong file, to be freed.
 */
enum found find_image(const struct finder *finder, const char *path, const struct build_id *id,
		      struct elf_file *file, char **other);

/* The separate debug file of @id, or the one that @image (may be NULL), found as @path, names. */
bool find_debug(const struct finder *finder, const char *path, const struct build_id *id,
		const struct elf_file *image, struct elf_file *debug);

/* Call @take with the file that each root and debug directory has as @name, until it is true. */
bool find_by_name(const struct finder *finder, const char *name, take_path take, void *data);

#endif
