// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A diff or a sweep as the kernel test robot (LKP, "0-day") mails its comparisons: means with their
 * standard deviations in percent, each further column compared with the first, changes of shares
 * in points and of all else in percent. In addition every row ends with its unit in brackets.
 * ingest/lkp.c, evidence/results/lkp.c and series/lkp_table.c read this back.
 *
 *	         %stddev     %change         %stddev
 *	             \          |                \
 *	     11.80 ±  8%      -4.8        6.96 ±  9%  perf-profile.self.cycles.up_read  [%, pp]
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "report/change.h"
#include "report/diff_rows.h"
#include "report/text.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"
#include "sweep.h"
#include "witness/witness.h"

enum { COLUMN = 28 }; /* of a comparison */

#define SHARE_UNIT "%, pp"

struct cell {
	double value;
	double sd; /* NaN: not known */
};

struct context {
	FILE *out;
	size_t left_out; /* rows that this form has no way to print */
};

/* ---- cells ---- */

static void put_value(double value, int width, FILE *out)
{
	double magnitude = fabs(value);

	if (magnitude >= 1e10)
		fprintf(out, "%*.4g", width, value);
	else if (magnitude >= 1000)
		fprintf(out, "%*.0f", width, value);
	else if (magnitude > 0 && magnitude < 0.01)
		fprintf(out, "%*.2g", width, value);
	else
		fprintf(out, "%*.2f", width, value);
}

static void put_cell(const struct cell *cell, int width, FILE *out)
{
	double percent = 100 * cell->sd / fabs(cell->value);

	put_value(cell->value, width, out);
	if (isfinite(percent) && percent >= 0.5)
		fprintf(out, " ±%3.0f%%", percent);
	else
		fputs("      ", out);
}

static void put_change(double base, double newer, bool is_share, FILE *out)
{
	double percent = base != 0 ? 100 * (newer - base) / fabs(base) : 0;

	if (is_share)
		fprintf(out, "%+10.1f ", newer - base);
	else if (fabs(percent) >= 1e6)
		fprintf(out, "%+10.1e%%", percent);
	else
		fprintf(out, "%+10.1f%%", percent);
}

/* Values may not be negative: a sign is what tells a change from a value. */
static bool can_print(const struct cell *cells, size_t count, bool is_share)
{
	for (size_t i = 0; i < count; i++) {
		if (!isfinite(cells[i].value) || cells[i].value < 0)
			return false;
		if (!is_share && cells[0].value == 0 && cells[i].value != 0)
			return false;
	}
	return true;
}

/* A metric has no blanks, but for a function's name, and no dot that parts nothing. */
static void put_part(const char *text, bool dots, bool blanks, FILE *out)
{
	cleanup_free char *safe = utf8_printable(text);

	for (char *c = safe; *c; c++)
		if ((*c == '.' && !dots) || (*c == ' ' && !blanks))
			*c = '_';
	fputs(safe, out);
}

struct metric {
	const char *prefix, *event, *name; /* event NULL: none */
	bool of_function;
	const char *unit;
};

static void put_row(struct context *context, const struct cell *cells, size_t count, bool is_share,
		    const struct metric *metric)
{
	FILE *out = context->out;

	if (!can_print(cells, count, is_share)) {
		context->left_out++;
		return;
	}
	put_cell(&cells[0], 10, out);
	for (size_t i = 1; i < count; i++) {
		put_change(cells[0].value, cells[i].value, is_share, out);
		put_cell(&cells[i], 11, out);
	}
	fprintf(out, "  %s", metric->prefix);
	if (metric->event) {
		put_part(*metric->event ? metric->event : "event", false, false, out);
		fputc('.', out);
	}
	put_part(metric->name, true, metric->of_function, out);
	fputs("  [", out);
	put_part(*metric->unit ? metric->unit : "no unit", true, true, out);
	fputs("]\n", out);
}

/* ---- the head ---- */

static void put_label(const char *label, bool last, FILE *out)
{
	cleanup_free char *safe = utf8_printable(label);
	size_t columns;

	for (char *c = safe; *c; c++)
		if (*c == ' ')
			*c = '_';
	columns = utf8_columns(safe);
	fputs(safe, out);
	for (; !last && columns < COLUMN - 2; columns++)
		fputc(' ', out);
	fputs(last ? "\n" : "  ", out);
}

static void put_head(const char *const *labels, size_t count, FILE *out)
{
	fputs("commit:\n", out);
	for (size_t i = 0; i < count; i++) {
		fputs("  ", out);
		put_label(labels[i], true, out);
	}
	fputc('\n', out);
	for (size_t i = 0; i < count; i++)
		put_label(labels[i], i + 1 == count, out);
	fputs("----------------", out);
	for (size_t i = 1; i < count; i++)
		fputs(" ---------------------------", out);
	fputs("\n         %stddev", out);
	for (size_t i = 1; i < count; i++)
		fputs("     %change         %stddev", out);
	fputs("\n             \\", out);
	for (size_t i = 1; i < count; i++)
		fputs("          |                \\", out);
	fputc('\n', out);
}

static void put_foot(const struct context *context)
{
	if (context->left_out)
		fprintf(context->out,
			"\n(rows left out: %zu, which one side does not list, or which have no "
			"change in percent from 0)\n",
			context->left_out);
}

/* ---- a diff ---- */

static struct cell share_cell(const struct change *change, const struct spread *spread, int side)
{
	double part =
		spread && spread->runs[side] > 1 ? spread->sd[side] / spread->mean[side] : NAN;

	return (struct cell) { 100 * change->share[side], 100 * change->share[side] * part };
}

static void put_shares(struct context *context, const struct diff_event *event,
		       const struct change *change, const struct noise_item *noise,
		       const struct metric *metric)
{
	const struct spread *spread =
		noise && event->noise->source == NOISE_RUNS ? &noise->share : NULL;
	struct cell cells[SIDES];

	for (int side = 0; side < SIDES; side++)
		cells[side] = share_cell(change, spread, side);
	put_row(context, cells, SIDES, true, metric);
}

static void put_buckets(struct context *context, const struct diff_event *event, const char *name)
{
	for (size_t i = 0; i < event->head_count; i++) {
		const struct diff_bucket *bucket = &event->heads[i];
		struct metric metric = { "symdiff.bucket.", name, bucket->name, false, SHARE_UNIT };
		struct change change = change_of_bucket(event, bucket);
		const struct noise *noise = event->noise;

		if (change.self[BASE] || change.self[NEW])
			put_shares(context, event, &change, noise->heads ? &noise->heads[i] : NULL,
				   &metric);
		if (!event->charged)
			continue;
		change = change_of_owner(event, bucket);
		metric.prefix = "symdiff.owner.";
		if (change.self[BASE] || change.self[NEW])
			put_shares(context, event, &change,
				   noise->owners ? &noise->owners[i] : NULL, &metric);
	}
}

static void put_children(struct context *context, const struct diff_event *event,
			 const struct diff_row *row, const char *name)
{
	struct metric metric = { "perf-profile.children.", name, diff_row_name(event, row), true,
				 SHARE_UNIT };
	struct cell cells[SIDES];

	for (int side = 0; side < SIDES; side++)
		cells[side] = (struct cell) {
			100 * totals_share(event->totals[side], row->side[side].children), NAN
		};
	put_row(context, cells, SIDES, true, &metric);
}

/* What is [not listed] is no function: whoever reads this works it out again. */
static bool is_function(const struct diff_event *event, const struct diff_row *row)
{
	return row->bucket != BUCKET_NOT_LISTED && *diff_row_name(event, row);
}

static void put_symbols(struct context *context, const struct symdiff_diff *diff,
			const struct diff_event *event, const char *name,
			const struct symdiff_print_options *options)
{
	bool children = event->totals[BASE]->has_children && event->totals[NEW]->has_children;
	struct diff_rows rows;

	diff_rows_init(&rows, diff, event, options, ROWS_FOR_MACHINES);
	for (size_t i = 0; children && i < rows.count; i++)
		if (is_function(event, rows.rows[i]))
			put_children(context, event, rows.rows[i], name);
	for (size_t i = 0; i < rows.count; i++) {
		const struct diff_row *row = rows.rows[i];
		struct metric metric = { "perf-profile.self.", name, diff_row_name(event, row),
					 true, SHARE_UNIT };
		struct change change = change_of_row(event, row);

		if (is_function(event, row))
			put_shares(context, event, &change, &event->noise->rows[row - event->rows],
				   &metric);
	}
	diff_rows_deinit(&rows);
}

static void put_total(struct context *context, const struct diff_event *event, const char *name)
{
	struct metric metric = { "symdiff.total.", NULL, name, false, event->amount_unit };
	struct cell cells[SIDES] = { { event->amount[BASE], NAN }, { event->amount[NEW], NAN } };

	if (event->amount[BASE] > 0 && event->amount[NEW] > 0)
		put_row(context, cells, SIDES, false, &metric);
}

/* What was measured beside the profiles. */
static void put_evidence(struct context *context, const struct witness *witness)
{
	const struct evidence_diff *diff = &witness->moves;

	for (size_t i = 0; i < diff->count; i++) {
		const struct evidence_pair *pair = &diff->pairs[i];
		const struct evidence_row *row = pair->sides[BASE];

		for (size_t k = 0; row && pair->sides[NEW] && k < pair->count; k++) {
			const struct evidence_move *move = &pair->moves[k];
			cleanup_free char *name = NULL;
			struct metric metric = { "symdiff.evidence.", NULL, NULL, false,
						 move->is_points ? SHARE_UNIT
						 : row->unit	 ? row->unit
								 : "" };
			struct cell cells[SIDES] = { { move->sides[BASE].value, NAN },
						     { move->sides[NEW].value, NAN } };

			if (isnan(move->delta) ||
			    asprintf(&name, "%s%s%s.%s", row->group ? row->group : "",
				     row->group ? "." : "", row->name, move->key) < 0)
				continue;
			metric.name = name;
			put_row(context, cells, SIDES, move->is_points, &metric);
		}
	}
}

static const char *label_of(const struct symdiff_profile *side)
{
	const char *kernel = text_kernel(side->profile);

	return *kernel ? kernel : side->path;
}

static void lkp_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		     FILE *out)
{
	const char *labels[SIDES] = { label_of(diff->side[BASE]), label_of(diff->side[NEW]) };
	struct context context = { out, 0 };

	if (!strcmp(labels[BASE], labels[NEW]))
		for (int side = 0; side < SIDES; side++)
			labels[side] = diff->side[side]->path;
	put_head(labels, SIDES, out);
	for (size_t i = 0; i < diff->event_count; i++) {
		const struct diff_event *event = &diff->events[i];
		const struct totals *newer = event->totals[NEW];
		const char *name = profile_text(newer->profile, totals_event(newer)->name);

		put_total(&context, event, name);
		put_buckets(&context, event, name);
		put_symbols(&context, diff, event, name, options);
	}
	if (diff->witness)
		put_evidence(&context, diff->witness);
	put_foot(&context);
}

/* ---- a sweep ---- */

static struct metric metric_of(const struct series_row *row)
{
	struct metric metric = { "", NULL, row->name, false,
				 row->is_share ? SHARE_UNIT : row->unit };

	switch (row->kind) {
	case SERIES_TOTAL:
		metric.prefix = "symdiff.total.";
		metric.name = *row->event ? row->event : "event";
		break;
	case SERIES_BUCKET:
	case SERIES_LEAF:
		metric.prefix = strcmp(row->more, "charged") ? "symdiff.bucket." : "symdiff.owner.";
		metric.event = row->event;
		break;
	case SERIES_SYMBOL:
		metric.prefix = "perf-profile.self.";
		metric.event = row->event;
		metric.of_function = true;
		break;
	case SERIES_EVIDENCE:
		metric.prefix = "symdiff.evidence.";
		break;
	default: /* a metric has dots, and what has slashes is a test */
		metric.prefix =
			strchr(row->name, '.') && !strchr(row->name, '/') ? "" : "symdiff.result.";
	}
	return metric;
}

static void put_series(struct context *context, const struct series *series)
{
	struct cell *cells = mem_zalloc(series->point_count + 1, sizeof(*cells));
	const char **labels = mem_zalloc(series->point_count + 1, sizeof(*labels));

	for (size_t i = 0; i < series->point_count; i++)
		labels[i] = series->points[i].label;
	put_head(labels, series->point_count, context->out);
	for (size_t i = 0; i < series->row_count; i++) {
		const struct series_row *row = &series->rows[i];
		struct metric metric = metric_of(row);

		if (row->kind == SERIES_SYMBOL && !strcmp(row->name, "[not listed]"))
			continue;
		for (size_t k = 0; k < series->point_count; k++) {
			bool known = measure_is_known(&row->cells[k]);

			cells[k] = (struct cell) { known ? row->cells[k].mean : NAN,
						   known ? row->cells[k].sd : NAN };
		}
		put_row(context, cells, series->point_count, row->is_share, &metric);
	}
	free(cells);
	free(labels);
}

static void lkp_sweep(const struct symdiff_sweep *sweep,
		      const struct symdiff_print_options *options, FILE *out)
{
	struct context context = { out, 0 };

	for (size_t i = 0; i < sweep->set.count; i++) {
		if (i)
			fputc('\n', out);
		put_series(&context, &sweep->set.list[i]);
	}
	put_foot(&context);
}

const struct report_writer lkp_writer = {
	.format = SYMDIFF_LKP,
	.name = "lkp",
	.what = "as the kernel test robot prints comparisons, with units",
	.diff = lkp_diff,
	.sweep = lkp_sweep,
};
