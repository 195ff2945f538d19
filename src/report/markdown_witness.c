// SPDX-License-Identifier: GPL-2.0-or-later
/* What was measured beside two profiles, in Markdown. */
#include <math.h>
#include <string.h>

#include "report/evidence_value.h"
#include "report/markdown_parts.h"
#include "report/markdown_text.h"
#include "report/witness_words.h"
#include "witness/budget.h"

enum { LINE_LENGTH = 1024, ROWS_MOST = 8 };

static void put_opinions(const struct witness *witness, FILE *out)
{
	char words[LINE_LENGTH];

	for (size_t i = 0, next; i < witness->opinion_count; i = next) {
		const struct opinion *opinion = &witness->opinions[i];

		next = witness_words(witness, i, words, sizeof(words));
		if (witness_is_mute(opinion))
			continue;
		fputs("- ", out);
		markdown_text(words, out);
		fprintf(out, ": **%s**%s", opinion_names[opinion->verdict],
			*opinion->text ? ": " : "");
		markdown_text(opinion->text, out);
		fputc('\n', out);
	}
	if (witness_words_silent(witness, words, sizeof(words))) {
		fputs("- silent about: ", out);
		markdown_text(words, out);
		fputc('\n', out);
	}
}

static void put_reading(const struct evidence_reading *reading, FILE *out)
{
	struct evidence_value value = { .value = reading->value, .state = reading->state };
	char room[32];

	fprintf(out, " %s |", text_evidence_value(reading->runs ? &value : NULL, room));
}

static void put_move(const struct evidence_row *row, const struct evidence_move *move, FILE *out)
{
	fputs("| ", out);
	if (row->group) {
		markdown_text(row->group, out);
		fputc(' ', out);
	}
	markdown_text(row->name, out);
	fputs(" | ", out);
	markdown_text(row->unit && !strcmp(move->key, "value") ? row->unit : move->key, out);
	fputs(" |", out);
	put_reading(&move->sides[BASE], out);
	put_reading(&move->sides[NEW], out);
	if (isnan(move->delta))
		fputs(" |\n", out);
	else if (move->is_points)
		fprintf(out, " %+.4g pp |\n", move->delta);
	else if (isnan(move->change_pct))
		fputs(" from 0 |\n", out);
	else if (move->change_pct >= 900)
		fprintf(out, " × %.0f |\n", move->change_pct / 100 + 1);
	else
		fprintf(out, " %+.1f %% |\n", move->change_pct);
}

static void put_moves(const struct witness *witness, FILE *out)
{
	size_t shown = 0;

	for (size_t i = 0; i < witness->moves.count && shown < ROWS_MOST; i++) {
		const struct evidence_pair *pair = &witness->moves.pairs[i];

		if (!pair->sides[BASE] || !pair->sides[NEW] || !pair->moved)
			continue;
		if (!shown++) {
			fputs("\n| counter | value | base | new | change |\n", out);
			markdown_rule("llrrr", out);
		}
		for (size_t k = 0; k < pair->count; k++)
			if (pair->moves[k].moved)
				put_move(pair->sides[NEW], &pair->moves[k], out);
	}
}

static void put_seconds(const struct budget *budget, const char *what, const double seconds[SIDES],
			FILE *out)
{
	fprintf(out, "| %s | %.4g | %.4g | %+.4g | %+.1f %% |\n", what, seconds[BASE], seconds[NEW],
		seconds[NEW] - seconds[BASE], budget_percent(budget, seconds));
}

static void put_budget(const struct budget *budget, FILE *out)
{
	bool has_idle = !isnan(budget->idle[BASE]) && !isnan(budget->idle[NEW]);

	if (!budget->known)
		return;
	fputs("\n| time | base, s | new, s | s | of elapsed |\n", out);
	markdown_rule("lrrrr", out);
	put_seconds(budget, "elapsed", budget->elapsed, out);
	put_seconds(budget, "busy", budget->busy, out);
	for (size_t i = 0; i < budget->line_count && i < ROWS_MOST; i++)
		put_seconds(budget, budget->lines[i].bucket, budget->lines[i].seconds, out);
	if (has_idle)
		put_seconds(budget, "idle", budget->idle, out);
	put_seconds(budget, has_idle ? "unexplained" : "idle, blocked or not sampled", budget->rest,
		    out);
	fprintf(out, "\nThe CPU profile explains %.1f of %.1f %%.\n",
		budget_percent(budget, budget->busy), budget_percent(budget, budget->elapsed));
}

void markdown_witness(const struct witness *witness, FILE *out)
{
	if (!witness)
		return;
	fputs("\n**Beside the profiles**\n\n", out);
	put_opinions(witness, out);
	if (witness->has_bench)
		markdown_bench_table(&witness->bench, out);
	put_budget(&witness->budget, out);
	put_moves(witness, out);
	for (size_t i = 0; i < witness->note_count; i++) {
		fputs("\n", out);
		markdown_text(witness->notes[i], out);
		fputs("\n", out);
	}
}
