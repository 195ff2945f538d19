// SPDX-License-Identifier: GPL-2.0-or-later
/* The functions of a sweep of profiles: symbols that neighbours pair are one along all points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"
#include "sweep_chain.h"

static struct function *function_at(struct functions *functions, uint32_t root, size_t points)
{
	if (functions->of_root[root] == POINT_NONE) {
		array_reserve(functions->list, functions->capacity, functions->count + 1);
		functions->list[functions->count] = (struct function) {
			.selves = mem_zalloc(functions->runs + 1, sizeof(double)),
			.listed = mem_zalloc(points, sizeof(bool)),
		};
		functions->of_root[root] = (uint32_t)functions->count++;
	}
	return &functions->list[functions->of_root[root]];
}

static void add_symbol(struct function *function, const struct column *column, uint32_t point,
		       uint32_t symbol, double *selves)
{
	const struct kept_symbol *kept = &column->symbols[symbol];
	double heaviest = 0;

	for (size_t r = 0; r < column->runs; r++) {
		double self = column->selves[symbol * column->runs + r];

		selves[r] += self;
		heaviest = fmax(heaviest, self);
	}
	function->listed[point] = true;
	if (!function->oldest) {
		function->oldest = kept;
		function->oldest_point = point;
	}
	if (!function->newest || point != function->newest_point || heaviest > function->heaviest) {
		function->newest = kept;
		function->newest_point = point;
		function->heaviest = heaviest;
	}
}

/* Each at most as much as the last row of the table, together no more than what it leaves out. */
static void find_hidden(const struct gathering *gathering, const struct chain *chain,
			struct functions *functions)
{
	size_t points = gathering->series->point_count;

	functions->hidden = mem_zalloc(buckets_count(gathering->buckets) * points + 1,
				       sizeof(*functions->hidden));
	for (size_t i = 0; i < functions->count; i++) {
		const struct function *function = &functions->list[i];

		for (size_t k = 0; k < points; k++)
			if (chain->columns[k].there && chain->columns[k].cut &&
			    !function->listed[k])
				functions->hidden[function->newest->bucket * points + k] +=
					100 * chain->columns[k].cut_below;
	}
}

void functions_collect(const struct gathering *gathering, struct chain *chain,
		       struct functions *functions)
{
	size_t points = gathering->series->point_count;

	functions->first_run = mem_zalloc(points + 1, sizeof(*functions->first_run));
	for (size_t i = 0; i < points; i++) {
		functions->first_run[i] = functions->runs;
		functions->runs += chain->columns[i].runs;
	}
	functions->of_root = mem_alloc((chain->node_count + 1) * sizeof(uint32_t));
	memset(functions->of_root, 0xff, (chain->node_count + 1) * sizeof(uint32_t));
	for (uint32_t i = 0; i < points; i++) {
		const struct column *column = &chain->columns[i];

		for (uint32_t s = 0; s < column->symbol_count; s++) {
			struct function *function;

			if (!column->symbols[s].listed)
				continue;
			function =
				function_at(functions, chain_root(chain, column->node + s), points);
			add_symbol(function, column, i, s,
				   function->selves + functions->first_run[i]);
		}
	}
	find_hidden(gathering, chain, functions);
}

void functions_deinit(struct functions *functions)
{
	for (size_t i = 0; i < functions->count; i++) {
		free(functions->list[i].selves);
		free(functions->list[i].listed);
	}
	free(functions->list);
	free(functions->of_root);
	free(functions->first_run);
	free(functions->hidden);
}
