/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_LINE_FILES_H
#define SYMBOLS_LINE_FILES_H

#include <elfutils/libdw.h>

#include "support/arena.h"
#include "support/table.h"

/*
 * The names of source files that units refer to by number: the head of each unit's line table
 * (DWARF 5, 6.2.4; DWARF 2 to 4 likewise). libdw gives them, too, but reads all lines for it, which
 * takes longer than everything else. Zero-initialised is empty.
 */
struct line_files {
	struct line_table *tables;
	size_t count, capacity;
	struct table index; /* by where they are */
	struct arena arena;
};

/*
 * File number @number of the unit @unit: with its folder, which may be relative to where the
 * compiler ran. NULL if there is none. Lives as long as @files and the unit.
 */
const char *line_file(struct line_files *files, Dwarf_Die *unit, uint64_t number);

void line_files_deinit(struct line_files *files);

#endif
