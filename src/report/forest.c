// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/forest.h"

#include <math.h>
#include <stdlib.h>

#include "report/chart.h"
#include "report/xml_text.h"
#include "support/memory.h"

#define LEFT	   150 /* for the names */
#define RIGHT	   150 /* for the figures */
#define TOP	   22
#define BOTTOM	   24
#define ROW_HEIGHT 17
#define LETTERS	   22 /* of a name */

void forest_add(struct forest *forest, const struct forest_row *row)
{
	array_reserve(forest->rows, forest->capacity, forest->count + 1);
	forest->rows[forest->count++] = *row;
}

void forest_deinit(struct forest *forest)
{
	free(forest->rows);
}

double forest_height(const struct forest *forest)
{
	return TOP + BOTTOM + ROW_HEIGHT * (double)(forest->count + (forest->between > 0));
}

struct axis {
	double x, low, high;
};

static double low_end(const struct forest_row *row)
{
	return isnan(row->low) ? row->value : row->low;
}

static double high_end(const struct forest_row *row)
{
	return isnan(row->high) ? row->value : row->high;
}

/* Zero is always on it. */
static struct axis measure(const struct forest *forest, double x)
{
	struct axis axis = { .x = x + LEFT };

	for (size_t i = 0; i < forest->count; i++) {
		axis.low = fmin(axis.low, low_end(&forest->rows[i]));
		axis.high = fmax(axis.high, high_end(&forest->rows[i]));
	}
	if (!(axis.high > axis.low))
		axis.high = axis.low + 1;
	return axis;
}

static double at(const struct axis *axis, double value)
{
	return axis->x +
	       (CHART_WIDTH - LEFT - RIGHT) * (value - axis->low) / (axis->high - axis->low);
}

static void draw_frame(const struct forest *forest, const struct axis *axis, double x, double y,
		       FILE *out)
{
	double bottom = y + forest_height(forest) - BOTTOM;
	const double ends[] = { axis->low, 0, axis->high };

	fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%.0f\">", x, y + 12);
	xml_text(forest->title, 70, out);
	fprintf(out, "%s", *forest->unit ? ", " : "");
	xml_text(forest->unit, 20, out);
	fprintf(out, "</text>\n<path class=\"zero\" d=\"M%.1f %.0fV%.0f\"/>\n", at(axis, 0),
		y + TOP - 4, bottom);
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		/* The ends are not named where zero is. */
		if (i != 1 && fabs(at(axis, ends[i]) - at(axis, 0)) < 40)
			continue;
		fprintf(out,
			i == 1 ? "<text class=\"place quiet\" x=\"%.1f\" y=\"%.0f\">%.0f</text>\n"
			       : "<text class=\"place quiet\" x=\"%.1f\" y=\"%.0f\">%+.4g</text>\n",
			at(axis, ends[i]), bottom + 14, ends[i]);
	}
}

static void draw_row(const struct axis *axis, const struct forest_row *row, double x, double y,
		     FILE *out)
{
	fprintf(out, "<g class=\"curve c%zu\"><text x=\"%.0f\" y=\"%.1f\">", row->colour, x, y + 4);
	xml_text(row->name ? row->name : "", LETTERS, out);
	fputs("</text>", out);
	if (!isnan(row->low))
		fprintf(out, "<path class=\"range\" d=\"M%.1f %.1fH%.1f\"/>", at(axis, row->low), y,
			fmax(at(axis, row->high), at(axis, row->low) + 1));
	if (!isnan(row->value))
		fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>", at(axis, row->value), y,
			row->stands_out ? "5" : "3.5");
	fprintf(out, "<text x=\"%.0f\" y=\"%.1f\">", x + CHART_WIDTH - RIGHT + 12, y + 4);
	xml_text(row->group ? row->group : "", 8, out);
	fputs(row->group ? " " : "", out);
	if (!isnan(row->value))
		fprintf(out, "%+.2f%s", row->value, row->stands_out ? " stands out" : "");
	else
		fprintf(out, "%+.2f to %+.2f", row->low, row->high);
	fputs("</text></g>\n", out);
}

void forest_draw(const struct forest *forest, double x, double y, FILE *out)
{
	struct axis axis = measure(forest, x);
	double row = y + TOP + ROW_HEIGHT / 2.0;

	draw_frame(forest, &axis, x, y, out);
	for (size_t i = 0; i < forest->count; i++) {
		if (forest->between && i == forest->count / 2) {
			fprintf(out,
				"<text class=\"quiet\" x=\"%.0f\" y=\"%.1f\">%zu more between</text>\n",
				x, row + 4, forest->between);
			row += ROW_HEIGHT;
		}
		draw_row(&axis, &forest->rows[i], x, row, out);
		row += ROW_HEIGHT;
	}
}
