// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/motion.h"

#include <math.h>

/* A single pair of runs is believed beyond this many standard errors of sampling. */
#define SIGMAS 3.0

struct mover mover_of_row(const struct diff_row *row)
{
	struct mover mover;

	for (int side = 0; side < SIDES; side++) {
		mover.self[side] = row->side[side].self;
		mover.hidden[side] = row->side[side].hidden;
		mover.samples[side] = row->side[side].samples;
	}
	return mover;
}

struct mover mover_of_bucket(const struct diff_event *event, const struct diff_bucket *bucket)
{
	struct mover mover;

	for (int side = 0; side < SIDES; side++) {
		mover.self[side] = bucket->side[side].self -
				   (event->busy ? bucket->side[side].idle : 0);
		mover.hidden[side] = bucket->hidden[side];
		mover.samples[side] = bucket->side[side].samples;
	}
	return mover;
}

static struct range share_points(const struct diff_event *event, const struct mover *mover)
{
	double base = diff_share(event, BASE, mover->self[BASE]);
	double newer = diff_share(event, NEW, mover->self[NEW]);

	return (struct range) {
		100 * (newer - base - diff_share(event, BASE, mover->hidden[BASE])),
		100 * (newer + diff_share(event, NEW, mover->hidden[NEW]) - base),
	};
}

/* Change of cost, in percent of what the base's whole cost. */
static struct range cost_points(const struct diff_event *event, const struct mover *mover)
{
	double whole = event->amount[BASE] * totals_share(event->totals[BASE], event->whole[BASE]);
	double rate = event->amount[NEW] / event->factor;
	const struct totals *base = event->totals[BASE], *newer = event->totals[NEW];
	double before = event->amount[BASE] * totals_share(base, mover->self[BASE]);
	double after = rate * totals_share(newer, mover->self[NEW]);

	if (!(whole > 0))
		return (struct range) { 0, 0 };
	return (struct range) {
		100 * (after - before -
		       event->amount[BASE] * totals_share(base, mover->hidden[BASE])) / whole,
		100 * (after + rate * totals_share(newer, mover->hidden[NEW]) - before) / whole,
	};
}

static bool by_cost(const struct diff_event *event)
{
	return event->work_known && event->amount[BASE] > 0 && event->amount[NEW] > 0;
}

static double nearest_zero(struct range range)
{
	return range.low > 0 ? range.low : range.high < 0 ? range.high : 0;
}

double motion_claim(const struct diff_event *event, const struct mover *mover)
{
	return nearest_zero(by_cost(event) ? cost_points(event, mover)
					   : share_points(event, mover));
}

double motion_noise(const struct diff_event *event, const struct mover *mover)
{
	double variance = 0;

	for (int side = 0; side < SIDES; side++) {
		const struct event *of = totals_event(event->totals[side]);
		double n = (double)of->samples;
		double p = diff_share(event, side, mover->self[side]);

		if (!of->samples_known || !(n > 0))
			return 0;
		p = fmin(fmax(p, 1 / n), 1); /* nothing seen may still be one in n */
		variance += p * (1 - p) / n;
	}
	return 100 * 1.96 * sqrt(variance);
}

static bool is_set_aside(const struct diff_event *event, uint16_t leaf)
{
	return leaf == BUCKET_NOT_LISTED || (event->busy && leaf == BUCKET_IDLE);
}

struct fallen {
	double before[2], after[2]; /* shares of what fell, of what rose */
};

static void add_mover(const struct diff_event *event, const struct mover *mover,
		      struct fallen *fallen)
{
	double claim = nearest_zero(share_points(event, mover));
	int rose = claim > 0;

	if (claim == 0)
		return;
	fallen->before[rose] += diff_share(event, BASE, mover->self[BASE]);
	fallen->after[rose] += diff_share(event, NEW, mover->self[NEW]);
}

static struct composition composition_of(const struct fallen *fallen)
{
	double factor[2];

	for (int rose = 0; rose < 2; rose++) {
		double before = 1 - fallen->before[rose], after = 1 - fallen->after[rose];

		factor[rose] = before > 1e-9 && after > 1e-9 ? after / before : rose ? 0 : INFINITY;
	}
	return (struct composition) { fmax(factor[0], 1), fmin(factor[1], 1) };
}

struct composition composition_of_rows(const struct diff_event *event)
{
	struct fallen fallen = { { 0 }, { 0 } };

	for (size_t i = 0; i < event->row_count; i++) {
		struct mover mover = mover_of_row(&event->rows[i]);

		if (!is_set_aside(event, event->rows[i].bucket))
			add_mover(event, &mover, &fallen);
	}
	return composition_of(&fallen);
}

struct composition composition_of_heads(const struct diff_event *event)
{
	struct fallen fallen = { { 0 }, { 0 } };

	for (size_t i = 0; i < event->head_count; i++) {
		struct mover mover = mover_of_bucket(event, &event->heads[i]);

		if (event->heads[i].head != event->leaves[BUCKET_NOT_LISTED].head &&
		    !(event->busy && event->heads[i].head == event->leaves[BUCKET_IDLE].head))
			add_mover(event, &mover, &fallen);
	}
	return composition_of(&fallen);
}

/*
 * A share that moved may only follow from what others did. With amounts at
 * hand it does if its amount went the other way. With shares alone nobody can
 * know; it is claimed only if it moved by more than twice (in the logarithm)
 * what the others' moves would do to it.
 */
static bool follows(const struct diff_event *event, const struct mover *mover,
		    const struct composition *composition, bool up)
{
	struct range ratio = diff_ratio(event, mover->self[BASE], mover->hidden[BASE],
					mover->self[NEW], mover->hidden[NEW]);

	if (!isnan(ratio.low))
		return up ? ratio.low <= 1 : ratio.high >= 1;

	double base = diff_share(event, BASE, mover->self[BASE] + (up ? mover->hidden[BASE] : 0));
	double newer = diff_share(event, NEW, mover->self[NEW] + (up ? 0 : mover->hidden[NEW]));
	double factor = up ? composition->up_factor : composition->down_factor;

	if (base <= 0 || newer <= 0)
		return false;
	return up ? newer / base <= factor * factor : newer / base >= factor * factor;
}

/* Counts of the same work differ by their own noise, not by that of a proportion. */
static bool beyond_noise(const struct diff_event *event, const struct mover *mover, double claim)
{
	if (!by_cost(event))
		return fabs(claim) >= SIGMAS / 1.96 * motion_noise(event, mover);

	double base = (double)mover->samples[BASE], newer = (double)mover->samples[NEW];

	if (!totals_event(event->totals[BASE])->samples_known ||
	    !totals_event(event->totals[NEW])->samples_known)
		return true;
	newer /= event->factor;
	return fabs(newer - base) >= SIGMAS * sqrt(base + newer / event->factor + 1);
}

enum motion motion_of(const struct diff_event *event, const struct mover *mover,
		      const struct composition *composition, double min_points)
{
	struct range points = by_cost(event) ? cost_points(event, mover)
					     : share_points(event, mover);
	double claim = nearest_zero(points);

	if (claim == 0)
		return points.high - points.low > 2 * min_points &&
				       (mover->hidden[BASE] || mover->hidden[NEW])
			       ? MOTION_OPEN
			       : MOTION_STILL;
	if (fabs(claim) < min_points || !beyond_noise(event, mover, claim))
		return MOTION_STILL;
	if (!by_cost(event) && follows(event, mover, composition, claim > 0))
		return MOTION_FOLLOWS;
	return claim > 0 ? MOTION_GREW : MOTION_SHRANK;
}
