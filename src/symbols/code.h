/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_CODE_H
#define SYMBOLS_CODE_H

#include "support/table.h"
#include "symbols/debug_info.h"
#include "symbols/line_files.h"

/*
 * Which functions have the code at an address: one that was compiled, and those that the compiler
 * inlined into it there. Each unit that has code at some of the addresses is read once, and of it
 * only what encloses them.
 */
struct code_function {
	const char *name;   /* the linker's, else the source's; NULL: it has none */
	const char *file;   /* that declares it, as the compiler had it; NULL: not said */
	const char *folder; /* where the compiler ran; NULL: not said */
	unsigned line;
	const void *origin; /* private to code.c */
};

/* A function at a place in the code, and the frame that it is inlined into. */
struct code_frame {
	uint32_t function;
	uint32_t outer; /* TABLE_NONE: a compiled function */
};

struct code_place {
	uint64_t address;   /* as linked */
	uint32_t frame;	    /* found: the innermost; TABLE_NONE: no function is known there */
	const char *unit;   /* found: the source file of the unit that has it; NULL: none */
	const char *folder; /* ... and where the compiler ran */
};

/* Zero-initialised is empty. */
struct code_map {
	struct code_function *functions;
	struct code_frame *frames;
	uint32_t function_count, frame_count;
	size_t function_capacity, frame_capacity;
	struct table index;
	struct line_files files;
	Dwarf_Die skeleton; /* of the packed unit that is being read, whose files it names */
};

/*
 * Find what is at @places, which must be sorted by address. Texts live as long as @map and @info.
 * What could not be read is noted in @info.
 */
void code_map_read(struct code_map *map, struct debug_info *info, struct code_place *places,
		   size_t count);
void code_map_deinit(struct code_map *map);

#endif
