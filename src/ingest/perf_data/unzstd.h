/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_UNZSTD_H
#define PERF_DATA_UNZSTD_H

#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "support/spool.h"

/*
 * The compressed records of one file: one zstd stream cut into pieces, whose
 * records may begin in one piece and end in another. All of it is unpacked to
 * a spool, so that memory does not follow its size.
 */
struct unzstd;

struct unzstd *unzstd_new(void);

/*
 * Unpack one record's @size bytes. @limit is how much perf says a record may
 * give (0: it does not); more than that is damage, not data. @offset is for
 * messages. After -1 what was unpacked before is still there.
 */
int unzstd_add(struct unzstd *unzstd, const uint8_t *data, size_t size, uint32_t limit,
	       uint64_t offset, struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* How much was unpacked, and all of it (NULL with @err: the spool cannot be read). */
uint64_t unzstd_size(const struct unzstd *unzstd);
const uint8_t *unzstd_data(struct unzstd *unzstd, struct symdiff_error *err);

void unzstd_free(struct unzstd *unzstd);

#endif
