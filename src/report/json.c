// SPDX-License-Identifier: GPL-2.0-or-later
/* The JSON documents: docs/json.md says what each key means. */
#include "report/json_opened.h"
#include "report/json_parts.h"
#include "report/json_value.h"
#include "report/rows.h"
#include "report/unresolved.h"
#include "report/writer.h"

static void set_inclusive(json_t *object, const struct totals *totals,
			  const struct bucket_inclusive *inclusive)
{
	bool known = totals->has_charged;

	json_object_set_new(object, "inclusive",
			    known ? json_weight(totals, inclusive->all) : json_null());
	json_object_set_new(object, "inclusive_share",
			    known ? json_number(totals_share(totals, inclusive->all))
				  : json_null());
	if (!known || !totals_tails_undone(totals))
		return;
	json_object_set_new(object, "inclusive_inferred", json_weight(totals, inclusive->inferred));
	json_object_set_new(object, "inclusive_implied", json_weight(totals, inclusive->implied));
}

static json_t *bucket_json(const struct totals *totals, const struct report_bucket *row)
{
	json_t *object = json_object();
	const struct bucket_total *total = &row->total;
	double busy = (double)(totals->total - totals->idle);

	json_object_set_new(object, "bucket", json_name(row->name));
	json_object_set_new(object, "self", json_weight(totals, total->self));
	json_object_set_new(object, "share", json_number(totals_share(totals, total->self)));
	json_object_set_new(object, "charged",
			    totals->has_charged ? json_weight(totals, total->charged)
						: json_null());
	json_object_set_new(object, "charged_share",
			    totals->has_charged ? json_number(totals_share(totals, total->charged))
						: json_null());
	set_inclusive(object, totals, &row->inclusive);
	json_object_set_new(object, "busy_share",
			    json_number(busy > 0 ? (double)(total->self - total->idle) / busy : 0));
	return object;
}

static json_t *buckets_json(const struct totals *totals, const struct report_bucket *rows,
			    size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, bucket_json(totals, &rows[i]));
	return array;
}

/* Where the debug information says that a symbol is declared. */
static void set_source(json_t *object, const struct profile *profile, const struct symbol *symbol)
{
	if (!symbol->srcfile)
		return;
	json_object_set_new(object, "srcfile", json_name(profile_text(profile, symbol->srcfile)));
	if (symbol->srcline)
		json_object_set_new(object, "srcline", json_integer(symbol->srcline));
}

static void set_hosts(json_t *object, const struct profile *profile, const struct hosts *hosts,
		      uint32_t number)
{
	const struct host *list;
	size_t count = hosts_of(hosts, number, &list);
	json_t *names = count ? json_array() : NULL;

	for (size_t i = 0; i < count; i++)
		json_array_append_new(
			names,
			json_name(profile_text(profile, profile->symbols[list[i].host].name)));
	if (names)
		json_object_set_new(object, "inlined_into", names);
}

static json_t *symbol_json(const struct symdiff_profile *side, const struct totals *totals,
			   const struct report_rows *rows, uint32_t number)
{
	const struct profile *profile = totals->profile;
	const struct symbol *symbol = &profile->symbols[number];
	const struct symbol_total *total = &totals->symbols[number];
	json_t *object = json_object();

	json_object_set_new(object, "symbol", json_name(profile_text(profile, symbol->name)));
	json_object_set_new(object, "dso", json_name(report_dso(profile, symbol)));
	json_object_set_new(object, "bucket",
			    json_name(buckets_leaf_name(side->rules->buckets,
							report_bucket_of(rows, profile, number))));
	/* What a table does not list has no count. */
	json_object_set_new(object, "samples",
			    totals_event(totals)->samples_known &&
					    !(symbol->flags & SYMBOL_NOT_LISTED)
				    ? json_integer(total->samples)
				    : json_null());
	json_object_set_new(object, "self", json_weight(totals, total->self));
	json_object_set_new(object, "children",
			    totals->has_children ? json_weight(totals, total->children)
						 : json_null());
	json_object_set_new(object, "share", json_number(totals_share(totals, total->self)));
	set_source(object, profile, symbol);
	set_hosts(object, profile, &rows->hosts, number);
	if (total->inferred)
		json_object_set_new(object, "children_inferred",
				    json_weight(totals, total->inferred));
	return object;
}

static json_t *event_json(const struct symdiff_profile *side, const struct totals *totals,
			  const struct symdiff_print_options *options)
{
	const struct event *event = totals_event(totals);
	json_t *object = json_object(), *symbols = json_array();
	struct report_rows rows;

	report_rows_init(&rows, side, totals, options);
	for (size_t i = 0; i < rows.symbol_count; i++)
		json_array_append_new(symbols, symbol_json(side, totals, &rows, rows.symbols[i]));
	json_object_set_new(object, "event", json_name(profile_text(side->profile, event->name)));
	json_object_set_new(object, "unit", json_string(unit_names[event->unit]));
	json_object_set_new(object, "clock", json_string(clock_names[event->clock]));
	json_object_set_new(object, "samples",
			    event->samples_known ? json_integer(totals->samples) : json_null());
	json_object_set_new(object, "total", json_weight(totals, totals->total));
	json_object_set_new(object, "busy", json_weight(totals, totals->total - totals->idle));
	if (event->total_estimated)
		json_object_set_new(object, "total_estimated", json_true());
	if (event->amount > 0)
		json_object_set_new(object, event->amount_is_samples ? "amount_samples" : "amount",
				    json_number(event->amount));
	json_object_set_new(object, "lost", json_integer(event->lost));
	json_object_set_new(object, "unresolved", json_weight(totals, totals->unresolved));
	json_object_set_new(object, "unresolved_dsos", json_unresolved(totals));
	if (totals_tails_undone(totals))
		json_object_set_new(object, "tail_calls", json_tail_calls(totals));
	json_object_set_new(object, "cut_below",
			    event->cut ? json_weight(totals, event->cut_below) : json_null());
	json_object_set_new(object, "buckets", buckets_json(totals, rows.heads, rows.head_count));
	json_object_set_new(object, "leaves", buckets_json(totals, rows.leaves, rows.leaf_count));
	json_object_set_new(object, "contexts", json_contexts(totals));
	if (totals->has_charged)
		json_object_set_new(object, "matrix", json_matrix(totals, side->rules->buckets));
	json_set_opened_report(object, side, totals, options);
	json_object_set_new(object, "symbols", symbols);
	report_rows_deinit(&rows);
	return object;
}

static void json_report(const struct symdiff_profile *side,
			const struct symdiff_print_options *options, FILE *out)
{
	json_t *root = json_object(), *inputs = json_array(), *events = json_array();

	json_array_append_new(inputs, json_input(side));
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		json_array_append_new(events, event_json(side, &side->totals[i], options));
	json_object_set_new(root, "schema", json_string("symdiff/report/1"));
	json_object_set_new(root, "inputs", inputs);
	json_object_set_new(root, "events", events);
	json_print(root, out);
}

const struct report_writer json_writer = {
	.format = SYMDIFF_JSON,
	.name = "json",
	.what = "JSON (schemas symdiff/report/1, symdiff/diff/1, symdiff/gate/1, symdiff/evidence/1)",
	.report = json_report,
	.diff = json_diff,
	.verdict = json_verdict,
	.evidence = json_evidence,
	.bench = json_bench,
	.evidence_diff = json_evidence_diff,
	.sweep = json_sweep,
	.fleet = json_fleet,
};
