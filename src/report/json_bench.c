// SPDX-License-Identifier: GPL-2.0-or-later
/* Results of benchmarks of two sides as JSON: docs/json.md has the keys. */
#include <math.h>

#include "evidence/bench.h"
#include "report/evidence_value.h"
#include "report/json_parts.h"
#include "report/writer.h"

static json_t *better_json(enum evidence_better better)
{
	return better == EVIDENCE_EITHER ? json_null()
					 : json_string(better == EVIDENCE_MORE ? "more" : "less");
}

static json_t *cell_json(const struct bench_cell *cell)
{
	json_t *object = json_object();
	struct evidence_value mean = { .value = cell->mean };

	json_object_set_new(object, "value", json_evidence_value(cell->runs ? &mean : NULL));
	json_object_set_new(object, "runs", json_integer((json_int_t)cell->runs));
	json_object_set_new(object, "sd", json_number(cell->sd));
	if (cell->failed)
		json_object_set_new(object, "no_result", json_integer((json_int_t)cell->failed));
	if (cell->broken)
		json_object_set_new(object, "broken", json_integer((json_int_t)cell->broken));
	return object;
}

static json_t *row_json(const struct bench_row *row)
{
	json_t *object = json_object(), *parameters = json_object();

	json_evidence_name(object, row->row);
	for (size_t i = 0; i < row->row->count; i++)
		if (row->row->values[i].role == EVIDENCE_PARAMETER)
			json_object_set_new(parameters, row->row->values[i].key,
					    json_evidence_value(&row->row->values[i]));
	json_object_set_new(object, "parameters", parameters);
	json_object_set_new(object, "measure", json_name(row->key));
	json_object_set_new(object, "unit", *row->unit ? json_name(row->unit) : json_null());
	json_object_set_new(object, "better", better_json(row->better));
	json_object_set_new(object, "detail", json_boolean(row->is_detail));
	json_object_set_new(object, "base", cell_json(&row->cells[0]));
	json_object_set_new(object, "new", cell_json(&row->cells[1]));
	json_object_set_new(object, "ratio", json_number(row->ratio));
	json_object_set_new(object, "low", json_number(row->low));
	json_object_set_new(object, "high", json_number(row->high));
	json_object_set_new(object, "gain", json_number(row->gain));
	json_object_set_new(object, "verdict", json_string(bench_verdicts[row->verdict]));
	json_object_set_new(object, "moved", json_boolean(row->moved));
	return object;
}

json_t *json_bench_rows(const struct bench_table *table)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < table->count; i++)
		json_array_append_new(rows, row_json(&table->rows[i]));
	return rows;
}

static json_t *mean_json(const struct bench_table *table, const struct bench_mean *mean)
{
	json_t *object = json_object();

	json_object_set_new(object, "first_row", json_integer((json_int_t)mean->first));
	json_object_set_new(object, "rows", json_integer((json_int_t)mean->count));
	json_object_set_new(object, "results", json_integer((json_int_t)mean->results));
	json_object_set_new(object, "gain", json_number(mean->gain));
	json_object_set_new(object, "worst", json_number(mean->worst));
	json_object_set_new(object, "best", json_number(mean->best));
	json_object_set_new(object, "better", json_integer((json_int_t)mean->up));
	json_object_set_new(object, "worse", json_integer((json_int_t)mean->down));
	return object;
}

static json_t *class_json(const struct bench_class *class)
{
	json_t *object = json_object();

	json_object_set_new(object, "name", json_name(class->row->row->name));
	json_object_set_new(object, "measure", json_name(class->row->key));
	json_object_set_new(object, "parameter", json_name(class->parameter));
	json_object_set_new(object, "from", json_number(class->from));
	json_object_set_new(object, "to", json_number(class->to));
	json_object_set_new(object, "least_gain", json_number(class->least));
	json_object_set_new(object, "most_gain", json_number(class->most));
	json_object_set_new(object, "verdict", json_string(bench_verdicts[class->verdict]));
	return object;
}

static json_t *side_json(const struct bench_side *side)
{
	json_t *object = json_object();

	json_object_set_new(object, "path", json_name(side->path));
	json_object_set_new(object, "files", json_integer((json_int_t)side->files));
	json_object_set_new(object, "side", *side->name ? json_name(side->name) : json_null());
	return object;
}

void json_bench(const struct bench_report *report, const struct symdiff_print_options *options,
		FILE *out)
{
	json_t *object = json_object(), *means = json_array();
	json_t *classes = json_array();
	const struct bench_table *table = report->table;

	json_object_set_new(object, "schema", json_string("symdiff/bench/1"));
	json_object_set_new(object, "base", side_json(&report->sides[0]));
	json_object_set_new(object, "new", side_json(&report->sides[1]));
	json_object_set_new(object, "replicated", json_boolean(table->replicated));
	for (size_t i = 0; i < table->mean_count; i++)
		json_array_append_new(means, mean_json(table, &table->means[i]));
	for (size_t i = 0; i < table->class_count; i++)
		json_array_append_new(classes, class_json(&table->classes[i]));
	json_object_set_new(object, "rows", json_bench_rows(table));
	json_object_set_new(object, "means", means);
	json_object_set_new(object, "classes", classes);
	json_print(object, out);
}
