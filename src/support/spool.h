/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_SPOOL_H
#define SUPPORT_SPOOL_H

#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

/*
 * Bytes that arrive piece by piece and are then looked at as a whole: in
 * memory while they are few, in an unlinked file in $TMPDIR (or /var/tmp)
 * beyond that.
 */
struct spool;

struct spool *spool_new(void);
int spool_write(struct spool *spool, const void *data, size_t size,
		struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* From now on take @most bytes in all: a write beyond that is taken in part, and fails. */
void spool_limit(struct spool *spool, uint64_t most);

/* How many bytes were written. */
uint64_t spool_size(const struct spool *spool);

/* All bytes; valid until spool_free. NULL with @err if the file cannot be mapped. */
const uint8_t *spool_data(struct spool *spool, struct symdiff_error *err);

void spool_free(struct spool *spool);

#endif
