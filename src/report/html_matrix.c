// SPDX-License-Identifier: GPL-2.0-or-later
/* Owners by mechanisms, as a table whose cells are shaded, and the contexts. */
#include "report/html.h"

#include <math.h>
#include <stdlib.h>

#include "report/xml_text.h"
#include "support/memory.h"

#define ROW_LEAST 0.5 /* percent that an owner or mechanism has, or ... */

/* Shares of both sides, or, of one profile, of NEW. */
struct matrix {
	uint32_t heads;
	double *percent[SIDES]; /* [owner * heads + mechanism] */
	const char *const *names;
	bool two;
	bool *owner_shown, *mechanism_shown;
};

static double cell(const struct matrix *matrix, int side, uint32_t owner, uint32_t mechanism)
{
	return matrix->percent[side] ? matrix->percent[side][owner * matrix->heads + mechanism] : 0;
}

static void choose_lines(struct matrix *matrix)
{
	for (uint32_t i = 0; i < matrix->heads; i++) {
		double own[SIDES] = { 0 }, does[SIDES] = { 0 };

		for (uint32_t j = 0; j < matrix->heads; j++)
			for (int side = 0; side < SIDES; side++) {
				own[side] += cell(matrix, side, i, j);
				does[side] += cell(matrix, side, j, i);
			}
		matrix->owner_shown[i] = fmax(own[BASE], own[NEW]) >= ROW_LEAST;
		matrix->mechanism_shown[i] = fmax(does[BASE], does[NEW]) >= ROW_LEAST;
	}
}

/* Shaded by the change, or, of one profile, by the share; 10 points are as dark as it gets. */
static void put_cell(const struct matrix *matrix, uint32_t owner, uint32_t mechanism, FILE *out)
{
	double base = cell(matrix, BASE, owner, mechanism);
	double newer = cell(matrix, NEW, owner, mechanism);
	double shade = matrix->two ? newer - base : newer;
	int percent = (int)round(fmin(fabs(shade), 10) * 8);

	if (base < 0.005 && newer < 0.005) {
		fputs("<td></td>", out);
		return;
	}
	if (matrix->two)
		fprintf(out,
			"<td class=\"n %s\" style=\"--shade:%d%%\" title=\"%.2f \xe2\x86\x92 %.2f %%\">"
			"%.2f<br><small>%+.2f</small></td>",
			shade >= 0 ? "up" : "down", percent, base, newer, newer, newer - base);
	else
		fprintf(out, "<td class=\"n plain\" style=\"--shade:%d%%\">%.2f</td>", percent,
			newer);
}

static void put_matrix(struct matrix *matrix, FILE *out)
{
	matrix->owner_shown = mem_zalloc(matrix->heads, sizeof(bool));
	matrix->mechanism_shown = mem_zalloc(matrix->heads, sizeof(bool));
	choose_lines(matrix);
	fprintf(out,
		"<section class=\"wide\">\n<h2>Owner and mechanism</h2>\n<p class=\"quiet\">Whose "
		"time it was (rows), and what ran (columns): percent%s. Lines below %.1f %% are left "
		"out.</p>\n<div class=\"scroll\"><table class=\"matrix\">\n<thead><tr><th></th>",
		matrix->two ? " of the new side and, below, the change in points" : "", ROW_LEAST);
	for (uint32_t j = 0; j < matrix->heads; j++)
		if (matrix->mechanism_shown[j]) {
			fputs("<th class=\"n\">", out);
			xml_text(matrix->names[j], 0, out);
			fputs("</th>", out);
		}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (uint32_t i = 0; i < matrix->heads; i++) {
		if (!matrix->owner_shown[i])
			continue;
		fputs("<tr><th>", out);
		xml_text(matrix->names[i], 0, out);
		fputs("</th>", out);
		for (uint32_t j = 0; j < matrix->heads; j++)
			if (matrix->mechanism_shown[j])
				put_cell(matrix, i, j, out);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n</section>\n", out);
	free(matrix->owner_shown);
	free(matrix->mechanism_shown);
}

static double *percents(const struct totals *totals, double whole, uint32_t idle_head, bool busy)
{
	size_t count = (size_t)totals->head_count * totals->head_count;
	double *list = mem_zalloc(count, sizeof(*list));

	for (size_t i = 0; i < count; i++) {
		bool idle = busy && (i / totals->head_count == idle_head ||
				     i % totals->head_count == idle_head);

		list[i] = idle || !(whole > 0) ? 0 : 100 * (double)totals->matrix[i] / whole;
	}
	return list;
}

/* ---- contexts ---- */

static void put_contexts(const struct totals *const totals[SIDES], const double whole[SIDES],
			 bool busy, FILE *out)
{
	double most = 0, share[SIDES];

	for (unsigned i = 0; i < RUN_CONTEXTS; i++)
		for (int side = totals[BASE] ? BASE : NEW; side < SIDES; side++)
			if (!busy || i != RUN_IDLE)
				most = fmax(most,
					    100 * (double)totals[side]->contexts[i] / whole[side]);
	fprintf(out,
		"<section>\n<h2>Contexts</h2>\n<div class=\"scroll\"><table class=\"buckets\">\n"
		"<thead><tr><th>context</th>%s<th></th></tr></thead>\n<tbody>\n",
		totals[BASE] ? "<th class=\"n\">base %</th><th class=\"n\">new %</th>"
			       "<th class=\"n\">pp</th>"
			     : "<th class=\"n\">%</th>");
	for (unsigned i = 0; i < RUN_CONTEXTS; i++) {
		for (int side = BASE; side < SIDES; side++)
			share[side] =
				totals[side] ? 100 * (double)totals[side]->contexts[i] / whole[side]
					     : 0;
		if ((busy && i == RUN_IDLE) || (share[BASE] <= 0 && share[NEW] <= 0))
			continue;
		fprintf(out, "<tr><th>%s %s</th>", run_context_name(i), run_context_where(i));
		if (totals[BASE])
			fprintf(out, "<td class=\"n\">%.2f</td>", share[BASE]);
		fprintf(out, "<td class=\"n\">%.2f</td>", share[NEW]);
		if (totals[BASE])
			fprintf(out, "<td class=\"n\">%+.2f</td>", share[NEW] - share[BASE]);
		fputs("<td class=\"bars\"><div>", out);
		html_bar("base", 0, share[BASE], most, out);
		html_bar("new", 0, share[NEW], most, out);
		fputs("</div></td></tr>\n", out);
	}
	fputs("</tbody></table></div>\n</section>\n", out);
}

/* ---- the two kinds of report ---- */

void html_matrix_report(const struct symdiff_profile *side, const struct totals *totals,
			const struct symdiff_print_options *options, FILE *out)
{
	const struct buckets *buckets = side->rules->buckets;
	const struct totals *both[SIDES] = { NULL, totals };
	double whole = html_whole(totals, options);
	bool busy = whole < (double)totals->total;
	struct matrix matrix = { .heads = totals->head_count };
	const char **names = mem_alloc((totals->head_count + 1) * sizeof(*names));

	for (uint32_t i = 0; i < totals->head_count; i++)
		names[i] = buckets_head_name(buckets, i);
	matrix.names = names;
	matrix.percent[NEW] = percents(totals, whole, buckets_head(buckets, BUCKET_IDLE), busy);
	if (totals->has_charged) {
		put_matrix(&matrix, out);
		put_contexts(both, (double[]) { 1, whole }, busy, out);
	}
	free(matrix.percent[NEW]);
	free(names);
}

void html_matrix_diff(const struct diff_event *event, FILE *out)
{
	struct matrix matrix = { .heads = event->head_count, .two = true };
	const char **names = mem_alloc((event->head_count + 1) * sizeof(*names));
	double whole[SIDES];

	for (size_t i = 0; i < event->head_count; i++)
		names[i] = event->heads[i].name;
	matrix.names = names;
	for (int side = 0; side < SIDES; side++) {
		whole[side] = (double)event->whole[side];
		matrix.percent[side] = percents(event->totals[side], whole[side],
						event->leaves[BUCKET_IDLE].head, event->busy);
	}
	if (event->charged && whole[BASE] > 0 && whole[NEW] > 0) {
		put_matrix(&matrix, out);
		put_contexts(event->totals, whole, event->busy, out);
	}
	free(matrix.percent[BASE]);
	free(matrix.percent[NEW]);
	free(names);
}
