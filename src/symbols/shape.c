// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A red-black tree as in Cormen, Leiserson, Rivest, Stein, "Introduction to
 * Algorithms", chapter 13, which the kernel's (lib/rbtree.c) equals in shape.
 */
#include "symbols/shape.h"

#include <stdbool.h>
#include <stdlib.h>

#include "support/memory.h"
#include "symbols/list.h"

#define NIL 0u /* black; node n + 1 is the symbol that was added n-th */

enum side { LEFT, RIGHT };

struct node {
	uint64_t start; /* the symbol's, at hand on the way down */
	uint32_t child[2], parent;
	uint32_t symbol; /* where it is in the list */
	bool red;
};

struct shape {
	struct node *nodes;
	uint32_t root;
	const struct symbol_list *list;
};

static const struct listed *symbol_of(const struct shape *shape, uint32_t node)
{
	return &shape->list->symbols[shape->nodes[node].symbol];
}

static enum side side_of(const struct shape *shape, uint32_t node)
{
	return shape->nodes[shape->nodes[node].parent].child[RIGHT] == node ? RIGHT : LEFT;
}

/* Put @node where @old is below its parent. */
static void replace(struct shape *shape, uint32_t old, uint32_t node)
{
	uint32_t parent = shape->nodes[old].parent;

	if (parent == NIL)
		shape->root = node;
	else
		shape->nodes[parent].child[side_of(shape, old)] = node;
	shape->nodes[node].parent = parent;
}

/* Turn the edge between @node and its child on the other side towards @side. */
static void rotate(struct shape *shape, uint32_t node, enum side side)
{
	struct node *nodes = shape->nodes;
	uint32_t up = nodes[node].child[!side], moved = nodes[up].child[side];

	nodes[node].child[!side] = moved;
	if (moved != NIL)
		nodes[moved].parent = node;
	replace(shape, node, up);
	nodes[up].child[side] = node;
	nodes[node].parent = up;
}

static void balance_insertion(struct shape *shape, uint32_t node)
{
	struct node *nodes = shape->nodes;

	while (nodes[nodes[node].parent].red) {
		uint32_t parent = nodes[node].parent, grand = nodes[parent].parent;
		enum side side = side_of(shape, parent);
		uint32_t uncle = nodes[grand].child[!side];

		if (nodes[uncle].red) {
			nodes[parent].red = nodes[uncle].red = false;
			nodes[grand].red = true;
			node = grand;
			continue;
		}
		if (side_of(shape, node) != side) {
			node = parent;
			rotate(shape, node, side);
			parent = nodes[node].parent;
		}
		nodes[parent].red = false;
		nodes[grand].red = true;
		rotate(shape, grand, !side);
	}
	nodes[shape->root].red = false;
}

static void insert(struct shape *shape, uint32_t node)
{
	struct node *nodes = shape->nodes;
	uint64_t start = nodes[node].start;
	uint32_t parent = NIL, at = shape->root;
	enum side side = LEFT;

	while (at != NIL) {
		parent = at;
		side = start < nodes[at].start ? LEFT : RIGHT;
		at = nodes[at].child[side];
	}
	nodes[node].parent = parent;
	nodes[node].red = true;
	if (parent == NIL)
		shape->root = node;
	else
		nodes[parent].child[side] = node;
	balance_insertion(shape, node);
}

static void balance_removal(struct shape *shape, uint32_t node)
{
	struct node *nodes = shape->nodes;

	while (node != shape->root && !nodes[node].red) {
		uint32_t parent = nodes[node].parent;
		enum side side = nodes[parent].child[LEFT] == node ? LEFT : RIGHT;
		uint32_t sibling = nodes[parent].child[!side];

		if (nodes[sibling].red) {
			nodes[sibling].red = false;
			nodes[parent].red = true;
			rotate(shape, parent, side);
			sibling = nodes[parent].child[!side];
		}
		if (!nodes[nodes[sibling].child[LEFT]].red &&
		    !nodes[nodes[sibling].child[RIGHT]].red) {
			nodes[sibling].red = true;
			node = parent;
			continue;
		}
		if (!nodes[nodes[sibling].child[!side]].red) {
			nodes[nodes[sibling].child[side]].red = false;
			nodes[sibling].red = true;
			rotate(shape, sibling, !side);
			sibling = nodes[parent].child[!side];
		}
		nodes[sibling].red = nodes[parent].red;
		nodes[parent].red = false;
		nodes[nodes[sibling].child[!side]].red = false;
		rotate(shape, parent, side);
		break;
	}
	nodes[node].red = false;
	nodes[shape->root].red = false;
}

static void erase(struct shape *shape, uint32_t node)
{
	struct node *nodes = shape->nodes;
	bool was_red = nodes[node].red;
	uint32_t hole;

	if (nodes[node].child[LEFT] == NIL || nodes[node].child[RIGHT] == NIL) {
		hole = nodes[node].child[nodes[node].child[LEFT] == NIL ? RIGHT : LEFT];
		replace(shape, node, hole);
	} else {
		uint32_t next = nodes[node].child[RIGHT];

		while (nodes[next].child[LEFT] != NIL)
			next = nodes[next].child[LEFT];
		was_red = nodes[next].red;
		hole = nodes[next].child[RIGHT];
		if (nodes[next].parent == node) {
			nodes[hole].parent = next;
		} else {
			replace(shape, next, hole);
			nodes[next].child[RIGHT] = nodes[node].child[RIGHT];
			nodes[nodes[next].child[RIGHT]].parent = next;
		}
		replace(shape, node, next);
		nodes[next].child[LEFT] = nodes[node].child[LEFT];
		nodes[nodes[next].child[LEFT]].parent = next;
		nodes[next].red = nodes[node].red;
	}
	if (!was_red)
		balance_removal(shape, hole);
	nodes[NIL].parent = NIL;
}

/* Remove aliases in the order in which perf compares their starts. */
static void erase_aliases(struct shape *shape, const struct symbol_list *list)
{
	const struct listed *shown = NULL;

	for (size_t i = 0; i < list->count; i++) {
		const struct listed *next = &list->symbols[i];

		if (next->order >= list->settled)
			continue;
		if (shown && shown->start == next->start) {
			if (symbol_is_better(list, shown, next)) {
				erase(shape, next->order + 1);
				continue;
			}
			erase(shape, shown->order + 1);
		}
		shown = next;
	}
}

static struct shape *shape_new(const struct symbol_list *list)
{
	struct shape *shape = mem_zalloc(1, sizeof(*shape));

	shape->list = list;
	shape->nodes = mem_zalloc(list->count + 1, sizeof(*shape->nodes));
	for (size_t i = 0; i < list->count; i++) {
		struct node *node = &shape->nodes[list->symbols[i].order + 1];

		node->symbol = i;
		node->start = list->symbols[i].start;
	}
	for (size_t n = 1; n <= list->settled; n++)
		insert(shape, n);
	erase_aliases(shape, list);
	for (size_t n = list->settled + 1; n <= list->count; n++)
		insert(shape, n);
	return shape;
}

const struct listed *shape_find(struct symbol_list *list, uint64_t address)
{
	if (!list->shape)
		list->shape = shape_new(list);

	const struct shape *shape = list->shape;
	uint32_t at = shape->root;

	while (at != NIL) {
		const struct listed *symbol = symbol_of(shape, at);

		if (address >= symbol->start && address < symbol->end)
			return symbol_has_name(symbol) ? symbol : NULL;
		at = shape->nodes[at].child[address < symbol->start ? LEFT : RIGHT];
	}
	return NULL;
}

void shape_free(struct shape *shape)
{
	if (shape)
		free(shape->nodes);
	free(shape);
}
