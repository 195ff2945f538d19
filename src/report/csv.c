// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * CSV: one table a document, for spreadsheets and scripts. The column "kind"
 * tells totals, buckets, sub-buckets and symbols apart; what is unknown is
 * empty. Every row names its file, so that tables can be put together.
 */
#include <math.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/gate.h"
#include "report/change.h"
#include "report/csv_series.h"
#include "report/csv_table.h"
#include "report/diff_rows.h"
#include "report/json_value.h"
#include "report/rows.h"
#include "report/writer.h"

/* ---- one profile ---- */

struct report_context {
	struct csv csv;
	const struct symdiff_profile *side;
	const struct totals *totals;
};

static void begin_report_row(struct report_context *context, const char *kind, const char *name)
{
	const struct event *event = totals_event(context->totals);

	csv_text(&context->csv, profile_text(context->side->profile, event->name));
	csv_text(&context->csv, unit_names[event->unit]);
	csv_text(&context->csv, kind);
	csv_text(&context->csv, name);
}

/* Samples that a table does not list are not counted: weight without samples. */
static void put_samples(struct report_context *context, uint64_t samples, uint64_t weight)
{
	if (totals_event(context->totals)->samples_known && (samples || !weight))
		csv_count(&context->csv, samples);
	else
		csv_empty(&context->csv);
}

static double busy_share(const struct totals *totals, uint64_t weight)
{
	uint64_t busy = totals->total - totals->idle;

	return busy ? (double)weight / (double)busy : NAN;
}

/* @source and @hosts: of symbols; "": not known, none. */
static void end_report_row(struct report_context *context, const char *source, const char *hosts)
{
	csv_text(&context->csv, context->side->path);
	csv_text(&context->csv, source);
	csv_text(&context->csv, hosts);
	csv_end_row(&context->csv);
}

static void put_report_bucket(struct report_context *context, const char *kind, const char *name,
			      const struct bucket_total *total)
{
	const struct totals *totals = context->totals;
	struct csv *csv = &context->csv;

	begin_report_row(context, kind, name);
	csv_empty(csv); /* image */
	csv_empty(csv); /* bucket */
	put_samples(context, total->samples, total->self);
	csv_weight(csv, totals, total->self);
	csv_share(csv, totals_share(totals, total->self));
	csv_share(csv, busy_share(totals, total->self - total->idle));
	csv_empty(csv); /* children */
	csv_empty(csv);
	if (totals->has_charged) {
		csv_weight(csv, totals, total->charged);
		csv_share(csv, totals_share(totals, total->charged));
	} else {
		csv_empty(csv);
		csv_empty(csv);
	}
	end_report_row(context, "", "");
}

static void put_report_symbol(struct report_context *context, const struct report_rows *rows,
			      uint32_t number)
{
	const struct totals *totals = context->totals;
	const struct symbol *symbol = &totals->profile->symbols[number];
	const struct symbol_total *total = &totals->symbols[number];
	struct csv *csv = &context->csv;
	char hosts[1024];

	begin_report_row(context, "symbol", profile_text(totals->profile, symbol->name));
	csv_text(csv, report_dso(totals->profile, symbol));
	csv_text(csv, buckets_leaf_name(context->side->rules->buckets,
					report_bucket_of(rows, totals->profile, number)));
	put_samples(context, total->samples, total->self);
	csv_weight(csv, totals, total->self);
	csv_share(csv, totals_share(totals, total->self));
	csv_share(csv, symbol->bucket == BUCKET_IDLE
			       ? NAN
			       : busy_share(totals, symbol_self(total, true)));
	if (totals->has_children) {
		csv_weight(csv, totals, total->children);
		csv_share(csv, totals_share(totals, total->children));
	} else {
		csv_empty(csv);
		csv_empty(csv);
	}
	csv_empty(csv); /* charged */
	csv_empty(csv);
	end_report_row(context,
		       symbol->srcfile ? profile_text(totals->profile, symbol->srcfile) : "",
		       report_hosts_text(rows, totals->profile, number, hosts, sizeof(hosts)));
}

static void put_report_event(struct report_context *context,
			     const struct symdiff_print_options *options)
{
	const struct totals *totals = context->totals;
	struct bucket_total whole = {
		.self = totals->total,
		.charged = totals->total,
		.samples = totals->samples,
		.idle = totals->idle,
		.idle_charged = totals->idle,
	};
	struct report_rows rows;

	put_report_bucket(context, "total", "", &whole);
	report_rows_init(&rows, context->side, totals, options);
	for (size_t i = 0; i < rows.head_count; i++)
		put_report_bucket(context, "bucket", rows.heads[i].name, &rows.heads[i].total);
	for (size_t i = 0; i < rows.leaf_count; i++)
		put_report_bucket(context, "sub-bucket", rows.leaves[i].name,
				  &rows.leaves[i].total);
	for (size_t i = 0; i < rows.symbol_count; i++)
		put_report_symbol(context, &rows, rows.symbols[i]);
	report_rows_deinit(&rows);
}

static void csv_report(const struct symdiff_profile *side,
		       const struct symdiff_print_options *options, FILE *out)
{
	struct report_context context = { csv_open(options, out), side, NULL };

	csv_head(&context.csv, "event,unit,kind,name,image,bucket,samples,self,self_share_pct,"
			       "self_busy_share_pct,children,children_share_pct,charged,"
			       "charged_share_pct,file,srcfile,inlined_into");
	for (uint32_t i = 0; i < side->profile->event_count; i++) {
		context.totals = &side->totals[i];
		put_report_event(&context, options);
	}
}

/* ---- two profiles ---- */

struct diff_context {
	struct csv csv;
	const struct symdiff_diff *diff;
	const struct diff_event *event;
};

static void begin_diff_row(struct diff_context *context, const char *kind, const char *name)
{
	const struct totals *newer = context->event->totals[NEW];

	csv_text(&context->csv, profile_text(newer->profile, totals_event(newer)->name));
	csv_text(&context->csv, kind);
	csv_text(&context->csv, name);
}

static void put_test(struct csv *csv, const struct diff_event *event, const struct change *change)
{
	const struct spread *test = change ? motion_test(event, &change->mover) : NULL;

	csv_probability(csv, test ? test->p : NAN);
	csv_probability(csv, test ? test->q : NAN);
}

/* As charged to owners; of buckets. @owner: tested as such; NULL: not. */
static void put_charged(struct diff_context *context, const struct diff_bucket *bucket,
			const struct change *owner)
{
	struct csv *csv = &context->csv;

	for (int side = 0; side < SIDES; side++)
		csv_share(csv, bucket && context->event->charged
				       ? totals_share(context->event->totals[side],
						      bucket->side[side].charged)
				       : NAN);
	put_test(csv, context->event, owner);
}

/* All but the end of the row. @source: of a symbol; NULL: not known. */
static void put_change(struct diff_context *context, const struct change *change,
		       const char *source)
{
	const struct diff_event *event = context->event;
	struct csv *csv = &context->csv;

	for (int side = 0; side < SIDES; side++) {
		csv_text(csv, unit_names[totals_event(event->totals[side])->unit]);
		if (change->known[side])
			csv_weight(csv, event->totals[side], change->self[side]);
		else
			csv_empty(csv);
	}
	csv_share(csv, change->share[BASE]);
	csv_share(csv, change->share[NEW]);
	csv_number(csv, change->points);
	csv_number(csv, change->range.low);
	csv_number(csv, change->range.high);
	csv_share(csv, change->busy_share[BASE]);
	csv_share(csv, change->busy_share[NEW]);
	csv_number(csv, change->busy_points);
	csv_text(csv, isnan(change->ratio.low) ? ""
		      : event->work_known      ? "cost"
					       : event->amount_unit);
	csv_number(csv, change->ratio.low);
	csv_number(csv, change->ratio.high);
	csv_text(csv, context->diff->side[BASE]->path);
	csv_text(csv, context->diff->side[NEW]->path);
	csv_text(csv, source ? source : "");
	put_test(csv, event, change);
}

static void put_diff_bucket(struct diff_context *context, const char *kind,
			    const struct diff_bucket *bucket)
{
	struct change change = change_of_bucket(context->event, bucket);

	if (!change.self[BASE] && !change.self[NEW])
		return;
	begin_diff_row(context, kind, bucket->name);
	for (int i = 0; i < 5; i++)
		csv_empty(&context->csv); /* names, match, image, bucket: of symbols */
	put_change(context, &change, NULL);
	if (context->event->charged && !strcmp(kind, "bucket")) {
		struct change owner = change_of_owner(context->event, bucket);

		put_charged(context, bucket, &owner);
	} else {
		put_charged(context, strcmp(kind, "total") ? bucket : NULL, NULL);
	}
	csv_end_row(&context->csv);
}

static void put_diff_symbol(struct diff_context *context, const struct diff_row *row)
{
	const struct diff_event *event = context->event;
	struct change change = change_of_row(event, row);
	struct csv *csv = &context->csv;

	begin_diff_row(context, "symbol", diff_row_name(event, row));
	csv_text(csv, diff_row_side_name(event, row, BASE));
	csv_text(csv, diff_row_side_name(event, row, NEW));
	csv_text(csv, match_names[row->match]);
	csv_text(csv, diff_row_dso(event, row));
	csv_text(csv, event->leaves[row->bucket].name);
	put_change(context, &change, diff_row_srcfile(event, row));
	put_charged(context, NULL, NULL);
	csv_end_row(csv);
}

static void put_diff_event(struct diff_context *context,
			   const struct symdiff_print_options *options)
{
	const struct diff_event *event = context->event;
	struct diff_bucket whole = { .name = "" };
	struct diff_rows rows;

	for (int side = 0; side < SIDES; side++) {
		whole.side[side].self = event->totals[side]->total;
		whole.side[side].idle = event->totals[side]->idle;
	}
	put_diff_bucket(context, "total", &whole);
	for (size_t i = 0; i < event->head_count; i++)
		put_diff_bucket(context, "bucket", &event->heads[i]);
	for (size_t i = 0; i < event->leaf_count; i++)
		put_diff_bucket(context, "sub-bucket", &event->leaves[i]);
	diff_rows_init(&rows, context->diff, event, options, ROWS_FOR_MACHINES);
	for (size_t i = 0; i < rows.count; i++)
		put_diff_symbol(context, rows.rows[i]);
	diff_rows_deinit(&rows);
}

static void csv_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		     FILE *out)
{
	struct diff_context context = { csv_open(options, out), diff, NULL };

	csv_head(
		&context.csv,
		"event,kind,name,base_name,new_name,match,image,bucket,base_unit,base,new_unit,new,"
		"base_share_pct,new_share_pct,delta_pp,delta_low_pp,delta_high_pp,"
		"base_busy_share_pct,new_busy_share_pct,busy_delta_pp,"
		"ratio_of,new_to_base_low,new_to_base_high,base_file,new_file,srcfile,p,q,"
		"base_charged_share_pct,new_charged_share_pct,charged_p,charged_q");
	for (size_t i = 0; i < diff->event_count; i++) {
		context.event = &diff->events[i];
		put_diff_event(&context, options);
	}
}

/* ---- a gate ---- */

static void csv_verdict(const struct symdiff_verdict *verdict,
			const struct symdiff_print_options *options, FILE *out)
{
	struct csv csv = csv_open(options, out);

	csv_head(&csv, "event,kind,rule,of,basis,unit,value,low,high,limit,verdict,reason,"
		       "base_file,new_file");
	for (size_t i = 0; i < verdict->count; i++) {
		const struct gate_rule *rule = &verdict->rules[i];

		csv_text(&csv, verdict->event);
		csv_text(&csv, rule->kind == SYMDIFF_MAX ? "max" : "max-growth");
		csv_text(&csv, rule->text);
		csv_text(&csv, verdict->busy ? "busy" : "total");
		csv_text(&csv, rule->charged ? "charged" : "self");
		csv_text(&csv, rule->unit == LIMIT_POINTS ? "pp" : "percent");
		csv_number(&csv, rule->value);
		csv_number(&csv, rule->low);
		csv_number(&csv, rule->high);
		csv_number(&csv, rule->limit);
		csv_text(&csv, outcome_names[rule->outcome]);
		csv_text(&csv, rule->reason ? rule->reason : "");
		csv_text(&csv, verdict->side[BASE] ? verdict->side[BASE]->path : "");
		csv_text(&csv, verdict->side[NEW]->path);
		csv_end_row(&csv);
	}
}

const struct report_writer csv_writer = {
	.format = SYMDIFF_CSV,
	.name = "csv",
	.what = "one table, for spreadsheets and scripts",
	.report = csv_report,
	.diff = csv_diff,
	.verdict = csv_verdict,
	.sweep = csv_sweep,
	.fleet = csv_fleet,
};
