/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_INPUT_H
#define SUPPORT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

/*
 * The bytes of one input, all at hand: a file is mapped; standard input and
 * what is unpacked (gzip, xz, zstd) go to an unlinked file in $TMPDIR when
 * they are large, so that memory does not follow the size of the input.
 */
struct input {
	const char *path;    /* as the user gave it; "-" is standard input */
	const uint8_t *data; /* not terminated */
	size_t size;
	bool is_directory; /* nothing is mapped: a format that knows directories opens its files */
	bool was_compressed;
	bool is_truncated; /* the packed data ended early: this is what it held */

	/* Private. */
	void *map;
	size_t map_size;
	int fd; /* if there is a map */
	struct spool *spool;
};

/*
 * Open @path, which must live as long as @in. Refuses, with @err, what cannot
 * be read and archives that grow beyond reason (more than 200-fold and more
 * than 256 MiB). An empty file is an input of size 0. "base.tar.xz/name" is a
 * member of an archive.
 */
int input_open(struct input *in, const char *path, struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* Is there a file, or an archive of which @path may be a member? */
bool input_exists(const char *path);

/*
 * The first bytes of a regular file, unpacked, to @head: at most @room of them.
 * Returns how many; 0 for what is no file or cannot be read.
 */
size_t input_head(const char *path, uint8_t *head, size_t room);

/* An input of @size bytes at @data, which are not copied. For tests. */
void input_from_bytes(struct input *in, const char *path, const void *data, size_t size);

/* Is it a file, whose bytes are mapped as they are? */
bool input_is_mapped(const struct input *in);

/*
 * Copy at most @size of the bytes at @from, which lie in the mapped file, to
 * @to. Returns how many; 0: the file ends there (now), or cannot be read.
 */
size_t input_copy(const struct input *in, const uint8_t *from, void *to, size_t size);

void input_close(struct input *in);

#endif
