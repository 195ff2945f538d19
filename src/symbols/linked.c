// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/linked.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

static bool is_code(const GElf_Sym *symbol)
{
	unsigned type = GELF_ST_TYPE(symbol->st_info);

	return (type == STT_FUNC || type == STT_NOTYPE) && symbol->st_shndx != SHN_ABS;
}

static bool is_global(const GElf_Sym *symbol)
{
	unsigned binding = GELF_ST_BIND(symbol->st_info);

	return binding == STB_GLOBAL || binding == STB_WEAK;
}

static void add_name(struct linked_names *names, const char *name, uint64_t address)
{
	if (!name || !*name)
		return;
	array_reserve(names->list, names->capacity, names->count + 1);
	names->list[names->count] = (struct linked_name) { name, address };
	table_insert(&names->index, hash_bytes(name, strlen(name)), (uint32_t)names->count++);
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

/* Call @take for each function, and each that is not defined, at 0. */
typedef void (*take_symbol)(struct linked *linked, const GElf_Sym *symbol, const char *name,
			    uint64_t address);

static void each_symbol(struct linked *linked, take_symbol take)
{
	const struct debug_info *info = linked->info;
	GElf_Shdr header;
	Elf_Scn *section = elf_section_typed(&info->file, SHT_SYMTAB, &header);
	Elf_Data *data = section && header.sh_entsize ? elf_getdata(section, NULL) : NULL;
	size_t count = data ? data->d_size / header.sh_entsize : 0;

	for (size_t i = 1; i < count && i < INT32_MAX; i++) {
		GElf_Sym symbol;
		uint64_t address = 0;

		if (!gelf_getsym(data, (int)i, &symbol))
			break;
		if (!is_code(&symbol) ||
		    (symbol.st_shndx != SHN_UNDEF && !place_of(info, &symbol, &address)))
			continue;
		take(linked, &symbol, elf_strptr(info->file.elf, header.sh_link, symbol.st_name),
		     address);
	}
}

static void take_global(struct linked *linked, const GElf_Sym *symbol, const char *name,
			uint64_t address)
{
	if (address)
		add_address(linked, address);
	if (is_global(symbol))
		add_name(&linked->globals, name, address);
}

static void take_local(struct linked *linked, const GElf_Sym *symbol, const char *name,
		       uint64_t address)
{
	if (!is_global(symbol) && address)
		add_name(&linked->locals, name, address);
}

void linked_read(struct linked *linked, const struct debug_info *info)
{
	linked->info = info;
	each_symbol(linked, take_global);
	if (linked->address_count)
		qsort(linked->addresses, linked->address_count, sizeof(*linked->addresses),
		      compare_addresses);
}

static void deinit_names(struct linked_names *names)
{
	free(names->list);
	table_deinit(&names->index);
}

void linked_deinit(struct linked *linked)
{
	deinit_names(&linked->globals);
	deinit_names(&linked->locals);
	free(linked->addresses);
	*linked = (struct linked) { 0 };
}

/* The first of this name, and how many there are. */
static uint64_t find_name(const struct linked_names *names, const char *name, size_t *count)
{
	uint64_t address = 0;

	*count = 0;
	table_for_each (&names->index, hash_bytes(name, strlen(name)), i)
		if (!strcmp(names->list[i].name, name) && !(*count)++)
			address = names->list[i].address;
	return address;
}

uint64_t linked_address(struct linked *linked, const char *name)
{
	size_t count;
	uint64_t address = find_name(&linked->globals, name, &count);

	if (count)
		return address;
	if (!linked->has_locals)
		each_symbol(linked, take_local);
	linked->has_locals = true;
	address = find_name(&linked->locals, name, &count);
	return count == 1 ? address : 0;
}

bool linked_has(const struct linked *linked, uint64_t address)
{
	return linked->address_count && bsearch(&address, linked->addresses, linked->address_count,
						sizeof(address), compare_addresses);
}
