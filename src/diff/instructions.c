// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/instructions.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#define LEAST_SAMPLES 16  /* of either event on either side: fewer say nothing */
#define MOSTLY	      0.7 /* of a change is one of the two */

static bool is_called(const struct diff_event *event, const char *name)
{
	const struct totals *totals = event->totals[NEW];
	const char *own = profile_text(totals->profile, totals_event(totals)->name);
	size_t len = strlen(name);

	/* "cycles:ppp" and "cpu/cycles/" are no other events. */
	if (!strncasecmp(own, "cpu/", strlen("cpu/")))
		own += strlen("cpu/");
	return !strncasecmp(own, name, len) && !isalnum((unsigned char)own[len]) &&
	       own[len] != '-' && own[len] != '_' && own[len] != '.';
}

static const struct diff_event *find_event(const struct symdiff_diff *diff,
					   const char *const names[])
{
	for (size_t i = 0; i < diff->event_count; i++)
		for (const char *const *name = names; *name; name++)
			if (is_called(&diff->events[i], *name))
				return &diff->events[i];
	return NULL;
}

/* The row of the same function in another event of the same recordings. */
static const struct diff_row *row_in(const struct diff_event *other, const struct diff_row *row)
{
	for (int side = 0; side < SIDES; side++) {
		uint32_t symbol = row->side[side].symbol;

		if (symbol != NONE && other->row_of[side][symbol] != NONE)
			return &other->rows[other->row_of[side][symbol]];
	}
	return NULL;
}

static double amount_of(const struct diff_event *event, const struct diff_row *row, int side)
{
	double weight = (double)row->side[side].self + (double)row->side[side].taken;

	return event->amount[side] * weight / (double)event->totals[side]->total /
	       (side == NEW ? event->factor : 1);
}

static bool is_counted(const struct diff_row *row)
{
	return row->side[BASE].samples >= LEAST_SAMPLES && row->side[NEW].samples >= LEAST_SAMPLES;
}

static enum cost_reason reason_of(const struct diff_event *cycles, const struct diff_row *row,
				  const struct diff_event *instructions, const struct diff_row *run)
{
	double cost[SIDES], count[SIDES], by_count;

	for (int side = 0; side < SIDES; side++) {
		cost[side] = amount_of(cycles, row, side);
		count[side] = amount_of(instructions, run, side);
	}
	if (!(cost[BASE] > 0) || !(count[BASE] > 0) || cost[NEW] == cost[BASE])
		return REASON_UNKNOWN;
	/* What the change would be if each instruction cost what it did. */
	by_count = cost[BASE] * (count[NEW] / count[BASE] - 1) / (cost[NEW] - cost[BASE]);
	if (by_count >= MOSTLY)
		return cost[NEW] > cost[BASE] ? REASON_MORE_INSTRUCTIONS
					      : REASON_FEWER_INSTRUCTIONS;
	if (by_count <= 1 - MOSTLY)
		return cost[NEW] > cost[BASE] ? REASON_DEARER : REASON_CHEAPER;
	return REASON_BOTH;
}

void ledger_add_reasons(struct symdiff_diff *diff)
{
	static const char *const cycles_names[] = { "cycles", "cpu-cycles", NULL };
	static const char *const instructions_names[] = { "instructions", NULL };
	const struct diff_event *cycles = find_event(diff, cycles_names);
	const struct diff_event *instructions = find_event(diff, instructions_names);

	if (!cycles || !instructions || !(instructions->amount[BASE] > 0))
		return;
	for (size_t i = 0; i < cycles->ledger_count; i++) {
		struct ledger_line *line = &cycles->ledger[i];
		const struct diff_row *row, *run;

		if (line->kind != LEDGER_COST)
			continue;
		row = &cycles->rows[line->row];
		run = row_in(instructions, row);
		if (run && is_counted(row) && is_counted(run))
			line->reason = reason_of(cycles, row, instructions, run);
	}
}
