/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_TEXT_TABLE_H
#define REPORT_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <symdiff/options.h>

/*
 * A table for a terminal. The first column holds names, left-aligned, and is
 * what gives way when the table is too wide; the others are right-aligned, but
 * for a last one that is marked as text. A row of a name alone is a heading,
 * and has the whole line. What is printed is safe for the
 * terminal whatever the cells hold.
 */
#define TEXT_COLUMNS 16

struct text_table {
	const char *heads[TEXT_COLUMNS];
	size_t columns;
	bool last_is_text; /* the last column is left-aligned */
	bool names_last; /* it holds the names, as in tables on mailing lists: so is the first not */
	size_t gives_way; /* a column between that may be cut, too; 0: none */
	bool bars;	  /* draw each row's bar in the room that is left */
	struct text_row {
		char *cells[TEXT_COLUMNS]; /* NULL: empty */
		int indent;
		double bar;	    /* share, 0 to 1 */
		const char *colour; /* escape sequence, or NULL */
	} * rows;
	size_t count, capacity;
};

/* A new row, empty. Valid until the next one is added. */
struct text_row *text_table_row(struct text_table *table, int indent);

/* printf into a cell. */
void text_cell(struct text_row *row, size_t column, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* How wide the table is if nothing in it is cut. */
size_t text_table_columns(const struct text_table *table);

/* Empty the table. */
void text_table_clear(struct text_table *table);

/* Print, and empty the table. Nothing is printed for no rows. */
void text_table_print(struct text_table *table, const struct symdiff_print_options *options,
		      FILE *out);

/* The width to print to. */
size_t text_width(const struct symdiff_print_options *options);

/*
 * Print @text, made safe, broken at blanks to fit the width; lines after the
 * first are indented by @hang.
 */
void text_wrap(const char *text, size_t hang, const struct symdiff_print_options *options,
	       FILE *out);

/* Escape sequences; "" without colour. */
extern const char *const text_bold, *const text_red, *const text_green, *const text_dim;
const char *text_colour(const struct symdiff_print_options *options, const char *sequence);
const char *text_plain(const struct symdiff_print_options *options);

#endif
