// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel modules from their files: relocatable objects, laid out as the
 * kernel's loader does it. Their build-ids are often not recorded; then a file
 * of the module's name is taken, if it is of the recorded kernel's release, and
 * the report says so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/debug_info.h"
#include "symbols/elf.h"
#include "symbols/module_files.h"
#include "symbols/source.h"

struct module_search {
	struct resolver *resolver;
	uint32_t dso;
	struct elf_file *file;
	char name[256];		   /* without brackets */
	char *other;		   /* a file of that name that is not the one */
	const struct build_id *id; /* what it must have; NULL or empty: as recorded */
	bool for_dwarf;		   /* a symbol table is not enough */
};

/* Is @file of the kernel @release, by what modinfo(8) calls vermagic? True if it does not say. */
static bool is_of_release(const struct elf_file *file, const char *release)
{
	static const char key[] = "vermagic=";
	GElf_Shdr header;
	size_t size, len = strlen(release);
	const char *info = elf_section_bytes(elf_section_named(file, ".modinfo", &header), &size);
	const char *magic = info ? memmem(info, size, key, strlen(key)) : NULL;

	if (!magic || !len)
		return true;
	magic += strlen(key);
	size -= magic - info;
	return size > len && !memcmp(magic, release, len) && (magic[len] == ' ' || !magic[len]);
}

static bool is_module(const struct module_search *search)
{
	const struct profile *profile = search->resolver->profile;
	struct build_id id = search->id && search->id->size
				     ? *search->id
				     : dso_build_id(&profile->dsos[search->dso]);

	if (id.size)
		return build_id_equal(&id, &search->file->build_id);
	return is_of_release(search->file, profile_text(profile, profile->recording.os_release));
}

static bool take_module(const char *path, void *data)
{
	struct module_search *search = data;

	if (!elf_file_open(search->file, path))
		return false;
	if (is_module(search)) {
		if (elf_has_symtab(search->file) &&
		    (!search->for_dwarf || elf_has_dwarf(search->file)))
			return true;
	} else if (!search->other) {
		search->other = mem_strdup(path);
	}
	elf_file_close(search->file);
	return false;
}

/* The trees that the user named, and this machine's own modules of that release. */
static void scan_trees(struct resolver *resolver)
{
	const struct profile *profile = resolver->profile;
	const char *release = profile_text(profile, profile->recording.os_release);
	const char *const *dir = resolver->options->debug_dirs;

	for (; dir && *dir; dir++)
		module_files_scan(&resolver->module_files, *dir);
	if (resolver->finder.use_host && release[0] && release[0] != '.' && !strchr(release, '/')) {
		cleanup_free char *tree = NULL;

		if (asprintf(&tree, "/lib/modules/%s", release) > 0)
			module_files_scan(&resolver->module_files, tree);
	}
	module_files_sort(&resolver->module_files);
	resolver->module_files_scanned = true;
}

static bool find_module(struct module_search *search)
{
	static const char *const suffixes[] = { "/elf", ".debug", "/debug", "", NULL };
	struct resolver *resolver = search->resolver;
	const struct dso *dso = &resolver->profile->dsos[search->dso];
	const char *path = profile_text(resolver->profile, dso->path);
	struct build_id id = dso_build_id(dso);

	if (find_by_build_id(&resolver->finder, &id, suffixes, take_module, search))
		return true;
	if (path[0] == '/' && find_by_name(&resolver->finder, path, take_module, search))
		return true;
	if (!resolver->module_files_scanned)
		scan_trees(resolver);
	return module_files_find(&resolver->module_files, search->name, take_module, search);
}

static void refuse(struct module_search *search)
{
	struct resolver *resolver = search->resolver;
	struct profile *profile = resolver->profile;
	const struct dso *dso = &profile->dsos[search->dso];

	if (dso->build_id_size) {
		resolver_refuse(resolver, search->dso, search->other);
		return;
	}
	profile_warn(profile, "%s is not what was recorded as %s: it is not of kernel %s",
		     search->other, profile_text(profile, dso->name),
		     profile_text(profile, profile->recording.os_release));
	resolver_note(resolver, search->dso, "%s is of another kernel", search->other);
}

/* The DSO is [name]. */
static bool take_name(struct module_search *search)
{
	const struct profile *profile = search->resolver->profile;
	const struct dso *dso = &profile->dsos[search->dso];
	const char *name = profile_text(profile, dso->name);
	size_t len = strlen(name);

	if (len < 3 || len - 2 >= sizeof(search->name) || !dso->map_size)
		return false;
	memcpy(search->name, name + 1, len - 2);
	return true;
}

bool module_find_dwarf(struct resolver *resolver, uint32_t dso, const struct build_id *id,
		       struct elf_file *file)
{
	struct module_search search = {
		.resolver = resolver, .dso = dso, .file = file, .id = id, .for_dwarf = true
	};
	bool found = take_name(&search) && find_module(&search);

	free(search.other);
	return found;
}

static bool module_load(struct resolver *resolver, uint32_t number, struct image_symbols *symbols)
{
	struct profile *profile = resolver->profile;
	const struct dso *dso = &profile->dsos[number];
	struct module_search search = { .resolver = resolver,
					.dso = number,
					.file = &symbols->file };
	bool found;

	if (!take_name(&search))
		return false;
	found = find_module(&search);
	if (!found && search.other)
		refuse(&search);
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
