// SPDX-License-Identifier: GPL-2.0-or-later
/* What stands above the rows of perf report: header, title, ruler; any of them may be missing. */
#include <string.h>

#include "ingest/perf_cells.h"
#include "ingest/perf_reader.h"
#include "ingest/perf_title.h"
#include "support/memory.h"

enum {
	HEADER_MAX = 4096, /* lines: "perf report --header -I" prints several for each CPU */
	STARTS_MAX = 6,	   /* lines of one header with which another one might start */
	HEADER_LINES = 3,  /* that one was wrapped into */
	HEADER_BLANKS = 3, /* between header and title */
};

size_t perf_skip_to_row(const struct text *text, size_t at)
{
	size_t from = at;

	while (at < text->count && at < from + HEADER_BLANKS &&
	       (perf_line_is_blank(text_slice(text, at)) ||
		perf_comment_is_empty(text_slice(text, at))))
		at++;
	return at;
}

/*
 * perf of 2.6.36 to 3.2 leaves the last title out when its column is clipped,
 * and other names may be unknown: the marker says which one is the symbol.
 */
static void find_symbol_column(struct perf_reader *reader)
{
	struct perf_columns *columns = &reader->columns;
	struct perf_column *last = &columns->list[columns->count - 1];
	size_t at = perf_skip_to_row(reader->text, reader->at);

	if (columns->is_hierarchy || perf_columns_find(columns, COLUMN_SYMBOL) ||
	    at >= reader->text->count || !perf_logical_shape(&reader->row, reader->text, at))
		return;
	if (last->kind == COLUMN_TEXT)
		last->kind = COLUMN_SYMBOL;
	else if (!columns->aligned && columns->count < PERF_COLUMNS_MAX)
		columns->list[columns->count++] = (struct perf_column) { .kind = COLUMN_SYMBOL };
}

/* Numbers in each column: as many as the header names events, unless --no-group split them. */
static void choose_group(struct perf_reader *reader)
{
	size_t at = perf_skip_to_row(reader->text, reader->at);
	struct perf_cells cells;
	unsigned named = (unsigned)reader->header.event_count;

	if (named > 1)
		reader->columns.group = named;
	if (at >= reader->text->count ||
	    perf_logical_row(&reader->row, reader->text, at, &reader->columns, &cells))
		return;
	for (unsigned n = 1; n <= PERF_GROUP_MAX; n++) {
		reader->columns.group = n;
		if (perf_logical_row(&reader->row, reader->text, at, &reader->columns, &cells))
			return;
	}
	reader->columns.group = named > 1 ? named : 1;

	/* The rows are not what the title says: believe the rows. */
	struct perf_columns guess;

	if (!reader->columns.is_hierarchy && perf_logical_shape(&reader->row, reader->text, at) &&
	    perf_shape_guess(reader->text, at, reader->row.line, &guess, &reader->doubt))
		reader->columns = guess;
}

/* The line at @at of a header, with what a mail has wrapped of it; their number goes to *@lines. */
static struct slice join_header(struct perf_reader *reader, size_t at, size_t *lines)
{
	const struct text *text = reader->text;
	struct slice line = text_slice(text, at);

	*lines = 1;
	if (!perf_header_starts(line) || perf_header_is_new_recording(line) ||
	    line.len >= PERF_HEADER_BYTES)
		return line;
	for (size_t next = at + 1; next < text->count && *lines < HEADER_LINES; next++) {
		struct slice more = text_slice(text, next);

		if (!more.len || perf_comment_mark(more) || slice_starts(slice_trim(more), "--") ||
		    perf_line_may_be_title(more) || perf_header_starts(more) ||
		    perf_logical_shape(&reader->row, text, next) ||
		    line.len + more.len + 1 >= PERF_HEADER_BYTES)
			break;
		memmove(reader->header_line, line.at, line.len);
		reader->header_line[line.len] = ' ';
		memcpy(reader->header_line + line.len + 1, more.at, more.len);
		line = (struct slice) { reader->header_line, line.len + 1 + more.len };
		reader->header_line[line.len] = 0;
		++*lines;
	}
	return line;
}

/*
 * --hierarchy without its title: the first rows with a symbol name nothing else, and what they
 * belong to stands in the lines above.
 */
static void find_levels(struct perf_reader *reader, size_t floor)
{
	static const enum column_kind kinds[] = { COLUMN_DSO, COLUMN_COMM };
	struct perf_columns *columns = &reader->columns, above;
	size_t levels = 0, symbol = columns->count - 1;

	if (columns->separator || columns->list[symbol].kind != COLUMN_SYMBOL ||
	    (symbol && !column_is_number(columns->list[symbol - 1].kind)))
		return;
	above = *columns;
	above.list[symbol].kind = COLUMN_TEXT;
	while (levels < ARRAY_SIZE(kinds) && reader->at > floor) {
		struct slice line = text_slice(reader->text, reader->at - 1);
		struct perf_cells cells;

		if (perf_marker_find(line, 0) || !perf_cells_split(&above, line, &cells))
			break;
		levels++;
		reader->at--;
	}
	if (!levels)
		return;
	above.is_hierarchy = true;
	above.level_count = levels + 1;
	for (size_t i = 0; i < levels; i++)
		above.levels[levels - 1 - i] = kinds[i];
	above.levels[levels] = COLUMN_SYMBOL;
	*columns = above;
}

bool perf_head_read(struct perf_reader *reader, size_t at)
{
	const struct text *text = reader->text;
	bool has_header = perf_header_starts(text_slice(text, at));
	size_t blanks = 0, samples_lines = 0, start_lines = 0, used;

	reader->header = (struct perf_header) { 0 };
	for (size_t i = at; i < text->count && i < at + HEADER_MAX; i += used) {
		struct slice line = text_slice(text, i);

		bool starts = perf_header_starts(line);

		used = starts ? 0 : perf_title_read(text, i, &reader->columns);
		if (used) {
			if (perf_columns_find(&reader->columns, COLUMN_BASELINE))
				return false;
			reader->at = i + used;
			find_symbol_column(reader);
			choose_group(reader);
			return true;
		}
		if (!starts && perf_logical_shape(&reader->row, text, i)) {
			reader->at = i;
			if (!perf_shape_guess(text, i, reader->row.line, &reader->columns,
					      &reader->doubt))
				return false;
			find_levels(reader, has_header ? at : 0);
			return true;
		}
		if (!has_header)
			return false;
		used = 1;
		if (!line.len) {
			if (++blanks > HEADER_BLANKS)
				return false;
			continue;
		}
		/* More of these are of two headers, and the first one has no table. */
		if (starts) {
			samples_lines += !perf_header_is_new_recording(line);
			if (samples_lines > 1 || ++start_lines > STARTS_MAX)
				return false;
		}
		if (!perf_header_line(&reader->header, join_header(reader, i, &used)))
			return false;
	}
	return false;
}
