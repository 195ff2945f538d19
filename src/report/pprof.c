// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pprof's profile.proto (github.com/google/pprof, proto/profile.proto), gzipped as it wants it.
 * The two values of a sample are how many there were and what they weigh, for each event.
 *
 * A diff is what `pprof -proto -diff_base base new` makes: the base's samples are negative and
 * have the label pprof::base, by which pprof knows what percentages are of.
 */
#include <math.h>
#include <stdlib.h>

#include "report/call_tree.h"
#include "report/deflate.h"
#include "report/protobuf.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"

/* Field numbers of profile.proto. */
enum { VALUE_TYPE = 1, VALUE_UNIT = 2 };
enum { LABEL_KEY = 1, LABEL_STR = 2 };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3 };
enum { LINE_FUNCTION = 1 };
enum { LOCATION_ID = 1, LOCATION_MAPPING = 2, LOCATION_LINE = 4 };
enum { FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3, FUNCTION_FILE = 4 };
enum {
	MAPPING_ID = 1,
	MAPPING_FILE = 5,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILES = 8,
	MAPPING_HAS_LINES = 9,
	MAPPING_HAS_INLINES = 10,
};
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING = 6,
	PROFILE_DURATION = 10,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
};

struct pprof {
	const struct call_forest *forest;
	struct protobuf out;
	struct names strings, images;
	uint32_t *frames; /* by tree: the number of its first frame */
};

static uint64_t string_number(struct pprof *pprof, const char *text)
{
	return names_intern(&pprof->strings, text, strlen(text));
}

static void put_value_type(struct pprof *pprof, uint32_t field, const char *type, const char *unit)
{
	size_t start = protobuf_begin(&pprof->out, field);

	protobuf_int(&pprof->out, VALUE_TYPE, string_number(pprof, type));
	protobuf_int(&pprof->out, VALUE_UNIT, string_number(pprof, unit));
	protobuf_end(&pprof->out, start);
}

/* Values are whole numbers: where they are percent, millionths of one. */
static bool is_percent(const struct call_tree *tree)
{
	if (tree->event)
		return !(tree->event->amount[BASE] > 0 && tree->event->amount[NEW] > 0);
	return totals_event(tree->totals[NEW])->unit == UNIT_PERCENT;
}

static const char *unit_of(const struct call_tree *tree)
{
	if (is_percent(tree))
		return "percent/1000000";
	return call_tree_is_time(tree) ? "nanoseconds" : "count";
}

static void put_sample_types(struct pprof *pprof)
{
	for (size_t i = 0; i < pprof->forest->count; i++) {
		const struct call_tree *tree = &pprof->forest->trees[i];
		const char *event = call_tree_event(tree);
		cleanup_free char *samples = mem_alloc(strlen(event) + sizeof(".samples"));

		sprintf(samples, "%s.samples", event);
		put_value_type(pprof, PROFILE_SAMPLE_TYPE, i ? samples : "samples", "count");
		put_value_type(pprof, PROFILE_SAMPLE_TYPE, event, unit_of(tree));
	}
}

static void put_label(struct pprof *pprof, const char *key, const char *text)
{
	size_t start = protobuf_begin(&pprof->out, SAMPLE_LABEL);

	protobuf_int(&pprof->out, LABEL_KEY, string_number(pprof, key));
	protobuf_int(&pprof->out, LABEL_STR, string_number(pprof, text));
	protobuf_end(&pprof->out, start);
}

static int64_t whole_value(const struct call_tree *tree, int side, uint64_t weight)
{
	double value = call_tree_value(tree, side, weight) * (is_percent(tree) ? 1e6 : 1);

	return value < 9.2e18 ? llround(value) : INT64_MAX;
}

/* A sample has a value for each event, of which one is its own. */
static void put_values(struct pprof *pprof, size_t number, const struct call_node *node, int side)
{
	const struct call_tree *tree = &pprof->forest->trees[number];
	int64_t sign = tree->event && side == BASE ? -1 : 1;
	size_t start = protobuf_begin(&pprof->out, SAMPLE_VALUE);

	for (size_t i = 0; i < pprof->forest->count; i++) {
		protobuf_varint(&pprof->out, i == number ? sign * (int64_t)node->samples[side] : 0);
		protobuf_varint(&pprof->out,
				i == number ? sign * whole_value(tree, side, node->self[side]) : 0);
	}
	protobuf_end(&pprof->out, start);
}

/* Location numbers begin with 1, the leaf's first. The command is a label and no frame. */
static void put_sample(struct pprof *pprof, size_t number, uint32_t node, int side)
{
	const struct call_tree *tree = &pprof->forest->trees[number];
	size_t start = protobuf_begin(&pprof->out, PROFILE_SAMPLE);
	size_t list = protobuf_begin(&pprof->out, SAMPLE_LOCATION);
	cleanup_free char *command = NULL;

	for (uint32_t at = node; at != NONE; at = tree->nodes[at].parent) {
		const struct call_frame *frame = &tree->frames[tree->nodes[at].frame];

		if (frame->kind == CALL_COMMAND)
			command = call_frame_name(tree, frame);
		else
			protobuf_varint(&pprof->out,
					1 + pprof->frames[number] + tree->nodes[at].frame);
	}
	protobuf_end(&pprof->out, list);
	put_values(pprof, number, &tree->nodes[node], side);
	if (command)
		put_label(pprof, "comm", command);
	if (tree->event && side == BASE)
		put_label(pprof, "pprof::base", "true");
	protobuf_end(&pprof->out, start);
}

static void put_samples(struct pprof *pprof)
{
	for (size_t i = 0; i < pprof->forest->count; i++) {
		const struct call_tree *tree = &pprof->forest->trees[i];

		for (uint32_t node = 0; node < tree->node_count; node++)
			for (int side = 0; side < SIDES; side++)
				if (tree->nodes[node].self[side])
					put_sample(pprof, i, node, side);
	}
}

static void put_function(struct pprof *pprof, const struct call_tree *tree,
			 const struct call_frame *frame, uint32_t id)
{
	cleanup_free char *name = call_frame_name(tree, frame);
	size_t start = protobuf_begin(&pprof->out, PROFILE_FUNCTION);

	protobuf_int(&pprof->out, FUNCTION_ID, id);
	protobuf_int(&pprof->out, FUNCTION_NAME, string_number(pprof, name));
	protobuf_int(&pprof->out, FUNCTION_SYSTEM_NAME, string_number(pprof, name));
	protobuf_int(&pprof->out, FUNCTION_FILE,
		     string_number(pprof, call_frame_file(tree, frame)));
	protobuf_end(&pprof->out, start);
}

/* Its function has the same number. */
static void put_location(struct pprof *pprof, const struct call_tree *tree,
			 const struct call_frame *frame, uint32_t id)
{
	const char *dso = call_frame_dso(tree, frame);
	size_t start = protobuf_begin(&pprof->out, PROFILE_LOCATION), line;

	protobuf_int(&pprof->out, LOCATION_ID, id);
	protobuf_int(&pprof->out, LOCATION_MAPPING, names_intern(&pprof->images, dso, strlen(dso)));
	line = protobuf_begin(&pprof->out, LOCATION_LINE);
	protobuf_int(&pprof->out, LINE_FUNCTION, id);
	protobuf_end(&pprof->out, line);
	protobuf_end(&pprof->out, start);
}

static void put_frames(struct pprof *pprof)
{
	for (size_t i = 0; i < pprof->forest->count; i++) {
		const struct call_tree *tree = &pprof->forest->trees[i];

		for (uint32_t j = 0; j < tree->frame_count; j++) {
			if (tree->frames[j].kind == CALL_COMMAND)
				continue;
			put_location(pprof, tree, &tree->frames[j], 1 + pprof->frames[i] + j);
			put_function(pprof, tree, &tree->frames[j], 1 + pprof->frames[i] + j);
		}
	}
}

/* What they say they have keeps pprof from looking for the images on this machine. */
static void put_images(struct pprof *pprof)
{
	for (uint32_t i = 1; i < pprof->images.count; i++) {
		size_t start = protobuf_begin(&pprof->out, PROFILE_MAPPING);

		protobuf_int(&pprof->out, MAPPING_ID, i);
		protobuf_int(&pprof->out, MAPPING_FILE,
			     string_number(pprof, names_text(&pprof->images, i)));
		protobuf_int(&pprof->out, MAPPING_HAS_FUNCTIONS, 1);
		protobuf_int(&pprof->out, MAPPING_HAS_FILES, 1);
		protobuf_int(&pprof->out, MAPPING_HAS_LINES, 1);
		protobuf_int(&pprof->out, MAPPING_HAS_INLINES, 1);
		protobuf_end(&pprof->out, start);
	}
}

static void put_facts(struct pprof *pprof)
{
	const struct call_tree *tree = pprof->forest->trees;
	const struct event *event = totals_event(tree->totals[NEW]);
	double seconds = tree->totals[NEW]->profile->recording.duration_seconds;

	if (seconds > 0 && seconds < 9e9)
		protobuf_int(&pprof->out, PROFILE_DURATION, seconds * 1e9);
	if (event->period) {
		put_value_type(pprof, PROFILE_PERIOD_TYPE, call_tree_event(tree), unit_of(tree));
		protobuf_int(&pprof->out, PROFILE_PERIOD, event->period);
	}
	protobuf_int(&pprof->out, PROFILE_COMMENT, string_number(pprof, pprof->forest->title));
}

static void put_document(const struct call_forest *forest, FILE *out)
{
	struct pprof pprof = { .forest = forest };

	if (!forest->count)
		return;
	pprof.frames = mem_zalloc(forest->count + 1, sizeof(*pprof.frames));
	for (size_t i = 0; i < forest->count; i++)
		pprof.frames[i + 1] = pprof.frames[i] + forest->trees[i].frame_count;
	put_sample_types(&pprof);
	put_samples(&pprof);
	put_frames(&pprof);
	put_images(&pprof);
	put_facts(&pprof);
	for (uint32_t i = 0; i < pprof.strings.count; i++) {
		cleanup_free char *text = utf8_repair(names_text(&pprof.strings, i));

		protobuf_text(&pprof.out, PROFILE_STRING, text);
	}
	deflate_print(pprof.out.data, pprof.out.size, out);
	protobuf_deinit(&pprof.out);
	names_deinit(&pprof.strings);
	names_deinit(&pprof.images);
	free(pprof.frames);
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

const struct report_writer pprof_writer = {
	.format = SYMDIFF_PPROF,
	.name = "pprof",
	.what = "for pprof: of a diff what pprof -diff_base makes",
	.is_binary = true,
	.report = report,
	.diff = diff,
};
