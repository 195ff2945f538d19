/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SNAPSHOT_READ_H
#define SNAPSHOT_READ_H

#include "ingest/filter.h"
#include "ingest/snapshot/snapshot.h"
#include "support/json_reader.h"

/* Private to read.c, read_run.c and read_tables.c: a document that is being read. */
struct snapshot_reader {
	struct json_reader json;
	const struct ingest_options *options;
	struct filter filter;
	struct progress progress;

	struct arena arena;
	struct slice *strings; /* of all runs */
	size_t string_count, string_capacity;

	/* Of the run that is being read. */
	struct profile *profile;
	uint32_t *
		name_of; /* by string: its number in the profile's names; NONE: not yet asked for */
};

/* The profile's name for a string, which must be there. */
uint32_t snapshot_name(struct snapshot_reader *reader, size_t string);

/* A text that stands where it is used, as a name of the profile; 0 if it is not there. */
uint32_t snapshot_text(struct snapshot_reader *reader, const struct json_member *member);

/* read_run.c: the run that begins here, added to @doc. False with the error recorded. */
bool snapshot_read_run(struct snapshot_reader *reader, struct document *doc);

/*
 * read_tables.c: the large tables of the run, whose events and DSOs are there. @totals and
 * @samples, by event, get the sums of all its stacks, also of those that the user does not want.
 */
enum snapshot_table {
	TABLE_SYMBOLS,
	TABLE_WAYS,
	TABLE_WAY_FUNCTIONS,
	TABLE_WAY_JUMPS,
	TABLE_PLACES,
	TABLE_CALLS,
	TABLE_STACKS,
	TABLE_TIMES,
	TABLE_CHILDREN,
	SNAPSHOT_TABLES
};

bool snapshot_read_tables(struct snapshot_reader *reader,
			  const struct json_member tables[SNAPSHOT_TABLES], uint64_t *totals,
			  uint64_t *samples);

/* read_ways.c: the tables of ways, if they are there; symbols must be. */
bool snapshot_read_ways(struct snapshot_reader *reader, const struct json_member *tables);

/* read_stacks.c: calls, stacks and times; places must be there. */
bool snapshot_read_stacks(struct snapshot_reader *reader, const struct json_member *tables,
			  uint64_t *totals, uint64_t *samples);

#endif
