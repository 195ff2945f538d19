/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_PERF_DATA_H
#define PERF_DATA_PERF_DATA_H

#include "ingest/format.h"

/* Recordings of perf record, read natively. */
extern const struct format_ops perf_data_format;

#endif
