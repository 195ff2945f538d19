// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pictures as SVG (W3C, Scalable Vector Graphics 1.1): one below another for the events. They work
 * without script.
 */
#include "report/svg.h"

#include <stdlib.h>

#include "report/writer.h"
#include "support/embed.h"
#include "support/memory.h"

EMBED(svg_css, "src/report/html/svg.css");
EMBED(chart_css, "src/report/html/chart.css");

void svg_begin_line(const struct canvas *canvas, const char *class)
{
	fprintf(canvas->out, "<text class=\"page%s\" x=\"%d\" y=\"%.0f\">", class, SVG_MARGIN,
		canvas->y + 12);
}

void svg_end_line(struct canvas *canvas)
{
	fputs("</text>\n", canvas->out);
	canvas->y += SVG_LINE_HEIGHT;
}

static void put_stripes(const char *id, const char *light, const char *dark, FILE *out)
{
	fprintf(out,
		"<pattern id=\"stripes-%s\" width=\"8\" height=\"8\" "
		"patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
		"<path fill=\"%s\" d=\"M0 0h8v8h-8z\"/><path fill=\"%s\" d=\"M0 0h2v8h-2z\"/>"
		"</pattern>\n",
		id, light, dark);
}

/* The height is known when all is drawn, and comes first in the file. */
static void put_file(const char *body, size_t size, double height, FILE *out)
{
	fprintf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
		"viewBox=\"0 0 %d %.0f\" xml:space=\"preserve\">\n<style>\n",
		SVG_WIDTH, height, SVG_WIDTH, height);
	fwrite(embedded_svg_css_start, 1, embedded_svg_css_end - embedded_svg_css_start, out);
	fwrite(embedded_chart_css_start, 1, embedded_chart_css_end - embedded_chart_css_start, out);
	fputs("</style>\n<defs>\n", out);
	put_stripes("new", "#fdb56f", "#ee9a4b", out);
	put_stripes("gone", "#9ac8e6", "#74b2dc", out);
	fprintf(out, "</defs>\n<rect class=\"paper\" width=\"%d\" height=\"%.0f\"/>\n", SVG_WIDTH,
		height);
	fwrite(body, 1, size, out);
	fputs("</svg>\n", out);
}

/* Percent that a tenth of a pixel is. */
static double least_percent(void)
{
	return 100 * SVG_PIXEL_LEAST / SVG_ROOM;
}

static void svg_report(const struct symdiff_profile *side,
		       const struct symdiff_print_options *options, FILE *out)
{
	struct canvas canvas = { 0 };
	char *body = NULL;
	size_t size = 0;

	canvas.out = mem_stream(&body, &size);
	for (uint32_t i = 0; i < side->profile->event_count; i++) {
		const struct totals *totals = &side->totals[i];
		struct flame flame;

		flame_init_report(&flame, flame_way(totals, NULL), side, totals, options,
				  least_percent());
		svg_put_flame(&canvas, &flame, options);
		flame_deinit(&flame);
	}
	fclose(canvas.out);
	put_file(body, size, canvas.y + SVG_MARGIN, out);
	free(body);
}

static void svg_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		     FILE *out)
{
	struct canvas canvas = { 0 };
	char *body = NULL;
	size_t size = 0;

	canvas.out = mem_stream(&body, &size);
	for (size_t i = 0; i < diff->event_count; i++) {
		const struct diff_event *event = &diff->events[i];
		struct flame flame;

		flame_init_diff(&flame, flame_way(NULL, event), diff, event, least_percent());
		svg_put_flame(&canvas, &flame, options);
		flame_deinit(&flame);
	}
	fclose(canvas.out);
	put_file(body, size, canvas.y + SVG_MARGIN, out);
	free(body);
}

static void svg_sweep(const struct symdiff_sweep *sweep,
		      const struct symdiff_print_options *options, FILE *out)
{
	struct canvas canvas = { 0 };
	char *body = NULL;
	size_t size = 0;

	canvas.out = mem_stream(&body, &size);
	svg_put_sweep(&canvas, sweep, options);
	fclose(canvas.out);
	put_file(body, size, canvas.y + SVG_MARGIN, out);
	free(body);
}

static void svg_fleet(const struct symdiff_fleet *fleet,
		      const struct symdiff_print_options *options, FILE *out)
{
	struct canvas canvas = { 0 };
	char *body = NULL;
	size_t size = 0;

	canvas.out = mem_stream(&body, &size);
	svg_put_fleet(&canvas, fleet, options);
	fclose(canvas.out);
	put_file(body, size, canvas.y + SVG_MARGIN, out);
	free(body);
}

const struct report_writer svg_writer = {
	.format = SYMDIFF_SVG,
	.name = "svg",
	.what = "a flame graph: of a diff, what grew in orange and what shrank in blue; charts of a sweep or fleet",
	.report = svg_report,
	.diff = svg_diff,
	.sweep = svg_sweep,
	.fleet = svg_fleet,
};
