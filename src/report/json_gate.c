// SPDX-License-Identifier: GPL-2.0-or-later
/* The document symdiff/gate/1: docs/json.md says what each key means. */
#include <math.h>

#include "diff/gate.h"
#include "report/json_parts.h"
#include "report/json_value.h"

static json_t *rule_json(const struct gate_rule *rule)
{
	json_t *object = json_object();

	json_object_set_new(object, "rule", json_name(rule->text));
	json_object_set_new(object, "kind",
			    json_string(rule->kind == SYMDIFF_MAX ? "max" : "max-growth"));
	json_object_set_new(object, "of", json_string(rule->busy ? "busy" : "total"));
	json_object_set_new(object, "basis", json_string(rule->charged ? "charged" : "self"));
	json_object_set_new(object, "unit",
			    json_string(rule->unit == LIMIT_POINTS ? "pp" : "percent"));
	json_object_set_new(object, "value", json_number(rule->value));
	json_object_set_new(object, "limit", json_number(rule->limit));
	json_object_set_new(object, "low", json_number(rule->low));
	json_object_set_new(object, "high", json_number(rule->high));
	json_object_set_new(object, "verdict", json_string(outcome_names[rule->outcome]));
	json_object_set_new(object, "base_runs", json_integer((json_int_t)rule->runs[BASE]));
	json_object_set_new(object, "new_runs", json_integer((json_int_t)rule->runs[NEW]));
	json_object_set_new(object, "noise_source",
			    json_string(rule->replicated	    ? "runs"
					: rule->calibrated	    ? "calibration"
					: rule->kind == SYMDIFF_MAX ? "sampling"
								    : "floor"));
	json_object_set_new(object, "sampling_source",
			    json_string(rule->by_blocks ? "blocks" : "samples"));
	json_object_set_new(object, "dispersion",
			    json_pack("{s:o, s:o}", "base", json_number(rule->dispersion[BASE]),
				      "new", json_number(rule->dispersion[NEW])));
	json_object_set_new(object, "mde", json_number(rule->mde));
	json_object_set_new(object, "more_runs",
			    isnan(rule->more_runs) ? json_null()
						   : json_integer((json_int_t)rule->more_runs));
	if (rule->reason)
		json_object_set_new(object, "reason", json_name(rule->reason));
	return object;
}

static bool is_replicated(const struct symdiff_verdict *verdict)
{
	for (size_t i = 0; i < verdict->count; i++)
		if (!verdict->rules[i].replicated)
			return false;
	return true;
}

static json_t *notes_json(const struct symdiff_verdict *verdict)
{
	json_t *notes = json_array();

	for (size_t i = 0; i < verdict->note_count; i++)
		json_array_append_new(notes, json_name(verdict->notes[i]));
	return notes;
}

void json_verdict(const struct symdiff_verdict *verdict,
		  const struct symdiff_print_options *options, FILE *out)
{
	json_t *root = json_object(), *rules = json_array();

	for (size_t i = 0; i < verdict->count; i++)
		json_array_append_new(rules, rule_json(&verdict->rules[i]));
	json_object_set_new(root, "schema", json_string("symdiff/gate/1"));
	if (verdict->side[BASE])
		json_object_set_new(root, "base", json_input(verdict->side[BASE]));
	json_object_set_new(root, "new", json_input(verdict->side[NEW]));
	json_object_set_new(root, "event", json_name(verdict->event));
	json_object_set_new(root, "replicated", json_boolean(is_replicated(verdict)));
	json_object_set_new(root, "level", json_number(verdict->level));
	json_object_set_new(root, "verdict", json_string(outcome_names[verdict->outcome]));
	json_object_set_new(root, "rules", rules);
	json_object_set_new(root, "notes", notes_json(verdict));
	json_print(root, out);
}
