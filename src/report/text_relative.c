// SPDX-License-Identifier: GPL-2.0-or-later
/* --relative: what moved relative to what did not. */
#include <math.h>
#include <stdlib.h>

#include "diff/motion.h"
#include "diff/relative.h"
#include "report/text.h"
#include "report/text_table.h"

#define BUCKET_LEAST 0.01 /* a share on either side */
#define ROWS_SHOWN   15

static void add_line(struct text_table *table, const struct diff_event *event,
		     const struct relative *relative, const char *name,
		     const uint64_t weight[SIDES])
{
	struct text_row *row = text_table_row(table, 0);
	double change = relative_change(event, relative, weight);

	text_cell(row, 0, "%s", name);
	for (int side = 0; side < SIDES; side++)
		text_cell(row, 1 + side, "%.2f", 100 * diff_share(event, side, weight[side]));
	if (isnan(change))
		text_cell(row, 3, "-");
	else
		text_cell(row, 3, "x %.2f", change * relative->factor);
	if (isnan(change))
		text_cell(row, 4, "-");
	else
		text_cell(row, 4, "x %.2f", change);
}

/* By how much of the whole a row moved relative to the rest. */
static double weight_of(const struct diff_event *event, const struct relative *relative, size_t at)
{
	const struct diff_row *row = &event->rows[at];

	return fabs(diff_share(event, NEW, row->side[NEW].self) -
		    relative->factor * diff_share(event, BASE, row->side[BASE].self));
}

struct order {
	size_t at;
	double weight;
};

static int compare_order(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return (x->at > y->at) - (x->at < y->at);
}

static void add_rows(struct text_table *table, const struct diff_event *event,
		     const struct relative *relative, size_t most)
{
	struct order *order = calloc(event->row_count + 1, sizeof(*order));
	size_t count = 0;

	for (size_t i = 0; order && i < event->row_count; i++)
		if (relative_has(event, &event->rows[i]))
			order[count++] = (struct order) { i, weight_of(event, relative, i) };
	if (order)
		qsort(order, count, sizeof(*order), compare_order);
	for (size_t i = 0; i < count && i < most; i++) {
		const struct diff_row *row = &event->rows[order[i].at];

		add_line(table, event, relative, diff_row_name(event, row),
			 (uint64_t[]) { row->side[BASE].self, row->side[NEW].self });
	}
	free(order);
}

static void add_buckets(struct text_table *table, const struct diff_event *event,
			const struct relative *relative)
{
	for (size_t i = 0; i < event->head_count; i++) {
		struct mover mover = mover_of_owner(event, &event->heads[i]);

		if ((diff_share(event, BASE, mover.self[BASE]) < BUCKET_LEAST &&
		     diff_share(event, NEW, mover.self[NEW]) < BUCKET_LEAST) ||
		    event->heads[i].head == event->leaves[BUCKET_NOT_LISTED].head ||
		    event->heads[i].head == event->leaves[BUCKET_UNRESOLVED].head)
			continue;
		add_line(table, event, relative, event->heads[i].name, mover.self);
	}
}

void text_relative(const struct diff_event *event, const struct symdiff_print_options *options,
		   FILE *out)
{
	struct text_table buckets = {
		.heads = { "bucket", "base %", "new %", "share", "relative" },
		.columns = 5,
	};
	struct text_table rows = {
		.heads = { "symbol", "base %", "new %", "share", "relative" },
		.columns = 5,
	};
	struct relative relative = relative_of(event);
	char line[512];

	fputc('\n', out);
	if (!relative.rows) {
		text_wrap("relative to what did not change: too few functions are on both sides", 2,
			  options, out);
		return;
	}
	snprintf(
		line, sizeof(line),
		"relative to what did not change: the share of %zu functions that both sides have "
		"(%.0f %% of the base, %.0f %% of the new side) went x %.3f (median; half of them x "
		"%.2f to x %.2f; %.0f %% of the base is within 10 %% of it). That most functions "
		"did not change is assumed: no verdict rests on it.",
		relative.rows, 100 * relative.share[BASE], 100 * relative.share[NEW],
		relative.factor, relative.quarter[0], relative.quarter[1],
		100 * relative.near_share);
	text_wrap(line, 2, options, out);
	add_buckets(&buckets, event, &relative);
	text_table_print(&buckets, options, out);
	fputc('\n', out);
	add_rows(&rows, event, &relative, options->limit > 0 ? (size_t)options->limit : ROWS_SHOWN);
	text_table_print(&rows, options, out);
}
