/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_UNPACK_H
#define SUPPORT_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "support/spool.h"

/* Do these bytes begin a gzip, xz, zstd or bzip2 file? */
bool unpack_is_packed(const uint8_t *data, size_t size);

/*
 * Unpack @size bytes at @data into @out. A file that ends early gives what it
 * holds and sets *@truncated. -1 with @err: damaged, or a bomb (it grows more
 * than 200-fold and beyond 256 MiB).
 */
int unpack(const uint8_t *data, size_t size, struct spool *out, bool *truncated,
	   struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* The same of the first bytes only: at most @room of them, to @head. Returns how many. */
size_t unpack_head(const uint8_t *data, size_t size, uint8_t *head, size_t room);

#endif
