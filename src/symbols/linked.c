// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/linked.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

static bool is_code(const GElf_Sym *symbol)
{
	unsigned type = GELF_ST_TYPE(symbol->st_info);

	return (type == STT_FUNC || type == STT_NOTYPE) && symbol->st_shndx != SHN_UNDEF &&
	       symbol->st_shndx != SHN_ABS;
}

static bool is_global(const GElf_Sym *symbol)
{
	unsigned binding = GELF_ST_BIND(symbol->st_info);

	return binding == STB_GLOBAL || binding == STB_WEAK;
}

static void add_global(struct linked *linked, const char *name, uint64_t address)
{
	if (!*name || !address)
		return;
	array_reserve(linked->globals, linked->global_capacity, linked->global_count + 1);
	linked->globals[linked->global_count] = (struct linked_global) { name, address };
	table_insert(&linked->index, hash_bytes(name, strlen(name)), linked->global_count++);
}

static void add_address(struct linked *linked, uint64_t address)
{
	array_reserve(linked->addresses, linked->address_capacity, linked->address_count + 1);
	linked->addresses[linked->address_count++] = address;
}

static int compare_addresses(const void *a_, const void *b_)
{
	const uint64_t *a = a_, *b = b_;

	return *a < *b ? -1 : *a > *b;
}

static bool place_of(const struct debug_info *info, const GElf_Sym *symbol, uint64_t *address)
{
	*address = symbol->st_value;
	return !info->placed ||
	       debug_info_of_section(info, symbol->st_shndx, symbol->st_value, address);
}

void linked_read(struct linked *linked, const struct debug_info *info)
{
	GElf_Shdr header;
	Elf_Scn *section = elf_section_typed(&info->file, SHT_SYMTAB, &header);
	Elf_Data *data = section && header.sh_entsize ? elf_getdata(section, NULL) : NULL;
	size_t count = data ? data->d_size / header.sh_entsize : 0;

	for (size_t i = 1; i < count && i < INT32_MAX; i++) {
		GElf_Sym symbol;
		const char *name = NULL;
		uint64_t address;

		if (!gelf_getsym(data, (int)i, &symbol))
			break;
		if (!is_code(&symbol) || !place_of(info, &symbol, &address))
			continue;
		add_address(linked, address);
		if (is_global(&symbol))
			name = elf_strptr(info->file.elf, header.sh_link, symbol.st_name);
		if (name)
			add_global(linked, name, address);
	}
	if (linked->address_count)
		qsort(linked->addresses, linked->address_count, sizeof(*linked->addresses),
		      compare_addresses);
}

void linked_deinit(struct linked *linked)
{
	free(linked->globals);
	free(linked->addresses);
	table_deinit(&linked->index);
	*linked = (struct linked) { 0 };
}

uint64_t linked_address(const struct linked *linked, const char *name)
{
	table_for_each (&linked->index, hash_bytes(name, strlen(name)), i)
		if (!strcmp(linked->globals[i].name, name))
			return linked->globals[i].address;
	return 0;
}

bool linked_has(const struct linked *linked, uint64_t address)
{
	return linked->address_count && bsearch(&address, linked->addresses, linked->address_count,
						sizeof(address), compare_addresses);
}
