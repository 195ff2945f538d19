// SPDX-License-Identifier: GPL-2.0-or-later
/* "anatomy" and "callers" of a report or diff, "matrix" and "contexts" of a report. */
#include "report/json_opened.h"

#include <string.h>

#include "report/opened.h"

static json_t *share(const struct opened *opened, int side, uint64_t weight)
{
	return json_number(opened->whole[side] ? (double)weight / (double)opened->whole[side] : 0);
}

static void set_shares(json_t *object, const struct opened *opened, const uint64_t weight[SIDES])
{
	if (opened->two_sides) {
		json_object_set_new(object, "base_busy_share", share(opened, BASE, weight[BASE]));
		json_object_set_new(object, "new_busy_share", share(opened, NEW, weight[NEW]));
	} else {
		json_object_set_new(object, "busy_share", share(opened, NEW, weight[NEW]));
	}
}

static json_t *section_json(const struct opened *opened, const struct opened_section *section)
{
	json_t *array = json_array();

	for (size_t i = 0; i < section->count; i++) {
		json_t *object = json_object();

		json_object_set_new(object, "name", json_name(section->lines[i].name));
		set_shares(object, opened, section->lines[i].weight);
		if (*section->lines[i].note)
			json_object_set_new(object, "probable_cache",
					    json_name(section->lines[i].note));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *opened_json(const struct opened *opened)
{
	json_t *object = json_object();

	json_object_set_new(object, strcmp(opened->kind, "anatomy") ? "symbol" : "bucket",
			    json_name(opened->name));
	set_shares(object, opened, opened->total);
	for (size_t i = 0; i < opened->section_count; i++)
		json_object_set_new(object, opened->sections[i].key,
				    section_json(opened, &opened->sections[i]));
	return object;
}

static void set_opened(json_t *object, const struct opened *opened)
{
	json_t *array = json_object_get(object, opened->kind);

	if (!array) {
		array = json_array();
		json_object_set_new(object, opened->kind, array);
	}
	json_array_append_new(array, opened_json(opened));
}

void json_set_opened_report(json_t *object, const struct symdiff_profile *side,
			    const struct totals *totals,
			    const struct symdiff_print_options *options)
{
	struct opened opened;

	for (size_t i = 0; opened_init(&opened, i, side, totals, NULL, NULL, options); i++) {
		set_opened(object, &opened);
		opened_deinit(&opened);
	}
}

void json_set_opened_diff(json_t *object, const struct symdiff_diff *diff,
			  const struct diff_event *event,
			  const struct symdiff_print_options *options)
{
	struct opened opened;

	for (size_t i = 0; opened_init(&opened, i, NULL, NULL, event, diff->side, options); i++) {
		set_opened(object, &opened);
		opened_deinit(&opened);
	}
}

json_t *json_contexts(const struct totals *totals)
{
	json_t *array = json_array();

	for (unsigned i = 0; i < RUN_CONTEXTS; i++) {
		json_t *object;

		if (!totals->contexts[i])
			continue;
		object = json_object();
		json_object_set_new(object, "context", json_string(run_context_name(i)));
		if (*run_context_where(i))
			json_object_set_new(object, "where", json_string(run_context_where(i)));
		json_object_set_new(object, "self", json_weight(totals, totals->contexts[i]));
		json_object_set_new(object, "share",
				    json_number(totals_share(totals, totals->contexts[i])));
		json_array_append_new(array, object);
	}
	return array;
}

json_t *json_matrix(const struct totals *totals, const struct buckets *buckets)
{
	json_t *array = json_array();

	for (uint32_t owner = 0; owner < totals->head_count; owner++)
		for (uint32_t mechanism = 0; mechanism < totals->head_count; mechanism++) {
			uint64_t weight = *totals_matrix(totals, owner, mechanism);
			json_t *object;

			if (!weight)
				continue;
			object = json_object();
			json_object_set_new(object, "owner",
					    json_name(buckets_head_name(buckets, owner)));
			json_object_set_new(object, "mechanism",
					    json_name(buckets_head_name(buckets, mechanism)));
			json_object_set_new(object, "weight", json_weight(totals, weight));
			json_object_set_new(object, "share",
					    json_number(totals_share(totals, weight)));
			json_array_append_new(array, object);
		}
	return array;
}

static void set_share_change(json_t *object, const double share[SIDES])
{
	json_object_set_new(object, "base_share", json_number(share[BASE]));
	json_object_set_new(object, "new_share", json_number(share[NEW]));
	json_object_set_new(object, "delta_pp", json_number(100 * (share[NEW] - share[BASE])));
}

json_t *json_diff_matrix(const struct diff_event *event)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < event->head_count * event->head_count; i++) {
		double share[SIDES];
		json_t *object;

		for (int side = 0; side < SIDES; side++)
			share[side] =
				totals_share(event->totals[side], event->totals[side]->matrix[i]);
		if (share[BASE] <= 0 && share[NEW] <= 0)
			continue;
		object = json_object();
		json_object_set_new(object, "owner",
				    json_name(event->heads[i / event->head_count].name));
		json_object_set_new(object, "mechanism",
				    json_name(event->heads[i % event->head_count].name));
		set_share_change(object, share);
		json_array_append_new(array, object);
	}
	return array;
}

json_t *json_diff_contexts(const struct diff_event *event)
{
	json_t *array = json_array();

	for (unsigned i = 0; i < RUN_CONTEXTS; i++) {
		double share[SIDES];
		json_t *object;

		for (int side = 0; side < SIDES; side++)
			share[side] =
				totals_share(event->totals[side], event->totals[side]->contexts[i]);
		if (share[BASE] <= 0 && share[NEW] <= 0)
			continue;
		object = json_object();
		json_object_set_new(object, "context", json_string(run_context_name(i)));
		if (*run_context_where(i))
			json_object_set_new(object, "where", json_string(run_context_where(i)));
		set_share_change(object, share);
		json_array_append_new(array, object);
	}
	return array;
}
