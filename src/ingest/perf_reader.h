/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_READER_H
#define INGEST_PERF_READER_H

#include "ingest/perf_header.h"
#include "ingest/perf_logical.h"
#include "ingest/perf_shape.h"
#include "ingest/rows.h"
#include "ingest/text.h"
#include "support/table.h"

/*
 * What the parts of the reader of perf report hand to each other: the head
 * (perf_head.c) says what the columns are, the rows (perf_rows.c) are read by
 * them, and perf_report.c makes events of these.
 */

enum { PERF_HEADER_BYTES = 1024 }; /* of one line that was wrapped */

/* One table on its way into a profile. */
struct perf_reader {
	const struct text *text;
	size_t at;
	struct profile *profile;
	struct perf_header header;
	char header_line[PERF_HEADER_BYTES]; /* one that was wrapped: events' names are of it */
	struct perf_columns columns;
	enum perf_doubt doubt;
	struct perf_logical row;

	uint32_t events[PERF_GROUP_MAX];
	struct rows rows[PERF_GROUP_MAX];
	double least_children[PERF_GROUP_MAX];

	bool has_graphs;     /* call graphs stand under rows, with blank lines between them */
	bool in_graph;	     /* what follows belongs to one */
	bool keeps_to_ruler; /* some row did: then one that does not is none */
	double last;	     /* the number by which the last row was sorted */
	uint8_t quote_depth;
	struct table seen; /* hashes of rows, to tell a second table from the rest of this one */
};

/*
 * Read what stands above the rows from line @at on: header, title, ruler, each of which may be
 * missing. False if no table begins here; else the first row is near reader->at.
 */
bool perf_head_read(struct perf_reader *reader, size_t at);

/* The first row below a title: only an empty comment or blank lines stand between. */
size_t perf_skip_to_row(const struct text *text, size_t at);

/* Read rows from reader->at on, and leave it behind the last line of the table. */
void perf_rows_read(struct perf_reader *reader);

#endif
