// SPDX-License-Identifier: GPL-2.0-or-later
/* Which symbols of different names are one function, why, and which may be. */
#include "report/html.h"

#include "report/xml_text.h"

static bool is_told(const struct diff_row *row)
{
	return row->match == MATCH_INFERRED || row->match == MATCH_FAMILY;
}

static void put_pair(const char *older, const char *newer, const char *how, const char *why,
		     FILE *out)
{
	fputs("<tr><th><code>", out);
	xml_text(older, 0, out);
	fputs("</code></th><td><code>", out);
	xml_text(newer, 0, out);
	fprintf(out, "</code></td><td>%s</td><td>", how);
	xml_text(why ? why : "", 0, out);
	fputs("</td></tr>\n", out);
}

void html_pairs(const struct diff_event *event, FILE *out)
{
	bool any = event->candidate_count > 0;

	for (size_t i = 0; i < event->row_count && !any; i++)
		any = is_told(&event->rows[i]);
	if (!any)
		return;
	fputs("<section class=\"pairs\">\n<h2>Renamed functions</h2>\n<div class=\"scroll\">"
	      "<table>\n<thead><tr><th>base</th><th>new</th><th>by</th><th>because</th></tr></thead>\n"
	      "<tbody>\n",
	      out);
	for (size_t i = 0; i < event->row_count; i++)
		if (is_told(&event->rows[i]))
			put_pair(diff_row_side_name(event, &event->rows[i], BASE),
				 diff_row_name(event, &event->rows[i]),
				 match_names[event->rows[i].match], event->rows[i].note, out);
	for (size_t i = 0; i < event->candidate_count; i++)
		put_pair(event->candidates[i].base, event->candidates[i].newer, "not sure",
			 event->candidates[i].evidence, out);
	fputs("</tbody></table></div>\n</section>\n", out);
}
