// SPDX-License-Identifier: GPL-2.0-or-later
/* Where the debug information of a DSO is: often not in the file that has its symbols. */
#include "symbols/debug_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"

static const char *const any_file[] = { "/vmlinux", "/elf", ".debug", "/debug", "", NULL };

struct debug_search {
	struct build_id id;
	struct elf_file *file;
	const char *not_this; /* already looked at; NULL: none */
};

static bool take_file(const char *path, void *data)
{
	struct debug_search *search = data;

	if ((search->not_this && !strcmp(search->not_this, path)) ||
	    !elf_file_open(search->file, path))
		return false;
	if (build_id_equal(&search->id, &search->file->build_id) && elf_has_dwarf(search->file))
		return true;
	elf_file_close(search->file);
	return false;
}

static bool take_over(struct elf_file *from, struct elf_file *to)
{
	if (!from->elf || !elf_has_dwarf(from))
		return false;
	*to = *from;
	*from = (struct elf_file) { 0 };
	return true;
}

/* The file that is the same kernel, by its build-id: its symbols may have come from elsewhere. */
static bool find_kernel(struct resolver *resolver, const struct dso *dso,
			struct image_symbols *symbols, struct elf_file *file)
{
	const char *const *path = resolver->options->vmlinux;
	struct debug_search search = { dso_build_id(dso), file, symbols->file.path };

	if (take_over(&symbols->file, file))
		return true;
	if (!search.id.size)
		search.id = symbols->file.build_id;
	if (!search.id.size)
		return false;
	for (; path && *path; path++)
		if (take_file(*path, &search))
			return true;
	return find_by_build_id(&resolver->finder, &search.id, any_file, take_file, &search) ||
	       vmlinux_find_by_release(resolver, take_file, &search);
}

static bool find_program(struct resolver *resolver, const struct dso *dso,
			 struct image_symbols *symbols, struct elf_file *file)
{
	const char *path = profile_text(resolver->profile, dso->path);
	struct build_id id = dso_build_id(dso);

	if (take_over(&symbols->debug, file) || take_over(&symbols->file, file))
		return true;
	if (!symbols->file.elf || !find_debug(&resolver->finder, path, &id, &symbols->file, file))
		return false;
	if (elf_has_dwarf(file))
		return true;
	elf_file_close(file);
	return false;
}

static bool find_file(struct resolver *resolver, uint32_t number, struct image_symbols *symbols,
		      struct elf_file *file)
{
	const struct dso *dso = &resolver->profile->dsos[number];

	switch (dso->kind) {
	case DSO_KERNEL:
	case DSO_GUEST_KERNEL:
		return find_kernel(resolver, dso, symbols, file);
	case DSO_MODULE:
		return take_over(&symbols->file, file) ||
		       module_find_dwarf(resolver, number, &symbols->file.build_id, file);
	case DSO_USER:
		return !dso->pid && find_program(resolver, dso, symbols, file);
	default:
		return false;
	}
}

/* What dwz moved out: by build-id, else where the debug file says, seen from the file itself. */
static bool find_alternate(void *data, const struct elf_file *file, const char *name,
			   const struct build_id *id, struct elf_file *alternate)
{
	static const char *const suffixes[] = { ".debug", "/debug", "", NULL };
	struct resolver *resolver = data;
	struct debug_search search = { *id, alternate, NULL };
	cleanup_free char *beside = NULL, *dir = mem_strdup(file->path);
	char *slash = strrchr(dir, '/');

	if (find_by_build_id(&resolver->finder, id, suffixes, take_file, &search))
		return true;
	if (name[0] == '/')
		return find_by_name(&resolver->finder, name, take_file, &search) ||
		       take_file(name, &search);
	if (slash)
		slash[1] = '\0';
	return asprintf(&beside, "%s%s", slash ? dir : "", name) > 0 && take_file(beside, &search);
}

/* How the DSO's addresses are those of its debug file; @runtime is the file that was mapped. */
static void place(struct resolver *resolver, struct image_debug *debug, const struct dso *dso,
		  const struct elf_file *file, const struct elf_file *runtime)
{
	switch (dso->kind) {
	case DSO_MODULE:
		debug->shift = dso->map_pgoff - dso->map_start;
		debug->part_count = elf_parts(file, NULL, ELF_MODULE_OFFSETS, &debug->parts);
		break;
	case DSO_USER:
		debug->part_count = elf_parts(file, runtime, ELF_FILE_OFFSETS, &debug->parts);
		break;
	default:
		debug->shift = vmlinux_shift(resolver, dso, file);
	}
}

static const char *name_of(const struct profile *profile, const struct dso *dso,
			   const struct elf_file *file)
{
	/* What stood in an archive has no name of its own. */
	return file->path && strncmp(file->path, "/proc/self/fd/", 14) != 0
		       ? file->path
		       : profile_text(profile, dso->name);
}

static struct image_debug *open_debug(struct resolver *resolver, uint32_t number,
				      struct image_symbols *symbols)
{
	const struct dso *dso = &resolver->profile->dsos[number];
	struct debug_finder finder = { find_alternate, resolver };
	struct image_debug *debug = mem_zalloc(1, sizeof(*debug));
	struct debug_trouble trouble;
	struct elf_file file;

	if (!find_file(resolver, number, symbols, &file)) {
		free(debug);
		return NULL;
	}

	cleanup_free char *name = mem_strdup(name_of(resolver->profile, dso, &file));

	place(resolver, debug, dso, &file, symbols->file.elf ? &symbols->file : NULL);
	if (debug_info_open(&debug->info, &file, &finder, resolver->options->timeout_seconds,
			    &trouble))
		return debug;
	profile_warn(resolver->profile, "the debug information of %s is not used: %s", name,
		     trouble.text);
	free(debug->parts);
	free(debug);
	return NULL;
}

struct image_debug *resolver_debug(struct resolver *resolver, uint32_t dso,
				   struct image_symbols *symbols)
{
	if (dso >= resolver->debug_count) {
		size_t count = resolver->profile->dso_count;

		resolver->debug = mem_realloc(resolver->debug, count, sizeof(*resolver->debug));
		memset(resolver->debug + resolver->debug_count, 0,
		       (count - resolver->debug_count) * sizeof(*resolver->debug));
		resolver->debug_count = count;
	}
	if (!resolver->debug[dso] && symbols && !resolver->options->no_dwarf)
		resolver->debug[dso] = open_debug(resolver, dso, symbols);
	return resolver->debug[dso];
}

bool image_debug_address(const struct image_debug *debug, uint64_t address, uint64_t *linked)
{
	address += debug->shift;
	if (!debug->part_count) {
		*linked = address;
		return true;
	}
	for (size_t i = 0; i < debug->part_count; i++) {
		const struct elf_part *part = &debug->parts[i];

		if (address < part->offset || address - part->offset >= part->size)
			continue;
		*linked = address - part->offset + part->address;
		return !debug->info.dwfl || debug_info_of_section(&debug->info, part->section,
								  address - part->offset, linked);
	}
	return false;
}

/* Where the first byte of @part is. */
static bool part_start(const struct image_debug *debug, const struct elf_part *part,
		       uint64_t *linked)
{
	*linked = part->address;
	return !debug->info.dwfl || debug_info_of_section(&debug->info, part->section, 0, linked);
}

bool image_debug_place(const struct image_debug *debug, uint64_t linked, uint64_t *address)
{
	*address = linked - debug->shift;
	for (size_t i = 0; i < debug->part_count; i++) {
		const struct elf_part *part = &debug->parts[i];
		uint64_t start;

		if (!part_start(debug, part, &start) || linked < start ||
		    linked - start >= part->size)
			continue;
		*address = linked - start + part->offset - debug->shift;
		return true;
	}
	return !debug->part_count;
}

void resolver_close_debug(struct resolver *resolver)
{
	for (size_t i = 0; i < resolver->debug_count; i++)
		if (resolver->debug[i]) {
			debug_info_close(&resolver->debug[i]->info);
			free(resolver->debug[i]->parts);
			free(resolver->debug[i]);
		}
	free(resolver->debug);
	resolver->debug = NULL;
	resolver->debug_count = 0;
}
