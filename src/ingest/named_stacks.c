// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/named_stacks.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/kernel_entry.h"
#include "support/memory.h"

enum place { PLACE_UNKNOWN, PLACE_KERNEL, PLACE_USER };

enum { INLINED_MAX = 64 };

static bool same_text(struct slice a, struct slice b)
{
	return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}

static uint32_t frame_get(struct named_stacks *stacks, struct slice text, struct slice module,
			  enum frame_mark mark)
{
	uint32_t hash = hash_bytes(text.at, text.len) ^ mark;
	uint32_t id = stacks->frame_count;

	table_for_each (&stacks->index, hash, known) {
		const struct named_frame *frame = &stacks->frames[known];

		if (frame->mark == mark && same_text(frame->text, text) &&
		    same_text(frame->module, module))
			return known;
	}
	array_reserve(stacks->frames, stacks->frame_capacity, stacks->frame_count + 1);
	stacks->frames[stacks->frame_count++] = (struct named_frame) {
		.text = text,
		.module = module,
		.mark = mark,
		.is_entry = is_kernel_entry(text),
		.locations = { NONE, NONE, NONE },
	};
	table_insert(&stacks->index, hash, id);
	return id;
}

struct named_stack *named_stacks_add(struct named_stacks *stacks)
{
	array_reserve(stacks->stacks, stacks->stack_capacity, stacks->stack_count + 1);
	stacks->stacks[stacks->stack_count] = (struct named_stack) { .first = stacks->path_length };
	return &stacks->stacks[stacks->stack_count++];
}

void named_stacks_push(struct named_stacks *stacks, struct slice text, struct slice module,
		       enum frame_mark mark)
{
	uint32_t frame = frame_get(stacks, text, module, mark);

	array_reserve(stacks->path, stacks->path_capacity, stacks->path_length + 1);
	stacks->path[stacks->path_length++] = frame;
	stacks->stacks[stacks->stack_count - 1].depth++;
	stacks->has_marks |= mark == FRAME_KERNEL;
}

void named_stacks_reverse(struct named_stacks *stacks)
{
	struct named_stack *stack = &stacks->stacks[stacks->stack_count - 1];
	uint32_t *path = stack->depth ? stacks->path + stack->first : NULL;

	for (uint32_t i = 0; i < stack->depth / 2; i++) {
		uint32_t other = path[stack->depth - 1 - i];

		path[stack->depth - 1 - i] = path[i];
		path[i] = other;
	}
}

/* ---- kernel or user ---- */

/* The first frame, from outside, that is the kernel's by an entry; the depth if there is none. */
static uint32_t find_entry(const struct named_stacks *stacks, const struct named_stack *stack)
{
	uint32_t at = 0;

	while (at < stack->depth && !stacks->frames[stacks->path[stack->first + at]].is_entry)
		at++;
	return at;
}

void named_stacks_survey(struct named_stacks *stacks)
{
	for (uint32_t i = 0; i < stacks->stack_count; i++) {
		const struct named_stack *stack = &stacks->stacks[i];
		uint32_t entry = find_entry(stacks, stack);

		stacks->has_entries |= entry < stack->depth;
		for (uint32_t k = 0; k < stack->depth; k++) {
			struct named_frame *frame = &stacks->frames[stacks->path[stack->first + k]];

			*(k ? &frame->is_inner : &frame->is_outermost) = true;
			if (entry < stack->depth)
				*(k < entry ? &frame->in_user : &frame->in_kernel) = true;
		}
	}
}

static bool is_all_kernel(const struct named_stacks *stacks, const struct named_stack *stack)
{
	if (is_kernel_thread(stack->comm))
		return true;
	for (uint32_t k = 0; k < stack->depth; k++) {
		const struct named_frame *frame = &stacks->frames[stacks->path[stack->first + k]];

		if (!frame->in_kernel || frame->in_user)
			return false;
	}
	return true;
}

/* Where the kernel begins in a stack. */
static uint32_t find_kernel(const struct named_stacks *stacks, const struct named_stack *stack)
{
	uint32_t entry = find_entry(stacks, stack);

	if (stacks->has_marks || !stacks->has_entries || entry < stack->depth)
		return entry;
	return is_all_kernel(stacks, stack) ? 0 : stack->depth;
}

static enum place place_of(const struct named_stacks *stacks, const struct named_frame *frame,
			   bool behind_entry)
{
	if (frame->mark == FRAME_KERNEL)
		return PLACE_KERNEL;
	if (frame->mark == FRAME_JIT || stacks->has_marks)
		return PLACE_USER;
	if (!stacks->has_entries)
		return PLACE_UNKNOWN;
	return behind_entry ? PLACE_KERNEL : PLACE_USER;
}

/* ---- locations ---- */

/* "[dd]": an address of the image dd without a symbol. "[[kernel.kallsyms]]" happens too. */
static bool read_image(struct slice text, struct slice *image)
{
	if (text.len < 3 || text.at[0] != '[' || text.at[text.len - 1] != ']')
		return false;
	*image = (struct slice) { text.at + 1, text.len - 2 };
	return !slice_equals(*image, "unknown");
}

static uint32_t image_symbol(struct profile *profile, struct slice text, struct slice image,
			     enum place place)
{
	/* In the kernel what is in brackets is a module; else [vdso] and [heap] keep them. */
	bool bare = place != PLACE_KERNEL && !slice_equals(image, "vdso") &&
		    !slice_equals(image, "heap") && !slice_equals(image, "stack");
	struct slice name = bare || image.at[0] == '[' ? image : text;
	uint32_t dso = profile_dso(profile, name.at, name.len, DSO_UNKNOWN);
	uint32_t symbol = profile_symbol(profile, dso, text.at, text.len);

	profile->symbols[symbol].flags |= SYMBOL_UNKNOWN;
	return symbol;
}

static uint32_t symbol_of(struct profile *profile, const struct named_frame *frame,
			  enum place place)
{
	static const enum dso_kind kinds[] = { DSO_UNKNOWN, DSO_KERNEL, DSO_USER };
	struct slice text = frame->text, image;

	if (read_image(text, &image))
		return image_symbol(profile, text, image, place);
	if (frame->module.len)
		return profile_symbol(
			profile,
			profile_dso(profile, frame->module.at, frame->module.len, DSO_UNKNOWN),
			text.at, text.len);
	return profile_symbol(profile, profile_dso(profile, "", 0, kinds[place]), text.at,
			      text.len);
}

static uint32_t location_of(struct profile *profile, struct named_frame *frame, enum place place)
{
	if (frame->locations[place] == NONE)
		frame->locations[place] =
			profile_symbol_location(profile, symbol_of(profile, frame, place), NULL, 0);
	return frame->locations[place];
}

static uint32_t nowhere(struct profile *profile)
{
	uint32_t dso = profile_dso(profile, "", 0, DSO_UNKNOWN);

	return profile_symbol_location(profile, profile_unknown_symbol(profile, dso), NULL, 0);
}

/* The place of @frame with functions inlined into it, which are where it is. */
static uint32_t location_with(struct profile *profile, const struct named_frame *frame,
			      enum place place, struct named_frame *const *inlined, uint32_t count)
{
	uint32_t symbols[INLINED_MAX];

	for (uint32_t i = 0; i < count; i++)
		symbols[i] = symbol_of(profile, inlined[i], place);
	return profile_symbol_location(profile, symbol_of(profile, frame, place), symbols, count);
}

/*
 * The locations of a stack, leaf first, to @locations. A frame marked as
 * inlined belongs to the function outside of it, which also takes its weight.
 */
static uint32_t resolve(struct named_stacks *stacks, const struct named_stack *stack,
			struct profile *profile, uint32_t *locations)
{
	uint32_t kernel = find_kernel(stacks, stack), depth = 0, inlined_count = 0;
	struct named_frame *inlined[INLINED_MAX];

	for (uint32_t k = stack->depth; k-- > 0 && depth < NAMED_DEPTH_MAX;) {
		struct named_frame *frame = &stacks->frames[stacks->path[stack->first + k]];
		enum place place = place_of(stacks, frame, k >= kernel);

		if (frame->mark == FRAME_INLINED && k && inlined_count < INLINED_MAX) {
			inlined[inlined_count++] = frame;
			continue;
		}
		locations[depth++] =
			inlined_count ? location_with(profile, frame, place, inlined, inlined_count)
				      : location_of(profile, frame, place);
		inlined_count = 0;
	}
	if (!depth)
		locations[depth++] = nowhere(profile);
	return depth;
}

static void forget_locations(struct named_stacks *stacks)
{
	for (uint32_t i = 0; i < stacks->frame_count; i++)
		memset(stacks->frames[i].locations, 0xff, sizeof(stacks->frames[i].locations));
}

uint64_t named_stacks_finish(struct named_stacks *stacks, const struct named_selection *selection,
			     struct profile *profile, uint32_t event)
{
	uint64_t misfits = 0, unit = selection->counts_a_sample;

	if (stacks->profile != profile)
		forget_locations(stacks);
	stacks->profile = profile;
	for (uint32_t i = 0; i < stacks->stack_count; i++) {
		const struct named_stack *stack = &stacks->stacks[i];
		uint32_t locations[NAMED_DEPTH_MAX];
		uint64_t count = stack->counts[selection->side];

		if (!count || stack->group != selection->group)
			continue;

		uint32_t depth = resolve(stacks, stack, profile, locations);
		uint32_t comm = names_intern(&profile->names, stack->comm.at ? stack->comm.at : "",
					     stack->comm.len);
		bool is_cut = stack->depth > depth && depth == NAMED_DEPTH_MAX;

		stacks->deep += is_cut;
		misfits += !profile_add(
			profile, event, comm, stack->flags | (is_cut ? STACK_TRUNCATED : 0),
			locations, selection->flat ? 1 : depth, count, unit ? count / unit : 0);
	}
	return misfits;
}

void named_stacks_deinit(struct named_stacks *stacks)
{
	free(stacks->frames);
	free(stacks->stacks);
	free(stacks->path);
	table_deinit(&stacks->index);
	*stacks = (struct named_stacks) { 0 };
}
