// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Markdown that fits into a comment on a pull request: what moved, the
 * buckets, and, folded away, the symbols. markdown_diff.c has two profiles.
 */
#include <math.h>
#include <stdlib.h>

#include "diff/gate.h"
#include "report/gate_text.h"
#include "report/markdown_fit.h"
#include "report/markdown_parts.h"
#include "report/markdown_series.h"
#include "report/markdown_text.h"
#include "report/rows.h"
#include "report/text.h"
#include "report/writer.h"

/* ---- one profile ---- */

static void put_event_title(const struct totals *totals, FILE *out)
{
	const char *name = profile_text(totals->profile, totals_event(totals)->name);
	char amount[96];

	text_amount(totals, amount, sizeof(amount));
	fputs("\n**", out);
	markdown_text(*name ? name : "event not named", out);
	fprintf(out, "**%s%s%s\n", *amount ? ": " : "", amount,
		totals_event(totals)->cut ? ", the table is cut" : "");
}

static double whole_of(const struct totals *totals, const struct symdiff_print_options *options)
{
	uint64_t busy = totals->total - totals->idle;

	return (double)(options->with_idle || !busy ? totals->total : busy);
}

static void put_report_buckets(const struct report_rows *rows, const struct totals *totals,
			       const struct symdiff_print_options *options, FILE *out)
{
	double whole = whole_of(totals, options);
	bool busy = whole < (double)totals->total;

	fprintf(out, "\n| bucket | self, %% of %s |%s\n", busy ? "busy" : "total",
		totals->has_charged ? " charged, % |" : "");
	markdown_rule(totals->has_charged ? "lrr" : "lr", out);
	for (size_t i = 0; i < rows->head_count; i++) {
		const struct bucket_total *total = &rows->heads[i].total;
		uint64_t idle = busy ? total->idle : 0;
		double self = (double)(total->self - idle) / whole;
		double charged = (double)(total->charged - idle) / whole;

		if (!options->verbose && self < MARKDOWN_SHARE_LEAST &&
		    charged < MARKDOWN_SHARE_LEAST)
			continue;
		fputs("| ", out);
		markdown_text(rows->heads[i].name, out);
		fprintf(out, " | %.2f |", 100 * self);
		if (totals->has_charged)
			fprintf(out, " %.2f |", 100 * charged);
		fputc('\n', out);
	}
}

static void put_report_symbol(const struct symdiff_profile *side, const struct totals *totals,
			      uint32_t number, double whole, FILE *out)
{
	const struct symbol *symbol = &totals->profile->symbols[number];
	const struct symbol_total *total = &totals->symbols[number];
	bool busy = whole < (double)totals->total;

	fputs("| ", out);
	markdown_code(profile_text(totals->profile, symbol->name), out);
	fprintf(out, " | %.2f | ", 100 * (double)symbol_self(total, busy) / whole);
	if (totals->has_children)
		fprintf(out, "%.2f | ", 100 * (double)symbol_children(total, busy) / whole);
	markdown_code(report_dso(totals->profile, symbol), out);
	fputs(" | ", out);
	markdown_text(buckets_leaf_name(side->rules->buckets, symbol->bucket), out);
	fputs(" |\n", out);
}

static void put_report_symbols(const struct symdiff_profile *side, const struct report_rows *rows,
			       const struct totals *totals,
			       const struct symdiff_print_options *options, FILE *out)
{
	double whole = whole_of(totals, options);
	bool busy = whole < (double)totals->total;
	size_t count = markdown_symbols(rows->symbol_count, options);

	if (!count)
		return;
	markdown_begin_symbols(count, rows->symbol_count, out);
	fprintf(out, "| symbol | self, %% of %s |%s image | bucket |\n", busy ? "busy" : "total",
		totals->has_children ? " children, % |" : "");
	markdown_rule(totals->has_children ? "lrrll" : "lrll", out);
	for (size_t i = 0; i < count; i++)
		put_report_symbol(side, totals, rows->symbols[i], whole, out);
	markdown_end_symbols(out);
}

static void put_report(const struct symdiff_profile *side,
		       const struct symdiff_print_options *options, FILE *out)
{
	fputs("### Profile ", out);
	markdown_code(side->path, out);
	fputc('\n', out);
	for (uint32_t i = 0; i < side->profile->event_count; i++) {
		const struct totals *totals = &side->totals[i];
		struct report_rows rows;

		put_event_title(totals, out);
		if (!totals->total) {
			fputs("\nno samples\n", out);
			continue;
		}
		report_rows_init(&rows, side, totals, options);
		put_report_buckets(&rows, totals, options, out);
		put_report_symbols(side, &rows, totals, options, out);
		report_rows_deinit(&rows);
	}
	markdown_warnings((const struct symdiff_profile *[]) { side, NULL },
			  (const char *[]) { "", "" }, out);
}

static void markdown_report(const struct symdiff_profile *side,
			    const struct symdiff_print_options *options, FILE *out)
{
	struct markdown_fit fit;

	put_report(side, options, markdown_begin(&fit));
	markdown_end(&fit, options, out);
}

/* ---- a gate ---- */

static void put_limit(const struct gate_rule *rule, double value, FILE *out)
{
	if (!isfinite(value))
		fputs(" from nothing |", out);
	else
		fprintf(out, rule->kind == SYMDIFF_MAX_GROWTH ? " %+.2f |" : " %.2f |", value);
}

static void put_gate_rule(const struct gate_rule *rule, FILE *out)
{
	static const char *const marks[] = { "pass", "**FAIL**", "inconclusive" };

	fprintf(out, "| %s ", gate_kind(rule->kind));
	markdown_code(rule->text, out);
	fprintf(out, " | %s |", rule->charged ? "charged" : "self");
	put_limit(rule, rule->value, out);
	put_limit(rule, rule->low, out);
	put_limit(rule, rule->high, out);
	fprintf(out, " %s | %s", rule->unit == LIMIT_POINTS ? "pp" : "%", marks[rule->outcome]);
	if (rule->reason) {
		fputs(": ", out);
		markdown_text(rule->reason, out);
	}
	fputs(" |\n", out);
}

static void put_verdict(const struct symdiff_verdict *verdict, FILE *out)
{
	const struct gate_rule **rules = gate_worst_first(verdict);

	fprintf(out, "### symdiff gate: %s\n\n", outcome_names[verdict->outcome]);
	if (verdict->side[BASE]) {
		markdown_code(verdict->side[BASE]->path, out);
		fputs(" → ", out);
	}
	markdown_code(verdict->side[NEW]->path, out);
	if (*verdict->event) {
		fputs(", ", out);
		markdown_text(verdict->event, out);
	}
	fprintf(out, ", shares of %s\n\n", verdict->busy ? "busy time" : "the total");
	fputs("| limit | of | seen | at least | at most | unit | verdict |\n", out);
	markdown_rule("llrrrll", out);
	for (size_t i = 0; i < verdict->count; i++)
		put_gate_rule(rules[i], out);
	for (size_t i = 0; i < verdict->note_count; i++) {
		fputs(i ? "- " : "\n- ", out);
		markdown_text(verdict->notes[i], out);
		fputc('\n', out);
	}
	markdown_warnings(verdict->side, (const char *[]) { "base: ", "new: " }, out);
	free(rules);
}

static void markdown_verdict(const struct symdiff_verdict *verdict,
			     const struct symdiff_print_options *options, FILE *out)
{
	struct markdown_fit fit;

	put_verdict(verdict, markdown_begin(&fit));
	markdown_end(&fit, options, out);
}

const struct report_writer markdown_writer = {
	.format = SYMDIFF_MARKDOWN,
	.name = "markdown",
	.what = "for a comment on a pull request",
	.report = markdown_report,
	.diff = markdown_diff,
	.verdict = markdown_verdict,
	.bench = markdown_bench,
	.sweep = markdown_sweep,
	.fleet = markdown_fleet,
};
