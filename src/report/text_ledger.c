// SPDX-License-Identifier: GPL-2.0-or-later
/* The ledger of a diff, and what else is known of its pairs. */
#include <math.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/words.h"
#include "report/text.h"
#include "report/text_table.h"

#define LINES_MOST 30

static void add_amount(struct text_row *row, const struct diff_event *event, double amount)
{
	char words[24];

	words_amount(fabs(amount), words, sizeof(words));
	text_cell(row, 2, "%s%s", amount < 0 ? "-" : "+", words);
	text_cell(row, 3, "%+.2f", 100 * amount / event->amount[BASE]);
}

static void add_line(struct text_table *table, const struct diff_event *event,
		     const struct ledger_line *line)
{
	struct text_row *row = text_table_row(table, 0);
	const char *dso =
		line->row == NONE ? "[kernel]" : diff_row_dso(event, &event->rows[line->row]);

	if (!strcmp(dso, "[kernel]"))
		text_cell(row, 0, "%s", line->subject);
	else
		text_cell(row, 0, "%s %s", line->subject, dso);
	text_cell(row, 1, "%s%s%s", ledger_names[line->kind],
		  line->reason != REASON_UNKNOWN ? ": " : "", reason_names[line->reason]);
	add_amount(row, event, line->amount);
}

void text_ledger(const struct diff_event *event, const struct symdiff_print_options *options,
		 FILE *out)
{
	struct text_table table = {
		.heads = { "ledger", "", event->amount_unit, "% of base" },
		.columns = 4,
	};
	double rest = 0, sum = 0;

	for (size_t i = 0; i < event->ledger_count; i++) {
		sum += event->ledger[i].amount;
		if (i < LINES_MOST || options->verbose > 1)
			add_line(&table, event, &event->ledger[i]);
		else
			rest += event->ledger[i].amount;
	}
	if (!event->ledger_count)
		return;
	if (event->ledger_count > LINES_MOST && options->verbose <= 1) {
		struct text_row *row = text_table_row(&table, 0);

		text_cell(row, 0, "%zu lines more", event->ledger_count - LINES_MOST);
		add_amount(row, event, rest);
	}

	struct text_row *row = text_table_row(&table, 0);

	text_cell(row, 0, "the total's change");
	add_amount(row, event, sum);
	fputc('\n', out);
	text_table_print(&table, options, out);
}

void text_pairs(const struct diff_event *event, const struct symdiff_print_options *options,
		FILE *out)
{
	char line[1024];

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];

		if (row->match != MATCH_INFERRED && row->match != MATCH_FAMILY)
			continue;
		snprintf(line, sizeof(line), "%s is %s of the base: %s", diff_row_name(event, row),
			 diff_row_side_name(event, row, BASE), row->note);
		text_wrap(line, 2, options, out);
	}
	for (size_t i = 0; i < event->candidate_count; i++) {
		const struct pair_candidate *candidate = &event->candidates[i];

		snprintf(line, sizeof(line), "%s may be %s of the base: %s (score %.1f)",
			 candidate->newer, candidate->base, candidate->evidence, candidate->score);
		text_wrap(line, 2, options, out);
	}
}
