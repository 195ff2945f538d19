// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/json_relative.h"

#include "diff/motion.h"
#include "diff/relative.h"
#include "report/json_value.h"

static void add(json_t *array, const char *key, const char *name, double change)
{
	json_t *object = json_object();

	json_object_set_new(object, key, json_name(name));
	json_object_set_new(object, "change", json_number(change));
	json_array_append_new(array, object);
}

json_t *json_relative(const struct diff_event *event)
{
	struct relative relative = relative_of(event);
	json_t *object = json_object(), *buckets = json_array(), *symbols = json_array();

	for (size_t i = 0; i < event->head_count; i++) {
		struct mover mover = mover_of_owner(event, &event->heads[i]);

		add(buckets, "bucket", event->heads[i].name,
		    relative_change(event, &relative, mover.self));
	}
	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];

		add(symbols, "symbol", diff_row_name(event, row),
		    relative_change(event, &relative,
				    (uint64_t[]) { row->side[BASE].self, row->side[NEW].self }));
	}
	json_object_set_new(object, "factor", json_number(relative.factor));
	json_object_set_new(object, "rows", json_integer((json_int_t)relative.rows));
	json_object_set_new(object, "quarter_low", json_number(relative.quarter[0]));
	json_object_set_new(object, "quarter_high", json_number(relative.quarter[1]));
	json_object_set_new(object, "base_share", json_number(relative.share[BASE]));
	json_object_set_new(object, "new_share", json_number(relative.share[NEW]));
	json_object_set_new(object, "near_share", json_number(relative.near_share));
	json_object_set_new(object, "buckets", buckets);
	json_object_set_new(object, "symbols", symbols);
	return object;
}
