// SPDX-License-Identifier: GPL-2.0-or-later
#include "fleet/machines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "series/cells.h"
#include "support/memory.h"

/* Where the columns are that a list must have; the others are tags. */
struct head {
	struct cells cells;
	enum cell_split split;
	size_t machine, base, newer;
};

static struct slice line_of(const struct text *text, size_t at)
{
	return slice_trim((struct slice) { text->lines[at].at, text->lines[at].len });
}

static bool find_column(const struct cells *cells, const char *name, size_t *at)
{
	for (size_t i = 0; i < cells->count; i++)
		if (cells->list[i].len == strlen(name) &&
		    !strncasecmp(cells->list[i].at, name, cells->list[i].len)) {
			*at = i;
			return true;
		}
	return false;
}

static bool read_head(struct slice line, struct head *head)
{
	static const enum cell_split splits[] = { SPLIT_BARS, SPLIT_TABS, SPLIT_BLANKS };

	for (size_t i = 0; i < ARRAY_SIZE(splits); i++) {
		head->split = splits[i];
		cells_split(line, head->split, &head->cells);
		if (find_column(&head->cells, "machine", &head->machine) &&
		    find_column(&head->cells, "base", &head->base) &&
		    find_column(&head->cells, "new", &head->newer))
			return !head->cells.overflows;
	}
	return false;
}

static bool is_tag(const struct head *head, size_t column)
{
	return column != head->machine && column != head->base && column != head->newer;
}

static const char *copy(struct fleet *fleet, struct slice text)
{
	return arena_strndup(&fleet->arena, text.at, text.len);
}

static void take_tags(const struct head *head, struct fleet *fleet)
{
	const char *tags[CELLS_MAX];
	size_t count = 0;

	for (size_t i = 0; i < head->cells.count; i++)
		if (is_tag(head, i))
			tags[count++] = copy(fleet, head->cells.list[i]);
	fleet_set_tags(fleet, tags, count);
}

static int check_row(const struct head *head, const struct cells *row, uint32_t line,
		     struct symdiff_error *err)
{
	size_t columns = head->cells.count;
	bool may_be_short = head->split != SPLIT_BLANKS;

	if (row->overflows || row->count > columns || (!may_be_short && row->count < columns))
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, line,
				    "a line of %zu cells was expected, as the head has, found %zu",
				    columns, row->count);
	if (row->count <= head->machine || row->count <= head->base || row->count <= head->newer ||
	    !row->list[head->machine].len || !row->list[head->base].len ||
	    !row->list[head->newer].len)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, line,
				    "a machine with base and new profiles was expected");
	return 0;
}

static int take_machine(const struct head *head, const struct cells *row, uint32_t line,
			struct fleet *fleet, struct machine_files *files, struct symdiff_error *err)
{
	const char *name = copy(fleet, row->list[head->machine]);
	struct fleet_machine *machine;
	uint32_t number;
	size_t tag = 0;

	if (fleet_find_machine(fleet, name) != MACHINE_NONE)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, line,
				    "the machine '%s' is there twice", name);
	if (fleet->machine_count == FLEET_MACHINES_MAX)
		return symdiff_fail(err, SYMDIFF_ERR_LIMIT, line, "more than %d machines",
				    FLEET_MACHINES_MAX);
	number = fleet_add_machine(fleet, name); /* may move the others */
	machine = &fleet->machines[number];
	for (size_t i = 0; i < head->cells.count; i++) {
		if (!is_tag(head, i))
			continue;
		if (i < row->count && row->list[i].len && !slice_equals(row->list[i], "-"))
			machine->tags[tag] = copy(fleet, row->list[i]);
		tag++;
	}
	*files = (struct machine_files) {
		.base = copy(fleet, row->list[head->base]),
		.newer = copy(fleet, row->list[head->newer]),
		.line = line,
	};
	return 0;
}

int machines_read(const struct text *text, struct fleet *fleet, struct machine_files **files,
		  struct symdiff_error *err)
{
	struct head head;
	size_t at = 0, capacity = 0;

	*files = NULL;
	while (at < text->count && (!text->lines[at].len || *line_of(text, at).at == '#'))
		at++;
	if (at == text->count || !read_head(line_of(text, at), &head))
		return 0;
	take_tags(&head, fleet);
	for (at++; at < text->count; at++) {
		struct slice line = line_of(text, at);
		struct cells row;

		if (!line.len || *line.at == '#' || cells_are_ruler(line))
			continue;
		cells_split(line, head.split, &row);
		array_reserve(*files, capacity, fleet->machine_count + 1);
		if (check_row(&head, &row, text->lines[at].number, err) ||
		    take_machine(&head, &row, text->lines[at].number, fleet,
				 &(*files)[fleet->machine_count], err))
			return -1;
	}
	return 1;
}
