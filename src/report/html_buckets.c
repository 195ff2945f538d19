// SPDX-License-Identifier: GPL-2.0-or-later
/* Buckets with bars and, of a diff, the intervals of their changes. */
#include "report/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/motion.h"
#include "diff/words.h"
#include "report/rows.h"
#include "report/text.h"
#include "report/xml_text.h"
#include "support/memory.h"

/* ---- a diff ---- */

struct bucket_table {
	const struct diff_event *event;
	double most;  /* percent: the longest bar */
	double reach; /* points: the farthest end of an interval */
	bool amounts;
};

/* The change in points, and what cuts, sampling or what runs vary leave open of it: 95 %. */
static struct range interval_of(const struct diff_event *event, const struct mover *mover)
{
	const struct spread *test = motion_test(event, mover);
	struct range points = diff_points(event, mover->self, mover->hidden);
	double noise = motion_noise(event, mover);

	if (test && !isnan(test->p)) {
		struct range ends = spread_points(&mover->noise->share, 0.025);

		return (struct range) { fmin(ends.low, points.low), fmax(ends.high, points.high) };
	}
	return (struct range) { points.low - noise, points.high + noise };
}

static double share_of(const struct bucket_table *table, const struct mover *mover, int side,
		       bool with_hidden)
{
	return 100 * diff_share(table->event, side,
				mover->self[side] + (with_hidden ? mover->hidden[side] : 0));
}

static void measure_row(struct bucket_table *table, const struct diff_bucket *bucket)
{
	struct mover mover = mover_of_owner(table->event, bucket);
	struct range interval = interval_of(table->event, &mover);

	for (int side = 0; side < SIDES; side++)
		table->most = fmax(table->most, share_of(table, &mover, side, true));
	table->reach = fmax(table->reach, fmax(fabs(interval.low), fabs(interval.high)));
}

static void put_share(const struct bucket_table *table, const struct mover *mover, int side,
		      FILE *out)
{
	double low = share_of(table, mover, side, false);
	double high = share_of(table, mover, side, true);

	if (high - low < 0.005)
		fprintf(out, "<td class=\"n\">%.2f</td>", low);
	else if (mover->self[side])
		fprintf(out, "<td class=\"n\">%.2f to %.2f</td>", low, high);
	else
		fprintf(out, "<td class=\"n\">below %.2f</td>", high);
}

static void put_points(struct range points, FILE *out)
{
	if (points.high - points.low < 0.005)
		fprintf(out, "<td class=\"n\">%+.2f</td>", points.low);
	else
		fprintf(out, "<td class=\"n\">%+.2f to %+.2f</td>", points.low, points.high);
}

static void put_bars(const struct bucket_table *table, const struct mover *mover, FILE *out)
{
	static const char *const names[] = { "base", "new" };

	fputs("<td class=\"bars optional\"><div>", out);
	for (int side = 0; side < SIDES; side++) {
		double low = share_of(table, mover, side, false);
		char class[16];

		html_bar(names[side], 0, low, table->most, out);
		snprintf(class, sizeof(class), "%s open", names[side]);
		html_bar(class, low, share_of(table, mover, side, true), table->most, out);
	}
	fputs("</div></td>", out);
}

/* A whisker from end to end and a dot at the change, around a line at zero. */
static void put_interval(const struct bucket_table *table, const struct mover *mover, FILE *out)
{
	struct range points = diff_points(table->event, mover->self, mover->hidden);
	struct range interval = interval_of(table->event, mover);
	double reach = table->reach, middle = (points.low + points.high) / 2;
	const char *class = interval.low > 0 ? "grew" : interval.high < 0 ? "shrank" : "unclear";

	fprintf(out,
		"<td class=\"interval %s\" title=\"between %+.2f and %+.2f pp\"><div>"
		"<i class=\"zero\"></i>",
		class, interval.low, interval.high);
	html_bar("whisker", interval.low + reach, interval.high + reach, 2 * reach, out);
	fprintf(out, "<i class=\"dot\" style=\"left:%.2f%%\"></i></div></td>",
		reach > 0 ? 50 * (middle / reach + 1) : 50);
}

static void put_row(const struct bucket_table *table, const struct diff_bucket *bucket,
		    const char *class, FILE *out)
{
	const struct diff_event *event = table->event;
	struct mover mover = mover_of_owner(event, bucket), self = mover_of_bucket(event, bucket);
	char ratio[64];

	fprintf(out, "<tr class=\"%s\"><th>", class);
	xml_text(bucket->name, 0, out);
	fputs("</th>", out);
	for (int side = 0; side < SIDES; side++)
		put_share(table, &mover, side, out);
	put_points(diff_points(event, mover.self, mover.hidden), out);
	words_ratio(diff_ratio(event, mover.self[BASE], mover.hidden[BASE], mover.self[NEW],
			       mover.hidden[NEW]),
		    ratio, sizeof(ratio));
	if (table->amounts)
		fprintf(out, "<td class=\"n optional\">%s</td>", ratio);
	if (event->charged)
		fprintf(out, "<td class=\"n quiet optional\">%.2f \xe2\x86\x92 %.2f</td>",
			share_of(table, &self, BASE, false), share_of(table, &self, NEW, false));
	put_bars(table, &mover, out);
	put_interval(table, &mover, out);
	fputs("</tr>\n", out);
}

static void put_leaves(const struct bucket_table *table, const struct diff_bucket *head, FILE *out)
{
	for (size_t i = 0; i < table->event->leaf_count; i++) {
		const struct diff_bucket *leaf = &table->event->leaves[i];

		if (leaf->head == head->head && strcmp(leaf->name, head->name) &&
		    (leaf->side[BASE].self || leaf->side[NEW].self))
			put_row(table, leaf, "leaf", out);
	}
}

/* What a cut table leaves out, last: any bucket may be in it. */
static void put_not_listed(const struct bucket_table *table, FILE *out)
{
	const struct diff_event *event = table->event;
	struct mover mover = mover_of_bucket(event, &event->leaves[BUCKET_NOT_LISTED]);

	if (!mover.self[BASE] && !mover.self[NEW])
		return;
	fputs("<tr class=\"quiet\"><th>not listed</th>", out);
	for (int side = 0; side < SIDES; side++)
		put_share(table, &mover, side, out);
	fputs("<td class=\"quiet\">may hold any</td>", out);
	for (int i = 0; i < table->amounts + event->charged; i++)
		fputs("<td class=\"optional\"></td>", out);
	put_bars(table, &mover, out);
	fputs("<td></td></tr>\n", out);
}

static void put_heading(const struct bucket_table *table, FILE *out)
{
	const struct diff_event *event = table->event;

	fprintf(out,
		"<div class=\"scroll\"><table class=\"buckets\">\n<thead><tr><th>%s</th>"
		"<th class=\"n\">base %%</th><th class=\"n\">new %%</th>"
		"<th class=\"n\">pp</th>",
		event->charged ? "charged to" : "bucket");
	if (table->amounts)
		fprintf(out, "<th class=\"n optional\">%s</th>",
			event->work_known ? "cost" : event->amount_unit);
	if (event->charged)
		fputs("<th class=\"n optional\">self %</th>", out);
	fprintf(out,
		"<th class=\"optional\">share, 0 to %.0f %%</th><th class=\"interval\">change, -%.*f to +%.*f pp</th></tr></thead>\n"
		"<tbody>\n",
		ceil(table->most), table->reach < 10, table->reach, table->reach < 10,
		table->reach);
}

static bool is_in(const struct diff_bucket *const *list, size_t count,
		  const struct diff_bucket *bucket)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == bucket)
			return true;
	return false;
}

void html_buckets_diff(const struct diff_event *event, uint32_t number,
		       const struct symdiff_print_options *options, FILE *out)
{
	struct symdiff_print_options first = *options, all = *options;
	struct bucket_table table = {
		.event = event,
		.amounts = event->amount[BASE] > 0 && event->amount[NEW] > 0,
	};
	const struct diff_bucket **main_list, **list;
	size_t main_count, count;

	first.verbose = 0;
	all.verbose = 1;
	main_list = text_diff_buckets(event, &first, &main_count);
	list = text_diff_buckets(event, &all, &count);
	for (size_t i = 0; i < count; i++)
		measure_row(&table, list[i]);
	html_begin_section("buckets", number, "Buckets", out);
	put_heading(&table, out);
	for (size_t i = 0; i < count; i++) {
		put_row(&table, list[i], is_in(main_list, main_count, list[i]) ? "" : "minor", out);
		put_leaves(&table, list[i], out);
	}
	put_not_listed(&table, out);
	fputs("</tbody></table></div>\n<p class=\"quiet key\"><i class=\"base\"></i> base "
	      "<i class=\"new\"></i> new; the line of a change is its 95 % interval",
	      out);
	fputs(noise_is_known(event->noise)
		      ? ", by what the runs vary"
		      : ", by sampling and what tables leave out: what runs vary comes on top",
	      out);
	fputs("</p>\n</section>\n", out);
	free(main_list);
	free(list);
}

/* ---- one profile ---- */

static void put_report_row(const struct report_bucket *bucket, const struct totals *totals,
			   double whole, double most, const char *class, FILE *out)
{
	bool busy = whole < (double)totals->total;
	double self = 100 * (double)(bucket->total.self - (busy ? bucket->total.idle : 0)) / whole;
	double charged = 100 *
			 (double)(bucket->total.charged - (busy ? bucket->total.idle_charged : 0)) /
			 whole;

	fprintf(out, "<tr class=\"%s\"><th>", class);
	xml_text(bucket->name, 0, out);
	fprintf(out, "</th><td class=\"n\">%.2f</td>", self);
	if (totals->has_charged)
		fprintf(out, "<td class=\"n\">%.2f</td>", charged);
	fputs("<td class=\"bars\"><div>", out);
	html_bar("base", 0, self, most, out);
	if (totals->has_charged)
		html_bar("new", 0, charged, most, out);
	fputs("</div></td></tr>\n", out);
}

static bool is_idle(const struct report_bucket *bucket)
{
	return !strcmp(bucket->name, "idle");
}

static double most_of(const struct report_rows *rows, const struct totals *totals, double whole)
{
	double most = 0;

	for (size_t i = 0; i < rows->head_count; i++) {
		const struct bucket_total *total = &rows->heads[i].total;
		bool busy = whole < (double)totals->total;

		if (busy && is_idle(&rows->heads[i]))
			continue;
		most = fmax(most, 100 * (double)total->self / whole);
		most = fmax(most, 100 * (double)total->charged / whole);
	}
	return most;
}

void html_buckets_report(const struct symdiff_profile *side, const struct totals *totals,
			 uint32_t number, const struct symdiff_print_options *options, FILE *out)
{
	double whole = html_whole(totals, options), most;
	bool busy = whole < (double)totals->total;
	struct report_rows rows;

	report_rows_init(&rows, side, totals, options);
	most = most_of(&rows, totals, whole);
	html_begin_section("buckets", number, "Buckets", out);
	fprintf(out,
		"<div class=\"scroll\"><table class=\"buckets one\">\n<thead><tr><th>bucket</th>"
		"<th class=\"n\">self %%</th>%s<th>share of %s</th></tr></thead>\n<tbody>\n",
		totals->has_charged ? "<th class=\"n\">charged %</th>" : "",
		busy ? "busy time" : "the total");
	for (size_t i = 0; i < rows.head_count; i++) {
		const struct report_bucket *head = &rows.heads[i];
		double share = fmax((double)head->total.self, (double)head->total.charged) / whole;

		if (busy && is_idle(head))
			continue;
		put_report_row(head, totals, whole, most, share < 0.01 ? "minor" : "", out);
		for (size_t l = 0; l < rows.leaf_count; l++)
			if (rows.leaves[l].head == head->head &&
			    strcmp(rows.leaves[l].name, head->name))
				put_report_row(&rows.leaves[l], totals, whole, most, "leaf", out);
	}
	fputs("</tbody></table></div>\n", out);
	if (totals->has_charged)
		fputs("<p class=\"quiet key\"><i class=\"base\"></i> self: by the function that ran "
		      "<i class=\"new\"></i> charged: to the owner that called it</p>\n",
		      out);
	fputs("</section>\n", out);
	report_rows_deinit(&rows);
}
