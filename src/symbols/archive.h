/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_ARCHIVE_H
#define SYMBOLS_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols/elf_file.h"

/*
 * A tar file (tar(5): ustar, with GNU's long names), packed or not, such as perf archive makes of
 * the build-id cache: .build-id/xx/yyyy are links to folders that hold the files.
 */
struct archive;

/* NULL: it cannot be read, or is no tar file. */
struct archive *archive_open(const char *path);

/* The same of @size bytes at @data, which must outlive it. */
struct archive *archive_from_bytes(const char *name, const void *data, size_t size);

/*
 * What the archive has for @id: the file that the link of the build-id leads to, with @suffix
 * behind it ("/elf", ".debug", ""). Lives as long as @archive. NULL: nothing.
 */
const uint8_t *archive_find(const struct archive *archive, const struct build_id *id,
			    const char *suffix, size_t *size);

void archive_free(struct archive *archive);

#endif
