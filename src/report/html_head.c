// SPDX-License-Identifier: GPL-2.0-or-later
/* The first screen of an HTML report: what it is of, and what moved. */
#include "report/html.h"

#include <string.h>

#include "diff/words.h"
#include "report/text.h"
#include "report/xml_text.h"

static void put_event_name(const struct totals *totals, FILE *out)
{
	const char *name = profile_text(totals->profile, totals_event(totals)->name);

	fputs("<h2>", out);
	xml_text(*name ? name : "event not named", 0, out);
	fputs("</h2>\n", out);
}

/* ---- a diff ---- */

static void put_side(const struct symdiff_diff *diff, const struct diff_event *event, int side,
		     FILE *out)
{
	const struct symdiff_profile *of = diff->side[side];
	const char *kernel = text_kernel(of->profile);
	char amount[96], ratio[64] = "";

	fprintf(out, "<tr><th>%s</th><td>", side == BASE ? "base" : "new");
	xml_text(of->path, 0, out);
	if (of->run_count > 1)
		fprintf(out, " and %zu more", of->run_count - 1);
	fputs("</td><td>", out);
	if (*kernel && !strstr(of->path, kernel))
		xml_text(kernel, 0, out);
	text_amount(event->totals[side], amount, sizeof(amount));
	if (side == NEW)
		words_ratio(diff_ratio(event, event->totals[BASE]->total, 0,
				       event->totals[NEW]->total, 0),
			    ratio, sizeof(ratio));
	fprintf(out, "</td><td class=\"n\">%s</td><td class=\"n\"><b>%s</b></td></tr>\n", amount,
		ratio);
}

static const char *what_amounts_are(const struct symdiff_diff *diff, const struct diff_event *event)
{
	if (!(event->amount[BASE] > 0) || !(event->amount[NEW] > 0))
		return "";
	if (diff->options.base_work > 0)
		return "Amounts are per unit of the work given: they are costs.";
	return event->work_known ? "Both sides did the same work: amounts are costs."
				 : "More samples are a cost only if both sides did the same work "
				   "(<code>--same-work</code>).";
}

static const char *finding_class(const struct finding *finding)
{
	switch (finding->kind) {
	case FINDING_GREW:
	case FINDING_NEW:
		return "grew";
	case FINDING_SHRANK:
	case FINDING_GONE:
		return "shrank";
	default:
		return "other";
	}
}

/* What the head and the tables say is not repeated. */
static bool is_shown(const struct finding *finding)
{
	switch (finding->kind) {
	case FINDING_TOTAL:
	case FINDING_RENAMED:
	case FINDING_MERGED:
		return false;
	case FINDING_COMPOSITION:
		return finding->level > 0;
	default:
		return true;
	}
}

static void put_findings(const struct diff_event *event, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < event->finding_count; i++) {
		const struct finding *finding = &event->findings[i];

		if (!is_shown(finding))
			continue;
		if (!any)
			fputs("<ul class=\"findings\">\n", out);
		any = true;
		fprintf(out, "<li class=\"%s level%d\">", finding_class(finding), finding->level);
		xml_text(finding->text, 0, out);
		fputs("</li>\n", out);
	}
	fputs(any ? "</ul>\n" : "<p>Nothing moved that could be told from noise.</p>\n", out);
}

void html_head_diff(const struct symdiff_diff *diff, const struct diff_event *event, FILE *out)
{
	char comparison[160];

	put_event_name(event->totals[NEW], out);
	text_comparison(event, comparison, sizeof(comparison));
	fputs("<div class=\"scroll\"><table class=\"sides\">\n", out);
	for (int side = 0; side < SIDES; side++)
		put_side(diff, event, side, out);
	fputs("</table></div>\n<p class=\"quiet\">", out);
	xml_text(comparison + 2, 0, out);
	fprintf(out, ". %s</p>\n", what_amounts_are(diff, event));
	put_findings(event, out);
}

/* ---- one profile ---- */

void html_head_report(const struct symdiff_profile *side, const struct totals *totals,
		      const struct symdiff_print_options *options, FILE *out)
{
	const struct event *event = totals_event(totals);
	char amount[96];

	put_event_name(totals, out);
	text_amount(totals, amount, sizeof(amount));
	fprintf(out, "<p>%s", amount);
	if (event->frequency)
		fprintf(out, ", %lu Hz", (unsigned long)event->frequency);
	if (event->lost)
		fprintf(out, ", %lu lost", (unsigned long)event->lost);
	if (event->cut)
		fputs(", the table is cut", out);
	if (totals->idle)
		fprintf(out, ", %.1f %% idle%s", 100 * totals_share(totals, totals->idle),
			options->with_idle ? "" : " (shares are of the rest)");
	if (totals->total && totals->unresolved)
		fprintf(out, ", %.1f %% without symbols",
			100 * totals_share(totals, totals->unresolved));
	fputs("</p>\n", out);
}
