// SPDX-License-Identifier: GPL-2.0-or-later
/* A fleet as a page: forest plots, what they say in words, ranges, and the machines. */
#include "report/html.h"

#include "report/chart.h"
#include "report/fleet_forests.h"
#include "report/fleet_rows.h"
#include "report/xml_text.h"

static void put_forests(const struct symdiff_fleet *fleet,
			const struct symdiff_print_options *options, FILE *out)
{
	struct fleet_forests forests;

	fleet_forests_init(&forests, fleet, options);
	fputs("<div class=\"charts\">\n", out);
	for (size_t i = 0; i < forests.count; i++) {
		fprintf(out, "<svg class=\"chart\" viewBox=\"0 0 %d %.0f\" role=\"img\">\n",
			CHART_WIDTH, forest_height(&forests.list[i]));
		forest_draw(&forests.list[i], 0, 0, out);
		fputs("</svg>\n", out);
	}
	fputs("</div>\n", out);
	fleet_forests_deinit(&forests);
}

static void put_sentence(const char *text, FILE *out)
{
	fputs("<li class=\"other level0\">", out);
	xml_text(text, 0, out);
	fputs("</li>\n", out);
}

/* ---- machines ---- */

static void put_row(const struct fleet_row *row, FILE *out)
{
	char room[64];

	fputs("<tr><th>", out);
	xml_text(row->name, 0, out);
	fprintf(out,
		"</th><td class=\"n\">%s</td><td class=\"n\">%+.2f</td><td class=\"n\">%zu</td>"
		"<td class=\"n\">%zu</td><td>",
		fleet_range(&row->all, room), row->all.median, row->all.up, row->all.down);
	xml_text(row->text, 0, out);
	fputs("</td></tr>\n", out);
}

static void put_kind(const struct symdiff_fleet *fleet, enum fleet_kind kind,
		     const struct symdiff_print_options *options, FILE *out)
{
	struct fleet_rows rows;

	fleet_rows_init(&rows, fleet, kind, options);
	if (rows.count) {
		fprintf(out,
			"<div class=\"scroll\"><table class=\"fleet\">\n<thead><tr><th>%s</th>"
			"<th class=\"n\">all machines</th><th class=\"n\">median</th>"
			"<th class=\"n\">up</th><th class=\"n\">down</th><th></th></tr></thead>\n"
			"<tbody>\n",
			fleet_kind_head(fleet, kind));
		for (size_t i = 0; i < rows.count; i++)
			put_row(rows.list[i], out);
		fputs("</tbody></table></div>\n", out);
		if (rows.left_out)
			fprintf(out, "<p class=\"quiet\">%zu more with -v</p>\n", rows.left_out);
	}
	fleet_rows_deinit(&rows);
}

static void put_machines(const struct fleet *fleet, FILE *out)
{
	fputs("<section class=\"inputs\">\n<h2>Machines</h2>\n<div class=\"scroll\"><table>\n<thead>"
	      "<tr><th>machine</th><th class=\"n\">base runs</th><th class=\"n\">new runs</th>",
	      out);
	for (size_t t = 0; t < fleet->tag_count; t++) {
		fputs("<th>", out);
		xml_text(fleet->tags[t], 0, out);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < fleet->machine_count; i++) {
		const struct fleet_machine *machine = &fleet->machines[i];

		fputs("<tr><th>", out);
		xml_text(machine->name, 0, out);
		fprintf(out, "</th><td class=\"n\">%zu</td><td class=\"n\">%zu</td>",
			machine->base_runs, machine->new_runs);
		for (size_t t = 0; t < fleet->tag_count; t++) {
			fputs("<td>", out);
			xml_text(machine->tags[t], 0, out);
			fputs("</td>", out);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n</section>\n", out);
}

/* ---- ranges that somebody posted ---- */

static void put_ranges(const struct range_set *set, FILE *out)
{
	fputs("<div class=\"scroll\"><table>\n<thead><tr><th>range over machines</th>", out);
	for (size_t k = 0; k < set->table_count; k++) {
		fprintf(out, "<th class=\"n chart\"><span class=\"c%zu\">\xe2\x97\x8f</span> ",
			k % CHART_CURVES);
		xml_text(set->tables[k].label, 0, out);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < set->row_count; i++) {
		fputs("<tr><th>", out);
		xml_text(set->rows[i].name, 0, out);
		fputs("</th>", out);
		for (size_t k = 0; k < set->table_count; k++) {
			const struct range_ends *ends = &set->rows[i].ends[k];

			if (ends->known)
				fprintf(out, "<td class=\"n\">%+.2f to %+.2f</td>", ends->low,
					ends->high);
			else
				fputs("<td></td>", out);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

static void tell_ranges(const struct range_set *set, FILE *out)
{
	fputs("<ul class=\"findings\">\n", out);
	for (size_t i = 0; i < set->table_count; i++)
		put_sentence(set->texts[i], out);
	for (size_t i = 0; i < set->pair_count; i++)
		if (set->pair_count == 1 || set->pairs[i].within == set->pairs[i].common)
			put_sentence(set->pairs[i].text, out);
	fputs("</ul>\n", out);
}

void html_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		FILE *out)
{
	char title[256] = "ranges over machines";

	html_begin_page("fleet", out);
	if (!fleet->is_ranges)
		fleet_title(fleet, title, sizeof(title));
	fputs("<h1>Fleet</h1>\n<section>\n<h2>", out);
	xml_text(title, 0, out);
	fputs("</h2>\n", out);
	if (fleet->is_ranges)
		tell_ranges(&fleet->ranges, out);
	put_forests(fleet, options, out);
	if (fleet->is_ranges)
		put_ranges(&fleet->ranges, out);
	for (enum fleet_kind kind = 0; !fleet->is_ranges && kind < FLEET_KINDS; kind++)
		put_kind(fleet, kind, options, out);
	for (size_t i = 0; i < fleet->fleet.note_count; i++) {
		fputs("<p class=\"quiet\">", out);
		xml_text(fleet->fleet.notes[i], 0, out);
		fputs("</p>\n", out);
	}
	fputs("</section>\n", out);
	if (!fleet->is_ranges && fleet->fleet.machines[0].base_runs)
		put_machines(&fleet->fleet, out);
	html_made_by(options, out);
	html_end_page(out);
}
