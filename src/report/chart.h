/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_CHART_H
#define REPORT_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A line chart as SVG elements, for a picture or a page: classes are those of html/chart.css. Each
 * curve is named where it ends; what was not measured is a gap.
 */
#define CHART_WIDTH  590
#define CHART_HEIGHT 250
#define CHART_CURVES 8 /* at most: more lines tell nothing */

struct chart_point {
	double mean;  /* NaN: nothing was measured */
	double sd;    /* of a single run; NaN: not known */
	double below; /* without a mean: it is at most this; 0: not known either */
	bool failed;
	const double *runs;
	size_t run_count;
};

struct chart_curve {
	const char *name;
	struct chart_point *points; /* by place on the axis */
};

struct chart {
	const char *title, *unit, *axis;
	const char **places;   /* what is written below the axis */
	const double *numbers; /* where they are on it; NULL: side by side */
	size_t place_count;
	struct chart_curve curves[CHART_CURVES];
	size_t curve_count;
	bool from_zero; /* a share: the axis begins at 0, whatever there is */
};

/* Draw at @x, @y (its upper left corner). */
void chart_draw(const struct chart *chart, double x, double y, FILE *out);

#endif
