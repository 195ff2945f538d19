// SPDX-License-Identifier: GPL-2.0-or-later
/* Findings about symbols. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/finder.h"
#include "diff/words.h"
#include "support/memory.h"

#define ALONE_MOST	6 /* symbols named on their own */
#define NOT_LISTED_MOST 4

static const char *took_over(const struct diff_event *event, const struct diff_row *row, char *buf,
			     size_t size)
{
	const char *older = diff_row_side_name(event, row, BASE);
	bool merged = row->note && !strncmp(row->note, "merged", 6);

	buf[0] = '\0';
	if (merged && strcmp(older, diff_row_side_name(event, row, NEW)))
		snprintf(buf, size, row->reversed ? " (%s took it over%s)" : " (took over %s%s)",
			 older, row->note + strlen("merged"));
	else if (row->note && row->side[BASE].listed && row->side[NEW].listed)
		snprintf(buf, size, " (was %s; %s)", older, row->note);
	return buf;
}

static enum finding_kind kind_of_row(const struct diff_row *row, const struct mover *mover,
				     enum motion motion)
{
	if (row->match == MATCH_NEW_ONLY && !mover->self[BASE])
		return FINDING_NEW;
	if (row->match == MATCH_BASE_ONLY && !mover->self[NEW])
		return FINDING_GONE;
	return motion == MOTION_GREW ? FINDING_GREW : FINDING_SHRANK;
}

void tell_row(struct finder *finder, size_t at, int level, const char *verb)
{
	struct diff_event *event = finder->event;
	const struct diff_row *row = &event->rows[at];
	struct mover mover = mover_of_code(event, row);
	const char *name = diff_row_name(event, row);
	char shares[96], amount[96], note[256];

	finder->row_told[at] = true;
	words_shares(event, mover.self, mover.hidden, shares, sizeof(shares));
	amount_clause(event, &mover, amount, sizeof(amount));
	took_over(event, row, note, sizeof(note));
	tell(finder, kind_of_row(row, &mover, finder->row_motion[at]), view_of(event), level, name,
	     "%s%s: %s%s%s", name, verb, shares, amount, note);
	if (row_is_renamed(event, row))
		tell(finder, strncmp(row->note, "merged", 6) ? FINDING_RENAMED : FINDING_MERGED,
		     VIEW_SHARE, level + 1, name, "%s is %s of the base: %s", name,
		     diff_row_side_name(event, row, BASE), row->note);
}

bool row_moved(const struct finder *finder, size_t at)
{
	enum motion motion = finder->row_motion[at];

	return motion == MOTION_GREW || motion == MOTION_SHRANK;
}

/* The rows of @head (or of all heads, if negative) that @test, most moved first. */
size_t collect_rows(const struct finder *finder, int head, enum motion motion,
		    struct candidate *list)
{
	const struct diff_event *event = finder->event;
	size_t count = 0;

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		struct mover mover = mover_of_code(event, row);

		if (finder->row_motion[i] != motion || finder->row_told[i] ||
		    !is_symbol_row(event, row) ||
		    (head >= 0 && event->leaves[row->bucket].head != head))
			continue;
		list[count++] = (struct candidate) { i, motion_claim(event, &mover),
						     motion_rank(event, &mover, false),
						     diff_row_name(event, row) };
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	return count;
}

/* Symbols that moved although their bucket did not. */
void tell_rows_alone(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((2 * event->row_count + 1) * sizeof(*list));
	size_t count = collect_rows(finder, -1, MOTION_GREW, list);

	count += collect_rows(finder, -1, MOTION_SHRANK, list + count);
	qsort(list, count, sizeof(*list), compare_candidates);
	for (size_t i = 0; i < count && i < ALONE_MOST; i++)
		tell_row(finder, list[i].at, 0,
			 finder->row_motion[list[i].at] == MOTION_GREW ? " grew" : " fell");
	free(list);
}

static void append_name(char *buf, size_t size, const char *name)
{
	size_t len = strlen(buf);

	snprintf(buf + len, size - len, "%s%s", len ? ", " : "", name);
}

void tell_composition(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->row_count + 1) * sizeof(*list));
	size_t count = collect_rows(finder, -1, MOTION_FOLLOWS, list);
	char names[256] = "";

	for (size_t i = 0; i < count && i < NOT_LISTED_MOST; i++)
		append_name(names, sizeof(names), list[i].name);
	if (count > NOT_LISTED_MOST)
		append_name(names, sizeof(names), "...");
	if (count)
		tell(finder, FINDING_COMPOSITION, VIEW_SHARE, 0, list[0].name,
		     "shares that may only follow from what others did: %s", names);
	free(list);
}

void tell_not_listed(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->row_count + 1) * sizeof(*list));
	size_t count = 0;
	char shares[96];

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		int side = row->side[BASE].listed ? BASE : NEW;

		if (row->match == MATCH_NOT_LISTED && is_symbol_row(event, row) &&
		    !finder->row_told[i])
			list[count++] =
				(struct candidate) { i, 0,
						     diff_share(event, side, row->side[side].self),
						     diff_row_name(event, row) };
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	for (size_t i = 0; i < count && i < NOT_LISTED_MOST; i++) {
		struct mover mover = mover_of_row(event, &event->rows[list[i].at]);

		tell(finder, FINDING_NOT_LISTED, VIEW_SHARE, 0, list[i].name, "%s %s: not listed",
		     list[i].name,
		     words_shares(event, mover.self, mover.hidden, shares, sizeof(shares)));
	}
	free(list);
}
