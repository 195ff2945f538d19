// SPDX-License-Identifier: GPL-2.0-or-later
/* A sweep for people: a column for each point, and in words where it goes and where it stops. */
#include <string.h>

#include "report/sweep_rows.h"
#include "report/text.h"
#include "report/text_table.h"
#include "support/cleanup.h"
#include "support/utf8.h"

enum { NAME_WIDTH = 26, GRID_ROWS = 5 };

/* What is printed: one kind of rows of one series. */
struct context {
	const struct symdiff_sweep *sweep;
	const struct series *series;
	const struct symdiff_print_options *options;
	FILE *out;
};

/* ---- a line of points ---- */

/* Of the points from @from on, how many columns fit beside the names. */
static size_t fitting(const struct context *context, const struct sweep_rows *rows, size_t from)
{
	size_t width = text_width(context->options), used = NAME_WIDTH, at = from;
	char room[64], name[256];

	for (size_t i = 0; i < rows->count; i++) {
		size_t columns = utf8_columns(sweep_row_name(rows->list[i], name, sizeof(name)));

		if (columns > used)
			used = columns < width / 2 ? columns : width / 2;
	}
	for (; at < context->series->point_count && at - from + 1 < TEXT_COLUMNS; at++) {
		size_t widest = utf8_columns(context->series->points[at].brief);

		for (size_t i = 0; i < rows->count; i++) {
			size_t columns = utf8_columns(
				sweep_cell(rows->list[i], &rows->list[i]->cells[at], room));

			widest = columns > widest ? columns : widest;
		}
		used += widest + 2;
		if (at > from && used > width)
			break;
	}
	return at - from;
}

static void print_columns(const struct context *context, const struct sweep_rows *rows, size_t from,
			  size_t count)
{
	struct text_table table = {
		.heads = { sweep_kind_head(context->sweep, rows->list[0]->kind) },
		.columns = count + 1,
	};
	char *heads[TEXT_COLUMNS] = { NULL };
	char room[256];

	for (size_t k = 0; k < count; k++)
		table.heads[k + 1] = heads[k] =
			utf8_printable(context->series->points[from + k].brief);
	for (size_t i = 0; i < rows->count; i++) {
		struct text_row *line = text_table_row(&table, 0);

		text_cell(line, 0, "%s", sweep_row_name(rows->list[i], room, sizeof(room)));
		for (size_t k = 0; k < count; k++)
			text_cell(line, k + 1, "%s",
				  sweep_cell(rows->list[i], &rows->list[i]->cells[from + k], room));
	}
	fputc('\n', context->out);
	text_table_print(&table, context->options, context->out);
	for (size_t k = 0; k < count; k++)
		free(heads[k]);
}

static void print_line(const struct context *context, const struct sweep_rows *rows)
{
	for (size_t at = 0, count; at < context->series->point_count; at += count) {
		count = fitting(context, rows, at);
		print_columns(context, rows, at, count);
	}
}

/* ---- a grid ---- */

static const struct measure *cell_at(const struct series *series, const struct series_row *row,
				     size_t first, size_t second)
{
	for (size_t i = 0; i < series->point_count; i++)
		if (!strcmp(series->points[i].level[0], series->factors[0].levels[first]) &&
		    !strcmp(series->points[i].level[1], series->factors[1].levels[second]))
			return &row->cells[i];
	return NULL;
}

static void print_grid_part(const struct context *context, const struct series_row *row,
			    size_t from, size_t count)
{
	const struct series_factor *factors = context->series->factors;
	struct text_table table = { .columns = count + 1 };
	char *heads[TEXT_COLUMNS] = { NULL };
	char corner[128], room[64];

	snprintf(corner, sizeof(corner), "%s\\%s", factors[0].name, factors[1].name);
	heads[count] = utf8_printable(corner);
	table.heads[0] = heads[count];
	for (size_t k = 0; k < count; k++)
		table.heads[k + 1] = heads[k] = utf8_printable(factors[1].levels[from + k]);
	for (size_t i = 0; i < factors[0].count; i++) {
		struct text_row *line = text_table_row(&table, 0);

		text_cell(line, 0, "%s", factors[0].levels[i]);
		for (size_t k = 0; k < count; k++) {
			const struct measure *cell = cell_at(context->series, row, i, from + k);

			text_cell(line, k + 1, "%s", cell ? sweep_cell(row, cell, room) : "");
		}
	}
	text_table_print(&table, context->options, context->out);
	for (size_t k = 0; k <= count; k++)
		free(heads[k]);
}

static void print_grids(const struct context *context, const struct sweep_rows *rows)
{
	size_t most = context->options->verbose || rows->list[0]->kind == SERIES_RESULT ? SIZE_MAX
											: GRID_ROWS;
	char name[256];

	for (size_t i = 0; i < rows->count && i < most; i++) {
		size_t levels = context->series->factors[1].count;
		cleanup_free char *safe =
			utf8_printable(sweep_row_name(rows->list[i], name, sizeof(name)));

		fprintf(context->out, "\n%s%s%s%s\n", text_colour(context->options, text_bold),
			safe,
			rows->list[i]->kind == SERIES_RESULT || !rows->list[i]->is_share ? ""
											 : ", %",
			text_plain(context->options));
		for (size_t at = 0; at < levels; at += TEXT_COLUMNS - 1)
			print_grid_part(context, rows->list[i], at,
					levels - at < TEXT_COLUMNS - 1 ? levels - at
								       : TEXT_COLUMNS - 1);
	}
}

/* ---- words ---- */

static void tell(const struct context *context, const struct series_row *row)
{
	const struct series *series = context->series;
	char line[1024];

	for (size_t i = 0; i < series->line_count; i++) {
		bool of_grid = series->shape == SERIES_GRID;

		if (row->trends[i].kind == TREND_NONE)
			continue;
		snprintf(line, sizeof(line), "%s%s%s%s: %s", row->name, of_grid ? ", " : "",
			 series->lines[i].within, "", row->trends[i].text);
		text_wrap(line, 2, context->options, context->out);
	}
}

/* What each part of a ladder did; its steps one after another are not told twice. */
static void tell_effects(const struct context *context, const struct series_row *row)
{
	char line[1024];

	for (size_t i = 0; i < row->effect_count; i++) {
		snprintf(line, sizeof(line), "%s: %s", row->name, row->effects[i].text);
		text_wrap(line, 2, context->options, context->out);
	}
}

/* How many rows there was something to say of. */
static size_t tell_all(const struct context *context, struct sweep_rows *rows)
{
	sweep_rows_to_tell(rows, context->series, context->options);
	if (rows->count)
		fputc('\n', context->out);
	for (size_t i = 0; i < rows->count; i++) {
		if (rows->list[i]->effect_count)
			tell_effects(context, rows->list[i]);
		else
			tell(context, rows->list[i]);
	}
	return rows->count;
}

static bool is_repeated(const struct series *series)
{
	for (size_t i = 0; i < series->point_count; i++)
		if (series->points[i].profiles > 1)
			return true;
	return false;
}

/* ---- all ---- */

static void print_kind(const struct context *context, enum series_kind kind)
{
	struct sweep_rows rows;

	sweep_rows_init(&rows, context->sweep, context->series, kind, context->options);
	if (rows.count && context->series->shape == SERIES_GRID)
		print_grids(context, &rows);
	else if (rows.count)
		print_line(context, &rows);
	if (rows.left_out)
		fprintf(context->out, "%zu more with -v.\n", rows.left_out);
	if (rows.count && !tell_all(context, &rows) && kind == SERIES_BUCKET &&
	    is_repeated(context->series))
		fputs("\nno bucket moves beyond what the runs vary\n", context->out);
	sweep_rows_deinit(&rows);
}

static void print_warnings(const struct symdiff_sweep *sweep,
			   const struct symdiff_print_options *options, FILE *out)
{
	for (size_t i = 0; i < sweep->input_count; i++) {
		const struct sweep_input *input = &sweep->inputs[i];

		for (size_t w = 0; w < input->warning_count; w++) {
			cleanup_free char *line = NULL;

			if (asprintf(&line, "%s: %s", sweep->set.list[0].points[input->point].label,
				     input->warnings[w]) >= 0)
				text_wrap(line, 2, options, out);
		}
	}
}

void text_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		FILE *out)
{
	char title[1024];

	for (size_t i = 0; i < sweep->set.count; i++) {
		struct context context = { sweep, &sweep->set.list[i], options, out };

		if (i)
			fputc('\n', out);
		fputs(text_colour(options, text_bold), out);
		if (*context.series->caption)
			text_wrap(context.series->caption, 2, options, out);
		sweep_title(sweep, context.series, title, sizeof(title));
		text_wrap(title, 2, options, out);
		fputs(text_plain(options), out);
		for (enum series_kind kind = 0; kind < SERIES_KINDS; kind++)
			print_kind(&context, kind);
		for (size_t k = 0; k < context.series->note_count; k++) {
			if (!k)
				fputc('\n', out);
			text_wrap(context.series->notes[k], 2, options, out);
		}
	}
	print_warnings(sweep, options, out);
}
