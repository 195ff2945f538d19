/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_TRACING_H
#define PERF_DATA_TRACING_H

#include <stddef.h>
#include <stdint.h>

#include "support/bytes.h"

/*
 * Tracing data: what the recording machine's tracefs says of the tracepoints
 * used, among it their ids and names. Layout: trace-cmd.dat.v6(5), whose
 * header it shares up to the event formats (checked with perf 6.1).
 */

/* Call @found for each tracepoint of @in: "system:name" and its id (attr.config). */
void tracing_read(struct bytes in,
		  void (*found)(void *context, uint64_t id, const char *name, size_t len),
		  void *context);

#endif
