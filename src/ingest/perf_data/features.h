/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_FEATURES_H
#define PERF_DATA_FEATURES_H

#include "ingest/perf_data/header.h"
#include "ingest/perf_data/reader.h"

/*
 * What a recording says of itself and its events: header features of a file,
 * which follow the data, and the records that say the same in a pipe. All of
 * it is extra: what is damaged is left out with a warning.
 */
void features_read(struct reader *reader, const struct header *header, const uint8_t *data,
		   size_t size);

/* HEADER_FEATURE, BUILD_ID, EVENT_UPDATE and EVENT_TYPE records. */
void features_read_record(struct reader *reader, const struct record *record);

/* The one HEADER_FEATURE that is needed to read on: how compressed data is compressed. */
void features_read_early(struct reader *reader, const struct record *record);

/* Names for the events that the recording has not named by now: from tracing data. */
void features_name_tracepoints(struct reader *reader);

/* Names of events in files before perf 3.14: each entry has attr.config and 64 bytes of name. */
void features_read_event_types(struct reader *reader, struct bytes in);

#endif
