// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/sweep_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/words.h"
#include "report/rows.h"
#include "series/trend.h"
#include "support/memory.h"

enum { SYMBOLS_SHOWN = 10, COUNTERS_SHOWN = 10, BUCKETS_TOLD = 4, SYMBOLS_TOLD = 3 };

#define BUCKET_LEAST 1.0 /* percent at some point, or ... */
#define MOVE_LEAST   0.2 /* ... points moved, to be shown */
#define TELL_LEAST   1.0 /* points moved, to be told in a sentence */

static bool bucket_is_shown(const struct symdiff_sweep *sweep, const struct series *series,
			    const struct series_row *row,
			    const struct symdiff_print_options *options)
{
	double least, most;

	if (strcmp(row->more, sweep->charged ? "charged" : "self") != 0 && !options->verbose)
		return !*row->more; /* read back from a text that does not say */
	return options->verbose || (series_extent(series, row, &least, &most) &&
				    (most >= BUCKET_LEAST || most - least >= MOVE_LEAST));
}

static bool in_bucket(const struct series_row *row, const struct symdiff_print_options *options)
{
	const char *slash = strchr(row->bucket, '/');
	size_t head = slash ? (size_t)(slash - row->bucket) : strlen(row->bucket);

	if (report_wants(options->buckets, row->bucket))
		return true;
	for (const char *const *name = options->buckets; *name; name++)
		if (strlen(*name) == head && !strncmp(*name, row->bucket, head))
			return true;
	return false;
}

static bool symbol_is_shown(const struct series *series, const struct series_row *row,
			    const struct symdiff_print_options *options)
{
	double least, most;

	return report_wants_symbol(options, row->name) && report_wants(options->dsos, row->more) &&
	       in_bucket(row, options) && series_extent(series, row, &least, &most) &&
	       most >= options->percent_limit;
}

static bool varies(const struct series *series, const struct series_row *row)
{
	double least, most;

	return series_extent(series, row, &least, &most) && most > least;
}

static bool is_shown(const struct symdiff_sweep *sweep, const struct series *series,
		     const struct series_row *row, const struct symdiff_print_options *options)
{
	switch (row->kind) {
	case SERIES_BUCKET:
		return bucket_is_shown(sweep, series, row, options);
	case SERIES_LEAF:
		return options->verbose && bucket_is_shown(sweep, series, row, options);
	case SERIES_SYMBOL:
		return symbol_is_shown(series, row, options);
	case SERIES_EVIDENCE:
		return options->verbose || varies(series, row);
	default:
		return true;
	}
}

static size_t limit_of(enum series_kind kind, const struct symdiff_print_options *options)
{
	if (kind != SERIES_SYMBOL && kind != SERIES_EVIDENCE)
		return SIZE_MAX;
	if (options->limit > 0)
		return (size_t)options->limit;
	if (options->verbose)
		return SIZE_MAX;
	return kind == SERIES_SYMBOL ? SYMBOLS_SHOWN : COUNTERS_SHOWN;
}

void sweep_rows_init(struct sweep_rows *rows, const struct symdiff_sweep *sweep,
		     const struct series *series, enum series_kind kind,
		     const struct symdiff_print_options *options)
{
	size_t most = limit_of(kind, options);

	*rows = (struct sweep_rows) {
		.list = mem_zalloc(series->row_count + 1, sizeof(*rows->list)),
	};
	for (size_t i = 0; i < series->row_count; i++) {
		const struct series_row *row = &series->rows[i];

		if (row->kind != kind || !is_shown(sweep, series, row, options))
			continue;
		if (rows->count < most)
			rows->list[rows->count++] = row;
		else
			rows->left_out++;
	}
}

void sweep_rows_deinit(struct sweep_rows *rows)
{
	free(rows->list);
}

/* Runs were repeated, and they vary more than the points differ. */
static bool is_all_noise(const struct series *series, const struct series_row *row)
{
	for (size_t i = 0; i < series->line_count; i++)
		if (row->trends[i].kind != TREND_FLAT && row->trends[i].kind != TREND_NONE)
			return false;
	return true;
}

static bool is_told(const struct series *series, const struct series_row *row,
		    const struct symdiff_print_options *options)
{
	double least, most;

	if (row->kind == SERIES_RESULT)
		return varies(series, row) || options->verbose;
	if (row->kind != SERIES_BUCKET && row->kind != SERIES_SYMBOL)
		return options->verbose && varies(series, row);
	if ((is_all_noise(series, row) || !strcmp(row->name, "[not listed]")) && !options->verbose)
		return false;
	return series_extent(series, row, &least, &most) && most - least >= TELL_LEAST;
}

static double span_of(const struct series *series, const struct series_row *row)
{
	double least, most;

	return series_extent(series, row, &least, &most) ? most - least : 0;
}

/* Are there @most rows that moved more than @row? */
static bool is_beyond(const struct sweep_rows *rows, const struct series *series,
		      const struct series_row *row, size_t most)
{
	size_t before = 0;

	for (size_t i = 0; i < rows->count; i++)
		before += span_of(series, rows->list[i]) > span_of(series, row);
	return before >= most;
}

void sweep_rows_to_tell(struct sweep_rows *rows, const struct series *series,
			const struct symdiff_print_options *options)
{
	struct sweep_rows all = *rows;

	rows->list = mem_zalloc(all.count + 1, sizeof(*rows->list));
	rows->count = 0;
	for (size_t i = 0; i < all.count; i++) {
		const struct series_row *row = all.list[i];
		size_t most = row->kind == SERIES_BUCKET ? BUCKETS_TOLD : SYMBOLS_TOLD;

		if (is_told(series, row, options) &&
		    (options->verbose || row->kind == SERIES_RESULT ||
		     !is_beyond(&all, series, row, most)))
			rows->list[rows->count++] = row;
	}
	free(all.list);
}

/* All figures of a row with the same number of places. */
static int places_of(const struct series_row *row)
{
	return row->is_share && row->kind != SERIES_RESULT ? 2 : -1;
}

const char *sweep_cell(const struct series_row *row, const struct measure *cell, char *room)
{
	char number[32];

	*room = '\0';
	if (cell->failed)
		return "failed";
	if (!cell->runs && cell->hidden > 0)
		snprintf(room, 64, "below %.2f", cell->hidden);
	if (!cell->runs)
		return room;
	if (row->kind == SERIES_TOTAL)
		words_amount(cell->mean, number, sizeof(number));
	else if (places_of(row) >= 0)
		snprintf(number, sizeof(number), "%.*f", places_of(row), cell->mean);
	else
		trend_number(cell->mean, number, sizeof(number));
	if (cell->hidden >= 0.005 && cell->mean > 0)
		snprintf(room, 64, "%s to %.2f", number, cell->mean + cell->hidden);
	else if (isnan(cell->sd) || cell->mean == 0)
		snprintf(room, 64, "%s", number);
	else
		snprintf(room, 64, "%s ±%.0f%%", number, 100 * cell->sd / fabs(cell->mean));
	return room;
}

/* time_s, usecs_per_op: the name says its unit. */
static bool name_has_unit(const struct series_row *row)
{
	const char *last = strrchr(row->name, '_');

	return last && !strcmp(last + 1, row->unit);
}

const char *sweep_row_name(const struct series_row *row, char *room, size_t size)
{
	size_t len;

	snprintf(room, size, "%s", row->name);
	len = strlen(room);
	if (*row->was)
		snprintf(room + len, size - len, " (was %s)", row->was);
	else if (*row->unit && !row->is_share && !name_has_unit(row))
		snprintf(room + len, size - len, ", %s", row->unit);
	else if (row->is_share && row->kind == SERIES_RESULT)
		snprintf(room + len, size - len, ", %%");
	return room;
}

const char *sweep_kind_head(const struct symdiff_sweep *sweep, enum series_kind kind)
{
	switch (kind) {
	case SERIES_RESULT:
		return "result";
	case SERIES_BUCKET:
	case SERIES_LEAF:
		return sweep->charged ? "charged to, %" : "bucket, %";
	case SERIES_SYMBOL:
		return "symbol, %";
	case SERIES_EVIDENCE:
		return "counter";
	default:
		return "";
	}
}

static void append(char *room, size_t size, const char *text)
{
	size_t len = strlen(room);

	snprintf(room + len, size - len, "%s", text);
}

/* "3 runs each, ...", "1 to 3 runs each, ..."; nothing for single profiles. */
static void append_runs(const struct series *series, char *room, size_t size)
{
	size_t least = SIZE_MAX, most = 0;
	char text[128];

	for (size_t i = 0; i < series->point_count; i++) {
		size_t runs = series->points[i].profiles;

		if (!runs)
			continue;
		least = runs < least ? runs : least;
		most = runs > most ? runs : most;
	}
	if (!most)
		return;
	if (most == 1)
		snprintf(text, sizeof(text), "; one profile each (unreplicated)");
	else if (least == most)
		snprintf(text, sizeof(text), "; %zu runs each, mean ±standard deviation", most);
	else
		snprintf(text, sizeof(text), "; %zu to %zu runs each, mean ±standard deviation",
			 least, most);
	append(room, size, text);
}

void sweep_title(const struct symdiff_sweep *sweep, const struct series *series, char *room,
		 size_t size)
{
	*room = '\0';
	if (series->shape == SERIES_GRID)
		snprintf(room, size, "%s by %s",
			 *series->factors[0].name ? series->factors[0].name : "first factor",
			 *series->factors[1].name ? series->factors[1].name : "second factor");
	else if (*series->axis)
		snprintf(room, size, "%s", series->axis);
	else
		snprintf(room, size, "%zu %s", series->point_count,
			 series->shape == SERIES_LADDER ? "steps" : "points");
	for (size_t i = 0; series->shape != SERIES_GRID && i < series->point_count && i < 12; i++) {
		append(room, size, i ? ", " : ": ");
		append(room, size, series->points[i].brief);
	}
	if (series->point_count > 12 && series->shape != SERIES_GRID)
		append(room, size, ", ...");
	append_runs(series, room, size);
	if (sweep->busy)
		append(room, size, "; shares of busy time");
}
