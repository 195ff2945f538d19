// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/fleet_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/rows.h"
#include "support/memory.h"

enum { SYMBOLS_SHOWN = 10, COUNTERS_SHOWN = 10 };

#define MOVE_LEAST 0.2 /* points on some machine */

static double most_of(const struct fleet_row *row)
{
	return fmax(fabs(row->all.low), fabs(row->all.high));
}

static bool bucket_wanted(const struct fleet_row *row, const char *name,
			  const struct symdiff_print_options *options)
{
	size_t len = strcspn(name, "/");

	if (report_wants(options->buckets, name))
		return true;
	for (const char *const *wanted = options->buckets; *wanted; wanted++)
		if (strlen(*wanted) == len && !strncmp(*wanted, name, len))
			return true;
	return false;
}

static bool is_shown(const struct symdiff_fleet *fleet, const struct fleet_row *row,
		     const struct symdiff_print_options *options)
{
	bool basis = !strcmp(row->more, fleet->charged ? "charged" : "self");

	switch (row->kind) {
	case FLEET_BUCKET:
		return basis && bucket_wanted(row, row->name, options) &&
		       (options->verbose || most_of(row) >= MOVE_LEAST);
	case FLEET_LEAF:
		return options->verbose && basis && bucket_wanted(row, row->name, options);
	case FLEET_SYMBOL:
		return report_wants_symbol(options, row->name) &&
		       report_wants(options->dsos, row->more) &&
		       bucket_wanted(row, row->bucket, options);
	case FLEET_EVIDENCE:
		return options->verbose || most_of(row) > 0;
	default:
		return true;
	}
}

static size_t limit_of(enum fleet_kind kind, const struct symdiff_print_options *options)
{
	if (kind != FLEET_SYMBOL && kind != FLEET_EVIDENCE)
		return SIZE_MAX;
	if (options->limit > 0)
		return (size_t)options->limit;
	if (options->verbose)
		return SIZE_MAX;
	return kind == FLEET_SYMBOL ? SYMBOLS_SHOWN : COUNTERS_SHOWN;
}

void fleet_rows_init(struct fleet_rows *rows, const struct symdiff_fleet *fleet,
		     enum fleet_kind kind, const struct symdiff_print_options *options)
{
	size_t most = limit_of(kind, options);

	*rows = (struct fleet_rows) {
		.list = mem_zalloc(fleet->fleet.row_count + 1, sizeof(*rows->list)),
	};
	for (size_t i = 0; i < fleet->fleet.row_count; i++) {
		const struct fleet_row *row = &fleet->fleet.rows[i];

		if (row->kind != kind || !is_shown(fleet, row, options))
			continue;
		if (rows->count < most)
			rows->list[rows->count++] = row;
		else
			rows->left_out++;
	}
}

void fleet_rows_deinit(struct fleet_rows *rows)
{
	free(rows->list);
}

static bool has_points(const struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->row_count; i++)
		if (fleet->rows[i].kind == FLEET_BUCKET)
			return true;
	return false;
}

void fleet_title(const struct symdiff_fleet *fleet, char *room, size_t size)
{
	const struct fleet *of = &fleet->fleet;
	size_t least = SIZE_MAX, len;

	for (size_t i = 0; i < of->machine_count; i++) {
		least = of->machines[i].base_runs < least ? of->machines[i].base_runs : least;
		least = of->machines[i].new_runs < least ? of->machines[i].new_runs : least;
	}
	snprintf(room, size, "%zu machines, new against base", of->machine_count);
	if (!has_points(of))
		return;
	len = strlen(room);
	snprintf(room + len, size - len, "; points of %s", fleet->busy ? "busy time" : "all time");
	len = strlen(room);
	if (least < 2)
		snprintf(room + len, size - len, "; one profile a side (unreplicated)");
	else
		snprintf(room + len, size - len, "; %zu runs a side or more", least);
}

const char *fleet_range(const struct fleet_summary *summary, char *room)
{
	*room = '\0';
	if (summary->machines)
		snprintf(room, 64, "%+.2f to %+.2f", summary->low, summary->high);
	return room;
}

const char *fleet_kind_head(const struct symdiff_fleet *fleet, enum fleet_kind kind)
{
	switch (kind) {
	case FLEET_RESULT:
		return "result";
	case FLEET_SYMBOL:
		return "symbol, pp";
	case FLEET_EVIDENCE:
		return "counter";
	default:
		return fleet->charged ? "charged to, pp" : "bucket, pp";
	}
}

const struct fleet_row *fleet_drawn_row(const struct symdiff_fleet *fleet,
					const struct symdiff_print_options *options)
{
	static const enum fleet_kind kinds[] = { FLEET_BUCKET, FLEET_RESULT, FLEET_SYMBOL };
	bool of_symbol = options->symbols && *options->symbols;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct fleet_row *first;
		struct fleet_rows rows;

		if (of_symbol && kinds[i] != FLEET_SYMBOL)
			continue;
		fleet_rows_init(&rows, fleet, kinds[i], options);
		first = rows.count ? rows.list[0] : NULL;
		fleet_rows_deinit(&rows);
		if (first)
			return first;
	}
	return NULL;
}
