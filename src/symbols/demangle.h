/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_DEMANGLE_H
#define SYMBOLS_DEMANGLE_H

#include <stddef.h>

/*
 * The C++, Rust or other source name of @len bytes at @name, without parameters and Rust's hashes,
 * as perf prints it; NULL if it is not a mangled name. To be freed.
 */
char *demangle(const char *name, size_t len);

#endif
