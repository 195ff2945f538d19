// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows of perf's tables over the line breaks that mail programs put into them. */
#include "ingest/perf_logical.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/perf_header.h"
#include "ingest/perf_shape.h"
#include "support/memory.h"

enum {
	NAME_LINES_MAX = 64, /* of a C++ name with its template arguments */
	PARTS_MAX = 3,	     /* no row was seen in more lines than these */
	SCREEN = 80,	     /* columns of a terminal */
	NARROWEST = 60,	     /* no mail is wrapped at fewer columns */
	JOINED_MAX = 8192,   /* bytes; no name is that long */
};

static void join(struct perf_logical *row, struct slice more, const char *glue)
{
	size_t glue_len = strlen(glue), len = row->line.len, need = len + glue_len + more.len + 1;
	bool is_own = row->buffer && row->line.at == row->buffer;

	array_reserve(row->buffer, row->capacity, need);
	if (!is_own)
		memcpy(row->buffer, row->line.at, len);
	memcpy(row->buffer + len, glue, glue_len);
	memcpy(row->buffer + len + glue_len, more.at, more.len);
	row->buffer[need - 1] = 0;
	row->line = (struct slice) { row->buffer, need - 1 };
	row->lines++;
}

/* A terminal's or pager's copy is broken where the screen ends, within a word if need be. */
static bool was_cut(const struct text *text, size_t at)
{
	return text->lines[at].len == SCREEN && !text->lines[at].was_flowed;
}

static bool is_one_word(struct slice line)
{
	for (size_t i = 0; i < line.len; i++)
		if (char_is_blank(line.at[i]))
			return false;
	return line.len;
}

/* May this line be the rest of the one before it? */
static bool may_continue(const struct text *text, size_t at, const struct perf_columns *columns)
{
	struct slice line, trimmed;

	if (at >= text->count)
		return false;
	line = text_slice(text, at);
	trimmed = slice_trim(line);
	if (!trimmed.len || trimmed.len > JOINED_MAX || strchr("#|+-", trimmed.at[0]))
		return false;
	if (perf_line_is_ruler(line) || perf_shape_is_row(line))
		return false;
	return !columns || !column_is_number(columns->list[0].kind) ||
	       !perf_line_begins_row(columns, line);
}

static int open_brackets(struct slice name)
{
	int round = 0, angle = 0;

	for (size_t i = 0; i < name.len; i++) {
		bool is_operator = i >= 8 && !memcmp(name.at + i - 8, "operator", 8);
		bool is_arrow = i && (name.at[i - 1] == '-' || name.at[i - 1] == '<' ||
				      name.at[i - 1] == '>');

		round += (name.at[i] == '(') - (name.at[i] == ')');
		if (!is_operator && name.at[i] == '<')
			angle++;
		else if (!is_operator && name.at[i] == '>' && !(is_arrow && angle <= 0))
			angle--;
	}
	return (round > 0 ? round : 0) + (angle > 0 ? angle : 0);
}

static bool ends_with_word(struct slice name, const char *word)
{
	size_t len = strlen(word);

	return name.len >= len && !memcmp(name.at + name.len - len, word, len);
}

/* Does this symbol go on after a blank? Every name that perf prints has its brackets closed. */
static bool is_open(struct slice symbol)
{
	return open_brackets(symbol) || ends_with_word(symbol, "operator") ||
	       ends_with_word(symbol, ",") || ends_with_word(symbol, " as");
}

/* Types that stand before the name of a function. */
static bool is_type(struct slice symbol)
{
	static const char *const types[] = { "void",  "bool",	  "int",   "long", "char", "double",
					     "float", "unsigned", "const", "auto", "std::" };

	if (memmem(symbol.at, symbol.len, "::", 2) && symbol.at[symbol.len - 1] != ')')
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (slice_equals(symbol, types[i]))
			return true;
	return false;
}

/* The name of a C++ function rather than prose: its first word is qualified or has brackets. */
static bool is_cxx_name(struct slice line)
{
	struct slice rest = line, word = slice_word(&rest);

	return (memmem(word.at, word.len, "::", 2) || memchr(word.at, '<', word.len) ||
		memchr(word.at, '(', word.len)) &&
	       word.at[0] != '(' && line.at[line.len - 1] != '.' && line.at[line.len - 1] != ':';
}

/* Was line @at full, so that the first word of the next one found no room? */
static bool was_full(const struct text *text, size_t at)
{
	struct slice next = text_slice(text, at + 1), word = slice_word(&next);

	return text->lines[at].was_flowed || text->lines[at].len + 1 + word.len > NARROWEST;
}

static struct slice symbol_name(struct slice cell)
{
	struct slice name = cell;
	char letter;

	perf_marker(cell, &letter, &name);
	return name;
}

/* Is this line what follows @symbol, of which the line before was full? */
static bool continues_symbol(struct slice symbol, struct slice line)
{
	struct slice name = symbol_name(symbol);

	if (slice_equals(slice_trim(symbol), "[k]") || slice_equals(slice_trim(symbol), "[.]") ||
	    is_open(symbol))
		return true;
	if (name.len && name.at[name.len - 1] == ')')
		return slice_equals(line, "const") || slice_starts(line, "const [clone ") ||
		       slice_starts(line, "[clone ");
	if (ends_with_word(name, ") const"))
		return slice_starts(line, "[clone ");
	return is_type(name) && is_cxx_name(line);
}

/*
 * Put the rest of a wrapped name behind the row, for as long as it lacks something. False if that
 * is then no row any more.
 */
static bool join_symbol(struct perf_logical *row, const struct text *text, size_t at,
			const struct perf_columns *columns, struct perf_cells *cells)
{
	size_t last = columns->count - 1;

	if (columns->separator ||
	    (columns->list[last].kind != COLUMN_SYMBOL && !columns->is_hierarchy))
		return true;
	while (row->lines < NAME_LINES_MAX && row->line.len < JOINED_MAX) {
		size_t next = at + row->lines;

		if (next >= text->count || !text->lines[next].len || !was_full(text, next - 1) ||
		    char_is_blank(text->lines[next].at[0]))
			return true;

		bool whole = continues_symbol(cells->list[last], text_slice(text, next));

		if (!whole && !(was_cut(text, next - 1) && is_one_word(text_slice(text, next))))
			return true;
		if (!may_continue(text, next, columns))
			return true;
		join(row, text_slice(text, next), whole ? " " : "");
		if (!perf_cells_split(columns, row->line, cells))
			return false;
	}
	return true;
}

/* Join the next line to a row that lacks its symbol. Is it whole now? */
static bool join_part(struct perf_logical *row, const struct text *text, size_t at,
		      const struct perf_columns *columns, struct perf_cells *cells)
{
	size_t next = at + row->lines, len = row->line.len;
	struct slice more = text_slice(text, next);

	if (was_cut(text, next - 1)) {
		join(row, more, "");
		if (perf_cells_split(columns, row->line, cells))
			return true;
		row->line.len = len;
		row->lines--;
	}
	join(row, slice_trim(more), " ");
	return perf_cells_split(columns, row->line, cells);
}

bool perf_logical_row(struct perf_logical *row, const struct text *text, size_t at,
		      const struct perf_columns *columns, struct perf_cells *cells)
{
	row->line = text_slice(text, at);
	row->lines = 1;
	if (perf_cells_split(columns, row->line, cells))
		return join_symbol(row, text, at, columns, cells);
	if (!perf_columns_find(columns, COLUMN_SYMBOL) || row->line.len > JOINED_MAX ||
	    !perf_line_begins_row(columns, row->line))
		return false;
	while (row->lines < PARTS_MAX && may_continue(text, at + row->lines, columns))
		if (join_part(row, text, at, columns, cells))
			return join_symbol(row, text, at, columns, cells);
	return false;
}

/* Cheap: does the line begin with a percentage? */
static bool begins_with_percent(struct slice line)
{
	struct slice rest = perf_line_undecorated(line);
	struct decimal number;

	for (int i = 0; i < 2; i++) {
		if (!slice_decimal(slice_word(&rest), &number))
			return false;
		if (number.is_percent)
			return !number.has_sign;
	}
	return false;
}

bool perf_logical_shape(struct perf_logical *row, const struct text *text, size_t at)
{
	row->line = text_slice(text, at);
	row->lines = 1;
	if (!begins_with_percent(row->line) || row->line.len > JOINED_MAX)
		return perf_shape_is_row(row->line);
	while (!perf_shape_is_row(row->line)) {
		if (row->lines >= PARTS_MAX || !may_continue(text, at + row->lines, NULL))
			return false;
		join(row, slice_trim(text_slice(text, at + row->lines)), " ");
	}
	return true;
}

void perf_logical_deinit(struct perf_logical *row)
{
	free(row->buffer);
	*row = (struct perf_logical) { 0 };
}
