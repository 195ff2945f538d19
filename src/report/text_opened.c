// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/opened.h"
#include "report/text.h"
#include "report/text_table.h"

#define LINES_SHOWN 12
#define LINE_LEAST  0.0005

static double share_of(const struct opened *opened, int side, uint64_t weight)
{
	return opened->whole[side] ? (double)weight / (double)opened->whole[side] : 0;
}

static bool is_worth_a_line(const struct opened *opened, const struct opened_line *line)
{
	return share_of(opened, BASE, line->weight[BASE]) >= LINE_LEAST ||
	       share_of(opened, NEW, line->weight[NEW]) >= LINE_LEAST;
}

static void add_line(struct text_table *table, const struct opened *opened,
		     const struct opened_line *line)
{
	struct text_row *row = text_table_row(table, 2);
	size_t column = 1;
	double base = 100 * share_of(opened, BASE, line->weight[BASE]);
	double newer = 100 * share_of(opened, NEW, line->weight[NEW]);

	text_cell(row, 0, "%s", line->name);
	if (opened->two_sides)
		text_cell(row, column++, "%.2f", base);
	text_cell(row, column++, "%.2f", newer);
	if (opened->two_sides)
		text_cell(row, column++, "%+.2f", newer - base);
	if (*line->note)
		text_cell(row, column, "probably %s", line->note);
	row->bar = newer / 100;
}

static void print_section(const struct opened *opened, const struct opened_section *section,
			  const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = {
		.heads = { section->title, opened->two_sides ? "base %" : "%",
			   opened->two_sides ? "new %" : "", opened->two_sides ? "pp" : "", "" },
		.columns = opened->two_sides ? 5 : 3,
		.last_is_text = true,
	};
	size_t shown = 0, left = 0;

	for (size_t i = 0; i < section->count; i++) {
		if (!options->verbose &&
		    (shown == LINES_SHOWN || !is_worth_a_line(opened, &section->lines[i]))) {
			left++;
			continue;
		}
		add_line(&table, opened, &section->lines[i]);
		shown++;
	}
	text_table_print(&table, options, out);
	if (left && shown)
		fprintf(out, "  (%zu more: -v)\n", left);
}

static void print_opened(const struct opened *opened, const struct symdiff_print_options *options,
			 FILE *out)
{
	const char *of = opened->kind[0] == 'a' ? "charged to it" : "inclusive";
	char line[512];

	if (opened->two_sides)
		snprintf(line, sizeof(line), "%s: %.2f -> %.2f %% of busy time, %s", opened->name,
			 100 * share_of(opened, BASE, opened->total[BASE]),
			 100 * share_of(opened, NEW, opened->total[NEW]), of);
	else
		snprintf(line, sizeof(line), "%s: %.2f %% of busy time, %s", opened->name,
			 100 * share_of(opened, NEW, opened->total[NEW]), of);
	fputc('\n', out);
	fputs(text_colour(options, text_bold), out);
	text_wrap(line, 2, options, out);
	fputs(text_plain(options), out);
	for (size_t i = 0; i < opened->section_count; i++)
		print_section(opened, &opened->sections[i], options, out);
}

void text_opened_report(const struct symdiff_profile *side, const struct totals *totals,
			const struct symdiff_print_options *options, FILE *out)
{
	struct opened opened;

	for (size_t i = 0; opened_init(&opened, i, side, totals, NULL, NULL, options); i++) {
		print_opened(&opened, options, out);
		opened_deinit(&opened);
	}
}

void text_opened_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		      const struct symdiff_print_options *options, FILE *out)
{
	struct opened opened;

	for (size_t i = 0; opened_init(&opened, i, NULL, NULL, event, diff->side, options); i++) {
		print_opened(&opened, options, out);
		opened_deinit(&opened);
	}
}
