// SPDX-License-Identifier: GPL-2.0-or-later
/* A sweep as a page: its charts, what they say in words, and the tables. */
#include "report/html.h"

#include <string.h>

#include "report/sweep_charts.h"
#include "report/sweep_rows.h"
#include "report/xml_text.h"

/* What is printed: one kind of rows of one series. */
struct context {
	const struct symdiff_sweep *sweep;
	const struct series *series;
	const struct symdiff_print_options *options;
	FILE *out;
};

static void put_charts(const struct context *context)
{
	struct sweep_charts charts;

	sweep_charts_init(&charts, context->sweep, context->series, context->options);
	fputs("<div class=\"charts\">\n", context->out);
	for (size_t i = 0; i < charts.count; i++) {
		fprintf(context->out, "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
			CHART_WIDTH, CHART_HEIGHT);
		chart_draw(&charts.list[i], 0, 0, context->out);
		fputs("</svg>\n", context->out);
	}
	fputs("</div>\n", context->out);
	sweep_charts_deinit(&charts);
}

/* ---- words ---- */

static void put_sentence(const struct context *context, const struct series_row *row,
			 const char *within, const char *text)
{
	fputs("<li class=\"other level0\">", context->out);
	xml_text(row->name, 0, context->out);
	fputs(*within ? ", " : "", context->out);
	xml_text(within, 0, context->out);
	fputs(": ", context->out);
	xml_text(text, 0, context->out);
	fputs("</li>\n", context->out);
}

static void tell_row(const struct context *context, const struct series_row *row)
{
	const struct series *series = context->series;
	bool of_grid = series->shape == SERIES_GRID;

	for (size_t i = 0; i < row->effect_count; i++)
		put_sentence(context, row, "", row->effects[i].text);
	for (size_t i = 0; !row->effect_count && i < series->line_count; i++)
		if (row->trends[i].kind != TREND_NONE)
			put_sentence(context, row, of_grid ? series->lines[i].within : "",
				     row->trends[i].text);
}

static void tell_all(const struct context *context)
{
	fputs("<ul class=\"findings\">\n", context->out);
	for (enum series_kind kind = 0; kind < SERIES_KINDS; kind++) {
		struct sweep_rows rows;

		sweep_rows_init(&rows, context->sweep, context->series, kind, context->options);
		sweep_rows_to_tell(&rows, context->series, context->options);
		for (size_t i = 0; i < rows.count; i++)
			tell_row(context, rows.list[i]);
		sweep_rows_deinit(&rows);
	}
	fputs("</ul>\n", context->out);
}

/* ---- tables ---- */

static void put_row(const struct context *context, const struct series_row *row)
{
	char room[256];

	fputs("<tr><th>", context->out);
	xml_text(sweep_row_name(row, room, sizeof(room)), 0, context->out);
	fputs("</th>", context->out);
	for (size_t i = 0; i < context->series->point_count; i++) {
		fputs("<td class=\"n\">", context->out);
		xml_text(sweep_cell(row, &row->cells[i], room), 0, context->out);
		fputs("</td>", context->out);
	}
	fputs("</tr>\n", context->out);
}

static void put_kind(const struct context *context, enum series_kind kind)
{
	struct sweep_rows rows;

	sweep_rows_init(&rows, context->sweep, context->series, kind, context->options);
	if (rows.count) {
		fprintf(context->out,
			"<div class=\"scroll\"><table class=\"sweep\">\n<thead><tr><th>%s</th>",
			sweep_kind_head(context->sweep, kind));
		for (size_t i = 0; i < context->series->point_count; i++) {
			fputs("<th class=\"n\">", context->out);
			xml_text(context->series->points[i].brief, 0, context->out);
			fputs("</th>", context->out);
		}
		fputs("</tr></thead>\n<tbody>\n", context->out);
		for (size_t i = 0; i < rows.count; i++)
			put_row(context, rows.list[i]);
		fputs("</tbody></table></div>\n", context->out);
		if (rows.left_out)
			fprintf(context->out, "<p class=\"quiet\">%zu more with -v</p>\n",
				rows.left_out);
	}
	sweep_rows_deinit(&rows);
}

static void put_series(const struct context *context)
{
	const struct series *series = context->series;
	char title[1024];

	sweep_title(context->sweep, series, title, sizeof(title));
	fputs("<section>\n<h2>", context->out);
	xml_text(*series->caption ? series->caption : title, 0, context->out);
	fputs("</h2>\n", context->out);
	if (*series->caption) {
		fputs("<p class=\"quiet\">", context->out);
		xml_text(title, 0, context->out);
		fputs("</p>\n", context->out);
	}
	put_charts(context);
	tell_all(context);
	for (enum series_kind kind = 0; kind < SERIES_KINDS; kind++)
		put_kind(context, kind);
	for (size_t i = 0; i < series->note_count; i++) {
		fputs("<p class=\"quiet\">", context->out);
		xml_text(series->notes[i], 0, context->out);
		fputs("</p>\n", context->out);
	}
	fputs("</section>\n", context->out);
}

static void put_inputs(const struct symdiff_sweep *sweep,
		       const struct symdiff_print_options *options, FILE *out)
{
	fputs("<section class=\"inputs\">\n<h2>Inputs</h2>\n<table class=\"facts\">\n", out);
	for (size_t i = 0; i < sweep->input_count; i++) {
		const struct sweep_input *input = &sweep->inputs[i];

		fputs("<tr><th>", out);
		if (!sweep->is_table)
			xml_text(sweep->set.list[0].points[input->point].label, 0, out);
		fputs("</th><td>", out);
		xml_text(input->path, 0, out);
		fputs(" <span class=\"quiet\">", out);
		xml_text(input->format, 0, out);
		fputs("</span>", out);
		for (size_t w = 0; w < input->warning_count; w++) {
			fputs("<br>", out);
			xml_text(input->warnings[w], 0, out);
		}
		fputs("</td></tr>\n", out);
	}
	fputs("</table>\n", out);
	html_made_by(options, out);
	fputs("</section>\n", out);
}

void html_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		FILE *out)
{
	html_begin_page("sweep", out);
	fputs("<h1>Sweep</h1>\n", out);
	for (size_t i = 0; i < sweep->set.count; i++) {
		struct context context = { sweep, &sweep->set.list[i], options, out };

		put_series(&context);
	}
	put_inputs(sweep, options, out);
	html_end_page(out);
}
