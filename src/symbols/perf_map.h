/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_PERF_MAP_H
#define SYMBOLS_PERF_MAP_H

#include <stddef.h>

#include "symbols/list.h"

/* Add the symbols that the text of a /tmp/perf-PID.map lists; it must outlive @list. */
void perf_map_read(const char *text, size_t size, struct symbol_list *list);

#endif
