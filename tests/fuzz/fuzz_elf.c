// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes give an ELF file with some symbols, none of which is found where
 * it is not, or no ELF file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/elf.h"

#define CHECK(condition)                                                                \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_list(struct symbol_list *list)
{
	static const uint64_t places[] = { 0, 1, 0x1000, 0x1234, 0x401000, UINT64_MAX };

	for (size_t i = 1; i < list->count; i++)
		CHECK(list->symbols[i - 1].start <= list->symbols[i].start);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places) + list->count; i++) {
		uint64_t at = i < list->count ? list->symbols[i].start : places[i - list->count];
		const struct listed *found = symbol_list_find(list, at);

		CHECK(!found || (found->start <= at && at < found->end && found->name_len));
	}
}

static void check_space(const struct elf_file *file, enum elf_space space)
{
	struct symbol_list list = { .demangle = true };

	elf_read_symbols(file, file, space, &list);
	elf_read_minidebug(file, &list);
	symbol_list_settle(&list);
	elf_read_plt(file, &list);
	check_list(&list);
	symbol_list_deinit(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct elf_file file;
	uint64_t value;
	uint32_t crc;

	if (!elf_file_from_bytes(&file, "fuzz", data, size))
		return 0;
	CHECK(file.build_id.size <= sizeof(file.build_id.bytes));

	const char *link = elf_debuglink(&file, &crc);

	CHECK(!link || (link[0] && !strchr(link, '/')));
	elf_symbol_value(&file, "_text", &value);
	check_space(&file, ELF_FILE_OFFSETS);
	check_space(&file, ELF_ADDRESSES);
	check_space(&file, ELF_MODULE_OFFSETS);
	elf_file_close(&file);
	return 0;
}
