// SPDX-License-Identifier: GPL-2.0-or-later
/* Evidence as JSON: docs/json.md has the keys. */
#include <math.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/format.h"
#include "report/evidence_value.h"
#include "report/json_parts.h"

#define WHOLE_MOST 9007199254740992.0 /* 2^53 */

json_t *json_evidence_value(const struct evidence_value *value)
{
	if (!value || value->state != EVIDENCE_NUMBER)
		return json_null();
	if (value->value == floor(value->value) && fabs(value->value) < WHOLE_MOST)
		return json_integer((json_int_t)value->value);
	return json_number(value->value);
}

void json_evidence_name(json_t *object, const struct evidence_row *row)
{
	json_object_set_new(object, "name", json_name(row->name));
	json_object_set_new(object, "source", json_string(row->format->name));
	if (row->group)
		json_object_set_new(object, "group", json_name(row->group));
	if (row->metric)
		json_object_set_new(object, "metric", json_name(row->metric));
	if (row->unit)
		json_object_set_new(object, "unit", json_name(row->unit));
	if (row->side)
		json_object_set_new(object, "side", json_name(row->side));
}

/* The keys of the values that are in @state, or, for numbers, significant. */
static void set_keys(json_t *object, const char *key, const struct evidence_row *row,
		     enum evidence_state state)
{
	json_t *keys = json_array();

	for (size_t i = 0; i < row->count; i++) {
		const struct evidence_value *value = &row->values[i];

		if (value->state == state && (state != EVIDENCE_NUMBER || value->is_significant))
			json_array_append_new(keys, json_name(value->key));
	}
	if (json_array_size(keys))
		json_object_set(object, key, keys);
	json_decref(keys);
}

static void set_places(json_t *object, const char *key, const struct evidence_row *row,
		       bool are_holders)
{
	json_t *places = json_array();

	for (size_t i = 0; i < row->place_count; i++) {
		const struct evidence_place *place = &row->places[i];

		if (place->is_holder != are_holders)
			continue;

		json_t *pair = json_array();

		json_array_append_new(pair, json_name(place->place));
		json_array_append_new(pair, json_integer((json_int_t)place->count));
		json_array_append_new(places, pair);
	}
	if (json_array_size(places))
		json_object_set(object, key, places);
	json_decref(places);
}

static json_t *row_json(const struct evidence_row *row)
{
	json_t *object = json_object(), *values = json_object();

	json_evidence_name(object, row);
	json_object_set_new(object, "table", json_integer(row->table + 1));
	json_object_set_new(object, "line", json_integer(row->line));
	for (size_t i = 0; i < row->count; i++)
		json_object_set_new(values, row->values[i].key,
				    json_evidence_value(&row->values[i]));
	json_object_set_new(object, "values", values);
	set_keys(object, "significant", row, EVIDENCE_NUMBER);
	set_keys(object, "broken", row, EVIDENCE_BROKEN);
	set_keys(object, "no_result", row, EVIDENCE_NO_RESULT);
	set_places(object, "contended_at", row, false);
	set_places(object, "contended_by", row, true);
	return object;
}

void json_evidence(const struct evidence *evidence, const struct symdiff_print_options *options,
		   FILE *out)
{
	json_t *object = json_object(), *rows = json_array();

	json_object_set_new(object, "schema", json_string("symdiff/evidence/1"));
	json_object_set_new(object, "path", json_name(evidence->path));
	json_object_set_new(object, "source", json_string(evidence->rows[0].format->name));
	for (size_t i = 0; i < evidence->count; i++)
		json_array_append_new(rows, row_json(&evidence->rows[i]));
	json_object_set_new(object, "rows", rows);
	json_print(object, out);
}

/* ---- two sides ---- */

static json_t *reading_json(const struct evidence_reading *reading)
{
	struct evidence_value value = { .value = reading->value, .state = reading->state };

	return json_evidence_value(reading->runs ? &value : NULL);
}

static json_t *move_json(const struct evidence_move *move)
{
	const struct evidence_reading *base = &move->sides[EVIDENCE_BASE];
	const struct evidence_reading *newer = &move->sides[EVIDENCE_NEW];
	json_t *object = json_object();

	json_object_set_new(object, "base", reading_json(base));
	json_object_set_new(object, "new", reading_json(newer));
	json_object_set_new(object, "delta", json_number(move->delta));
	json_object_set_new(object, "change_pct", json_number(move->change_pct));
	json_object_set_new(object, "moved", json_boolean(move->moved));
	if (base->runs > 1 || newer->runs > 1)
		json_object_set_new(object, "runs",
				    json_pack("{s:I, s:I}", "base", (json_int_t)base->runs, "new",
					      (json_int_t)newer->runs));
	return object;
}

static json_t *pair_json(const struct evidence_pair *pair)
{
	const struct evidence_row *base = pair->sides[EVIDENCE_BASE];
	const struct evidence_row *newer = pair->sides[EVIDENCE_NEW];
	json_t *object = json_object(), *values = json_object();

	json_evidence_name(object, newer ? newer : base);
	json_object_set_new(object, "match",
			    json_string(!base		 ? "new-only"
					: !newer	 ? "base-only"
					: pair->by_alias ? "alias"
							 : "exact"));
	if (base && newer && pair->by_alias)
		json_object_set_new(
			object, "base_name",
			json_name(strcmp(base->name, newer->name) ? base->name : base->group));
	json_object_set_new(object, "moved", json_boolean(pair->moved));
	for (size_t i = 0; i < pair->count; i++)
		json_object_set_new(values, pair->moves[i].key, move_json(&pair->moves[i]));
	json_object_set_new(object, "values", values);
	return object;
}

json_t *json_evidence_moves(const struct evidence_diff *diff)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < diff->count; i++)
		json_array_append_new(rows, pair_json(&diff->pairs[i]));
	return rows;
}

void json_evidence_diff(const struct evidence_diff *diff,
			const struct symdiff_print_options *options, FILE *out)
{
	static const char *const names[] = { "base", "new" };
	json_t *object = json_object();

	json_object_set_new(object, "schema", json_string("symdiff/evidence-diff/1"));
	for (int side = 0; side < EVIDENCE_SIDES; side++) {
		json_t *of = json_object();

		json_object_set_new(of, "path", json_name(diff->sides[side]->path));
		json_object_set_new(of, "source",
				    json_string(diff->sides[side]->rows[0].format->name));
		json_object_set_new(object, names[side], of);
	}
	json_object_set_new(object, "rows", json_evidence_moves(diff));
	json_print(object, out);
}
