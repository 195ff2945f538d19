// SPDX-License-Identifier: GPL-2.0-or-later
/* A sweep as charts: a line for each bucket, a chart for each result. */
#include "report/svg.h"

#include "report/sweep_charts.h"
#include "report/sweep_rows.h"
#include "report/xml_text.h"

static void put_words(struct canvas *canvas, const char *class, const char *words)
{
	svg_begin_line(canvas, class);
	xml_text(words, 180, canvas->out);
	svg_end_line(canvas);
}

/* Two charts a line. */
static void put_charts(struct canvas *canvas, const struct sweep_charts *charts)
{
	fputs("<g class=\"chart\">\n", canvas->out);
	for (size_t i = 0; i < charts->count; i++) {
		bool right = i % 2;

		chart_draw(&charts->list[i], SVG_MARGIN + (right ? CHART_WIDTH : 0), canvas->y,
			   canvas->out);
		if (right || i + 1 == charts->count)
			canvas->y += CHART_HEIGHT + SVG_MARGIN;
	}
	fputs("</g>\n", canvas->out);
}

void svg_put_sweep(struct canvas *canvas, const struct symdiff_sweep *sweep,
		   const struct symdiff_print_options *options)
{
	char title[1024];

	for (size_t i = 0; i < sweep->set.count; i++) {
		const struct series *series = &sweep->set.list[i];
		struct sweep_charts charts;

		canvas->y += 4;
		if (*series->caption)
			put_words(canvas, " head", series->caption);
		sweep_title(sweep, series, title, sizeof(title));
		put_words(canvas, *series->caption ? "" : " head", title);
		canvas->y += SVG_MARGIN;
		sweep_charts_init(&charts, sweep, series, options);
		put_charts(canvas, &charts);
		sweep_charts_deinit(&charts);
	}
}
