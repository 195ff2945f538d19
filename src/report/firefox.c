// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The Firefox Profiler's processed format, version 60: of those that it still reads, the first
 * whose tables all threads share (docs-developer/processed-profile-format.md and
 * CHANGELOG-formats.md of firefox-devtools/profiler). Each side of an event is a thread, and so is
 * the new side less the base, as the Profiler's own comparison has it. Its categories are buckets.
 *
 * Tables are columns: { "name": [...], "length": N }.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "report/call_tree.h"
#include "report/json_text.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/memory.h"

#define GECKO_VERSION	  31 /* of the format that processed ones came from at that time */
#define PROCESSED_VERSION 60

/* Colours that the Profiler knows; grey is that of "Other", which every profile has first. */
static const char *const colours[] = { "blue",	 "orange", "green",   "purple",	   "red",
				       "yellow", "brown",  "magenta", "lightblue", "lightred" };

struct fox {
	const struct call_forest *forest;
	const struct buckets *buckets;
	FILE *out;
	struct names strings; /* numbered as in the document */
	struct names images;  /* likewise: DSOs, which it calls resources */
	uint32_t *frames;     /* by tree: the number of its first frame */
	uint32_t *nodes;      /* likewise of its first stack */
};

typedef void put_cell(struct fox *fox, const struct call_tree *tree,
		      const struct call_frame *frame);

/* ---- categories ---- */

static bool is_of_head(const struct fox *fox, uint16_t leaf, uint16_t head)
{
	return buckets_head(fox->buckets, leaf) == head;
}

static void put_categories(struct fox *fox)
{
	size_t heads = buckets_head_count(fox->buckets), leaves = buckets_count(fox->buckets);

	fputs("[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}", fox->out);
	for (size_t head = 0; head < heads; head++) {
		fputs(",\n{\"name\":", fox->out);
		json_text(buckets_head_name(fox->buckets, head), fox->out);
		fprintf(fox->out, ",\"color\":\"%s\",\"subcategories\":[\"Other\"",
			colours[head % ARRAY_SIZE(colours)]);
		for (size_t leaf = 0; leaf < leaves; leaf++)
			if (is_of_head(fox, leaf, head)) {
				fputc(',', fox->out);
				json_text(buckets_leaf_name(fox->buckets, leaf), fox->out);
			}
		fputs("]}", fox->out);
	}
	fputc(']', fox->out);
}

static void put_category(struct fox *fox, const struct call_tree *tree,
			 const struct call_frame *frame)
{
	uint16_t leaf = call_frame_bucket(tree, frame);

	fprintf(fox->out, "%u", leaf == BUCKET_NONE ? 0u : 1u + buckets_head(fox->buckets, leaf));
}

static void put_subcategory(struct fox *fox, const struct call_tree *tree,
			    const struct call_frame *frame)
{
	uint16_t leaf = call_frame_bucket(tree, frame);
	unsigned number = 0;

	if (leaf != BUCKET_NONE) {
		uint16_t head = buckets_head(fox->buckets, leaf);

		for (uint16_t i = 0; i <= leaf; i++)
			number += is_of_head(fox, i, head);
	}
	fprintf(fox->out, "%u", number);
}

/* ---- tables of frames: a frame is a function, and both have the same numbers ---- */

static void put_name(struct fox *fox, const struct call_tree *tree, const struct call_frame *frame)
{
	cleanup_free char *name = call_frame_name(tree, frame);

	fprintf(fox->out, "%u", names_intern(&fox->strings, name, strlen(name)));
}

/* The document's strings hold the empty one, number 0, as the table of names does. */
static void put_image(struct fox *fox, const struct call_tree *tree, const struct call_frame *frame)
{
	const char *dso = call_frame_dso(tree, frame);

	if (*dso)
		fprintf(fox->out, "%u", names_intern(&fox->images, dso, strlen(dso)) - 1);
	else
		fputs("-1", fox->out);
}

static void put_inline_depth(struct fox *fox, const struct call_tree *tree,
			     const struct call_frame *frame)
{
	fputc(frame->kind == CALL_INLINED ? '1' : '0', fox->out);
}

static void put_minus_one(struct fox *fox, const struct call_tree *tree,
			  const struct call_frame *frame)
{
	fputs("-1", fox->out);
}

static void put_null(struct fox *fox, const struct call_tree *tree, const struct call_frame *frame)
{
	fputs("null", fox->out);
}

static void put_false(struct fox *fox, const struct call_tree *tree, const struct call_frame *frame)
{
	fputs("false", fox->out);
}

static uint32_t frame_count(const struct fox *fox)
{
	return fox->frames[fox->forest->count];
}

static void put_column(struct fox *fox, const char *name, put_cell *put)
{
	const char *comma = "";

	fprintf(fox->out, "\"%s\":[", name);
	for (size_t i = 0; i < fox->forest->count; i++) {
		const struct call_tree *tree = &fox->forest->trees[i];

		for (uint32_t j = 0; j < tree->frame_count; j++) {
			fputs(comma, fox->out);
			put(fox, tree, &tree->frames[j]);
			comma = ",";
		}
	}
	fputs("],\n", fox->out);
}

static void put_frame_table(struct fox *fox)
{
	fputs("\"frameTable\":{", fox->out);
	put_column(fox, "address", put_minus_one);
	put_column(fox, "inlineDepth", put_inline_depth);
	put_column(fox, "category", put_category);
	put_column(fox, "subcategory", put_subcategory);
	put_column(fox, "nativeSymbol", put_null);
	put_column(fox, "innerWindowID", put_null);
	put_column(fox, "line", put_null);
	put_column(fox, "column", put_null);
	fputs("\"func\":[", fox->out);
	for (uint32_t i = 0; i < frame_count(fox); i++)
		fprintf(fox->out, "%s%" PRIu32, i ? "," : "", i);
	fprintf(fox->out, "],\"length\":%" PRIu32 "},\n", frame_count(fox));
}

static void put_function_table(struct fox *fox)
{
	fputs("\"funcTable\":{", fox->out);
	put_column(fox, "name", put_name);
	put_column(fox, "isJS", put_false);
	put_column(fox, "relevantForJS", put_false);
	put_column(fox, "resource", put_image);
	put_column(fox, "source", put_null);
	put_column(fox, "lineNumber", put_null);
	put_column(fox, "columnNumber", put_null);
	fprintf(fox->out, "\"length\":%" PRIu32 "},\n", frame_count(fox));
}

/* After the functions, which have named the images. */
static void put_image_table(struct fox *fox)
{
	uint32_t count = fox->images.count ? fox->images.count - 1 : 0; /* less the empty one */

	fputs("\"resourceTable\":{\"name\":[", fox->out);
	for (uint32_t i = 0; i < count; i++) {
		const char *name = names_text(&fox->images, i + 1);

		fprintf(fox->out, "%s%u", i ? "," : "",
			names_intern(&fox->strings, name, strlen(name)));
	}
	fputs("],\"lib\":[", fox->out);
	for (uint32_t i = 0; i < count; i++)
		fputs(i ? ",null" : "null", fox->out);
	fputs("],\"host\":[", fox->out);
	for (uint32_t i = 0; i < count; i++)
		fputs(i ? ",null" : "null", fox->out);
	fputs("],\"type\":[", fox->out);
	for (uint32_t i = 0; i < count; i++)
		fputs(i ? ",1" : "1", fox->out); /* a library */
	fprintf(fox->out, "],\"length\":%" PRIu32 "},\n", count);
}

static void put_stack_table(struct fox *fox)
{
	const char *comma = "";

	fputs("\"stackTable\":{\"frame\":[", fox->out);
	for (size_t i = 0; i < fox->forest->count; i++)
		for (uint32_t j = 0; j < fox->forest->trees[i].node_count; j++, comma = ",")
			fprintf(fox->out, "%s%" PRIu32, comma,
				fox->frames[i] + fox->forest->trees[i].nodes[j].frame);
	fputs("],\n\"prefix\":[", fox->out);
	comma = "";
	for (size_t i = 0; i < fox->forest->count; i++)
		for (uint32_t j = 0; j < fox->forest->trees[i].node_count; j++, comma = ",") {
			uint32_t parent = fox->forest->trees[i].nodes[j].parent;

			if (parent == NONE)
				fprintf(fox->out, "%snull", comma);
			else
				fprintf(fox->out, "%s%" PRIu32, comma, fox->nodes[i] + parent);
		}
	fprintf(fox->out, "],\n\"length\":%" PRIu32 "},\n", fox->nodes[fox->forest->count]);
}

static void put_strings(struct fox *fox)
{
	fputs("\"stringArray\":[", fox->out);
	for (uint32_t i = 0; i < fox->strings.count; i++) {
		fputs(i ? ",\n" : "", fox->out);
		json_text(names_text(&fox->strings, i), fox->out);
	}
	fputs("]}", fox->out);
}

static void put_shared(struct fox *fox)
{
	fputs("\"shared\":{", fox->out);
	put_stack_table(fox);
	put_frame_table(fox);
	put_function_table(fox);
	put_image_table(fox);
	fputs("\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],"
	      "\"length\":0},\n\"sources\":{\"uuid\":[],\"filename\":[],\"length\":0},\n",
	      fox->out);
	put_strings(fox);
}

/* ---- threads ---- */

enum view { VIEW_BASE, VIEW_NEW, VIEW_CHANGE };

static double value_of(const struct call_tree *tree, uint32_t node, enum view view)
{
	const struct call_node *at = &tree->nodes[node];
	double value = 0;

	if (view != VIEW_BASE)
		value += call_tree_value(tree, NEW, at->self[NEW]);
	if (view != VIEW_NEW)
		value += (view == VIEW_CHANGE ? -1 : 1) *
			 call_tree_value(tree, BASE, at->self[BASE]);
	return call_tree_is_time(tree) ? value / 1e6 : value;
}

/* One sample for each stack that has a value, a millisecond from the next. */
static void put_samples(struct fox *fox, size_t number, enum view view)
{
	const struct call_tree *tree = &fox->forest->trees[number];
	uint32_t count = 0;

	fputs("\"samples\":{\"stack\":[", fox->out);
	for (uint32_t i = 0; i < tree->node_count; i++)
		if (value_of(tree, i, view) != 0)
			fprintf(fox->out, "%s%" PRIu32, count++ ? "," : "", fox->nodes[number] + i);
	fputs("],\n\"time\":[", fox->out);
	for (uint32_t i = 0; i < count; i++)
		fprintf(fox->out, "%s%" PRIu32, i ? "," : "", i);
	fputs("],\n\"weight\":[", fox->out);
	for (uint32_t i = 0, put = 0; i < tree->node_count; i++)
		if (value_of(tree, i, view) != 0) {
			fputs(put++ ? "," : "", fox->out);
			call_value_print(value_of(tree, i, view), fox->out);
		}
	fprintf(fox->out, "],\n\"weightType\":\"%s\",\"length\":%" PRIu32 "}",
		call_tree_is_time(tree) ? "tracing-ms" : "samples", count);
}

static void put_thread(struct fox *fox, size_t number, enum view view)
{
	static const char *const views[] = { "base: ", "new: ", "new - base: " };
	const struct call_tree *tree = &fox->forest->trees[number];
	const char *event = call_tree_event(tree);
	cleanup_free char *name = mem_alloc(strlen(event) + sizeof("new - base: "));

	sprintf(name, "%s%s", tree->event ? views[view] : "", event);
	fputs("{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,"
	      "\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],"
	      "\"isMainThread\":true,\"name\":",
	      fox->out);
	json_text(name, fox->out);
	fputs(",\"processName\":", fox->out);
	json_text(name, fox->out);
	fprintf(fox->out, ",\"pid\":\"%zu\",\"tid\":0,\n", number * 3 + view);
	put_samples(fox, number, view);
	fputs(",\n\"markers\":{\"data\":[],\"name\":[],\"startTime\":[],\"endTime\":[],"
	      "\"phase\":[],\"category\":[],\"length\":0}}",
	      fox->out);
}

static void put_threads(struct fox *fox)
{
	const char *comma = "";

	fputs("\"threads\":[", fox->out);
	for (size_t i = 0; i < fox->forest->count; i++) {
		bool both = fox->forest->trees[i].event;

		for (int view = both ? VIEW_CHANGE : VIEW_NEW;
		     view >= (both ? VIEW_BASE : VIEW_NEW); view--, comma = ",\n") {
			fputs(comma, fox->out);
			put_thread(fox, i, view);
		}
	}
	fputs("]}\n", fox->out);
}

static void put_meta(struct fox *fox)
{
	fprintf(fox->out,
		"{\"meta\":{\"interval\":1,\"startTime\":0,\"processType\":0,\"stackwalk\":1,"
		"\"debug\":false,\"version\":%d,\"preprocessedProfileVersion\":%d,"
		"\"symbolicated\":true,\"markerSchema\":[],\"usesOnlyOneStackType\":true,"
		"\"sourceCodeIsNotOnSearchfox\":true,\"keepProfileThreadOrder\":true,"
		"\"importedFrom\":\"symdiff %s\",\"product\":",
		GECKO_VERSION, PROCESSED_VERSION, symdiff_version());
	json_text(fox->forest->title, fox->out);
	fputs(",\"categories\":", fox->out);
	put_categories(fox);
	fputs("},\n\"libs\":[],\"pages\":[],\n", fox->out);
}

static void number_parts(struct fox *fox)
{
	size_t count = fox->forest->count;

	fox->frames = mem_zalloc(count + 1, sizeof(*fox->frames));
	fox->nodes = mem_zalloc(count + 1, sizeof(*fox->nodes));
	for (size_t i = 0; i < count; i++) {
		fox->frames[i + 1] = fox->frames[i] + fox->forest->trees[i].frame_count;
		fox->nodes[i + 1] = fox->nodes[i] + fox->forest->trees[i].node_count;
	}
}

static void put_document(const struct call_forest *forest, FILE *out)
{
	struct fox fox = { .forest = forest, .buckets = forest->rules->buckets, .out = out };

	number_parts(&fox);
	put_meta(&fox);
	put_shared(&fox);
	fputs(",\n", out);
	put_threads(&fox);
	free(fox.frames);
	free(fox.nodes);
	names_deinit(&fox.strings);
	names_deinit(&fox.images);
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

const struct report_writer firefox_writer = {
	.format = SYMDIFF_FIREFOX,
	.name = "firefox",
	.what = "for https://profiler.firefox.com: a thread for each side and for the change",
	.report = report,
	.diff = diff,
};
