// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>

#include "diff/gate.h"
#include "report/gate_text.h"
#include "report/text.h"
#include "report/text_table.h"

const char *const text_outcomes[] = { "PASS", "FAIL", "INCONCLUSIVE" };

void text_limit_cell(struct text_row *row, size_t column, const struct gate_rule *rule,
		     double value)
{
	const char *sign = rule->kind == SYMDIFF_MAX_GROWTH ? "+" : "";

	if (isinf(value))
		text_cell(row, column, "from nothing");
	else if (*sign)
		text_cell(row, column, "%+.2f", value);
	else
		text_cell(row, column, "%.2f", value);
}

static void add_rule(struct text_table *table, const struct gate_rule *rule)
{
	static const char *const colours[] = { "\033[32m", "\033[31m", "\033[33m" };
	struct text_row *row = text_table_row(table, 0);

	text_cell(row, 0, "%s %s", gate_kind(rule->kind), rule->text);
	text_cell(row, 1, "%s", rule->charged ? "charged" : "self");
	text_limit_cell(row, 2, rule, rule->value);
	text_limit_cell(row, 3, rule, rule->low);
	text_limit_cell(row, 4, rule, rule->high);
	text_cell(row, 5, "%s", rule->unit == LIMIT_POINTS ? "pp" : "%");
	text_cell(row, 6, "%s", text_outcomes[rule->outcome]);
	row->colour = colours[rule->outcome];
}

void text_verdict_head(const struct symdiff_verdict *verdict,
		       const struct symdiff_print_options *options, FILE *out)
{
	char line[1024], runs[64] = "";
	size_t most[SIDES] = { 0 };

	for (size_t i = 0; i < verdict->count; i++)
		for (int side = 0; side < SIDES; side++)
			if (verdict->rules[i].runs[side] > most[side])
				most[side] = verdict->rules[i].runs[side];

	if (most[BASE] > 1 || most[NEW] > 1)
		snprintf(runs, sizeof(runs), " (%zu and %zu runs)", most[BASE], most[NEW]);
	snprintf(line, sizeof(line), "%s: %s%s%s%s%s%s", text_outcomes[verdict->outcome],
		 verdict->event, *verdict->event ? ": " : "",
		 verdict->side[BASE] ? verdict->side[BASE]->path : "",
		 verdict->side[BASE] ? " -> " : "", verdict->side[NEW]->path, runs);
	fputs(text_colour(options, text_bold), out);
	text_wrap(line, 2, options, out);
	fputs(text_plain(options), out);
}

void text_verdict_reasons(const struct symdiff_verdict *verdict,
			  const struct symdiff_print_options *options, FILE *out)
{
	char line[1024];

	for (size_t i = 0; i < verdict->count; i++) {
		if (!verdict->rules[i].reason)
			continue;
		snprintf(line, sizeof(line), "%s: %s", verdict->rules[i].text,
			 verdict->rules[i].reason);
		text_wrap(line, 2, options, out);
	}
	if (verdict->busy)
		fputs("shares are of busy time\n", out);
	for (size_t i = 0; i < verdict->note_count; i++) {
		snprintf(line, sizeof(line), "note: %s", verdict->notes[i]);
		text_wrap(line, 2, options, out);
	}
}

void text_verdict(const struct symdiff_verdict *verdict,
		  const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = {
		.heads = { "limit", "of", "seen", "at least", "at most", "", "verdict" },
		.columns = 7,
		.last_is_text = true,
	};

	text_verdict_head(verdict, options, out);
	for (size_t i = 0; i < verdict->count; i++)
		add_rule(&table, &verdict->rules[i]);
	text_table_print(&table, options, out);
	text_verdict_reasons(verdict, options, out);
	if (verdict->side[BASE])
		text_warnings(verdict->side[BASE], "base", options, out);
	text_warnings(verdict->side[NEW], "new", options, out);
}
