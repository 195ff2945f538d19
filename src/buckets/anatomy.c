// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/anatomy.h"

#include <stdlib.h>
#include <string.h>

#include "buckets/frames.h"
#include "support/error.h"
#include "support/memory.h"

/* The bucket that is opened: a head with all its leaves, or one leaf. */
struct opened {
	const struct buckets *buckets;
	uint16_t head, leaf;
};

struct dissection {
	struct frames frames;
	struct opened opened;
	struct anatomy *anatomy;
	uint64_t *client_weight; /* by symbol number; the last one: no client is known */
};

static bool is_inside(const struct opened *opened, uint16_t leaf)
{
	if (opened->head != BUCKET_NONE)
		return buckets_head(opened->buckets, leaf) == opened->head;
	return leaf == opened->leaf;
}

/*
 * Up from the owner: the first phase that a frame of the bucket has, and the
 * first frame that is neither of the bucket nor neutral.
 */
static void look_up(struct dissection *dissection, const struct stack *stack, uint32_t owner,
		    uint8_t *phase, uint32_t *client)
{
	const struct profile *profile = dissection->frames.profile;
	struct frame_walk walk = bucket_walk(&dissection->frames, stack);
	uint32_t symbol;

	while ((symbol = frame_walk_next(&walk)) != NONE && symbol != owner)
		;
	for (; symbol != NONE; symbol = frame_walk_next(&walk)) {
		uint8_t flags = dissection->frames.flags[symbol];
		bool inside = is_inside(&dissection->opened, profile->symbols[symbol].bucket);

		if (inside && !*phase)
			*phase = profile->symbols[symbol].phase;
		if (flags & FRAME_INTERRUPT)
			return;
		if (!inside && !(flags & FRAME_NEUTRAL)) {
			*client = symbol;
			return;
		}
	}
}

static void dissect(struct dissection *dissection, const struct stack *stack)
{
	const struct profile *profile = dissection->frames.profile;
	uint32_t owner = stack_owner(&dissection->frames, stack);
	uint32_t leaf = stack_mechanism(&dissection->frames, stack), client = profile->symbol_count;
	uint8_t phase = 0;

	dissection->anatomy->whole += stack->weight;
	if (!is_inside(&dissection->opened, profile->symbols[owner].bucket))
		return;
	look_up(dissection, stack, owner, &phase, &client);
	dissection->anatomy->total += stack->weight;
	dissection->anatomy->phases[phase] += stack->weight;
	dissection->anatomy->mechanisms[buckets_head(
		dissection->opened.buckets, profile->symbols[leaf].bucket)] += stack->weight;
	dissection->client_weight[client] += stack->weight;
}

static int compare_clients(const void *a, const void *b)
{
	const struct client *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

static void collect_clients(struct anatomy *anatomy, const uint64_t *weight, uint32_t symbols)
{
	for (uint32_t i = 0; i <= symbols; i++)
		anatomy->client_count += weight[i] > 0;
	anatomy->clients = mem_zalloc(anatomy->client_count, sizeof(*anatomy->clients));
	anatomy->client_count = 0;
	for (uint32_t i = 0; i <= symbols; i++)
		if (weight[i])
			anatomy->clients[anatomy->client_count++] =
				(struct client) { i < symbols ? i : NONE, weight[i] };
	qsort(anatomy->clients, anatomy->client_count, sizeof(*anatomy->clients), compare_clients);
}

int anatomy_init(struct anatomy *anatomy, const struct buckets *buckets,
		 const struct profile *profile, uint32_t event,
		 const struct charge_options *options, const char *name, struct symdiff_error *err)
{
	struct dissection dissection = {
		.opened = { buckets, buckets_find_head(buckets, name),
			    buckets_find_leaf(buckets, name) },
		.anatomy = anatomy,
	};
	unsigned contexts = options->contexts ? options->contexts : ~0u;

	*anatomy = (struct anatomy) { 0 };
	if (dissection.opened.head == BUCKET_NONE && dissection.opened.leaf == BUCKET_NONE)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1, "there is no bucket '%s'",
				    name);
	anatomy->phase_count = buckets_phase_count(buckets);
	anatomy->phases = mem_zalloc(UINT8_MAX + 1, sizeof(*anatomy->phases));
	anatomy->head_count = buckets_head_count(buckets);
	anatomy->mechanisms = mem_zalloc(anatomy->head_count, sizeof(*anatomy->mechanisms));
	dissection.client_weight = mem_zalloc((size_t)profile->symbol_count + 1, sizeof(uint64_t));
	frames_init(&dissection.frames, buckets, profile, options->charge_copy);
	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		enum run_context context;

		if (stack->event != event)
			continue;
		context = stack_context(&dissection.frames, stack);
		if (context != RUN_IDLE && (contexts & 1u << context))
			dissect(&dissection, stack);
	}
	collect_clients(anatomy, dissection.client_weight, profile->symbol_count);
	frames_deinit(&dissection.frames);
	free(dissection.client_weight);
	return 0;
}

void anatomy_deinit(struct anatomy *anatomy)
{
	free(anatomy->phases);
	free(anatomy->mechanisms);
	free(anatomy->clients);
	*anatomy = (struct anatomy) { 0 };
}
