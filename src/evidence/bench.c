// SPDX-License-Identifier: GPL-2.0-or-later
/* From what texts say to a table of results. */
#include "evidence/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/format.h"
#include "support/memory.h"

const char *const bench_verdicts[] = {
	"better", "worse", "same", "changed", "no result", "broken", "one side",
};

/* ---- sides ---- */

/* Columns of a comparison: the keys of each, of its standard deviation, and of its change. */
static const struct {
	const char *key, *spread, *change, *name;
} columns[] = {
	{ "base_value", "base_sd_pct", NULL, "base" },
	{ "new_value", "new_sd_pct", "gain_pct", "new" },
	{ "new2_value", NULL, "gain2_pct", "new2" },
	{ "new3_value", NULL, "gain3_pct", "new3" },
	{ "new4_value", NULL, "gain4_pct", "new4" },
	{ "new5_value", NULL, "gain5_pct", "new5" },
	{ "new6_value", NULL, "gain6_pct", "new6" },
	{ "new7_value", NULL, "gain7_pct", "new7" },
};

/* Which column of a comparison a key is of, or SIZE_MAX. */
static size_t column_of(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (!strcmp(columns[i].key, key))
			return i;
	return SIZE_MAX;
}

static bool is_result(const struct evidence_value *value)
{
	return value->role == EVIDENCE_RESULT || value->role == EVIDENCE_DETAIL;
}

/* Of results only: so many columns are compared. */
static size_t count_columns(const struct evidence *evidence)
{
	size_t count = 0;

	for (size_t i = 0; i < evidence->count; i++)
		for (size_t k = 0; k < evidence->rows[i].count; k++) {
			const struct evidence_value *value = &evidence->rows[i].values[k];
			size_t column = column_of(value->key);

			if (is_result(value) && column != SIZE_MAX && column >= count)
				count = column + 1;
		}
	return count;
}

static bool has_results(const struct evidence_row *row)
{
	for (size_t i = 0; i < row->count; i++)
		if (is_result(&row->values[i]))
			return true;
	return false;
}

/* The number of @name among the first @count, which is @count if it is not there. */
static size_t find_name(const char *const *names, size_t count, const char *name)
{
	size_t at = 0;

	while (at < count && strcmp(names[at], name) != 0)
		at++;
	return at;
}

enum { SIDES_MAX = 64 };

/* The names of sides in the text's order. Rows without one count only if all are. */
static size_t named_sides(const struct evidence *evidence, const char *names[SIDES_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < evidence->count; i++) {
		const struct evidence_row *row = &evidence->rows[i];

		if (row->side && has_results(row) && count < SIDES_MAX &&
		    find_name(names, count, row->side) == count)
			names[count++] = row->side;
	}
	return count;
}

size_t bench_sides(const struct evidence *evidence, const char **names, size_t most)
{
	const char *named[SIDES_MAX];
	size_t count = count_columns(evidence), from_rows = named_sides(evidence, named);

	if (!count && from_rows) {
		for (size_t i = 0; i < from_rows && i < most; i++)
			names[i] = named[i];
		return from_rows;
	}
	for (size_t i = 0; i < count && i < most; i++)
		names[i] = columns[i].name;
	if (count)
		return count;
	if (most)
		names[0] = "";
	return 1;
}

/* ---- rows ---- */

void bench_init(struct bench_table *table, size_t count)
{
	*table = (struct bench_table) { .columns = count };
}

void bench_deinit(struct bench_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		free(table->rows[i].cells);
	free(table->rows);
	free(table->means);
	free(table->classes);
	table_deinit(&table->index);
	*table = (struct bench_table) { .columns = 0 };
}

static uint32_t hash_of(const struct evidence_row *row)
{
	return hash_bytes(row->name, strlen(row->name));
}

static struct bench_row *find_row(const struct bench_table *table, const struct evidence_row *row,
				  const char *key)
{
	table_for_each (&table->index, hash_of(row), id)
		if (!strcmp(table->rows[id].key, key) &&
		    evidence_same_subject(table->rows[id].row, row))
			return &table->rows[id];
	return NULL;
}

static struct bench_row *add_row(struct bench_table *table, const struct evidence_row *row,
				 const char *key, const struct evidence_value *value)
{
	array_reserve(table->rows, table->capacity, table->count + 1);
	table->rows[table->count] = (struct bench_row) {
		.row = row,
		.key = key,
		.unit = evidence_unit(row, value->key),
		.better = value->better,
		.is_detail = value->role == EVIDENCE_DETAIL,
		.cells = mem_zalloc(table->columns, sizeof(struct bench_cell)),
	};
	for (size_t i = 0; i < table->columns; i++)
		table->rows[table->count].cells[i].sd = NAN;
	table_insert(&table->index, hash_of(row), (uint32_t)table->count);
	return &table->rows[table->count++];
}

/* One more run, by Welford's method. */
static void add_run(struct bench_cell *cell, const struct evidence_value *value)
{
	double before = value->value - cell->mean;

	if (value->state != EVIDENCE_NUMBER) {
		*(value->state == EVIDENCE_BROKEN ? &cell->broken : &cell->failed) += 1;
		return;
	}
	cell->runs++;
	cell->mean += before / (double)cell->runs;
	cell->squares += before * (value->value - cell->mean);
	if (cell->runs > 1)
		cell->sd = sqrt(cell->squares / (double)(cell->runs - 1));
}

/* MMTests marks what is more than noise with stars, and the rest with brackets. */
static void set_printed_noise(struct bench_cell *cell, const struct evidence_row *row,
			      const char *key)
{
	size_t column = column_of(key);
	const struct evidence_value *change;

	if (row->format != &mmtests_format || column == SIZE_MAX || !columns[column].change)
		return;
	change = evidence_find(row, columns[column].change);
	cell->is_noise = change && !change->is_significant;
}

/* What the text itself says that runs vary. */
static void set_printed_spread(struct bench_cell *cell, const struct evidence_row *row,
			       const char *key)
{
	size_t column = column_of(key);
	const struct evidence_value *spread = NULL;
	char other[64];

	if (cell->runs != 1)
		return;
	if (column != SIZE_MAX && columns[column].spread) {
		spread = evidence_find(row, columns[column].spread);
		if (spread && spread->state == EVIDENCE_NUMBER)
			cell->sd = spread->value / 100 * fabs(cell->mean);
		return;
	}
	/* "elapsed_sd_s" of "elapsed_s" */
	size_t stem = strlen(key) > 2 ? strlen(key) - 2 : 0;

	if (!stem || strcmp(key + stem, "_s") != 0 || stem + sizeof("_sd_s") > sizeof(other))
		return;
	snprintf(other, sizeof(other), "%.*s_sd_s", (int)stem, key);
	spread = evidence_find(row, other);
	if (spread && spread->state == EVIDENCE_NUMBER)
		cell->sd = spread->value;
}

static void add_value(struct bench_table *table, size_t column, const struct evidence_row *row,
		      const struct evidence_value *value)
{
	const char *key = column_of(value->key) == SIZE_MAX ? value->key : "value";
	struct bench_row *found = find_row(table, row, key);

	if (!found)
		found = add_row(table, row, key, value);
	if (found->cells[column].runs + found->cells[column].failed && !row->format->has_runs)
		return; /* a second table of the kind is no repeat */
	add_run(&found->cells[column], value);
	set_printed_spread(&found->cells[column], row, value->key);
	set_printed_noise(&found->cells[column], row, value->key);
}

/* An allocation and its free belong together, and one may pay for the other. */
static void add_sum(struct bench_table *table, size_t column, const struct evidence_row *row)
{
	const struct evidence_value *alloc = evidence_find(row, "alloc_cycles");
	const struct evidence_value *release = evidence_find(row, "free_cycles");

	if (!alloc || !release || alloc->state != EVIDENCE_NUMBER ||
	    release->state != EVIDENCE_NUMBER)
		return;
	add_value(table, column, row,
		  &(struct evidence_value) {
			  .key = "alloc_and_free_cycles",
			  .value = alloc->value + release->value,
			  .role = EVIDENCE_DETAIL,
			  .better = EVIDENCE_LESS,
		  });
}

void bench_add(struct bench_table *table, size_t column, const struct evidence *evidence,
	       size_t side)
{
	const char *named[SIDES_MAX];
	size_t names = named_sides(evidence, named);
	bool by_column = count_columns(evidence) > 0;

	for (size_t i = 0; i < evidence->count; i++) {
		const struct evidence_row *row = &evidence->rows[i];

		if (!by_column && names &&
		    (!row->side || find_name(named, names, row->side) != side))
			continue;
		for (size_t k = 0; k < row->count; k++) {
			const struct evidence_value *value = &row->values[k];

			if (is_result(value) && (!by_column || column_of(value->key) == side))
				add_value(table, column, row, value);
		}
		add_sum(table, column, row);
	}
}

/* ---- names ---- */

/* "size_bytes" is of bytes, "duration_s" of s, "tasks" of tasks. */
static const char *parameter_unit(const char *key)
{
	static const struct {
		const char *key, *unit;
	} units[] = { { "size_bytes", "bytes" },
		      { "duration_s", "s" },
		      { "size_kb", "kB" },
		      { "record_kb", "kB a record" } };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (!strcmp(units[i].key, key))
			return units[i].unit;
	return key;
}

static bool has_parameters(const struct evidence_row *row)
{
	for (size_t i = 0; i < row->count; i++)
		if (row->values[i].role == EVIDENCE_PARAMETER)
			return true;
	return false;
}

/* An LKP row is of a test and has the metric in common; of other tables the group is common. */
const char *bench_subject(const struct evidence_row *row, char *room, size_t size)
{
	if (row->metric && row->group)
		snprintf(room, size, "%s", row->metric);
	else if (has_parameters(row))
		snprintf(room, size, "%s%s%s", row->name, row->group ? " " : "",
			 row->group ? row->group : "");
	else
		snprintf(room, size, "%s", row->group ? row->group : "");
	return room;
}

const char *bench_case(const struct evidence_row *row, char *room, size_t size)
{
	size_t len = 0;

	if (!has_parameters(row)) {
		snprintf(room, size, "%s", row->metric && row->group ? row->group : row->name);
		return room;
	}
	for (size_t i = 0; i < row->count && len < size; i++)
		if (row->values[i].role == EVIDENCE_PARAMETER)
			len += (size_t)snprintf(room + len, size - len, "%s%.15g %s",
						len ? ", " : "", row->values[i].value,
						parameter_unit(row->values[i].key));
	return room;
}
