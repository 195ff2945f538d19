// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/relatives.h"

#include <stdlib.h>
#include <string.h>

#include "model/frame_walk.h"
#include "support/memory.h"

static int compare(const void *a, const void *b)
{
	const struct relative *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

static size_t collect(const uint64_t *weight, uint32_t symbols, struct relative **list)
{
	size_t count = 0;

	*list = mem_zalloc((size_t)symbols + 1, sizeof(**list));
	for (uint32_t i = 0; i <= symbols; i++)
		if (weight[i])
			(*list)[count++] = (struct relative) { i < symbols ? i : NONE, weight[i] };
	qsort(*list, count, sizeof(**list), compare);
	return count;
}

/* The frames just below the innermost and just above the outermost call; false: not in it. */
static bool find(const struct profile *profile, const struct stack *stack, const bool *wanted,
		 uint32_t *callee, uint32_t *caller)
{
	struct frame_walk walk = frame_walk(profile, stack);
	uint32_t below = profile->symbol_count;
	bool found = false, above = false;

	*caller = profile->symbol_count;
	for (uint32_t symbol; (symbol = frame_walk_next(&walk)) != NONE;) {
		if (above)
			*caller = symbol;
		above = wanted[symbol];
		if (above) {
			if (!found)
				*callee = below;
			*caller = profile->symbol_count;
			found = true;
		}
		below = symbol;
	}
	return found;
}

void relatives_init(struct relatives *relatives, const struct profile *profile, uint32_t event,
		    const char *name)
{
	uint32_t symbols = profile->symbol_count;
	bool *wanted = mem_zalloc(symbols, sizeof(*wanted));
	uint64_t *callers = mem_zalloc((size_t)symbols + 1, sizeof(*callers));
	uint64_t *callees = mem_zalloc((size_t)symbols + 1, sizeof(*callees));

	*relatives = (struct relatives) { 0 };
	for (uint32_t i = 0; i < symbols; i++)
		wanted[i] = !strcmp(profile_text(profile, profile->symbols[i].name), name);
	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		uint32_t callee, caller;

		if (stack->event != event || !find(profile, stack, wanted, &callee, &caller))
			continue;
		relatives->total += stack->weight;
		callers[caller] += stack->weight;
		callees[callee] += stack->weight;
	}
	relatives->caller_count = collect(callers, symbols, &relatives->callers);
	relatives->callee_count = collect(callees, symbols, &relatives->callees);
	free(wanted);
	free(callers);
	free(callees);
}

void relatives_deinit(struct relatives *relatives)
{
	free(relatives->callers);
	free(relatives->callees);
	*relatives = (struct relatives) { 0 };
}
