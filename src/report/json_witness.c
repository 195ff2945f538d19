// SPDX-License-Identifier: GPL-2.0-or-later
/* What was measured beside two profiles, as JSON: docs/json.md has the keys. */
#include "report/evidence_value.h"
#include "report/json_parts.h"
#include "witness/budget.h"

static json_t *opinion_json(const struct opinion *opinion)
{
	json_t *object = json_object();

	json_object_set_new(object, "kind",
			    opinion->finding ? json_string(finding_names[opinion->finding->kind])
					     : json_null());
	json_object_set_new(object, "subject", json_name(opinion->subject));
	json_object_set_new(object, "verdict", json_string(opinion_names[opinion->verdict]));
	json_object_set_new(object, "text", json_name(opinion->text));
	return object;
}

static json_t *seconds_json(const struct budget *budget, const double seconds[SIDES])
{
	json_t *object = json_object();

	json_object_set_new(object, "base_s", json_number(seconds[BASE]));
	json_object_set_new(object, "new_s", json_number(seconds[NEW]));
	json_object_set_new(object, "of_elapsed_pct", json_number(budget_percent(budget, seconds)));
	return object;
}

static json_t *budget_json(const struct budget *budget)
{
	json_t *object = json_object(), *buckets = json_array();

	json_object_set_new(object, "cpus", json_integer(budget->cpus));
	json_object_set_new(
		object, "busy_from",
		json_string(budget->source == BUDGET_PROFILE ? "profile" : "benchmark"));
	json_object_set_new(object, "elapsed", seconds_json(budget, budget->elapsed));
	json_object_set_new(object, "busy", seconds_json(budget, budget->busy));
	json_object_set_new(object, "idle", seconds_json(budget, budget->idle));
	json_object_set_new(object, "unexplained", seconds_json(budget, budget->rest));
	for (size_t i = 0; i < budget->line_count; i++) {
		json_t *line = seconds_json(budget, budget->lines[i].seconds);

		json_object_set_new(line, "bucket", json_name(budget->lines[i].bucket));
		json_array_append_new(buckets, line);
	}
	json_object_set_new(object, "buckets", buckets);
	return object;
}

/* The files that a side's rows are from, each once. */
static json_t *files_json(const struct evidence *evidence)
{
	json_t *files = json_array();
	const char *last = NULL;

	for (size_t i = 0; i < evidence->count; i++) {
		if (evidence->rows[i].file != last)
			json_array_append_new(files, json_name(evidence->rows[i].file));
		last = evidence->rows[i].file;
	}
	return files;
}

json_t *json_witness(const struct witness *witness)
{
	json_t *object = json_object(), *opinions = json_array(), *notes = json_array();

	json_object_set_new(object, "base", files_json(&witness->sides[BASE]));
	json_object_set_new(object, "new", files_json(&witness->sides[NEW]));
	for (size_t i = 0; i < witness->opinion_count; i++)
		json_array_append_new(opinions, opinion_json(&witness->opinions[i]));
	for (size_t i = 0; i < witness->note_count; i++)
		json_array_append_new(notes, json_name(witness->notes[i]));
	json_object_set_new(object, "opinions", opinions);
	json_object_set_new(object, "rows", json_evidence_moves(&witness->moves));
	json_object_set_new(object, "results",
			    witness->has_bench ? json_bench_rows(&witness->bench) : json_array());
	json_object_set_new(object, "budget",
			    witness->budget.known ? budget_json(&witness->budget) : json_null());
	json_object_set_new(object, "notes", notes);
	return object;
}
