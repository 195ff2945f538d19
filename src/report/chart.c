// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/xml_text.h"
#include "series/trend.h"
#include "support/memory.h"

#define LEFT	    54	/* for the numbers of the axis */
#define RIGHT	    150 /* for the names of several curves */
#define RIGHT_ALONE 20
#define TOP	    24 /* for the title */
#define BOTTOM	    36 /* for the places */
#define LINE_HEIGHT 13
#define TICKS	    4

/* The ranges of both axes, and where they are drawn. */
struct frame {
	double x, y;  /* upper left corner of the chart */
	double right; /* room for the names of curves */
	double low, high, step;
	double first, last;
	bool is_log;
};

static bool is_known(double value)
{
	return !isnan(value);
}

/* ---- the axis of places ---- */

/* Doublings are told apart only where each has the same room. */
static void measure_places(struct frame *frame, const struct chart *chart)
{
	frame->first = 0;
	frame->last = (double)chart->place_count - 1;
	if (!chart->numbers || chart->place_count < 2)
		return;
	frame->first = chart->numbers[0];
	frame->last = chart->numbers[chart->place_count - 1];
	frame->is_log = frame->first > 0 && frame->last / frame->first >= 6;
	if (frame->is_log) {
		frame->first = log(frame->first);
		frame->last = log(frame->last);
	}
}

static double place_x(const struct frame *frame, const struct chart *chart, size_t place)
{
	double at =
		chart->numbers && chart->place_count > 1 ? chart->numbers[place] : (double)place;
	double room = CHART_WIDTH - LEFT - frame->right;

	if (frame->is_log)
		at = log(at);
	if (!(frame->last > frame->first))
		return frame->x + LEFT + room / 2;
	return frame->x + LEFT + room * (at - frame->first) / (frame->last - frame->first);
}

/* ---- the axis of values ---- */

static void stretch(struct frame *frame, double value)
{
	if (!is_known(value))
		return;
	frame->low = fmin(frame->low, value);
	frame->high = fmax(frame->high, value);
}

/* 1, 2 or 5 times a power of ten: a step of which @range has about TICKS. */
static double round_step(double range)
{
	double rough = range / TICKS, power = pow(10, floor(log10(rough)));
	double times = rough / power;

	return power * (times <= 1.5 ? 1 : times <= 3.5 ? 2 : times <= 7.5 ? 5 : 10);
}

static void measure_values(struct frame *frame, const struct chart *chart)
{
	frame->low = INFINITY;
	frame->high = -INFINITY;
	for (size_t c = 0; c < chart->curve_count; c++)
		for (size_t i = 0; i < chart->place_count; i++) {
			const struct chart_point *point = &chart->curves[c].points[i];

			stretch(frame, point->mean);
			stretch(frame, point->mean + point->sd);
			stretch(frame, point->mean - point->sd);
			if (point->below > 0)
				stretch(frame, point->below);
			for (size_t k = 0; k < point->run_count; k++)
				stretch(frame, point->runs[k]);
		}
	if (!(frame->high >= frame->low))
		frame->low = frame->high = 0;
	if (chart->from_zero || (frame->low >= 0 && frame->low < frame->high / 2))
		frame->low = 0;
	if (!(frame->high > frame->low))
		frame->high = frame->low + 1;
	frame->step = round_step(frame->high - frame->low);
	frame->low = frame->step * floor(frame->low / frame->step + 1e-9);
	frame->high = frame->step * ceil(frame->high / frame->step - 1e-9);
}

static double value_y(const struct frame *frame, double value)
{
	double room = CHART_HEIGHT - TOP - BOTTOM;

	return frame->y + TOP + room * (frame->high - value) / (frame->high - frame->low);
}

/* ---- drawing ---- */

static void draw_axes(const struct frame *frame, const struct chart *chart, FILE *out)
{
	double step = frame->step, right = frame->x + CHART_WIDTH - frame->right;
	char number[32];

	fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"%.0f\">", frame->x + LEFT,
		frame->y + 12);
	xml_text(chart->title, 70, out);
	fprintf(out, "%s", *chart->unit ? ", " : "");
	xml_text(chart->unit, 20, out);
	fputs(frame->low > 0 ? " (the axis does not begin at 0)</text>\n" : "</text>\n", out);
	for (double value = frame->low; value < frame->high + step / 2; value += step) {
		double y = value_y(frame, value);

		fprintf(out,
			"<path class=\"grid\" d=\"M%.0f %.1fH%.0f\"/>"
			"<text class=\"number\" x=\"%.0f\" y=\"%.1f\">%s</text>\n",
			frame->x + LEFT, y, right, frame->x + LEFT - 6, y + 4,
			trend_number(fabs(value) < step / 1000 ? 0 : value, number,
				     sizeof(number)));
	}
}

/* Where there is no room for all, every second, third, ... is named. */
static void draw_places(const struct frame *frame, const struct chart *chart, FILE *out)
{
	double y = frame->y + CHART_HEIGHT - BOTTOM + 15, before = -INFINITY;
	size_t letters = 6;

	for (size_t i = 0; i < chart->place_count; i++)
		letters = fmax(letters, fmin(strlen(chart->places[i]), 14));
	for (size_t i = 0; i < chart->place_count; i++) {
		double x = place_x(frame, chart, i);

		if (x - before < 6.2 * (double)letters)
			continue;
		before = x;
		fprintf(out, "<text class=\"place\" x=\"%.1f\" y=\"%.0f\">", x, y);
		xml_text(chart->places[i], 14, out);
		fputs("</text>\n", out);
	}
	fprintf(out, "<text class=\"place quiet\" x=\"%.1f\" y=\"%.0f\">",
		frame->x + LEFT + (CHART_WIDTH - LEFT - frame->right) / 2, y + 15);
	xml_text(chart->axis, 50, out);
	fputs("</text>\n", out);
}

static void draw_point(const struct frame *frame, const struct chart_point *point, double x,
		       FILE *out)
{
	if (point->failed)
		fprintf(out, "<text class=\"failed\" x=\"%.1f\" y=\"%.1f\">failed</text>", x,
			value_y(frame, frame->low) - 3);
	if (!is_known(point->mean) && point->below > 0)
		fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fV%.1f\"/>", x,
			value_y(frame, point->below), value_y(frame, fmax(frame->low, 0)));
	if (!is_known(point->mean))
		return;
	if (is_known(point->sd) && point->sd > 0)
		fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fV%.1f\"/>", x,
			value_y(frame, point->mean + point->sd),
			value_y(frame, point->mean - point->sd));
	for (size_t k = 0; point->run_count > 1 && k < point->run_count; k++)
		fprintf(out, "<circle class=\"run\" cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>", x,
			value_y(frame, point->runs[k]));
	fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", x, value_y(frame, point->mean));
}

static void draw_curve(const struct frame *frame, const struct chart *chart, size_t number,
		       FILE *out)
{
	const struct chart_curve *curve = &chart->curves[number];
	bool drawing = false;

	fprintf(out, "<g class=\"curve c%zu\"><title>", number);
	xml_text(curve->name, 0, out);
	fputs("</title><path class=\"line\" d=\"", out);
	for (size_t i = 0; i < chart->place_count; i++) {
		bool known = is_known(curve->points[i].mean);

		if (known)
			fprintf(out, "%c%.1f %.1f", drawing ? 'L' : 'M', place_x(frame, chart, i),
				value_y(frame, curve->points[i].mean));
		drawing = known;
	}
	fputs("\"/>", out);
	for (size_t i = 0; i < chart->place_count; i++)
		draw_point(frame, &curve->points[i], place_x(frame, chart, i), out);
	fputs("</g>\n", out);
}

/* A curve's name, and the height at which it ends. */
struct tail {
	size_t curve;
	double y;
};

static int compare_tails(const void *a, const void *b)
{
	const struct tail *x = a, *y = b;

	return x->y != y->y ? (x->y < y->y ? -1 : 1) : x->curve < y->curve ? -1 : 1;
}

static double last_value(const struct chart *chart, const struct chart_curve *curve)
{
	for (size_t i = chart->place_count; i-- > 0;)
		if (is_known(curve->points[i].mean))
			return curve->points[i].mean;
	return NAN;
}

/* Names next to the ends of their curves, pushed apart where they would overlap. */
static void draw_names(const struct frame *frame, const struct chart *chart, FILE *out)
{
	struct tail tails[CHART_CURVES];
	double lowest = frame->y + CHART_HEIGHT - BOTTOM + 4,
	       x = frame->x + CHART_WIDTH - frame->right;
	size_t count = 0;

	for (size_t c = 0; c < chart->curve_count; c++) {
		double value = last_value(chart, &chart->curves[c]);

		if (is_known(value))
			tails[count++] = (struct tail) { c, value_y(frame, value) + 4 };
	}
	qsort(tails, count, sizeof(*tails), compare_tails);
	for (size_t i = 1; i < count; i++)
		tails[i].y = fmax(tails[i].y, tails[i - 1].y + LINE_HEIGHT);
	for (size_t i = count; i-- > 0;) {
		double most = i + 1 < count ? tails[i + 1].y - LINE_HEIGHT : lowest;

		tails[i].y = fmin(tails[i].y, most);
	}
	for (size_t i = 0; i < count && chart->curve_count > 1; i++) {
		fprintf(out, "<text class=\"name c%zu\" x=\"%.0f\" y=\"%.1f\">", tails[i].curve,
			x + 10, tails[i].y);
		xml_text(chart->curves[tails[i].curve].name, 20, out);
		fputs("</text>\n", out);
	}
}

void chart_draw(const struct chart *chart, double x, double y, FILE *out)
{
	struct frame frame = { .x = x, .y = y };

	frame.right = chart->curve_count > 1 ? RIGHT : RIGHT_ALONE;

	measure_places(&frame, chart);
	measure_values(&frame, chart);
	draw_axes(&frame, chart, out);
	draw_places(&frame, chart, out);
	for (size_t c = 0; c < chart->curve_count; c++)
		draw_curve(&frame, chart, c, out);
	draw_names(&frame, chart, out);
}
