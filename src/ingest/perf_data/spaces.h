/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_SPACES_H
#define PERF_DATA_SPACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Address spaces: which image is mapped where. A space is a number; what a
 * number means never changes for an address that it has already answered for:
 *
 *   - a fork shares its parent's space, which is then frozen;
 *   - a map where nothing was mapped before is added in place;
 *   - a map over others, or in a frozen space, makes a new space.
 *
 * So samples can be counted by (space, address) before addresses are looked
 * up, and processes that only forked count together. Spaces are treaps of
 * maps that share what they have in common.
 *
 * Space 0 is empty. Zero-initialised is ready.
 */

struct map {
	uint64_t start, end; /* end is not part of it */
	uint64_t pgoff;	     /* what of the image is at start */
	uint32_t image;
};

struct spaces {
	struct space {
		uint32_t root; /* a node, or 0 */
		bool frozen;
	} * list;
	struct map_node {
		struct map map;
		uint32_t left, right; /* nodes, or 0 */
		uint32_t priority;    /* of a parent at least that of its children */
		uint32_t owner;	      /* the one space that may change the node */
	} * nodes;
	uint32_t space_count, node_count;
	size_t space_capacity, node_capacity;
	uint64_t random;
};

/* A new space without maps. */
uint32_t spaces_new(struct spaces *spaces);

/* From now on @space is shared: maps added to it make a new space. */
void spaces_freeze(struct spaces *spaces, uint32_t space);

/*
 * Map @map, which is not empty, in @space over whatever is there. Returns the
 * space that has it: @space, or a new one that leaves @space as it was.
 */
uint32_t spaces_map(struct spaces *spaces, uint32_t space, const struct map *map);

/* The map at @address, or NULL. Good until a map is added. */
const struct map *spaces_find(const struct spaces *spaces, uint32_t space, uint64_t address);

void spaces_deinit(struct spaces *spaces);

#endif
