// SPDX-License-Identifier: GPL-2.0-or-later
/* The ledger as a waterfall: from the base's cost to that of the new side, line by line. */
#include "report/html.h"

#include <math.h>

#include "diff/words.h"
#include "report/xml_text.h"

#define LINES_SHOWN 30

/* Amounts as percent of the base's cost; @from moves along. */
struct waterfall {
	const struct diff_event *event;
	double low, high; /* the range that the bars are drawn in */
	double from;
};

static double percent_of_base(const struct diff_event *event, double amount)
{
	return 100 * amount / event->amount[BASE];
}

static void stretch(struct waterfall *fall, double amount)
{
	fall->from += percent_of_base(fall->event, amount);
	fall->low = fmin(fall->low, fall->from);
	fall->high = fmax(fall->high, fall->from);
}

/* What is not shown, and the whole change. */
static double rest_of(const struct diff_event *event, double *sum)
{
	double rest = 0;

	*sum = 0;
	for (size_t i = 0; i < event->ledger_count; i++) {
		*sum += event->ledger[i].amount;
		if (i >= LINES_SHOWN)
			rest += event->ledger[i].amount;
	}
	return rest;
}

static void put_line(struct waterfall *fall, const char *subject, const char *kind, double amount,
		     FILE *out)
{
	double to = fall->from + percent_of_base(fall->event, amount);
	char words[32];

	words_amount(fabs(amount), words, sizeof(words));
	fputs("<tr><th>", out);
	xml_text(subject, 0, out);
	fputs("</th><td>", out);
	xml_text(kind, 0, out);
	fprintf(out, "</td><td class=\"n optional\">%s%s</td><td class=\"n\">%+.2f</td>",
		amount < 0 ? "-" : "+", words, percent_of_base(fall->event, amount));
	fputs("<td class=\"bars fall\"><div>", out);
	html_bar(amount < 0 ? "shrank" : "grew", fmin(fall->from, to) - fall->low,
		 fmax(fall->from, to) - fall->low, fall->high - fall->low, out);
	fputs("</div></td></tr>\n", out);
	fall->from = to;
}

static void put_total(const struct waterfall *fall, const char *name, double percent, FILE *out)
{
	fprintf(out,
		"<tr class=\"total\"><th>%s</th><td></td><td class=\"optional\"></td><td class=\"n\">%.2f</td>",
		name, percent);
	fputs("<td class=\"bars fall\"><div>", out);
	html_bar("new", 0, percent - fall->low, fall->high - fall->low, out);
	fputs("</div></td></tr>\n", out);
}

void html_ledger(const struct diff_event *event, FILE *out)
{
	struct waterfall fall = { .event = event, .low = 100, .high = 100, .from = 100 };
	double sum, rest = rest_of(event, &sum);
	size_t shown = event->ledger_count < LINES_SHOWN ? event->ledger_count : LINES_SHOWN;
	char kind[96];

	if (!event->ledger_count || !(event->amount[BASE] > 0))
		return;
	for (size_t i = 0; i < shown; i++)
		stretch(&fall, event->ledger[i].amount);
	stretch(&fall, rest);
	fall.low -= (fall.high - fall.low) / 20; /* so that the smallest total is still a bar */
	fall.from = 100;
	fprintf(out,
		"<section>\n<h2>Ledger</h2>\n<p class=\"quiet\">Every unit of the total's change is in "
		"one line. Bars begin where the line above ends, from %.1f to %.1f %% of the base.</p>\n"
		"<div class=\"scroll\"><table class=\"buckets\">\n<thead><tr><th>what</th>"
		"<th>how</th><th class=\"n optional\">%s</th><th class=\"n\">%% of base</th><th></th></tr>"
		"</thead>\n<tbody>\n",
		fall.low, fall.high, event->amount_unit);
	put_total(&fall, "base", 100, out);
	for (size_t i = 0; i < shown; i++) {
		const struct ledger_line *line = &event->ledger[i];

		snprintf(kind, sizeof(kind), "%s%s%s", ledger_names[line->kind],
			 line->reason != REASON_UNKNOWN ? ": " : "", reason_names[line->reason]);
		put_line(&fall, line->subject, kind, line->amount, out);
	}
	if (event->ledger_count > shown) {
		snprintf(kind, sizeof(kind), "%zu lines more", event->ledger_count - shown);
		put_line(&fall, kind, "", rest, out);
	}
	put_total(&fall, "new", 100 + percent_of_base(event, sum), out);
	fputs("</tbody></table></div>\n</section>\n", out);
}
