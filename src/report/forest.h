/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_FOREST_H
#define REPORT_FOREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A forest plot as SVG elements, in the style of the charts: a line for each machine with its
 * change and the range of it, around a line at zero.
 */
struct forest_row {
	const char *name;  /* NULL: as above */
	const char *group; /* before the figures; NULL: none */
	double value;	   /* NaN: only the range is known */
	double low, high;  /* NaN: not known */
	bool stands_out;
	size_t colour; /* of html/chart.css */
};

struct forest {
	const char *title, *unit;
	struct forest_row *rows;
	size_t count, capacity;
	size_t between; /* rows left out in the middle, after the first half */
};

/* Add a row; names are kept. */
void forest_add(struct forest *forest, const struct forest_row *row);
void forest_deinit(struct forest *forest);

/* How high it is when drawn, CHART_WIDTH wide. */
double forest_height(const struct forest *forest);

/* Draw at @x, @y (its upper left corner). */
void forest_draw(const struct forest *forest, double x, double y, FILE *out);

#endif
