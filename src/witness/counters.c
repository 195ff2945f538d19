// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Counters that stand for the work of a bucket: where there were more faults, a larger share of
 * fault handling is no surprise. A counter that did not move says that each costs more, or less.
 */
#include <math.h>
#include <string.h>

#include "evidence/format.h"
#include "support/memory.h"
#include "witness/witness.h"

enum { SHOWN = 3 };

/* Which counters speak of which bucket; a name that ends in '*' stands for all that begin so. */
static const struct {
	const char *bucket, *name;
} counters[] = {
	{ "sched", "context-switches" },
	{ "sched", "cs" },
	{ "sched", "sched_count" },
	{ "sched", "ttwu_count" },
	{ "sched", "run_delay_ns" },
	{ "irq", "in" },
	{ "block", "bi" },
	{ "block", "bo" },
	{ "sched", "cpu-migrations" },
	{ "mem/fault", "pgfault" },
	{ "mem/fault", "page-faults" },
	{ "mem/fault", "minor-faults" },
	{ "mem/fault", "pgmajfault" },
	{ "mem/reclaim", "pgscan_*" },
	{ "mem/reclaim", "pgsteal_*" },
	{ "mem/reclaim", "compact_*" },
	{ "mem/reclaim", "allocstall*" },
	{ "mem/reclaim", "pswpin" },
	{ "mem/reclaim", "pswpout" },
	{ "mem/huge", "thp_*" },
	{ "mem/numa", "numa_*" },
	{ "mem/numa", "pgmigrate_*" },
	{ "mem/tlb", "nr_tlb_*" },
	{ "allocator/page", "pgalloc_*" },
	{ "allocator/page", "pgfree" },
	{ "block", "pgpgin" },
	{ "block", "pgpgout" },
	{ "fs/pagecache", "nr_dirtied" },
	{ "fs/pagecache", "nr_written" },
	{ "proc", "task-clock" },
};

static bool names(const char *pattern, const char *name)
{
	size_t len = strlen(pattern);

	return len && pattern[len - 1] == '*' ? !strncmp(pattern, name, len - 1)
					      : !strcmp(pattern, name);
}

static bool speaks_of(const struct topic *topic, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(counters); i++)
		if (topic_is(topic, counters[i].bucket) && names(counters[i].name, name))
			return true;
	return false;
}

static bool is_counter(const struct evidence_row *row)
{
	return row->format == &vmstat_format || row->format == &perf_stat_format ||
	       row->format == &vmstat_report_format || row->format == &schedstat_format;
}

/* In the order of rank, the largest moves first. */
void hear_counters(const struct topic *topic, struct testimony *testimony)
{
	const struct evidence_diff *moves = &topic->witness->moves;
	size_t shown = 0;

	for (size_t i = 0; i < moves->count && shown < SHOWN; i++) {
		const struct evidence_pair *pair = &moves->pairs[i];
		const struct evidence_row *row = pair->sides[NEW];
		const struct evidence_move *move = pair->count ? &pair->moves[0] : NULL;

		if (!row || !pair->sides[BASE] || !is_counter(row) || !move || !pair->moved ||
		    isnan(move->delta) || !speaks_of(topic, row->name))
			continue;
		testify(testimony,
			(move->delta > 0) == topic->grew ? OPINION_AGREES : OPINION_CONTRADICTS,
			"%s %.0f -> %.0f", row->name, move->sides[BASE].value,
			move->sides[NEW].value);
		shown++;
	}
}
