// SPDX-License-Identifier: GPL-2.0-or-later
/* Code that is cut up or called differently and costs the same: it moved, it did not grow. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/finder.h"
#include "diff/words.h"
#include "support/memory.h"

#define MOVES_MOST 6

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

static void tell_relocation(struct finder *finder, const struct relocation *move)
{
	static const struct {
		enum finding_kind kind;
		const char *text;
	} kinds[] = {
		[RELOCATION_INLINED] = { FINDING_INLINED,
					 "%s (%s %%) is part of its caller %s now: the cost moved" },
		[RELOCATION_OUTLINED] = { FINDING_SPLIT,
					  "%s (%s %%) was part of its caller %s: the cost moved" },
		[RELOCATION_MERGED] = { FINDING_MERGED,
					"%s (%s %%) is part of %s now: the cost moved" },
		[RELOCATION_SPLIT] = { FINDING_SPLIT, "%s (%s %%) was part of %s: the cost moved" },
		[RELOCATION_MOVED] = { FINDING_MOVED,
				       "what %s did (%s %%) its caller now spends in %s: the cost moved" },
	};
	const struct diff_event *event = finder->event;
	const char *row = name_of(event, move->row), *other = name_of(event, move->other);
	enum finding_kind kind = kinds[move->kind].kind;
	char percent[24];

	words_percent(100 * move->share, percent, sizeof(percent));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	tell(finder, kind, VIEW_SHARE, 0, kind == FINDING_MERGED ? other : row,
	     kinds[move->kind].text, row, percent, other);
#pragma GCC diagnostic pop
}

static int compare_moves(const void *a, const void *b)
{
	const struct relocation *x = *(const struct relocation *const *)a;
	const struct relocation *y = *(const struct relocation *const *)b;

	return x->share != y->share ? (x->share < y->share ? 1 : -1) : (x > y) - (x < y);
}

static void tell_relocations(struct finder *finder)
{
	const struct diff_event *event = finder->event;
	const struct relocation **list = mem_alloc((event->relocation_count + 1) * sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < event->relocation_count; i++)
		if (100 * event->relocations[i].share >= finder->diff->options.min_delta_pp)
			list[count++] = &event->relocations[i];
	qsort(list, count, sizeof(*list), compare_moves);
	for (size_t i = 0; i < count && i < MOVES_MOST; i++)
		tell_relocation(finder, list[i]);
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
