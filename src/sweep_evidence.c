// SPDX-License-Identifier: GPL-2.0-or-later
/* What was seen beside the profiles of a sweep: a row for each counter and result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/format.h"
#include "sweep.h"
#include "support/memory.h"
#include "support/table.h"

/* The evidence row and key that a row of the series is of. */
struct source {
	const struct evidence_row *row;
	const char *key;
};

/* A cache that goes by another name than at the point before: the row that it is one with. */
struct alias {
	const struct evidence_row *row, *as;
};

struct gathering {
	struct series *series;
	size_t first; /* row of the series */
	struct source *sources;
	size_t count, capacity;
	struct table index;
	struct alias *aliases;
	size_t alias_count, alias_capacity;
};

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), tail = strlen(end);

	return len >= tail && !strcmp(text + len - tail, end);
}

/* Keys say their unit: fast_free_pct, time_s, usecs_per_op. */
static const char *unit_of_key(const char *key)
{
	static const struct {
		const char *end, *unit;
	} units[] = {
		{ "_pct", "%" },
		{ "percent", "%" },
		{ "_s", "s" },
		{ "_ms", "ms" },
		{ "_us", "us" },
		{ "_ns", "ns" },
		{ "usecs_per_op", "us/op" },
		{ "ops_per_sec", "ops/s" },
		{ "mb_per_sec", "MB/s" },
		{ "gb_per_sec", "GB/s" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (ends_with(key, units[i].end))
			return units[i].unit;
	return "";
}

static void describe(struct series *series, struct series_row *to, const struct evidence_row *row,
		     const struct evidence_value *value)
{
	const char *unit = row->unit ? row->unit : unit_of_key(value->key);

	to->unit = arena_strndup(&series->arena, unit, strlen(unit));
	to->more = row->format->name;
	to->is_share = !strcmp(to->unit, "%");
	to->better = value->better == EVIDENCE_LESS   ? BETTER_LESS
		     : value->better == EVIDENCE_MORE ? BETTER_MORE
						      : BETTER_UNKNOWN;
}

/* "hackbench 10 groups time_s": what it was asked to do is part of the name. */
static void name_of(const struct evidence_row *row, const struct evidence_value *value, char *buf,
		    size_t size)
{
	size_t len;

	snprintf(buf, size, "%s%s%s%s%s",
		 row->group && strcmp(row->group, row->name) ? row->group : "",
		 row->group && strcmp(row->group, row->name) ? " " : "",
		 row->metric ? row->metric : row->name, row->side ? " " : "",
		 row->side ? row->side : "");
	for (size_t i = 0; i < row->count; i++) {
		len = strlen(buf);
		if (row->values[i].role == EVIDENCE_PARAMETER)
			snprintf(buf + len, size - len, " %s=%.6g", row->values[i].key,
				 row->values[i].value);
	}
	len = strlen(buf);
	if (strcmp(value->key, "value") != 0)
		snprintf(buf + len, size - len, " %s", value->key);
}

/* ---- caches of other names ---- */

static const struct evidence_row *known_as(const struct gathering *gathering,
					   const struct evidence_row *row)
{
	for (size_t i = gathering->alias_count; i--;)
		if (evidence_same_subject(gathering->aliases[i].row, row))
			return gathering->aliases[i].as;
	return row;
}

/* :0000512 at one point is kmalloc-512 at another: as a diff of the two has it. */
static void find_aliases(struct gathering *gathering, const struct evidence *before,
			 const struct evidence *file)
{
	struct evidence_diff diff;

	evidence_join(before, file, &diff);
	for (size_t i = 0; i < diff.count; i++) {
		const struct evidence_pair *pair = &diff.pairs[i];

		if (!pair->by_alias || !pair->sides[EVIDENCE_BASE] || !pair->sides[EVIDENCE_NEW])
			continue;
		array_reserve(gathering->aliases, gathering->alias_capacity,
			      gathering->alias_count + 1);
		gathering->aliases[gathering->alias_count] = (struct alias) {
			.row = pair->sides[EVIDENCE_NEW],
			.as = known_as(gathering, pair->sides[EVIDENCE_BASE]),
		};
		gathering->alias_count++;
	}
	evidence_diff_deinit(&diff);
}

/* ---- rows ---- */

static size_t find_row(struct gathering *gathering, const struct evidence_row *row,
		       const struct evidence_value *value)
{
	uint32_t hash = hash_bytes(row->name, strlen(row->name)) ^
			hash_bytes(value->key, strlen(value->key));
	char name[512];
	struct series_row *to;

	table_for_each (&gathering->index, hash, id)
		if (!strcmp(gathering->sources[id].key, value->key) &&
		    evidence_same_subject(gathering->sources[id].row, row))
			return gathering->first + id;
	array_reserve(gathering->sources, gathering->capacity, gathering->count + 1);
	table_insert(&gathering->index, hash, (uint32_t)gathering->count);
	gathering->sources[gathering->count++] = (struct source) { row, value->key };
	name_of(row, value, name, sizeof(name));
	to = series_add_row(gathering->series,
			    value->role == EVIDENCE_RESULT ? SERIES_RESULT : SERIES_EVIDENCE, name);
	describe(gathering->series, to, row, value);
	return gathering->series->row_count - 1;
}

/* A cache is called by a name that says what it is of, if any point has one. */
static void take_name(struct series *series, struct series_row *to,
		      const struct evidence_row *known, const struct evidence_row *row,
		      const struct evidence_value *value)
{
	char name[512];

	if (known == row || *to->was || *known->name != ':' || *row->name == ':')
		return;
	name_of(row, value, name, sizeof(name));
	to->was = arena_strndup(&series->arena, known->name, strlen(known->name));
	to->name = arena_strndup(&series->arena, name, strlen(name));
}

/* @file: which of the point's files it is; where rows are no repeats, each has one of a name. */
static void add_value(struct gathering *gathering, uint32_t point, size_t file,
		      const struct evidence_row *row, const struct evidence_value *value)
{
	struct series_row *to;
	size_t at;

	if (value->role == EVIDENCE_PARAMETER)
		return;
	if (value->state == EVIDENCE_BROKEN) {
		series_note(gathering->series, "%s of %s is broken in %s: left out", value->key,
			    row->name, gathering->series->points[point].label);
		return;
	}
	at = find_row(gathering, known_as(gathering, row), value); /* may move the rows */
	to = &gathering->series->rows[at];
	take_name(gathering->series, to, known_as(gathering, row), row, value);
	if (value->state == EVIDENCE_NO_RESULT)
		to->cells[point].failed = !to->cells[point].runs;
	else if (row->format->has_runs || to->cells[point].runs <= file)
		series_add_run(to, point, value->value);
}

static void add_point(struct gathering *gathering, uint32_t at, const struct point *point)
{
	for (size_t i = 0; i < point->other_count; i++)
		for (size_t r = 0; r < point->evidence[i].count; r++) {
			const struct evidence_row *row = &point->evidence[i].rows[r];

			for (size_t k = 0; k < row->count; k++)
				add_value(gathering, at, i, row, &row->values[k]);
		}
}

void sweep_add_evidence(struct series *series, const struct point *points)
{
	struct gathering gathering = { .series = series, .first = series->row_count };
	const struct point *before = NULL;

	for (uint32_t i = 0; i < series->point_count; i++) {
		for (size_t b = 0; before && b < before->other_count; b++)
			for (size_t k = 0; k < points[i].other_count; k++)
				find_aliases(&gathering, &before->evidence[b],
					     &points[i].evidence[k]);
		add_point(&gathering, i, &points[i]);
		if (points[i].other_count)
			before = &points[i];
	}
	free(gathering.aliases);
	table_deinit(&gathering.index);
	free(gathering.sources);
}
