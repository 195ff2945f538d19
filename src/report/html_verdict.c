// SPDX-License-Identifier: GPL-2.0-or-later
/* A gate's verdict as a page. */
#include "report/html.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "diff/gate.h"
#include "report/gate_text.h"
#include "report/text.h"
#include "report/xml_text.h"
#include "support/cleanup.h"

static void put_limit(const struct gate_rule *rule, double value, FILE *out)
{
	if (!isfinite(value))
		fputs("<td class=\"n\">from nothing</td>", out);
	else
		fprintf(out,
			rule->kind == SYMDIFF_MAX_GROWTH ? "<td class=\"n\">%+.2f</td>"
							 : "<td class=\"n\">%.2f</td>",
			value);
}

static void put_rule(const struct symdiff_verdict *verdict, const struct gate_rule *rule, FILE *out)
{
	cleanup_free char *sentence = gate_sentence(verdict, rule);

	fprintf(out, "<tr><th>%s ", gate_kind(rule->kind));
	xml_text(rule->text, 0, out);
	fprintf(out, "</th><td class=\"outcome-%s\">%s</td>", outcome_names[rule->outcome],
		text_outcomes[rule->outcome]);
	put_limit(rule, rule->value, out);
	put_limit(rule, rule->low, out);
	put_limit(rule, rule->high, out);
	put_limit(rule, rule->limit, out);
	fprintf(out, "<td>%s</td><td>", rule->unit == LIMIT_POINTS ? "pp" : "%");
	xml_text(sentence, 0, out);
	fputs("</td></tr>\n", out);
}

void html_verdict(const struct symdiff_verdict *verdict,
		  const struct symdiff_print_options *options, FILE *out)
{
	const struct gate_rule **rules = gate_worst_first(verdict);
	const struct symdiff_profile *sides[SIDES + 1] = { NULL };
	const char *names[SIDES];
	size_t count = 0;

	html_begin_page(verdict->side[NEW]->path, out);
	fprintf(out, "<h1>symdiff gate: <span class=\"outcome-%s\">%s</span></h1>\n<p>",
		outcome_names[verdict->outcome], text_outcomes[verdict->outcome]);
	xml_text(*verdict->event ? verdict->event : "event not named", 0, out);
	fprintf(out, ", shares of %s</p>\n", verdict->busy ? "busy time" : "the total");
	fprintf(out,
		"<section>\n<h2>Limits</h2>\n<div class=\"scroll\"><table>\n<thead><tr>"
		"<th>limit</th><th>verdict</th><th class=\"n\">seen</th><th class=\"n\">at least</th>"
		"<th class=\"n\">at most</th><th class=\"n\">limit</th><th></th><th></th></tr></thead>\n"
		"<tbody>\n");
	for (size_t i = 0; i < verdict->count; i++)
		put_rule(verdict, rules[i], out);
	fprintf(out,
		"</tbody></table></div>\n<p class=\"quiet\">Bounds are one-sided, %.4g %%.</p>\n",
		verdict->level);
	for (size_t i = 0; i < verdict->note_count; i++) {
		fputs("<p class=\"quiet\">", out);
		xml_text(verdict->notes[i], 0, out);
		fputs("</p>\n", out);
	}
	fputs("</section>\n", out);
	for (int side = 0; side < SIDES; side++)
		if (verdict->side[side]) {
			names[count] = side == BASE ? "base" : "new";
			sides[count++] = verdict->side[side];
		}
	html_inputs(sides, names, options, out);
	html_end_page(out);
	free(rules);
}
