/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SNAPSHOT_COLUMNS_H
#define SNAPSHOT_COLUMNS_H

#include "support/json_reader.h"

/*
 * A column of a table: @most is its largest value or, if it points into another table, how many
 * rows that has. The values are to be freed.
 */
struct column {
	uint64_t most;
	bool points;
	uint64_t *values;
};

/*
 * Read the table at @table, whose first @column_count @members are @columns; what other members
 * there are is left to the caller. The first column says how many rows there are. Another one may
 * be a single number, which holds for all rows, or not be there: zeros. False with the error
 * recorded; columns are to be freed either way.
 */
bool read_table(struct json_reader *json, const struct json_member *table,
		struct json_member *members, size_t member_count, struct column *columns,
		size_t column_count, size_t *rows);
void free_columns(struct column *columns, size_t count);

#endif
