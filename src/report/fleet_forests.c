// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/fleet_forests.h"

#include <math.h>
#include <stdlib.h>

#include "report/chart.h"
#include "report/fleet_rows.h"
#include "support/memory.h"

#define PLOTS_OF_KIND 6
#define MACHINES_MOST 60 /* more are cut in the middle */

static struct forest *add_forest(struct fleet_forests *forests, const char *title, const char *unit)
{
	array_reserve(forests->list, forests->capacity, forests->count + 1);
	forests->list[forests->count] = (struct forest) { .title = title, .unit = unit };
	return &forests->list[forests->count++];
}

static bool is_outlier(const struct fleet_row *row, uint32_t machine)
{
	return (fleet_stands_out(&row->one) && row->one.machines[0] == machine) ||
	       (fleet_stands_out(&row->two) &&
		(row->two.machines[0] == machine || row->two.machines[1] == machine));
}

static int by_change(const void *a, const void *b, void *context)
{
	const struct fleet_row *row = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	double p = row->values[x].change, q = row->values[y].change;

	return p != q ? (p < q ? -1 : 1) : (x > y) - (x < y);
}

static void plant(struct fleet_forests *forests, const struct fleet *fleet,
		  const struct fleet_row *row)
{
	struct forest *forest = add_forest(forests, row->name, row->unit);
	uint32_t *order = mem_alloc((fleet->machine_count + 1) * sizeof(*order));
	size_t count = 0;

	for (uint32_t i = 0; i < fleet->machine_count; i++)
		if (row->values[i].known)
			order[count++] = i;
	qsort_r(order, count, sizeof(*order), by_change, (void *)row);
	forest->between = count > MACHINES_MOST ? count - MACHINES_MOST : 0;
	for (size_t i = 0; i < count; i++) {
		const struct fleet_value *value = &row->values[order[i]];
		bool outlier = is_outlier(row, order[i]);

		if (forest->between && i >= MACHINES_MOST / 2 && i < count - MACHINES_MOST / 2)
			continue;
		forest_add(forest, &(struct forest_row) {
					   .name = fleet->machines[order[i]].name,
					   .value = value->change,
					   .low = value->low,
					   .high = value->high,
					   .stands_out = outlier,
					   .colour = outlier,
				   });
	}
	free(order);
}

static void plant_ranges(struct fleet_forests *forests, const struct range_set *set)
{
	struct forest *forest = add_forest(forests, "ranges over machines", "");

	for (size_t i = 0; i < set->row_count; i++) {
		bool first = true;

		for (size_t k = 0; k < set->table_count; k++) {
			const struct range_ends *ends = &set->rows[i].ends[k];

			if (!ends->known)
				continue;
			forest_add(forest, &(struct forest_row) {
						   .name = first ? set->rows[i].name : NULL,
						   .group = set->tables[k].label,
						   .value = NAN,
						   .low = ends->low,
						   .high = ends->high,
						   .colour = k % CHART_CURVES,
					   });
			first = false;
		}
	}
}

void fleet_forests_init(struct fleet_forests *forests, const struct symdiff_fleet *fleet,
			const struct symdiff_print_options *options)
{
	static const enum fleet_kind kinds[] = { FLEET_RESULT, FLEET_BUCKET };

	*forests = (struct fleet_forests) { 0 };
	if (fleet->is_ranges) {
		plant_ranges(forests, &fleet->ranges);
		return;
	}
	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
		struct fleet_rows rows;

		fleet_rows_init(&rows, fleet, kinds[k], options);
		for (size_t i = 0; i < rows.count && i < PLOTS_OF_KIND; i++)
			plant(forests, &fleet->fleet, rows.list[i]);
		fleet_rows_deinit(&rows);
	}
}

void fleet_forests_deinit(struct fleet_forests *forests)
{
	for (size_t i = 0; i < forests->count; i++)
		forest_deinit(&forests->list[i]);
	free(forests->list);
}
