// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/opreport.h"
#include "support/scan.h"
#include "support/memory.h"

/* ---- one row, which may be spread over several lines ---- */

struct reader {
	const struct text *text;
	struct opreport_table *table;
	size_t next; /* the line after the row in work */
};

static size_t indent_of(const char *line)
{
	const char *at = line;

	scan_blanks(&at);
	return at - line;
}

/* A line of dashes parts the blocks of opreport -c. */
static bool is_ruler(const char *line)
{
	scan_blanks(&line);

	size_t dashes = strspn(line, "-");

	return dashes >= 20 && !line[dashes];
}

/* Does line @at hold all numbers of a row, and something like a name or nothing after them? */
static bool is_row(const struct reader *reader, size_t at)
{
	const struct opreport_columns *columns = &reader->table->columns;

	if (at >= reader->text->count)
		return false;

	const char *line = reader->text->lines[at].at;

	return opreport_scan_numbers(&line, columns, NULL) == columns->classes &&
	       scan_is_end(*line);
}

/* A line that ends a row in any case. */
static bool is_boundary(const struct reader *reader, size_t at)
{
	struct opreport_columns columns;
	size_t next;

	if (at >= reader->text->count || !reader->text->lines[at].len || is_row(reader, at))
		return true;

	const char *line = reader->text->lines[at].at;

	return is_ruler(line) || opreport_is_chatter(line) ||
	       opreport_title(reader->text, at, &columns, &next);
}

/* What can only be the end of a name. */
static bool is_tail(const char *line)
{
	static const char *const tails[] = { "const", "(deleted)", "[self]" };
	static const char *const starts[] = { "[clone ", "const [clone ", "(tgid:", "(tid:" };

	scan_blanks(&line);
	for (size_t i = 0; i < ARRAY_SIZE(tails); i++)
		if (!strcmp(line, tails[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (!strncmp(line, starts[i], strlen(starts[i])))
			return true;
	return false;
}

enum join { JOIN_NO, JOIN_BLANK, JOIN_TIGHT };

/* Is the line at @reader->next the rest of a row whose names are complete as they stand? */
static enum join joins_whole_row(const struct reader *reader, const struct opreport_row *row)
{
	const struct text_line *last = &reader->text->lines[reader->next - 1];
	const char *below = reader->text->lines[reader->next].at;
	struct scan_word word;

	if (is_tail(below))
		return JOIN_BLANK;
	if (!is_row(reader, reader->next + 1))
		return JOIN_NO;
	/* A terminal breaks at its last column, within a word. */
	if (last->len == 80 && !last->was_flowed && scan_word(&below, &word) && !*below)
		return JOIN_TIGHT;
	/* Mail breaks before the word that would not fit: between a type and its function. */
	if (last->len >= 50 && strchr(below, '(') && !strchr(row->symbol, '(') && *row->symbol &&
	    row->symbol[strlen(row->symbol) - 1] == '>')
		return JOIN_BLANK;
	if (last->was_flowed && last->len >= 60 && strpbrk(row->symbol, "(<,"))
		return JOIN_BLANK;
	return JOIN_NO;
}

static bool is_detail(const struct reader *reader, const struct opreport_row *row,
		      const char *names)
{
	const struct opreport_table *table = reader->table;
	const struct opreport_row *above = table->count ? &table->rows[table->count - 1] : NULL;

	scan_blanks(&names);
	return !*names && table->columns.vma && above &&
	       (!*above->symbol || row->indent > above->indent || is_row(reader, reader->next));
}

/*
 * Read the row at line @at, with the lines that mail broke off it. False: it
 * is none, or the numbers of its classes are not all there.
 */
static bool read_row(struct reader *reader, size_t at, struct opreport_row *row)
{
	enum { MOST_JOINS = 12 };
	struct opreport_table *table = reader->table;
	const struct opreport_columns *columns = &table->columns;
	const char *joined = reader->text->lines[at].at;

	*row = (struct opreport_row) { .line = at, .indent = indent_of(joined), .symbol = "" };
	row->values = arena_alloc(&table->arena, columns->classes * sizeof(*row->values));
	reader->next = at + 1;
	for (size_t joins = 0;; joins++) {
		const char *names = joined;
		unsigned int classes = opreport_scan_numbers(&names, columns, row->values);
		enum join join = JOIN_BLANK;

		if (!classes)
			return false;
		if (classes == columns->classes) {
			if (is_detail(reader, row, names))
				return true;
			opreport_assign_names(table, row, names);
			if (is_boundary(reader, reader->next))
				return *row->symbol || opreport_count_fields(names);
			if (columns->no_symbol ? row->image != NULL
					       : opreport_symbol_is_whole(row->symbol))
				join = joins_whole_row(reader, row);
		} else if (reader->next >= reader->text->count ||
			   !reader->text->lines[reader->next].len) {
			return false;
		}
		if (join == JOIN_NO || joins == MOST_JOINS)
			return true;

		const char *below = reader->text->lines[reader->next++].at;

		joined = arena_printf(&table->arena, "%s%s%s", joined,
				      join == JOIN_TIGHT ? "" : " ", below + indent_of(below));
	}
}

/* ---- all rows ---- */

static void add_row(struct opreport_table *table, struct opreport_row row)
{
	array_reserve(table->rows, table->capacity, table->count + 1);
	table->rows[table->count++] = row;
}

static bool is_ellipsis(const char *line)
{
	scan_blanks(&line);
	return !strncmp(line, "...", 3) || !strncmp(line, "[...", 4) ||
	       !strncmp(line, "[snip", 5) || !strncmp(line, "<snip", 5) ||
	       !strncmp(line, "<then", 5) || !strncmp(line, "[rest", 5);
}

/* Do the counts and shares of two rows allow one total? */
static bool same_total(const struct opreport_value *a, const struct opreport_value *b)
{
	double expected, slack;

	if (!(a->percent > 0) || !a->samples || !(b->percent > 0) || b->only_base)
		return true;
	expected = (double)b->samples * a->percent / (double)a->samples;
	slack = b->half_digit + expected * (a->half_digit / a->percent + 1.0 / (double)a->samples);
	return fabs(expected - b->percent) <= slack + 1e-4;
}

/*
 * After blank lines or prose: do the rows go on, or does another table start
 * without a title? Rows come sorted, so a larger one is the first of another
 * table, unless these are not sorted; and shares are of one total.
 */
static bool goes_on(const struct opreport_table *table, const struct opreport_row *row)
{
	bool has_details = table->columns.vma;
	uint64_t above = UINT64_MAX;

	if (table->has_rulers || (has_details && !*row->symbol))
		return true;
	if (table->count && !same_total(table->rows[0].values, row->values))
		return false;
	for (size_t i = 0; i < table->count; i++) {
		if (has_details && !*table->rows[i].symbol)
			continue;
		if (table->rows[i].values[0].samples > above)
			return true;
		above = table->rows[i].values[0].samples;
	}
	return row->values[0].samples <= above;
}

/* A line that belongs to what comes next. */
static bool starts_another(const struct text *text, size_t at)
{
	struct opreport_columns columns;
	const char *line = text->lines[at].at;
	size_t next;

	scan_blanks(&line);
	return !strncmp(line, "CPU: ", 5) || !strncmp(line, "Counted ", 8) ||
	       opreport_title(text, at, &columns, &next);
}

enum { MOST_GAP = 4 };

size_t opreport_read_rows(const struct text *text, size_t at, struct opreport_table *table)
{
	struct reader reader = { text, table, at };
	size_t end = at, gap = 0;
	bool ruler = false;

	while (at < text->count && gap <= MOST_GAP) {
		struct opreport_row row;

		if (is_ruler(text->lines[at].at)) {
			table->has_rulers = ruler = true;
			end = ++at;
			gap = 0;
			continue;
		}
		if (!read_row(&reader, at, &row)) {
			if (table->count && starts_another(text, at))
				break;
			table->is_cut |= is_ellipsis(text->lines[at].at);
			gap++;
			at++;
			continue;
		}
		if (gap && !goes_on(table, &row))
			break;
		row.after_ruler = ruler;
		ruler = false;
		add_row(table, row);
		end = at = reader.next;
		gap = 0;
	}
	return end;
}

void opreport_table_deinit(struct opreport_table *table)
{
	free(table->rows);
	arena_deinit(&table->arena);
	*table = (struct opreport_table) { 0 };
}
