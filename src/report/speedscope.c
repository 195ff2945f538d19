// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * speedscope's own format (https://www.speedscope.app/file-format-schema.json, 1.25): frames, and
 * for each side of each event a profile of samples, whose stacks are lists of frames, root first.
 */
#include <stdlib.h>

#include "report/call_tree.h"
#include "report/json_text.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/memory.h"

static void put_frames(const struct call_tree *tree, bool *first, FILE *out)
{
	for (uint32_t i = 0; i < tree->frame_count; i++) {
		const struct call_frame *frame = &tree->frames[i];
		cleanup_free char *name = call_frame_name(tree, frame);
		const char *file = call_frame_file(tree, frame);

		fputs(*first ? "\n{\"name\":" : ",\n{\"name\":", out);
		*first = false;
		json_text(name, out);
		if (!*file)
			file = call_frame_dso(tree, frame);
		if (*file) {
			fputs(",\"file\":", out);
			json_text(file, out);
		}
		fputc('}', out);
	}
}

struct scope {
	const struct call_tree *tree;
	int side;
	uint32_t first_frame; /* of the tree's, among those of all trees */
	FILE *out;
};

static void put_stacks(const struct scope *scope)
{
	const struct call_tree *tree = scope->tree;
	const char *comma = "";
	uint32_t *path = NULL;
	size_t capacity = 0;

	for (uint32_t i = 0; i < tree->node_count; i++) {
		if (!tree->nodes[i].self[scope->side])
			continue;

		size_t depth = call_node_path(tree, i, &path, &capacity);

		fprintf(scope->out, "%s\n[", comma);
		comma = ",";
		for (size_t j = 0; j < depth; j++)
			fprintf(scope->out, "%s%u", j ? "," : "", scope->first_frame + path[j]);
		fputc(']', scope->out);
	}
	free(path);
}

static void put_weights(const struct scope *scope)
{
	const struct call_tree *tree = scope->tree;
	const char *comma = "";

	for (uint32_t i = 0; i < tree->node_count; i++) {
		if (!tree->nodes[i].self[scope->side])
			continue;
		fputs(comma, scope->out);
		comma = ",";
		call_value_print(
			call_tree_value(tree, scope->side, tree->nodes[i].self[scope->side]),
			scope->out);
	}
}

static double sum_of(const struct scope *scope)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < scope->tree->node_count; i++)
		sum += scope->tree->nodes[i].self[scope->side];
	return call_tree_value(scope->tree, scope->side, sum);
}

static void put_profile(const struct scope *scope)
{
	static const char *const sides[SIDES] = { "base: ", "new: " };
	const char *event = call_tree_event(scope->tree);
	cleanup_free char *name = mem_alloc(strlen(event) + sizeof("base: "));

	sprintf(name, "%s%s", scope->tree->event ? sides[scope->side] : "", event);
	fputs("\n{\"type\":\"sampled\",\"name\":", scope->out);
	json_text(name, scope->out);
	fprintf(scope->out, ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":",
		call_tree_is_time(scope->tree) ? "nanoseconds" : "none");
	call_value_print(sum_of(scope), scope->out);
	fputs(",\"samples\":[", scope->out);
	put_stacks(scope);
	fputs("\n],\"weights\":[", scope->out);
	put_weights(scope);
	fputs("]}", scope->out);
}

static void put_document(const struct call_forest *forest, FILE *out)
{
	const char *comma = "";
	bool first = true;
	uint32_t frames = 0;

	fprintf(out,
		"{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
		"\"exporter\":\"symdiff %s\",\"activeProfileIndex\":0,\"name\":",
		symdiff_version());
	json_text(forest->title, out);
	fputs(",\"shared\":{\"frames\":[", out);
	for (size_t i = 0; i < forest->count; i++)
		put_frames(&forest->trees[i], &first, out);
	fputs("\n]},\"profiles\":[", out);
	for (size_t i = 0; i < forest->count; i++) {
		const struct call_tree *tree = &forest->trees[i];

		for (int side = tree->event ? BASE : NEW; side < SIDES; side++) {
			fputs(comma, out);
			comma = ",";
			put_profile(&(struct scope) { tree, side, frames, out });
		}
		frames += tree->frame_count;
	}
	fputs("\n]}\n", out);
}

static void report(const struct symdiff_profile *profile,
		   const struct symdiff_print_options *options, FILE *out)
{
	call_forest_report(profile, put_document, out);
}

static void diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		 FILE *out)
{
	call_forest_diff(diff, put_document, out);
}

const struct report_writer speedscope_writer = {
	.format = SYMDIFF_SPEEDSCOPE,
	.name = "speedscope",
	.what = "for https://www.speedscope.app: a profile for each side",
	.report = report,
	.diff = diff,
};
