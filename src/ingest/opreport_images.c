// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * opreport without -l: one row an image, a pair of numbers a class. Below an
 * application of several parts stands an indented table of these, with shares
 * of the application; the parts then take the place of the whole.
 */
#include <string.h>

#include "ingest/opreport_profile.h"
#include "support/scan.h"
#include "support/memory.h"

/* How many classes "  samples|      %|" titles; 0: it is no such line. */
static unsigned int title_classes(const char *line)
{
	unsigned int classes = 0, percents = 0;

	if (!strchr(line, '|'))
		return 0;
	while (*line) {
		if (scan_is_blank(*line) || *line == '|') {
			line++;
		} else if (!strncmp(line, "samples", 7)) {
			classes++;
			line += 7;
		} else if (*line == '%') {
			percents++;
			line++;
		} else {
			return 0;
		}
	}
	return percents ? classes : 0;
}

/* A title of many classes, which mail broke into several lines. */
static unsigned int wide_title_classes(const struct text *text, size_t at, size_t *next)
{
	unsigned int classes = 0, more;

	for (*next = at; *next < text->count && *next < at + 8; ++*next, classes += more) {
		more = title_classes(text->lines[*next].at);
		if (!more)
			break;
	}
	return classes;
}

/* "    cpu:0|            cpu:1|" above the title. */
static bool names_classes(const struct text *text, size_t at)
{
	const char *line = text->lines[at].at;
	size_t next;

	if (!strchr(line, '|') || title_classes(line))
		return false;
	for (size_t i = at + 1; i < text->count && i < at + 4; i++)
		if (wide_title_classes(text, i, &next))
			return true;
		else if (!strchr(text->lines[i].at, '|'))
			return false;
	return false;
}

/* The line of the title if a summary starts at @at, else the number of lines. */
static size_t find_title(const struct text *text, size_t at, bool has_header)
{
	size_t last = has_header ? at + 12 : at + 1;

	for (size_t i = at; i < text->count && i < last; i++) {
		const char *line = text->lines[i].at;

		if (title_classes(line))
			return i;
		if (names_classes(text, i)) {
			last = last > i + 5 ? last : i + 5;
			continue;
		}
		if (has_header && (!*line || opreport_is_chatter(line)))
			continue;
		if (!has_header || strncmp(line, "Samples", 7))
			last = last < i + 3 ? last : i + 3;
	}
	return text->count;
}

struct image_row {
	struct opreport_row row;
	size_t parent; /* of rows; NO_PARENT: an application */
	bool has_parts;
};

#define NO_PARENT ((size_t)-1)

struct summary {
	const struct text *text;
	struct opreport_table *table; /* its arena and columns are used while reading */
	struct image_row *rows;
	size_t count, capacity;
	size_t parent;		   /* of the block in work, or NO_PARENT */
	uint64_t missing;	   /* samples of the parent that no part has taken */
	const char *title, *block; /* the titles of the table, and of the block */
};

/* The column at which the first field of a line ends, tabs being eight wide. */
static size_t first_field_end(const char *line)
{
	size_t column = 0;

	for (; scan_is_blank(*line); line++)
		column = *line == '\t' ? (column + 8) / 8 * 8 : column + 1;
	return column + strcspn(line, " \t|");
}

static size_t tabs_before(const char *line)
{
	return strspn(line, "\t");
}

static uint64_t samples_of(const struct summary *summary, const struct opreport_row *row)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < summary->table->columns.classes; i++)
		sum += row->values[i].samples;
	return sum;
}

/* Read the row at @at, joined with what was broken off it. Returns the line after it, or @at. */
static size_t read_row(struct summary *summary, size_t at, struct opreport_row *row)
{
	const struct opreport_columns *columns = &summary->table->columns;
	struct arena *arena = &summary->table->arena;
	const char *joined = summary->text->lines[at].at;
	size_t next = at + 1;

	*row = (struct opreport_row) { .line = at, .symbol = "" };
	row->values = arena_alloc(arena, columns->classes * sizeof(*row->values));
	for (;;) {
		const char *name = joined;
		unsigned int classes = opreport_scan_numbers(&name, columns, row->values);

		scan_blanks(&name);
		if (!classes)
			return at;
		if (classes == columns->classes && *name) {
			row->image = name;
			return next;
		}
		if (next >= summary->text->count || next > at + 4 ||
		    !summary->text->lines[next].len)
			return at;
		joined = arena_printf(arena, "%s %s", joined, summary->text->lines[next++].at);
	}
}

/* A title within the table: the parts of the application above follow. */
static void open_block(struct summary *summary, size_t title)
{
	size_t last = summary->count - 1;

	if (summary->rows[last].parent != NO_PARENT)
		return; /* opreport nests but once */
	summary->parent = last;
	summary->missing = samples_of(summary, &summary->rows[last].row);
	summary->block = summary->text->lines[title].at;
}

/*
 * Is @row still a part of the block's application? It stands further right, by
 * tabs or blanks: counts end where the word in their title does, give or take
 * one. Where the indentation is lost, the parts go on until they sum up to the
 * application.
 */
static bool is_part(const struct summary *summary, const struct opreport_row *row)
{
	const char *line = summary->text->lines[row->line].at;
	size_t block_end = first_field_end(summary->block);

	if (summary->parent == NO_PARENT || samples_of(summary, row) > summary->missing)
		return false;
	if (tabs_before(summary->block) > tabs_before(summary->title))
		return tabs_before(line) >= tabs_before(summary->block);
	if (block_end > first_field_end(summary->title) + 3)
		return first_field_end(line) + 2 >= block_end;
	return summary->missing > 0;
}

static void add_image(struct summary *summary, struct opreport_row row)
{
	struct image_row image = { .row = row, .parent = NO_PARENT };

	if (is_part(summary, &row)) {
		image.parent = summary->parent;
		summary->rows[summary->parent].has_parts = true;
		summary->missing -= samples_of(summary, &row);
	} else {
		summary->parent = NO_PARENT;
	}
	array_reserve(summary->rows, summary->capacity, summary->count + 1);
	summary->rows[summary->count++] = image;
}

static bool is_ruler(const char *line)
{
	scan_blanks(&line);
	return strspn(line, "-") >= 8 && !line[strspn(line, "-")];
}

enum { MOST_GAP = 3 };

static size_t read_summary(struct summary *summary, size_t at)
{
	const struct text *text = summary->text;
	size_t end = at, gap = 0, next;

	while (at < text->count && gap <= MOST_GAP) {
		const char *line = text->lines[at].at;
		struct opreport_row row;

		if (wide_title_classes(text, at, &next)) {
			if (summary->count)
				open_block(summary, at);
			end = at = next;
			gap = 0;
		} else if (is_ruler(line) || names_classes(text, at)) {
			at++;
		} else if ((next = read_row(summary, at, &row)) > at) {
			add_image(summary, row);
			end = at = next;
			gap = 0;
		} else {
			const char *header = line;

			scan_blanks(&header);
			if (!strncmp(header, "CPU: ", 5) || !strncmp(header, "Counted ", 8))
				break;
			at++;
			gap++;
		}
	}
	return end;
}

/* A part's share is of its application; make it one of everything. */
static void rescale(const struct summary *summary, struct image_row *part)
{
	const struct opreport_row *whole = &summary->rows[part->parent].row;

	part->row.app = whole->image;
	for (unsigned int i = 0; i < summary->table->columns.classes; i++) {
		struct opreport_value *value = &part->row.values[i];
		double share = whole->values[i].samples
				       ? (double)value->samples / (double)whole->values[i].samples
				       : 0;

		value->percent = whole->values[i].percent * share;
		value->half_digit = whole->values[i].half_digit * share;
	}
}

static void keep_leaves(struct summary *summary)
{
	struct opreport_table *table = summary->table;

	for (size_t i = 0; i < summary->count; i++) {
		struct image_row *image = &summary->rows[i];

		if (image->has_parts)
			continue;
		if (image->parent != NO_PARENT)
			rescale(summary, image);
		array_reserve(table->rows, table->capacity, table->count + 1);
		table->rows[table->count++] = image->row;
	}
}

size_t opreport_read_images(const struct text *text, size_t at,
			    const struct opreport_header *header, struct document *doc)
{
	struct opreport_table table = { 0 };
	struct summary summary = {
		.text = text,
		.table = &table,
		.parent = NO_PARENT,
		.title = "",
		.block = "",
	};
	bool has_header = header->next > at;
	size_t title = find_title(text, has_header ? header->next : at, has_header), rows;

	if (title >= text->count) {
		if (has_header || !names_classes(text, at))
			return at;
		title = find_title(text, at + 1, true);
		if (title >= text->count)
			return at;
	}
	table.columns.classes = wide_title_classes(text, title, &rows);
	summary.title = text->lines[title].at;

	size_t end = read_summary(&summary, rows);

	keep_leaves(&summary);
	if (table.count)
		opreport_add_profile(doc, &table, header);
	free(summary.rows);
	opreport_table_deinit(&table);
	return summary.count ? end : at;
}
