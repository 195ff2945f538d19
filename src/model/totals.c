// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/totals.h"

#include <stdlib.h>

#include "support/memory.h"

void totals_init(struct totals *totals, const struct profile *profile, uint32_t event,
		 uint32_t bucket_count)
{
	*totals = (struct totals) {
		.profile = profile,
		.event = event,
		.total = profile->events[event].total,
		.symbols = mem_zalloc(profile->symbol_count, sizeof(*totals->symbols)),
		.buckets = mem_zalloc(bucket_count, sizeof(*totals->buckets)),
		.bucket_count = bucket_count,
	};
}

void totals_deinit(struct totals *totals)
{
	free(totals->symbols);
	free(totals->buckets);
	*totals = (struct totals) { 0 };
}

double totals_amount(const struct totals *totals)
{
	const struct event *event = totals_event(totals);

	return event->unit == UNIT_PERCENT ? event->amount : (double)event->total;
}
