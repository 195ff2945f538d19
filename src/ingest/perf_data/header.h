/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_HEADER_H
#define PERF_DATA_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "ingest/perf_data/attr.h"

struct section {
	uint64_t offset, size;
};

/* What the first bytes of a perf.data file say. */
struct header {
	bool swap;    /* written by a machine of the other byte order */
	bool is_pipe; /* only records follow: attributes and features are records too */
	uint64_t attr_size;
	struct section attrs, data, event_types;
	uint64_t features[4]; /* bits */
};

bool header_probe(const void *data, size_t size);

/* Read and check it. -1 with @err: damaged, or not perf.data at all. */
int header_read(struct header *header, const uint8_t *data, size_t size,
		struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* The attributes of a file (not of a pipe), with their ids. */
int header_read_attrs(const struct header *header, const uint8_t *data, size_t size,
		      struct attrs *attrs, struct symdiff_error *err) SYMDIFF_MUST_CHECK;

static inline bool header_has(const struct header *header, unsigned int feature)
{
	return header->features[feature / 64] >> (feature % 64) & 1;
}

#endif
