// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/merge.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

struct merge {
	struct profile *into;
	const struct profile *from;
	uint32_t *symbol_of, *event_of, *location_of;
};

static uint32_t take_name(const struct merge *merge, uint32_t name)
{
	const struct name *text = &merge->from->names.list[name];

	return names_intern(&merge->into->names, text->text, text->len);
}

static void take_dso_facts(const struct merge *merge, const struct dso *from, struct dso *into)
{
	if (!into->build_id_size) {
		into->build_id_size = from->build_id_size;
		memcpy(into->build_id, from->build_id, sizeof(into->build_id));
	}
	if (!into->note && from->note)
		into->note = take_name(merge, from->note);
	if (!into->hint && from->hint)
		into->hint = take_name(merge, from->hint);
}

static uint32_t take_symbol(const struct merge *merge, uint32_t number)
{
	const struct profile *from = merge->from;
	const struct symbol *symbol = &from->symbols[number];
	const struct dso *dso = &from->dsos[symbol->dso];
	const char *path = profile_text(from, dso->path);
	uint32_t image = profile_dso(merge->into, path, strlen(path), dso->kind);
	const char *name = profile_text(from, symbol->name);
	uint32_t taken;

	take_dso_facts(merge, dso, &merge->into->dsos[image]);
	if (symbol->flags & SYMBOL_NOT_LISTED)
		taken = profile_not_listed_symbol(merge->into);
	else if (symbol->flags & SYMBOL_UNKNOWN)
		taken = profile_unknown_symbol(merge->into, image);
	else
		taken = profile_symbol(merge->into, image, name, strlen(name));
	merge->into->symbols[taken].inlining |= symbol->inlining;
	if (symbol->srcfile && !merge->into->symbols[taken].srcfile) {
		merge->into->symbols[taken].srcfile = take_name(merge, symbol->srcfile);
		merge->into->symbols[taken].srcline = symbol->srcline;
	}
	if (!merge->into->symbols[taken].alias_count)
		for (uint32_t i = 0; i < symbol->alias_count; i++)
			profile_add_alias(
				merge->into, taken,
				profile_text(from, from->aliases[symbol->first_alias + i]));
	return taken;
}

static bool take_event(const struct merge *merge, uint32_t number)
{
	const struct event *from = &merge->from->events[number];
	const char *name = profile_text(merge->from, from->name);
	uint32_t known = merge->into->event_count;
	uint32_t taken = profile_event(merge->into, name, strlen(name));
	struct event *into = &merge->into->events[taken];

	merge->event_of[number] = taken;
	if (taken == known) { /* new */
		uint32_t its_name = into->name;

		*into = *from;
		into->name = its_name;
		into->total = into->samples = 0;
		return true;
	}
	if (into->unit != from->unit || into->scale != from->scale)
		return false;
	into->samples_known &= from->samples_known;
	into->samples_stated += from->samples_stated;
	into->weight_squares += from->weight_squares;
	into->total_estimated |= from->total_estimated;
	into->lost += from->lost;
	into->cut |= from->cut;
	into->cut_below += from->cut_below;
	into->amount = into->amount > 0 && from->amount > 0 ? into->amount + from->amount : 0;
	into->has_callchains |= from->has_callchains;
	return true;
}

/* The functions that may have been there, in the numbers of the whole. */
static uint32_t take_ways(const struct merge *merge, uint32_t ways)
{
	const struct profile *from = merge->from;
	const struct hidden_ways *hidden = &from->hidden[ways - 1];
	struct hidden_node *nodes = mem_alloc((hidden->node_count + 1ul) * sizeof(*nodes));
	uint32_t taken;

	for (uint32_t i = 0; i < hidden->node_count; i++) {
		nodes[i] = from->hidden_nodes[hidden->first_node + i];
		if (nodes[i].symbol != NONE)
			nodes[i].symbol = merge->symbol_of[nodes[i].symbol];
	}
	taken = profile_add_hidden(merge->into, nodes, hidden->node_count,
				   from->hidden_edges + hidden->first_edge, hidden->edge_count);
	free(nodes);
	return taken;
}

static uint32_t take_location(const struct merge *merge, uint32_t number)
{
	const struct location *place = &merge->from->locations[number];
	uint32_t *inlined = mem_alloc((place->inline_count + 1) * sizeof(*inlined));
	uint32_t taken;

	for (uint32_t i = 0; i < place->inline_count; i++)
		inlined[i] = merge->symbol_of[merge->from->inlines[place->first_inline + i]];
	if (place->is_inferred)
		taken = profile_inferred_location(merge->into, merge->symbol_of[place->symbol], 0,
						  inlined, place->inline_count,
						  place->ways ? take_ways(merge, place->ways) : 0);
	else
		taken = profile_symbol_location(merge->into, merge->symbol_of[place->symbol],
						inlined, place->inline_count);
	free(inlined);
	return taken;
}

static void take_stacks(const struct merge *merge)
{
	const struct profile *from = merge->from;
	uint32_t *frames = NULL;
	size_t capacity = 0;

	for (uint32_t i = 0; i < from->stack_count; i++) {
		const struct stack *stack = &from->stacks[i];

		array_reserve(frames, capacity, (size_t)stack->depth + 1);
		for (uint32_t f = 0; f < stack->depth; f++)
			frames[f] = merge->location_of[from->frames[stack->first + f]];
		if (!profile_add(merge->into, merge->event_of[stack->event],
				 take_name(merge, stack->comm), stack->flags, frames, stack->depth,
				 stack->weight, stack->samples))
			profile_warn(merge->into,
				     "the runs together overflow the total: a stack is "
				     "left out");
	}
	free(frames);
}

static void take_recording(const struct merge *merge)
{
	const struct recording *from = &merge->from->recording;
	struct recording *into = &merge->into->recording;

	*into = *from;
	into->hostname = take_name(merge, from->hostname);
	into->os_release = take_name(merge, from->os_release);
	into->version = take_name(merge, from->version);
	into->arch = take_name(merge, from->arch);
	into->cpu_model = take_name(merge, from->cpu_model);
	into->command_line = take_name(merge, from->command_line);
	into->hybrid = take_name(merge, from->hybrid);
	into->pmu_caps = take_name(merge, from->pmu_caps);
	into->kcore_dir = take_name(merge, from->kcore_dir);
}

bool profile_merge(struct profile *into, const struct profile *from, uint32_t *symbol_of,
		   uint32_t *event_of)
{
	struct merge merge = { into, from, symbol_of, event_of,
			       mem_alloc((from->location_count + 1) * sizeof(uint32_t)) };
	double duration = into->recording.duration_seconds;
	bool same_units = true;

	if (!into->format)
		into->format = take_name(&merge, from->format);
	take_recording(&merge);
	into->recording.duration_seconds += duration;
	for (uint32_t i = 0; i < from->event_count; i++)
		same_units &= take_event(&merge, i);
	for (uint32_t i = 0; i < from->symbol_count; i++)
		symbol_of[i] = take_symbol(&merge, i);
	for (uint32_t i = 0; i < from->location_count; i++)
		merge.location_of[i] = take_location(&merge, i);
	take_stacks(&merge);
	for (uint32_t i = 0; i < from->children_count; i++)
		profile_add_children(into, event_of[from->children[i].event],
				     symbol_of[from->children[i].symbol], from->children[i].weight);
	for (uint32_t i = 0; i < from->warning_count; i++)
		profile_warn(into, "%s", profile_text(from, from->warnings[i]));
	free(merge.location_of);
	return same_units;
}

void totals_renumber(struct totals *totals, const struct totals *part, const struct profile *whole,
		     uint32_t event, const uint32_t *symbol_of)
{
	totals_init(totals, whole, event, part->bucket_count, part->head_count);
	for (uint32_t i = 0; i < part->profile->symbol_count; i++) {
		struct symbol_total *sum = &totals->symbols[symbol_of[i]];

		sum->self += part->symbols[i].self;
		sum->children += part->symbols[i].children;
		sum->samples += part->symbols[i].samples;
		sum->inferred += part->symbols[i].inferred;
		sum->idle += part->symbols[i].idle;
		sum->idle_children += part->symbols[i].idle_children;
	}
	memcpy(totals->buckets, part->buckets, part->bucket_count * sizeof(*part->buckets));
	memcpy(totals->leaves, part->leaves, part->bucket_count * sizeof(*part->leaves));
	memcpy(totals->heads, part->heads, part->head_count * sizeof(*part->heads));
	memcpy(totals->matrix, part->matrix,
	       (size_t)part->head_count * part->head_count * sizeof(*part->matrix));
	memcpy(totals->contexts, part->contexts, sizeof(totals->contexts));
	time_sums_renumber(&totals->times, &part->times, part->profile->symbol_count,
			   whole->symbol_count, part->bucket_count, symbol_of);
	totals->total = part->total;
	totals->samples = part->samples;
	totals->samples_worth = part->samples_worth;
	totals->idle = part->idle;
	totals->tails = part->tails;
	totals->unresolved = part->unresolved;
	totals->has_charged = part->has_charged;
	totals->has_children = part->has_children;
}
