/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_LOCATE_H
#define PERF_DATA_LOCATE_H

#include "ingest/perf_data/places.h"
#include "ingest/perf_data/reader.h"

/* What an address leads to: a location, or (where that is NONE) an address of a DSO. */
struct target {
	uint32_t location;
	uint32_t dso;
	uint64_t address;
};

struct locator {
	struct reader *reader;
	uint32_t nowhere[DSO_HYPERVISOR + 1]; /* locations for what was not mapped, or NONE */
};

void locator_init(struct locator *locator, struct reader *reader);

/* What was mapped at @place. */
struct target locate(struct locator *locator, const struct place *place);

#endif
