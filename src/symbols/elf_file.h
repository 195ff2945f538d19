/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_ELF_FILE_H
#define SYMBOLS_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gelf.h>

#include "support/input.h"

struct build_id {
	uint8_t size; /* 0: none */
	uint8_t bytes[20];
};

/* An ELF file that is open, whatever layer of compression was around it. */
struct elf_file {
	char *path;
	struct input in;
	Elf *elf;
	GElf_Ehdr header;
	struct build_id build_id;
	size_t string_section; /* of the sections' names */
};

/*
 * Open @path. False, quietly, if there is no such file or it is no ELF file that can be used; then
 * nothing needs closing.
 */
bool elf_file_open(struct elf_file *file, const char *path);

/* The same of @size bytes at @data, which stay the caller's and must outlive @file. */
bool elf_file_from_bytes(struct elf_file *file, const char *name, const void *data, size_t size);

void elf_file_close(struct elf_file *file);

/*
 * Let the file's bytes be changed in memory, and only there: libdw does that with the headers of
 * sections that it unpacks. False if that cannot be; then do not give the file to libdw.
 */
bool elf_file_allow_changes(struct elf_file *file);

/* The first section of this name or type; NULL if there is none. */
Elf_Scn *elf_section_named(const struct elf_file *file, const char *name, GElf_Shdr *header);
Elf_Scn *elf_section_typed(const struct elf_file *file, uint32_t type, GElf_Shdr *header);

/* A section's bytes, unpacked if they were; NULL if it has none. */
const void *elf_section_bytes(Elf_Scn *section, size_t *size);

/* Does the file have a full symbol table (.symtab), not only the dynamic one? */
bool elf_has_symtab(const struct elf_file *file);

/*
 * The name and checksum of the separate debug file (.gnu_debuglink; GDB manual, "Separate Debug
 * Files"). The name lives as long as @file; NULL if there is none or it is not a plain file name.
 */
const char *elf_debuglink(const struct elf_file *file, uint32_t *crc);

/* Are they one id? An id of 20 bytes that ends in zeros may stand for a shorter one. */
bool build_id_equal(const struct build_id *a, const struct build_id *b);

/* In hexadecimal, to a buffer of BUILD_ID_TEXT bytes. Returns it. */
#define BUILD_ID_TEXT 41
const char *build_id_text(const struct build_id *id, char *buf);

/* The id in the notes of @size bytes at @notes, e.g. of /sys/kernel/notes. */
bool build_id_of_notes(const void *notes, size_t size, struct build_id *id);

#endif
