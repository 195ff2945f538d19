/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_DWP_H
#define SYMBOLS_DWP_H

#include <elfutils/libdw.h>

#include "symbols/elf_file.h"

/* A unit out of a DWARF package, as a file of its own in memory that libdw can read. */
struct packed_unit {
	uint8_t *image;
	Elf *elf;
	Dwarf *dwarf;
	Dwarf_Die die;
};

/*
 * The unit @id of the package @package (DWARF 5, 7.3.5; version 2 of GNU likewise, which goes with
 * DWARF 4), whose skeleton is @skeleton of @main. False if it is not there or damaged. elfutils
 * 0.188 does not read packages.
 */
bool dwp_unit(const struct elf_file *package, Dwarf *main, Dwarf_Die *skeleton, uint64_t id,
	      struct packed_unit *unit);
void packed_unit_close(struct packed_unit *unit);

#endif
