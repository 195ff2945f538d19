/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_DEBUG_INFO_H
#define SYMBOLS_DEBUG_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "symbols/dwp.h"
#include "symbols/elf_file.h"

/*
 * The debug information (DWARF 2 to 5, read with libdw) of one image, and which of its units has
 * the code at an address. Addresses here are as the image was linked; those of a relocatable
 * object are what libdwfl made of them: see debug_info_of_section.
 *
 *	debug_info_open(&info, &file, &trouble)
 *	for (size_t n = 0; (unit = debug_info_unit(&info, address, n)); n++)
 *		... debug_unit_die(&info, unit, &die) ...
 *	debug_info_close(&info)
 */
struct debug_unit {
	Dwarf_Die die;	/* the unit's own; of split DWARF the skeleton's */
	Dwarf_Die full; /* of split DWARF, once it was looked for: the part in the .dwo file */
	struct packed_unit *packed; /* or in a package; NULL: it is not from there */
	enum { UNIT_WHOLE, UNIT_SPLIT, UNIT_SPLIT_FOUND, UNIT_SPLIT_MISSING } state;
};

struct debug_range {
	uint64_t start, end; /* end: the first address behind it */
	uint64_t reach;	     /* the largest end of this and those before it */
	uint32_t unit;
};

struct debug_info {
	struct elf_file file;
	struct elf_file alternate; /* what dwz took out of several files */
	Dwarf *dwarf;
	Dwarf *alternate_dwarf;
	Dwfl *dwfl;  /* of a relocatable object: has the above */
	Elf *placed; /* ... and this, with the sections' places in their headers; else NULL */
	struct elf_file package; /* of .dwo files: FILE.dwp */
	bool package_sought;
	int fd;		 /* when libdw has to know where the file is; else -1 */
	uint64_t lowest; /* of the code: what lies before it was removed by the linker */

	struct debug_unit *units;
	struct debug_range *ranges; /* by start */
	size_t unit_count, unit_capacity, range_count, range_capacity;

	uint64_t deadline_ns; /* of CLOCK_MONOTONIC; 0: none */
	bool is_damaged;      /* something in it could not be read */
	bool is_late;	      /* the deadline has passed: what is not read yet will not be */
	size_t missing_split; /* units whose .dwo file was not found */
};

/* Does the file have debug information? */
bool elf_has_dwarf(const struct elf_file *file);

/* What can be wrong with a debug file, in words that follow its name. */
struct debug_trouble {
	char text[512]; /* "": nothing */
};

/* Finds the file that dwz moved shared parts to: @name as written, of build-id @id. */
struct debug_finder {
	bool (*find_alternate)(void *data, const struct elf_file *file, const char *name,
			       const struct build_id *id, struct elf_file *alternate);
	void *data;
};

/*
 * Open the debug information of @file, which is taken over, and zeroed, whatever comes of it.
 * After @seconds (0: never) reading will stop. False, with nothing to close, if there is none
 * that can be used; @trouble then says why, and may also say what is wrong with a file that was
 * opened.
 */
bool debug_info_open(struct debug_info *info, struct elf_file *file,
		     const struct debug_finder *finder, unsigned seconds,
		     struct debug_trouble *trouble);
void debug_info_close(struct debug_info *info);

/* The @n-th unit (from 0) that says it has code at @address; NULL past the last. */
struct debug_unit *debug_info_unit(struct debug_info *info, uint64_t address, size_t n);

/* The entry below which a unit's functions are. False if its .dwo file cannot be had. */
bool debug_unit_die(struct debug_info *info, struct debug_unit *unit, Dwarf_Die *die);

/* The address of the byte @offset of section @section of a relocatable object. */
bool debug_info_of_section(const struct debug_info *info, size_t section, uint64_t offset,
			   uint64_t *address);

/* Has the time for this file run out? */
bool debug_info_is_late(struct debug_info *info);

#endif
