/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SNAPSHOT_WRITE_H
#define SNAPSHOT_WRITE_H

#include "ingest/snapshot/snapshot.h"

/* Private to write.c and write_tables.c: a document that is being written. */
struct writer {
	struct buffer out;
	size_t line;	      /* where the last line begins */
	struct names strings; /* of all runs; number 0 is the empty text */
};

/* In front of an element of a list: the comma, and a line end now and then. */
void put_list_comma(struct writer *writer, bool is_first);
void put_line(struct writer *writer);

/* A text in quotes. */
void put_text(struct buffer *out, const char *text);

/* The number of one of the run's names in the list of strings. */
uint32_t writer_string(struct writer *writer, const struct profile *run, uint32_t name);

/* write_tables.c: symbols, places, the tree of calls, stacks and children of a run. */
void put_tables(struct writer *writer, const struct profile *run);

#endif
