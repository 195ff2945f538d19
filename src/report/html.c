// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One HTML file (WHATWG, HTML Living Standard) that shows all there is: nothing is fetched, and
 * the style and the scripts of the folder html are in it. Tables are plain HTML; the symbols and the flame
 * graph are JSON that the scripts draw.
 */
#include "report/html.h"

#include <string.h>

#include "diff/gate.h"
#include "report/html_data.h"
#include "report/text.h"
#include "report/writer.h"
#include "report/xml_text.h"
#include "support/embed.h"

EMBED(html_css, "src/report/html/report.css");
EMBED(html_chart_css, "src/report/html/chart.css");
EMBED(html_table_js, "src/report/html/table.js");
EMBED(html_flame_js, "src/report/html/flame.js");

#define PUT_EMBEDDED(name, out) \
	fwrite(embedded_##name##_start, 1, embedded_##name##_end - embedded_##name##_start, out)

double html_whole(const struct totals *totals, const struct symdiff_print_options *options)
{
	uint64_t busy = totals->total - totals->idle;

	return (double)(options->with_idle || !busy ? totals->total : busy);
}

void html_begin_page(const char *title, FILE *out)
{
	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
	      "form-action 'none'\">\n<meta name=\"generator\" content=\"symdiff ",
	      out);
	fprintf(out, "%s\">\n<title>", symdiff_version());
	xml_text(title, 0, out);
	fputs("</title>\n<style>\n", out);
	PUT_EMBEDDED(html_css, out);
	PUT_EMBEDDED(html_chart_css, out);
	fputs("</style>\n</head>\n<body>\n<main>\n", out);
}

void html_end_page(FILE *out)
{
	fputs("</main>\n<script>\n", out);
	PUT_EMBEDDED(html_table_js, out);
	PUT_EMBEDDED(html_flame_js, out);
	fputs("</script>\n</body>\n</html>\n", out);
}

void html_begin_section(const char *id, uint32_t number, const char *title, FILE *out)
{
	fprintf(out, "<section id=\"%s-%u\">\n<h2>%s</h2>\n", id, number, title);
}

void html_bar(const char *class, double low, double high, double most, FILE *out)
{
	if (!(most > 0) || !(high > low))
		return;
	fprintf(out, "<i class=\"%s\" style=\"left:%.2f%%;width:%.2f%%\"></i>", class,
		100 * low / most, 100 * (high - low) / most);
}

/* The places that the scripts fill in. */
static void put_symbols_place(uint32_t number, FILE *out)
{
	html_begin_section("symbols", number, "Symbols", out);
	fprintf(out,
		"<div class=\"symbols\" data-from=\"data-symbols-%u\"><noscript>The table of symbols "
		"needs JavaScript; <code>symdiff -v</code> prints it.</noscript></div>\n"
		"</section>\n",
		number);
}

static void put_flame_place(uint32_t number, FILE *out)
{
	html_begin_section("flame", number, "Flame graph", out);
	fprintf(out,
		"<div class=\"flame\" data-from=\"data-flame-%u\"><noscript>The flame graph needs "
		"JavaScript; <code>symdiff --format svg</code> draws it without.</noscript></div>\n"
		"</section>\n",
		number);
}

/* ---- one profile ---- */

static void put_report_event(const struct symdiff_profile *side, uint32_t number,
			     const struct symdiff_print_options *options, FILE *out)
{
	const struct totals *totals = &side->totals[number];

	html_head_report(side, totals, options, out);
	if (!totals->total) {
		fputs("<p>no samples</p>\n", out);
		return;
	}
	html_buckets_report(side, totals, number, options, out);
	put_flame_place(number, out);
	put_symbols_place(number, out);
	html_matrix_report(side, totals, options, out);
	html_opened_report(side, totals, options, out);
	html_symbols_report(side, totals, number, options, out);
	html_flame_report(side, totals, number, options, out);
}

static void html_report(const struct symdiff_profile *side,
			const struct symdiff_print_options *options, FILE *out)
{
	html_begin_page(side->path, out);
	fputs("<h1>Profile ", out);
	xml_text(side->path, 200, out);
	fputs("</h1>\n", out);
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		put_report_event(side, i, options, out);
	if (!side->profile->event_count)
		fputs("<p>no samples</p>\n", out);
	html_inputs((const struct symdiff_profile *[]) { side, NULL }, (const char *[]) { "" },
		    options, out);
	html_end_page(out);
}

/* ---- a diff ---- */

static void put_diff_event(const struct symdiff_diff *diff, uint32_t number,
			   const struct symdiff_print_options *options, FILE *out)
{
	const struct diff_event *event = &diff->events[number];

	html_head_diff(diff, event, out);
	html_buckets_diff(event, number, options, out);
	put_flame_place(number, out);
	put_symbols_place(number, out);
	html_ledger(event, out);
	html_matrix_diff(event, out);
	html_opened_diff(diff, event, options, out);
	html_pairs(event, out);
	html_symbols_diff(diff, event, number, options, out);
	html_flame_diff(diff, event, number, out);
}

/* What both paths have in common tells nothing: the folders that they begin with. */
static size_t common_folders(const char *a, const char *b)
{
	size_t folders = 0;

	for (size_t i = 0; a[i] && a[i] == b[i]; i++)
		if (a[i] == '/')
			folders = i + 1;
	return folders;
}

static void html_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		      FILE *out)
{
	const char *base = diff->side[BASE]->path, *newer = diff->side[NEW]->path;
	size_t common = strcmp(base, newer) ? common_folders(base, newer) : 0;
	char title[512];

	snprintf(title, sizeof(title), "%s \xe2\x86\x92 %s", base + common, newer + common);
	html_begin_page(title, out);
	fputs("<h1>", out);
	xml_text(title, 200, out);
	fputs("</h1>\n", out);
	for (size_t i = 0; i < diff->event_count; i++)
		put_diff_event(diff, i, options, out);
	html_witness(diff->witness, out);
	html_inputs((const struct symdiff_profile *[]) { diff->side[BASE], diff->side[NEW], NULL },
		    (const char *[]) { "base", "new" }, options, out);
	html_end_page(out);
}

const struct report_writer html_writer = {
	.format = SYMDIFF_HTML,
	.name = "html",
	.what = "one page with everything: tables to sort, flame graphs to search and zoom",
	.report = html_report,
	.diff = html_diff,
	.verdict = html_verdict,
	.sweep = html_sweep,
	.fleet = html_fleet,
};
