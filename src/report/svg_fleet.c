// SPDX-License-Identifier: GPL-2.0-or-later
/* A fleet as forest plots. */
#include "report/svg.h"

#include <math.h>

#include "report/chart.h"
#include "report/fleet_forests.h"
#include "report/fleet_rows.h"
#include "report/xml_text.h"

/* Which colour is which table, for ranges that somebody posted. */
static void put_tables(struct canvas *canvas, const struct range_set *set)
{
	fputs("<g class=\"chart\">", canvas->out);
	for (size_t i = 0; i < set->table_count; i++) {
		fprintf(canvas->out, "<text class=\"name c%zu\" x=\"%d\" y=\"%.0f\">",
			i % CHART_CURVES, SVG_MARGIN, canvas->y + 12);
		xml_text(set->tables[i].label, 30, canvas->out);
		fputs("  ", canvas->out);
		xml_text(set->tables[i].title, 120, canvas->out);
		fputs("</text>\n", canvas->out);
		canvas->y += SVG_LINE_HEIGHT;
	}
	fputs("</g>\n", canvas->out);
}

void svg_put_fleet(struct canvas *canvas, const struct symdiff_fleet *fleet,
		   const struct symdiff_print_options *options)
{
	struct fleet_forests forests;
	double height = 0;
	char title[256];

	canvas->y += 4;
	if (fleet->is_ranges) {
		put_tables(canvas, &fleet->ranges);
	} else {
		fleet_title(fleet, title, sizeof(title));
		svg_begin_line(canvas, " head");
		xml_text(title, 150, canvas->out);
		svg_end_line(canvas);
	}
	canvas->y += SVG_MARGIN;
	fleet_forests_init(&forests, fleet, options);
	fputs("<g class=\"chart\">\n", canvas->out);
	for (size_t i = 0; i < forests.count; i++) {
		bool right = i % 2;

		forest_draw(&forests.list[i], SVG_MARGIN + (right ? CHART_WIDTH + SVG_MARGIN : 0),
			    canvas->y, canvas->out);
		height = fmax(height, forest_height(&forests.list[i]));
		if (!right && i + 1 < forests.count)
			continue;
		canvas->y += height + SVG_MARGIN;
		height = 0;
	}
	fputs("</g>\n", canvas->out);
	fleet_forests_deinit(&forests);
}
