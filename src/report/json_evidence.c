// SPDX-License-Identifier: GPL-2.0-or-later
/* Evidence as JSON: docs/json.md has the keys. */
#include <math.h>

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
