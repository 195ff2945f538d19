/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_REPORT_H
#define INGEST_PERF_REPORT_H

#include "ingest/text.h"

extern const struct table_format perf_report_format;

#endif
