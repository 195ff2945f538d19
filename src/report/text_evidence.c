// SPDX-License-Identifier: GPL-2.0-or-later
/* Evidence for people: a table for each table that was read. */
#include <math.h>
#include <string.h>

#include "evidence/format.h"
#include "report/evidence_value.h"
#include "report/text.h"
#include "report/text_table.h"
#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"

enum { KEYS_MAX = 64, NAME_WIDTH = 22, VALUE_WIDTH = 9 };

const char *text_evidence_number(double value, char *room)
{
	if (value == floor(value) && fabs(value) < 1e15)
		snprintf(room, 32, "%.0f", value);
	else if (fabs(value) >= 100 && fabs(value) < 1e15)
		snprintf(room, 32, "%.2f", value);
	else
		snprintf(room, 32, "%.5g", value);
	return room;
}

const char *text_evidence_value(const struct evidence_value *value, char *room)
{
	if (!value)
		return "";
	if (value->state == EVIDENCE_BROKEN)
		return "broken";
	if (value->state == EVIDENCE_NO_RESULT)
		return "no result";
	text_evidence_number(value->value, room);
	if (value->is_significant)
		strcat(room, " *");
	return room;
}

/* The keys that the rows have, in the order in which they appear. */
static size_t collect_keys(const struct evidence_row *rows, size_t count, const char **keys)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < rows[i].count; k++) {
			size_t known = 0;

			while (known < found && strcmp(keys[known], rows[i].values[k].key) != 0)
				known++;
			if (known == found && found < KEYS_MAX)
				keys[found++] = rows[i].values[k].key;
		}
	return found;
}

static const char *label_of(const struct evidence_row *row)
{
	return row->metric && row->group ? row->group : row->name;
}

static bool has_any(const struct evidence_row *row, const char **keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (evidence_find(row, keys[i]))
			return true;
	return false;
}

/* Columns @keys of the rows that have one of them. */
static void print_columns(const struct evidence_row *rows, size_t count, const char **keys,
			  size_t columns, const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = { .heads = { "name" }, .columns = columns + 1 };
	char room[32];

	for (size_t k = 0; k < columns; k++)
		table.heads[k + 1] = keys[k];
	for (size_t i = 0; i < count; i++) {
		if (!has_any(&rows[i], keys, columns))
			continue;

		struct text_row *line = text_table_row(&table, 0);

		text_cell(line, 0, "%s%s%s", label_of(&rows[i]), rows[i].unit ? ", " : "",
			  rows[i].unit ? rows[i].unit : "");
		for (size_t k = 0; k < columns; k++)
			text_cell(line, k + 1, "%s",
				  text_evidence_value(evidence_find(&rows[i], keys[k]), room));
	}
	text_table_print(&table, options, out);
}

static void print_places(const struct evidence_row *row,
			 const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = { .heads = { row->name, "waited", "held it" }, .columns = 3 };
	cleanup_free char *name = utf8_printable(row->name);
	char room[32];

	table.heads[0] = name;
	for (size_t i = 0; i < row->place_count; i++) {
		struct text_row *line = text_table_row(&table, 0);

		text_cell(line, 0, "%s", row->places[i].place);
		text_cell(line, row->places[i].is_holder ? 2 : 1, "%s",
			  text_evidence_number(row->places[i].count, room));
	}
	text_table_print(&table, options, out);
}

/* Of LKP's old tables one metric is the heading, and the rows are its tests. */
static const char *heading_of(const struct evidence_row *row)
{
	if (row->metric && row->group)
		return row->metric;
	return row->group ? row->group : "";
}

static bool same_heading(const struct evidence_row *a, const struct evidence_row *b)
{
	return a->table == b->table && !strcmp(heading_of(a), heading_of(b));
}

/* How many of these columns fit beside the names. */
static size_t fitting(const char **keys, size_t count, const struct symdiff_print_options *options)
{
	size_t columns = 0, width = NAME_WIDTH;

	while (columns < count && columns + 1 < TEXT_COLUMNS) {
		size_t len = strlen(keys[columns]);

		width += (len < VALUE_WIDTH ? VALUE_WIDTH : len) + 2;
		if (columns && width > text_width(options))
			break;
		columns++;
	}
	return columns;
}

/* Rows without numbers: the aliases of a cache. */
static void print_names(const struct evidence_row *rows, size_t count,
			const struct symdiff_print_options *options, FILE *out)
{
	cleanup_free char *names = NULL;
	size_t size;
	FILE *line = open_memstream(&names, &size);

	if (!line)
		return;
	for (size_t i = 0; i < count; i++)
		fprintf(line, "%s%s", i ? " " : "  ", rows[i].name);
	fclose(line);
	text_wrap(names, 2, options, out);
}

/* perf lock calls the place that waited the lock's name. */
static bool has_places(const struct evidence_row *row)
{
	return row->place_count > 1 ||
	       (row->place_count && strcmp(row->places[0].place, row->name) != 0);
}

static void print_rows(const struct evidence_row *rows, size_t count,
		       const struct symdiff_print_options *options, FILE *out)
{
	const char *keys[KEYS_MAX];
	size_t found = collect_keys(rows, count, keys);
	cleanup_free char *heading = utf8_printable(heading_of(rows));

	fprintf(out, "%s%s%s%s%s\n", text_colour(options, text_bold), rows->format->what,
		*heading ? ": " : "", heading, text_plain(options));
	if (!found)
		print_names(rows, count, options, out);
	for (size_t k = 0, columns; k < found; k += columns) {
		columns = fitting(keys + k, found - k, options);
		if (k)
			fputc('\n', out);
		print_columns(rows, count, keys + k, columns, options, out);
	}
	for (size_t i = 0; i < count; i++) {
		if (!has_places(&rows[i]))
			continue;
		fputc('\n', out);
		print_places(&rows[i], options, out);
	}
}

void text_evidence(const struct evidence *evidence, const struct symdiff_print_options *options,
		   FILE *out)
{
	for (size_t at = 0, next; at < evidence->count; at = next) {
		next = at + 1;
		while (next < evidence->count &&
		       same_heading(&evidence->rows[at], &evidence->rows[next]))
			next++;
		if (at)
			fputc('\n', out);
		print_rows(&evidence->rows[at], next - at, options, out);
	}
}
