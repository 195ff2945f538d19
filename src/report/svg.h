/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <stdio.h>

#include "report/flame.h"

struct symdiff_fleet;
struct symdiff_sweep;

#define SVG_WIDTH	1200
#define SVG_MARGIN	10
#define SVG_LINE_HEIGHT 17
#define SVG_ROOM	(SVG_WIDTH - 2 * SVG_MARGIN)
#define SVG_PIXEL_LEAST 0.1 /* narrower frames are folded */

/* A picture on its way: where the next thing goes. */
struct canvas {
	FILE *out;
	double y;
};

/* A line of words, of a class of html/svg.css (" head", " quiet" or ""). */
void svg_begin_line(const struct canvas *canvas, const char *class);
void svg_end_line(struct canvas *canvas);

/* svg_flame.c: a flame graph with its title and legend. */
void svg_put_flame(struct canvas *canvas, const struct flame *flame,
		   const struct symdiff_print_options *options);

/* svg_sweep.c: a sweep's charts, with what is to be said of them. */
void svg_put_sweep(struct canvas *canvas, const struct symdiff_sweep *sweep,
		   const struct symdiff_print_options *options);

/* svg_fleet.c: a fleet's forest plots. */
void svg_put_fleet(struct canvas *canvas, const struct symdiff_fleet *fleet,
		   const struct symdiff_print_options *options);

#endif
