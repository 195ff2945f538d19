// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/call_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buckets/frames.h"
#include "support/memory.h"

static uint32_t frame_of(struct call_tree *tree, struct call_frame frame)
{
	/* Two sides may have the same command, each in its own table of names. */
	const char *command =
		frame.kind == CALL_COMMAND ? profile_text(frame.names_of, frame.number) : NULL;
	uint32_t hash = command ? hash_bytes(command, strlen(command))
				: hash_pair(frame.number, frame.kind);

	table_for_each (&tree->frame_index, hash, known) {
		const struct call_frame *other = &tree->frames[known];

		if (other->kind != frame.kind)
			continue;
		if (command ? !strcmp(profile_text(other->names_of, other->number), command)
			    : other->number == frame.number)
			return known;
	}
	array_reserve(tree->frames, tree->frame_capacity, tree->frame_count + 1);
	tree->frames[tree->frame_count] = frame;
	table_insert(&tree->frame_index, hash, tree->frame_count);
	return tree->frame_count++;
}

static uint32_t node_below(struct call_tree *tree, uint32_t parent, uint32_t frame)
{
	uint32_t hash = hash_pair(parent, frame);

	table_for_each (&tree->node_index, hash, known)
		if (tree->nodes[known].parent == parent && tree->nodes[known].frame == frame)
			return known;
	array_reserve(tree->nodes, tree->node_capacity, tree->node_count + 1);
	tree->nodes[tree->node_count] = (struct call_node) { .parent = parent, .frame = frame };
	table_insert(&tree->node_index, hash, tree->node_count);
	return tree->node_count++;
}

struct grower {
	struct call_tree *tree;
	int side;
	const struct profile *profile;
	uint32_t at; /* the node reached */
};

static void step(struct grower *grower, enum call_kind kind, uint32_t number)
{
	struct call_frame frame = {
		.kind = kind,
		.number = number,
		.names_of = kind == CALL_COMMAND ? grower->profile : NULL,
	};

	if (kind != CALL_COMMAND && grower->tree->event)
		frame.number = grower->tree->event->row_of[grower->side][number];
	if (frame.number != NONE)
		grower->at = node_below(grower->tree, grower->at, frame_of(grower->tree, frame));
}

/* A place is a function and, called by it, what is inlined there: innermost first in the model. */
static void step_place(struct grower *grower, const struct location *place)
{
	step(grower, CALL_FUNCTION, place->symbol);
	for (uint32_t i = place->inline_count; i-- > 0;)
		step(grower, CALL_INLINED, grower->profile->inlines[place->first_inline + i]);
}

static void add_stack(struct grower *grower, const struct stack *stack)
{
	const struct profile *profile = grower->profile;
	struct call_node *node;

	grower->at = NONE;
	if (stack->comm)
		step(grower, CALL_COMMAND, stack->comm);
	for (uint32_t i = stack->depth; i-- > 0;)
		step_place(grower, &profile->locations[profile->frames[stack->first + i]]);
	if (grower->at == NONE)
		return; /* rows that a diff leaves out have no weight */
	node = &grower->tree->nodes[grower->at];
	node->self[grower->side] += stack->weight;
	node->samples[grower->side] += stack->samples;
}

static void add_side(struct call_tree *tree, int side)
{
	const struct symdiff_profile *of = tree->side[side];
	struct grower grower = { tree, side, tree->totals[side]->profile, NONE };
	unsigned wanted = of->charging.contexts;
	struct frames frames;

	frames_init(&frames, of->rules->buckets, grower.profile, of->charging.charge_copy);
	for (uint32_t i = 0; i < grower.profile->stack_count; i++) {
		const struct stack *stack = &grower.profile->stacks[i];

		if (stack->event == tree->totals[side]->event &&
		    (!wanted || wanted & 1u << stack_context(&frames, stack)))
			add_stack(&grower, stack);
	}
	frames_deinit(&frames);
}

void call_tree_init_report(struct call_tree *tree, const struct symdiff_profile *side,
			   const struct totals *totals)
{
	*tree = (struct call_tree) { .side[NEW] = side, .totals[NEW] = totals };
	add_side(tree, NEW);
}

void call_tree_init_diff(struct call_tree *tree, const struct symdiff_diff *diff,
			 const struct diff_event *event)
{
	*tree = (struct call_tree) { .event = event };
	for (int side = 0; side < SIDES; side++) {
		tree->side[side] = diff->side[side];
		tree->totals[side] = event->totals[side];
		add_side(tree, side);
	}
}

void call_tree_deinit(struct call_tree *tree)
{
	free(tree->frames);
	free(tree->nodes);
	table_deinit(&tree->frame_index);
	table_deinit(&tree->node_index);
	*tree = (struct call_tree) { 0 };
}

static void put_forest(struct call_forest *forest, call_forest_put *put, FILE *out)
{
	put(forest, out);
	for (size_t i = 0; i < forest->count; i++)
		call_tree_deinit(&forest->trees[i]);
	free(forest->trees);
	free(forest->title);
}

void call_forest_report(const struct symdiff_profile *side, call_forest_put *put, FILE *out)
{
	struct call_forest forest = {
		.rules = side->rules,
		.count = side->profile->event_count,
		.title = mem_strdup(side->path),
	};

	forest.trees = mem_alloc(forest.count * sizeof(*forest.trees));
	for (size_t i = 0; i < forest.count; i++)
		call_tree_init_report(&forest.trees[i], side, &side->totals[i]);
	put_forest(&forest, put, out);
}

void call_forest_diff(const struct symdiff_diff *diff, call_forest_put *put, FILE *out)
{
	const char *base = diff->side[BASE]->path, *newer = diff->side[NEW]->path;
	struct call_forest forest = {
		.rules = diff->rules,
		.count = diff->event_count,
		.title = mem_alloc(strlen(base) + strlen(newer) + sizeof(" -> ")),
	};

	sprintf(forest.title, "%s -> %s", base, newer);
	forest.trees = mem_alloc(forest.count * sizeof(*forest.trees));
	for (size_t i = 0; i < forest.count; i++)
		call_tree_init_diff(&forest.trees[i], diff, &diff->events[i]);
	put_forest(&forest, put, out);
}

bool call_node_is_leaf(const struct call_node *node)
{
	return node->self[BASE] || node->self[NEW];
}

/* ---- what a frame is called ---- */

static const struct diff_row *row_of(const struct call_tree *tree, const struct call_frame *frame)
{
	return &tree->event->rows[frame->number];
}

/* The symbol that stands for a frame, and the profile that has it; NULL: a command. */
static const struct symbol *symbol_of(const struct call_tree *tree, const struct call_frame *frame,
				      const struct profile **profile)
{
	int side = NEW;
	uint32_t symbol = frame->number;

	if (frame->kind == CALL_COMMAND)
		return NULL;
	if (tree->event) {
		side = row_of(tree, frame)->side[NEW].symbol != NONE ? NEW : BASE;
		symbol = row_of(tree, frame)->side[side].symbol;
	}
	*profile = tree->totals[side]->profile;
	return symbol == NONE ? NULL : &(*profile)->symbols[symbol];
}

const char *call_frame_dso(const struct call_tree *tree, const struct call_frame *frame)
{
	const struct profile *profile;
	const struct symbol *symbol = symbol_of(tree, frame, &profile);

	return symbol ? profile_text(profile, profile->dsos[symbol->dso].name) : "";
}

static const char *function_name(const struct call_tree *tree, const struct call_frame *frame)
{
	const struct profile *profile = tree->totals[NEW]->profile;

	if (tree->event)
		return diff_row_name(tree->event, row_of(tree, frame));
	return profile_text(profile, profile->symbols[frame->number].name);
}

char *call_frame_name(const struct call_tree *tree, const struct call_frame *frame)
{
	if (frame->kind == CALL_COMMAND)
		return mem_strdup(profile_text(frame->names_of, frame->number));

	const char *name = function_name(tree, frame), *dso = call_frame_dso(tree, frame);

	if (!symbol_is_unknown(name, strlen(name)) || !*dso || *dso == '[')
		return mem_strdup(name);

	char *image = mem_alloc(strlen(dso) + sizeof("[]"));

	sprintf(image, "[%s]", dso);
	return image;
}

const char *call_frame_file(const struct call_tree *tree, const struct call_frame *frame)
{
	const struct profile *profile;
	const struct symbol *symbol = symbol_of(tree, frame, &profile);

	return symbol && symbol->srcfile ? profile_text(profile, symbol->srcfile) : "";
}

bool call_frame_is_kernel(const struct call_tree *tree, const struct call_frame *frame)
{
	const struct profile *profile;
	const struct symbol *symbol = symbol_of(tree, frame, &profile);

	if (!symbol)
		return false;
	switch (profile->dsos[symbol->dso].kind) {
	case DSO_KERNEL:
	case DSO_MODULE:
	case DSO_BPF:
	case DSO_GUEST_KERNEL:
		return true;
	default:
		return false;
	}
}

uint16_t call_frame_bucket(const struct call_tree *tree, const struct call_frame *frame)
{
	const struct profile *profile;
	const struct symbol *symbol = symbol_of(tree, frame, &profile);

	if (!symbol)
		return BUCKET_NONE;
	return tree->event ? row_of(tree, frame)->bucket : symbol->bucket;
}

size_t call_node_path(const struct call_tree *tree, uint32_t node, uint32_t **path,
		      size_t *capacity)
{
	size_t depth = 0;

	for (uint32_t at = node; at != NONE; at = tree->nodes[at].parent)
		depth++;
	array_reserve(*path, *capacity, depth);
	for (size_t i = depth; i-- > 0; node = tree->nodes[node].parent)
		(*path)[i] = tree->nodes[node].frame;
	return depth;
}

/* ---- the event ---- */

double call_tree_value(const struct call_tree *tree, int side, uint64_t weight)
{
	const struct totals *totals = tree->totals[side];
	const struct diff_event *event = tree->event;

	if (!event)
		return totals_units(totals, weight);
	if (!totals->total)
		return 0;
	if (!(event->amount[BASE] > 0 && event->amount[NEW] > 0))
		return 100 * ((double)weight / (double)totals->total);

	double whole = event->amount[side] / (side == NEW && event->work_known ? event->factor : 1);

	return (double)weight * (whole / (double)totals->total);
}

void call_value_print(double value, FILE *out)
{
	fprintf(out, value == floor(value) ? "%.0f" : "%.6f", value);
}

const char *call_tree_event(const struct call_tree *tree)
{
	const struct totals *totals = tree->totals[NEW];
	const char *name = profile_text(totals->profile, totals_event(totals)->name);

	return *name ? name : "event";
}

bool call_tree_is_time(const struct call_tree *tree)
{
	const struct event *event = totals_event(tree->totals[NEW]);
	const char *name = call_tree_event(tree);

	return event->unit == UNIT_PERIOD &&
	       (!strncmp(name, "cpu-clock", 9) || !strncmp(name, "task-clock", 10));
}
