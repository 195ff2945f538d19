// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Folded stacks, as stackcollapse-perf.pl prints them and flamegraph.pl reads
 * them: "command;caller;callee 12", and for two profiles "... 12 15", as of
 * difffolded.pl. Kernel functions end in _[k], inlined ones in _[i].
 */
#include <stdlib.h>
#include <string.h>

#include "report/call_tree.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"

static const char *mark_of(const struct call_tree *tree, const struct call_frame *frame)
{
	if (frame->kind == CALL_INLINED)
		return "_[i]";
	return call_frame_is_kernel(tree, frame) ? "_[k]" : "";
}

/* A semicolon would part a name; a line end or another control character, the line. */
static char *frame_text(const struct call_tree *tree, const struct call_frame *frame)
{
	cleanup_free char *name = call_frame_name(tree, frame);
	cleanup_free char *safe = utf8_printable(name);
	char *text = mem_alloc(strlen(safe) + sizeof("_[k]"));

	for (char *c = safe; *c; c++)
		if (*c == ';')
			*c = ':';
	sprintf(text, "%s%s", safe, mark_of(tree, frame));
	return text;
}

struct folder {
	const struct call_tree *tree;
	char **texts; /* by frame */
	uint32_t *path;
	size_t capacity;
	FILE *out;
};

static void put_stack(struct folder *folder, uint32_t node)
{
	const struct call_tree *tree = folder->tree;
	size_t depth = call_node_path(tree, node, &folder->path, &folder->capacity);

	for (size_t i = 0; i < depth; i++)
		fprintf(folder->out, "%s%s", i ? ";" : "", folder->texts[folder->path[i]]);
	for (int side = tree->event ? BASE : NEW; side < SIDES; side++) {
		fputc(' ', folder->out);
		call_value_print(call_tree_value(tree, side, tree->nodes[node].self[side]),
				 folder->out);
	}
	fputc('\n', folder->out);
}

static void put_tree(const struct call_tree *tree, FILE *out)
{
	struct folder folder = { .tree = tree, .out = out };

	folder.texts = mem_alloc((tree->frame_count + 1) * sizeof(*folder.texts));
	for (uint32_t i = 0; i < tree->frame_count; i++)
		folder.texts[i] = frame_text(tree, &tree->frames[i]);
	for (uint32_t i = 0; i < tree->node_count; i++)
		if (call_node_is_leaf(&tree->nodes[i]))
			put_stack(&folder, i);
	for (uint32_t i = 0; i < tree->frame_count; i++)
		free(folder.texts[i]);
	free(folder.texts);
	free(folder.path);
}

static void report(const struct symdiff_profile *profile,
		   const struct symdiff_print_options *options, FILE *out)
{
	struct call_tree tree;

	if (!profile->profile->event_count)
		return;
	call_tree_init_report(&tree, profile, &profile->totals[0]);
	put_tree(&tree, out);
	call_tree_deinit(&tree);
}

static void diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		 FILE *out)
{
	struct call_tree tree;

	if (!diff->event_count)
		return;
	call_tree_init_diff(&tree, diff, &diff->events[0]);
	put_tree(&tree, out);
	call_tree_deinit(&tree);
}

const struct report_writer folded_writer = {
	.format = SYMDIFF_FOLDED,
	.name = "folded",
	.what = "folded stacks, for flamegraph.pl: of a report",
	.one_event = true,
	.report = report,
};

const struct report_writer diff_folded_writer = {
	.format = SYMDIFF_DIFF_FOLDED,
	.name = "diff-folded",
	.what = "folded stacks with the weights of both sides: of a diff",
	.one_event = true,
	.diff = diff,
};
