/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_TEXT_H
#define INGEST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "ingest/format.h"
#include "support/text.h"

/*
 * A printed table that may stand anywhere in a text, among prose and other
 * tables.
 */
struct table_format {
	const char *name; /* as format_ops */
	const char *what;
	bool filters; /* it holds single samples or stacks, and obeys the filters of the options */

	/*
	 * If a table of this kind starts at line @at (its header or title, or a first row whose
	 * shape cannot be anything else), add what it says to @doc, one profile a table (all events
	 * of one recording are one profile), and return the line after its last one. Else return
	 * @at. -1 in *@failed, with @err, only for a table that is broken beyond use. @doc starts
	 * empty; what it holds when @at is returned is dropped. A table that holds both sides
	 * of a comparison adds base and new, and sets @doc->is_comparison.
	 */
	size_t (*read)(const struct text *text, size_t at, const struct ingest_options *options,
		       struct document *doc, int *failed, struct symdiff_error *err);
};

/* The table formats, in the order in which a line is offered to them. */
extern const struct table_format *const table_formats[];
extern const size_t table_format_count;

extern const struct table_format opreport_format;
extern const struct table_format opreport_xml_format;
extern const struct table_format perf_top_old_format;
extern const struct table_format readprofile_format;

/* The table format of this name, which --input-format takes like the others; NULL: none. */
const struct table_format *table_format_find(const char *name);

/*
 * The format_ops "text": cleans the input, walks it, offers each line to the table formats, and
 * keeps one of each set of equal tables (a mail that quotes another repeats it). Prose above a
 * table becomes its label.
 */
extern const struct format_ops text_format;

#endif
