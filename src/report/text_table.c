// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/text_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"

#define GAP	   2 /* blanks between columns */
#define BAR_LEAST  6
#define BAR_MOST   24
#define NAME_LEAST 16

const char *const text_bold = "\033[1m", *const text_red = "\033[31m",
		  *const text_green = "\033[32m", *const text_dim = "\033[2m";

const char *text_colour(const struct symdiff_print_options *options, const char *sequence)
{
	return options->colour ? sequence : "";
}

const char *text_plain(const struct symdiff_print_options *options)
{
	return options->colour ? "\033[0m" : "";
}

size_t text_width(const struct symdiff_print_options *options)
{
	if (options->width <= 0)
		return 80;
	return options->width < 40 ? 40 : options->width > 1000 ? 1000 : options->width;
}

struct text_row *text_table_row(struct text_table *table, int indent)
{
	array_reserve(table->rows, table->capacity, table->count + 1);
	table->rows[table->count] = (struct text_row) { .indent = indent };
	return &table->rows[table->count++];
}

void text_cell(struct text_row *row, size_t column, const char *format, ...)
{
	va_list args;
	char *raw;

	va_start(args, format);
	int len = vasprintf(&raw, format, args);
	va_end(args);
	if (len < 0)
		raw = mem_strdup("");
	row->cells[column] = utf8_printable(raw);
	free(raw);
}

/* Of names and other text; figures are aligned at their ends. */
static bool is_left_aligned(const struct text_table *table, size_t column)
{
	if (column == table->columns - 1 && (table->last_is_text || table->names_last))
		return true;
	return !column && !table->names_last;
}

static size_t cell_columns(const struct text_row *row, size_t column)
{
	return row->cells[column] ? utf8_columns(row->cells[column]) : 0;
}

/* A row of nothing but a name, such as what the rows below it are of: it takes the whole line. */
static bool is_heading(const struct text_table *table, const struct text_row *row)
{
	for (size_t c = 1; c < table->columns; c++)
		if (cell_columns(row, c))
			return false;
	return !table->names_last && row->bar <= 0;
}

struct layout {
	size_t width[TEXT_COLUMNS];
	size_t bar;
};

static struct layout lay_out(const struct text_table *table, size_t width)
{
	struct layout layout = { { 0 }, 0 };
	size_t used = 0;

	for (size_t c = 0; c < table->columns; c++) {
		layout.width[c] = utf8_columns(table->heads[c]);
		for (size_t r = 0; r < table->count; r++) {
			size_t need =
				cell_columns(&table->rows[r], c) + (c ? 0 : table->rows[r].indent);

			if (need > layout.width[c] && !is_heading(table, &table->rows[r]))
				layout.width[c] = need;
		}
		used += layout.width[c] + (c ? GAP : 0);
	}
	/* A last column of text gives way first, then names. */
	size_t over = used > width ? used - width : 0, last = table->columns - 1;

	if (over && is_left_aligned(table, last) && layout.width[last] > NAME_LEAST) {
		size_t room = layout.width[last] - NAME_LEAST, cut = over < room ? over : room;

		layout.width[last] -= cut;
		over -= cut;
	}
	if (over && table->gives_way && layout.width[table->gives_way] > NAME_LEAST) {
		size_t room = layout.width[table->gives_way] - NAME_LEAST;
		size_t cut = over < room ? over : room;

		layout.width[table->gives_way] -= cut;
		over -= cut;
	}
	if (over && is_left_aligned(table, 0)) {
		size_t name = layout.width[0];

		layout.width[0] = name > over + NAME_LEAST ? name - over
				  : name > NAME_LEAST	   ? NAME_LEAST
							   : name;
	}
	if (table->bars && used + GAP + BAR_LEAST <= width) {
		layout.bar = width - used - GAP;
		if (layout.bar > BAR_MOST)
			layout.bar = BAR_MOST;
	}
	return layout;
}

size_t text_table_columns(const struct text_table *table)
{
	struct layout layout = lay_out(table, SIZE_MAX);
	size_t used = 0;

	for (size_t c = 0; c < table->columns; c++)
		used += layout.width[c] + (c ? GAP : 0);
	return used;
}

static void pad(size_t count, FILE *out)
{
	for (; count; count--)
		fputc(' ', out);
}

/* Text cut to @columns, its end marked if something is missing. */
static size_t print_cut(const char *text, size_t columns, bool utf8, FILE *out)
{
	if (utf8_columns(text) <= columns) {
		fputs(text, out);
		return utf8_columns(text);
	}

	const char *mark = utf8 ? "…" : "...";
	size_t room = columns - (utf8 ? 1 : 3);
	size_t bytes = utf8_fit(text, room);

	fwrite(text, 1, bytes, out);
	fputs(mark, out);
	return columns;
}

/* Eighths of a block, so that a bar of 24 columns shows half a percent. */
static long bar_units(double share, size_t columns)
{
	return lround(fmin(fmax(share, 0), 1) * columns * 8);
}

static void print_bar(long units, FILE *out)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };

	for (long i = 0; i < units / 8; i++)
		fputs("█", out);
	fputs(eighths[units % 8], out);
}

static void print_row(const struct text_table *table, const struct layout *layout,
		      const struct text_row *row, const struct symdiff_print_options *options,
		      FILE *out)
{
	size_t last = table->columns - 1, pending = 0;
	long bar = options->utf8 ? bar_units(row->bar, layout->bar) : 0;

	while (last && (!row->cells[last] || !*row->cells[last]))
		last--;
	if (row->colour)
		fputs(text_colour(options, row->colour), out);
	for (size_t c = 0; c <= last; c++) {
		const char *text = row->cells[c] ? row->cells[c] : "";
		size_t indent = c ? 0 : row->indent, used = utf8_columns(text);
		size_t width = is_heading(table, row) ? text_width(options) : layout->width[c];

		if (table->names_last && c && c == last && used > width) {
			/* A name that does not fit is not cut: it takes a line of its own. */
			fprintf(out, "\n%*s%s",
				used < text_width(options) ? (int)(text_width(options) - used) : 0,
				"", text);
			break;
		}
		pad(pending + (c ? GAP : 0), out);
		pending = 0;
		if (!is_left_aligned(table, c)) {
			pad(used < width ? width - used : 0, out);
			print_cut(text, c == table->gives_way ? width : used, options->utf8, out);
			continue;
		}
		pad(indent, out);
		used = indent + print_cut(text, width - indent, options->utf8, out);
		pending = used < width ? width - used : 0; /* no blanks at line ends */
	}
	if (row->colour)
		fputs(text_plain(options), out);
	if (bar) {
		for (size_t c = last + 1; c < table->columns; c++)
			pending += layout->width[c] + GAP;
		pad(pending + GAP, out);
		print_bar(bar, out);
	}
	fputc('\n', out);
}

void text_table_clear(struct text_table *table)
{
	for (size_t r = 0; r < table->count; r++)
		for (size_t c = 0; c < TEXT_COLUMNS; c++)
			free(table->rows[r].cells[c]);
	free(table->rows);
	table->rows = NULL;
	table->count = table->capacity = 0;
}

void text_table_print(struct text_table *table, const struct symdiff_print_options *options,
		      FILE *out)
{
	struct layout layout = lay_out(table, text_width(options));
	struct text_row head = { .colour = text_dim };

	for (size_t c = 0; c < table->columns; c++)
		if (*table->heads[c])
			head.cells[c] = (char *)table->heads[c];
	bool headed = false;

	for (size_t c = 0; c < table->columns; c++)
		headed |= head.cells[c] != NULL;
	if (table->count && headed)
		print_row(table, &layout, &head, options, out);
	for (size_t r = 0; r < table->count; r++)
		print_row(table, &layout, &table->rows[r], options, out);
	text_table_clear(table);
}

void text_wrap(const char *text, size_t hang, const struct symdiff_print_options *options,
	       FILE *out)
{
	cleanup_free char *safe = utf8_printable(text);
	size_t width = text_width(options), column = 0;

	for (const char *at = safe; *at;) {
		size_t blanks = strspn(at, " "), word = strcspn(at + blanks, " ");
		char *piece = strndup(at + blanks, word);
		size_t columns = piece ? utf8_columns(piece) : 0;

		if (column > hang && column + blanks + columns > width) {
			fputc('\n', out);
			pad(hang, out);
			column = hang;
			blanks = 0;
		}
		pad(blanks, out);
		fputs(piece ? piece : "", out);
		column += blanks + columns;
		at += strspn(at, " ") + word;
		free(piece);
	}
	fputc('\n', out);
}
