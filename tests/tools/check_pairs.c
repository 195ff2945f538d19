// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How well functions are recognised under another name: see scripts/check-pairs.
 *
 *	check_pairs [--kallsyms FILE]... BASE NEW
 *
 * Prints six counts: functions whose name was hidden, how many of them were
 * paired rightly, and how many wrongly; and the same of functions that were
 * really renamed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <symdiff/symdiff.h>

#include "diff/diff.h"
#include "support/memory.h"

enum {
	ROUNDS = 60, /* each hides other functions */
	ONE_IN = 8,  /* of the functions that both sides have */
	LEAST = 16,  /* samples, of either side: fewer are not worth a guess */
	FILES_MAX = 16,
};

struct score {
	unsigned hidden, right, wrong;
};

/* What one round hid: symbols of the base, and the rows that they are really in. */
struct hidden {
	uint32_t base, newer; /* symbols */
	uint32_t name;	      /* what the base called it */
};

static double samples_of(const struct diff_event *event, const struct diff_row *row, int side)
{
	const struct totals *totals = event->totals[side];

	return totals_share(totals, row->side[side].children) *
	       (double)totals_event(totals)->samples;
}

static bool is_kernel(const struct diff_event *event, const struct diff_row *row)
{
	return !strcmp(diff_row_dso(event, row), "[kernel]");
}

/*
 * A name in both kernels may still be two functions: what 6.1 calls
 * ret_from_fork is ret_from_fork_asm in 6.12.
 */
static bool is_two_functions(const char *name)
{
	return !strcmp(name, "ret_from_fork");
}

/* Both sides have it under one name, once, and often enough. */
static bool can_hide(const struct diff_event *event, const struct diff_row *row)
{
	return (row->match == MATCH_EXACT || row->match == MATCH_CANONICAL) &&
	       row->side[BASE].symbols == 1 && row->side[NEW].symbols == 1 &&
	       is_kernel(event, row) && !is_two_functions(diff_row_name(event, row)) &&
	       !event->totals[BASE]->profile->symbols[row->side[BASE].symbol].flags &&
	       samples_of(event, row, BASE) >= LEAST && samples_of(event, row, NEW) >= LEAST;
}

static size_t hide(const struct symdiff_diff *truth, struct profile *base, struct hidden *list)
{
	const struct diff_event *event = &truth->events[0];
	size_t count = 0;
	char name[32];

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		uint32_t symbol = row->side[BASE].symbol;

		if (!can_hide(event, row) || rand() % ONE_IN)
			continue;
		snprintf(name, sizeof(name), "hidden%zu", count);
		list[count++] = (struct hidden) { symbol, row->side[NEW].symbol,
						  base->symbols[symbol].name };
		base->symbols[symbol].name = names_intern_text(&base->names, name);
	}
	return count;
}

static void judge(const struct symdiff_diff *diff, const struct hidden *list, size_t count,
		  struct score *score)
{
	const struct diff_event *event = &diff->events[0];

	for (size_t i = 0; i < count; i++) {
		uint32_t base = event->row_of[BASE][list[i].base];
		uint32_t newer = event->row_of[NEW][list[i].newer];
		enum match match = event->rows[newer].match;

		/* asm_exc_page_fault took exc_page_fault in: nobody is left to be found. */
		if (base != newer && match != MATCH_NEW_ONLY && match != MATCH_INFERRED)
			continue;
		score->hidden++;
		if (base == newer)
			score->right++;
		else
			score->wrong += (event->rows[base].match == MATCH_INFERRED) +
					(match == MATCH_INFERRED);
	}
}

static struct symdiff_diff *compare(struct symdiff *rules, struct symdiff_profile *const sides[])
{
	struct symdiff_error err = { 0 };
	struct symdiff_diff *diff = symdiff_compare(rules, sides[BASE], sides[NEW], NULL, &err);

	if (!diff) {
		fprintf(stderr, "check_pairs: %s\n", err.message);
		exit(2);
	}
	return diff;
}

static void run_rounds(struct symdiff *rules, struct symdiff_profile *const sides[],
		       struct score *score)
{
	struct profile *base = sides[BASE]->profile;
	struct symdiff_diff *truth = compare(rules, sides);
	struct hidden *list = mem_alloc((truth->events[0].row_count + 1) * sizeof(*list));

	srand(1);
	for (int round = 0; round < ROUNDS; round++) {
		size_t count = hide(truth, base, list);
		struct symdiff_diff *diff = compare(rules, sides);

		judge(diff, list, count, score);
		symdiff_diff_free(diff);
		for (size_t i = 0; i < count; i++)
			base->symbols[list[i].base].name = list[i].name;
	}
	free(list);
	symdiff_diff_free(truth);
}

/*
 * Renames that the family table knows, without the table: only evidence can
 * tell. A pair of two names that are in families, but not in one, is wrong.
 */
static void run_families(struct symdiff *rules, struct symdiff_profile *const sides[],
			 struct score *score)
{
	struct symdiff_diff *truth = compare(rules, sides);
	const struct diff_event *known = &truth->events[0];
	size_t families = rules->families.count;
	struct symdiff_diff *diff;

	rules->families.count = 0;
	diff = compare(rules, sides);
	rules->families.count = families;
	for (size_t i = 0; i < known->row_count; i++) {
		const struct diff_row *row = &known->rows[i];

		if (row->match != MATCH_FAMILY ||
		    strncmp(row->note, "renamed", strlen("renamed")) ||
		    samples_of(known, row, BASE) < LEAST || samples_of(known, row, NEW) < LEAST)
			continue;
		judge(diff, &(struct hidden) { row->side[BASE].symbol, row->side[NEW].symbol, 0 },
		      1, score);
	}
	symdiff_diff_free(diff);
	symdiff_diff_free(truth);
}

int main(int argc, char **argv)
{
	const char *kallsyms[FILES_MAX + 1] = { NULL };
	struct symdiff_read_options options = { .kallsyms = kallsyms };
	struct symdiff_error err = { 0 };
	struct symdiff *rules = symdiff_new(NULL, &err);
	struct symdiff_profile *sides[SIDES] = { NULL };
	struct score hidden = { 0 }, renamed = { 0 };
	size_t count = 0;
	int arg = 1;

	for (; arg + 1 < argc && !strcmp(argv[arg], "--kallsyms") && count < FILES_MAX; arg += 2)
		kallsyms[count++] = argv[arg + 1];
	if (argc - arg != SIDES) {
		fprintf(stderr, "usage: check_pairs [--kallsyms FILE]... BASE NEW\n");
		return 2;
	}
	for (int side = 0; side < SIDES; side++) {
		sides[side] = symdiff_read(rules, argv[arg + side], &options, &err);
		if (!sides[side]) {
			fprintf(stderr, "check_pairs: %s: %s\n", argv[arg + side], err.message);
			return 2;
		}
	}
	run_rounds(rules, sides, &hidden);
	run_families(rules, sides, &renamed);
	printf("%u %u %u %u %u %u\n", hidden.hidden, hidden.right, hidden.wrong, renamed.hidden,
	       renamed.right, renamed.wrong);
	for (int side = 0; side < SIDES; side++)
		symdiff_profile_free(sides[side]);
	symdiff_free(rules);
	return 0;
}
