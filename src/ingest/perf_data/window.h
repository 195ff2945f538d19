/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_WINDOW_H
#define PERF_DATA_WINDOW_H

#include <stddef.h>
#include <stdint.h>

#include "ingest/perf_data/reader.h"
#include "support/input.h"

/*
 * A recording that is read once from front to back is read in pieces, into a
 * few buffers that stay in the CPU's cache: that takes less time than to map
 * each of its pages, to fault, and to wait for memory. What has to last longer
 * than that refers to the mapped file.
 *
 * Spans of samples that were not counted yet keep the piece they are in. Where
 * they would keep too many -- a recording without rounds -- the oldest are
 * turned over to the mapped file.
 */
struct window;

/* NULL: @in is no mapped file. It must be there as long as the window. */
struct window *window_new(const struct input *in);

/*
 * At most *@size bytes of the file, of which @mapped is the place in memory:
 * how many goes to *@size. NULL: it cannot be read (any more).
 */
const uint8_t *window_read(struct window *window, struct reader *reader, const uint8_t *mapped,
			   size_t *size);

/* After the last piece: what was not counted yet refers to the mapped file. NULL is accepted. */
void window_free(struct window *window, struct reader *reader);

#endif
