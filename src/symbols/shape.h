/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_SHAPE_H
#define SYMBOLS_SHAPE_H

#include <stdint.h>

/*
 * Where symbols overlap, perf shows the one that it meets first on its way down a red-black tree,
 * which depends on the order in which they were added and removed. This is that tree, built from
 * a settled list when the first overlap is hit.
 */
struct symbol_list;
struct listed;
struct shape;

/* The symbol that perf shows at @address, else NULL. */
const struct listed *shape_find(struct symbol_list *list, uint64_t address);

void shape_free(struct shape *shape);

#endif
