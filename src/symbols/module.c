// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel modules from their files: relocatable objects, laid out as the
 * kernel's loader does it. Their build-ids are often not recorded; then a
 * file of the module's name is taken and the report says so.
 */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/stat.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/elf.h"
#include "symbols/source.h"

/* A tree of modules, /lib/modules/RELEASE, is at most so deep and large. */
#define DEEPEST	     8
#define MOST_ENTRIES 100000

struct module_search {
	struct resolver *resolver;
	uint32_t dso;
	struct elf_file *file;
	char name[256]; /* without brackets */
	size_t entries;
	char *other; /* a file of that name with another build-id */
};

static bool take_module(const char *path, void *data)
{
	struct module_search *search = data;
	struct build_id id = dso_build_id(&search->resolver->profile->dsos[search->dso]);

	if (!elf_file_open(search->file, path))
		return false;
	if (elf_has_symtab(search->file) &&
	    (!id.size || build_id_equal(&id, &search->file->build_id)))
		return true;
	if (id.size && !search->other)
		search->other = mem_strdup(path);
	elf_file_close(search->file);
	return false;
}

/* Is @file the module's: NAME.ko, NAME.ko.xz, NAME.ko.debug, with - for _ or not? */
static bool is_module_file(const char *file, const char *name)
{
	static const char *const suffixes[] = { "", ".xz", ".gz", ".zst", ".debug" };
	size_t len = strlen(name);

	for (size_t i = 0; i < len; i++)
		if (!file[i] || (file[i] == '-' ? '_' : file[i]) != name[i])
			return false;
	if (strncmp(file + len, ".ko", 3) != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++)
		if (!strcmp(file + len + 3, suffixes[i]))
			return true;
	return false;
}

static bool search_tree(struct module_search *search, const char *dir, int depth)
{
	DIR *stream = depth < DEEPEST ? opendir(dir) : NULL;
	bool found = false;
	struct dirent *entry;

	if (!stream)
		return false;
	while (!found && (entry = readdir(stream)) && search->entries++ < MOST_ENTRIES) {
		cleanup_free char *path = NULL;

		if (entry->d_name[0] == '.' || asprintf(&path, "%s/%s", dir, entry->d_name) < 0)
			continue;
		if (is_module_file(entry->d_name, search->name))
			found = take_module(path, search);
		else if (entry->d_type == DT_DIR)
			found = search_tree(search, path, depth + 1);
	}
	closedir(stream);
	return found;
}

static bool find_module(struct module_search *search)
{
	static const char *const suffixes[] = { "/elf", ".debug", "/debug", "", NULL };
	const struct resolver *resolver = search->resolver;
	const struct profile *profile = resolver->profile;
	const struct dso *dso = &profile->dsos[search->dso];
	const char *const *dir = resolver->options->debug_dirs;
	const char *release = profile_text(profile, profile->recording.os_release);
	const char *path = profile_text(profile, dso->path);
	struct build_id id = dso_build_id(dso);

	if (find_by_build_id(&resolver->finder, &id, suffixes, take_module, search))
		return true;
	if (path[0] == '/' && find_by_name(&resolver->finder, path, take_module, search))
		return true;
	for (; dir && *dir; dir++)
		if (search_tree(search, *dir, 0))
			return true;
	if (!resolver->finder.use_host || !release[0] || strchr(release, '/') || release[0] == '.')
		return false;

	cleanup_free char *tree = NULL;

	return asprintf(&tree, "/lib/modules/%s", release) > 0 && search_tree(search, tree, 0);
}

static bool module_load(struct resolver *resolver, uint32_t number, struct image_symbols *symbols)
{
	struct profile *profile = resolver->profile;
	const struct dso *dso = &profile->dsos[number];
	struct module_search search = { resolver, number, &symbols->file, "", 0, NULL };
	const char *name = profile_text(profile, dso->name);
	size_t len = strlen(name);
	bool found;

	if (len < 3 || len - 2 >= sizeof(search.name) || !dso->map_size)
		return false;
	memcpy(search.name, name + 1, len - 2);
	found = find_module(&search);
	if (!found && search.other)
		resolver_refuse(resolver, number, search.other);
	free(search.other);
	if (!found)
		return false;
	elf_read_symbols(&symbols->file, NULL, ELF_MODULE_OFFSETS, &symbols->own);
	symbol_list_settle(&symbols->own);
	symbols->list = &symbols->own;
	symbols->shift = dso->map_pgoff - dso->map_start;
	symbols->no_demangle = true;
	if (!dso->build_id_size)
		resolver_unproved(resolver, number);
	return true;
}

const struct symbol_source module_source = {
	.name = "module file",
	.kinds = 1u << DSO_MODULE,
	.load = module_load,
};
