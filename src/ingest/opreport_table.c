// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/opreport.h"
#include "ingest/scan.h"
#include "support/memory.h"

/* ---- numbers ---- */

static bool scan_change(const char **at, struct opreport_value *value)
{
	struct scan_decimal decimal;

	if (scan_literal(at, "+++"))
		value->only_new = true;
	else if (scan_literal(at, "---"))
		value->only_base = true;
	else if (scan_decimal(at, &decimal))
		value->change = decimal.value;
	else
		return false;
	return true;
}

static bool is_fraction(const char *at, const char *end)
{
	for (; at < end; at++)
		if (*at == '.' || *at == ',')
			return true;
	return false;
}

static bool scan_class(const char **at, const struct opreport_columns *columns,
		       struct opreport_value *value)
{
	uint64_t cumulated;

	*value = (struct opreport_value) { 0 };
	if (!scan_uint(at, &value->samples))
		return false;
	if (columns->cumulated && !scan_uint(at, &cumulated))
		return false;

	const char *percent = *at;

	if (columns->diff && scan_literal(at, "---"))
		value->only_base = true;
	else if (!opreport_scan_percent(at, value))
		return false;
	/* A count is no percentage: "100 3 times" is prose. */
	if (!value->only_base && value->percent != 0 && !is_fraction(percent, *at))
		return false;
	if (columns->cumulated) {
		struct opreport_value sum;

		if (!opreport_scan_percent(at, &sum))
			return false;
	}
	return !columns->diff || scan_change(at, value);
}

unsigned int opreport_scan_numbers(const char **at, const struct opreport_columns *columns,
				   struct opreport_value *values)
{
	const char *next = *at;
	uint64_t address;

	if (columns->vma && !scan_address(&next, true, &address))
		return 0;
	for (unsigned int i = 0; i < columns->classes; i++) {
		struct opreport_value value;

		if (!scan_class(&next, columns, &value))
			return i;
		if (values)
			values[i] = value;
		*at = next;
	}
	return columns->classes;
}

/* ---- names ---- */

static bool is_type_word(const char *word, size_t len)
{
	static const char *const words[] = { "void",   "int",	 "unsigned", "long",	 "bool",
					     "char",   "const",	 "float",    "double",	 "short",
					     "signed", "static", "virtual",  "anonymous" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i]) == len && !memcmp(words[i], word, len))
			return true;
	return false;
}

/* The length of "( ... )" at @at, to the line's end if it is not closed. */
static size_t parenthesis(const char *at)
{
	size_t depth = 0, len = 0;

	do {
		depth += at[len] == '(';
		depth -= at[len] == ')';
		len++;
	} while (depth && at[len]);
	return len;
}

/* What may follow an image's name after a blank and still be part of it. */
static bool is_addition(const char *at)
{
	static const char *const additions[] = { "(deleted)", "(tgid:", "(tid:", "(pid:" };

	for (size_t i = 0; i < ARRAY_SIZE(additions); i++)
		if (!strncmp(at, additions[i], strlen(additions[i])))
			return true;
	return false;
}

size_t opreport_field(const char *names)
{
	const char *end = names;

	if (*end == '(')
		end += parenthesis(end);
	while (!scan_is_end(*end))
		end++;
	for (;;) {
		const char *next = end;

		scan_blanks(&next);
		if (!is_addition(next))
			return end - names;
		end = next + parenthesis(next);
	}
}

/* Where columns are still aligned, two blanks or a tab part them: the end of such a field. */
static size_t gap_field(const char *names)
{
	size_t len = 0;

	while (names[len] && names[len] != '\t' &&
	       !(names[len] == ' ' && scan_is_blank(names[len + 1])))
		len++;
	return len;
}

static unsigned int count_gap_fields(const char *names)
{
	unsigned int count = 0;

	for (scan_blanks(&names); *names; scan_blanks(&names), count++)
		names += gap_field(names);
	return count;
}

unsigned int opreport_count_fields(const char *names)
{
	unsigned int count = 0, gaps = count_gap_fields(names);

	if (gaps > 1)
		return gaps;
	for (scan_blanks(&names); *names; scan_blanks(&names)) {
		size_t len = opreport_field(names);
		bool is_cxx = memchr(names + 1, '(', len - 1) || memchr(names, '<', len) ||
			      memmem(names, len, "::", 2);

		count++;
		if (is_type_word(names, len) || (is_cxx && !memmem(names, len, "gid:", 4) &&
						 !memmem(names, len, "(deleted)", 9)))
			break; /* the symbol, blanks and all */
		names += len;
	}
	return count;
}

/* Brackets that are opened and not closed: the name goes on. operator< and -> are no brackets. */
static bool is_open(const char *symbol)
{
	int round = 0, square = 0, angle = 0;

	for (const char *c = symbol; *c; c++) {
		bool is_operator =
			c - symbol >= 8 &&
			(!memcmp(c - 8, "operator", 8) ||
			 (c - symbol >= 9 && c[-1] == *c && !memcmp(c - 9, "operator", 8)));

		round += (*c == '(') - (*c == ')');
		square += (*c == '[') - (*c == ']');
		if (!is_operator && !(c > symbol && c[-1] == '-'))
			angle += (*c == '<') - (*c == '>');
	}
	return round > 0 || square > 0 || angle > 0;
}

/* The start of a symbol that is no symbol by itself. */
static bool is_symbol_start(const char *symbol, size_t len)
{
	static const char anonymous[] = "anonymous symbol from section .";
	const char *last = memrchr(symbol, ' ', len);

	last = last ? last + 1 : symbol;
	if (!strncmp(symbol, anonymous, len))
		return true;
	if (strchr(symbol, '('))
		return false;
	/* "unsigned long" and "node**" are what a function of C++ returns. */
	return is_type_word(last, strlen(last)) || strchr("*&,", symbol[len - 1]);
}

static bool is_symbol_whole(const char *symbol)
{
	size_t len = strlen(symbol);

	return len && !is_open(symbol) && !is_symbol_start(symbol, len);
}

/* ---- one row, which may be spread over several lines ---- */

struct reader {
	const struct text *text;
	struct opreport_table *table;
	size_t next; /* the line after the row in work */
};

static unsigned int expected_fields(const struct opreport_columns *columns)
{
	return (columns->no_symbol ? 0u : 1u) + columns->linenr + columns->image + columns->app;
}

static const char *take_field(struct arena *arena, const char **names, bool by_gaps)
{
	scan_blanks(names);

	size_t len = by_gaps ? gap_field(*names) : opreport_field(*names);
	const char *field = arena_strndup(arena, *names, len);

	*names += len;
	return field;
}

/* Split @names into the row's columns; what is left is the symbol. */
static void assign_names(struct opreport_table *table, struct opreport_row *row, const char *names)
{
	struct opreport_columns with_app = table->columns;
	const struct opreport_columns *columns = &table->columns;
	unsigned int gaps = count_gap_fields(names);

	/* Rows of another report, pasted under this title. */
	with_app.app = true;
	if (!columns->app && gaps == expected_fields(&with_app))
		columns = &with_app;

	bool by_gaps = gaps == expected_fields(columns);

	row->image = row->app = NULL;
	if (columns->no_symbol) {
		scan_blanks(&names);
		row->image = *names ? arena_strndup(&table->arena, names, strlen(names)) : NULL;
		return;
	}
	if (columns->linenr)
		take_field(&table->arena, &names, by_gaps);
	if (columns->image)
		row->image = take_field(&table->arena, &names, by_gaps);
	if (columns->app)
		row->app = take_field(&table->arena, &names, by_gaps);
	scan_blanks(&names);
	row->symbol = arena_strndup(&table->arena, names, strlen(names));
}

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

static bool is_tail(const char *line)
{
	static const char *const tails[] = { "const", "[clone ", "const [clone ", "(deleted)",
					     "[self]" };

	scan_blanks(&line);
	for (size_t i = 0; i < ARRAY_SIZE(tails); i++)
		if (!strncmp(line, tails[i], strlen(tails[i])) &&
		    (tails[i][strlen(tails[i]) - 1] == ' ' || !line[strlen(tails[i])]))
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
			assign_names(table, row, names);
			if (is_boundary(reader, reader->next))
				return *row->symbol || opreport_count_fields(names);
			if (columns->no_symbol ? row->image != NULL : is_symbol_whole(row->symbol))
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

/*
 * After blank lines or prose: do the rows go on, or does another table start
 * without a title? Rows come sorted, so a larger one is the first of another
 * table, unless these are not sorted.
 */
static bool goes_on(const struct opreport_table *table, const struct opreport_row *row)
{
	bool has_details = table->columns.vma;
	uint64_t above = UINT64_MAX;

	if (table->has_rulers || (has_details && !*row->symbol))
		return true;
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
