// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/line_files.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "support/bytes.h"
#include "support/memory.h"

#define MOST_FORMATS 16 /* DWARF 5 has five kinds of content */

/* Sections that names may be in. */
struct sections {
	Elf_Data *line, *line_str, *str;
};

struct entry {
	const char *name;
	uint32_t folder;  /* number in the table's folders */
	const char *path; /* both, once they were asked for */
};

struct line_table {
	Dwarf *dwarf;
	uint64_t offset;
	bool is_read; /* else libdw has to say */
	struct entry *folders, *files;
	size_t folder_count, file_count, folder_capacity, file_capacity;
};

/* How a table of DWARF 5 says what its entries hold. */
struct format {
	uint64_t content, form;
};

struct head {
	struct bytes in;
	struct sections sections;
	bool is_64bit;
	uint16_t version;
};

static struct sections sections_of(Dwarf *dwarf)
{
	Elf *elf = dwarf_getelf(dwarf);
	struct sections found = { 0 };
	Elf_Scn *section = NULL;
	size_t names;

	if (!elf || elf_getshdrstrndx(elf, &names))
		return found;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *name = gelf_getshdr(section, &header)
					   ? elf_strptr(elf, names, header.sh_name)
					   : NULL;

		/* Those that are packed libdw has unpacked in place, or is to read itself. */
		if (!name || header.sh_type == SHT_NOBITS || header.sh_flags & SHF_COMPRESSED)
			continue;
		if (!strcmp(name, ".debug_line"))
			found.line = elf_getdata(section, NULL);
		else if (!strcmp(name, ".debug_line_str"))
			found.line_str = elf_getdata(section, NULL);
		else if (!strcmp(name, ".debug_str"))
			found.str = elf_getdata(section, NULL);
	}
	return found;
}

static uint64_t read_leb(struct bytes *in)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t byte = bytes_u8(in);

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	in->failed = true;
	return 0;
}

static uint64_t read_offset(struct head *head)
{
	return head->is_64bit ? bytes_u64(&head->in) : bytes_u32(&head->in);
}

static const char *text_at(const Elf_Data *data, uint64_t offset)
{
	if (!data || !data->d_buf || offset >= data->d_size ||
	    !memchr((const char *)data->d_buf + offset, '\0', data->d_size - offset))
		return NULL;
	return (const char *)data->d_buf + offset;
}

static const char *read_text(struct head *head, uint64_t form)
{
	const char *text = NULL;
	size_t len;

	switch (form) {
	case DW_FORM_string:
		text = bytes_cstring(&head->in, &len);
		break;
	case DW_FORM_line_strp:
		text = text_at(head->sections.line_str, read_offset(head));
		break;
	case DW_FORM_strp:
		text = text_at(head->sections.str, read_offset(head));
		break;
	}
	if (!text)
		head->in.failed = true;
	return text;
}

static uint64_t read_number(struct head *head, uint64_t form)
{
	switch (form) {
	case DW_FORM_udata:
		return read_leb(&head->in);
	case DW_FORM_data1:
		return bytes_u8(&head->in);
	case DW_FORM_data2:
		return bytes_u16(&head->in);
	case DW_FORM_data4:
		return bytes_u32(&head->in);
	case DW_FORM_data8:
		return bytes_u64(&head->in);
	case DW_FORM_data16:
		bytes_take(&head->in, 16);
		return 0;
	case DW_FORM_block:
		bytes_take(&head->in, read_leb(&head->in));
		return 0;
	default:
		head->in.failed = true;
		return 0;
	}
}

static struct entry read_entry(struct head *head, const struct format *formats, size_t count)
{
	struct entry entry = { .name = "" };

	for (size_t i = 0; i < count && !bytes_failed(&head->in); i++) {
		if (formats[i].content == DW_LNCT_path)
			entry.name = read_text(head, formats[i].form);
		else if (formats[i].content == DW_LNCT_directory_index)
			entry.folder = (uint32_t)read_number(head, formats[i].form);
		else
			read_number(head, formats[i].form);
	}
	return entry;
}

/* Folders, or files, of DWARF 5: what an entry holds, how many there are, and these. */
static void read_entries(struct head *head, struct entry **list, size_t *count, size_t *capacity)
{
	struct format formats[MOST_FORMATS];
	size_t format_count = bytes_u8(&head->in);

	if (format_count > MOST_FORMATS) {
		head->in.failed = true;
		return;
	}
	for (size_t i = 0; i < format_count; i++) {
		formats[i].content = read_leb(&head->in);
		formats[i].form = read_leb(&head->in);
	}
	for (uint64_t left = read_leb(&head->in); left && !bytes_failed(&head->in); left--) {
		const uint8_t *before = head->in.at;

		array_reserve(*list, *capacity, *count + 1);
		(*list)[(*count)++] = read_entry(head, formats, format_count);
		if (head->in.at == before) /* entries of no size could go on for ever */
			head->in.failed = true;
	}
}

/* DWARF 2 to 4: both lists end with an empty name; numbers begin with 1, 0 is the unit's own. */
static void read_old_entries(struct head *head, struct line_table *table)
{
	const char *name;
	size_t len;

	array_reserve(table->folders, table->folder_capacity, 1);
	table->folders[table->folder_count++] = (struct entry) { .name = "" };
	array_reserve(table->files, table->file_capacity, 1);
	table->files[table->file_count++] = (struct entry) { .name = NULL };
	while ((name = bytes_cstring(&head->in, &len)) && len) {
		array_reserve(table->folders, table->folder_capacity, table->folder_count + 1);
		table->folders[table->folder_count++] = (struct entry) { .name = name };
	}
	while ((name = bytes_cstring(&head->in, &len)) && len) {
		struct entry entry = { .name = name };

		entry.folder = (uint32_t)read_leb(&head->in);
		read_leb(&head->in); /* when it was changed */
		read_leb(&head->in); /* its size */
		array_reserve(table->files, table->file_capacity, table->file_count + 1);
		table->files[table->file_count++] = entry;
	}
}

/* False if it is not one that this can read. */
static bool read_head(struct head *head, struct line_table *table)
{
	struct bytes *in = &head->in;
	uint64_t size = bytes_u32(in);

	head->is_64bit = size == 0xffffffff;
	if (head->is_64bit)
		size = bytes_u64(in);
	head->in = bytes_part(in, size);
	head->version = bytes_u16(in);
	if (head->version < 2 || head->version > 5)
		return false;
	if (head->version == 5)
		bytes_take(in, 2); /* sizes of addresses and segment selectors */
	read_offset(head);	   /* the head's length */
	bytes_take(in, head->version >= 4 ? 5 : 4);

	uint8_t opcodes = bytes_u8(in);

	bytes_take(in, opcodes ? opcodes - 1 : 0);
	if (head->version == 5) {
		read_entries(head, &table->folders, &table->folder_count, &table->folder_capacity);
		read_entries(head, &table->files, &table->file_count, &table->file_capacity);
	} else {
		read_old_entries(head, table);
	}
	return !bytes_failed(in);
}

static void read_table(struct line_table *table)
{
	struct head head = { .sections = sections_of(table->dwarf) };
	const Elf_Data *line = head.sections.line;
	GElf_Ehdr header;

	if (!line || !line->d_buf || table->offset >= line->d_size ||
	    !gelf_getehdr(dwarf_getelf(table->dwarf), &header))
		return;

	bool is_little = header.e_ident[EI_DATA] == ELFDATA2LSB;

	head.in =
		bytes_of((const uint8_t *)line->d_buf + table->offset, line->d_size - table->offset,
			 is_little != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__));
	table->is_read = read_head(&head, table);
}

/* Units may share a table. NULL: this one has none of its own. */
static struct line_table *table_of(struct line_files *files, Dwarf_Die *unit)
{
	Dwarf *dwarf = dwarf_cu_getdwarf(unit->cu);
	Dwarf_Attribute attribute;
	Dwarf_Word offset;

	if (!dwarf_attr(unit, DW_AT_stmt_list, &attribute) || dwarf_formudata(&attribute, &offset))
		return NULL;

	uint32_t hash = hash_pair((uintptr_t)dwarf, offset);

	table_for_each (&files->index, hash, known)
		if (files->tables[known].dwarf == dwarf && files->tables[known].offset == offset)
			return &files->tables[known];
	array_reserve(files->tables, files->capacity, files->count + 1);
	files->tables[files->count] = (struct line_table) { .dwarf = dwarf, .offset = offset };
	read_table(&files->tables[files->count]);
	table_insert(&files->index, hash, (uint32_t)files->count);
	return &files->tables[files->count++];
}

static const char *ask_libdw(Dwarf_Die *unit, uint64_t number)
{
	Dwarf_Files *files;
	Dwarf_Half version;
	size_t count;

	if (dwarf_cu_info(unit->cu, &version, NULL, NULL, NULL, NULL, NULL, NULL) ||
	    (!number && version < 5) || dwarf_getsrcfiles(unit, &files, &count) || number >= count)
		return NULL;
	return dwarf_filesrc(files, number, NULL, NULL);
}

const char *line_file(struct line_files *files, Dwarf_Die *unit, uint64_t number)
{
	struct line_table *table = table_of(files, unit);

	if (!table || !table->is_read)
		return ask_libdw(unit, number);
	if (number >= table->file_count || !table->files[number].name)
		return NULL;

	struct entry *file = &table->files[number];
	const char *folder =
		file->folder < table->folder_count ? table->folders[file->folder].name : "";

	if (!file->path)
		file->path = file->name[0] == '/' || !folder[0]
				     ? file->name
				     : arena_printf(&files->arena, "%s/%s", folder, file->name);
	return file->path;
}

void line_files_deinit(struct line_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		free(files->tables[i].folders);
		free(files->tables[i].files);
	}
	free(files->tables);
	table_deinit(&files->index);
	arena_deinit(&files->arena);
	*files = (struct line_files) { 0 };
}
