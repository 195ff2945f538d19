/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_LINKED_H
#define SYMBOLS_LINKED_H

#include "support/table.h"
#include "symbols/debug_info.h"

/* Where the linker put functions, by the symbol table. Zero-initialised knows none. */
struct linked_names {
	struct linked_name {
		const char *name;
		uint64_t address; /* 0: it is in another image */
	} * list;
	size_t count, capacity;
	struct table index;
};

struct linked {
	const struct debug_info *info;
	struct linked_names globals; /* those that other units can call */
	struct linked_names locals;  /* the rest; read when one is asked for */
	bool has_locals;
	uint64_t *addresses; /* of all functions, in order */
	size_t address_count, address_capacity;
};

/* Read the .symtab of @info's file, in whose numbers addresses are; @info must outlive it. */
void linked_read(struct linked *linked, const struct debug_info *info);
void linked_deinit(struct linked *linked);

/*
 * The address of the function @name that a unit does not have itself: a global (or weak) one, else
 * the only local one, since linkers make local what is hidden, or what no other unit needs after
 * link-time optimisation. 0: there is none, or it is in another image.
 */
uint64_t linked_address(struct linked *linked, const char *name);

/* Is there a symbol of a function at @address? */
bool linked_has(const struct linked *linked, uint64_t address);

#endif
