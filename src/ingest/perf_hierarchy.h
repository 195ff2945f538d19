/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_HIERARCHY_H
#define INGEST_PERF_HIERARCHY_H

#include "ingest/perf_columns.h"
#include "ingest/rows.h"
#include "ingest/text.h"

/*
 * Read the rows of perf report --hierarchy from line @at on: a level of
 * indentation for each sort key. Only the deepest level goes to @rows (one for
 * each event of the group), with what the levels above it name. Returns the
 * line behind the table.
 */
size_t perf_hierarchy_read(const struct text *text, size_t at, const struct perf_columns *columns,
			   struct profile *profile, struct rows *rows);

#endif
