// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Programs and libraries: the file that was mapped, and if that is stripped
 * its separate debug file, the table packed into .gnu_debugdata, or what is
 * left for the dynamic linker.
 */
#include <stdlib.h>

#include "support/cleanup.h"
#include "symbols/elf.h"
#include "symbols/source.h"

/* Returns whether there was a full symbol table. */
static bool read_image(struct image_symbols *symbols, bool has_debug)
{
	struct symbol_list *list = &symbols->own;
	bool is_full = true;

	list->demangle = true;
	if (has_debug)
		elf_read_symbols(&symbols->debug, &symbols->file, ELF_FILE_OFFSETS, list);
	else
		elf_read_symbols(&symbols->file, NULL, ELF_FILE_OFFSETS, list);
	if (!has_debug && !elf_has_symtab(&symbols->file))
		is_full = elf_read_minidebug(&symbols->file, list);
	symbol_list_settle(list);
	elf_read_plt(&symbols->file, list);
	return is_full;
}

/* No image, but its debug file: the addresses are then those of the usual layout. */
static bool read_debug_only(struct image_symbols *symbols)
{
	symbols->own.demangle = true;
	elf_read_symbols(&symbols->debug, NULL, ELF_FILE_OFFSETS, &symbols->own);
	symbol_list_settle(&symbols->own);
	return symbols->own.count > 0;
}

static bool elf_load(struct resolver *resolver, uint32_t number, struct image_symbols *symbols)
{
	const struct dso *dso = &resolver->profile->dsos[number];
	const char *path = profile_text(resolver->profile, dso->path);
	struct build_id id = dso_build_id(dso);
	cleanup_free char *other = NULL;
	enum found found;
	bool has_debug = false;

	if (dso->pid)
		return false;
	found = find_image(&resolver->finder, path, &id, &symbols->file, &other);
	symbols->list = &symbols->own;
	if (found == FOUND_NOTHING || found == FOUND_OTHER) {
		if (id.size && find_debug(&resolver->finder, path, &id, NULL, &symbols->debug))
			return read_debug_only(symbols);
		if (other)
			resolver_refuse(resolver, number, other);
		return false;
	}
	if (found == FOUND_UNPROVED)
		resolver_unproved(resolver, number);
	if (!elf_has_symtab(&symbols->file))
		has_debug =
			find_debug(&resolver->finder, path, &id, &symbols->file, &symbols->debug);
	if (!read_image(symbols, has_debug))
		explain_stripped(resolver, number, &symbols->file);
	return true;
}

const struct symbol_source elf_source = {
	.name = "ELF file",
	.kinds = 1u << DSO_USER,
	.load = elf_load,
};
