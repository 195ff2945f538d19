// SPDX-License-Identifier: GPL-2.0-or-later
/* The names of a row: image, application and symbol, with blanks in any of them. */
#include <string.h>

#include "ingest/opreport.h"
#include "support/scan.h"
#include "support/memory.h"

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
	if (len >= strlen("anonymous") && !strncmp(symbol, anonymous, len))
		return true;
	if (strchr(symbol, '('))
		return false;
	/* "unsigned long" and "node**" are what a function of C++ returns. */
	return is_type_word(last, strlen(last)) || strchr("*&,", symbol[len - 1]);
}

bool opreport_symbol_is_whole(const char *symbol)
{
	size_t len = strlen(symbol);

	return len && !is_open(symbol) && !is_symbol_start(symbol, len);
}

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

void opreport_assign_names(struct opreport_table *table, struct opreport_row *row,
			   const char *names)
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
