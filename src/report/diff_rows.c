// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/diff_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/rows.h"
#include "support/memory.h"

/* A column to sort by: numbers go down, names up. */
struct order {
	const char *name;
	double (*number)(const struct diff_event *event, const struct diff_row *row);
	const char *(*text)(const struct diff_event *event, const struct diff_row *row);
};

static double moved(const struct diff_event *event, const struct diff_row *row)
{
	struct range points = diff_row_points(event, row);

	return fabs(points.low + points.high) / 2;
}

static double base_share(const struct diff_event *event, const struct diff_row *row)
{
	return diff_share(event, BASE, row->side[BASE].self);
}

static double new_share(const struct diff_event *event, const struct diff_row *row)
{
	return diff_share(event, NEW, row->side[NEW].self);
}

static const char *bucket_name(const struct diff_event *event, const struct diff_row *row)
{
	return event->leaves[row->bucket].name;
}

/* What is not known sorts behind all names. */
static const char *srcfile(const struct diff_event *event, const struct diff_row *row)
{
	const char *name = diff_row_srcfile(event, row);

	return name ? name : "\x7f";
}

static const struct order orders[] = {
	{ "delta", moved, NULL },      { "base", base_share, NULL },
	{ "new", new_share, NULL },    { "symbol", NULL, diff_row_name },
	{ "dso", NULL, diff_row_dso }, { "bucket", NULL, bucket_name },
	{ "srcfile", NULL, srcfile },
};

const char *diff_rows_column(size_t i)
{
	return i < ARRAY_SIZE(orders) ? orders[i].name : NULL;
}

struct sorting {
	const struct diff_event *event;
	const struct order *order;
};

static int by_column(const struct sorting *sorting, const struct diff_row *x,
		     const struct diff_row *y)
{
	const struct order *order = sorting->order;

	if (order->text)
		return strcmp(order->text(sorting->event, x), order->text(sorting->event, y));

	double p = order->number(sorting->event, x), q = order->number(sorting->event, y);

	return p < q ? 1 : p > q ? -1 : 0;
}

/* What the column leaves equal: what moved most, then by name. */
static int compare(const void *a, const void *b, void *context)
{
	const struct sorting *sorting = context;
	const struct sorting by_move = { sorting->event, &orders[0] };
	const struct diff_row *x = *(const struct diff_row *const *)a;
	const struct diff_row *y = *(const struct diff_row *const *)b;
	int order = by_column(sorting, x, y);

	if (!order)
		order = by_column(&by_move, x, y);
	if (!order)
		order = strcmp(diff_row_name(sorting->event, x), diff_row_name(sorting->event, y));
	return order ? order
		     : strcmp(diff_row_dso(sorting->event, x), diff_row_dso(sorting->event, y));
}

static const struct order *order_called(const char *name)
{
	for (size_t i = 0; name && i < ARRAY_SIZE(orders); i++)
		if (!strcmp(orders[i].name, name))
			return &orders[i];
	return &orders[0];
}

static bool is_for_people(const struct diff_event *event, const struct diff_row *row)
{
	return row->bucket != BUCKET_NOT_LISTED && !(event->busy && row->bucket == BUCKET_IDLE) &&
	       (row->side[BASE].self || row->side[NEW].self);
}

/* A symbol may be asked for by either side's name. */
static bool passes(const struct symdiff_diff *diff, const struct diff_event *event,
		   const struct diff_row *row, const struct symdiff_print_options *options)
{
	const struct buckets *buckets = diff->rules->buckets;
	double share = fmax(base_share(event, row), new_share(event, row));

	return 100 * share >= options->percent_limit &&
	       report_wants(options->dsos, diff_row_dso(event, row)) &&
	       (report_wants_symbol(options, diff_row_side_name(event, row, BASE)) ||
		report_wants_symbol(options, diff_row_side_name(event, row, NEW))) &&
	       report_wants_bucket(options, buckets, row->bucket);
}

void diff_rows_init(struct diff_rows *rows, const struct symdiff_diff *diff,
		    const struct diff_event *event, const struct symdiff_print_options *options,
		    enum diff_rows_for whom)
{
	struct sorting sorting = { event, order_called(options->sort) };

	*rows = (struct diff_rows) { mem_alloc((event->row_count + 1) * sizeof(*rows->rows)), 0,
				     0 };
	for (size_t i = 0; i < event->row_count; i++)
		if ((whom == ROWS_FOR_MACHINES || is_for_people(event, &event->rows[i])) &&
		    passes(diff, event, &event->rows[i], options))
			rows->rows[rows->count++] = &event->rows[i];
	qsort_r(rows->rows, rows->count, sizeof(*rows->rows), compare, &sorting);
	if (options->limit > 0 && rows->count > (size_t)options->limit) {
		rows->left_out = rows->count - options->limit;
		rows->count = options->limit;
	}
}

void diff_rows_deinit(struct diff_rows *rows)
{
	free(rows->rows);
}
