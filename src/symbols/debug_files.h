/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_DEBUG_FILES_H
#define SYMBOLS_DEBUG_FILES_H

#include "symbols/debug_info.h"
#include "symbols/elf.h"
#include "symbols/source.h"

/* The debug information of a DSO of a profile, and where the DSO's addresses are in it. */
struct image_debug {
	struct debug_info info;
	uint64_t shift; /* to be added to an address of the profile, before the parts say where */
	struct elf_part *parts; /* none: the sum is the address as linked */
	size_t part_count;
};

/*
 * The debug information of DSO number @dso, if there is any: in a file of @symbols, which may be
 * taken from there, in what the user named, or found by build-id or name. A second call gives what
 * the first one did (@symbols may then be NULL). It lives as long as @resolver. NULL: there is
 * none, or it cannot be used, about which the profile then has a warning.
 */
struct image_debug *resolver_debug(struct resolver *resolver, uint32_t dso,
				   struct image_symbols *symbols);

/* Where @address of the profile is; false if nothing of the file is there. */
bool image_debug_address(const struct image_debug *debug, uint64_t address, uint64_t *linked);

/* The reverse: which address of the profile is @linked; false if the file has no such place. */
bool image_debug_place(const struct image_debug *debug, uint64_t linked, uint64_t *address);

void resolver_close_debug(struct resolver *resolver);

#endif
