/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_FLEET_FORESTS_H
#define REPORT_FLEET_FORESTS_H

#include "fleet_sides.h"
#include "report/forest.h"

/*
 * The plots of a fleet: one for each result and for the buckets that moved most, a line a machine,
 * ordered by its change. Of ranges that somebody posted one plot, a line for each range.
 */
struct fleet_forests {
	struct forest *list;
	size_t count, capacity;
};

void fleet_forests_init(struct fleet_forests *forests, const struct symdiff_fleet *fleet,
			const struct symdiff_print_options *options);
void fleet_forests_deinit(struct fleet_forests *forests);

#endif
