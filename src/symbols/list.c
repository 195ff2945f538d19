// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/list.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/demangle.h"
#include "symbols/shape.h"

#define PAGE	   4096u
#define DIGIT_BITS 11
#define DIGIT_MASK ((1u << DIGIT_BITS) - 1)

void symbol_list_add(struct symbol_list *list, uint64_t start, uint64_t size, const char *name,
		     size_t name_len, uint8_t type, uint8_t binding)
{
	uint64_t end = start + size;

	if (list->count >= UINT32_MAX || name_len > UINT32_MAX)
		return;
	array_reserve(list->symbols, list->capacity, list->count + 1);
	list->symbols[list->count] = (struct listed) {
		.start = start,
		.end = end < start ? UINT64_MAX : end,
		.name = name,
		.name_len = (uint32_t)name_len,
		.order = (uint32_t)list->count,
		.type = type,
		.binding = binding,
	};
	list->count++;
}

static void note_reach(struct symbol_list *list)
{
	uint64_t reach = 0;

	list->reach = mem_realloc(list->reach, list->count + 1, sizeof(*list->reach));
	for (size_t i = 0; i < list->count; i++) {
		if (!list->symbols[i].is_alias && list->symbols[i].end > reach)
			reach = list->symbols[i].end;
		list->reach[i] = reach;
	}
}

struct key {
	uint64_t start;
	uint32_t index;
};

/* One pass of a radix sort; false if all keys have the same digit there. */
static bool sort_digit(const struct key *from, struct key *to, size_t count, unsigned shift)
{
	uint32_t places[1 << DIGIT_BITS] = { 0 }, sum = 0;

	for (size_t i = 0; i < count; i++)
		places[from[i].start >> shift & DIGIT_MASK]++;
	if (places[from[0].start >> shift & DIGIT_MASK] == count)
		return false;
	for (size_t digit = 0; digit <= DIGIT_MASK; digit++) {
		uint32_t here = places[digit];

		places[digit] = sum;
		sum += here;
	}
	for (size_t i = 0; i < count; i++)
		to[places[from[i].start >> shift & DIGIT_MASK]++] = from[i];
	return true;
}

/* By start; what starts alike stays in order. A kernel has 200,000 symbols, by no means sorted. */
static void sort_symbols(struct symbol_list *list)
{
	struct key *keys = mem_alloc(list->count * sizeof(*keys));
	struct key *spare = mem_alloc(list->count * sizeof(*keys));
	struct listed *sorted = mem_alloc(list->capacity * sizeof(*sorted));

	for (size_t i = 0; i < list->count; i++)
		keys[i] = (struct key) { .start = list->symbols[i].start, .index = (uint32_t)i };
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS)
		if (sort_digit(keys, spare, list->count, shift)) {
			struct key *full = spare;

			spare = keys;
			keys = full;
		}
	for (size_t i = 0; i < list->count; i++)
		sorted[i] = list->symbols[keys[i].index];
	free(list->symbols);
	list->symbols = sorted;
	free(keys);
	free(spare);
}

void symbol_list_sort(struct symbol_list *list)
{
	bool sorted = true;

	for (size_t i = 1; i < list->count && sorted; i++)
		sorted = list->symbols[i - 1].start <= list->symbols[i].start;
	if (!sorted)
		sort_symbols(list);
	note_reach(list);
}

/* The last symbol of an image reaches to the end of the page after it. */
static uint64_t last_end(uint64_t start)
{
	uint64_t end = ((start + PAGE - 1) & ~(uint64_t)(PAGE - 1)) + PAGE;

	return end < start ? UINT64_MAX : end;
}

static void fix_ends(struct symbol_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct listed *symbol = &list->symbols[i];

		if (symbol->end == symbol->start)
			symbol->end =
				i + 1 < list->count ? symbol[1].start : last_end(symbol->start);
	}
}

static size_t underscores(const char *name, size_t len)
{
	size_t n = 0;

	while (n < len && name[n] == '_')
		n++;
	return n;
}

static bool starts(const char *name, size_t len, const char *prefix)
{
	return len >= strlen(prefix) && !memcmp(name, prefix, strlen(prefix));
}

static bool name_is_better(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t a_score = underscores(a, a_len), b_score = underscores(b, b_len);

	if (a_score != b_score)
		return a_score < b_score;
	if (a_len != b_len)
		return a_len > b_len;
	return !starts(a, a_len, "SyS") && !starts(a, a_len, "compat_SyS");
}

bool symbol_is_better(const struct symbol_list *list, const struct listed *a,
		      const struct listed *b)
{
	if ((a->end > a->start) != (b->end > b->start))
		return a->end > a->start;
	if (a->type != b->type && (a->type == STT_NOTYPE || b->type == STT_NOTYPE))
		return b->type == STT_NOTYPE;
	if ((a->binding == STB_WEAK) != (b->binding == STB_WEAK))
		return b->binding == STB_WEAK;
	if ((a->binding == STB_GLOBAL) != (b->binding == STB_GLOBAL))
		return a->binding == STB_GLOBAL;

	cleanup_free char *plain_a = list->demangle ? demangle(a->name, a->name_len) : NULL;
	cleanup_free char *plain_b = list->demangle ? demangle(b->name, b->name_len) : NULL;

	return name_is_better(plain_a ? plain_a : a->name, plain_a ? strlen(plain_a) : a->name_len,
			      plain_b ? plain_b : b->name, plain_b ? strlen(plain_b) : b->name_len);
}

static void choose_aliases(struct symbol_list *list)
{
	struct listed *shown = list->symbols;

	for (size_t i = 1; i < list->count; i++) {
		struct listed *next = &list->symbols[i];

		if (next->start == shown->start && symbol_is_better(list, shown, next)) {
			next->is_alias = true;
			continue;
		}
		if (next->start == shown->start)
			shown->is_alias = true;
		shown = next;
	}
}

void symbol_list_settle(struct symbol_list *list)
{
	symbol_list_sort(list);
	fix_ends(list);
	choose_aliases(list);
	note_reach(list);
	list->settled = list->count;
}

/* The last symbol that starts at or below @address; list->count if there is none. */
static size_t last_below(const struct symbol_list *list, uint64_t address)
{
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list->symbols[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : list->count;
}

const struct listed *symbol_list_find(struct symbol_list *list, uint64_t address)
{
	size_t at = last_below(list, address);

	if (at == list->count)
		return NULL;
	while (at && list->symbols[at].is_alias)
		at--;
	/* Where another one reaches over the nearest: rare, and then perf's tree decides. */
	if (at && list->reach[at - 1] > address)
		return shape_find(list, address);

	const struct listed *symbol = &list->symbols[at];

	return !symbol->is_alias && address < symbol->end && symbol_has_name(symbol) ? symbol
										     : NULL;
}

const struct listed *symbol_list_named(const struct symbol_list *list, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < list->count; i++)
		if (list->symbols[i].name_len == len && !memcmp(list->symbols[i].name, name, len))
			return &list->symbols[i];
	return NULL;
}

void symbol_list_deinit(struct symbol_list *list)
{
	free(list->symbols);
	free(list->reach);
	shape_free(list->shape);
	arena_deinit(&list->arena);
	*list = (struct symbol_list) { 0 };
}
