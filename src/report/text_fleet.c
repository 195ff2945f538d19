// SPDX-License-Identifier: GPL-2.0-or-later
/* A fleet for people: ranges, who stands out, groups, and one row drawn machine by machine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/fleet_rows.h"
#include "report/text.h"
#include "report/text_table.h"
#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"

enum { TOLD_ROWS = 5, GROUPED_ROWS = 8, PLOT_LEAST = 20, PLOT_MOST = 60 };

struct context {
	const struct symdiff_fleet *fleet;
	const struct symdiff_print_options *options;
	FILE *out;
};

/* ---- ranges ---- */

/* The range without whoever stands out: "-1.10 to +1.40 (m07)". */
static void without_cell(struct text_row *line, const struct fleet *fleet,
			 const struct fleet_row *row)
{
	const struct fleet_outlying *of = fleet_stands_out(&row->two)	? &row->two
					  : fleet_stands_out(&row->one) ? &row->one
									: NULL;
	char room[64];

	if (!of)
		return;
	text_cell(line, 5, "%s (%s%s%s)", fleet_range(&of->without, room),
		  fleet->machines[of->machines[0]].name,
		  of->machines[1] == MACHINE_NONE ? "" : ", ",
		  of->machines[1] == MACHINE_NONE ? "" : fleet->machines[of->machines[1]].name);
}

static void add_row(struct text_table *table, const struct fleet *fleet,
		    const struct fleet_row *row)
{
	struct text_row *line = text_table_row(table, 0);
	char room[64];

	text_cell(line, 0, "%s%s", row->name,
		  row->kind != FLEET_RESULT && row->kind != FLEET_EVIDENCE ? ""
		  : !strcmp(row->unit, "%")				   ? ", %"
		  : *row->unit						   ? ", pp"
									   : "");
	text_cell(line, 1, "%s", fleet_range(&row->all, room));
	text_cell(line, 2, "%+.2f", row->all.median);
	text_cell(line, 3, "%zu", row->all.up);
	text_cell(line, 4, "%zu", row->all.down);
	without_cell(line, fleet, row);
}

static void print_ranges(const struct context *context, const struct fleet_rows *rows)
{
	const struct fleet *fleet = &context->fleet->fleet;
	struct text_table table = {
		.heads = { fleet_kind_head(context->fleet, rows->list[0]->kind), "all machines",
			   "median", "up", "down", "without who stands out" },
		.columns = fleet->outlier != MACHINE_NONE ? 6 : 5,
		.last_is_text = fleet->outlier != MACHINE_NONE,
	};

	for (size_t i = 0; i < rows->count; i++)
		add_row(&table, fleet, rows->list[i]);
	fputc('\n', context->out);
	text_table_print(&table, context->options, context->out);
}

static void tell(const struct context *context, const struct fleet_rows *rows)
{
	size_t told = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct fleet_row *row = rows->list[i];
		bool stands_out = fleet_stands_out(&row->one) || fleet_stands_out(&row->two);

		if (!context->options->verbose && told >= TOLD_ROWS && !stands_out)
			continue;
		if (!told++)
			fputc('\n', context->out);
		text_wrap(row->text, 2, context->options, context->out);
	}
}

static void print_kind(const struct context *context, enum fleet_kind kind)
{
	struct fleet_rows rows;

	fleet_rows_init(&rows, context->fleet, kind, context->options);
	if (rows.count)
		print_ranges(context, &rows);
	if (rows.left_out)
		fprintf(context->out, "%zu more with -v.\n", rows.left_out);
	if (rows.count && (kind == FLEET_RESULT || kind == FLEET_BUCKET || kind == FLEET_SYMBOL))
		tell(context, &rows);
	fleet_rows_deinit(&rows);
}

static void print_outlier(const struct context *context)
{
	const struct fleet *fleet = &context->fleet->fleet;
	char line[512];

	if (fleet->outlier == MACHINE_NONE)
		return;
	if (fleet->outlier_rows < 2)
		return;
	snprintf(line, sizeof(line), "%s stands out most often, in %zu rows.",
		 fleet->machines[fleet->outlier].name, fleet->outlier_rows);
	text_wrap(line, 2, context->options, context->out);
}

/* ---- groups ---- */

static size_t groups_of(const struct fleet *fleet, uint32_t tag)
{
	size_t count = 0;

	for (size_t i = 0; i < fleet->group_count; i++)
		count += fleet->groups[i].tag == tag;
	return count;
}

/* "median (low to high)" of a group. */
static void group_cell(struct text_row *line, size_t column, const struct fleet_summary *summary)
{
	if (summary->machines > 1)
		text_cell(line, column, "%+.2f (%+.2f to %+.2f)", summary->median, summary->low,
			  summary->high);
	else if (summary->machines)
		text_cell(line, column, "%+.2f", summary->median);
}

static void print_tag(const struct context *context, uint32_t tag, const struct fleet_rows *rows)
{
	const struct fleet *fleet = &context->fleet->fleet;
	size_t count = groups_of(fleet, tag), first = 0;
	struct text_table table = { .columns = 1 };
	char *heads[TEXT_COLUMNS] = { NULL }, room[256];

	/* As many groups as machines, or one, say nothing. */
	if (count < 2 || count >= fleet->machine_count || count >= TEXT_COLUMNS)
		return;
	while (fleet->groups[first].tag != tag)
		first++;
	snprintf(room, sizeof(room), "by %s", fleet->tags[tag]);
	table.heads[0] = heads[0] = utf8_printable(room);
	for (size_t g = 0; g < count; g++) {
		snprintf(room, sizeof(room), "%s (%zu)", fleet->groups[first + g].value,
			 fleet->groups[first + g].machines);
		table.heads[table.columns] = heads[table.columns] = utf8_printable(room);
		table.columns++;
	}
	for (size_t i = 0; i < rows->count && i < GROUPED_ROWS; i++) {
		struct text_row *line = text_table_row(&table, 0);

		text_cell(line, 0, "%s", rows->list[i]->name);
		for (size_t g = 0; g < count; g++)
			group_cell(line, g + 1, &rows->list[i]->groups[first + g]);
	}
	fputc('\n', context->out);
	text_table_print(&table, context->options, context->out);
	for (size_t i = 0; i < TEXT_COLUMNS; i++)
		free(heads[i]);
}

static void print_groups(const struct context *context)
{
	static const enum fleet_kind kinds[] = { FLEET_RESULT, FLEET_BUCKET };

	for (uint32_t tag = 0; tag < context->fleet->fleet.tag_count; tag++)
		for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
			struct fleet_rows rows;

			fleet_rows_init(&rows, context->fleet, kinds[i], context->options);
			if (rows.count)
				print_tag(context, tag, &rows);
			fleet_rows_deinit(&rows);
		}
}

/* ---- the forest ---- */

/* One line a machine: its change, and how far the noise reaches. */
struct plot {
	double low, high; /* of the axis */
	size_t columns, names;
};

static size_t column_of(const struct plot *plot, double value)
{
	double at = (value - plot->low) / (plot->high - plot->low);

	return (size_t)lround(fmin(fmax(at, 0), 1) * (double)(plot->columns - 1));
}

static void draw(const struct plot *plot, const struct fleet_value *value, bool utf8, char *room)
{
	bool has_noise = !isnan(value->low);
	size_t zero = column_of(plot, 0), at = column_of(plot, value->change);
	size_t from = has_noise ? column_of(plot, value->low) : at;
	size_t to = has_noise ? column_of(plot, value->high) : at;

	*room = '\0';
	for (size_t i = 0; i < plot->columns; i++) {
		const char *mark = " ";

		if (i == at)
			mark = utf8 ? "●" : "o";
		else if (i >= from && i <= to)
			mark = utf8 ? "─" : "-";
		else if (i == zero)
			mark = utf8 ? "│" : ":";
		strcat(room, mark);
	}
}

static struct plot lay_out(const struct context *context, const struct fleet_row *row)
{
	const struct fleet *fleet = &context->fleet->fleet;
	struct plot plot = { .low = 0, .high = 0, .names = 0 };
	size_t width = text_width(context->options);

	for (size_t i = 0; i < fleet->machine_count; i++) {
		const struct fleet_value *value = &row->values[i];
		cleanup_free char *name = utf8_printable(fleet->machines[i].name);
		size_t columns = utf8_columns(name);

		plot.names = columns > plot.names ? columns : plot.names;
		if (!value->known)
			continue;
		plot.low = fmin(plot.low, isnan(value->low) ? value->change : value->low);
		plot.high = fmax(plot.high, isnan(value->high) ? value->change : value->high);
	}
	if (plot.names > 20)
		plot.names = 20;
	plot.columns = width > plot.names + 36 + PLOT_LEAST ? width - plot.names - 36 : PLOT_LEAST;
	if (plot.columns > PLOT_MOST)
		plot.columns = PLOT_MOST;
	if (!(plot.high > plot.low))
		plot.high = plot.low + 1;
	return plot;
}

struct order {
	const struct fleet_row *row;
};

static int by_change(const void *a, const void *b, void *context)
{
	const struct fleet_row *row = ((struct order *)context)->row;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	double p = row->values[x].change, q = row->values[y].change;

	return p != q ? (p < q ? -1 : 1) : (x > y) - (x < y);
}

static bool is_outlier(const struct fleet_row *row, uint32_t machine)
{
	return (fleet_stands_out(&row->one) && row->one.machines[0] == machine) ||
	       (fleet_stands_out(&row->two) &&
		(row->two.machines[0] == machine || row->two.machines[1] == machine));
}

static void print_forest(const struct context *context, const struct fleet_row *row)
{
	const struct fleet *fleet = &context->fleet->fleet;
	struct plot plot = lay_out(context, row);
	cleanup_free uint32_t *order = mem_alloc((fleet->machine_count + 1) * sizeof(*order));
	cleanup_free char *title = utf8_printable(row->name);
	struct text_table table = { .heads = { "", "", "" }, .columns = 3, .last_is_text = true };
	struct order by = { row };
	char room[4 * PLOT_MOST];
	size_t count = 0;

	for (uint32_t i = 0; i < fleet->machine_count; i++)
		if (row->values[i].known)
			order[count++] = i;
	qsort_r(order, count, sizeof(*order), by_change, &by);
	for (size_t i = 0; i < count; i++) {
		const struct fleet_value *value = &row->values[order[i]];
		struct text_row *line = text_table_row(&table, 0);

		draw(&plot, value, context->options->utf8, room);
		text_cell(line, 0, "%s", fleet->machines[order[i]].name);
		text_cell(line, 1, "%s", room);
		text_cell(line, 2, isnan(value->low) ? "%+.2f%s" : "%+.2f%s (%+.2f to %+.2f)",
			  value->change, is_outlier(row, order[i]) ? " *" : "", value->low,
			  value->high);
	}
	fprintf(context->out, "\n%s%s, %s on each machine%s%s\n",
		text_colour(context->options, text_bold), title, *row->unit ? row->unit : "change",
		fleet_stands_out(&row->one) || fleet_stands_out(&row->two) ? " (* stands out)" : "",
		text_plain(context->options));
	text_table_print(&table, context->options, context->out);
}

/* ---- tables of ranges ---- */

static void print_range_tables(const struct context *context, uint32_t from, size_t count)
{
	const struct range_set *set = &context->fleet->ranges;
	struct text_table table = { .heads = { "range over machines" }, .columns = count + 1 };
	char *heads[TEXT_COLUMNS] = { NULL };

	for (size_t k = 0; k < count; k++)
		table.heads[k + 1] = heads[k] = utf8_printable(set->tables[from + k].label);
	for (size_t i = 0; i < set->row_count; i++) {
		struct text_row *line = text_table_row(&table, 0);

		text_cell(line, 0, "%s", set->rows[i].name);
		for (size_t k = 0; k < count; k++) {
			const struct range_ends *ends = &set->rows[i].ends[from + k];

			if (ends->known)
				text_cell(line, k + 1, "%+.2f to %+.2f", ends->low, ends->high);
		}
	}
	fputc('\n', context->out);
	text_table_print(&table, context->options, context->out);
	for (size_t k = 0; k < count; k++)
		free(heads[k]);
}

static void tell_title(const struct context *context, const struct range_table *table)
{
	cleanup_free char *line = NULL;

	if (asprintf(&line, "%s  %s", table->label, table->title) >= 0)
		text_wrap(line, 4, context->options, context->out);
}

static void print_range_set(const struct context *context)
{
	const struct range_set *set = &context->fleet->ranges;
	size_t width = text_width(context->options), names = 16;

	for (size_t i = 0; i < set->row_count; i++)
		names = strlen(set->rows[i].name) > names ? strlen(set->rows[i].name) : names;
	for (size_t i = 0; i < set->table_count; i++)
		if (*set->tables[i].title)
			tell_title(context, &set->tables[i]);

	size_t fit = width > names + 18 ? (width - names) / 18 : 1;

	for (uint32_t at = 0; at < set->table_count; at += (uint32_t)fit)
		print_range_tables(context, at,
				   set->table_count - at < fit ? set->table_count - at : fit);
	fputc('\n', context->out);
	for (size_t i = 0; i < set->table_count; i++)
		text_wrap(set->texts[i], 2, context->options, context->out);
	for (size_t i = 0; i < set->pair_count; i++)
		if (set->pair_count == 1 || context->options->verbose ||
		    set->pairs[i].within == set->pairs[i].common)
			text_wrap(set->pairs[i].text, 2, context->options, context->out);
}

/* ---- all ---- */

void text_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		FILE *out)
{
	struct context context = { fleet, options, out };
	const struct fleet_row *drawn;
	char title[256];

	if (fleet->is_ranges) {
		print_range_set(&context);
		return;
	}
	fleet_title(fleet, title, sizeof(title));
	fputs(text_colour(options, text_bold), out);
	text_wrap(title, 2, options, out);
	fputs(text_plain(options), out);
	print_outlier(&context);
	for (enum fleet_kind kind = 0; kind < FLEET_KINDS; kind++)
		print_kind(&context, kind);
	print_groups(&context);
	drawn = fleet_drawn_row(fleet, options);
	if (drawn)
		print_forest(&context, drawn);
	for (size_t i = 0; i < fleet->fleet.note_count; i++)
		text_wrap(fleet->fleet.notes[i], 2, options, out);
}
