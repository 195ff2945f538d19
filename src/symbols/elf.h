/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_ELF_H
#define SYMBOLS_ELF_H

#include "symbols/elf_file.h"
#include "symbols/list.h"

/* In which numbers the addresses of a list are to be. */
enum elf_space {
	ELF_FILE_OFFSETS,   /* where the bytes are in the file that was mapped */
	ELF_ADDRESSES,	    /* as linked: kernels */
	ELF_MODULE_OFFSETS, /* from the start of the memory that a kernel module is loaded to */
};

/*
 * Add the symbols of @file, of .symtab or if it has none of .dynsym, to @list, and settle it. For
 * a separate debug file @runtime is the file that was mapped, whose program headers count; NULL
 * if it is not at hand. Both must outlive the list. True if there was a symbol table.
 */
bool elf_read_symbols(const struct elf_file *file, const struct elf_file *runtime,
		      enum elf_space space, struct symbol_list *list);

/* So many bytes from @offset on are the ones linked to @address, or the start of @section. */
struct elf_part {
	uint64_t offset, size, address;
	size_t section;
};

/*
 * How addresses in the numbers of @space, ELF_FILE_OFFSETS or ELF_MODULE_OFFSETS, are those of
 * @file, which may be a separate debug file: then @runtime is as for elf_read_symbols. *@parts,
 * of which the number is returned, is to be freed.
 */
size_t elf_parts(const struct elf_file *file, const struct elf_file *runtime, enum elf_space space,
		 struct elf_part **parts);

/* Add those of .gnu_debugdata, which is xz-packed: a symbol table to go with .dynsym. */
bool elf_read_minidebug(const struct elf_file *file, struct symbol_list *list);

/* Add the entries of the procedure linkage table, named like malloc@plt, to a settled list. */
void elf_read_plt(const struct elf_file *runtime, struct symbol_list *list);

/* The value of the symbol @name in .symtab. */
bool elf_symbol_value(const struct elf_file *file, const char *name, uint64_t *value);

#endif
