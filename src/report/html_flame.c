// SPDX-License-Identifier: GPL-2.0-or-later
/* The flame graphs of an HTML report, for its script: see html_data.h. */
#include "report/html_data.h"

#include <math.h>

#include "report/flame.h"
#include "report/heads.h"
#include "report/html_json.h"
#include "support/cleanup.h"
#include "support/memory.h"
#include "support/table.h"

#define LEAST_PERCENT (100 * 0.1 / 1200) /* a tenth of a pixel on a wide screen */
#define VALUE_SCALE   1e5

static const char *const ways[] = {
	[FLAME_BY_CALLS] = "callchain",
	[FLAME_BY_CALLERS] = "caller",
	[FLAME_BY_BUCKETS] = "bucket",
};

/* Frames that show the same: "kfree" wherever it is called. */
struct frame_names {
	struct table index;
	const struct flame_frame **list;
	size_t count, capacity;
};

static uint32_t frame_name(struct frame_names *names, const struct flame_frame *frame)
{
	uint32_t hash = hash_pair(frame->kind, frame->number);

	table_for_each (&names->index, hash, known)
		if (names->list[known]->kind == frame->kind &&
		    names->list[known]->number == frame->number)
			return known;
	array_reserve(names->list, names->capacity, names->count + 1);
	names->list[names->count] = frame;
	table_insert(&names->index, hash, names->count);
	return names->count++;
}

static void set_names(json_t *root, const struct flame *flame, const struct frame_names *names)
{
	json_t *labels = json_array(), *images = json_array(), *buckets = json_array();
	json_t *colours = json_array(), *heads_array = json_array();
	struct html_names image_names = { 0 }, bucket_names = { 0 };
	struct heads heads;

	heads_init(&heads, flame);
	for (size_t i = 0; i < names->count; i++) {
		const struct flame_frame *frame = names->list[i];
		cleanup_free char *label = flame_label(flame, frame);

		json_array_append_new(labels, html_json_name(label));
		json_array_append_new(images,
				      html_names_number(&image_names, flame_dso(flame, frame)));
		json_array_append_new(buckets,
				      html_names_number(&bucket_names, flame_bucket(flame, frame)));
		json_array_append_new(colours,
				      json_integer((json_int_t)heads_colour(&heads, flame, frame)));
	}
	for (size_t i = 0; i < heads.count; i++)
		json_array_append_new(heads_array, html_json_name(heads.list[i].name));
	json_object_set_new(root, "names", labels);
	json_object_set_new(root, "name_image", images);
	json_object_set_new(root, "name_bucket", buckets);
	json_object_set_new(root, "name_colour", colours);
	json_object_set_new(root, "images", html_names_array(&image_names));
	json_object_set_new(root, "buckets", html_names_array(&bucket_names));
	json_object_set_new(root, "heads", heads_array);
}

/* Depth, name, base and new of each, and the letters of their changes. */
static void set_frames(json_t *root, const struct flame *flame, struct frame_names *names)
{
	json_t *frames = json_array(), *open = json_object(), *folded = json_object();
	char *change = mem_zalloc(flame->count + 1, 1);

	for (size_t i = 0; i < flame->count; i++) {
		const struct flame_frame *frame = &flame->frames[i];
		char key[24];

		json_array_append_new(frames, json_integer(frame->depth));
		json_array_append_new(frames, json_integer(frame_name(names, frame)));
		for (int side = 0; side < SIDES; side++)
			json_array_append_new(frames, json_integer((json_int_t)round(
							      frame->value[side] * VALUE_SCALE)));
		change[i] = 'a' + (flame->event ? flame_change_of(flame, frame) : FLAME_SAME);
		snprintf(key, sizeof(key), "%zu", i);
		if (frame->hidden[BASE] + frame->hidden[NEW] > 0)
			json_object_set_new(open, key,
					    json_pack("[o,o]",
						      html_json_number(frame->hidden[BASE], 4),
						      html_json_number(frame->hidden[NEW], 4)));
		if (frame->kind == FLAME_REST)
			json_object_set_new(folded, key, json_integer(frame->folded));
	}
	json_object_set_new(root, "frames", frames);
	json_object_set_new(root, "change", json_string(change));
	json_object_set_new(root, "open", open);
	json_object_set_new(root, "folded", folded);
	free(change);
}

static void put_flame(const struct flame *flame, uint32_t number, int n, FILE *out)
{
	json_t *root = json_object();
	struct frame_names names = { 0 };
	char id[32];

	snprintf(id, sizeof(id), "data-flame-%u-%d", number, n);
	json_object_set_new(root, "two", json_boolean(flame->event != NULL));
	json_object_set_new(root, "by", json_string(ways[flame->by]));
	json_object_set_new(root, "measure", json_string(flame_measure(flame)));
	set_frames(root, flame, &names);
	set_names(root, flame, &names);
	free(names.list);
	table_deinit(&names.index);
	html_json(id, root, out);
}

void html_flame_report(const struct symdiff_profile *side, const struct totals *totals,
		       uint32_t number, const struct symdiff_print_options *options, FILE *out)
{
	int n = 0;

	for (enum flame_by by = flame_way(totals, NULL); by <= FLAME_BY_BUCKETS; by++) {
		struct flame flame;

		flame_init_report(&flame, by, side, totals, options, LEAST_PERCENT);
		put_flame(&flame, number, n++, out);
		flame_deinit(&flame);
	}
}

void html_flame_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		     uint32_t number, FILE *out)
{
	int n = 0;

	for (enum flame_by by = flame_way(NULL, event); by <= FLAME_BY_BUCKETS; by++) {
		struct flame flame;

		flame_init_diff(&flame, by, diff, event, LEAST_PERCENT);
		put_flame(&flame, number, n++, out);
		flame_deinit(&flame);
	}
}
