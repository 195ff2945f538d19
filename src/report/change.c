// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/change.h"

#include <math.h>

/* How much of the total's change of cost this is; NaN unless the work is known. */
static double explains(const struct diff_event *event, const uint64_t self[SIDES])
{
	double amount[SIDES];

	for (int side = 0; side < SIDES; side++)
		amount[side] = event->amount[side] * totals_share(event->totals[side], self[side]);

	double total = event->amount[NEW] / event->factor - event->amount[BASE];

	if (!event->work_known || !(event->amount[BASE] > 0) || total == 0)
		return NAN;
	return (amount[NEW] / event->factor - amount[BASE]) / total;
}

/* With what is known and the whole self weights in place, the rest follows. */
static void work_out(struct change *change, const struct diff_event *event)
{
	const struct mover *mover = &change->mover;
	double share[SIDES], hidden[SIDES], busy[SIDES];
	double noise = motion_noise(event, mover);

	for (int side = 0; side < SIDES; side++) {
		share[side] = totals_share(event->totals[side], change->self[side]);
		hidden[side] = totals_share(event->totals[side], mover->hidden[side]);
		busy[side] = diff_share(event, side, mover->self[side]);
		change->share[side] = change->known[side] ? share[side] : NAN;
		change->busy_share[side] = change->known[side] ? busy[side] : NAN;
	}
	change->points = 100 * (change->share[NEW] - change->share[BASE]);
	change->busy_points = 100 * (change->busy_share[NEW] - change->busy_share[BASE]);
	change->range.low = 100 * (share[NEW] - share[BASE]) - noise;
	change->range.high = 100 * (share[NEW] - share[BASE]) + noise;
	if (motion_test(event, mover))
		change->range = mover->noise->total;
	change->range.low -= 100 * hidden[BASE];
	change->range.high += 100 * hidden[NEW];
	change->ratio = diff_ratio(event, mover->self[BASE], mover->hidden[BASE], mover->self[NEW],
				   mover->hidden[NEW]);
	change->explains = explains(event, change->self);
}

struct change change_of_row(const struct diff_event *event, const struct diff_row *row)
{
	struct change change = { .mover = mover_of_row(event, row) };

	/* A side that lists everything and not this symbol has none of it; a cut one may. */
	for (int side = 0; side < SIDES; side++) {
		change.known[side] = row->side[side].listed || row->match != MATCH_NOT_LISTED;
		change.self[side] = row->side[side].self;
	}
	work_out(&change, event);
	return change;
}

struct change change_of_owner(const struct diff_event *event, const struct diff_bucket *bucket)
{
	struct change change = { .mover = mover_of_owner(event, bucket) };

	for (int side = 0; side < SIDES; side++) {
		change.known[side] = true;
		change.self[side] = bucket->side[side].charged;
	}
	work_out(&change, event);
	return change;
}

struct change change_of_bucket(const struct diff_event *event, const struct diff_bucket *bucket)
{
	struct change change = { .mover = mover_of_bucket(event, bucket) };

	for (int side = 0; side < SIDES; side++) {
		change.known[side] = true;
		change.self[side] = bucket->side[side].self;
	}
	work_out(&change, event);
	return change;
}

static bool is_same(const struct diff_event *event, const struct change *change)
{
	double margin = event->noise->same_within;

	return margin > 0 && change->range.low > -margin && change->range.high < margin;
}

const char *change_verdict(const struct diff_event *event, const struct change *change)
{
	double claim = motion_claim(event, &change->mover);

	if (!motion_test(event, &change->mover))
		return claim == 0 ? "unclear" : "unreplicated";
	if (motion_is_discovery(event, &change->mover))
		return claim > 0 ? "grew" : "shrank";
	return is_same(event, change) ? "same" : "unclear";
}

double change_ratio(const struct change *change)
{
	return (change->ratio.low + change->ratio.high) / 2;
}
