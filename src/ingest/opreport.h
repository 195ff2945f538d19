/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_OPREPORT_H
#define INGEST_OPREPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/text.h"
#include "support/arena.h"

/*
 * The parts of the reader of `opreport` tables; only opreport*.c use this.
 *
 *	opreport_header.c     CPU: and Counted lines -> events
 *	opreport_title.c      title line, or the shape of rows -> columns
 *	opreport_table.c      lines -> rows, joined where mail wrapped them
 *	opreport_numbers.c    the numbers of a row
 *	opreport_names.c      the names of a row
 *	opreport_callgraph.c  -c: which row of a block counts
 *	opreport_images.c     summaries without -l, with their nested tables
 *	opreport_diff.c       { base } { new }
 *	opreport.c            rows -> profile
 *
 * Source: opreport(1) of oprofile 0.9 to 1.4 and its output formatter
 * (libpp/format_output.cpp); texts were printed by versions 0.5 to 1.1.
 */

/* One "Counted" line. */
struct opreport_event {
	const char *name; /* CPU_CLK_UNHALTED */
	const char *mask; /* 0x00; empty if not given */
	uint64_t count;	  /* 0: not given */
};

struct opreport_header {
	struct opreport_event *events;
	size_t event_count, event_capacity;
	bool is_timer;
	size_t class_lines; /* "Samples on CPU 3", "Processes with a thread ID of 42" */
	size_t next;	    /* the line after it; the line it was asked about: no header there */
};

/* The header that starts at line @at. Text is from @arena; events are freed by _deinit. */
void opreport_header_read(const struct text *text, size_t at, struct arena *arena,
			  struct opreport_header *header);
void opreport_header_deinit(struct opreport_header *header);

/* A line that oprofile or its daemon prints between header, title and rows. */
bool opreport_is_chatter(const char *line);

/* Which columns a table has. They come in this order, the symbol last. */
struct opreport_columns {
	bool vma;
	unsigned int classes; /* (samples, %) pairs; 0: no table */
	bool cumulated;	      /* each pair is samples, cum. samples, %, cum. % */
	bool diff;	      /* each pair is followed by diff % */
	bool linenr, image, app;
	bool no_symbol; /* a summary of images, printed by a version that gave it no title */
};

/* The columns that the title at line @at names, and the line after it in *@next. */
bool opreport_title(const struct text *text, size_t at, struct opreport_columns *columns,
		    size_t *next);

/* The columns that the rows from line @at on have, if these can be rows of opreport and no other. */
bool opreport_guess_columns(const struct text *text, size_t at, struct opreport_columns *columns);

struct opreport_value {
	uint64_t samples;
	double percent, half_digit;
	double change; /* diff %, if both sides have it */
	bool only_base, only_new;
};

struct opreport_row {
	size_t line;		       /* of the text, from 0 */
	size_t indent;		       /* blanks and tabs before it */
	struct opreport_value *values; /* one a class */
	const char *image, *app;       /* NULL: no such column */
	const char *symbol;	       /* empty: a detail line */
	bool after_ruler;	       /* a line of dashes came before */
};

struct opreport_table {
	struct arena arena;
	struct opreport_columns columns;
	struct opreport_row *rows;
	size_t count, capacity;
	bool has_rulers; /* opreport -c */
	bool is_cut;	 /* it ends in an ellipsis */
};

/*
 * Read the rows from line @at on into @table, whose columns are known. Returns
 * the line after the last one.
 */
size_t opreport_read_rows(const struct text *text, size_t at, struct opreport_table *table);
void opreport_table_deinit(struct opreport_table *table);

/*
 * The numbers of a row at *@at, which moves behind them. Returns how many
 * classes are complete, at most columns->classes; values may be NULL.
 */
unsigned int opreport_scan_numbers(const char **at, const struct opreport_columns *columns,
				   struct opreport_value *values);

/* A percentage as format_percent() prints it: four decimals, 100.000, 9.7e-04 or a bare 0. */
bool opreport_scan_percent(const char **at, struct opreport_value *value);

/* The length of the first field of @names: "anon (tgid:42 range:0x1-0x2)" is one, "(no symbols)" too. */
size_t opreport_field(const char *names);

/* How many fields @names has; a symbol with blanks in it may count as several. */
unsigned int opreport_count_fields(const char *names);

/* Split @names into the columns of @row: what is left is the symbol. */
void opreport_assign_names(struct opreport_table *table, struct opreport_row *row,
			   const char *names);

/* Can this be all of a symbol, or did mail break it? */
bool opreport_symbol_is_whole(const char *symbol);

/* Keep the rows of opreport -c that are functions, and not their callers and callees. */
void opreport_keep_functions(struct opreport_table *table);

#endif
