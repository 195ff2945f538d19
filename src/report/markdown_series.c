// SPDX-License-Identifier: GPL-2.0-or-later
/* Sweeps and fleets for a comment on a pull request. */
#include <math.h>
#include <string.h>

#include "report/fleet_rows.h"
#include "report/markdown_fit.h"
#include "report/markdown_parts.h"
#include "report/markdown_series.h"
#include "report/markdown_text.h"
#include "report/sweep_rows.h"

static void put_cell(const char *text, FILE *out)
{
	fputc(' ', out);
	markdown_text(text, out);
	fputs(" |", out);
}

/* The line under a head of one name and @count numbers. */
static void put_rule(size_t count, FILE *out)
{
	fputs("|---", out);
	for (size_t i = 0; i < count; i++)
		fputs("|--:", out);
	fputs("|\n", out);
}

static void put_item(const char *text, FILE *out)
{
	fputs("- ", out);
	markdown_text(text, out);
	fputc('\n', out);
}

/* ---- a sweep ---- */

struct sweep_context {
	const struct symdiff_sweep *sweep;
	const struct series *series;
	const struct symdiff_print_options *options;
	FILE *out;
};

static void put_columns(const struct sweep_context *context, const struct sweep_rows *rows)
{
	const struct series *series = context->series;
	FILE *out = context->out;
	char room[256];

	fputs("\n|", out);
	put_cell(sweep_kind_head(context->sweep, rows->list[0]->kind), out);
	for (size_t k = 0; k < series->point_count; k++)
		put_cell(series->points[k].brief, out);
	fputc('\n', out);
	put_rule(series->point_count, out);
	for (size_t i = 0; i < rows->count; i++) {
		fputc('|', out);
		put_cell(sweep_row_name(rows->list[i], room, sizeof(room)), out);
		for (size_t k = 0; k < series->point_count; k++)
			put_cell(sweep_cell(rows->list[i], &rows->list[i]->cells[k], room), out);
		fputc('\n', out);
	}
}

static const struct measure *cell_at(const struct series *series, const struct series_row *row,
				     size_t first, size_t second)
{
	for (size_t i = 0; i < series->point_count; i++)
		if (!strcmp(series->points[i].level[0], series->factors[0].levels[first]) &&
		    !strcmp(series->points[i].level[1], series->factors[1].levels[second]))
			return &row->cells[i];
	return NULL;
}

static void put_grid(const struct sweep_context *context, const struct series_row *row)
{
	const struct series_factor *factors = context->series->factors;
	FILE *out = context->out;
	char room[256], corner[256];

	snprintf(corner, sizeof(corner), "%s: %s \\ %s", sweep_row_name(row, room, sizeof(room)),
		 factors[0].name, factors[1].name);
	fputs("\n|", out);
	put_cell(corner, out);
	for (size_t k = 0; k < factors[1].count; k++)
		put_cell(factors[1].levels[k], out);
	fputc('\n', out);
	put_rule(factors[1].count, out);
	for (size_t i = 0; i < factors[0].count; i++) {
		fputc('|', out);
		put_cell(factors[0].levels[i], out);
		for (size_t k = 0; k < factors[1].count; k++) {
			const struct measure *cell = cell_at(context->series, row, i, k);

			put_cell(cell ? sweep_cell(row, cell, room) : "", out);
		}
		fputc('\n', out);
	}
}

static void put_words(const struct sweep_context *context, const struct series_row *row)
{
	const struct series *series = context->series;
	char line[1024];

	for (size_t i = 0; i < row->effect_count; i++) {
		snprintf(line, sizeof(line), "%s: %s", row->name, row->effects[i].text);
		put_item(line, context->out);
	}
	for (size_t i = 0; i < series->line_count && !row->effect_count; i++) {
		if (row->trends[i].kind == TREND_NONE)
			continue;
		snprintf(line, sizeof(line), "%s%s%s: %s", row->name,
			 *series->lines[i].within ? ", " : "", series->lines[i].within,
			 row->trends[i].text);
		put_item(line, context->out);
	}
}

static void put_kind(const struct sweep_context *context, enum series_kind kind)
{
	struct sweep_rows rows;

	sweep_rows_init(&rows, context->sweep, context->series, kind, context->options);
	if (rows.count && context->series->shape != SERIES_GRID)
		put_columns(context, &rows);
	for (size_t i = 0; i < rows.count && context->series->shape == SERIES_GRID; i++)
		put_grid(context, rows.list[i]);
	sweep_rows_to_tell(&rows, context->series, context->options);
	if (rows.count)
		fputc('\n', context->out);
	for (size_t i = 0; i < rows.count; i++)
		put_words(context, rows.list[i]);
	sweep_rows_deinit(&rows);
}

static void put_sweep(const struct symdiff_sweep *sweep,
		      const struct symdiff_print_options *options, FILE *out)
{
	char title[1024];

	fputs("### symdiff sweep\n", out);
	for (size_t i = 0; i < sweep->set.count; i++) {
		struct sweep_context context = { sweep, &sweep->set.list[i], options, out };

		fputc('\n', out);
		if (*context.series->caption) {
			markdown_text(context.series->caption, out);
			fputs("  \n", out);
		}
		sweep_title(sweep, context.series, title, sizeof(title));
		markdown_text(title, out);
		fputc('\n', out);
		for (enum series_kind kind = 0; kind < SERIES_KINDS; kind++)
			put_kind(&context, kind);
		for (size_t k = 0; k < context.series->note_count; k++) {
			if (!k)
				fputc('\n', out);
			put_item(context.series->notes[k], out);
		}
	}
}

void markdown_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		    FILE *out)
{
	struct markdown_fit fit;

	put_sweep(sweep, options, markdown_begin(&fit));
	markdown_end(&fit, options, out);
}

/* ---- a fleet ---- */

static void put_fleet_row(const struct fleet *fleet, const struct fleet_row *row, FILE *out)
{
	const struct fleet_outlying *of = fleet_stands_out(&row->two)	? &row->two
					  : fleet_stands_out(&row->one) ? &row->one
									: NULL;
	char room[64], without[256] = "";

	fputc('|', out);
	put_cell(row->name, out);
	put_cell(fleet_range(&row->all, room), out);
	fprintf(out, " %+.2f | %s | %zu | %zu |", row->all.median, row->unit, row->all.up,
		row->all.down);
	if (of)
		snprintf(without, sizeof(without), "%s (%s%s%s)", fleet_range(&of->without, room),
			 fleet->machines[of->machines[0]].name,
			 of->machines[1] == MACHINE_NONE ? "" : ", ",
			 of->machines[1] == MACHINE_NONE ? ""
							 : fleet->machines[of->machines[1]].name);
	put_cell(without, out);
	fputc('\n', out);
}

static void put_fleet_kind(const struct symdiff_fleet *fleet, enum fleet_kind kind,
			   const struct symdiff_print_options *options, FILE *out)
{
	struct fleet_rows rows;

	fleet_rows_init(&rows, fleet, kind, options);
	if (rows.count) {
		fputs("\n|", out);
		put_cell(fleet_kind_head(fleet, kind), out);
		fputs(" all machines | median | unit | up | down | without who stands out |\n",
		      out);
		markdown_rule("lrrlrrr", out);
		for (size_t i = 0; i < rows.count; i++)
			put_fleet_row(&fleet->fleet, rows.list[i], out);
		fputc('\n', out);
		for (size_t i = 0; i < rows.count && kind != FLEET_LEAF && kind != FLEET_EVIDENCE;
		     i++)
			if (i < 3 || fleet_stands_out(&rows.list[i]->one))
				put_item(rows.list[i]->text, out);
	}
	fleet_rows_deinit(&rows);
}

static void put_range_set(const struct range_set *set, FILE *out)
{
	char room[64];

	fputs("\n| range over machines |", out);
	for (size_t i = 0; i < set->table_count; i++)
		put_cell(set->tables[i].label, out);
	fputc('\n', out);
	put_rule(set->table_count, out);
	for (size_t i = 0; i < set->row_count; i++) {
		fputc('|', out);
		put_cell(set->rows[i].name, out);
		for (size_t k = 0; k < set->table_count; k++) {
			const struct range_ends *ends = &set->rows[i].ends[k];

			*room = '\0';
			if (ends->known)
				snprintf(room, sizeof(room), "%+.2f to %+.2f", ends->low,
					 ends->high);
			put_cell(room, out);
		}
		fputc('\n', out);
	}
	fputc('\n', out);
	for (size_t i = 0; i < set->table_count; i++)
		put_item(set->texts[i], out);
	for (size_t i = 0; i < set->pair_count; i++)
		if (set->pair_count == 1 || set->pairs[i].within == set->pairs[i].common)
			put_item(set->pairs[i].text, out);
}

static void put_fleet(const struct symdiff_fleet *fleet,
		      const struct symdiff_print_options *options, FILE *out)
{
	char title[256];

	fputs("### symdiff fleet\n", out);
	if (fleet->is_ranges) {
		put_range_set(&fleet->ranges, out);
		return;
	}
	fleet_title(fleet, title, sizeof(title));
	fputc('\n', out);
	markdown_text(title, out);
	fputc('\n', out);
	for (enum fleet_kind kind = 0; kind < FLEET_KINDS; kind++)
		put_fleet_kind(fleet, kind, options, out);
}

void markdown_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		    FILE *out)
{
	struct markdown_fit fit;

	put_fleet(fleet, options, markdown_begin(&fit));
	markdown_end(&fit, options, out);
}
