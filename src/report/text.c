// SPDX-License-Identifier: GPL-2.0-or-later
/* What people read: one profile. text_diff.c has two, text_gate.c the gate. */
#include "report/text.h"

#include <stdarg.h>
#include <string.h>

#include "diff/words.h"
#include "report/rows.h"
#include "report/text_table.h"
#include "report/unresolved.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/utf8.h"

#define SYMBOLS_SHOWN 20
#define HEAD_LEAST    0.0005 /* shares below this are noise to the eye; -v shows them */
#define LEAF_LEAST    0.01
#define CHILDREN_TOLD 0.00005 /* what is inferred of them shows as 0.01 % */

void text_warnings(const struct symdiff_profile *side, const char *name,
		   const struct symdiff_print_options *options, FILE *out)
{
	const struct profile *profile = side->profile;

	for (uint32_t i = 0; i < profile->warning_count; i++) {
		char line[1200];

		snprintf(line, sizeof(line), "%s%s%s", name,
			 *name ? ": " : "note: ", profile_text(profile, profile->warnings[i]));
		text_wrap(line, 6, options, out);
	}
}

/* "linux-2.6.24", "6.1.0-57-amd64": which kernel, if the input says. */
const char *text_kernel(const struct profile *profile)
{
	if (profile->recording.os_release)
		return profile_text(profile, profile->recording.os_release);
	for (uint32_t i = 0; i < profile->dso_count; i++) {
		const char *path = profile_text(profile, profile->dsos[i].path);
		const char *slash = strrchr(path, '/');

		if (profile->dsos[i].kind == DSO_KERNEL && strpbrk(path, "0123456789"))
			return slash ? slash + 1 : path;
	}
	return "";
}

static void append(char *buf, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void append(char *buf, size_t size, const char *format, ...)
{
	size_t len = strlen(buf);
	va_list args;

	va_start(args, format);
	vsnprintf(buf + len, size - len, format, args);
	va_end(args);
}

/* "1.94 G in 1940 samples", "92.6 M samples", "100 %". */
void text_amount(const struct totals *totals, char *buf, size_t size)
{
	const struct event *event = totals_event(totals);
	char amount[32];

	buf[0] = '\0';
	words_amount(totals_units(totals, totals->total), amount, sizeof(amount));
	if (event->unit == UNIT_SAMPLES) {
		append(buf, size, "%s%s samples", event->total_estimated ? "about " : "", amount);
		return;
	}
	if (event->unit == UNIT_PERIOD)
		append(buf, size, "%s", amount);
	else if (event->amount > 0)
		append(buf, size, "about %s%s", words_amount(event->amount, amount, sizeof(amount)),
		       event->amount_is_samples ? " samples" : "");
	if (event->samples_known && event->samples)
		append(buf, size, "%s%s samples", *buf ? " in " : "",
		       words_amount((double)totals->samples, amount, sizeof(amount)));
}

static void print_recording(const struct symdiff_profile *side,
			    const struct symdiff_print_options *options, FILE *out)
{
	const struct recording *recording = &side->profile->recording;
	const char *kernel = text_kernel(side->profile);
	char line[1024] = "";

	if (*kernel)
		append(line, sizeof(line), "kernel %s", kernel);
	if (recording->hostname)
		append(line, sizeof(line), "%son %s", *line ? " " : "",
		       profile_text(side->profile, recording->hostname));
	if (recording->cpus_online)
		append(line, sizeof(line), "%s%u CPUs", *line ? ", " : "", recording->cpus_online);
	if (recording->duration_seconds > 0)
		append(line, sizeof(line), "%s%.1f s", *line ? ", " : "",
		       recording->duration_seconds);
	if (*line)
		text_wrap(line, 2, options, out);
	if (recording->command_line)
		text_wrap(profile_text(side->profile, recording->command_line), 2, options, out);
}

/* What was put back is not sampled: say how much there is of it, and how sure. */
static void print_tail_calls(const struct totals *totals,
			     const struct symdiff_print_options *options, FILE *out)
{
	const struct tail_call_total *tails = &totals->tails;
	char line[512] = "";

	if (!totals_tails_undone(totals))
		return;
	append(line, sizeof(line),
	       "tail calls: of %lu callchains %lu were completed, %lu in part (%lu with several "
	       "possible ways, %lu with an indirect jump on the way)",
	       (unsigned long)totals->samples, (unsigned long)tails->completed,
	       (unsigned long)(tails->ambiguous + tails->open), (unsigned long)tails->ambiguous,
	       (unsigned long)tails->open);
	if (tails->impossible)
		append(line, sizeof(line), ", %lu contradict it", (unsigned long)tails->impossible);
	append(line, sizeof(line), ", %lu are untouched; ~ is inferred in part",
	       (unsigned long)tails->untouched);
	text_wrap(line, 12, options, out);
}

static void print_event_head(const struct symdiff_profile *side, const struct totals *totals,
			     const struct symdiff_print_options *options, FILE *out)
{
	const struct event *event = totals_event(totals);
	char amount[96], line[512] = "";

	text_amount(totals, amount, sizeof(amount));
	append(line, sizeof(line), "%s", profile_text(side->profile, event->name));
	if (*amount)
		append(line, sizeof(line), "%s%s", *line ? ": " : "", amount);
	if (event->frequency)
		append(line, sizeof(line), ", %lu Hz", (unsigned long)event->frequency);
	else if (event->period > 1 && event->unit == UNIT_PERIOD)
		append(line, sizeof(line), ", one in %lu", (unsigned long)event->period);
	if (event->lost)
		append(line, sizeof(line), ", %lu lost", (unsigned long)event->lost);
	if (event->cut)
		append(line, sizeof(line), "%sthe table is cut", *line ? ", " : "");
	if (totals->idle)
		append(line, sizeof(line), "%s%.1f %% idle%s", *line ? ", " : "",
		       100 * totals_share(totals, totals->idle),
		       options->with_idle ? "" : " (shares are of the rest)");
	if (totals->total && totals->unresolved)
		append(line, sizeof(line), "%s%.1f %% unresolved", *line ? ", " : "",
		       100 * totals_share(totals, totals->unresolved));
	fputs(text_colour(options, text_bold), out);
	text_wrap(*line ? line : "event not named", 2, options, out);
	fputs(text_plain(options), out);
	text_unresolved(totals, options, out);
	print_tail_calls(totals, options, out);
}

/* Shares are of busy time, unless idle time is asked for or is all there is. */
static double whole_of(const struct totals *totals, const struct symdiff_print_options *options)
{
	uint64_t busy = totals->total - totals->idle;

	return (double)(options->with_idle || !busy ? totals->total : busy);
}

/* With sampled frames alone it says little more than the symbols do. */
static bool shows_inclusive(const struct totals *totals)
{
	return totals->has_charged && totals_tails_undone(totals);
}

static void add_inclusive_cells(struct text_row *row, const struct bucket_inclusive *inclusive,
				double whole, bool busy)
{
	uint64_t all = inclusive->all - (busy ? inclusive->idle : 0);
	uint64_t inferred = inclusive->inferred - (busy ? inclusive->idle_inferred : 0);

	text_cell(row, 3, "%.2f", 100 * (double)all / whole);
	if ((double)inferred / whole >= HEAD_LEAST)
		text_cell(row, 4, "%.2f", 100 * (double)inferred / whole);
}

static void add_bucket_row(struct text_table *table, const struct report_bucket *bucket,
			   const struct totals *totals, double whole, bool busy, int indent)
{
	double self = (double)(bucket->total.self - (busy ? bucket->total.idle : 0)) / whole;
	struct text_row *row = text_table_row(table, indent);

	row->bar = self;
	text_cell(row, 0, "%s", bucket->name);
	text_cell(row, 1, "%.2f", 100 * self);
	if (totals->has_charged)
		text_cell(row, 2, "%.2f",
			  100 *
				  (double)(bucket->total.charged -
					   (busy ? bucket->total.idle_charged : 0)) /
				  whole);
	if (shows_inclusive(totals))
		add_inclusive_cells(row, &bucket->inclusive, whole, busy);
}

static bool is_idle(const struct report_bucket *bucket)
{
	return !strcmp(bucket->name, "idle");
}

/* What is charged to an owner, by mechanism: "allocator 4.6, lock 3.0". */
static void mechanisms_cell(struct text_row *row, size_t column, const struct buckets *buckets,
			    const struct totals *totals, uint32_t owner, double whole)
{
	bool told[UINT8_MAX + 1] = { false };
	char line[256] = "";

	for (int n = 0; n < 3; n++) {
		uint32_t most = NONE;

		for (uint32_t i = 0; i < totals->head_count && i <= UINT8_MAX; i++)
			if (!told[i] &&
			    (most == NONE || *totals_matrix(totals, owner, i) >
						     *totals_matrix(totals, owner, most)))
				most = i;
		if (most == NONE ||
		    (double)*totals_matrix(totals, owner, most) / whole < HEAD_LEAST)
			break;
		told[most] = true;
		append(line, sizeof(line), "%s%s %.1f", *line ? ", " : "",
		       buckets_head_name(buckets, most),
		       100 * (double)*totals_matrix(totals, owner, most) / whole);
	}
	text_cell(row, column, "%s", line);
}

static void print_buckets(const struct symdiff_profile *side, const struct report_rows *rows,
			  const struct totals *totals, const struct symdiff_print_options *options,
			  FILE *out)
{
	double whole = whole_of(totals, options);
	bool busy = whole < (double)totals->total;
	struct text_table table = {
		.heads = { "bucket", "self %", "charged %" },
		.columns = totals->has_charged ? 3 : 2,
		.last_is_text = totals->has_charged,
		.bars = !totals->has_charged,
	};

	if (shows_inclusive(totals)) {
		table.heads[table.columns++] = "incl. %";
		table.heads[table.columns++] = "inferred";
	}
	if (totals->has_charged)
		table.heads[table.columns++] = "of which";

	for (size_t h = 0; h < rows->head_count; h++) {
		const struct report_bucket *head = &rows->heads[h];
		double most =
			(double)(head->total.self > head->total.charged ? head->total.self
									: head->total.charged);

		if (busy && is_idle(head))
			continue;
		if (!options->verbose && most / whole < HEAD_LEAST)
			continue;
		add_bucket_row(&table, head, totals, whole, busy, 0);
		if (totals->has_charged)
			mechanisms_cell(&table.rows[table.count - 1], table.columns - 1,
					side->rules->buckets, totals, head->head, whole);
		for (size_t l = 0; l < rows->leaf_count; l++) {
			const struct report_bucket *leaf = &rows->leaves[l];

			if (leaf->head == head->head && strcmp(leaf->name, head->name) &&
			    (options->verbose || (double)leaf->total.self / whole >= LEAF_LEAST))
				add_bucket_row(&table, leaf, totals, whole, busy, 2);
		}
	}
	text_table_print(&table, options, out);
}

static bool shows_sources(const struct symdiff_print_options *options)
{
	return options->sort && !strcmp(options->sort, "srcfile");
}

/* The name; of an inlined function that stands apart also what it is in. */
static void name_cell(struct text_row *row, const struct report_rows *rows,
		      const struct profile *profile, uint32_t number)
{
	char hosts[512];

	report_hosts_text(rows, profile, number, hosts, sizeof(hosts));
	text_cell(row, 0, *hosts ? "%s (in %s)" : "%s",
		  profile_text(profile, profile->symbols[number].name), hosts);
}

static void source_cell(struct text_row *row, size_t column, const struct profile *profile,
			const struct symbol *symbol)
{
	const char *file = symbol->srcfile ? profile_text(profile, symbol->srcfile) : "";

	if (symbol->srcline)
		text_cell(row, column, "%s:%u", file, symbol->srcline);
	else
		text_cell(row, column, "%s", file);
}

static void add_symbol_row(struct text_table *table, const struct symdiff_profile *side,
			   const struct totals *totals, const struct report_rows *rows,
			   uint32_t number, double whole, bool source)
{
	const struct profile *profile = totals->profile;
	const struct symbol *symbol = &profile->symbols[number];
	const struct symbol_total *total = &totals->symbols[number];
	struct text_row *row = text_table_row(table, 0);
	bool busy = whole < (double)totals->total;
	size_t column = 1;

	name_cell(row, rows, profile, number);
	text_cell(row, column++, "%.2f", 100 * (double)symbol_self(total, busy) / whole);
	if (totals->has_children)
		text_cell(row, column++, "%s%.2f",
			  (double)total->inferred / whole >= CHILDREN_TOLD ? "~" : "",
			  100 * (double)symbol_children(total, busy) / whole);
	if (totals_event(totals)->samples_known && !(symbol->flags & SYMBOL_NOT_LISTED))
		text_cell(row, column, "%lu", (unsigned long)total->samples);
	column += totals_event(totals)->samples_known;
	text_cell(row, column++, "%s", report_dso(profile, symbol));
	if (source)
		source_cell(row, column, profile, symbol);
	else
		text_cell(row, column, "%s",
			  buckets_leaf_name(side->rules->buckets,
					    report_bucket_of(rows, profile, number)));
}

/* "task 71.2 %, softirq 12.1 % (8.0 at interrupt exit, 4.1 ksoftirqd), hardirq 3.2 %" */
static void print_contexts(const struct totals *totals, const struct symdiff_print_options *options,
			   FILE *out)
{
	double whole = whole_of(totals, options);
	bool busy = whole < (double)totals->total;
	char line[512] = "context: ", part[128];

	for (unsigned i = 0, count = 0; i < RUN_CONTEXTS; i++) {
		uint64_t sum = 0;
		char where[256] = "";

		if (i && !strcmp(run_context_name(i), run_context_name(i - 1)))
			continue;
		for (unsigned k = i; k < RUN_CONTEXTS; k++) {
			if (strcmp(run_context_name(k), run_context_name(i)) ||
			    !totals->contexts[k])
				continue;
			sum += totals->contexts[k];
			if (*run_context_where(k))
				append(where, sizeof(where), "%s%.1f %s", *where ? ", " : "",
				       100 * (double)totals->contexts[k] / whole,
				       run_context_where(k));
		}
		if (!sum || (busy && i == RUN_IDLE))
			continue;
		snprintf(part, sizeof(part), "%s%s %.1f %%", count++ ? ", " : "",
			 run_context_name(i), 100 * (double)sum / whole);
		append(line, sizeof(line), "%s%s%s%s", part, *where ? " (" : "", where,
		       *where ? ")" : "");
	}
	if (totals->has_charged)
		text_wrap(line, 9, options, out);
}

static void print_symbols(const struct symdiff_profile *side, const struct report_rows *rows,
			  const struct totals *totals, const struct symdiff_print_options *options,
			  FILE *out)
{
	struct text_table table = { .heads = { "symbol", "self %" },
				    .columns = 2,
				    .last_is_text = true };
	size_t most = options->verbose || options->limit ? rows->symbol_count : SYMBOLS_SHOWN;
	double whole = whole_of(totals, options);
	size_t shown = 0;

	if (totals->has_children)
		table.heads[table.columns++] = "children %";
	if (totals_event(totals)->samples_known)
		table.heads[table.columns++] = "samples";
	table.gives_way = table.columns;
	table.heads[table.columns++] = "image";
	table.heads[table.columns++] = shows_sources(options) ? "source" : "bucket";
	for (size_t i = 0; i < rows->symbol_count && shown < most; i++) {
		const struct symbol *symbol = &totals->profile->symbols[rows->symbols[i]];

		if (whole < (double)totals->total && symbol->bucket == BUCKET_IDLE)
			continue;
		add_symbol_row(&table, side, totals, rows, rows->symbols[i], whole,
			       shows_sources(options));
		shown++;
	}
	text_table_print(&table, options, out);
	if (shown < rows->symbol_count)
		fprintf(out, "(%zu more symbols: -v shows all, --limit N the first N)\n",
			rows->symbol_count - shown);
}

static void print_event(const struct symdiff_profile *side, const struct totals *totals,
			const struct symdiff_print_options *options, FILE *out)
{
	struct report_rows rows;

	fputc('\n', out);
	print_event_head(side, totals, options, out);
	if (!totals->total) {
		fputs("no samples\n", out);
		return;
	}
	report_rows_init(&rows, side, totals, options);
	print_contexts(totals, options, out);
	print_buckets(side, &rows, totals, options, out);
	fputc('\n', out);
	print_symbols(side, &rows, totals, options, out);
	text_opened_report(side, totals, options, out);
	report_rows_deinit(&rows);
}

static void text_report(const struct symdiff_profile *side,
			const struct symdiff_print_options *options, FILE *out)
{
	text_wrap(side->path, 2, options, out);
	print_recording(side, options, out);
	text_warnings(side, "", options, out);
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		print_event(side, &side->totals[i], options, out);
	if (!side->profile->event_count)
		fputs("no samples\n", out);
}

const struct report_writer text_writer = {
	.format = SYMDIFF_TEXT,
	.name = "text",
	.what = "for people, as wide as the terminal",
	.report = text_report,
	.diff = text_diff,
	.verdict = text_verdict,
	.evidence = text_evidence,
	.bench = text_bench,
	.evidence_diff = text_evidence_diff,
	.sweep = text_sweep,
	.fleet = text_fleet,
};
