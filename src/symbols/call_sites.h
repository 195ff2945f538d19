/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_CALL_SITES_H
#define SYMBOLS_CALL_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols/debug_info.h"

/*
 * What debug information says of calls (DWARF 5, section 3.4; before that the GNU extension in
 * https://gcc.gnu.org/wiki/TailCallSite as DW_TAG_GNU_call_site): for the place that a call
 * returns to the function that was called, and which functions end in a jump to another one. All
 * addresses are as @info has them. A unit is read when something in it is asked for.
 */
struct call_sites;

/* The calls in @info, which must outlive it. */
struct call_sites *call_sites_new(struct debug_info *info);
void call_sites_free(struct call_sites *sites);

/*
 * The entry of the function that @address is in, in any part of it; 0: none is described, or it
 * was written in assembly, which may do anything.
 */
uint64_t call_sites_function(struct call_sites *sites, uint64_t address);

/*
 * The entry of the function whose call returns to @address. 0: no call is described there, or it
 * is indirect, or nothing says where its target is.
 */
uint64_t call_sites_callee(struct call_sites *sites, uint64_t address);

/* A jump at the end of a function, to another one. */
struct tail_jump {
	uint64_t target; /* its entry; 0: indirect, or nothing says where it is */
	uint64_t place;	 /* an address inside the jump */
};

struct tail_jumps {
	const struct tail_jump *list; /* until the next call */
	size_t count;
	bool complete; /* the compiler says that there are no others */
};

/* The tail calls of the function that begins at @entry; false if none is described there. */
bool call_sites_jumps(struct call_sites *sites, uint64_t entry, struct tail_jumps *jumps);

#endif
