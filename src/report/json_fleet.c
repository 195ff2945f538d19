// SPDX-License-Identifier: GPL-2.0-or-later
/* A fleet as JSON: docs/json.md has the keys. A forest plot can be drawn from it. */
#include <math.h>

#include "fleet_sides.h"
#include "report/json_parts.h"
#include "report/json_value.h"

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static void set_text(json_t *object, const char *key, const char *text)
{
	if (*text)
		set(object, key, json_name(text));
}

/* ---- machines ---- */

static json_t *machine_json(const struct fleet *fleet, const struct fleet_machine *machine)
{
	json_t *object = json_object(), *tags = json_object();

	set(object, "machine", json_name(machine->name));
	set(object, "base_runs", json_integer((json_int_t)machine->base_runs));
	set(object, "new_runs", json_integer((json_int_t)machine->new_runs));
	for (size_t i = 0; i < fleet->tag_count; i++)
		if (*machine->tags[i])
			set(tags, fleet->tags[i], json_name(machine->tags[i]));
	set(object, "tags", tags);
	return object;
}

static json_t *name_or_null(const struct fleet *fleet, uint32_t machine)
{
	return machine == MACHINE_NONE ? json_null() : json_name(fleet->machines[machine].name);
}

/* ---- rows ---- */

static json_t *value_json(const struct fleet_value *value)
{
	json_t *object;

	if (!value->known)
		return json_null();
	object = json_object();
	set(object, "change", json_number(value->change));
	set(object, "low", json_number(value->low));
	set(object, "high", json_number(value->high));
	set(object, "base", json_number(value->base));
	set(object, "new", json_number(value->newer));
	return object;
}

static json_t *summary_json(const struct fleet *fleet, const struct fleet_summary *summary)
{
	json_t *object = json_object();

	set(object, "machines", json_integer((json_int_t)summary->machines));
	set(object, "low", json_number(summary->low));
	set(object, "high", json_number(summary->high));
	set(object, "median", json_number(summary->median));
	set(object, "lowest", name_or_null(fleet, summary->lowest));
	set(object, "highest", name_or_null(fleet, summary->highest));
	set(object, "up", json_integer((json_int_t)summary->up));
	set(object, "down", json_integer((json_int_t)summary->down));
	set(object, "unclear", json_integer((json_int_t)summary->unclear));
	return object;
}

static json_t *outlying_json(const struct fleet *fleet, const struct fleet_outlying *outlying)
{
	json_t *object, *machines;

	if (outlying->machines[0] == MACHINE_NONE)
		return json_null();
	object = json_object();
	machines = json_array();
	for (int i = 0; i < 2 && outlying->machines[i] != MACHINE_NONE; i++)
		json_array_append_new(machines, name_or_null(fleet, outlying->machines[i]));
	set(object, "machines", machines);
	set(object, "p", json_number(outlying->p));
	set(object, "q", json_number(outlying->q));
	set(object, "stands_out", json_boolean(fleet_stands_out(outlying)));
	set(object, "without", summary_json(fleet, &outlying->without));
	return object;
}

static json_t *row_json(const struct fleet *fleet, const struct fleet_row *row)
{
	bool of_bucket = row->kind == FLEET_BUCKET || row->kind == FLEET_LEAF;
	json_t *object = json_object(), *values = json_array(), *groups = json_array();

	set(object, "kind", json_string(fleet_kind_names[row->kind]));
	set_text(object, "event", row->event);
	set(object, "name", json_name(row->name));
	set_text(object,
		 of_bucket		     ? "basis"
		 : row->kind == FLEET_SYMBOL ? "dso"
					     : "source",
		 row->more);
	set_text(object, "bucket", row->bucket);
	set(object, "unit", json_name(row->unit));
	set(object, "better",
	    row->better ? json_string(row->better > 0 ? "more" : "less") : json_null());
	for (size_t i = 0; i < fleet->machine_count; i++)
		json_array_append_new(values, value_json(&row->values[i]));
	set(object, "values", values);
	set(object, "all", summary_json(fleet, &row->all));
	set(object, "leave_one_out", outlying_json(fleet, &row->one));
	set(object, "leave_two_out", outlying_json(fleet, &row->two));
	for (size_t i = 0; i < fleet->group_count; i++)
		json_array_append_new(groups, summary_json(fleet, &row->groups[i]));
	set(object, "groups", groups);
	set(object, "text", json_name(row->text));
	return object;
}

static void put_machines(json_t *root, const struct symdiff_fleet *of)
{
	const struct fleet *fleet = &of->fleet;
	json_t *machines = json_array(), *groups = json_array(), *rows = json_array();

	for (size_t i = 0; i < fleet->machine_count; i++)
		json_array_append_new(machines, machine_json(fleet, &fleet->machines[i]));
	for (size_t i = 0; i < fleet->group_count; i++) {
		json_t *group = json_object();

		set(group, "tag", json_name(fleet->tags[fleet->groups[i].tag]));
		set(group, "value", json_name(fleet->groups[i].value));
		set(group, "machines", json_integer((json_int_t)fleet->groups[i].machines));
		json_array_append_new(groups, group);
	}
	for (size_t i = 0; i < fleet->row_count; i++)
		json_array_append_new(rows, row_json(fleet, &fleet->rows[i]));
	set(root, "shares_of", json_string(of->busy ? "busy" : "total"));
	set(root, "charged", json_boolean(of->charged));
	set(root, "machines", machines);
	set(root, "groups", groups);
	set(root, "outlier", name_or_null(fleet, fleet->outlier));
	set(root, "outlier_rows", json_integer((json_int_t)fleet->outlier_rows));
	set(root, "rows", rows);
}

/* ---- tables of ranges ---- */

static json_t *ends_json(const struct range_ends *ends)
{
	json_t *object;

	if (!ends->known)
		return json_null();
	object = json_object();
	set(object, "low", json_number(ends->low));
	set(object, "high", json_number(ends->high));
	return object;
}

static json_t *pair_json(const struct range_set *ranges, const struct range_pair *pair)
{
	json_t *object = json_object();

	set(object, "outer", json_name(ranges->tables[pair->outer].label));
	set(object, "inner", json_name(ranges->tables[pair->inner].label));
	set(object, "common", json_integer((json_int_t)pair->common));
	set(object, "within", json_integer((json_int_t)pair->within));
	set(object, "narrower", json_integer((json_int_t)pair->narrower));
	set(object, "most",
	    pair->most == UINT32_MAX ? json_null() : json_name(ranges->rows[pair->most].name));
	set(object, "text", json_name(pair->text));
	return object;
}

static void put_ranges(json_t *root, const struct range_set *ranges)
{
	json_t *tables = json_array(), *rows = json_array(), *pairs = json_array();

	for (size_t i = 0; i < ranges->table_count; i++) {
		json_t *table = json_object();

		set(table, "label", json_name(ranges->tables[i].label));
		set(table, "title", json_name(ranges->tables[i].title));
		set(table, "line", json_integer(ranges->tables[i].line));
		set(table, "text", json_name(ranges->texts[i]));
		json_array_append_new(tables, table);
	}
	for (size_t i = 0; i < ranges->row_count; i++) {
		json_t *row = json_object(), *ends = json_array();

		for (size_t k = 0; k < ranges->table_count; k++)
			json_array_append_new(ends, ends_json(&ranges->rows[i].ends[k]));
		set(row, "name", json_name(ranges->rows[i].name));
		set(row, "ranges", ends);
		json_array_append_new(rows, row);
	}
	for (size_t i = 0; i < ranges->pair_count; i++)
		json_array_append_new(pairs, pair_json(ranges, &ranges->pairs[i]));
	set(root, "tables", tables);
	set(root, "rows", rows);
	set(root, "pairs", pairs);
}

void json_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		FILE *out)
{
	json_t *root = json_object(), *paths = json_array();

	for (size_t i = 0; i < fleet->path_count; i++)
		json_array_append_new(paths, json_name(fleet->paths[i]));
	set(root, "schema", json_string(fleet->is_ranges ? "symdiff/ranges/1" : "symdiff/fleet/1"));
	set(root, "paths", paths);
	if (fleet->is_ranges)
		put_ranges(root, &fleet->ranges);
	else
		put_machines(root, fleet);
	json_print(root, out);
}
