// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/same_table.h"

#include <stdlib.h>

#include "support/memory.h"

static int compare_hashes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t mix_text(uint64_t hash, const struct profile *profile, uint32_t name)
{
	const struct name *text = &profile->names.list[name];

	return XXH3_64bits_withSeed(text->text, text->len, hash);
}

static uint64_t mix_number(uint64_t hash, uint64_t number)
{
	return XXH3_64bits_withSeed(&number, sizeof(number), hash);
}

static uint64_t hash_stack(const struct profile *profile, const struct stack *stack)
{
	/* The event's number, not its name: a quotation often lacks the header that names it. */
	uint64_t hash = mix_text(mix_number(0, stack->event), profile, stack->comm);

	for (uint32_t i = 0; i < stack->depth; i++) {
		const struct location *place =
			&profile->locations[profile->frames[stack->first + i]];

		hash = mix_text(hash, profile, profile->dsos[place->dso].name);
		if (place->symbol != NONE)
			hash = mix_text(hash, profile, profile->symbols[place->symbol].name);
	}
	hash = mix_number(hash, stack->weight);
	return mix_number(hash, stack->samples);
}

/* What a table leaves out is worked out from what it has: a part has another rest. */
static bool is_rest(const struct profile *profile, const struct stack *stack)
{
	const struct location *place = &profile->locations[profile->frames[stack->first]];

	return place->symbol != NONE && profile->symbols[place->symbol].flags & SYMBOL_NOT_LISTED;
}

void table_print_init(struct table_print *print, const struct profile *profile, uint8_t quote_depth)
{
	*print = (struct table_print) { .quote_depth = quote_depth };
	print->rows = mem_alloc((profile->stack_count + 1ul) * sizeof(*print->rows));
	for (uint32_t i = 0; i < profile->stack_count; i++)
		if (!is_rest(profile, &profile->stacks[i]))
			print->rows[print->count++] = hash_stack(profile, &profile->stacks[i]);
	qsort(print->rows, print->count, sizeof(*print->rows), compare_hashes);
}

void table_print_deinit(struct table_print *print)
{
	free(print->rows);
	*print = (struct table_print) { 0 };
}

bool table_print_covers(const struct table_print *whole, const struct table_print *copy)
{
	size_t at = 0;

	if (!copy->count || copy->count > whole->count)
		return false;
	if (copy->count < whole->count &&
	    (copy->count < 2 || copy->quote_depth <= whole->quote_depth))
		return false;
	for (size_t i = 0; i < copy->count; i++) {
		while (at < whole->count && whole->rows[at] < copy->rows[i])
			at++;
		if (at >= whole->count || whole->rows[at] != copy->rows[i])
			return false;
		at++;
	}
	return true;
}
