/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_KALLSYMS_H
#define SYMBOLS_KALLSYMS_H

#include <stdbool.h>

#include "support/input.h"
#include "support/table.h"
#include "symbols/list.h"

/*
 * A copy of /proc/kallsyms: lines "address type name" of the kernel and, with a tab and "[module]"
 * behind them, of its modules (kernel/kallsyms.c: s_show; types as in nm(1)).
 */
struct kallsyms {
	char *path;
	struct input in;
	struct symbol_list kernel;
	struct kallsyms_module {
		const char *name; /* without brackets, not terminated */
		size_t name_len;
		uint64_t base; /* its lowest text symbol, in the first page of its memory */
		struct symbol_list list;
	} * modules;
	size_t module_count, module_capacity;
	struct table module_index;
	size_t lines, zeros;	     /* symbols, and those with address 0 */
	uint64_t text, stext, etext; /* 0: not listed */
};

/*
 * Read @path. False if it cannot be read or has no symbols; then nothing needs closing.
 */
bool kallsyms_open(struct kallsyms *kallsyms, const char *path);

/* The same of @size bytes at @data, which must outlive it. */
bool kallsyms_from_bytes(struct kallsyms *kallsyms, const char *name, const void *data,
			 size_t size);

/* kptr_restrict hid the addresses: all are 0. */
static inline bool kallsyms_is_hidden(const struct kallsyms *kallsyms)
{
	return kallsyms->zeros == kallsyms->lines;
}

/* The module @name, "-" counting as "_"; NULL if it has no symbols here. */
struct kallsyms_module *kallsyms_module_find(struct kallsyms *kallsyms, const char *name);

/* The address of @name in the kernel, 0 if it is not listed. */
uint64_t kallsyms_address(const struct kallsyms *kallsyms, const char *name);

void kallsyms_close(struct kallsyms *kallsyms);

#endif
