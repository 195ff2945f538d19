// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf report --hierarchy:
 *
 *	#       Overhead  Command / Shared Object / Symbol
 *	   100.00%        w
 *	       81.68%        [kernel.kallsyms]
 *	          12.21%        [k] exc_page_fault
 *
 * Indentation is the level, and mail may have squeezed it. Where the last
 * level is the symbol, its marker tells a leaf, and of the lines between two
 * leaves the last one is the level above, and so on.
 */
#include "ingest/perf_hierarchy.h"

#include <stdlib.h>

#include "ingest/perf_entry.h"
#include "ingest/perf_header.h"
#include "ingest/perf_logical.h"
#include "support/memory.h"

enum { BLANKS_MAX = 3 };

struct node {
	struct perf_cells cells;
	struct slice label;
	bool is_leaf;
	size_t level;
};

struct nodes {
	struct node *list;
	size_t count, capacity;
	struct perf_logical row;
	struct arena joined; /* lines */
};

static bool is_symbol(struct slice label)
{
	struct slice name;
	char letter;

	return perf_marker(label, &letter, &name) && name.len;
}

/* The row at line @at, which must outlive the one read after it. */
static bool read_node(const struct text *text, size_t at, const struct perf_columns *columns,
		      struct nodes *nodes, struct node *node)
{
	if (!perf_logical_row(&nodes->row, text, at, columns, &node->cells))
		return false;
	if (nodes->row.lines > 1) {
		struct slice line = nodes->row.line;

		line.at = arena_strndup(&nodes->joined, line.at, line.len);
		if (!perf_cells_split(columns, line, &node->cells))
			return false;
	}
	node->label = node->cells.list[columns->count - 1];
	return true;
}

static size_t read_nodes(const struct text *text, size_t at, const struct perf_columns *columns,
			 struct nodes *nodes)
{
	size_t end = at, blanks = 0;

	while (at < text->count) {
		struct slice line = text_slice(text, at);
		struct node node = { .is_leaf = false };

		if (line.len && read_node(text, at, columns, nodes, &node)) {
			array_reserve(nodes->list, nodes->capacity, nodes->count + 1);
			nodes->list[nodes->count++] = node;
			end = at += nodes->row.lines;
			blanks = 0;
			continue;
		}
		/* Else of a call graph, or "no entry >= 5.00%". */
		blanks += !line.len;
		if (nodes->count && (blanks > BLANKS_MAX || perf_comment_mark(line)))
			break;
		at++;
	}
	return end;
}

/* By the marker: count back from each leaf. */
static void level_by_marker(struct nodes *nodes, size_t levels)
{
	size_t run = 0;

	for (size_t i = nodes->count; i-- > 0;) {
		struct node *node = &nodes->list[i];

		node->is_leaf = is_symbol(node->label);
		run = node->is_leaf ? 0 : run + 1;
		node->level = run < levels ? levels - 1 - run : 0;
	}
}

/* By the place of the number: perf indents each level by three blanks. */
static void level_by_indent(struct nodes *nodes, size_t levels)
{
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < nodes->count; i++)
		if (nodes->list[i].cells.number_end < least)
			least = nodes->list[i].cells.number_end;
	for (size_t i = 0; i < nodes->count; i++) {
		struct node *node = &nodes->list[i];

		node->level = (node->cells.number_end - least) / 3;
		if (node->level >= levels)
			node->level = levels - 1;
		node->is_leaf = node->level == levels - 1;
	}
}

static void add_leaf(const struct perf_columns *columns, const struct node *node,
		     const struct slice *above, struct profile *profile, struct rows *rows)
{
	struct perf_entry entry;
	struct perf_columns names = { .count = columns->level_count };
	struct perf_cells cells;

	perf_entry_read(columns, &node->cells, &entry);
	for (size_t i = 0; i < names.count; i++) {
		names.list[i].kind = columns->levels[i];
		cells.list[i] = i + 1 == names.count ? node->label : above[i];
	}

	struct perf_entry named;

	perf_entry_read(&names, &cells, &named);
	entry.comm = named.comm;
	entry.dso = named.dso;
	entry.symbol = named.symbol;
	entry.marker = named.marker;
	for (unsigned i = 0; i < columns->group; i++)
		rows_add(&rows[i], perf_entry_row(profile, &entry, i));
}

size_t perf_hierarchy_read(const struct text *text, size_t at, const struct perf_columns *columns,
			   struct profile *profile, struct rows *rows)
{
	struct nodes nodes = { 0 };
	struct slice above[PERF_COLUMNS_MAX] = { { "", 0 } };
	size_t levels = columns->level_count;

	at = read_nodes(text, at, columns, &nodes);
	if (columns->levels[levels - 1] == COLUMN_SYMBOL)
		level_by_marker(&nodes, levels);
	else
		level_by_indent(&nodes, levels);
	for (size_t i = 0; i < nodes.count; i++) {
		const struct node *node = &nodes.list[i];

		if (node->is_leaf)
			add_leaf(columns, node, above, profile, rows);
		else
			above[node->level] = node->label;
	}
	free(nodes.list);
	arena_deinit(&nodes.joined);
	perf_logical_deinit(&nodes.row);
	return at;
}
