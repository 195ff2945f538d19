/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_DEBUGINFOD_H
#define SYMBOLS_DEBUGINFOD_H

#include <stdbool.h>

#include "symbols/elf_file.h"

/*
 * Files by build-id from the servers in $DEBUGINFOD_URLS (debuginfod_find_debuginfo(3)), which
 * libdebuginfod keeps in its own cache. It is loaded when it is asked for: symdiff works without.
 */
struct debuginfod;

/* NULL: the library is not installed, or cannot be used. */
struct debuginfod *debuginfod_open(void);

enum debuginfod_kind { DEBUGINFOD_EXECUTABLE, DEBUGINFOD_DEBUGINFO };

/* The path of the file of @id, to be freed; NULL: no server has it. May take long. */
char *debuginfod_find(struct debuginfod *client, enum debuginfod_kind kind,
		      const struct build_id *id);

void debuginfod_close(struct debuginfod *client);

#endif
