// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The diff for people. The first screen is what a maintainer reads in ten
 * seconds: how much in all, what moved, which buckets. -v has the rest.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/motion.h"
#include "diff/words.h"
#include "report/diff_rows.h"
#include "report/text.h"
#include "report/text_table.h"
#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"

#define BUCKET_LEAST 1.0 /* percent on one side, or ... */
#define MOVE_LEAST   0.2 /* ... points moved, to be on the first screen */

/* ---- head ---- */

void text_comparison(const struct diff_event *event, char *buf, size_t size)
{
	bool cut = totals_event(event->totals[BASE])->cut || totals_event(event->totals[NEW])->cut;

	char runs[64];

	snprintf(buf, size, ", %s%s%s", words_runs(event, runs, sizeof(runs)),
		 cut ? ", tables cut" : "", event->busy ? ", shares of busy time" : "");
}

static void print_title(const struct diff_event *event, const struct symdiff_print_options *options,
			FILE *out)
{
	const struct totals *newer = event->totals[NEW];
	const char *name = profile_text(newer->profile, totals_event(newer)->name);
	char line[512], comparison[128];

	text_comparison(event, comparison, sizeof(comparison));
	snprintf(line, sizeof(line), "%s%s", *name ? name : "event not named", comparison);
	fputs(text_colour(options, text_bold), out);
	text_wrap(line, 2, options, out);
	fputs(text_plain(options), out);
}

/* The end of a path tells more than its beginning. */
static const char *path_tail(const char *path, size_t columns)
{
	while (utf8_columns(path) > columns && strchr(path + 1, '/'))
		path = strchr(path + 1, '/');
	return path;
}

static char *side_label(const struct symdiff_profile *side, size_t columns)
{
	cleanup_free char *path = utf8_printable(side->path);
	cleanup_free char *kernel = utf8_printable(text_kernel(side->profile));
	bool named = *kernel && !strstr(path, kernel);
	char more[32] = "";
	size_t room;
	const char *tail;
	char *label;

	if (side->run_count > 1 && !side->path_has_all)
		snprintf(more, sizeof(more), " and %zu more", side->run_count - 1);
	room = strlen(more) + (named ? utf8_columns(kernel) + 3 : 0);
	tail = path_tail(path, columns > room ? columns - room : 0);
	if (asprintf(&label, named ? "%s%s%s (%s)" : "%s%s%s", tail == path ? "" : "...", tail,
		     more, kernel) < 0)
		label = mem_strdup("");
	return label;
}

static void print_sides(const struct symdiff_diff *diff, const struct diff_event *event,
			const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = { .heads = { "", "", "", "" },
				    .columns = 3,
				    .last_is_text = true };
	bool uneven = diff->side[BASE]->run_count != diff->side[NEW]->run_count;
	char amount[96], ratio[64];

	words_ratio(diff_ratio(event, event->totals[BASE]->total, 0, event->totals[NEW]->total, 0),
		    ratio, sizeof(ratio));
	for (int side = 0; side < SIDES; side++) {
		struct text_row *row = text_table_row(&table, 0);
		cleanup_free char *label =
			side_label(diff->side[side], text_width(options) - (uneven ? 51 : 42));

		text_amount(event->totals[side], amount, sizeof(amount));
		text_cell(row, 0, "%s  %s", side == BASE ? "base" : "new ", label);
		text_cell(row, 1, "%s", amount);
		if (side == NEW && *ratio)
			text_cell(row, 2, "%s%s", ratio, uneven ? " a run" : "");
	}
	text_table_print(&table, options, out);
	if (*ratio)
		fprintf(out, "      (%s)\n",
			diff->options.base_work > 0
				? "per unit of the work given: amounts are costs"
			: event->work_known ? "both did the same work: amounts are costs"
					    : "a cost only if both did the same work: --same-work");
}

/* ---- findings ---- */

/* What the head or the table below says already is not repeated. */
static bool is_shown(const struct diff_event *event, size_t i,
		     const struct symdiff_print_options *options)
{
	switch (event->findings[i].kind) {
	case FINDING_TOTAL:
	case FINDING_RENAMED:
	case FINDING_MERGED:
	case FINDING_NOT_LISTED:
		return options->verbose > 1;
	case FINDING_COMPOSITION:
		return event->findings[i].level || options->verbose;
	default:
		return true;
	}
}

static const char *finding_colour(const struct finding *finding)
{
	switch (finding->kind) {
	case FINDING_GREW:
	case FINDING_NEW:
		return text_red;
	case FINDING_SHRANK:
	case FINDING_GONE:
		return text_green;
	default:
		return "";
	}
}

/* The first words of a finding about a bucket are a headline: ALLOCATOR GREW. */
static void print_finding(const struct finding *finding, bool headline,
			  const struct symdiff_print_options *options, FILE *out)
{
	cleanup_free char *text = NULL;
	size_t loud = headline ? strcspn(finding->text, ":") : 0;

	if (asprintf(&text, "%*s%s", 2 * finding->level, "", finding->text) < 0)
		return;
	if (headline && strstr(finding->text, "  "))
		loud = strstr(finding->text, "  ") - finding->text;
	for (size_t i = 0; i < loud && headline; i++)
		text[i] = toupper((unsigned char)text[i]);
	if (!finding->level)
		fputs(text_colour(options, finding_colour(finding)), out);
	text_wrap(text, 2 * finding->level + 2, options, out);
	if (!finding->level)
		fputs(text_plain(options), out);
}

/* "ALLOCATOR GREW  85.6 -> 89.2 %": a bucket's finding, with what carries it below. */
static bool is_headline(const struct finding *finding)
{
	return !finding->level && strstr(finding->text, "  ") &&
	       (finding->kind == FINDING_GREW || finding->kind == FINDING_SHRANK);
}

static void print_findings(const struct diff_event *event,
			   const struct symdiff_print_options *options, FILE *out)
{
	bool paragraph = false; /* a headline and what is below it, or lines of their own */

	for (size_t i = 0; i < event->finding_count; i++) {
		const struct finding *finding = &event->findings[i];
		bool headline = is_headline(finding);

		if (!is_shown(event, i, options))
			continue;
		if (headline || (!finding->level && !paragraph))
			fputc('\n', out);
		if (!finding->level)
			paragraph = !headline;
		print_finding(finding, headline, options, out);
	}
}

/* ---- tables ---- */

/* "4.25", or "2.79 to 3.46" where the cut leaves it open, or "below 0.68". */
static void share_cell(struct text_row *row, size_t column, const struct diff_event *event,
		       int side, uint64_t self, uint64_t hidden)
{
	double low = 100 * diff_share(event, side, self);
	double high = 100 * diff_share(event, side, self + hidden);

	if (high - low < 0.005)
		text_cell(row, column, "%.2f", low);
	else if (self)
		text_cell(row, column, "%.2f to %.2f", low, high);
	else
		text_cell(row, column, "below %.2f", high);
}

static void points_cell(struct text_row *row, size_t column, struct range points)
{
	if (points.high - points.low < 0.005)
		text_cell(row, column, "%+.2f", points.low);
	else
		text_cell(row, column, "%+.2f to %+.2f", points.low, points.high);
}

static void add_row(struct text_table *table, const struct diff_event *event, const char *name,
		    const struct mover *mover, int indent)
{
	struct text_row *row = text_table_row(table, indent);
	char ratio[64];

	text_cell(row, 0, "%s", name);
	for (int side = 0; side < SIDES; side++)
		share_cell(row, 1 + side, event, side, mover->self[side], mover->hidden[side]);
	points_cell(
		row, 3,
		(struct range) {
			100 * (diff_share(event, NEW, mover->self[NEW]) -
			       diff_share(event, BASE, mover->self[BASE] + mover->hidden[BASE])),
			100 * (diff_share(event, NEW, mover->self[NEW] + mover->hidden[NEW]) -
			       diff_share(event, BASE, mover->self[BASE])),
		});
	words_ratio(diff_ratio(event, mover->self[BASE], mover->hidden[BASE], mover->self[NEW],
			       mover->hidden[NEW]),
		    ratio, sizeof(ratio));
	if (*ratio)
		text_cell(row, 4, "%s", ratio);
	row->bar = diff_share(event, NEW, mover->self[NEW]);
}

static struct text_table diff_table(const struct diff_event *event, const char *what)
{
	return (struct text_table) {
		.heads = { what, "base %", "new %", "pp",
			   event->work_known ? "cost" : event->amount_unit },
		.columns = event->amount[BASE] > 0 && event->amount[NEW] > 0 ? 5 : 4,
		.bars = true,
	};
}

static bool bucket_is_shown(const struct diff_event *event, const struct diff_bucket *bucket,
			    const struct symdiff_print_options *options)
{
	struct mover mover = mover_of_owner(event, bucket);
	struct mover self = mover_of_bucket(event, bucket);
	struct range points = diff_points(event, mover.self, mover.hidden);

	if (bucket->head == event->leaves[BUCKET_NOT_LISTED].head ||
	    (event->busy && bucket->head == event->leaves[BUCKET_IDLE].head))
		return false;
	if (!mover.self[BASE] && !mover.self[NEW] && !self.self[BASE] && !self.self[NEW])
		return false;
	return options->verbose || 100 * diff_share(event, BASE, self.self[BASE]) >= BUCKET_LEAST ||
	       100 * diff_share(event, NEW, self.self[NEW]) >= BUCKET_LEAST ||
	       100 * diff_share(event, BASE, mover.self[BASE]) >= BUCKET_LEAST ||
	       100 * diff_share(event, NEW, mover.self[NEW]) >= BUCKET_LEAST ||
	       fabs(points.low + points.high) / 2 >= MOVE_LEAST;
}

static double bucket_order(const struct diff_event *event, const struct diff_bucket *bucket)
{
	struct mover owner = mover_of_owner(event, bucket);
	double most = fmax(diff_share(event, BASE, owner.self[BASE]),
			   diff_share(event, NEW, owner.self[NEW]));

	/* Mechanisms, which own nothing, come after the owners, by self. */
	return most > 0 ? 1 + most : diff_share(event, NEW, bucket->side[NEW].self);
}

static int compare_buckets(const void *a, const void *b, void *context)
{
	const struct diff_event *event = context;
	const struct diff_bucket *x = *(const struct diff_bucket *const *)a;
	const struct diff_bucket *y = *(const struct diff_bucket *const *)b;
	double p = bucket_order(event, x), q = bucket_order(event, y);

	return p != q ? (p < q ? 1 : -1) : strcmp(x->name, y->name);
}

/* With callchains: what is charged to the bucket; its own code's share behind it. */
static void add_bucket_row(struct text_table *table, const struct diff_event *event,
			   const struct diff_bucket *bucket, int indent)
{
	struct mover owner = mover_of_owner(event, bucket), self = mover_of_bucket(event, bucket);
	size_t last = table->columns - 1;

	add_row(table, event, bucket->name, &owner, indent);
	if (event->charged)
		text_cell(&table->rows[table->count - 1], last, "%.2f -> %.2f",
			  100 * diff_share(event, BASE, self.self[BASE]),
			  100 * diff_share(event, NEW, self.self[NEW]));
}

static void add_leaves(struct text_table *table, const struct diff_event *event,
		       const struct diff_bucket *head)
{
	for (size_t i = 0; i < event->leaf_count; i++) {
		const struct diff_bucket *leaf = &event->leaves[i];

		if (leaf->head == head->head && strcmp(leaf->name, head->name) &&
		    (leaf->side[BASE].self || leaf->side[NEW].self))
			add_bucket_row(table, event, leaf, 2);
	}
}

static const char *what_grew(const struct diff_event *event)
{
	for (size_t i = 0; i < event->finding_count; i++)
		if (event->findings[i].kind == FINDING_GREW && !event->findings[i].level)
			return event->findings[i].subject;
	return NULL;
}

/* What a cut table leaves out, last: any bucket may be in it. */
static void add_not_listed(struct text_table *table, const struct diff_event *event)
{
	uint64_t rest[SIDES];

	for (int side = 0; side < SIDES; side++)
		rest[side] = event->totals[side]->buckets[BUCKET_NOT_LISTED].self;
	if (!rest[BASE] && !rest[NEW])
		return;

	struct text_row *row = text_table_row(table, 0);

	text_cell(row, 0, "not listed");
	for (int side = 0; side < SIDES; side++)
		text_cell(row, 1 + side, "%.2f", 100 * diff_share(event, side, rest[side]));
	row->colour = text_dim;
	if (what_grew(event) && table->columns > 4)
		text_cell(row, 4, "may hold %s", what_grew(event));
}

const struct diff_bucket **text_diff_buckets(const struct diff_event *event,
					     const struct symdiff_print_options *options,
					     size_t *count)
{
	const struct diff_bucket **list = mem_alloc((event->head_count + 1) * sizeof(*list));

	*count = 0;
	for (size_t i = 0; i < event->head_count; i++)
		if (bucket_is_shown(event, &event->heads[i], options))
			list[(*count)++] = &event->heads[i];
	qsort_r(list, *count, sizeof(*list), compare_buckets, (void *)event);
	return list;
}

static void print_buckets(const struct diff_event *event,
			  const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = diff_table(event, "");
	size_t count;
	const struct diff_bucket **list = text_diff_buckets(event, options, &count);

	if (event->charged) {
		table.heads[0] = "charged to";
		table.heads[table.columns++] = "self %";
		table.bars = false;
	}
	for (size_t i = 0; i < count; i++) {
		add_bucket_row(&table, event, list[i], 0);
		if (options->verbose)
			add_leaves(&table, event, list[i]);
	}
	add_not_listed(&table, event);
	fputc('\n', out);
	text_table_print(&table, options, out);
	free(list);
}

/* Who owns what which mechanism does, where it moved: "lock for net  2.91  18.00  +15.09". */
static void print_matrix(const struct diff_event *event,
			 const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = {
		.heads = { "mechanism, charged to", "base %", "new %", "pp" },
		.columns = 4,
		.bars = true,
	};

	for (uint32_t i = 0; i < event->head_count * event->head_count; i++) {
		uint32_t owner = i / event->head_count, mechanism = i % event->head_count;
		double share[SIDES];
		struct text_row *row;

		for (int side = 0; side < SIDES; side++)
			share[side] = diff_share(event, side, event->totals[side]->matrix[i]);
		if (owner == mechanism || 100 * fabs(share[NEW] - share[BASE]) < MOVE_LEAST)
			continue;
		row = text_table_row(&table, 0);
		text_cell(row, 0, "%s, %s", event->heads[mechanism].name, event->heads[owner].name);
		text_cell(row, 1, "%.2f", 100 * share[BASE]);
		text_cell(row, 2, "%.2f", 100 * share[NEW]);
		text_cell(row, 3, "%+.2f", 100 * (share[NEW] - share[BASE]));
		row->bar = share[NEW];
	}
	if (table.count)
		fputc('\n', out);
	text_table_print(&table, options, out);
}

/* In which contexts the time went: tasks, interrupts, softirqs and where they ran. */
static void print_contexts(const struct diff_event *event,
			   const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = { .heads = { "context", "base %", "new %", "pp" },
				    .columns = 4,
				    .bars = true };

	for (unsigned i = 0; i < RUN_CONTEXTS; i++) {
		double share[SIDES];
		struct text_row *row;

		for (int side = 0; side < SIDES; side++)
			share[side] = diff_share(event, side, event->totals[side]->contexts[i]);
		if ((event->busy && i == RUN_IDLE) || (share[BASE] <= 0 && share[NEW] <= 0))
			continue;
		row = text_table_row(&table, 0);
		text_cell(row, 0, *run_context_where(i) ? "%s %s" : "%s", run_context_name(i),
			  run_context_where(i));
		text_cell(row, 1, "%.2f", 100 * share[BASE]);
		text_cell(row, 2, "%.2f", 100 * share[NEW]);
		text_cell(row, 3, "%+.2f", 100 * (share[NEW] - share[BASE]));
		row->bar = share[NEW];
	}
	fputc('\n', out);
	text_table_print(&table, options, out);
}

/* "sock_def_readable 0.63 % -> below 0.68 %: not listed": no table of deltas that are none. */
static void print_not_listed(const struct diff_event *event,
			     const struct symdiff_print_options *options, FILE *out)
{
	for (size_t i = 0; i < event->finding_count; i++)
		if (event->findings[i].kind == FINDING_NOT_LISTED)
			text_wrap(event->findings[i].text, 2, options, out);
}

static void print_symbols(const struct symdiff_diff *diff, const struct diff_event *event,
			  const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = diff_table(event, "symbol");
	struct diff_rows rows;

	diff_rows_init(&rows, diff, event, options, ROWS_FOR_PEOPLE);
	for (size_t i = 0; i < rows.count; i++) {
		struct mover mover = mover_of_row(event, rows.rows[i]);
		const char *older = diff_row_side_name(event, rows.rows[i], BASE);
		const char *newer = diff_row_side_name(event, rows.rows[i], NEW);
		char name[512];

		snprintf(name, sizeof(name),
			 *older && *newer && strcmp(older, newer) ? "%s (was %s)" : "%s",
			 diff_row_name(event, rows.rows[i]), older);
		add_row(&table, event, name, &mover, 0);
	}
	fputc('\n', out);
	text_table_print(&table, options, out);
	diff_rows_deinit(&rows);
}

static bool wants_symbols(const struct symdiff_print_options *options)
{
	return options->verbose || options->limit > 0 || options->percent_limit > 0 ||
	       (options->dsos && *options->dsos) || (options->symbols && *options->symbols) ||
	       (options->buckets && *options->buckets);
}

void text_diff_head(const struct symdiff_diff *diff, const struct diff_event *event,
		    const struct symdiff_print_options *options, FILE *out)
{
	print_title(event, options, out);
	print_sides(diff, event, options, out);
	print_findings(event, options, out);
}

void text_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
	       FILE *out)
{
	static const char *const names[] = { "base", "new" };

	for (size_t i = 0; i < diff->event_count; i++) {
		const struct diff_event *event = &diff->events[i];

		if (i)
			fputc('\n', out);
		text_diff_head(diff, event, options, out);
		print_buckets(event, options, out);
		print_not_listed(event, options, out);
		if (event->charged && options->verbose)
			print_matrix(event, options, out);
		if (event->charged && options->verbose)
			print_contexts(event, options, out);
		if (wants_symbols(options))
			print_symbols(diff, event, options, out);
		if (options->verbose)
			text_noise(event, options, out);
		if (options->verbose)
			text_ledger(event, options, out);
		if (options->relative)
			text_relative(event, options, out);
		if (options->explain_pairs)
			text_pairs(event, options, out);
		text_opened_diff(diff, event, options, out);
	}
	text_witness(diff->witness, options, out);
	for (int side = 0; side < SIDES; side++)
		text_warnings(diff->side[side], names[side], options, out);
}
