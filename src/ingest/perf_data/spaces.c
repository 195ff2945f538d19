// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/spaces.h"

#include <stdlib.h>
#include <sys/random.h>

#include "support/memory.h"

/*
 * Treap operations change the nodes that their space owns and copy the others.
 * Arrays may move with every new node: nodes are referred to by number.
 */

static struct map_node *node(const struct spaces *spaces, uint32_t id)
{
	return &spaces->nodes[id];
}

/* Priorities that a recording cannot foresee keep the tree flat, whatever is mapped. */
static uint32_t next_priority(struct spaces *spaces)
{
	while (!spaces->random)
		if (getrandom(&spaces->random, sizeof(spaces->random), 0) < 0)
			spaces->random = (uintptr_t)spaces->nodes | 1;
	spaces->random ^= spaces->random << 13;
	spaces->random ^= spaces->random >> 7;
	spaces->random ^= spaces->random << 17;
	return spaces->random >> 32;
}

static uint32_t add_node(struct spaces *spaces, struct map_node new)
{
	if (!spaces->node_count)
		spaces->node_count = 1; /* number 0 is no node */
	array_reserve(spaces->nodes, spaces->node_capacity, spaces->node_count + 1);
	spaces->nodes[spaces->node_count] = new;
	return spaces->node_count++;
}

static uint32_t add_map(struct spaces *spaces, uint32_t owner, const struct map *map)
{
	return add_node(spaces, (struct map_node) {
					.map = *map,
					.priority = next_priority(spaces),
					.owner = owner,
				});
}

/* The node itself if @owner may change it, else a copy that it may. */
static uint32_t owned(struct spaces *spaces, uint32_t owner, uint32_t id)
{
	if (node(spaces, id)->owner == owner)
		return id;

	struct map_node copy = *node(spaces, id);

	copy.owner = owner;
	return add_node(spaces, copy);
}

/* Part the tree @id in maps that start before @at and the others. */
static void split(struct spaces *spaces, uint32_t owner, uint32_t id, uint64_t at, uint32_t *before,
		  uint32_t *from)
{
	if (!id) {
		*before = *from = 0;
		return;
	}

	uint32_t top = owned(spaces, owner, id), part;

	if (node(spaces, top)->map.start < at) {
		split(spaces, owner, node(spaces, top)->right, at, &part, from);
		node(spaces, top)->right = part;
		*before = top;
	} else {
		split(spaces, owner, node(spaces, top)->left, at, before, &part);
		node(spaces, top)->left = part;
		*from = top;
	}
}

static uint32_t merge(struct spaces *spaces, uint32_t owner, uint32_t left, uint32_t right)
{
	if (!left || !right)
		return left ? left : right;

	uint32_t top, part;

	if (node(spaces, left)->priority >= node(spaces, right)->priority) {
		top = owned(spaces, owner, left);
		part = merge(spaces, owner, node(spaces, top)->right, right);
		node(spaces, top)->right = part;
	} else {
		top = owned(spaces, owner, right);
		part = merge(spaces, owner, left, node(spaces, top)->left);
		node(spaces, top)->left = part;
	}
	return top;
}

/* The last map that starts before @before, or NULL. */
static const struct map *last_before(const struct spaces *spaces, uint32_t root, uint64_t before)
{
	const struct map *best = NULL;

	for (uint32_t id = root; id;) {
		const struct map_node *at = node(spaces, id);

		if (at->map.start < before) {
			best = &at->map;
			id = at->right;
		} else {
			id = at->left;
		}
	}
	return best;
}

static uint32_t rightmost(const struct spaces *spaces, uint32_t id)
{
	while (id && node(spaces, id)->right)
		id = node(spaces, id)->right;
	return id;
}

/* What of the last map of the tree @root lies at or beyond @at, cut off from it; empty if nothing. */
static struct map tail_beyond(const struct spaces *spaces, uint32_t root, uint64_t at)
{
	uint32_t last = rightmost(spaces, root);
	struct map tail = { 0 };

	if (last && node(spaces, last)->map.end > at) {
		tail = node(spaces, last)->map;
		tail.pgoff += at - tail.start;
		tail.start = at;
	}
	return tail;
}

/* Cut the last map of the tree @root at @at. Splitting has made its right spine our own. */
static void cut_last(struct spaces *spaces, uint32_t root, uint64_t at)
{
	uint32_t last = rightmost(spaces, root);

	if (last && node(spaces, last)->map.end > at)
		node(spaces, last)->map.end = at;
}

static void put_over(struct spaces *spaces, uint32_t space, const struct map *map)
{
	uint32_t root = spaces->list[space].root, before, covered, after;

	split(spaces, space, root, map->start, &before, &after);
	split(spaces, space, after, map->end, &covered, &after);

	struct map tail = tail_beyond(spaces, covered ? covered : before, map->end);

	cut_last(spaces, before, map->start);
	if (tail.end > tail.start)
		after = merge(spaces, space, add_map(spaces, space, &tail), after);
	before = merge(spaces, space, before, add_map(spaces, space, map));
	spaces->list[space].root = merge(spaces, space, before, after);
}

static uint32_t add_space(struct spaces *spaces, struct space space)
{
	if (!spaces->space_count) {
		array_reserve(spaces->list, spaces->space_capacity, 1);
		spaces->list[spaces->space_count++] = (struct space) { .frozen = true };
	}
	array_reserve(spaces->list, spaces->space_capacity, spaces->space_count + 1);
	spaces->list[spaces->space_count] = space;
	return spaces->space_count++;
}

uint32_t spaces_new(struct spaces *spaces)
{
	return add_space(spaces, (struct space) { 0 });
}

void spaces_freeze(struct spaces *spaces, uint32_t space)
{
	if (space < spaces->space_count)
		spaces->list[space].frozen = true;
}

static bool same_map(const struct map *a, const struct map *b)
{
	return a->start == b->start && a->end == b->end && a->pgoff == b->pgoff &&
	       a->image == b->image;
}

uint32_t spaces_map(struct spaces *spaces, uint32_t space, const struct map *map)
{
	bool frozen = space >= spaces->space_count || spaces->list[space].frozen;
	uint32_t root = space < spaces->space_count ? spaces->list[space].root : 0;
	const struct map *there = last_before(spaces, root, map->end);
	bool overlaps = there && there->end > map->start;

	if (overlaps && same_map(there, map))
		return space;
	if (overlaps || frozen)
		space = add_space(spaces, (struct space) { .root = root });
	put_over(spaces, space, map);
	return space;
}

const struct map *spaces_find(const struct spaces *spaces, uint32_t space, uint64_t address)
{
	if (space >= spaces->space_count)
		return NULL;

	uint32_t root = spaces->list[space].root;
	const struct map *map = last_before(spaces, root, address + 1 ? address + 1 : address);

	return map && map->end > address ? map : NULL;
}

void spaces_deinit(struct spaces *spaces)
{
	free(spaces->list);
	free(spaces->nodes);
	*spaces = (struct spaces) { 0 };
}
