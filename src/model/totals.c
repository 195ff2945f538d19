// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/totals.h"

#include <stdlib.h>

#include "support/memory.h"

void totals_init(struct totals *totals, const struct profile *profile, uint32_t event,
		 uint32_t bucket_count, uint32_t head_count)
{
	*totals = (struct totals) {
		.profile = profile,
		.event = event,
		.symbols = mem_zalloc(profile->symbol_count, sizeof(*totals->symbols)),
		.buckets = mem_zalloc(bucket_count, sizeof(*totals->buckets)),
		.leaves = mem_zalloc(bucket_count, sizeof(*totals->leaves)),
		.heads = mem_zalloc(head_count, sizeof(*totals->heads)),
		.bucket_count = bucket_count,
		.matrix = mem_zalloc((size_t)head_count * head_count, sizeof(*totals->matrix)),
		.head_count = head_count,
	};
}

void totals_deinit(struct totals *totals)
{
	free(totals->symbols);
	free(totals->buckets);
	free(totals->leaves);
	free(totals->heads);
	free(totals->matrix);
	time_sums_deinit(&totals->times);
	*totals = (struct totals) { 0 };
}

static const struct {
	const char *name, *where;
} contexts[] = {
	[RUN_TASK] = { "task", "" },
	[RUN_HARDIRQ] = { "hardirq", "" },
	[RUN_SOFTIRQ] = { "softirq", "on a task's back" },
	[RUN_SOFTIRQ_EXIT] = { "softirq", "at interrupt exit" },
	[RUN_KSOFTIRQD] = { "softirq", "ksoftirqd" },
	[RUN_NAPI_THREAD] = { "softirq", "threaded NAPI" },
	[RUN_KWORKER] = { "kworker", "" },
	[RUN_NMI] = { "nmi", "" },
	[RUN_IDLE] = { "idle", "" },
};

const char *run_context_name(enum run_context context)
{
	return contexts[context].name;
}

const char *run_context_where(enum run_context context)
{
	return contexts[context].where;
}

double totals_amount(const struct totals *totals)
{
	const struct event *event = totals_event(totals);

	return event->unit == UNIT_PERCENT ? event->amount : (double)totals->total;
}

bool totals_has_self(const struct totals *totals)
{
	if (!totals_event(totals)->has_children || !totals->total)
		return true;
	for (uint32_t i = 0; i < totals->profile->symbol_count; i++)
		if (totals->symbols[i].self &&
		    !(totals->profile->symbols[i].flags & SYMBOL_NOT_LISTED))
			return true;
	return false;
}
