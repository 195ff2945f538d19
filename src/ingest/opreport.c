// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/opreport.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/opreport_profile.h"
#include "ingest/rows.h"
#include "support/scan.h"
#include "support/memory.h"

enum { TITLE_DISTANCE = 12 };

/* The title after a header, past warnings and what other programs said meanwhile. */
static bool find_title(const struct text *text, size_t at, struct opreport_columns *columns,
		       size_t *first, size_t *next)
{
	for (size_t i = at; i < text->count && i < at + TITLE_DISTANCE; i++) {
		const char *line = text->lines[i].at;

		if (opreport_title(text, i, columns, next)) {
			*first = i;
			return true;
		}
		scan_blanks(&line);
		if (i > at && !strncmp(line, "CPU: ", 5))
			return false;
		if (opreport_guess_columns(text, i, columns)) {
			*first = *next = i;
			return true;
		}
	}
	return false;
}

static bool has_weight(const struct opreport_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		for (unsigned int j = 0; j < table->columns.classes; j++)
			if (table->rows[i].values[j].samples)
				return true;
	return false;
}

static void drop_details(struct opreport_table *table)
{
	size_t kept = 0;

	for (size_t i = 0; i < table->count; i++)
		if (*table->rows[i].symbol || table->rows[i].image || table->rows[i].app)
			table->rows[kept++] = table->rows[i];
	table->count = kept;
}

static size_t read_table(const struct text *text, size_t at, const struct opreport_header *header,
			 struct opreport_columns columns, size_t rows_at, struct document *doc)
{
	struct opreport_table table = { .columns = columns };
	size_t next = opreport_read_rows(text, rows_at, &table);

	if (table.has_rulers)
		opreport_keep_functions(&table);
	drop_details(&table);
	if (!table.count || !has_weight(&table))
		next = at;
	else if (columns.diff)
		opreport_add_comparison(doc, &table, header);
	else
		opreport_add_profile(doc, &table, header);
	opreport_table_deinit(&table);
	return next;
}

static size_t read_opreport(const struct text *text, size_t at,
			    const struct ingest_options *options, struct document *doc, int *failed,
			    struct symdiff_error *err)
{
	struct opreport_header header;
	struct opreport_columns columns;
	struct arena arena = { 0 };
	size_t title, rows, next = at;

	opreport_header_read(text, at, &arena, &header);
	if (header.next > at) {
		next = opreport_read_images(text, at, &header, doc);
		if (next == at && find_title(text, header.next, &columns, &title, &rows))
			next = read_table(text, at, &header, columns, rows, doc);
	} else if (opreport_title(text, at, &columns, &rows)) {
		next = read_table(text, at, &header, columns, rows, doc);
	} else if (opreport_guess_columns(text, at, &columns)) {
		next = read_table(text, at, &header, columns, at, doc);
	} else {
		next = opreport_read_images(text, at, &header, doc);
	}
	opreport_header_deinit(&header);
	arena_deinit(&arena);
	return next;
}

const struct table_format opreport_format = {
	.name = "opreport",
	.what = "oprofile's opreport: symbols, images, call graphs, diffs",
	.read = read_opreport,
};
