// SPDX-License-Identifier: GPL-2.0-or-later
/* The symbols of an HTML report, for its table: see html_data.h. */
#include "report/html_data.h"

#include <math.h>
#include <string.h>

#include "diff/motion.h"
#include "diff/words.h"
#include "report/diff_rows.h"
#include "report/html_json.h"
#include "report/rows.h"

/* Nobody scrolls further, and files grow. */
#define SYMBOLS_MOST 20000

static json_t *percent(double share)
{
	return html_json_number(100 * share, 4);
}

struct symbols {
	struct html_names images, buckets;
	json_t *rows;
};

static void put_symbols(struct symbols *symbols, uint32_t number, bool two, const char *amount,
			size_t more, FILE *out)
{
	json_t *root = json_object();
	char id[32];

	snprintf(id, sizeof(id), "data-symbols-%u", number);
	json_object_set_new(root, "two", json_boolean(two));
	json_object_set_new(root, "amount", amount ? json_string(amount) : json_null());
	json_object_set_new(root, "images", html_names_array(&symbols->images));
	json_object_set_new(root, "buckets", html_names_array(&symbols->buckets));
	json_object_set_new(root, "rows", symbols->rows);
	json_object_set_new(root, "more", json_integer((json_int_t)more));
	html_json(id, root, out);
}

/* ---- one profile ---- */

static json_t *symbol_row(struct symbols *symbols, const struct symdiff_profile *side,
			  const struct totals *totals, uint32_t number, double whole)
{
	const struct profile *profile = totals->profile;
	const struct symbol *symbol = &profile->symbols[number];
	const struct symbol_total *total = &totals->symbols[number];
	bool counted = totals_event(totals)->samples_known && !(symbol->flags & SYMBOL_NOT_LISTED);
	bool busy = whole < (double)totals->total;
	json_t *row = json_array();

	json_array_append_new(row, html_json_name(profile_text(profile, symbol->name)));
	json_array_append_new(
		row, html_names_number(&symbols->buckets,
				       buckets_leaf_name(side->rules->buckets, symbol->bucket)));
	json_array_append_new(row,
			      html_names_number(&symbols->images, report_dso(profile, symbol)));
	json_array_append_new(row, percent((double)symbol_self(total, busy) / whole));
	json_array_append_new(row, totals->has_children
					   ? percent((double)symbol_children(total, busy) / whole)
					   : json_null());
	json_array_append_new(row,
			      counted ? json_integer((json_int_t)total->samples) : json_null());
	return row;
}

void html_symbols_report(const struct symdiff_profile *side, const struct totals *totals,
			 uint32_t number, const struct symdiff_print_options *options, FILE *out)
{
	struct symbols symbols = { .rows = json_array() };
	uint64_t busy = totals->total - totals->idle;
	double whole = (double)(options->with_idle || !busy ? totals->total : busy);
	size_t most = options->limit > 0 ? (size_t)options->limit : SYMBOLS_MOST, more = 0;
	struct report_rows rows;

	report_rows_init(&rows, side, totals, options);
	for (size_t i = 0; i < rows.symbol_count; i++) {
		const struct symbol *symbol = &totals->profile->symbols[rows.symbols[i]];

		if (whole < (double)totals->total && symbol->bucket == BUCKET_IDLE)
			continue;
		if (json_array_size(symbols.rows) < most)
			json_array_append_new(symbols.rows, symbol_row(&symbols, side, totals,
								       rows.symbols[i], whole));
		else
			more++;
	}
	report_rows_deinit(&rows);
	put_symbols(&symbols, number, false, NULL, more, out);
}

/* ---- a diff ---- */

static json_t *diff_row(struct symbols *symbols, const struct symdiff_diff *diff,
			const struct diff_event *event, const struct diff_row *of)
{
	struct mover mover = mover_of_row(event, of);
	struct range ratio = diff_ratio(event, mover.self[BASE], mover.hidden[BASE],
					mover.self[NEW], mover.hidden[NEW]);
	struct range points = diff_points(event, mover.self, mover.hidden);
	const char *name = diff_row_name(event, of), *older = diff_row_side_name(event, of, BASE);
	bool renamed = *older && strcmp(older, name);
	json_t *row = json_array();
	char words[64];

	json_array_append_new(row, html_json_name(name));
	json_array_append_new(
		row, html_names_number(&symbols->buckets,
				       buckets_leaf_name(diff->rules->buckets, of->bucket)));
	json_array_append_new(row, html_names_number(&symbols->images, diff_row_dso(event, of)));
	for (int side = 0; side < SIDES; side++)
		json_array_append_new(row, percent(diff_share(event, side, mover.self[side])));
	for (int side = 0; side < SIDES; side++)
		json_array_append_new(row, percent(diff_share(event, side, mover.hidden[side])));
	json_array_append_new(row, html_json_number((points.low + points.high) / 2, 4));
	json_array_append_new(row, html_json_number((ratio.low + ratio.high) / 2, 4));
	json_array_append_new(row, json_string(words_ratio(ratio, words, sizeof(words))));
	json_array_append_new(row, renamed ? html_json_name(older) : json_integer(0));
	json_array_append_new(row, json_string(match_names[of->match]));
	return row;
}

void html_symbols_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		       uint32_t number, const struct symdiff_print_options *options, FILE *out)
{
	struct symbols symbols = { .rows = json_array() };
	struct symdiff_print_options limited = *options;
	const char *amount = event->work_known ? "cost" : event->amount_unit;
	struct diff_rows rows;

	if (!(event->amount[BASE] > 0) || !(event->amount[NEW] > 0))
		amount = NULL; /* there is nothing but shares */
	if (limited.limit <= 0)
		limited.limit = SYMBOLS_MOST;
	diff_rows_init(&rows, diff, event, &limited, ROWS_FOR_PEOPLE);
	for (size_t i = 0; i < rows.count; i++)
		json_array_append_new(symbols.rows, diff_row(&symbols, diff, event, rows.rows[i]));
	put_symbols(&symbols, number, true, amount, rows.left_out, out);
	diff_rows_deinit(&rows);
}
