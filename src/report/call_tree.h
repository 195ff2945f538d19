/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_CALL_TREE_H
#define REPORT_CALL_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "diff/diff.h"
#include "support/table.h"

/*
 * All stacks of an event as one tree, for other programs to read: unlike a
 * flame graph it leaves nothing out, idle time and the narrowest frame
 * included, and its weights are those of the input. Of a diff it holds both
 * sides; functions that the diff found to be one under two names are one.
 *
 * A path is: the command (if the input names it), then functions from the root
 * of the callchain to its leaf.
 */
enum call_kind {
	CALL_COMMAND,  /* number: a name of @names_of */
	CALL_FUNCTION, /* number: a row of the diff or, of one profile, a symbol */
	CALL_INLINED,  /* likewise, where it is inlined in the function that called it */
};

/* What is on the path, each once. */
struct call_frame {
	enum call_kind kind;
	uint32_t number;
	const struct profile *names_of; /* of a command */
};

struct call_node {
	uint32_t parent; /* an earlier node, or NONE */
	uint32_t frame;
	uint64_t self[SIDES], samples[SIDES]; /* of stacks that end here; in the side's scale */
};

struct call_tree {
	const struct diff_event *event; /* NULL: of one profile, which is side NEW */
	const struct symdiff_profile *side[SIDES];
	const struct totals *totals[SIDES];
	struct call_frame *frames;
	struct call_node *nodes; /* callers before what they call */
	uint32_t frame_count, node_count;

	/* Private to call_tree.c. */
	size_t frame_capacity, node_capacity;
	struct table frame_index, node_index;
};

void call_tree_init_report(struct call_tree *tree, const struct symdiff_profile *side,
			   const struct totals *totals);
void call_tree_init_diff(struct call_tree *tree, const struct symdiff_diff *diff,
			 const struct diff_event *event);
void call_tree_deinit(struct call_tree *tree);

/* The trees of all events, and what they are of: "base.data -> new.data". */
struct call_forest {
	const struct symdiff *rules;
	struct call_tree *trees;
	size_t count;
	char *title;
};

/* Have @put print the trees of a profile or a diff. */
typedef void call_forest_put(const struct call_forest *forest, FILE *out);

void call_forest_report(const struct symdiff_profile *side, call_forest_put *put, FILE *out);
void call_forest_diff(const struct symdiff_diff *diff, call_forest_put *put, FILE *out);

/* Has any stack of the input ended at this node? */
bool call_node_is_leaf(const struct call_node *node);

/*
 * The command or the function, for free(); where that is not known its image,
 * as "[libc.so.6]". Not yet safe to show.
 */
char *call_frame_name(const struct call_tree *tree, const struct call_frame *frame);
/* The image, the source file, and the bucket; "" of commands and where it is not known. */
const char *call_frame_dso(const struct call_tree *tree, const struct call_frame *frame);
const char *call_frame_file(const struct call_tree *tree, const struct call_frame *frame);
bool call_frame_is_kernel(const struct call_tree *tree, const struct call_frame *frame);
uint16_t call_frame_bucket(const struct call_tree *tree, const struct call_frame *frame); /* leaf */

/* The frames from the root to @node, as numbers, in *@path, which grows; returns how many. */
size_t call_node_path(const struct call_tree *tree, uint32_t node, uint32_t **path,
		      size_t *capacity);

/*
 * A weight of a side in a unit that both sides have: of a report the event's
 * own; of a diff what its amounts are in, for the same work if that is known,
 * else percent of each side's total.
 */
double call_tree_value(const struct call_tree *tree, int side, uint64_t weight);

/* A value as short as it is exact: whole, else with six decimals. */
void call_value_print(double value, FILE *out);

/* "cpu-clock"; "event" where the input does not name it. */
const char *call_tree_event(const struct call_tree *tree);

/* Are the weights nanoseconds, as of perf's software clocks? */
bool call_tree_is_time(const struct call_tree *tree);

#endif
