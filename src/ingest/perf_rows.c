// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The rows of perf report, the call graphs between them, which are crossed, and
 * where the table ends: at what cannot be a row of it.
 */
#include "ingest/perf_cells.h"
#include "ingest/perf_entry.h"
#include "ingest/perf_reader.h"

enum { GAP_MAX = 6 }; /* lines of prose inside a table */

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

static bool was_seen(const struct perf_reader *reader, uint32_t hash)
{
	uint32_t at = hash;

	return table_next(&reader->seen, hash, &at) != TABLE_NONE;
}

static void add_entry(struct perf_reader *reader, const struct perf_entry *entry)
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
static bool read_row(struct perf_reader *reader, size_t at, struct perf_entry *entry)
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
static bool skip_graph_line(struct perf_reader *reader, struct slice line)
{
	if (opens_graph(line))
		reader->has_graphs = reader->in_graph = true;
	return reader->in_graph;
}

/* ---- where a table ends ---- */

/* What begins another table, or says that one follows. */
static bool begins_another(const struct perf_reader *reader, size_t at)
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
static bool goes_on(struct perf_reader *reader, size_t at, bool has_prose)
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
static bool starts_again(const struct perf_reader *reader, const struct perf_entry *entry)
{
	return column_is_percent(reader->columns.list[0].kind) &&
	       sorted_by(entry) > reader->last + 0.001 && was_seen(reader, name_hash(entry));
}

/* Cross the gap at line @at. Returns where rows go on, or @at if the table ends. */
static size_t cross_gap(struct perf_reader *reader, size_t at)
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

void perf_rows_read(struct perf_reader *reader)
{
	const struct text *text = reader->text;
	size_t at = perf_skip_to_row(text, reader->at), end = at;
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
		if (line.len && perf_line_is_blank(line)) { /* a wrapped scroll bar */
			at++;
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
