// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Entries of the procedure linkage table: one for each relocation of .rela.plt
 * (or .rel.plt), in its order, behind a header (processor supplements of the
 * System V ABI). Like perf 6.1, only where the section says how large an entry
 * is, and only .plt itself.
 */
#include <string.h>

#include "symbols/elf.h"

struct plt_layout {
	uint64_t header, entry;
};

static struct plt_layout layout_of(const struct elf_file *file, const GElf_Shdr *plt)
{
	switch (file->header.e_machine) {
	case EM_ARM:
		return (struct plt_layout) { 20, 12 };
	case EM_AARCH64:
		return (struct plt_layout) { 32, 16 };
	case EM_S390:
		return (struct plt_layout) { 32, 32 };
	default:
		return (struct plt_layout) { plt->sh_entsize, plt->sh_entsize };
	}
}

static void add_entry(struct symbol_list *list, uint64_t start, uint64_t size, const char *name)
{
	size_t count = list->count;

	symbol_list_add(list, start, size, name, strlen(name), STT_FUNC, STB_GLOBAL);
	if (list->count > count)
		list->symbols[count].is_plt = true;
}

static uint64_t relocation_symbol(Elf_Data *data, bool with_addend, size_t at)
{
	GElf_Rela rela;
	GElf_Rel rel;

	if (with_addend)
		return gelf_getrela(data, at, &rela) ? GELF_R_SYM(rela.r_info) : 0;
	return gelf_getrel(data, at, &rel) ? GELF_R_SYM(rel.r_info) : 0;
}

static const char *symbol_name(const struct elf_file *file, Elf_Data *symbols, size_t strings,
			       uint64_t number)
{
	GElf_Sym symbol;
	const char *name = NULL;

	if (number && number <= INT32_MAX && gelf_getsym(symbols, number, &symbol))
		name = elf_strptr(file->elf, strings, symbol.st_name);
	return name ? name : "";
}

void elf_read_plt(const struct elf_file *file, struct symbol_list *list)
{
	GElf_Shdr plt, relocations, dynsym;
	Elf_Scn *relocation_section = elf_section_named(file, ".rela.plt", &relocations);

	if (!relocation_section)
		relocation_section = elf_section_named(file, ".rel.plt", &relocations);
	if (!relocation_section || !relocations.sh_entsize ||
	    !elf_section_named(file, ".plt", &plt) || plt.sh_type == SHT_NOBITS)
		return;

	Elf_Scn *symbol_section = elf_section_typed(file, SHT_DYNSYM, &dynsym);
	Elf_Data *symbols = symbol_section ? elf_getdata(symbol_section, NULL) : NULL;
	Elf_Data *data = elf_getdata(relocation_section, NULL);
	struct plt_layout layout = layout_of(file, &plt);
	size_t count = data ? data->d_size / relocations.sh_entsize : 0;
	uint64_t at = plt.sh_offset + layout.header;

	if (!symbols)
		return;
	for (size_t i = 0; i < count && at - plt.sh_offset < plt.sh_size; i++) {
		uint64_t symbol = relocation_symbol(data, relocations.sh_type == SHT_RELA, i);

		/* i386 says 4 and LLD 0, neither of which is it: no names are better than wrong ones. */
		if (layout.entry < 8)
			symbol_list_add(list, at, layout.entry, "", 0, STT_FUNC, STB_GLOBAL);
		else
			add_entry(list, at, layout.entry,
				  symbol_name(file, symbols, dynsym.sh_link, symbol));
		at += layout.entry;
	}
	symbol_list_sort(list);
}
