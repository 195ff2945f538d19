// SPDX-License-Identifier: GPL-2.0-or-later
/* Code that is cut up or called differently and costs the same: it moved, it did not grow. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/finder.h"
#include "diff/words.h"
#include "support/memory.h"

#define MOVES_MOST 4
#define OWN_LEAST  0.2 /* of the smallest move worth a word */

bool row_is_renamed(const struct diff_event *event, const struct diff_row *row)
{
	return (row->match == MATCH_FAMILY || row->match == MATCH_INFERRED) &&
	       row->side[BASE].listed && row->side[NEW].listed &&
	       strcmp(diff_row_side_name(event, row, BASE), diff_row_side_name(event, row, NEW));
}

static const char *name_of(const struct diff_event *event, uint32_t row)
{
	return diff_row_name(event, &event->rows[row]);
}

/* A function that several callers took in is told once. */
struct move {
	const struct relocation *first; /* the heaviest */
	double share;
	size_t more; /* others of the kind and function */
};

static void tell_move(struct finder *finder, const struct move *move)
{
	static const struct {
		enum finding_kind kind;
		const char *before, *after;
	} kinds[] = {
		[RELOCATION_INLINED] = { FINDING_INLINED, "is part of its caller", " now" },
		[RELOCATION_OUTLINED] = { FINDING_SPLIT, "was part of its caller", "" },
		[RELOCATION_MERGED] = { FINDING_MERGED, "is part of", " now" },
		[RELOCATION_SPLIT] = { FINDING_SPLIT, "was part of", "" },
		[RELOCATION_MOVED] = { FINDING_MOVED, "is gone, and its caller spends as much in",
				       "" },
	};
	const struct diff_event *event = finder->event;
	const char *row = name_of(event, move->first->row);
	const char *other = name_of(event, move->first->other);
	enum finding_kind kind = kinds[move->first->kind].kind;
	char percent[24], more[48] = "";

	words_percent(100 * move->share, percent, sizeof(percent));
	if (move->more)
		snprintf(more, sizeof(more), " and of %zu more", move->more);
	tell(finder, kind, VIEW_SHARE, 0, kind == FINDING_MERGED ? other : row,
	     "%s (%s %%) %s %s%s%s: the cost moved", row, percent, kinds[move->first->kind].before,
	     other, more, kinds[move->first->kind].after);
}

static int compare_moves(const void *a, const void *b)
{
	const struct move *x = a, *y = b;

	return x->share != y->share ? (x->share < y->share ? 1 : -1)
				    : (x->first > y->first) - (x->first < y->first);
}

static void add_relocation(struct move *list, size_t *count, const struct relocation *relocation)
{
	for (size_t i = 0; i < *count; i++) {
		struct move *known = &list[i];

		if (known->first->kind != relocation->kind || known->first->row != relocation->row)
			continue;
		known->share += relocation->share;
		known->more++;
		if (relocation->share > known->first->share)
			known->first = relocation;
		return;
	}
	list[(*count)++] = (struct move) { relocation, relocation->share, 0 };
}

/*
 * Of a function whose own cost is a trifle nobody would think that it went
 * elsewhere: what it calls has a name of its own.
 */
static bool is_worth_a_word(const struct finder *finder, const struct move *move)
{
	const struct diff_event *event = finder->event;
	const struct diff_row *row = &event->rows[move->first->row];
	double own = fmax(diff_share(event, BASE, row->side[BASE].self),
			  diff_share(event, NEW, row->side[NEW].self));

	/* [unknown] is all functions without a symbol: nothing can be said to be part of them. */
	return is_symbol_row(event, row) &&
	       is_symbol_row(event, &event->rows[move->first->other]) &&
	       100 * move->share >= finder->diff->options.min_delta_pp &&
	       100 * own >= OWN_LEAST * finder->diff->options.min_delta_pp;
}

static void tell_relocations(struct finder *finder)
{
	const struct diff_event *event = finder->event;
	struct move *list = mem_alloc((event->relocation_count + 1) * sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < event->relocation_count; i++)
		add_relocation(list, &count, &event->relocations[i]);
	qsort(list, count, sizeof(*list), compare_moves);
	for (size_t i = 0, told = 0; i < count && told < MOVES_MOST; i++)
		if (is_worth_a_word(finder, &list[i])) {
			tell_move(finder, &list[i]);
			told++;
		}
	free(list);
}

/* A pair that was found by evidence is said even if it stood still: the user may know better. */
static void tell_inferred(struct finder *finder)
{
	const struct diff_event *event = finder->event;

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		double share = 100 * diff_share(event, NEW, row->side[NEW].children);

		if (row->match != MATCH_INFERRED || finder->row_told[i] ||
		    share < finder->diff->options.min_delta_pp)
			continue;
		tell(finder, FINDING_RENAMED, VIEW_SHARE, 0, diff_row_name(event, row),
		     "%s is %s of the base: %s", diff_row_name(event, row),
		     diff_row_side_name(event, row, BASE), row->note);
	}
}

void tell_moves(struct finder *finder)
{
	tell_relocations(finder);
	tell_inferred(finder);
}
