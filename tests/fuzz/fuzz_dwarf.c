// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes that are an ELF file with debug information give, at any address, nothing, or a chain
 * of functions that ends; or the file is refused with a reason. Damage costs no more time than was
 * allowed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/code.h"
#include "symbols/source_path.h"

#define CHECK(condition)                                                                \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

#define MOST_PLACES 256

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int compare(const void *a_, const void *b_)
{
	const struct code_place *a = a_, *b = b_;

	return a->address < b->address ? -1 : a->address > b->address;
}

/* Both ends and the middle of what units say they have. */
static size_t choose_places(const struct debug_info *info, struct code_place *places)
{
	size_t count = 0;

	places[count++].address = 0;
	places[count++].address = UINT64_MAX;
	for (size_t i = 0; i < info->range_count && count + 3 < MOST_PLACES; i++) {
		const struct debug_range *range = &info->ranges[i];

		CHECK(range->start < range->end && range->unit < info->unit_count);
		places[count++].address = range->start;
		places[count++].address = range->start + (range->end - range->start) / 2;
		places[count++].address = range->end - 1;
	}
	qsort(places, count, sizeof(*places), compare);
	return count;
}

static void check_place(const struct code_map *map, const struct code_place *place)
{
	char buf[64];

	for (uint32_t frame = place->frame; frame != TABLE_NONE;) {
		const struct code_frame *at = &map->frames[frame];

		CHECK(frame < map->frame_count && at->function < map->function_count);
		/* What is around a function was found before it: the chain ends. */
		CHECK(at->outer == TABLE_NONE || at->outer < frame);
		if (map->functions[at->function].file)
			CHECK(strlen(source_path(NULL, map->functions[at->function].folder,
						 map->functions[at->function].file, buf,
						 sizeof(buf))) < sizeof(buf));
		frame = at->outer;
	}
}

static void check_info(struct debug_info *info)
{
	struct code_place places[MOST_PLACES] = { 0 };
	struct source_tree tree = { 0 };
	struct code_map map = { 0 };
	size_t count = choose_places(info, places);

	code_map_read(&map, info, places, count);
	for (size_t i = 0; i < count; i++)
		check_place(&map, &places[i]);
	source_tree_find(&tree, info);
	source_tree_deinit(&tree);
	code_map_deinit(&map);
}

/* As a package: its first units, as if the file's own first one were the skeleton of each. */
static void check_package(struct elf_file *file)
{
	GElf_Shdr header;
	size_t size;
	const uint8_t *index =
		elf_section_bytes(elf_section_named(file, ".debug_cu_index", &header), &size);
	Dwarf *dwarf;
	Dwarf_CU *next;
	Dwarf_Die die;

	if (!index || !elf_file_allow_changes(file))
		return;
	dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
	if (dwarf && !dwarf_get_units(dwarf, NULL, &next, NULL, NULL, &die, NULL))
		for (size_t at = 16; at + 8 <= size && at < 48; at += 8) {
			struct packed_unit unit;
			uint64_t id;

			memcpy(&id, index + at, sizeof(id));
			if (!dwp_unit(file, dwarf, &die, id, &unit))
				continue;
			dwarf_diename(&unit.die);
			packed_unit_close(&unit);
		}
	if (dwarf)
		dwarf_end(dwarf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct debug_trouble trouble = { "" };
	struct debug_info info;
	struct elf_file file;
	/* What libdw changes must be writable, and gone afterwards. */
	uint8_t *copy = malloc(size + 1);

	CHECK(copy);
	memcpy(copy, data, size);
	if (elf_file_from_bytes(&file, "fuzz", copy, size)) {
		check_package(&file);
		elf_file_close(&file);
		memcpy(copy, data, size);
	}
	if (elf_file_from_bytes(&file, "fuzz", copy, size)) {
		if (debug_info_open(&info, &file, NULL, 1, &trouble)) {
			check_info(&info);
			debug_info_close(&info);
		} else {
			CHECK(trouble.text[0]);
		}
	}
	free(copy);
	return 0;
}
