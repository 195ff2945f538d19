// SPDX-License-Identifier: GPL-2.0-or-later
/* Two profiles in Markdown: what moved, the buckets, and, folded away, the symbols. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/motion.h"
#include "diff/words.h"
#include "report/diff_rows.h"
#include "report/markdown_fit.h"
#include "report/markdown_parts.h"
#include "report/markdown_text.h"
#include "report/text.h"
#include "support/memory.h"

#define LEDGER_SHOWN 20 /* lines, unless -v asks for all */

static void put_side(const struct symdiff_diff *diff, const struct diff_event *event, int side,
		     FILE *out)
{
	const char *kernel = text_kernel(diff->side[side]->profile);
	char amount[96];

	text_amount(event->totals[side], amount, sizeof(amount));
	fprintf(out, "%s ", side == BASE ? "base" : "new");
	markdown_code(diff->side[side]->path, out);
	if (*kernel && !strstr(diff->side[side]->path, kernel)) {
		fputs(" (", out);
		markdown_text(kernel, out);
		fputc(')', out);
	}
	if (*amount)
		fprintf(out, ", %s", amount);
}

static void put_diff_title(const struct symdiff_diff *diff, const struct diff_event *event,
			   FILE *out)
{
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];
	const char *name = profile_text(newer->profile, totals_event(newer)->name);
	char ratio[64], comparison[128];

	fputs("\n**", out);
	markdown_text(*name ? name : "event not named", out);
	text_comparison(event, comparison, sizeof(comparison));
	fprintf(out, "**%s<br>\n", comparison);
	put_side(diff, event, BASE, out);
	fputs("<br>\n", out);
	put_side(diff, event, NEW, out);
	words_ratio(diff_ratio(event, base->total, 0, newer->total, 0), ratio, sizeof(ratio));
	if (*ratio)
		fprintf(out, ", **%s** (%s)", ratio,
			diff->options.base_work > 0
				? "per unit of the work given: amounts are costs"
			: event->work_known ? "both did the same work: amounts are costs"
					    : "a cost only if both did the same work");
	fputs("\n\n", out);
}

/* What the title and the tables say already is not repeated. */
static bool finding_is_shown(const struct finding *finding,
			     const struct symdiff_print_options *options)
{
	switch (finding->kind) {
	case FINDING_TOTAL:
	case FINDING_RENAMED:
	case FINDING_MERGED:
		return options->verbose;
	case FINDING_COMPOSITION:
		return finding->level || options->verbose;
	default:
		return true;
	}
}

static void put_findings(const struct diff_event *event,
			 const struct symdiff_print_options *options, FILE *out)
{
	for (size_t i = 0; i < event->finding_count; i++) {
		const struct finding *finding = &event->findings[i];
		bool loud = !finding->level &&
			    (finding->kind == FINDING_GREW || finding->kind == FINDING_SHRANK);

		if (!finding_is_shown(finding, options))
			continue;
		fprintf(out, "%*s- %s", 2 * finding->level, "", loud ? "**" : "");
		markdown_text(finding->text, out);
		fputs(loud ? "**\n" : "\n", out);
	}
}

/* Percent tables need not say how much 100 % is: then there is nothing but shares. */
static bool has_amounts(const struct diff_event *event)
{
	return event->amount[BASE] > 0 && event->amount[NEW] > 0;
}

static void put_diff_head(const struct symdiff_diff *diff, const struct diff_event *event,
			  const char *what, FILE *out)
{
	const char *of = event->busy ? "busy" : "total";

	fprintf(out, "| %s | base, %% of %s<br>", what, of);
	markdown_code(markdown_file(diff->side[BASE]->path), out);
	fprintf(out, " | new, %% of %s<br>", of);
	markdown_code(markdown_file(diff->side[NEW]->path), out);
	fputs(" | new - base, pp |", out);
	if (has_amounts(event))
		fprintf(out, " %s, new against base |",
			event->work_known ? "cost" : event->amount_unit);
	fputc('\n', out);
	markdown_rule(has_amounts(event) ? "lrrrr" : "lrrr", out);
}

/* "2.79 to 3.46" where a cut table leaves it open; nothing where nothing is known. */
static void put_range(const char *format, double low, double high, FILE *out)
{
	char text[2][32];

	snprintf(text[0], sizeof(text[0]), format, low);
	snprintf(text[1], sizeof(text[1]), format, high);
	if (isnan(low))
		fputs(" |", out);
	else if (!strcmp(text[0], text[1]))
		fprintf(out, " %s |", text[0]);
	else
		fprintf(out, " %s to %s |", text[0], text[1]);
}

static void put_figures(const struct diff_event *event, const struct mover *mover, FILE *out)
{
	double low[SIDES], high[SIDES];
	char ratio[64];

	for (int side = 0; side < SIDES; side++) {
		low[side] = 100 * diff_share(event, side, mover->self[side]);
		high[side] = 100 * diff_share(event, side, mover->self[side] + mover->hidden[side]);
		if (!mover->self[side] && mover->hidden[side])
			fprintf(out, " below %.2f |", high[side]);
		else
			put_range("%.2f", low[side], high[side], out);
	}
	put_range("%+.2f", low[NEW] - high[BASE], high[NEW] - low[BASE], out);
	words_ratio(diff_ratio(event, mover->self[BASE], mover->hidden[BASE], mover->self[NEW],
			       mover->hidden[NEW]),
		    ratio, sizeof(ratio));
	if (has_amounts(event))
		fprintf(out, " %s |", ratio);
	fputc('\n', out);
}

/* One of the two bookings: self, or charged to the owner. */
struct booking {
	const struct diff_event *event;
	struct mover (*mover)(const struct diff_event *event, const struct diff_bucket *bucket);
	const char *what;
};

static double both_shares(const struct booking *booking, const struct diff_bucket *bucket)
{
	struct mover mover = booking->mover(booking->event, bucket);

	return diff_share(booking->event, BASE, mover.self[BASE]) +
	       diff_share(booking->event, NEW, mover.self[NEW]);
}

static int compare_buckets(const void *a, const void *b, void *context)
{
	const struct booking *booking = context;
	const struct diff_bucket *x = *(const struct diff_bucket *const *)a;
	const struct diff_bucket *y = *(const struct diff_bucket *const *)b;
	double p = both_shares(booking, x), q = both_shares(booking, y);

	return p != q ? (p < q ? 1 : -1) : strcmp(x->name, y->name);
}

static bool bucket_is_shown(const struct booking *booking, const struct diff_bucket *bucket,
			    const struct symdiff_print_options *options)
{
	const struct diff_event *event = booking->event;
	struct mover mover = booking->mover(event, bucket);
	double least = options->verbose ? 0 : MARKDOWN_SHARE_LEAST;

	if (bucket->head == event->leaves[BUCKET_NOT_LISTED].head)
		return false;
	if (!mover.self[BASE] && !mover.self[NEW])
		return false;
	return diff_share(event, BASE, mover.self[BASE]) >= least ||
	       diff_share(event, NEW, mover.self[NEW]) >= least;
}

/* What cut tables leave out, last and without a change: it may hold any bucket. */
static void put_not_listed(const struct diff_event *event, FILE *out)
{
	double share[SIDES];

	for (int side = 0; side < SIDES; side++)
		share[side] =
			diff_share(event, side, event->leaves[BUCKET_NOT_LISTED].side[side].self);
	if (share[BASE] > 0 || share[NEW] > 0)
		fprintf(out, "| not listed | %.2f | %.2f | |%s\n", 100 * share[BASE],
			100 * share[NEW], has_amounts(event) ? " |" : "");
}

static void put_booking(const struct symdiff_diff *diff, const struct booking *booking,
			const struct symdiff_print_options *options, FILE *out)
{
	const struct diff_event *event = booking->event;
	const struct diff_bucket **list = mem_alloc((event->head_count + 1) * sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < event->head_count; i++)
		if (bucket_is_shown(booking, &event->heads[i], options))
			list[count++] = &event->heads[i];
	qsort_r(list, count, sizeof(*list), compare_buckets, (void *)booking);
	fputc('\n', out);
	put_diff_head(diff, event, booking->what, out);
	for (size_t i = 0; i < count; i++) {
		struct mover mover = booking->mover(event, list[i]);

		fputs("| ", out);
		markdown_text(list[i]->name, out);
		fputs(" |", out);
		put_figures(event, &mover, out);
	}
	put_not_listed(event, out);
	free(list);
}

static void put_diff_buckets(const struct symdiff_diff *diff, const struct diff_event *event,
			     const struct symdiff_print_options *options, FILE *out)
{
	struct booking charged = { event, mover_of_owner, "charged to" };
	struct booking self = { event, mover_of_bucket, event->charged ? "self" : "bucket" };

	if (event->charged)
		put_booking(diff, &charged, options, out);
	put_booking(diff, &self, options, out);
}

static void put_diff_symbols(const struct symdiff_diff *diff, const struct diff_event *event,
			     const struct symdiff_print_options *options, FILE *out)
{
	struct diff_rows rows;
	size_t count;

	diff_rows_init(&rows, diff, event, options, ROWS_FOR_PEOPLE);
	count = markdown_symbols(rows.count, options);
	if (count) {
		markdown_begin_symbols(count, rows.count + rows.left_out, out);
		put_diff_head(diff, event, "symbol", out);
	}
	for (size_t i = 0; i < count; i++) {
		const char *older = diff_row_side_name(event, rows.rows[i], BASE);
		const char *name = diff_row_name(event, rows.rows[i]);
		struct mover mover = mover_of_row(event, rows.rows[i]);

		fputs("| ", out);
		markdown_code(name, out);
		if (*older && strcmp(older, name)) {
			fputs(" (was ", out);
			markdown_code(older, out);
			fputc(')', out);
		}
		fputs(" |", out);
		put_figures(event, &mover, out);
	}
	if (count)
		markdown_end_symbols(out);
	diff_rows_deinit(&rows);
}

static void put_ledger_amount(const struct diff_event *event, double amount, FILE *out)
{
	char words[32];

	words_amount(fabs(amount), words, sizeof(words));
	fprintf(out, " %s%s | %+.2f |\n", amount < 0 ? "-" : "+", words,
		100 * amount / event->amount[BASE]);
}

/* Where every unit of the total's change went; there is a ledger only if the work is known. */
static void put_ledger(const struct diff_event *event, const struct symdiff_print_options *options,
		       FILE *out)
{
	size_t most = options->verbose ? event->ledger_count : LEDGER_SHOWN;
	double sum = 0, rest = 0;

	if (!event->ledger_count)
		return;
	fprintf(out,
		"\n<details><summary>ledger of the total's change</summary>\n\n"
		"| what | kind | %s, new - base | %% of base |\n",
		event->amount_unit);
	markdown_rule("llrr", out);
	for (size_t i = 0; i < event->ledger_count; i++) {
		const struct ledger_line *line = &event->ledger[i];

		sum += line->amount;
		if (i >= most) {
			rest += line->amount;
			continue;
		}
		fputs("| ", out);
		markdown_code(line->subject, out);
		fprintf(out, " | %s |", ledger_names[line->kind]);
		put_ledger_amount(event, line->amount, out);
	}
	if (event->ledger_count > most) {
		fprintf(out, "| %zu lines more | |", event->ledger_count - most);
		put_ledger_amount(event, rest, out);
	}
	fputs("| the total's change | |", out);
	put_ledger_amount(event, sum, out);
	fputs("\n</details>\n", out);
}

static void put_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		     FILE *out)
{
	fputs("### symdiff ", out);
	markdown_code(markdown_file(diff->side[BASE]->path), out);
	fputs(" → ", out);
	markdown_code(markdown_file(diff->side[NEW]->path), out);
	fputc('\n', out);
	for (size_t i = 0; i < diff->event_count; i++) {
		const struct diff_event *event = &diff->events[i];

		put_diff_title(diff, event, out);
		put_findings(event, options, out);
		put_diff_buckets(diff, event, options, out);
		put_diff_symbols(diff, event, options, out);
		put_ledger(event, options, out);
	}
	markdown_witness(diff->witness, out);
	markdown_warnings(diff->side, (const char *[]) { "base: ", "new: " }, out);
}

void markdown_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		   FILE *out)
{
	struct markdown_fit fit;

	put_diff(diff, options, markdown_begin(&fit));
	markdown_end(&fit, options, out);
}
