// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/elf_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/memory.h"

static bool take_build_id(const uint8_t *desc, size_t size, struct build_id *id)
{
	if (!size || size > sizeof(id->bytes))
		return false;
	id->size = size;
	memcpy(id->bytes, desc, size);
	return true;
}

/* Notes as libelf gives them: in this machine's byte order. */
static bool build_id_of_data(Elf_Data *data, struct build_id *id)
{
	GElf_Nhdr note;
	size_t at = 0, name, desc;

	while (data && data->d_buf && (at = gelf_getnote(data, at, &note, &name, &desc)) > 0)
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp((const char *)data->d_buf + name, "GNU", 4))
			return take_build_id((const uint8_t *)data->d_buf + desc, note.n_descsz,
					     id);
	return false;
}

bool build_id_of_notes(const void *notes, size_t size, struct build_id *id)
{
	const uint8_t *at = notes;

	while (size >= 12) {
		uint32_t name_size, desc_size, type;

		memcpy(&name_size, at, 4);
		memcpy(&desc_size, at + 4, 4);
		memcpy(&type, at + 8, 4);
		at += 12, size -= 12;

		uint64_t name_room = ((uint64_t)name_size + 3) & ~3ull;
		uint64_t desc_room = ((uint64_t)desc_size + 3) & ~3ull;

		if (name_room > size || desc_room > size - name_room)
			return false;
		if (type == NT_GNU_BUILD_ID && name_size == 4 && !memcmp(at, "GNU", 4))
			return take_build_id(at + name_room, desc_size, id);
		at += name_room + desc_room, size -= name_room + desc_room;
	}
	return false;
}

static void find_build_id(struct elf_file *file)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t count;

	while ((section = elf_nextscn(file->elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_NOTE &&
		    build_id_of_data(elf_getdata(section, NULL), &file->build_id))
			return;
	/* An image without section headers. */
	if (elf_getphdrnum(file->elf, &count))
		return;
	for (size_t i = 0; i < count && i < UINT16_MAX; i++) {
		GElf_Phdr segment;

		if (gelf_getphdr(file->elf, i, &segment) && segment.p_type == PT_NOTE &&
		    segment.p_offset < file->in.size &&
		    segment.p_filesz <= file->in.size - segment.p_offset &&
		    build_id_of_data(
			    elf_getdata_rawchunk(file->elf, segment.p_offset, segment.p_filesz,
						 segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR),
			    &file->build_id))
			return;
	}
}

static bool open_elf(struct elf_file *file)
{
	elf_version(EV_CURRENT);
	if (file->in.size < EI_NIDENT || memcmp(file->in.data, ELFMAG, SELFMAG))
		return false;
	/* libelf wants to write to it only when asked to update the file. */
	file->elf = elf_memory((char *)(uintptr_t)file->in.data, file->in.size);
	if (!file->elf || elf_kind(file->elf) != ELF_K_ELF ||
	    !gelf_getehdr(file->elf, &file->header))
		return false;
	if (elf_getshdrstrndx(file->elf, &file->string_section))
		file->string_section = 0;
	find_build_id(file);
	return true;
}

bool elf_file_open(struct elf_file *file, const char *path)
{
	*file = (struct elf_file) { .path = mem_strdup(path) };
	if (!input_open(&file->in, file->path, NULL) && open_elf(file))
		return true;
	elf_file_close(file);
	return false;
}

bool elf_file_from_bytes(struct elf_file *file, const char *name, const void *data, size_t size)
{
	*file = (struct elf_file) { .path = mem_strdup(name) };
	input_from_bytes(&file->in, file->path, data, size);
	if (open_elf(file))
		return true;
	elf_file_close(file);
	return false;
}

void elf_file_close(struct elf_file *file)
{
	if (file->elf)
		elf_end(file->elf);
	input_close(&file->in);
	free(file->path);
	*file = (struct elf_file) { 0 };
}

bool elf_file_allow_changes(struct elf_file *file)
{
	uintptr_t start = (uintptr_t)file->in.data, page = sysconf(_SC_PAGESIZE);
	uintptr_t first = start & ~(page - 1);

	/* Maps of files are private; what was unpacked into memory can be written anyway. */
	return !mprotect((void *)first, start + file->in.size - first, PROT_READ | PROT_WRITE);
}

Elf_Scn *elf_section_named(const struct elf_file *file, const char *name, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(file->elf, section))) {
		const char *own;

		if (!gelf_getshdr(section, header))
			continue;
		own = elf_strptr(file->elf, file->string_section, header->sh_name);
		if (own && !strcmp(own, name))
			return section;
	}
	return NULL;
}

Elf_Scn *elf_section_typed(const struct elf_file *file, uint32_t type, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(file->elf, section)))
		if (gelf_getshdr(section, header) && header->sh_type == type)
			return section;
	return NULL;
}

const void *elf_section_bytes(Elf_Scn *section, size_t *size)
{
	Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;

	*size = data && data->d_buf ? data->d_size : 0;
	return *size ? data->d_buf : NULL;
}

bool elf_has_symtab(const struct elf_file *file)
{
	GElf_Shdr header;

	return elf_section_typed(file, SHT_SYMTAB, &header) && header.sh_size > header.sh_entsize;
}

const char *elf_debuglink(const struct elf_file *file, uint32_t *crc)
{
	GElf_Shdr header;
	size_t size;
	const char *name =
		elf_section_bytes(elf_section_named(file, ".gnu_debuglink", &header), &size);
	size_t len = name ? strnlen(name, size) : 0;
	size_t at = (len + 4) & ~(size_t)3; /* behind the name and its padding */

	if (!len || at > size || size - at < 4 || memchr(name, '/', len))
		return NULL;

	const uint8_t *bytes = (const uint8_t *)name + at;
	bool big = file->header.e_ident[EI_DATA] == ELFDATA2MSB;

	*crc = 0;
	for (int i = 0; i < 4; i++)
		*crc |= (uint32_t)bytes[big ? 3 - i : i] << (8 * i);
	return name;
}

bool build_id_equal(const struct build_id *a, const struct build_id *b)
{
	const struct build_id *longer = a->size > b->size ? a : b,
			      *shorter = a->size > b->size ? b : a;

	if (!shorter->size || memcmp(a->bytes, b->bytes, shorter->size))
		return false;
	if (longer->size != shorter->size && longer->size != sizeof(longer->bytes))
		return false;
	for (size_t i = shorter->size; i < longer->size; i++)
		if (longer->bytes[i])
			return false;
	return true;
}

const char *build_id_text(const struct build_id *id, char *buf)
{
	buf[0] = '\0';
	for (size_t i = 0; i < id->size && i < sizeof(id->bytes); i++)
		snprintf(buf + 2 * i, 3, "%02x", id->bytes[i]);
	return buf;
}
