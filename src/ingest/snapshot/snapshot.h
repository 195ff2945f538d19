/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SNAPSHOT_SNAPSHOT_H
#define SNAPSHOT_SNAPSHOT_H

#include "ingest/format.h"
#include "support/buffer.h"

/*
 * symdiff's own file of folded profiles: one or more runs, each with all that the stages behind
 * the symbol stage ask for, so that every answer is the same as from what was read for it.
 * docs/snapshot.md describes it.
 */
extern const struct format_ops snapshot_format;

#define SNAPSHOT_SCHEMA	 "symdiff/snapshot/"
#define SNAPSHOT_VERSION 1

/* Of a symbol, beside SYMBOL_...: INLINE_COMPILED. */
#define SNAPSHOT_COMPILED (1u << 2)

struct snapshot {
	const struct profile *const *runs; /* their symbols are resolved */
	const char *const *paths;	   /* what the user called each */
	size_t count;
	const char *whole; /* what the user called them together; NULL: nothing */
};

/* Append it to @out as a file is. The same runs in the same order give the same bytes. */
void snapshot_write(const struct snapshot *snapshot, struct buffer *out);

#endif
