// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Symbols of ELF files (elf(5), System V ABI chapter 4), those that perf 6.1
 * takes: functions, objects, and labels in sections of text or data.
 */
#include "symbols/elf.h"

#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "support/unpack.h"

#define PAGE 4096u

struct section {
	uint64_t address, offset, size, flags;
	uint64_t module_offset; /* where the kernel's loader puts it */
	bool is_loaded;		/* into a module's text */
	bool takes_labels;	/* perf keeps labels of such sections */
};

struct segment {
	uint64_t address, size, offset;
};

struct reader {
	const struct elf_file *file;
	enum elf_space space;
	struct section *sections;
	size_t section_count;
	struct segment *segments;
	size_t segment_count;
	struct symbol_list *list;
	bool copy_names; /* the file will be closed before the list is done with */
};

static void read_sections(struct reader *reader)
{
	const struct elf_file *file = reader->file;
	size_t count;

	if (elf_getshdrnum(file->elf, &count) || count > file->in.size / sizeof(Elf32_Shdr))
		return;
	reader->sections = mem_zalloc(count + 1, sizeof(*reader->sections));
	reader->section_count = count;
	for (size_t i = 0; i < count; i++) {
		Elf_Scn *section = elf_getscn(file->elf, i);
		GElf_Shdr header;

		if (!section || !gelf_getshdr(section, &header))
			continue;

		const char *name = elf_strptr(file->elf, file->string_section, header.sh_name);

		reader->sections[i] = (struct section) {
			.address = header.sh_addr,
			.offset = header.sh_offset,
			.size = header.sh_size,
			.flags = header.sh_flags,
			.takes_labels = name && (strstr(name, "text") || strstr(name, "data")),
			.is_loaded = name && strncmp(name, ".init", 5) != 0,
		};
	}
}

/*
 * The kernel's loader (layout_sections in kernel/module/main.c) puts what is executable first, in
 * the file's order, each section aligned as it wishes; .init sections live elsewhere.
 */
static void lay_out_module(struct reader *reader)
{
	uint64_t at = 0;

	for (size_t i = 0; i < reader->section_count; i++) {
		struct section *section = &reader->sections[i];
		GElf_Shdr header;
		const uint64_t text = SHF_ALLOC | SHF_EXECINSTR;

		if ((section->flags & text) != text || !section->is_loaded ||
		    !gelf_getshdr(elf_getscn(reader->file->elf, i), &header)) {
			section->is_loaded = false;
			continue;
		}

		uint64_t align = header.sh_addralign;

		if (align > 1 && !(align & (align - 1)))
			at = (at + align - 1) & ~(align - 1);
		section->module_offset = at;
		at += section->size;
	}
}

/* In a separate debug file the offsets are often void, and nothing is in the file. */
static bool offsets_are_true(const struct elf_file *file)
{
	GElf_Shdr header;

	return !elf_section_named(file, ".text", &header) || header.sh_type != SHT_NOBITS;
}

static void read_segments(struct reader *reader, const struct elf_file *file)
{
	bool true_offsets = offsets_are_true(file);
	uint64_t base = UINT64_MAX;
	size_t count;

	if (elf_getphdrnum(file->elf, &count) || count > file->in.size / sizeof(Elf32_Phdr))
		return;
	reader->segments = mem_zalloc(count + 1, sizeof(*reader->segments));
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(file->elf, i, &header) || header.p_type != PT_LOAD)
			continue;
		if (base == UINT64_MAX)
			base = header.p_vaddr & ~(uint64_t)(PAGE - 1);
		/* GNU ld gives text whole pages, at the same distance in file and memory. */
		if (!true_offsets && (header.p_vaddr & (PAGE - 1)))
			continue;
		reader->segments[reader->segment_count++] = (struct segment) {
			.address = header.p_vaddr,
			.size = header.p_memsz,
			.offset = true_offsets ? header.p_offset : header.p_vaddr - base,
		};
	}
}

static bool file_offset(const struct reader *reader, const struct section *section,
			uint64_t *address)
{
	for (size_t i = 0; i < reader->segment_count; i++) {
		const struct segment *segment = &reader->segments[i];

		if (*address >= segment->address && *address - segment->address < segment->size) {
			*address += segment->offset - segment->address;
			return true;
		}
	}
	/* JIT images may have sections only. */
	if (reader->segment_count && !offsets_are_true(reader->file))
		return false;
	*address += section->offset - section->address;
	return true;
}

/* $a, $d, $t, $x: marks in ARM and RISC-V code, not functions. */
static bool is_mapping_symbol(const struct elf_file *file, const char *name)
{
	unsigned machine = file->header.e_machine;

	if (machine != EM_ARM && machine != EM_AARCH64 && machine != EM_RISCV)
		return false;
	return name[0] == '$' && name[1] && strchr("adtx", name[1]) &&
	       (!name[2] || name[2] == '.' || machine == EM_RISCV);
}

static bool is_wanted(const GElf_Sym *symbol, const struct section *section)
{
	unsigned type = GELF_ST_TYPE(symbol->st_info);
	unsigned visibility = GELF_ST_VISIBILITY(symbol->st_other);

	if (type == STT_NOTYPE)
		return section->takes_labels && visibility != STV_HIDDEN &&
		       visibility != STV_INTERNAL;
	return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT;
}

static void take_symbol(struct reader *reader, const GElf_Sym *symbol, const char *name,
			uint32_t section_number)
{
	const struct section *section = &reader->sections[section_number];
	uint64_t address = symbol->st_value;

	if (!name[0] || !(section->flags & SHF_ALLOC) || !is_wanted(symbol, section) ||
	    is_mapping_symbol(reader->file, name))
		return;
	/* The lowest bit says that it is Thumb code. */
	if (reader->file->header.e_machine == EM_ARM && GELF_ST_TYPE(symbol->st_info) == STT_FUNC)
		address &= ~1ull;
	if (reader->space == ELF_FILE_OFFSETS && !file_offset(reader, section, &address))
		return;
	if (reader->space == ELF_MODULE_OFFSETS) {
		if (!section->is_loaded || address > section->size)
			return;
		address += section->module_offset;
	}

	size_t len = strlen(name);

	if (reader->copy_names)
		name = arena_strndup(&reader->list->arena, name, len);
	symbol_list_add(reader->list, address, symbol->st_size, name, len,
			GELF_ST_TYPE(symbol->st_info), GELF_ST_BIND(symbol->st_info));
}

/* The symbol table of @type with the section that numbers its large section numbers. */
static Elf_Data *symbol_table(const struct elf_file *file, uint32_t type, GElf_Shdr *header,
			      Elf_Data **large_numbers)
{
	Elf_Scn *table = elf_section_typed(file, type, header), *section = NULL;
	GElf_Shdr other;

	*large_numbers = NULL;
	if (!table || !header->sh_entsize)
		return NULL;
	while ((section = elf_nextscn(file->elf, section)))
		if (gelf_getshdr(section, &other) && other.sh_type == SHT_SYMTAB_SHNDX &&
		    other.sh_link == elf_ndxscn(table))
			*large_numbers = elf_getdata(section, NULL);
	return elf_getdata(table, NULL);
}

static bool read_table(struct reader *reader, uint32_t type)
{
	GElf_Shdr header;
	Elf_Data *numbers, *table = symbol_table(reader->file, type, &header, &numbers);
	size_t count = table ? table->d_size / header.sh_entsize : 0;

	if (count < 2 || count > INT32_MAX)
		return false;
	for (size_t i = 1; i < count; i++) {
		GElf_Sym symbol;
		Elf32_Word number = 0;

		if (!gelf_getsymshndx(table, numbers, i, &symbol, &number))
			break;
		if (symbol.st_shndx != SHN_XINDEX)
			number = symbol.st_shndx < SHN_LORESERVE ? symbol.st_shndx : 0;
		if (!number || number >= reader->section_count)
			continue;

		const char *name = elf_strptr(reader->file->elf, header.sh_link, symbol.st_name);

		if (name)
			take_symbol(reader, &symbol, name, number);
	}
	return true;
}

static bool read_symbols(struct reader *reader, const struct elf_file *runtime)
{
	bool found;

	read_sections(reader);
	if (reader->space == ELF_MODULE_OFFSETS)
		lay_out_module(reader);
	if (reader->space == ELF_FILE_OFFSETS)
		read_segments(reader, runtime ? runtime : reader->file);
	found = reader->section_count &&
		(read_table(reader, SHT_SYMTAB) || read_table(reader, SHT_DYNSYM));
	free(reader->sections);
	free(reader->segments);
	return found;
}

bool elf_read_symbols(const struct elf_file *file, const struct elf_file *runtime,
		      enum elf_space space, struct symbol_list *list)
{
	struct reader reader = { .file = file, .space = space, .list = list };

	return read_symbols(&reader, runtime);
}

size_t elf_parts(const struct elf_file *file, const struct elf_file *runtime, enum elf_space space,
		 struct elf_part **parts)
{
	struct reader reader = { .file = file, .space = space };
	size_t count = 0;

	if (space == ELF_MODULE_OFFSETS) {
		read_sections(&reader);
		lay_out_module(&reader);
	} else {
		read_segments(&reader, runtime ? runtime : file);
	}
	*parts = mem_zalloc(reader.section_count + reader.segment_count + 1, sizeof(**parts));
	for (size_t i = 0; i < reader.section_count; i++)
		if (reader.sections[i].is_loaded)
			(*parts)[count++] = (struct elf_part) {
				.offset = reader.sections[i].module_offset,
				.size = reader.sections[i].size,
				.section = i,
			};
	for (size_t i = 0; i < reader.segment_count; i++)
		(*parts)[count++] = (struct elf_part) {
			.offset = reader.segments[i].offset,
			.size = reader.segments[i].size,
			.address = reader.segments[i].address,
		};
	free(reader.sections);
	free(reader.segments);
	return count;
}

bool elf_read_minidebug(const struct elf_file *file, struct symbol_list *list)
{
	GElf_Shdr header;
	size_t size;
	const void *packed =
		elf_section_bytes(elf_section_named(file, ".gnu_debugdata", &header), &size);
	struct spool *spool;
	struct elf_file inner;
	bool truncated, found = false;

	if (!packed || !unpack_is_packed(packed, size))
		return false;
	spool = spool_new();
	if (!unpack(packed, size, spool, &truncated, NULL)) {
		const uint8_t *data = spool_data(spool, NULL);

		if (data && elf_file_from_bytes(&inner, file->path, data, spool_size(spool))) {
			struct reader reader = { .file = &inner,
						 .space = ELF_FILE_OFFSETS,
						 .list = list,
						 .copy_names = true };

			found = read_symbols(&reader, file);
			elf_file_close(&inner);
		}
	}
	spool_free(spool);
	return found;
}

bool elf_symbol_value(const struct elf_file *file, const char *name, uint64_t *value)
{
	GElf_Shdr header;
	Elf_Data *numbers, *table = symbol_table(file, SHT_SYMTAB, &header, &numbers);
	size_t count = table ? table->d_size / header.sh_entsize : 0;

	for (size_t i = 1; i < count && i < INT32_MAX; i++) {
		GElf_Sym symbol;
		const char *own;

		if (!gelf_getsym(table, i, &symbol))
			break;
		own = elf_strptr(file->elf, header.sh_link, symbol.st_name);
		if (own && symbol.st_shndx != SHN_UNDEF && !strcmp(own, name)) {
			*value = symbol.st_value;
			return true;
		}
	}
	return false;
}
