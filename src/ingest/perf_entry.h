/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_ENTRY_H
#define INGEST_PERF_ENTRY_H

#include "ingest/perf_cells.h"
#include "ingest/rows.h"
#include "model/profile.h"

/* One row of perf report, understood. Numbers are one for each event of the group. */
struct perf_entry {
	struct slice comm, dso, symbol; /* empty: the table does not say */
	char marker;			/* 'k', '.', 'g', 'u', 'H'; 0: none */
	bool has_percent, has_children, has_samples, has_period;
	struct decimal percent[PERF_GROUP_MAX], children[PERF_GROUP_MAX];
	uint64_t samples[PERF_GROUP_MAX], period[PERF_GROUP_MAX];
};

/* Tell what the cells of a row mean. */
void perf_entry_read(const struct perf_columns *columns, const struct perf_cells *cells,
		     struct perf_entry *entry);

/* The DSO and the symbol of an entry in @profile; without a symbol it is the DSO's [unknown]. */
uint32_t perf_entry_dso(struct profile *profile, const struct perf_entry *entry);
uint32_t perf_entry_symbol(struct profile *profile, const struct perf_entry *entry);

/* The row that @entry is for the event that is number @i of its group. */
struct row perf_entry_row(struct profile *profile, const struct perf_entry *entry, unsigned i);

#endif
