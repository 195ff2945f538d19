// SPDX-License-Identifier: GPL-2.0-or-later
/* What was measured beside two profiles, on a page: what it says of each finding, what moved. */
#include "report/html.h"

#include <math.h>
#include <string.h>

#include "report/bench_words.h"
#include "report/evidence_value.h"
#include "report/witness_words.h"
#include "report/xml_text.h"
#include "witness/budget.h"

enum { LINE_LENGTH = 1024, ROWS_MOST = 20 };

static void put_item(const char *class, const char *what, const char *verdict, const char *text,
		     FILE *out)
{
	fprintf(out, "<li class=\"%s level0\">", class);
	xml_text(what, 0, out);
	fprintf(out, ": %s%s", verdict, *verdict && *text ? ": " : "");
	xml_text(text, 0, out);
	fputs("</li>\n", out);
}

static void put_opinions(const struct witness *witness, FILE *out)
{
	char words[LINE_LENGTH];

	fputs("<ul class=\"findings\">\n", out);
	for (size_t i = 0, next; i < witness->opinion_count; i = next) {
		const struct opinion *opinion = &witness->opinions[i];

		next = witness_words(witness, i, words, sizeof(words));
		if (!witness_is_mute(opinion))
			put_item(opinion->verdict == OPINION_CONTRADICTS ? "grew" : "other", words,
				 opinion_names[opinion->verdict], opinion->text, out);
	}
	if (witness_words_silent(witness, words, sizeof(words)))
		put_item("other", "silent about", "", words, out);
	fputs("</ul>\n", out);
}

/* ---- results of benchmarks ---- */

static void put_cell(const struct bench_cell *cell, FILE *out)
{
	char room[32];

	fputs("<td class=\"n\">", out);
	if (cell->runs)
		fputs(text_evidence_number(cell->mean, room), out);
	else if (cell->broken || cell->failed)
		fputs(cell->broken ? "broken" : "no result", out);
	if (cell->runs && cell->sd > 0 && cell->mean != 0)
		fprintf(out, " \xc2\xb1%.1f %%", 100 * cell->sd / fabs(cell->mean));
	fputs("</td>", out);
}

static void put_result(const struct bench_row *row, FILE *out)
{
	char label[256], change[64];

	fputs("<tr><th>", out);
	if (*bench_subject(row->row, label, sizeof(label))) {
		xml_text(label, 0, out);
		fputs(", ", out);
	}
	xml_text(bench_case(row->row, label, sizeof(label)), 0, out);
	fputs("</th><td>", out);
	xml_text(strcmp(row->key, "value") ? row->key : row->unit, 0, out);
	fputs("</td>", out);
	put_cell(&row->cells[0], out);
	put_cell(&row->cells[1], out);
	fprintf(out, "<td class=\"n\">%s</td><td>%s</td></tr>\n",
		bench_words_ratio(row->ratio, change, sizeof(change)), bench_words_verdict(row));
}

static void put_results(const struct bench_table *table, FILE *out)
{
	fputs("<div class=\"scroll\"><table>\n<thead><tr><th>test</th><th>measure</th>"
	      "<th class=\"n\">base</th><th class=\"n\">new</th><th class=\"n\">change</th><th></th>"
	      "</tr></thead>\n<tbody>\n",
	      out);
	for (size_t i = 0; i < table->count; i++)
		put_result(&table->rows[i], out);
	fputs("</tbody></table></div>\n", out);
}

/* ---- where elapsed time went ---- */

static void put_seconds(const struct budget *budget, const char *what, const double seconds[SIDES],
			FILE *out)
{
	fputs("<tr><th>", out);
	xml_text(what, 0, out);
	fprintf(out,
		"</th><td class=\"n\">%.4g</td><td class=\"n\">%.4g</td><td class=\"n\">%+.4g</td>"
		"<td class=\"n\">%+.1f</td></tr>\n",
		seconds[BASE], seconds[NEW], seconds[NEW] - seconds[BASE],
		budget_percent(budget, seconds));
}

static void put_budget(const struct budget *budget, FILE *out)
{
	bool has_idle = !isnan(budget->idle[BASE]) && !isnan(budget->idle[NEW]);

	if (!budget->known)
		return;
	fputs("<div class=\"scroll\"><table>\n<thead><tr><th>time</th><th class=\"n\">base, s</th>"
	      "<th class=\"n\">new, s</th><th class=\"n\">s</th><th class=\"n\">% of elapsed</th></tr>"
	      "</thead>\n<tbody>\n",
	      out);
	put_seconds(budget, "elapsed", budget->elapsed, out);
	put_seconds(budget, "busy", budget->busy, out);
	for (size_t i = 0; i < budget->line_count && i < ROWS_MOST; i++)
		put_seconds(budget, budget->lines[i].bucket, budget->lines[i].seconds, out);
	if (has_idle)
		put_seconds(budget, "idle", budget->idle, out);
	put_seconds(budget, has_idle ? "unexplained" : "idle, blocked or not sampled", budget->rest,
		    out);
	fprintf(out, "</tbody></table></div>\n<p>The CPU profile explains %.1f of %.1f %%.</p>\n",
		budget_percent(budget, budget->busy), budget_percent(budget, budget->elapsed));
}

/* ---- counters ---- */

static void put_reading(const struct evidence_reading *reading, FILE *out)
{
	struct evidence_value value = { .value = reading->value, .state = reading->state };
	char room[32];

	fprintf(out, "<td class=\"n\">%s</td>",
		text_evidence_value(reading->runs ? &value : NULL, room));
}

static void put_move(const struct evidence_row *row, const struct evidence_move *move, FILE *out)
{
	fputs("<tr><th>", out);
	xml_text(row->group ? row->group : "", 0, out);
	fputs(row->group ? " " : "", out);
	xml_text(row->name, 0, out);
	fputs("</th><td>", out);
	xml_text(move->key, 0, out);
	fputs("</td>", out);
	put_reading(&move->sides[BASE], out);
	put_reading(&move->sides[NEW], out);
	fputs("<td class=\"n\">", out);
	if (!isnan(move->delta) && move->is_points)
		fprintf(out, "%+.4g pp", move->delta);
	else if (!isnan(move->delta) && isnan(move->change_pct))
		fputs("from 0", out);
	else if (!isnan(move->delta))
		fprintf(out, "%+.1f %%", move->change_pct);
	fputs("</td></tr>\n", out);
}

static void put_moves(const struct witness *witness, FILE *out)
{
	size_t shown = 0;

	for (size_t i = 0; i < witness->moves.count && shown < ROWS_MOST; i++) {
		const struct evidence_pair *pair = &witness->moves.pairs[i];

		if (!pair->sides[BASE] || !pair->sides[NEW] || !pair->moved)
			continue;
		if (!shown++)
			fputs("<div class=\"scroll\"><table>\n<thead><tr><th>counter</th>"
			      "<th>value</th><th class=\"n\">base</th><th class=\"n\">new</th>"
			      "<th class=\"n\">change</th></tr></thead>\n<tbody>\n",
			      out);
		for (size_t k = 0; k < pair->count; k++)
			if (pair->moves[k].moved)
				put_move(pair->sides[NEW], &pair->moves[k], out);
	}
	if (shown)
		fputs("</tbody></table></div>\n", out);
}

void html_witness(const struct witness *witness, FILE *out)
{
	if (!witness)
		return;
	fputs("<section class=\"witness\">\n<h2>Beside the profiles</h2>\n", out);
	put_opinions(witness, out);
	if (witness->has_bench)
		put_results(&witness->bench, out);
	put_budget(&witness->budget, out);
	put_moves(witness, out);
	for (size_t i = 0; i < witness->note_count; i++) {
		fputs("<p class=\"quiet\">", out);
		xml_text(witness->notes[i], 0, out);
		fputs("</p>\n", out);
	}
	fputs("</section>\n", out);
}
