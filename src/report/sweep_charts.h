/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_SWEEP_CHARTS_H
#define REPORT_SWEEP_CHARTS_H

#include "report/chart.h"
#include "sweep.h"

/*
 * The charts of one series: one for each result, and one of the heaviest buckets. On a grid a chart
 * is of one row, with a curve for each level of one factor.
 */
struct sweep_charts {
	struct chart *list;
	size_t count, capacity;
	struct arena arena;
};

void sweep_charts_init(struct sweep_charts *charts, const struct symdiff_sweep *sweep,
		       const struct series *series, const struct symdiff_print_options *options);
void sweep_charts_deinit(struct sweep_charts *charts);

#endif
