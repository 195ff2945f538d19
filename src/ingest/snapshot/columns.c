// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/snapshot/columns.h"

#include <stdlib.h>

#include "support/memory.h"

static uint64_t *read_list(struct json_reader *json, const char *what, uint64_t most, size_t *rows)
{
	uint64_t *values = NULL;
	size_t count = 0, capacity = 0;
	const char *from = json->at;

	if (!json_read_array(json, what))
		return NULL;
	while (json_read_element(json)) {
		array_reserve(values, capacity, count + 1);
		if (!json_read_u64(json, what, most, &values[count++]))
			break;
	}
	if (*rows == SIZE_MAX)
		*rows = count;
	else if (!json->failed && count != *rows)
		json_reader_fail(json, from, "%s: %zu values, and the table has %zu rows", what,
				 count, *rows);
	return values;
}

/*
 * The numbers of a column, each at most @most, to be freed; NULL with the error recorded. *@rows
 * is how many there must be, or SIZE_MAX: this column says it. Else one number may stand for all,
 * and a column that is not there for zeros.
 */
static uint64_t *read_column(struct json_reader *json, const struct json_member *member,
			     uint64_t most, size_t *rows)
{
	uint64_t *values = NULL, value = 0;

	if (member->at && json_reader_go(json, member) &&
	    (*rows == SIZE_MAX || json_reader_peek(json) == JSON_KIND_ARRAY)) {
		values = read_list(json, member->name, most, rows);
	} else if (!json->failed) {
		if (member->at)
			json_read_u64(json, member->name, most, &value);
		values = mem_alloc((*rows + 1) * sizeof(*values));
		for (size_t i = 0; i < *rows; i++)
			values[i] = value;
	}
	if (!json->failed)
		return values ? values : mem_zalloc(1, sizeof(*values));
	free(values);
	return NULL;
}

/* The same for numbers that point into a table of @count rows. */
static uint64_t *read_pointers(struct json_reader *json, const struct json_member *member,
			       size_t count, size_t *rows)
{
	uint64_t *values = read_column(json, member, count ? count - 1 : 0, rows);

	if (values && *rows && !count) {
		json_reader_fail(json, member->at ? member->at : json->at,
				 "%s: the table it points into is empty", member->name);
		free(values);
		return NULL;
	}
	return values;
}

bool read_table(struct json_reader *json, const struct json_member *table,
		struct json_member *members, size_t member_count, struct column *columns,
		size_t column_count, size_t *rows)
{
	*rows = SIZE_MAX;
	if (!json_reader_go(json, table) ||
	    !json_read_members(json, members, member_count, table->name))
		return false;
	for (size_t i = 0; i < column_count; i++) {
		struct column *column = &columns[i];

		column->values = column->points
					 ? read_pointers(json, &members[i], column->most, rows)
					 : read_column(json, &members[i], column->most, rows);
		if (!column->values)
			return false;
	}
	return true;
}

void free_columns(struct column *columns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(columns[i].values);
}
