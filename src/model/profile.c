// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/profile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

const char *const unit_names[] = { "period", "samples", "percent" };
const char *const clock_names[] = { "count", "unhalted", "wall" };
const char *const chain_kind_names[] = {
	[CHAIN_UNKNOWN] = "unknown", [CHAIN_NONE] = "none", [CHAIN_FP] = "fp",
	[CHAIN_DWARF] = "dwarf",     [CHAIN_LBR] = "lbr",   [CHAIN_USER_ONLY] = "user-only",
};

struct profile *profile_new(void)
{
	struct profile *profile = mem_zalloc(1, sizeof(*profile));

	names_intern(&profile->names, "", 0);
	return profile;
}

void profile_free(struct profile *profile)
{
	if (!profile)
		return;
	free(profile->events);
	free(profile->dsos);
	free(profile->symbols);
	free(profile->locations);
	free(profile->stacks);
	free(profile->frames);
	free(profile->inlines);
	free(profile->aliases);
	free(profile->children);
	free(profile->warnings);
	free(profile->hidden);
	free(profile->hidden_nodes);
	free(profile->hidden_edges);
	table_deinit(&profile->event_index);
	table_deinit(&profile->dso_index);
	table_deinit(&profile->symbol_index);
	table_deinit(&profile->location_index);
	table_deinit(&profile->stack_index);
	table_deinit(&profile->children_index);
	timeline_deinit(&profile->timeline);
	names_deinit(&profile->names);
	free(profile);
}

uint32_t profile_event(struct profile *profile, const char *name, size_t len)
{
	uint32_t id = names_intern(&profile->names, name, len);
	uint32_t hash = hash_pair(id, 0);

	table_for_each (&profile->event_index, hash, known)
		if (profile->events[known].name == id)
			return known;
	array_reserve(profile->events, profile->event_capacity, profile->event_count + 1);
	profile->events[profile->event_count] = (struct event) {
		.name = id,
		.unit = UNIT_SAMPLES,
		.scale = 1,
		.clock = event_clock_of(profile_text(profile, id)),
	};
	table_insert(&profile->event_index, hash, profile->event_count);
	return profile->event_count++;
}

static uint32_t dso_add(struct profile *profile, struct dso dso)
{
	array_reserve(profile->dsos, profile->dso_capacity, profile->dso_count + 1);
	profile->dsos[profile->dso_count] = dso;
	return profile->dso_count++;
}

uint32_t profile_dso(struct profile *profile, const char *name, size_t len, enum dso_kind kind)
{
	char canonical[512];
	size_t canonical_len = dso_canonical(name, len, &kind, canonical, sizeof(canonical));
	uint32_t id = names_intern(&profile->names, canonical, canonical_len);
	uint32_t hash = hash_pair(id, kind);

	table_for_each (&profile->dso_index, hash, known)
		if (profile->dsos[known].name == id && profile->dsos[known].kind == kind)
			return known;
	table_insert(&profile->dso_index, hash, profile->dso_count);
	return dso_add(profile, (struct dso) {
					.name = id,
					.path = names_intern(&profile->names, name, len),
					.kind = kind,
				});
}

uint32_t profile_add_dso(struct profile *profile, const char *path, size_t len, enum dso_kind kind)
{
	char canonical[512];
	size_t canonical_len = dso_canonical(path, len, &kind, canonical, sizeof(canonical));

	return dso_add(profile,
		       (struct dso) {
			       .name = names_intern(&profile->names, canonical, canonical_len),
			       .path = names_intern(&profile->names, path, len),
			       .kind = kind,
		       });
}

static uint32_t symbol_get(struct profile *profile, uint32_t dso, uint32_t name, uint32_t flags)
{
	uint32_t hash = hash_pair(name, dso);

	table_for_each (&profile->symbol_index, hash, known)
		if (profile->symbols[known].name == name && profile->symbols[known].dso == dso)
			return known;
	array_reserve(profile->symbols, profile->symbol_capacity, profile->symbol_count + 1);
	profile->symbols[profile->symbol_count] = (struct symbol) {
		.name = name,
		.dso = dso,
		.flags = flags,
	};
	table_insert(&profile->symbol_index, hash, profile->symbol_count);
	return profile->symbol_count++;
}

uint32_t profile_restore_dso(struct profile *profile, struct dso dso)
{
	return dso_add(profile, dso);
}

uint32_t profile_restore_symbol(struct profile *profile, uint32_t dso, uint32_t name,
				uint32_t flags)
{
	return symbol_get(profile, dso, name, flags);
}

uint32_t profile_unknown_symbol(struct profile *profile, uint32_t dso)
{
	return symbol_get(profile, dso, names_intern_text(&profile->names, "[unknown]"),
			  SYMBOL_UNKNOWN);
}

uint32_t profile_symbol(struct profile *profile, uint32_t dso, const char *name, size_t len)
{
	if (symbol_is_unknown(name, len))
		return profile_unknown_symbol(profile, dso);
	return symbol_get(profile, dso, names_intern(&profile->names, name, len), 0);
}

static uint32_t add_inlines(struct profile *profile, const uint32_t *inlined, uint32_t count)
{
	uint32_t first = profile->inline_count;

	array_reserve(profile->inlines, profile->inline_capacity, (size_t)first + count);
	memcpy(profile->inlines + first, inlined, count * sizeof(*inlined));
	profile->inline_count += count;
	return first;
}

static uint32_t location_add(struct profile *profile, uint32_t hash, struct location location)
{
	array_reserve(profile->locations, profile->location_capacity, profile->location_count + 1);
	profile->locations[profile->location_count] = location;
	table_insert(&profile->location_index, hash, profile->location_count);
	return profile->location_count++;
}

uint32_t profile_restore_location(struct profile *profile, uint32_t symbol)
{
	return location_add(profile, hash_pair(symbol, 0),
			    (struct location) {
				    .dso = profile->symbols[symbol].dso,
				    .symbol = symbol,
			    });
}

uint32_t profile_symbol_location(struct profile *profile, uint32_t symbol, const uint32_t *inlined,
				 uint32_t count)
{
	uint32_t hash = hash_pair(symbol, count);

	for (uint32_t i = 0; i < count; i++)
		hash = hash_pair(hash, inlined[i]);
	table_for_each (&profile->location_index, hash, known) {
		const struct location *place = &profile->locations[known];

		if (place->symbol == symbol && !place->address && !place->is_inferred &&
		    place->inline_count == count &&
		    (!count || !memcmp(profile->inlines + place->first_inline, inlined,
				       count * sizeof(*inlined))))
			return known;
	}
	return location_add(
		profile, hash,
		(struct location) {
			.dso = profile->symbols[symbol].dso,
			.symbol = symbol,
			.first_inline = count ? add_inlines(profile, inlined, count) : 0,
			.inline_count = count,
		});
}

static uint32_t address_hash(uint32_t dso, uint64_t address, bool is_return)
{
	return hash_pair(address, dso * 2ul + is_return);
}

void profile_prefetch_address(const struct profile *profile, uint32_t dso, uint64_t address,
			      bool is_return)
{
	table_prefetch(&profile->location_index, address_hash(dso, address, is_return));
}

uint32_t profile_address_location(struct profile *profile, uint32_t dso, uint64_t address,
				  bool is_return)
{
	uint32_t hash = address_hash(dso, address, is_return);

	table_for_each (&profile->location_index, hash, known) {
		const struct location *place = &profile->locations[known];

		if (place->address == address && place->dso == dso && place->is_return == is_return)
			return known;
	}
	return location_add(profile, hash,
			    (struct location) {
				    .address = address,
				    .dso = dso,
				    .symbol = NONE,
				    .is_return = is_return,
			    });
}

/* Few, each made once: they are not looked for again. */
uint32_t profile_inferred_location(struct profile *profile, uint32_t symbol, uint64_t address,
				   const uint32_t *inlined, uint32_t count, uint32_t ways)
{
	array_reserve(profile->locations, profile->location_capacity, profile->location_count + 1);
	profile->locations[profile->location_count] = (struct location) {
		.address = address,
		.dso = profile->symbols[symbol].dso,
		.symbol = symbol,
		.first_inline = count ? add_inlines(profile, inlined, count) : 0,
		.inline_count = count,
		.is_return = address > 0,
		.is_inferred = true,
		.ways = ways,
	};
	return profile->location_count++;
}

uint32_t profile_add_hidden(struct profile *profile, const struct hidden_node *nodes,
			    uint32_t node_count, const struct hidden_edge *edges,
			    uint32_t edge_count)
{
	uint32_t node = profile->hidden_node_count, edge = profile->hidden_edge_count;

	array_reserve(profile->hidden, profile->hidden_capacity, profile->hidden_count + 1);
	array_reserve(profile->hidden_nodes, profile->hidden_node_capacity,
		      (size_t)node + node_count);
	array_reserve(profile->hidden_edges, profile->hidden_edge_capacity,
		      (size_t)edge + edge_count);
	if (node_count)
		memcpy(profile->hidden_nodes + node, nodes, node_count * sizeof(*nodes));
	if (edge_count)
		memcpy(profile->hidden_edges + edge, edges, edge_count * sizeof(*edges));
	profile->hidden_node_count += node_count;
	profile->hidden_edge_count += edge_count;
	profile->hidden[profile->hidden_count] =
		(struct hidden_ways) { node, node_count, edge, edge_count };
	return ++profile->hidden_count;
}

void profile_set_frames(struct profile *profile, uint32_t stack, const uint32_t *locations,
			uint32_t depth)
{
	array_reserve(profile->frames, profile->frame_capacity, profile->frame_count + depth);
	memcpy(profile->frames + profile->frame_count, locations, depth * sizeof(*locations));
	profile->stacks[stack].first = profile->frame_count;
	profile->stacks[stack].depth = depth;
	profile->frame_count += depth;
}

void profile_set_symbol(struct profile *profile, uint32_t location, uint32_t symbol)
{
	profile->locations[location].symbol = symbol;
}

void profile_set_inlines(struct profile *profile, uint32_t location, const uint32_t *inlined,
			 uint32_t count)
{
	profile->locations[location].first_inline = add_inlines(profile, inlined, count);
	profile->locations[location].inline_count = count;
}

void profile_add_alias(struct profile *profile, uint32_t symbol, const char *name)
{
	struct symbol *owner = &profile->symbols[symbol];
	uint32_t at = profile->alias_count;

	/* A symbol's aliases stand together: append only to the last run. */
	if (owner->alias_count && owner->first_alias + owner->alias_count != at)
		return;
	array_reserve(profile->aliases, profile->alias_capacity, at + 1);
	profile->aliases[at] = names_intern_text(&profile->names, name);
	if (!owner->alias_count)
		owner->first_alias = at;
	owner->alias_count++;
	profile->alias_count++;
}

static uint32_t stack_hash(uint32_t event, uint32_t comm, uint32_t flags, const uint32_t *locations,
			   uint32_t depth)
{
	return hash_pair((uint64_t)event << 32 | comm,
			 (uint64_t)flags << 32 | hash_bytes(locations, depth * sizeof(*locations)));
}

static uint32_t stack_get(struct profile *profile, const struct stack *key,
			  const uint32_t *locations)
{
	uint32_t hash = stack_hash(key->event, key->comm, key->flags, locations, key->depth);

	table_for_each (&profile->stack_index, hash, known) {
		const struct stack *stack = &profile->stacks[known];

		if (stack->depth == key->depth && stack->event == key->event &&
		    stack->comm == key->comm && stack->flags == key->flags &&
		    !memcmp(profile->frames + stack->first, locations,
			    key->depth * sizeof(*locations)))
			return known;
	}
	array_reserve(profile->frames, profile->frame_capacity, profile->frame_count + key->depth);
	memcpy(profile->frames + profile->frame_count, locations, key->depth * sizeof(*locations));
	array_reserve(profile->stacks, profile->stack_capacity, profile->stack_count + 1);
	profile->stacks[profile->stack_count] = *key;
	profile->stacks[profile->stack_count].first = profile->frame_count;
	profile->frame_count += key->depth;
	table_insert(&profile->stack_index, hash, profile->stack_count);
	return profile->stack_count++;
}

void profile_prefetch(const struct profile *profile, uint32_t event, uint32_t comm, uint32_t flags,
		      const uint32_t *locations, uint32_t depth)
{
	table_prefetch(&profile->stack_index, stack_hash(event, comm, flags, locations, depth));
}

uint32_t profile_add_stack(struct profile *profile, uint32_t event, uint32_t comm, uint32_t flags,
			   const uint32_t *locations, uint32_t depth, uint64_t weight,
			   uint64_t samples)
{
	struct event *of = &profile->events[event];
	uint64_t total, count;

	if (__builtin_add_overflow(of->total, weight, &total) ||
	    __builtin_add_overflow(of->samples, samples, &count))
		return NONE;
	of->total = total;
	of->samples = count;
	if (depth > 1)
		of->has_callchains = true;

	struct stack key = { .event = event, .comm = comm, .flags = flags, .depth = depth };
	uint32_t id = stack_get(profile, &key, locations); /* may move the array */
	struct stack *stack = &profile->stacks[id];

	stack->weight += weight;
	stack->samples += samples;
	return id;
}

bool profile_add(struct profile *profile, uint32_t event, uint32_t comm, uint32_t flags,
		 const uint32_t *locations, uint32_t depth, uint64_t weight, uint64_t samples)
{
	return profile_add_stack(profile, event, comm, flags, locations, depth, weight, samples) !=
	       NONE;
}

void profile_take_timeline(struct profile *profile, struct timeline *timeline,
			   const uint32_t *stacks)
{
	timeline_renumber(timeline, stacks);
	timeline_deinit(&profile->timeline);
	profile->timeline = *timeline;
	*timeline = (struct timeline) { 0 };
}

void profile_add_children(struct profile *profile, uint32_t event, uint32_t symbol, uint64_t weight)
{
	uint32_t hash = hash_pair(event, symbol);

	profile->events[event].has_children = true;
	table_for_each (&profile->children_index, hash, known) {
		struct symbol_children *row = &profile->children[known];

		if (row->event == event && row->symbol == symbol) {
			row->weight += weight;
			return;
		}
	}
	array_reserve(profile->children, profile->children_capacity, profile->children_count + 1);
	profile->children[profile->children_count] =
		(struct symbol_children) { .event = event, .symbol = symbol, .weight = weight };
	table_insert(&profile->children_index, hash, profile->children_count++);
}

uint32_t profile_not_listed_symbol(struct profile *profile)
{
	static const char name[] = "[not listed]";
	uint32_t dso = profile_dso(profile, name, strlen(name), DSO_UNKNOWN);

	return symbol_get(profile, dso, names_intern_text(&profile->names, name),
			  SYMBOL_NOT_LISTED);
}

void profile_add_not_listed(struct profile *profile, uint32_t event, uint64_t weight)
{
	uint32_t symbol = profile_not_listed_symbol(profile);
	uint32_t location = profile_symbol_location(profile, symbol, NULL, 0);

	if (weight)
		profile_add(profile, event, 0, 0, &location, 1, weight, 0);
}

void profile_keep_events(struct profile *profile, const bool *wanted)
{
	uint32_t *kept = mem_alloc((profile->event_count + 1) * sizeof(*kept));
	uint32_t *stack_of = mem_alloc((profile->stack_count + 1ul) * sizeof(*stack_of));
	uint32_t events = 0, stacks = 0, children = 0;

	for (uint32_t i = 0; i < profile->event_count; i++) {
		kept[i] = events;
		if (wanted[i])
			profile->events[events++] = profile->events[i];
	}
	for (uint32_t i = 0; i < profile->stack_count; i++) {
		struct stack stack = profile->stacks[i];

		stack_of[i] = wanted[stack.event] ? stacks : NONE;
		if (!wanted[stack.event])
			continue;
		stack.event = kept[stack.event];
		profile->stacks[stacks++] = stack;
	}
	timeline_renumber(&profile->timeline, stack_of);
	for (uint32_t i = 0; i < profile->children_count; i++) {
		struct symbol_children row = profile->children[i];

		if (!wanted[row.event])
			continue;
		row.event = kept[row.event];
		profile->children[children++] = row;
	}
	profile->event_count = events;
	profile->stack_count = stacks;
	profile->children_count = children;
	free(stack_of);
	free(kept);
}

void profile_warn(struct profile *profile, const char *format, ...)
{
	char line[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);

	uint32_t name = names_intern_text(&profile->names, line);

	for (uint32_t i = 0; i < profile->warning_count; i++)
		if (profile->warnings[i] == name)
			return;
	array_reserve(profile->warnings, profile->warning_capacity, profile->warning_count + 1);
	profile->warnings[profile->warning_count++] = name;
}
