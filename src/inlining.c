// SPDX-License-Identifier: GPL-2.0-or-later
#include "inlining.h"

#include <stdlib.h>
#include <string.h>

#include "model/canonical.h"
#include "runs.h"
#include "support/memory.h"
#include "support/table.h"

/* The functions of a side, by what would make them one row with the other side's. */
struct functions {
	struct symdiff_profile *side;
	const char **keys; /* by symbol: image and canonical name */
	bool *is_row;	   /* by symbol: has weight where it is not inlined */
	bool *inlined;	   /* by symbol: is inlined somewhere */
	struct arena arena;
	struct table index; /* of the keys */
};

void side_forget_inlined(struct symdiff_profile *side)
{
	for (uint32_t i = 0; i < side->profile->location_count; i++)
		side->profile->locations[i].inline_count = 0;
	side->profile->inline_count = 0;
}

void side_tell_inlined(struct symdiff_profile *side)
{
	for (uint32_t i = 0; i < side->profile->symbol_count; i++)
		side->profile->symbols[i].inlining |= INLINE_APART;
}

static bool has_weight(const struct symdiff_profile *side, uint32_t symbol)
{
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		if (side->totals[i].symbols[symbol].self ||
		    side->totals[i].symbols[symbol].children)
			return true;
	return false;
}

static const char *key_of(struct functions *functions, const struct symbol *symbol)
{
	const struct profile *profile = functions->side->profile;
	const struct dso *dso = &profile->dsos[symbol->dso];
	char image[256], name[1024];

	dso_join_name(profile_text(profile, dso->name), dso->kind, image, sizeof(image));
	canonical_name(profile_text(profile, symbol->name), name, sizeof(name));
	return arena_printf(&functions->arena, "%s\n%s", image, name);
}

static void functions_init(struct functions *functions, struct symdiff_profile *side)
{
	const struct profile *profile = side->profile;

	*functions = (struct functions) {
		.side = side,
		.keys = mem_zalloc(profile->symbol_count + 1ul, sizeof(*functions->keys)),
		.is_row = mem_zalloc(profile->symbol_count + 1ul, 1),
		.inlined = mem_zalloc(profile->symbol_count + 1ul, 1),
	};
	for (uint32_t i = 0; i < profile->inline_count; i++)
		functions->inlined[profile->inlines[i]] = true;
	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const char *key = functions->keys[i] = key_of(functions, &profile->symbols[i]);

		functions->is_row[i] = has_weight(side, i);
		table_insert(&functions->index, hash_bytes(key, strlen(key)), i);
	}
}

static void functions_deinit(struct functions *functions)
{
	free(functions->keys);
	free(functions->is_row);
	free(functions->inlined);
	arena_deinit(&functions->arena);
	table_deinit(&functions->index);
}

enum presence {
	PRESENT_NOT,	 /* or not as it matters here: a copy is there that no sample hit */
	PRESENT_ROW,	 /* with weight of its own */
	PRESENT_INLINED, /* nowhere but inlined */
};

static enum presence presence_of(const struct functions *functions, const char *key)
{
	enum presence presence = PRESENT_NOT;
	bool has_copy = false;

	table_for_each (&functions->index, hash_bytes(key, strlen(key)), i) {
		if (strcmp(functions->keys[i], key) != 0)
			continue;
		if (functions->is_row[i])
			return PRESENT_ROW;
		has_copy |= functions->side->profile->symbols[i].inlining & INLINE_COMPILED;
		if (functions->inlined[i])
			presence = PRESENT_INLINED;
	}
	return has_copy ? PRESENT_NOT : presence;
}

/* Those of @functions that are to stand apart; returns how many. */
static size_t find_apart(const struct functions *functions, const struct functions *other,
			 uint32_t *apart)
{
	size_t count = 0;

	for (uint32_t i = 0; i < functions->side->profile->symbol_count; i++) {
		enum presence here, there;

		if (!functions->inlined[i])
			continue;
		here = presence_of(functions, functions->keys[i]);
		there = presence_of(other, functions->keys[i]);
		if ((here == PRESENT_ROW && there == PRESENT_INLINED) ||
		    (here == PRESENT_INLINED && there == PRESENT_ROW))
			apart[count++] = i;
	}
	return count;
}

static void sum_again(struct symdiff_profile *side, const uint32_t *apart, size_t count)
{
	for (size_t i = 0; i < count; i++)
		side->profile->symbols[apart[i]].inlining |= INLINE_APART;
	if (count && side->parts)
		runs_sum_again(side, apart, count);
	else if (count)
		side_sum(side);
}

static void join(struct symdiff_profile *sides[2])
{
	struct functions functions[2];
	uint32_t *apart[2];
	size_t count[2];

	for (int i = 0; i < 2; i++)
		functions_init(&functions[i], sides[i]);
	for (int i = 0; i < 2; i++) {
		apart[i] = mem_alloc((sides[i]->profile->symbol_count + 1ul) * sizeof(uint32_t));
		count[i] = find_apart(&functions[i], &functions[!i], apart[i]);
	}
	for (int i = 0; i < 2; i++) {
		functions_deinit(&functions[i]);
		sum_again(sides[i], apart[i], count[i]);
		free(apart[i]);
	}
}

/* Buckets book inlined functions: if only one side knows them, that much is no change. */
static void warn_one_sided(struct symdiff_profile *sides[2], int without)
{
	profile_warn(sides[without]->profile,
		     "what is inlined is known of the other side only: buckets may differ by that "
		     "(--no-inline leaves it out on both)");
}

void sides_join_inlined(struct symdiff_profile *sides[2])
{
	bool known[2] = { sides[0]->profile->inline_count > 0,
			  sides[1]->profile->inline_count > 0 };

	/* A side that does not know what is inlined cannot be told apart like the other. */
	if (known[0] && known[1])
		join(sides);
	else if (known[0] || known[1])
		warn_one_sided(sides, known[0]);
	for (int i = 0; i < 2; i++)
		runs_settle(sides[i]);
}
