// SPDX-License-Identifier: GPL-2.0-or-later
/* A table among prose: where it begins, how its cells are parted, where it ends. */
#include "series/raw_table.h"

#include <stdlib.h>

#include "support/memory.h"

enum { CAPTION_MOST = 200 };

static struct slice line_of(const struct text *text, size_t at)
{
	return slice_trim((struct slice) { text->lines[at].at, text->lines[at].len });
}

static bool has_split(struct slice line, enum cell_split split)
{
	switch (split) {
	case SPLIT_BARS:
		return memchr(line.at, '|', line.len) != NULL;
	case SPLIT_TABS:
		return memchr(line.at, '\t', line.len) != NULL;
	case SPLIT_COMMAS:
		return memchr(line.at, ',', line.len) != NULL;
	default:
		return true;
	}
}

static bool read_head(struct slice line, enum cell_split split, struct cells *head)
{
	if (!line.len || *line.at == '#' || cells_are_ruler(line) || !has_split(line, split))
		return false;
	cells_split(line, split, head);
	if (head->overflows)
		return false;
	while (split == SPLIT_BARS && head->count && !head->list[head->count - 1].len)
		head->count--;
	for (size_t i = 1; i < head->count; i++)
		if (!head->list[i].len)
			return false;
	return head->count > 1;
}

/* Cells may be missing at the end where it can be seen that they are. */
static bool fits(const struct cells *head, enum cell_split split, struct cells *row)
{
	while (row->count > head->count && !row->list[row->count - 1].len)
		row->count--;
	if (row->overflows)
		return false;
	if (split == SPLIT_BLANKS)
		return row->count >= head->count;
	if (split == SPLIT_GAPS)
		return row->count == head->count;
	return row->count > 1 && row->count <= head->count;
}

static bool read_row(struct slice line, const struct cells *head, enum cell_split split,
		     struct cells *row)
{
	struct cell cell;
	bool any = false;

	if (!line.len || !has_split(line, split))
		return false;
	cells_split(line, split, row);
	if (!fits(head, split, row))
		return false;
	for (size_t i = 1; i < row->count && i < head->count; i++) {
		cell_read(row->list[i], &cell);
		if (cell.kind == CELL_TEXT)
			return false;
		any |= cell.kind == CELL_NUMBER;
	}
	return any && row->list[0].len;
}

static void add_row(struct raw_table *table, const struct cells *row, uint32_t line)
{
	size_t columns = table->head.count, at = table->count * columns;

	array_reserve(table->cells, table->capacity, at + columns);
	array_reserve(table->lines, table->line_capacity, table->count + 1);
	for (size_t i = 0; i < columns; i++)
		table->cells[at + i] = i < row->count ? row->list[i] : (struct slice) { "", 0 };
	if (row->count > columns)
		table->cut += row->count - columns;
	table->lines[table->count++] = line;
}

/* The table whose head is line @at; returns the line behind it, or @at. */
static size_t find_table(const struct text *text, size_t at, enum cell_split split,
			 struct raw_table *table)
{
	size_t end = at;

	table->count = table->cut = 0;
	if (!read_head(line_of(text, at), split, &table->head))
		return at;
	for (size_t i = at + 1; i < text->count; i++) {
		struct slice line = line_of(text, i);
		struct cells row;

		if (cells_are_ruler(line))
			continue;
		if (!read_row(line, &table->head, split, &row))
			break;
		add_row(table, &row, text->lines[i].number);
		end = i + 1;
	}
	return end;
}

/* The line above a table says what it is of, if it is not far. */
static void find_caption(const struct text *text, size_t first, size_t at, struct raw_table *table)
{
	table->caption = "";
	table->caption_len = 0;
	for (size_t back = 1; back <= 2 && at >= first + back; back++) {
		struct slice line = line_of(text, at - back);

		while (line.len && (*line.at == '#' || char_is_blank(*line.at))) {
			line.at++;
			line.len--;
		}
		if (!line.len || cells_are_ruler(line))
			continue;
		table->caption = line.at;
		table->caption_len = line.len < CAPTION_MOST ? line.len : CAPTION_MOST;
		return;
	}
}

size_t raw_table_find(const struct text *text, size_t first, size_t at, struct raw_table *table)
{
	size_t next = at;

	for (int split = 0; next == at && split < CELL_SPLITS; split++)
		next = find_table(text, at, split, table);
	if (next > at)
		find_caption(text, first, at, table);
	return next;
}

void raw_table_deinit(struct raw_table *table)
{
	free(table->cells);
	free(table->lines);
	*table = (struct raw_table) { .cells = NULL };
}
