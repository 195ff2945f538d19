// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes give a copy of kallsyms, a perf map, or neither; what is listed is found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/kallsyms.h"
#include "symbols/perf_map.h"

#define CHECK(condition)                                                                \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In kallsyms no symbol has a size, so that none overlaps another. */
static void check_list(struct symbol_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct listed *symbol = &list->symbols[i];
		const struct listed *found = symbol_list_find(list, symbol->start);

		CHECK(symbol->is_alias || symbol->start == symbol->end || found == symbol);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct kallsyms kallsyms;
	struct symbol_list map = { 0 };

	if (kallsyms_from_bytes(&kallsyms, "fuzz", data, size)) {
		CHECK(kallsyms.lines > 0 && kallsyms.zeros <= kallsyms.lines);
		check_list(&kallsyms.kernel);
		for (size_t i = 0; i < kallsyms.module_count; i++) {
			struct kallsyms_module *module = &kallsyms.modules[i];

			symbol_list_settle(&module->list);
			check_list(&module->list);
		}
		kallsyms_close(&kallsyms);
	}
	perf_map_read((const char *)data, size, &map);
	for (size_t i = 0; i < map.count; i++)
		symbol_list_find(&map, map.symbols[i].start);
	symbol_list_deinit(&map);
	return 0;
}
