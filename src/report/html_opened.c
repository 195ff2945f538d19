// SPDX-License-Identifier: GPL-2.0-or-later
/* Buckets opened: the allocator always, others as --anatomy names them. */
#include "report/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/opened.h"
#include "report/xml_text.h"
#include "support/memory.h"

#define LINES_SHOWN 12

static double percent(const struct opened *opened, int side, uint64_t weight)
{
	return opened->whole[side] ? 100 * (double)weight / (double)opened->whole[side] : 0;
}

static double most_of(const struct opened *opened, const struct opened_section *section)
{
	double most = 0;

	for (size_t i = 0; i < section->count; i++)
		for (int side = 0; side < SIDES; side++)
			most = fmax(most, percent(opened, side, section->lines[i].weight[side]));
	return most;
}

static void put_line(const struct opened *opened, const struct opened_line *line, double most,
		     FILE *out)
{
	double share[SIDES];

	for (int side = 0; side < SIDES; side++)
		share[side] = percent(opened, side, line->weight[side]);
	fputs("<tr><th>", out);
	xml_text(line->name, 0, out);
	if (*line->note) {
		fputs(" <span class=\"quiet\">probably ", out);
		xml_text(line->note, 0, out);
		fputs("</span>", out);
	}
	fputs("</th>", out);
	if (opened->two_sides)
		fprintf(out, "<td class=\"n\">%.2f</td>", share[BASE]);
	fprintf(out, "<td class=\"n\">%.2f</td>", share[NEW]);
	if (opened->two_sides)
		fprintf(out, "<td class=\"n\">%+.2f</td>", share[NEW] - share[BASE]);
	fputs("<td class=\"bars optional\"><div>", out);
	html_bar("base", 0, share[BASE], most, out);
	html_bar("new", 0, share[NEW], most, out);
	fputs("</div></td></tr>\n", out);
}

/* The rest of a long list, summed. */
static void put_rest(const struct opened *opened, const struct opened_section *section, double most,
		     FILE *out)
{
	struct opened_line rest = { .note = "" };
	char name[64];

	if (section->count <= LINES_SHOWN)
		return;
	for (size_t i = LINES_SHOWN; i < section->count; i++)
		for (int side = 0; side < SIDES; side++)
			rest.weight[side] += section->lines[i].weight[side];
	snprintf(name, sizeof(name), "(%zu more)", section->count - LINES_SHOWN);
	rest.name = name;
	put_line(opened, &rest, most, out);
}

static void put_section(const struct opened *opened, const struct opened_section *section,
			FILE *out)
{
	double most = most_of(opened, section);

	if (!section->count)
		return;
	fprintf(out,
		"<div class=\"scroll\"><table class=\"buckets\">\n<thead><tr><th>%s</th>%s<th class=\"optional\"></th>"
		"</tr></thead>\n<tbody>\n",
		section->title,
		opened->two_sides ? "<th class=\"n\">base %</th><th class=\"n\">new %</th>"
				    "<th class=\"n\">pp</th>"
				  : "<th class=\"n\">%</th>");
	for (size_t i = 0; i < section->count && i < LINES_SHOWN; i++)
		put_line(opened, &section->lines[i], most, out);
	put_rest(opened, section, most, out);
	fputs("</tbody></table></div>\n", out);
}

static void put_opened(const struct opened *opened, FILE *out)
{
	if (!opened->total[BASE] && !opened->total[NEW])
		return;
	fputs("<section class=\"opened\">\n<h2>", out);
	fputs(strcmp(opened->kind, "anatomy") ? "Symbol " : "Anatomy of ", out);
	xml_text(opened->name, 200, out);
	if (opened->two_sides)
		fprintf(out, ": %.2f \xe2\x86\x92 %.2f %%",
			percent(opened, BASE, opened->total[BASE]),
			percent(opened, NEW, opened->total[NEW]));
	else
		fprintf(out, ": %.2f %%", percent(opened, NEW, opened->total[NEW]));
	fputs("</h2>\n<div class=\"columns\">\n", out);
	for (size_t i = 0; i < opened->section_count; i++)
		put_section(opened, &opened->sections[i], out);
	fputs("</div>\n</section>\n", out);
}

/* What the options open, with the allocator in front, for free(). */
static const char **with_allocator(const struct symdiff_print_options *options)
{
	size_t count = 0;
	const char **list;

	while (options->anatomy && options->anatomy[count])
		count++;
	list = mem_zalloc(count + 2, sizeof(*list));
	for (size_t i = 0; i < count; i++) {
		list[i] = options->anatomy[i];
		if (!strcmp(list[i], "allocator"))
			return memcpy(list, options->anatomy, count * sizeof(*list));
	}
	list[0] = "allocator";
	for (size_t i = 0; i < count; i++)
		list[i + 1] = options->anatomy[i];
	return list;
}

static void put_all(const struct symdiff_profile *side, const struct totals *totals,
		    const struct symdiff_diff *diff, const struct diff_event *event,
		    const struct symdiff_print_options *options, FILE *out)
{
	struct symdiff_print_options with = *options;
	const char **anatomy = with_allocator(options);
	struct opened opened;

	with.anatomy = anatomy;
	for (size_t i = 0;
	     opened_init(&opened, i, side, totals, event, diff ? diff->side : NULL, &with); i++) {
		put_opened(&opened, out);
		opened_deinit(&opened);
	}
	free(anatomy);
}

void html_opened_report(const struct symdiff_profile *side, const struct totals *totals,
			const struct symdiff_print_options *options, FILE *out)
{
	put_all(side, totals, NULL, NULL, options, out);
}

void html_opened_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		      const struct symdiff_print_options *options, FILE *out)
{
	put_all(NULL, NULL, diff, event, options, out);
}
