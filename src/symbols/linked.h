/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_LINKED_H
#define SYMBOLS_LINKED_H

#include "support/table.h"
#include "symbols/debug_info.h"

/* Where the linker put functions, by the symbol table. Zero-initialised knows none. */
struct linked {
	struct linked_global {
		const char *name;
		uint64_t address;
	} * globals; /* those that other units can call */
	size_t global_count, global_capacity;
	struct table index;
	uint64_t *addresses; /* of all functions, in order */
	size_t address_count, address_capacity;
};

/* Read the .symtab of @info's file, in whose numbers addresses are; @info must outlive it. */
void linked_read(struct linked *linked, const struct debug_info *info);
void linked_deinit(struct linked *linked);

/* The address of the global (or weak) function @name; 0: there is none. */
uint64_t linked_address(const struct linked *linked, const char *name);

/* Is there a symbol of a function at @address? */
bool linked_has(const struct linked *linked, uint64_t address);

#endif
