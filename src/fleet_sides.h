/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLEET_SIDES_H
#define FLEET_SIDES_H

#include <symdiff/symdiff.h>

#include "fleet/fleet.h"
#include "fleet/ranges.h"

/* What is behind the handle of a fleet: machines, or tables of ranges that somebody posted. */
struct symdiff_fleet {
	bool is_ranges;
	struct fleet fleet;
	struct range_set ranges;
	bool busy;    /* shares are of busy time on all machines */
	bool charged; /* ... and buckets are told as owners */
	char **paths; /* as the user gave them */
	size_t path_count, path_capacity;
};

/*
 * fleet_rows.c: put into @rows, a fleet of machines without rows, what changed on @machine. Buckets
 * by the leaf and, where the machine has callchains, as owners.
 */
struct fleet_gathering;
struct fleet_gathering *fleet_gathering_new(struct symdiff_fleet *fleet, struct symdiff *rules);
void fleet_gather_diff(struct fleet_gathering *gathering, uint32_t machine,
		       const struct symdiff_diff *diff);
struct series;
void fleet_gather_evidence(struct fleet_gathering *gathering, uint32_t machine,
			   const struct series *two);
void fleet_gathering_free(struct fleet_gathering *gathering);

#endif
