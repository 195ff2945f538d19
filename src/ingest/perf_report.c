// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf report --stdio, dumps of its TUI, and perf top since 3.x: a header, a
 * title, and rows, below each of which a call graph may stand.
 *
 * Layouts: tools/perf/ui/stdio/hist.c and tools/perf/ui/hist.c of Linux 2.6.33
 * to 6.15; what mail does to them: see text.h. Checked against the output of
 * perf 6.1.
 */
#include "ingest/perf_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/perf_entry.h"
#include "ingest/perf_header.h"
#include "ingest/perf_hierarchy.h"
#include "ingest/perf_logical.h"
#include "ingest/perf_shape.h"
#include "ingest/perf_title.h"
#include "support/memory.h"

enum {
	HEADER_MAX = 4096, /* lines: "perf report --header -I" prints several for each CPU */
	STARTS_MAX = 6,	   /* lines of one header with which another one might start */
	HEADER_BYTES = 1024,
	HEADER_LINES = 3,  /* that one was wrapped into */
	HEADER_BLANKS = 3, /* between header and title */
	GAP_MAX = 6,	   /* lines of prose inside a table */
};

/* One table on its way into a profile. */
struct reader {
	const struct text *text;
	size_t at;
	struct profile *profile;
	struct perf_header header;
	char header_line[HEADER_BYTES]; /* one that was wrapped: the header's names are of it */
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

/* ---- where a table begins ---- */

/* The first row below a title: only an empty comment or blank lines stand between. */
static size_t skip_to_row(const struct text *text, size_t at)
{
	size_t from = at;

	while (at < text->count && at < from + HEADER_BLANKS &&
	       (!text->lines[at].len || perf_comment_is_empty(text_slice(text, at))))
		at++;
	return at;
}

/*
 * perf of 2.6.36 to 3.2 leaves the last title out when its column is clipped,
 * and other names may be unknown: the marker says which one is the symbol.
 */
static void find_symbol_column(struct reader *reader)
{
	struct perf_columns *columns = &reader->columns;
	struct perf_column *last = &columns->list[columns->count - 1];
	size_t at = skip_to_row(reader->text, reader->at);

	if (columns->is_hierarchy || perf_columns_find(columns, COLUMN_SYMBOL) ||
	    at >= reader->text->count || !perf_logical_shape(&reader->row, reader->text, at))
		return;
	if (last->kind == COLUMN_TEXT)
		last->kind = COLUMN_SYMBOL;
	else if (!columns->aligned && columns->count < PERF_COLUMNS_MAX)
		columns->list[columns->count++] = (struct perf_column) { .kind = COLUMN_SYMBOL };
}

/* Numbers in each column: as many as the header names events, unless --no-group split them. */
static void choose_group(struct reader *reader)
{
	size_t at = skip_to_row(reader->text, reader->at);
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
static struct slice join_header(struct reader *reader, size_t at, size_t *lines)
{
	const struct text *text = reader->text;
	struct slice line = text_slice(text, at);

	*lines = 1;
	if (!perf_header_starts(line) || perf_header_is_new_recording(line) ||
	    line.len >= HEADER_BYTES)
		return line;
	for (size_t next = at + 1; next < text->count && *lines < HEADER_LINES; next++) {
		struct slice more = text_slice(text, next);

		if (!more.len || perf_comment_mark(more) || slice_starts(slice_trim(more), "--") ||
		    perf_line_may_be_title(more) || perf_header_starts(more) ||
		    perf_logical_shape(&reader->row, text, next) ||
		    line.len + more.len + 1 >= HEADER_BYTES)
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
static void find_levels(struct reader *reader, size_t floor)
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

/*
 * Read what stands above the rows from line @at on: header, title, ruler, each of which may be
 * missing. False if no table begins here; else the first row is near reader->at.
 */
static bool read_head(struct reader *reader, size_t at)
{
	const struct text *text = reader->text;
	bool has_header = perf_header_starts(text_slice(text, at));
	size_t blanks = 0, samples_lines = 0, starts = 0, used;

	reader->header = (struct perf_header) { 0 };
	for (size_t i = at; i < text->count && i < at + HEADER_MAX; i += used) {
		struct slice line = text_slice(text, i);

		used = perf_title_read(text, i, &reader->columns);
		if (used) {
			if (perf_columns_find(&reader->columns, COLUMN_BASELINE))
				return false;
			reader->at = i + used;
			find_symbol_column(reader);
			choose_group(reader);
			return true;
		}
		if (perf_logical_shape(&reader->row, text, i)) {
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
		if (perf_header_starts(line)) {
			samples_lines += !perf_header_is_new_recording(line);
			if (samples_lines > 1 || ++starts > STARTS_MAX)
				return false;
		}
		if (!perf_header_line(&reader->header, join_header(reader, i, &used)))
			return false;
	}
	return false;
}

/* ---- rows ---- */

/* The number by which perf sorts its rows. */
static double sorted_by(const struct perf_entry *entry)
{
	return entry->has_children  ? entry->children[0].value
	       : entry->has_percent ? entry->percent[0].value
	       : entry->has_period  ? (double)entry->period[0]
				    : (double)entry->samples[0];
}

static uint32_t name_hash(const struct perf_entry *entry)
{
	return hash_pair(hash_pair(hash_bytes(entry->comm.at, entry->comm.len),
				   hash_bytes(entry->dso.at, entry->dso.len)),
			 hash_bytes(entry->symbol.at, entry->symbol.len));
}

static bool was_seen(const struct reader *reader, uint32_t hash)
{
	uint32_t at = hash;

	return table_next(&reader->seen, hash, &at) != TABLE_NONE;
}

static void add_entry(struct reader *reader, const struct perf_entry *entry)
{
	for (unsigned i = 0; i < reader->columns.group; i++) {
		struct row row = perf_entry_row(reader->profile, entry, i);

		rows_add(&reader->rows[i], row);
		if (row.has_children && row.children < reader->least_children[i])
			reader->least_children[i] = row.children;
	}
	uint32_t hash = name_hash(entry);

	reader->last = sorted_by(entry);
	if (!was_seen(reader, hash))
		table_insert(&reader->seen, hash, 0);
}

/* Read the row at line @at into @entry. */
static bool read_row(struct reader *reader, size_t at, struct perf_entry *entry)
{
	struct perf_cells cells;

	if (!perf_logical_row(&reader->row, reader->text, at, &reader->columns, &cells))
		return false;
	/* Without a marker only the columns tell a row from a call graph's line. */
	if (reader->keeps_to_ruler && !cells.were_aligned &&
	    !perf_columns_find(&reader->columns, COLUMN_SYMBOL))
		return false;
	reader->keeps_to_ruler |= cells.were_aligned;
	perf_entry_read(&reader->columns, &cells, entry);
	return true;
}

/* ---- call graphs ---- */

/*
 * A line that can only belong to a call graph: a rail, an arrow, a chain with
 * its weight. All others of a graph are bare names, which follow one of these.
 */
static bool opens_graph(struct slice line)
{
	struct slice text = slice_trim(line), rest = text, word = slice_word(&rest);
	struct decimal number;

	if (!text.len)
		return false;
	if (text.at[0] == '|' || slice_starts(text, "--"))
		return true;
	if ((text.at[0] == '+' || text.at[0] == '-') && text.len > 1 && char_is_blank(text.at[1]))
		return true;
	return slice_decimal(word, &number) && !number.has_sign;
}

/* Take a line below a row that is no row. False if it is none of a call graph. */
static bool skip_graph_line(struct reader *reader, struct slice line)
{
	if (opens_graph(line))
		reader->has_graphs = reader->in_graph = true;
	return reader->in_graph;
}

/* ---- where a table ends ---- */

/* What begins another table, or says that one follows. */
static bool begins_another(const struct reader *reader, size_t at)
{
	struct slice line = slice_trim(text_slice(reader->text, at));
	struct perf_columns columns;

	return perf_comment_mark(line) || line.at[line.len - 1] == ':' ||
	       perf_header_starts(line) ||
	       perf_columns_read(&columns, line, (struct slice) { "", 0 });
}

/*
 * Rows go on behind a gap -- prose, an ellipsis, blank lines -- if they continue
 * the order and name nothing that was there before: else it is another table.
 */
static bool goes_on(struct reader *reader, size_t at, bool has_prose)
{
	struct perf_entry entry;
	size_t next;
	bool again;

	if (!read_row(reader, at, &entry))
		return false;
	if (reader->has_graphs && !has_prose &&
	    perf_columns_find(&reader->columns, COLUMN_SYMBOL) && reader->doubt == PERF_SURE &&
	    reader->columns.aligned)
		return true;
	if (reader->text->lines[at].quote_depth != reader->quote_depth ||
	    sorted_by(&entry) > reader->last + 0.001 || was_seen(reader, name_hash(&entry)))
		return false;
	next = at + reader->row.lines;
	again = next < reader->text->count && read_row(reader, next, &entry) &&
		was_seen(reader, name_hash(&entry));
	return !again;
}

/* A name that was there before, above the row before it: perf sorts its rows. */
static bool starts_again(const struct reader *reader, const struct perf_entry *entry)
{
	return column_is_percent(reader->columns.list[0].kind) &&
	       sorted_by(entry) > reader->last + 0.001 && was_seen(reader, name_hash(entry));
}

/* Cross the gap at line @at. Returns where rows go on, or @at if the table ends. */
static size_t cross_gap(struct reader *reader, size_t at)
{
	const struct text *text = reader->text;
	bool has_prose = false;

	for (size_t i = at; i < text->count && i < at + GAP_MAX; i++) {
		struct slice line = text_slice(text, i);

		if (!line.len)
			continue;
		if (goes_on(reader, i, has_prose))
			return i;
		if (perf_shape_is_row(line) || begins_another(reader, i))
			return at;
		if (reader->has_graphs && opens_graph(line))
			return i; /* another chain of -g flat, or a graph cut by a blank line */
		has_prose = true;
	}
	return at;
}

/* Read rows from reader->at on, and leave it behind the last line of the table. */
static void read_rows(struct reader *reader)
{
	const struct text *text = reader->text;
	size_t at = skip_to_row(text, reader->at), end = at;
	bool any = false;

	while (at < text->count) {
		struct slice line = text_slice(text, at);
		struct perf_entry entry;

		if (line.len && read_row(reader, at, &entry)) {
			if (any && starts_again(reader, &entry))
				break;
			add_entry(reader, &entry);
			reader->quote_depth = text->lines[at].quote_depth;
			reader->in_graph = false;
			any = true;
			end = at += reader->row.lines;
			continue;
		}
		if (line.len && any && skip_graph_line(reader, line)) {
			end = ++at;
			continue;
		}
		reader->in_graph = false;
		if (!any)
			break;

		size_t next = cross_gap(reader, at);

		if (next == at)
			break;
		at = next;
	}
	reader->at = end;
}

/* ---- what the table says as a whole ---- */

static void name_events(struct reader *reader)
{
	struct perf_header *header = &reader->header;

	for (unsigned i = 0; i < reader->columns.group; i++) {
		struct slice name = { "", 0 };
		char number[24] = "";

		if (i < header->event_count)
			name = header->events[i];
		else if (reader->columns.group > 1) {
			snprintf(number, sizeof(number), "event %u", i + 1);
			name = (struct slice) { number, strlen(number) };
		}
		reader->events[i] = profile_event(reader->profile, name.at, name.len);
	}
}

/*
 * What a cut table may leave out. Self can be no more than Children, by which a
 * table that has them is sorted; one of a group is sorted by its first event.
 */
static void bound_cut(struct reader *reader, struct event *event, unsigned i)
{
	uint64_t rest = rows_not_listed(reader->profile, reader->events[i]);
	double least = reader->least_children[i];

	if (!event->cut)
		return;
	if (i > 0)
		event->cut_below = rest;
	else if (isfinite(least) && event->unit == UNIT_PERCENT)
		event->cut_below = (uint64_t)llround(fmax(least, 0) * PERCENT_SCALE);
	if (event->cut_below > rest)
		event->cut_below = rest;
}

static void finish_events(struct reader *reader)
{
	const struct perf_header *header = &reader->header;
	struct rows_facts facts = { .maybe_cut = false };

	/* A group's figures are sums over all its events. */
	if (reader->columns.group == 1) {
		facts.event_count = header->amount;
		facts.total_samples = header->samples;
	}
	for (unsigned i = 0; i < reader->columns.group; i++) {
		struct event *event;

		rows_finish(&reader->rows[i], reader->profile, reader->events[i], &facts);
		event = &reader->profile->events[reader->events[i]];
		event->frequency = header->frequency;
		if (i == 0)
			event->lost = header->lost;
		bound_cut(reader, event, i);
	}
}

static bool names_symbols(const struct perf_columns *columns)
{
	if (columns->is_hierarchy)
		return columns->levels[columns->level_count - 1] == COLUMN_SYMBOL;
	return perf_columns_find(columns, COLUMN_SYMBOL);
}

static void warn_of_doubt(struct reader *reader)
{
	struct profile *profile = reader->profile;

	if (reader->doubt == PERF_CHILDREN_OR_EVENTS)
		profile_warn(profile, "two percentages without a title are taken for Children and "
				      "Self; they may be two events of a group");
	if (reader->doubt == PERF_EVENTS_UNNAMED)
		profile_warn(
			profile,
			"%u percentages without a title are taken for events of a group, as "
			"they cannot be Children and Self (a Self would be above its Children)",
			reader->columns.group);
	if (perf_columns_find(&reader->columns, COLUMN_PLACE))
		profile_warn(profile, "the table counts pairs of places (branches or memory "
				      "accesses), not time; the first one of each is taken");
	if (!names_symbols(&reader->columns))
		profile_warn(profile, "the table names no symbols (perf report --sort)");
}

static void read_body(struct reader *reader)
{
	if (reader->columns.is_hierarchy)
		reader->at = perf_hierarchy_read(reader->text, reader->at, &reader->columns,
						 reader->profile, reader->rows);
	else
		read_rows(reader);
}

/* Read the table whose head has been read. False if it has no rows. */
static bool read_table(struct reader *reader)
{
	bool any = false;

	for (size_t i = 0; i < PERF_GROUP_MAX; i++)
		reader->least_children[i] = INFINITY;
	reader->has_graphs = reader->in_graph = reader->keeps_to_ruler = false;
	reader->last = INFINITY;
	table_deinit(&reader->seen);
	name_events(reader);
	read_body(reader);
	for (unsigned i = 0; i < reader->columns.group; i++)
		any |= reader->rows[i].count > 0;
	if (any) {
		finish_events(reader);
		warn_of_doubt(reader);
	}
	return any;
}

/* Is the table at hand of an event that the profile does not have yet? */
static bool is_further_event(const struct reader *reader)
{
	const struct profile *profile = reader->profile;

	if (!reader->header.event_count)
		return false;
	for (size_t i = 0; i < reader->header.event_count; i++) {
		uint32_t name = names_find(&profile->names, reader->header.events[i].at,
					   reader->header.events[i].len);

		for (uint32_t k = 0; name != TABLE_NONE && k < profile->event_count; k++)
			if (profile->events[k].name == name)
				return false;
	}
	return true;
}

/* Behind a table: blank lines, and "# (Tip: ...)" between empty comments. */
static size_t skip_trailer(const struct text *text, size_t at)
{
	size_t end = at;

	for (; at < text->count; at++) {
		struct slice line = slice_trim(text_slice(text, at));

		if (slice_starts(line, "# (Tip:") || slice_starts(line, "# (For a higher level"))
			end = at + 1;
		else if (line.len && !perf_comment_is_empty(line))
			break;
	}
	return end;
}

/* The next table of the same recording: perf report prints one for each event. */
static bool read_next_head(struct reader *reader)
{
	const struct text *text = reader->text;
	size_t at = reader->at, end = reader->at;

	while (at < text->count &&
	       (!text->lines[at].len || perf_comment_is_empty(text_slice(text, at))))
		at++;
	if (at < text->count && perf_header_starts(text_slice(text, at)) &&
	    !perf_header_is_new_recording(text_slice(text, at)) && read_head(reader, at) &&
	    is_further_event(reader))
		return true;
	reader->at = end;
	return false;
}

static void reader_deinit(struct reader *reader)
{
	for (size_t i = 0; i < PERF_GROUP_MAX; i++)
		rows_deinit(&reader->rows[i]);
	table_deinit(&reader->seen);
	perf_logical_deinit(&reader->row);
}

static size_t read_perf_report(const struct text *text, size_t at,
			       const struct ingest_options *options, struct document *doc,
			       int *failed, struct symdiff_error *err)
{
	struct reader reader = { .text = text };
	size_t end = at, first;

	if (!read_head(&reader, at)) {
		reader_deinit(&reader);
		return at;
	}
	first = reader.at;
	reader.profile = document_add(doc, perf_report_format.name);
	while (read_table(&reader)) {
		end = reader.at;
		if (!read_next_head(&reader))
			break;
	}
	if (end > at) {
		perf_header_recording(text, at, first, reader.profile);
		end = skip_trailer(text, end);
	}
	reader_deinit(&reader);
	return end;
}

const struct table_format perf_report_format = {
	.name = "perf-report",
	.what = "perf report --stdio, TUI dumps, perf top",
	.read = read_perf_report,
};
