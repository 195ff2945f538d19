/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_SIDES_H
#define TESTS_SIDES_H

#include <stdlib.h>
#include <string.h>

#include "side.h"
#include "support/error.h"
#include "unit.h"

/*
 * Sides made by hand for the tests of what comes after reading: each line of
 * @folded is "root;...;leaf WEIGHT", all in the kernel. @cut_below, if not 0,
 * says that no symbol that is not listed weighs more, and "[not listed] N" is
 * the rest of the table.
 */
static inline void add_line(struct profile *profile, uint32_t event, char *line)
{
	char *blank = strrchr(line, ' '), *rest = line;
	uint64_t weight = strtoull(blank + 1, NULL, 10);
	uint32_t frames[32], depth = 0, kernel = profile_dso(profile, "", 0, DSO_KERNEL);

	*blank = '\0';
	if (!strcmp(line, "[not listed]")) {
		profile_add_not_listed(profile, event, weight);
		return;
	}
	for (char *name; (name = strsep(&rest, ";")); depth++)
		frames[depth] = profile_symbol_location(
			profile, profile_symbol(profile, kernel, name, strlen(name)), NULL, 0);
	for (uint32_t i = 0; i < depth / 2; i++) {
		uint32_t swap = frames[i];

		frames[i] = frames[depth - 1 - i];
		frames[depth - 1 - i] = swap;
	}
	assert_true(profile_add(profile, event, 0, 0, frames, depth, weight, weight));
}

static inline struct symdiff_profile *side_of(struct symdiff *rules, const char *folded,
					      uint64_t cut_below)
{
	struct symdiff_profile *side = mem_zalloc(1, sizeof(*side));
	char *text = mem_strdup(folded), *rest = text;

	side->rules = rules;
	side->path = mem_strdup("test");
	side->profile = document_add(&side->doc, "test");

	uint32_t event = profile_event(side->profile, "cycles", 6);

	for (char *line; (line = strsep(&rest, "\n"));)
		if (*line)
			add_line(side->profile, event, line);
	side->profile->events[event].samples_known = true;
	side->profile->events[event].cut = cut_below > 0;
	side->profile->events[event].cut_below = cut_below;
	buckets_assign(rules->buckets, side->profile);
	side->totals = mem_zalloc(1, sizeof(*side->totals));
	charge_totals(rules->buckets, side->profile, event, &side->charging, side->totals);
	free(text);
	return side;
}

static inline uint32_t symbol_named(const struct symdiff_profile *side, const char *name)
{
	for (uint32_t i = 0; i < side->profile->symbol_count; i++)
		if (!strcmp(profile_text(side->profile, side->profile->symbols[i].name), name))
			return i;
	fail_msg("no symbol is called %s", name);
	return 0;
}

/* The sum over the leaves of a head. */
static inline struct bucket_total head_total(const struct symdiff_profile *side, const char *name)
{
	const struct buckets *buckets = side->rules->buckets;
	struct bucket_total sum = { 0 };

	for (uint16_t i = 0; i < side->totals->bucket_count; i++)
		if (!strcmp(buckets_head_name(buckets, buckets_head(buckets, i)), name))
			bucket_total_add(&sum, &side->totals->buckets[i]);
	return sum;
}

#endif
