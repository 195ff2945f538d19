// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/tail_calls.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"
#include "symbols/call_sites.h"
#include "symbols/interrupted.h"
#include "symbols/tail_graph.h"

/* Of larger graphs none is kept, only that there was one: their ways have little in common. */
#define MOST_HIDDEN 500

/* What to put between a caller of @callee and a frame in @found. */
struct fill {
	uint32_t callee, found; /* nodes */
	uint32_t flags;		/* STACK_TAILS_... */
	uint32_t first, count;	/* of @locations, leaf first */
};

struct undoing {
	struct profile *profile;
	const struct image_code *image;
	struct call_sites *sites;
	struct tail_graph graph;
	bool leaf_is_sure; /* the frame next to the leaf was not skipped by whoever unwound */

	/* By location, as many as there were: nodes, NONE outside the image. */
	uint32_t *callee; /* of a return address: what was called */
	uint32_t *function;
	uint32_t location_count;

	struct fill *fills;
	size_t fill_count, fill_capacity;
	struct table fill_index;
	uint32_t *locations;
	size_t filled, locations_capacity;

	uint32_t *frames; /* of the stack at hand */
	size_t frames_capacity;

	uint32_t *symbols; /* by node; UNASKED: not known yet */
	size_t symbol_count;
	struct new_places *places;
};

#define UNASKED (NONE - 1)

static void explore(struct tail_graph *graph, uint32_t node, void *data)
{
	struct undoing *undoing = data;
	struct tail_jumps jumps;

	if (!call_sites_jumps(undoing->sites, graph->nodes[node].entry, &jumps)) {
		graph->nodes[node].is_open = true;
		return;
	}
	graph->nodes[node].is_open = !jumps.complete;
	for (size_t i = 0; i < jumps.count; i++)
		if (jumps.list[i].target)
			tail_graph_add_jump(graph, node, jumps.list[i].target, jumps.list[i].place);
		else
			graph->nodes[node].is_open = true;
}

/* ---- which functions the locations are in, and which they called ---- */

/* Without debug information the symbol has to say where its function begins. */
static uint64_t symbol_entry(const struct undoing *undoing, const struct location *place)
{
	const struct symbol *symbol = &undoing->profile->symbols[place->symbol];
	uint64_t address = place->address - place->is_return, entry;

	if (address < symbol->address || address - symbol->address >= symbol->size ||
	    !image_debug_address(undoing->image->debug, symbol->address, &entry))
		return 0;
	return entry;
}

static void look_up(struct undoing *undoing, uint32_t number)
{
	const struct location *place = &undoing->profile->locations[number];
	uint64_t address, entry, called;

	undoing->callee[number] = undoing->function[number] = NONE;
	if (place->dso != undoing->image->dso || !place->address || place->is_inferred ||
	    !image_debug_address(undoing->image->debug, place->address - place->is_return,
				 &address))
		return;
	/* What was interrupted at the first instruction of a function looks like that. */
	if (place->is_return && call_sites_function(undoing->sites, address + 1) == address + 1)
		return;
	entry = call_sites_function(undoing->sites, address);
	if (!entry)
		entry = symbol_entry(undoing, place);
	if (entry)
		undoing->function[number] = tail_graph_node(&undoing->graph, entry);
	called = place->is_return ? call_sites_callee(undoing->sites, address + 1) : 0;
	if (called)
		undoing->callee[number] = tail_graph_node(&undoing->graph, called);
}

static void look_up_all(struct undoing *undoing)
{
	uint32_t count = undoing->profile->location_count;

	undoing->location_count = count;
	undoing->callee = mem_alloc((count + 1ul) * sizeof(*undoing->callee));
	undoing->function = mem_alloc((count + 1ul) * sizeof(*undoing->function));
	for (uint32_t i = 0; i < count; i++)
		look_up(undoing, i);
}

/* ---- what lies between ---- */

static void add_place(struct undoing *undoing, struct annotated place)
{
	struct new_places *places = undoing->places;

	array_reserve(places->list, places->capacity, places->count + 1);
	places->list[places->count++] = place;
}

static uint32_t ask_symbol(struct undoing *undoing, uint32_t node)
{
	uint64_t address;
	uint32_t symbol;

	if (!image_debug_place(undoing->image->debug, undoing->graph.nodes[node].entry, &address))
		return NONE;
	symbol = undoing->image->symbol_at(undoing->image->data, address);
	if (symbol != NONE)
		add_place(undoing, (struct annotated) { address, NONE, symbol });
	return symbol;
}

static uint32_t node_symbol(struct undoing *undoing, uint32_t node)
{
	size_t need = undoing->graph.node_count;

	if (undoing->symbol_count < need) {
		undoing->symbols = mem_realloc(undoing->symbols, need, sizeof(*undoing->symbols));
		while (undoing->symbol_count < need)
			undoing->symbols[undoing->symbol_count++] = UNASKED;
	}
	if (undoing->symbols[node] == UNASKED)
		undoing->symbols[node] = ask_symbol(undoing, node);
	return undoing->symbols[node];
}

static uint32_t keep_ways(struct undoing *undoing, const struct tail_ways *ways)
{
	struct hidden_node *nodes;
	struct hidden_edge *edges;
	uint32_t kept;

	if (!ways->node_count)
		return 0;
	if (ways->node_count > MOST_HIDDEN)
		return profile_add_hidden(undoing->profile, NULL, 0, NULL, 0);
	nodes = mem_alloc(ways->node_count * sizeof(*nodes));
	edges = mem_alloc((ways->edge_count + 1) * sizeof(*edges));
	for (size_t i = 0; i < ways->node_count; i++)
		nodes[i] = (struct hidden_node) {
			node_symbol(undoing, ways->nodes[i].node),
			ways->nodes[i].is_last,
		};
	for (size_t i = 0; i < ways->edge_count; i++)
		edges[i] = (struct hidden_edge) { ways->edges[i].from, ways->edges[i].to };
	kept = profile_add_hidden(undoing->profile, nodes, ways->node_count, edges,
				  ways->edge_count);
	free(nodes);
	free(edges);
	return kept;
}

/* Where node @i of the way jumps on, if the next one is known and only one jump leads to it. */
static uint64_t jump_address(const struct undoing *undoing, const struct tail_ways *ways, size_t i,
			     uint32_t found)
{
	uint32_t next = i + 1 < ways->shared_count ? ways->shared[i + 1] : found;
	uint64_t place, address;

	place = ways->kind == TAIL_WAYS_ONE
			? tail_graph_place(&undoing->graph, ways->shared[i], next)
			: 0;
	if (!place || !image_debug_place(undoing->image->debug, place, &address))
		return 0;
	return address + 1;
}

static bool take_frames(struct undoing *undoing, const struct tail_ways *ways, struct fill *fill)
{
	uint32_t kept;

	for (size_t i = 0; i < ways->shared_count; i++)
		if (node_symbol(undoing, ways->shared[i]) == NONE)
			return false;
	kept = keep_ways(undoing, ways);
	array_reserve(undoing->locations, undoing->locations_capacity,
		      undoing->filled + ways->shared_count);
	for (size_t i = ways->shared_count; i-- > 0;) {
		uint64_t address = jump_address(undoing, ways, i, fill->found);
		uint32_t symbol = node_symbol(undoing, ways->shared[i]);
		uint32_t location = profile_inferred_location(undoing->profile, symbol, address,
							      NULL, 0, i ? 0 : kept);

		if (address)
			add_place(undoing, (struct annotated) { address - 1, location, symbol });
		undoing->locations[undoing->filled++] = location;
	}
	fill->count = ways->shared_count;
	return true;
}

static void find_fill(struct undoing *undoing, struct fill *fill)
{
	struct tail_jumps jumps;
	struct tail_ways ways;

	fill->first = undoing->filled;
	if (!call_sites_jumps(undoing->sites, undoing->graph.nodes[fill->callee].entry, &jumps))
		return;
	tail_graph_ways(&undoing->graph, fill->callee, fill->found, &ways);
	if (ways.kind == TAIL_WAYS_NONE)
		fill->flags = STACK_TAILS_IMPOSSIBLE;
	else if (take_frames(undoing, &ways, fill))
		fill->flags = ways.kind == TAIL_WAYS_ONE    ? STACK_TAILS_COMPLETED
			      : ways.kind == TAIL_WAYS_OPEN ? STACK_TAILS_OPEN
							    : STACK_TAILS_AMBIGUOUS;
	tail_ways_deinit(&ways);
}

static const struct fill *fill_of(struct undoing *undoing, uint32_t callee, uint32_t found)
{
	uint32_t hash = hash_pair(callee, found);
	struct fill fill = { .callee = callee, .found = found };

	table_for_each (&undoing->fill_index, hash, known)
		if (undoing->fills[known].callee == callee && undoing->fills[known].found == found)
			return &undoing->fills[known];
	find_fill(undoing, &fill);
	array_reserve(undoing->fills, undoing->fill_capacity, undoing->fill_count + 1);
	undoing->fills[undoing->fill_count] = fill;
	table_insert(&undoing->fill_index, hash, undoing->fill_count);
	return &undoing->fills[undoing->fill_count++];
}

/* ---- the stacks ---- */

/* Did a tail call take frames between location @above, a caller, and @below? */
static bool has_gap(const struct undoing *undoing, uint32_t above, uint32_t below)
{
	const struct profile *profile = undoing->profile;
	const struct location *place = &profile->locations[below];

	if (above >= undoing->location_count || below >= undoing->location_count ||
	    undoing->callee[above] == NONE || undoing->function[below] == NONE ||
	    undoing->callee[above] == undoing->function[below])
		return false;
	if (!place->is_return && !undoing->leaf_is_sure)
		return false;
	/* What was interrupted just behind a call has called nothing. */
	return !is_interrupt_entry(profile_text(profile, profile->symbols[place->symbol].name));
}

static void push(struct undoing *undoing, uint32_t *depth, uint32_t location)
{
	array_reserve(undoing->frames, undoing->frames_capacity, *depth + 1ul);
	undoing->frames[(*depth)++] = location;
}

static void undo_stack(struct undoing *undoing, uint32_t number)
{
	struct profile *profile = undoing->profile;
	const struct stack stack = profile->stacks[number];
	uint32_t depth = 0, flags = 0;

	for (uint32_t i = 0; i < stack.depth; i++) {
		uint32_t above = profile->frames[stack.first + i];

		if (i && has_gap(undoing, above, profile->frames[stack.first + i - 1])) {
			const struct fill *fill =
				fill_of(undoing, undoing->callee[above],
					undoing->function[profile->frames[stack.first + i - 1]]);

			for (uint32_t k = 0; k < fill->count; k++)
				push(undoing, &depth, undoing->locations[fill->first + k]);
			flags |= fill->flags;
		}
		push(undoing, &depth, above);
	}
	profile->stacks[number].flags |= flags;
	if (depth > stack.depth)
		profile_set_frames(profile, number, undoing->frames, depth);
}

/*
 * Frame pointers do not show the caller of a function that has not set up its own frame yet. The
 * kernel's ORC tables know it everywhere (Documentation/arch/x86/orc-unwinder.rst).
 */
static bool has_orc(const struct image_code *image)
{
	GElf_Shdr header;

	return elf_section_named(&image->debug->info.file, ".orc_unwind", &header);
}

void tail_calls_undo(struct profile *profile, const struct image_code *image,
		     struct new_places *places)
{
	struct undoing undoing = {
		.profile = profile,
		.image = image,
		.sites = call_sites_new(&image->debug->info),
		.leaf_is_sure = has_orc(image),
		.places = places,
	};

	undoing.graph.explore = explore;
	undoing.graph.data = &undoing;
	look_up_all(&undoing);
	for (uint32_t i = 0; i < profile->stack_count; i++)
		undo_stack(&undoing, i);
	free(undoing.callee);
	free(undoing.function);
	free(undoing.fills);
	free(undoing.locations);
	free(undoing.frames);
	free(undoing.symbols);
	table_deinit(&undoing.fill_index);
	tail_graph_deinit(&undoing.graph);
	call_sites_free(undoing.sites);
}
