/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_MEMORY_H
#define SUPPORT_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Allocation that does not fail: when memory is out, one line on stderr and
 * abort(), as GLib does. No size may come from an input unchecked: what is
 * allocated must be in proportion to the bytes that are there.
 */
void *mem_alloc(size_t size) __attribute__((malloc, returns_nonnull));
void *mem_zalloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));

/*
 * Zeroes that are written at once, for hash tables: those are read before they are written, and a
 * page that is read first costs two faults and, with threads, an interrupt of the other CPUs.
 * @count * @size must not overflow.
 */
void *mem_zalloc_table(size_t count, size_t size) __attribute__((malloc, returns_nonnull));

void *mem_realloc(void *old, size_t count, size_t size) __attribute__((returns_nonnull));
char *mem_strdup(const char *text) __attribute__((malloc, returns_nonnull));

/* A stream that writes to memory: open_memstream(3). */
FILE *mem_stream(char **text, size_t *size) __attribute__((returns_nonnull));

/*
 * Make room for at least @need elements in the array @array, whose capacity is
 * @capacity: it at least doubles, so that appending stays linear.
 *
 *	array_reserve(rows, rows_capacity, rows_count + 1);
 */
#define array_reserve(array, capacity, need)                                      \
	do {                                                                      \
		if ((size_t)(need) > (size_t)(capacity)) {                        \
			size_t grown_ = mem_grown(capacity, need);                \
			(array) = mem_realloc((array), grown_, sizeof(*(array))); \
			(capacity) = grown_;                                      \
		}                                                                 \
	} while (0)

size_t mem_grown(size_t capacity, size_t need);

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
