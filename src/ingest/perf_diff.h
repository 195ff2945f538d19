/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_DIFF_H
#define INGEST_PERF_DIFF_H

#include "ingest/text.h"

extern const struct table_format perf_diff_format;

#endif
