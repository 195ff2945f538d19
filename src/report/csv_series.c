// SPDX-License-Identifier: GPL-2.0-or-later
/* Sweeps and fleets as one table: a line for each row and point, or row and machine. */
#include <math.h>
#include <string.h>

#include "fleet_sides.h"
#include "report/csv_series.h"
#include "report/csv_table.h"

/* ---- a sweep ---- */

struct sweep_context {
	struct csv csv;
	const struct series *series;
	size_t number; /* of the series */
};

static void put_point(struct sweep_context *context, const struct series_row *row, size_t at)
{
	const struct series_point *point = &context->series->points[at];
	const struct measure *cell = &row->cells[at];
	struct csv *csv = &context->csv;

	csv_count(csv, context->number);
	csv_text(csv, row->event);
	csv_text(csv, series_kind_names[row->kind]);
	csv_text(csv, row->name);
	csv_text(csv, row->more);
	csv_text(csv, row->bucket);
	csv_text(csv, row->unit);
	csv_text(csv, better_names[row->better]);
	csv_text(csv, point->label);
	csv_number(csv, point->number);
	csv_text(csv, point->level[0] ? point->level[0] : "");
	csv_text(csv, point->level[1] ? point->level[1] : "");
	csv_count(csv, cell->runs);
	csv_number(csv, cell->runs ? cell->mean : NAN);
	csv_number(csv, cell->runs ? cell->sd : NAN);
	csv_number(csv, cell->hidden > 0 ? cell->mean + cell->hidden : NAN);
	csv_text(csv, cell->failed ? "failed" : "");
	csv_end_row(csv);
}

void csv_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
	       FILE *out)
{
	struct sweep_context context = { .csv = csv_open(options, out) };

	csv_head(&context.csv, "series,event,kind,name,of,bucket,unit,better,label,number,level_1,"
			       "level_2,runs,mean,sd,below,state");
	for (size_t i = 0; i < sweep->set.count; i++) {
		context.series = &sweep->set.list[i];
		context.number = i + 1;
		for (size_t r = 0; r < context.series->row_count; r++)
			for (size_t k = 0; k < context.series->point_count; k++)
				put_point(&context, &context.series->rows[r], k);
	}
}

/* ---- a fleet ---- */

static bool stands_out(const struct fleet_row *row, uint32_t machine)
{
	return (fleet_stands_out(&row->one) && row->one.machines[0] == machine) ||
	       (fleet_stands_out(&row->two) &&
		(row->two.machines[0] == machine || row->two.machines[1] == machine));
}

static void put_machine(struct csv *csv, const struct fleet *fleet, const struct fleet_row *row,
			uint32_t machine)
{
	const struct fleet_value *value = &row->values[machine];

	csv_text(csv, row->event);
	csv_text(csv, fleet_kind_names[row->kind]);
	csv_text(csv, row->name);
	csv_text(csv, row->more);
	csv_text(csv, row->bucket);
	csv_text(csv, row->unit);
	csv_text(csv, fleet->machines[machine].name);
	csv_number(csv, value->known ? value->change : NAN);
	csv_number(csv, value->known ? value->low : NAN);
	csv_number(csv, value->known ? value->high : NAN);
	csv_number(csv, value->known ? value->base : NAN);
	csv_number(csv, value->known ? value->newer : NAN);
	csv_text(csv, stands_out(row, machine) ? "yes" : "");
	for (size_t i = 0; i < fleet->tag_count; i++)
		csv_text(csv, fleet->machines[machine].tags[i]);
	csv_end_row(csv);
}

static void put_fleet(struct csv *csv, const struct fleet *fleet)
{
	static const char *const heads[] = { "event", "kind",	 "name",      "of",  "bucket",
					     "unit",  "machine", "change",    "low", "high",
					     "base",  "new",	 "stands_out" };

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		csv_text(csv, heads[i]);
	for (size_t i = 0; i < fleet->tag_count; i++)
		csv_text(csv, fleet->tags[i]);
	csv_end_row(csv);
	for (size_t i = 0; i < fleet->row_count; i++)
		for (uint32_t k = 0; k < fleet->machine_count; k++)
			put_machine(csv, fleet, &fleet->rows[i], k);
}

static void put_ranges(struct csv *csv, const struct range_set *ranges)
{
	csv_head(csv, "table,title,name,low,high");
	for (size_t i = 0; i < ranges->table_count; i++)
		for (size_t k = 0; k < ranges->row_count; k++) {
			const struct range_ends *ends = &ranges->rows[k].ends[i];

			if (!ends->known)
				continue;
			csv_text(csv, ranges->tables[i].label);
			csv_text(csv, ranges->tables[i].title);
			csv_text(csv, ranges->rows[k].name);
			csv_number(csv, ends->low);
			csv_number(csv, ends->high);
			csv_end_row(csv);
		}
}

void csv_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
	       FILE *out)
{
	struct csv csv = csv_open(options, out);

	if (fleet->is_ranges)
		put_ranges(&csv, &fleet->ranges);
	else
		put_fleet(&csv, &fleet->fleet);
}
