// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/relative.h"

#include <math.h>
#include <stdlib.h>

#include "diff/finder.h"
#include "support/memory.h"

#define SAMPLES_LEAST 10
#define ROWS_LEAST    3
#define NEAR	      1.1 /* times the factor, or less by as much */

struct ratio {
	double ratio, share[SIDES];
};

bool relative_has(const struct diff_event *event, const struct diff_row *row)
{
	return is_symbol_row(event, row) && row->side[BASE].self && row->side[NEW].self;
}

static bool is_common(const struct diff_event *event, const struct diff_row *row)
{
	if (!relative_has(event, row))
		return false;
	for (int side = 0; side < SIDES; side++)
		if (totals_event(event->totals[side])->samples_known &&
		    row->side[side].samples < SAMPLES_LEAST)
			return false;
	return true;
}

static int compare_ratios(const void *a, const void *b)
{
	double x = ((const struct ratio *)a)->ratio, y = ((const struct ratio *)b)->ratio;

	return (x > y) - (x < y);
}

/* Between the two in the middle, if there are two: their geometric mean. */
static double quantile(const struct ratio *sorted, size_t count, double part)
{
	double at = part * (double)(count - 1);
	size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;
	double along = at - (double)below;

	return exp((1 - along) * log(sorted[below].ratio) + along * log(sorted[above].ratio));
}

static void sum_up(struct relative *relative, const struct ratio *ratios)
{
	for (size_t i = 0; i < relative->rows; i++) {
		double from_factor = ratios[i].ratio / relative->factor;

		for (int side = 0; side < SIDES; side++)
			relative->share[side] += ratios[i].share[side];
		if (from_factor <= NEAR && from_factor >= 1 / NEAR)
			relative->near_share += ratios[i].share[BASE];
	}
}

struct relative relative_of(const struct diff_event *event)
{
	struct ratio *ratios = mem_alloc((event->row_count + 1) * sizeof(*ratios));
	struct relative relative = { .factor = NAN, .quarter = { NAN, NAN } };
	size_t count = 0;

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		struct ratio *ratio = &ratios[count];

		if (!is_common(event, row))
			continue;
		for (int side = 0; side < SIDES; side++)
			ratio->share[side] = diff_share(event, side, row->side[side].self);
		ratio->ratio = ratio->share[NEW] / ratio->share[BASE];
		count++;
	}
	if (count >= ROWS_LEAST) {
		qsort(ratios, count, sizeof(*ratios), compare_ratios);
		relative.rows = count;
		relative.factor = quantile(ratios, count, 0.5);
		relative.quarter[0] = quantile(ratios, count, 0.25);
		relative.quarter[1] = quantile(ratios, count, 0.75);
		sum_up(&relative, ratios);
	}
	free(ratios);
	return relative;
}

double relative_change(const struct diff_event *event, const struct relative *relative,
		       const uint64_t weight[SIDES])
{
	double base = diff_share(event, BASE, weight[BASE]);
	double newer = diff_share(event, NEW, weight[NEW]);

	return base > 0 && newer > 0 ? newer / base / relative->factor : NAN;
}
