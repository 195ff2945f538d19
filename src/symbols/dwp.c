// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/dwp.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "support/bytes.h"
#include "support/memory.h"

/* What a unit has of its own; the numbers are those of the index (DW_SECT_...), mostly. */
enum part {
	PART_INFO = 1,
	PART_ABBREV = 3,
	PART_STRINGS = 6, /* offsets of strings */
	PART_RANGES = 8,  /* range lists, in version 5 */
	PARTS,
};

struct slice {
	const uint8_t *at;
	size_t size;
};

struct package {
	struct slice index, sections[PARTS], text;
	struct slice unit[PARTS]; /* of the one that is looked for */
	unsigned version;
};

static struct slice section_of(Elf *elf, const char *wanted)
{
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return (struct slice) { NULL, 0 };
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *name = gelf_getshdr(section, &header)
					   ? elf_strptr(elf, names, header.sh_name)
					   : NULL;

		if (!name || strcmp(name, wanted) != 0 || header.sh_type == SHT_NOBITS)
			continue;

		Elf_Data *data = elf_getdata(section, NULL);

		if (data && data->d_buf)
			return (struct slice) { data->d_buf, data->d_size };
	}
	return (struct slice) { NULL, 0 };
}

static struct slice part_of(struct slice whole, uint64_t offset, uint64_t size)
{
	if (!whole.at || offset > whole.size || size > whole.size - offset)
		return (struct slice) { NULL, 0 };
	return (struct slice) { whole.at + offset, size };
}

static void open_package(const struct elf_file *file, struct package *package)
{
	*package = (struct package) {
		.index = section_of(file->elf, ".debug_cu_index"),
		.text = section_of(file->elf, ".debug_str.dwo"),
		.sections = {
			[PART_INFO] = section_of(file->elf, ".debug_info.dwo"),
			[PART_ABBREV] = section_of(file->elf, ".debug_abbrev.dwo"),
			[PART_STRINGS] = section_of(file->elf, ".debug_str_offsets.dwo"),
			[PART_RANGES] = section_of(file->elf, ".debug_rnglists.dwo"),
		},
	};
}

/* The row of @id in a hash table of @slots; 0: it has none. */
static uint32_t find_row(struct slice signatures, struct slice rows, uint32_t slots, uint64_t id)
{
	for (uint32_t i = 0; i < slots; i++)
		if (load64(signatures.at + 8ul * i, false) == id)
			return load32(rows.at + 4ul * i, false);
	return 0;
}

/* Where the parts of unit @id are: tables of signatures, rows, section numbers, offsets, sizes. */
static bool find_unit(struct package *package, uint64_t id)
{
	struct bytes in = bytes_of(package->index.at, package->index.size, false);
	uint64_t columns, units, slots;

	if (!package->index.at)
		return false;
	package->version = bytes_u16(&in);
	bytes_u16(&in);
	columns = bytes_u32(&in);
	units = bytes_u32(&in);
	slots = bytes_u32(&in);
	if ((package->version != 2 && package->version != 5) || columns > 16)
		return false;

	struct slice signatures = { bytes_take(&in, slots * 8), slots * 8 };
	struct slice rows = { bytes_take(&in, slots * 4), slots * 4 };
	const uint8_t *numbers = bytes_take(&in, columns * 4);
	const uint8_t *offsets = bytes_take(&in, units * columns * 4);
	const uint8_t *sizes = bytes_take(&in, units * columns * 4);

	if (bytes_failed(&in) || !signatures.at || !rows.at || !numbers || !offsets || !sizes)
		return false;

	uint32_t row = find_row(signatures, rows, (uint32_t)slots, id);

	if (!row || row > units)
		return false;
	for (uint64_t i = 0; i < columns; i++) {
		uint32_t number = load32(numbers + 4 * i, false);
		uint64_t at = ((row - 1) * columns + i) * 4;

		if (number < PARTS && (number != PART_RANGES || package->version == 5))
			package->unit[number] =
				part_of(package->sections[number], load32(offsets + at, false),
					load32(sizes + at, false));
	}
	return package->unit[PART_INFO].at && package->unit[PART_ABBREV].at;
}

/* A file being put together. */
struct builder {
	uint8_t *bytes;
	size_t size, capacity;
	Elf64_Shdr sections[10];
	unsigned count;
	char names[256];
	size_t names_size;
};

static size_t append(struct builder *builder, const void *bytes, size_t size)
{
	size_t at = builder->size;

	array_reserve(builder->bytes, builder->capacity, at + size + 1);
	if (size)
		memcpy(builder->bytes + at, bytes, size);
	builder->size += size;
	return at;
}

static void add_section(struct builder *builder, const char *name, uint32_t type,
			struct slice content)
{
	builder->sections[builder->count++] = (Elf64_Shdr) {
		.sh_name = (Elf64_Word)builder->names_size,
		.sh_type = type,
		.sh_offset = append(builder, content.at, content.size),
		.sh_size = content.size,
		.sh_addralign = 1,
	};
	memcpy(builder->names + builder->names_size, name, strlen(name) + 1);
	builder->names_size += strlen(name) + 1;
}

/*
 * The strings that the unit refers to. All those of a package together may be as large as a disk
 * image: only the unit's own are copied, and its table of offsets rewritten.
 */
static void add_strings(struct builder *builder, const struct package *package)
{
	struct slice table = package->unit[PART_STRINGS];
	size_t head = package->version == 5 ? 8 : 0;
	uint8_t *offsets = mem_alloc(table.size + 1), *text = NULL;
	size_t used = 0, capacity = 0;

	if (table.size)
		memcpy(offsets, table.at, table.size);
	for (size_t i = head; i + 4 <= table.size; i += 4) {
		uint32_t from = load32(offsets + i, false), to = (uint32_t)used;
		const char *string =
			from < package->text.size ? (const char *)package->text.at + from : "";
		size_t len =
			from < package->text.size ? strnlen(string, package->text.size - from) : 0;

		array_reserve(text, capacity, used + len + 1);
		memcpy(text + used, string, len);
		text[used + len] = '\0';
		used += len + 1;
		memcpy(offsets + i, &to, sizeof(to));
	}
	add_section(builder, ".debug_str", SHT_PROGBITS, (struct slice) { text, used });
	add_section(builder, ".debug_str_offsets", SHT_PROGBITS,
		    (struct slice) { offsets, table.size });
	free(offsets);
	free(text);
}

/* What the skeleton's attribute @name or @other says is this unit's part of a section. */
static struct slice behind_base(Dwarf *main, const char *section, Dwarf_Die *skeleton,
				unsigned name, unsigned other)
{
	struct slice whole = section_of(dwarf_getelf(main), section);
	Dwarf_Attribute attribute;
	Dwarf_Word base = 0;

	if ((dwarf_attr(skeleton, name, &attribute) || dwarf_attr(skeleton, other, &attribute)) &&
	    dwarf_formudata(&attribute, &base))
		base = 0;
	return whole.at && base <= whole.size ? part_of(whole, base, whole.size - base)
					      : (struct slice) { NULL, 0 };
}

static void finish(struct builder *builder, const GElf_Ehdr *main)
{
	size_t name = builder->names_size;

	memcpy(builder->names + name, ".shstrtab", sizeof(".shstrtab"));
	builder->names_size += sizeof(".shstrtab");
	builder->sections[builder->count] = (Elf64_Shdr) {
		.sh_name = (Elf64_Word)name,
		.sh_type = SHT_STRTAB,
		.sh_offset = append(builder, builder->names, builder->names_size),
		.sh_size = builder->names_size,
		.sh_addralign = 1,
	};
	builder->count++;
	while (builder->size % 8)
		append(builder, "", 1);

	Elf64_Ehdr header = {
		.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_EXEC,
		.e_machine = main->e_machine,
		.e_version = EV_CURRENT,
		.e_ehsize = sizeof(header),
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = (Elf64_Half)builder->count,
		.e_shstrndx = (Elf64_Half)(builder->count - 1),
		.e_shoff = append(builder, builder->sections,
				  builder->count * sizeof(*builder->sections)),
	};

	memcpy(builder->bytes, &header, sizeof(header));
}

/* The parts as the sections of an ordinary file: libdw reads a split unit in one as well. */
static void build(struct builder *builder, const struct package *package, Dwarf *main,
		  Dwarf_Die *skeleton, const GElf_Ehdr *header)
{
	static const Elf64_Ehdr room;

	*builder = (struct builder) { .count = 1, .names_size = 1 };
	append(builder, &room, sizeof(room));
	add_section(builder, ".debug_info", SHT_PROGBITS, package->unit[PART_INFO]);
	add_section(builder, ".debug_abbrev", SHT_PROGBITS, package->unit[PART_ABBREV]);
	add_strings(builder, package);
	if (package->unit[PART_RANGES].at)
		add_section(builder, ".debug_rnglists", SHT_PROGBITS, package->unit[PART_RANGES]);
	add_section(
		builder, ".debug_addr", SHT_PROGBITS,
		behind_base(main, ".debug_addr", skeleton, DW_AT_addr_base, DW_AT_GNU_addr_base));
	if (package->version == 2)
		add_section(builder, ".debug_ranges", SHT_PROGBITS,
			    behind_base(main, ".debug_ranges", skeleton, DW_AT_GNU_ranges_base,
					DW_AT_GNU_ranges_base));
	finish(builder, header);
}

bool dwp_unit(const struct elf_file *package_file, Dwarf *main, Dwarf_Die *skeleton, uint64_t id,
	      struct packed_unit *unit)
{
	struct package package;
	struct builder builder;
	Dwarf_CU *next;
	GElf_Ehdr header;

	*unit = (struct packed_unit) { 0 };
	open_package(package_file, &package);
	if (package_file->header.e_ident[EI_DATA] != ELFDATA2LSB ||
	    __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ ||
	    !gelf_getehdr(dwarf_getelf(main), &header) || !find_unit(&package, id))
		return false;
	build(&builder, &package, main, skeleton, &header);
	unit->image = builder.bytes;
	unit->elf = elf_memory((char *)unit->image, builder.size);
	unit->dwarf = unit->elf ? dwarf_begin_elf(unit->elf, DWARF_C_READ, NULL) : NULL;
	if (unit->dwarf && !dwarf_get_units(unit->dwarf, NULL, &next, NULL, NULL, &unit->die, NULL))
		return true;
	packed_unit_close(unit);
	return false;
}

void packed_unit_close(struct packed_unit *unit)
{
	if (unit->dwarf)
		dwarf_end(unit->dwarf);
	if (unit->elf)
		elf_end(unit->elf);
	free(unit->image);
	*unit = (struct packed_unit) { 0 };
}
