/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_TEXT_H
#define INGEST_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/format.h"
#include "support/arena.h"

/*
 * A text as a person would read it, whatever mail and browsers did to it.
 * Each line has its quoting, line end, soft breaks of quoted-printable and
 * HTML taken off, entities and encoded bytes decoded, no-break spaces made
 * blanks, and bytes that are not UTF-8 read as Latin-1. Columns are not
 * touched: blanks and tabs stay as they are, only trailing ones go.
 */
struct text_line {
	const char *at; /* terminated */
	uint32_t len;
	uint32_t number; /* of the (first) physical line, from 1 */
	uint8_t quote_depth;
	bool was_flowed; /* a trailing blank was cut off: format=flowed may have broken it here */
};

struct text {
	const char *path;
	struct text_line *lines;
	size_t count;
	bool has_endless_line; /* of more than 16 MiB: left out */
	struct arena arena;
};

/*
 * Clean @in. Binary data (many NUL bytes) and texts beyond 256 MiB are
 * refused: printed tables are small, and the formats that are not read their
 * input without this.
 */
int text_clean(const struct input *in, struct text *text,
	       struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void text_deinit(struct text *text);

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
