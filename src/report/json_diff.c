// SPDX-License-Identifier: GPL-2.0-or-later
/* The document symdiff/diff/1: docs/json.md says what each key means. */
#include "report/json_opened.h"
#include "report/json_parts.h"
#include "report/json_relative.h"

#include <math.h>

#include "diff/diff.h"
#include "diff/motion.h"
#include "report/change.h"
#include "report/diff_rows.h"
#include "report/evidence_value.h"
#include "report/json_noise.h"
#include "report/json_value.h"

/* What rows and buckets have in common: weights, shares (of the total), change and its range. */
static void set_change(json_t *object, const struct diff_event *event, const struct change *change)
{
	static const char *const weights[] = { "base", "new" };
	static const char *const shares[] = { "base_share", "new_share" };
	double ratio = change_ratio(change);

	for (int side = 0; side < SIDES; side++)
		json_object_set_new(object, weights[side],
				    change->known[side]
					    ? json_weight(event->totals[side], change->self[side])
					    : json_null());
	for (int side = 0; side < SIDES; side++)
		json_object_set_new(object, shares[side], json_number(change->share[side]));
	json_object_set_new(object, "delta_pp", json_number(change->points));
	json_object_set_new(object, "low", json_number(change->range.low));
	json_object_set_new(object, "high", json_number(change->range.high));
	json_object_set_new(object, "amount_ratio", json_number(ratio));
	json_object_set_new(object, "cost_ratio",
			    event->work_known ? json_number(ratio) : json_null());
	json_object_set_new(object, "explains", json_number(change->explains));
}

/* The same verdict on what is charged to a bucket, of busy time where that is compared. */
static json_t *owner_json(const struct diff_event *event, const struct diff_bucket *bucket)
{
	json_t *object = json_object();
	struct change change = change_of_owner(event, bucket);

	json_object_set_new(object, "low", json_number(change.range.low));
	json_object_set_new(object, "high", json_number(change.range.high));
	json_object_set_new(object, "verdict", json_string(change_verdict(event, &change)));
	json_set_noise(object, event, &change.mover);
	return object;
}

static json_t *bucket_json(const struct diff_event *event, const struct diff_bucket *bucket)
{
	json_t *object = json_object();
	struct change change = change_of_bucket(event, bucket);
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];
	bool charged = base->has_charged && newer->has_charged;
	bool is_head = bucket >= event->heads && bucket < event->heads + event->head_count;

	json_object_set_new(object, "bucket", json_name(bucket->name));
	set_change(object, event, &change);
	json_object_set_new(object, "charged_base_share",
			    charged ? json_number(totals_share(base, bucket->side[BASE].charged))
				    : json_null());
	json_object_set_new(object, "charged_new_share",
			    charged ? json_number(totals_share(newer, bucket->side[NEW].charged))
				    : json_null());
	json_object_set_new(object, "busy_delta_pp", json_number(change.busy_points));
	json_object_set_new(object, "verdict", json_string(change_verdict(event, &change)));
	json_set_noise(object, event, &change.mover);
	if (charged && is_head)
		json_object_set_new(object, "owner", owner_json(event, bucket));
	return object;
}

static json_t *buckets_json(const struct diff_event *event, const struct diff_bucket *list,
			    size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		if (list[i].side[BASE].self || list[i].side[NEW].self ||
		    list[i].side[BASE].charged || list[i].side[NEW].charged)
			json_array_append_new(array, bucket_json(event, &list[i]));
	return array;
}

static json_t *side_name(const struct diff_event *event, const struct diff_row *row, int side)
{
	return row->side[side].symbol == NONE ? json_null()
					      : json_name(diff_row_side_name(event, row, side));
}

static json_t *row_json(const struct symdiff_diff *diff, const struct diff_event *event,
			const struct diff_row *row)
{
	json_t *object = json_object();
	struct change change = change_of_row(event, row);

	json_object_set_new(object, "symbol", json_name(diff_row_name(event, row)));
	json_object_set_new(object, "base_symbol", side_name(event, row, BASE));
	json_object_set_new(object, "new_symbol", side_name(event, row, NEW));
	json_object_set_new(object, "match", json_string(match_names[row->match]));
	if (row->note)
		json_object_set_new(object, "note", json_name(row->note));
	json_object_set_new(object, "dso", json_name(diff_row_dso(event, row)));
	json_object_set_new(object, "bucket",
			    json_name(buckets_leaf_name(diff->rules->buckets, row->bucket)));
	if (diff_row_srcfile(event, row))
		json_object_set_new(object, "srcfile", json_name(diff_row_srcfile(event, row)));
	set_change(object, event, &change);
	json_object_set_new(object, "verdict", json_string(change_verdict(event, &change)));
	json_set_noise(object, event, &change.mover);
	return object;
}

static json_t *findings_json(const struct diff_event *event)
{
	json_t *array = json_array();

	for (size_t i = 0; i < event->finding_count; i++) {
		const struct finding *finding = &event->findings[i];
		json_t *object = json_object();

		json_object_set_new(object, "kind", json_string(finding_names[finding->kind]));
		json_object_set_new(object, "subject", json_name(finding->subject));
		json_object_set_new(object, "view", json_string(view_names[finding->view]));
		json_object_set_new(object, "text", json_name(finding->text));
		json_object_set_new(object, "level", json_integer(finding->level));
		json_array_append_new(array, object);
	}
	return array;
}

/* Whole numbers, unless rounding of a factor left a fraction. */
static json_t *amount_json(double amount)
{
	return amount == trunc(amount) && fabs(amount) < 1e15 ? json_integer((json_int_t)amount)
							      : json_number(amount);
}

static json_t *ledger_json(const struct diff_event *event)
{
	json_t *array = json_array();

	for (size_t i = 0; i < event->ledger_count; i++) {
		const struct ledger_line *line = &event->ledger[i];
		json_t *object = json_object();

		json_object_set_new(object, "kind", json_string(ledger_names[line->kind]));
		json_object_set_new(object, "subject", json_name(line->subject));
		if (line->row != NONE)
			json_object_set_new(
				object, "dso",
				json_name(diff_row_dso(event, &event->rows[line->row])));
		json_object_set_new(object, "amount", amount_json(line->amount));
		if (line->reason != REASON_UNKNOWN)
			json_object_set_new(object, "reason",
					    json_string(reason_names[line->reason]));
		json_array_append_new(array, object);
	}
	return array;
}

/* Pairs that the evidence does not suffice for. */
static json_t *candidates_json(const struct diff_event *event)
{
	json_t *array = json_array();

	for (size_t i = 0; i < event->candidate_count; i++) {
		const struct pair_candidate *candidate = &event->candidates[i];
		json_t *object = json_object();

		json_object_set_new(object, "base", json_name(candidate->base));
		json_object_set_new(object, "new", json_name(candidate->newer));
		json_object_set_new(object, "score", json_number(candidate->score));
		json_object_set_new(object, "evidence", json_name(candidate->evidence));
		json_array_append_new(array, object);
	}
	return array;
}

/* What the totals of a run amount to, in the unit that both sides have in common. */
static json_t *total_amount(const struct diff_event *event, int side)
{
	return event->amount[side] > 0 ? json_number(event->amount[side]) : json_null();
}

static json_t *event_json(const struct symdiff_diff *diff, const struct diff_event *event,
			  const struct symdiff_print_options *options)
{
	json_t *object = json_object(), *comparison = json_object(), *totals = json_object();
	json_t *symbols = json_array();
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];
	struct diff_rows rows;

	json_object_set_new(comparison, "work",
			    json_string(diff->options.base_work > 0 ? "given"
					: event->work_known	    ? "same"
								    : "unknown"));
	json_object_set_new(comparison, "factor", json_number(event->factor));
	json_set_comparison(comparison, diff, event);
	json_object_set_new(totals, "base", json_weight(base, base->total));
	json_object_set_new(totals, "new", json_weight(newer, newer->total));
	json_object_set_new(totals, "base_busy", json_weight(base, base->total - base->idle));
	json_object_set_new(totals, "new_busy", json_weight(newer, newer->total - newer->idle));
	json_object_set_new(totals, "base_amount", total_amount(event, BASE));
	json_object_set_new(totals, "new_amount", total_amount(event, NEW));
	diff_rows_init(&rows, diff, event, options, ROWS_FOR_MACHINES);
	for (size_t i = 0; i < rows.count; i++)
		json_array_append_new(symbols, row_json(diff, event, rows.rows[i]));
	diff_rows_deinit(&rows);
	json_object_set_new(object, "event",
			    json_name(profile_text(newer->profile, totals_event(newer)->name)));
	json_object_set_new(object, "unit", json_string(unit_names[totals_event(newer)->unit]));
	json_object_set_new(object, "base_unit", json_string(unit_names[totals_event(base)->unit]));
	json_object_set_new(object, "comparison", comparison);
	json_object_set_new(object, "totals", totals);
	if (totals_tails_undone(base) || totals_tails_undone(newer)) {
		json_t *tails = json_object();

		json_object_set_new(tails, "base", json_tail_calls(base));
		json_object_set_new(tails, "new", json_tail_calls(newer));
		json_object_set_new(object, "tail_calls", tails);
	}
	json_object_set_new(object, "buckets",
			    buckets_json(event, event->heads, event->head_count));
	json_object_set_new(object, "leaves",
			    buckets_json(event, event->leaves, event->leaf_count));
	if (event->charged) {
		json_object_set_new(object, "matrix", json_diff_matrix(event));
		json_object_set_new(object, "contexts", json_diff_contexts(event));
	}
	json_set_opened_diff(object, diff, event, options);
	json_object_set_new(object, "symbols", symbols);
	json_object_set_new(object, "candidates", candidates_json(event));
	json_object_set_new(object, "ledger", ledger_json(event));
	json_object_set_new(object, "findings", findings_json(event));
	if (options->relative)
		json_object_set_new(object, "relative", json_relative(event));
	return object;
}

void json_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
	       FILE *out)
{
	json_t *root = json_object(), *events = json_array();

	for (size_t i = 0; i < diff->event_count; i++)
		json_array_append_new(events, event_json(diff, &diff->events[i], options));
	json_object_set_new(root, "schema", json_string("symdiff/diff/1"));
	json_object_set_new(root, "base", json_input(diff->side[BASE]));
	json_object_set_new(root, "new", json_input(diff->side[NEW]));
	json_object_set_new(root, "events", events);
	if (diff->witness)
		json_object_set_new(root, "evidence", json_witness(diff->witness));
	json_print(root, out);
}
