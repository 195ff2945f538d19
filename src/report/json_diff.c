// SPDX-License-Identifier: GPL-2.0-or-later
/* The document symdiff/diff/1: docs/json.md says what each key means. */
#include "report/json_parts.h"

#include <math.h>

#include "diff/diff.h"
#include "diff/motion.h"
#include "report/json_value.h"

static json_t *optional(bool known, double value)
{
	return known ? json_number(value) : json_null();
}

/* What rows and buckets have in common: weights, shares (of the total), change and its range. */
static void set_change(json_t *object, const struct diff_event *event, const struct mover *mover,
		       const uint64_t whole_self[SIDES], const bool listed[SIDES])
{
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];
	double before = totals_share(base, whole_self[BASE]);
	double after = totals_share(newer, whole_self[NEW]);
	double noise = motion_noise(event, mover);
	bool both = listed[BASE] && listed[NEW];
	struct range ratio = diff_ratio(event, mover->self[BASE], mover->hidden[BASE],
					mover->self[NEW], mover->hidden[NEW]);

	json_object_set_new(object, "base",
			    listed[BASE] ? json_weight(base, whole_self[BASE]) : json_null());
	json_object_set_new(object, "new",
			    listed[NEW] ? json_weight(newer, whole_self[NEW]) : json_null());
	json_object_set_new(object, "base_share", optional(listed[BASE], before));
	json_object_set_new(object, "new_share", optional(listed[NEW], after));
	json_object_set_new(object, "delta_pp", optional(both, 100 * (after - before)));
	json_object_set_new(object, "low",
			    json_number(100 * (after - before -
					       totals_share(base, mover->hidden[BASE])) - noise));
	json_object_set_new(object, "high",
			    json_number(100 * (after + totals_share(newer, mover->hidden[NEW]) -
					       before) + noise));
	json_object_set_new(object, event->work_known ? "cost_ratio" : "amount_ratio",
			    optional(!isnan(ratio.low), (ratio.low + ratio.high) / 2));
	json_object_set_new(object, event->work_known ? "amount_ratio" : "cost_ratio",
			    event->work_known ? optional(!isnan(ratio.low),
							 (ratio.low + ratio.high) / 2)
					      : json_null());
}

/* How much of the total's change of cost this is; null unless the work is known. */
static json_t *explains(const struct diff_event *event, const uint64_t self[SIDES])
{
	double amount[SIDES];

	for (int side = 0; side < SIDES; side++)
		amount[side] = event->amount[side] * totals_share(event->totals[side], self[side]);

	double total = event->amount[NEW] / event->factor - event->amount[BASE];

	if (!event->work_known || !(event->amount[BASE] > 0) || total == 0)
		return json_null();
	return json_number((amount[NEW] / event->factor - amount[BASE]) / total);
}

/* One recording a side: what moved is unreplicated, what the range leaves open is unclear. */
static const char *verdict_of(const struct diff_event *event, const struct mover *mover)
{
	return motion_claim(event, mover) == 0 ? "unclear" : "unreplicated";
}

static json_t *bucket_json(const struct diff_event *event, const struct diff_bucket *bucket)
{
	json_t *object = json_object();
	struct mover mover = mover_of_bucket(event, bucket);
	uint64_t self[SIDES] = { bucket->side[BASE].self, bucket->side[NEW].self };
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];
	bool charged = base->has_charged && newer->has_charged;

	json_object_set_new(object, "bucket", json_name(bucket->name));
	set_change(object, event, &mover, self, (bool[]) { true, true });
	json_object_set_new(object, "explains", explains(event, self));
	json_object_set_new(object, "charged_base_share",
			    optional(charged, totals_share(base, bucket->side[BASE].charged)));
	json_object_set_new(object, "charged_new_share",
			    optional(charged, totals_share(newer, bucket->side[NEW].charged)));
	json_object_set_new(object, "busy_delta_pp",
			    json_number(100 * (diff_share(event, NEW, mover.self[NEW]) -
					       diff_share(event, BASE, mover.self[BASE]))));
	json_object_set_new(object, "verdict", json_string(verdict_of(event, &mover)));
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
	struct mover mover = mover_of_row(row);
	uint64_t self[SIDES] = { row->side[BASE].self, row->side[NEW].self };
	/* A side that lists everything and not this symbol has none of it; a cut one may. */
	bool known[SIDES] = { row->side[BASE].listed || row->match != MATCH_NOT_LISTED,
			      row->side[NEW].listed || row->match != MATCH_NOT_LISTED };

	json_object_set_new(object, "symbol", json_name(diff_row_name(event, row)));
	json_object_set_new(object, "base_symbol", side_name(event, row, BASE));
	json_object_set_new(object, "new_symbol", side_name(event, row, NEW));
	json_object_set_new(object, "match", json_string(match_names[row->match]));
	if (row->note)
		json_object_set_new(object, "note", json_name(row->note));
	json_object_set_new(object, "dso", json_name(diff_row_dso(event, row)));
	json_object_set_new(object, "bucket",
			    json_name(buckets_leaf_name(diff->rules->buckets, row->bucket)));
	set_change(object, event, &mover, self, known);
	json_object_set_new(object, "explains", explains(event, self));
	json_object_set_new(object, "verdict", json_string(verdict_of(event, &mover)));
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

static json_t *event_json(const struct symdiff_diff *diff, const struct diff_event *event)
{
	json_t *object = json_object(), *comparison = json_object(), *totals = json_object();
	json_t *symbols = json_array();
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];

	json_object_set_new(comparison, "work", json_string(diff->options.base_work > 0 ? "given"
							    : event->work_known	       ? "same"
										       : "unknown"));
	json_object_set_new(comparison, "factor", json_number(event->factor));
	json_object_set_new(comparison, "replicated", json_false());
	json_object_set_new(totals, "base", json_weight(base, base->total));
	json_object_set_new(totals, "new", json_weight(newer, newer->total));
	json_object_set_new(totals, "base_busy", json_weight(base, base->total - base->idle));
	json_object_set_new(totals, "new_busy", json_weight(newer, newer->total - newer->idle));
	for (size_t i = 0; i < event->row_count; i++)
		json_array_append_new(symbols, row_json(diff, event, &event->rows[i]));
	json_object_set_new(object, "event",
			    json_name(profile_text(newer->profile, totals_event(newer)->name)));
	json_object_set_new(object, "unit", json_string(unit_names[totals_event(newer)->unit]));
	json_object_set_new(object, "comparison", comparison);
	json_object_set_new(object, "totals", totals);
	json_object_set_new(object, "buckets",
			    buckets_json(event, event->heads, event->head_count));
	json_object_set_new(object, "leaves",
			    buckets_json(event, event->leaves, event->leaf_count));
	json_object_set_new(object, "symbols", symbols);
	json_object_set_new(object, "findings", findings_json(event));
	return object;
}

void json_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
	       FILE *out)
{
	json_t *root = json_object(), *events = json_array();

	for (size_t i = 0; i < diff->event_count; i++)
		json_array_append_new(events, event_json(diff, &diff->events[i]));
	json_object_set_new(root, "schema", json_string("symdiff/diff/1"));
	json_object_set_new(root, "base", json_input(diff->side[BASE]));
	json_object_set_new(root, "new", json_input(diff->side[NEW]));
	json_object_set_new(root, "events", events);
	json_print(root, out);
}
