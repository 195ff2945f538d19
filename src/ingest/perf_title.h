/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_TITLE_H
#define INGEST_PERF_TITLE_H

#include "ingest/perf_columns.h"
#include "ingest/text.h"

/*
 * Read the title at line @at, and its ruler, whole or wrapped. Returns the
 * number of lines they take, or 0 if there is no title.
 */
size_t perf_title_read(const struct text *text, size_t at, struct perf_columns *columns);

#endif
