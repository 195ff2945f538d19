// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Chains of both sides are written root first and sorted, so that what they share lies side by
 * side: one walk then gives the tree, with no more in memory than the chains and the frames that
 * are wide enough to be seen.
 */
#include "report/flame.h"

#include <math.h>
#include <stdlib.h>

#include "report/flame_stacks.h"
#include "support/memory.h"

/* A frame while the walk is above it. */
struct open_frame {
	uint32_t key;
	uint64_t weight[SIDES];
	uint64_t folded_weight[SIDES];
	uint32_t folded;
	uint32_t first;	 /* kept children: a list through kept_frame.next */
	double children; /* their widths */
	double children_value[SIDES];
};

struct kept_frame {
	struct flame_frame frame;
	uint32_t first, next;
};

struct growing {
	const struct flame *flame;
	double least;
	struct open_frame *open;
	size_t open_count, open_capacity;
	struct kept_frame *kept;
	size_t kept_count, kept_capacity;
};

static double larger(const double value[SIDES])
{
	return fmax(value[BASE], value[NEW]);
}

static void keep_child(struct growing *tree, struct open_frame *parent,
		       const struct flame_frame *frame, uint32_t first)
{
	array_reserve(tree->kept, tree->kept_capacity, tree->kept_count + 1);
	tree->kept[tree->kept_count] = (struct kept_frame) { *frame, first, parent->first };
	parent->first = tree->kept_count++;
	parent->children += frame->width;
	for (int side = 0; side < SIDES; side++)
		parent->children_value[side] += frame->value[side];
}

/* What was folded is one frame, if it can be seen; else it looks like the caller's own. */
static void keep_folded(struct growing *tree, struct open_frame *open)
{
	struct flame_frame rest = { .kind = FLAME_REST, .folded = open->folded };

	for (int side = 0; side < SIDES; side++)
		rest.value[side] = rest.self[side] =
			(double)open->folded_weight[side] * tree->flame->unit[side];
	rest.width = larger(rest.value);
	if (open->folded && rest.width >= tree->least)
		keep_child(tree, open, &rest, NONE);
}

static struct flame_frame close_frame(struct growing *tree, struct open_frame *open)
{
	struct flame_frame frame = { .kind = KEY_KIND(open->key), .number = KEY_NUMBER(open->key) };

	keep_folded(tree, open);
	for (int side = 0; side < SIDES; side++) {
		frame.value[side] = (double)open->weight[side] * tree->flame->unit[side];
		frame.self[side] = fmax(frame.value[side] - open->children_value[side], 0);
	}
	frame.width = larger(frame.self) + open->children;
	return frame;
}

static void pop_frame(struct growing *tree)
{
	struct open_frame *open = &tree->open[--tree->open_count];
	struct open_frame *parent = open - 1;
	struct flame_frame frame = close_frame(tree, open);

	for (int side = 0; side < SIDES; side++)
		parent->weight[side] += open->weight[side];
	if (frame.width >= tree->least) {
		keep_child(tree, parent, &frame, open->first);
		return;
	}
	for (int side = 0; side < SIDES; side++)
		parent->folded_weight[side] += open->weight[side];
	parent->folded++;
}

static void push_frame(struct growing *tree, uint32_t key)
{
	array_reserve(tree->open, tree->open_capacity, tree->open_count + 1);
	tree->open[tree->open_count++] = (struct open_frame) { .key = key, .first = NONE };
}

static void grow(struct growing *tree, const struct chain_pile *pile)
{
	push_frame(tree, KEY(FLAME_ROOT, 0));
	for (size_t i = 0; i < pile->count; i++) {
		const struct flame_chain *chain = &pile->list[i];
		const uint32_t *keys = pile->keys + chain->first;
		uint32_t same = 0;

		while (same < chain->depth && same + 1 < tree->open_count &&
		       tree->open[same + 1].key == keys[same])
			same++;
		while (tree->open_count > same + 1)
			pop_frame(tree);
		for (uint32_t j = same; j < chain->depth; j++)
			push_frame(tree, keys[j]);
		tree->open[tree->open_count - 1].weight[chain->side] += chain->weight;
	}
	while (tree->open_count > 1)
		pop_frame(tree);
}

/* ---- in the order of drawing ---- */

static int compare_kept(const void *a, const void *b, void *context)
{
	const struct kept_frame *kept = context;
	const struct flame_frame *x = &kept[*(const uint32_t *)a].frame;
	const struct flame_frame *y = &kept[*(const uint32_t *)b].frame;

	if ((x->kind == FLAME_REST) != (y->kind == FLAME_REST))
		return x->kind == FLAME_REST ? 1 : -1;
	if (larger(x->value) != larger(y->value))
		return larger(x->value) < larger(y->value) ? 1 : -1;
	return (x->number > y->number) - (x->number < y->number);
}

static void lay_children(struct flame *flame, const struct growing *tree, uint32_t first,
			 uint32_t parent);

static void lay_frame(struct flame *flame, const struct growing *tree,
		      const struct flame_frame *frame, uint32_t first, uint32_t parent)
{
	uint32_t number = flame->count;

	array_reserve(flame->frames, flame->capacity, flame->count + 1);
	flame->frames[number] = *frame;
	flame->frames[number].parent = parent;
	flame->frames[number].depth = parent == NONE ? 0 : flame->frames[parent].depth + 1;
	flame->count++;
	lay_children(flame, tree, first, number);
	flame->frames[number].end = flame->count;
}

static void lay_children(struct flame *flame, const struct growing *tree, uint32_t first,
			 uint32_t parent)
{
	uint32_t *order = NULL;
	size_t count = 0, capacity = 0;

	for (uint32_t child = first; child != NONE; child = tree->kept[child].next) {
		array_reserve(order, capacity, count + 1);
		order[count++] = child;
	}
	if (count)
		qsort_r(order, count, sizeof(*order), compare_kept, tree->kept);
	for (size_t i = 0; i < count; i++)
		lay_frame(flame, tree, &tree->kept[order[i]].frame, tree->kept[order[i]].first,
			  parent);
	free(order);
}

static void build(struct flame *flame, double least)
{
	struct growing tree = { .flame = flame, .least = least };
	struct chain_pile pile = { 0 };
	struct flame_frame root;

	flame_pile(flame, &pile);
	grow(&tree, &pile);
	flame_pile_deinit(&pile);
	root = close_frame(&tree, &tree.open[0]);
	lay_frame(flame, &tree, &root, tree.open[0].first, NONE);
	free(tree.open);
	free(tree.kept);
}

/* ---- cut tables ---- */

static void set_hidden(struct flame *flame)
{
	const struct diff_event *event = flame->event;

	for (size_t i = 0; i < flame->count; i++) {
		struct flame_frame *frame = &flame->frames[i];
		uint64_t hidden = 0;

		frame->is_not_listed = frame->kind == FLAME_HEAD &&
				       frame->number == event->leaves[BUCKET_NOT_LISTED].head;

		for (int side = 0; side < SIDES; side++) {
			if (frame->kind == FLAME_SYMBOL)
				hidden = event->rows[frame->number].side[side].hidden;
			else if (frame->kind == FLAME_HEAD)
				hidden = event->heads[frame->number].hidden[side];
			else if (frame->kind == FLAME_LEAF)
				hidden = event->leaves[frame->number].hidden[side];
			else
				hidden = 0;
			frame->hidden[side] = (double)hidden * flame->unit[side];
		}
	}
}

/* ---- what it is of ---- */

enum flame_by flame_way(const struct totals *totals, const struct diff_event *event)
{
	return (event ? event->charged : totals->has_charged) ? FLAME_BY_CALLS : FLAME_BY_BUCKETS;
}

void flame_init_report(struct flame *flame, enum flame_by by, const struct symdiff_profile *side,
		       const struct totals *totals, const struct symdiff_print_options *options,
		       double least)
{
	*flame = (struct flame) {
		.by = by,
		.side[NEW] = side,
		.totals[NEW] = totals,
		.busy = !options->with_idle && totals->idle && totals->idle < totals->total,
	};

	uint64_t whole = totals->total - (flame->busy ? totals->idle : 0);

	flame->unit[NEW] = whole ? 100 / (double)whole : 0;
	build(flame, least);
}

static double unit_of(const struct diff_event *event, int side)
{
	const struct totals *base = event->totals[BASE], *of = event->totals[side];
	double cost;

	if (!event->whole[side])
		return 0;
	if (!event->work_known || !(event->amount[BASE] > 0) || !event->whole[BASE])
		return 100 / (double)event->whole[side];
	cost = event->amount[side] / (double)of->total / (side == NEW ? event->factor : 1);
	return 100 * cost /
	       (event->amount[BASE] * (double)event->whole[BASE] / (double)base->total);
}

void flame_init_diff(struct flame *flame, enum flame_by by, const struct symdiff_diff *diff,
		     const struct diff_event *event, double least)
{
	*flame = (struct flame) {
		.by = by,
		.event = event,
		.busy = event->busy,
	};
	for (int side = 0; side < SIDES; side++) {
		flame->side[side] = diff->side[side];
		flame->totals[side] = event->totals[side];
		flame->unit[side] = unit_of(event, side);
	}
	build(flame, least);
	if (by == FLAME_BY_BUCKETS)
		set_hidden(flame);
}

void flame_deinit(struct flame *flame)
{
	free(flame->frames);
	names_deinit(&flame->commands);
}
