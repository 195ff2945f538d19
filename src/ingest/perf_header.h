/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_HEADER_H
#define INGEST_PERF_HEADER_H

#include "ingest/perf_columns.h"
#include "support/slice.h"
#include "ingest/text.h"

/* What the lines above a table of perf report or perf top say. Slices are of the text. */
struct perf_header {
	struct slice events[PERF_GROUP_MAX];
	size_t event_count; /* 0: no event is named */
	uint64_t samples;   /* exact; 0: not stated, or only as 119K */
	uint64_t amount;    /* Event count (approx.) */
	uint64_t lost;
	uint64_t frequency; /* Hz, perf top */
};

/* Does a header start here? (Then a table may follow, or samples of perf script.) */
bool perf_header_starts(struct slice line);

/* Does this line say that another recording begins? */
bool perf_header_is_new_recording(struct slice line);

/* Take what one line says. False if it is no line of a header. */
bool perf_header_line(struct perf_header *header, struct slice line);

/* Take what lines @from to @to of a "perf report --header" say of the recording itself. */
void perf_header_recording(const struct text *text, size_t from, size_t to,
			   struct profile *profile);

static inline struct slice text_slice(const struct text *text, size_t at)
{
	return (struct slice) { text->lines[at].at, text->lines[at].len };
}

#endif
