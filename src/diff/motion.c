// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/motion.h"

#include <math.h>

#include "support/memory.h"

/* A single pair of runs is believed beyond this many standard errors of sampling. */
#define SIGMAS 3.0

/* Totals within this (as a logarithm) are taken for recordings of a fixed time. */
#define FIXED_TIME 0.05

#define ONE_SIDED 0.05 /* beyond the lower bound by which moves are ranked */

/* A share that more than doubles or halves did so itself. */
#define BEYOND_COMPOSITION 2.0

struct mover mover_of_row(const struct diff_event *event, const struct diff_row *row)
{
	struct mover mover = {
		.noise = event->noise ? &event->noise->rows[row - event->rows] : NULL,
	};

	for (int side = 0; side < SIDES; side++) {
		mover.self[side] = row->side[side].self;
		mover.hidden[side] = row->side[side].hidden;
		mover.samples[side] = row->side[side].samples;
	}
	return mover;
}

struct mover mover_of_code(const struct diff_event *event, const struct diff_row *row)
{
	struct mover mover = mover_of_row(event, row);

	for (int side = 0; side < SIDES; side++) {
		const struct totals *totals = event->totals[side];
		double taken =
			totals->total ? (double)row->side[side].taken / (double)totals->total : 0;
		double samples = (double)mover.samples[side] + taken * (double)totals->samples;

		mover.self[side] += row->side[side].taken;
		mover.samples[side] = samples > 0 ? (uint64_t)(samples + 0.5) : 0;
	}
	return mover;
}

static bool is_one_of(const struct diff_bucket *bucket, const struct diff_bucket *list,
		      size_t count)
{
	return (uintptr_t)bucket >= (uintptr_t)list &&
	       (uintptr_t)bucket < (uintptr_t)(list + count);
}

/* Nothing is known of a bucket that is no bucket of the event: all of it as one row. */
static const struct noise_item *noise_of_bucket(const struct diff_event *event,
						const struct diff_bucket *bucket)
{
	if (!event->noise)
		return NULL;
	if (is_one_of(bucket, event->heads, event->head_count))
		return &event->noise->heads[bucket - event->heads];
	if (is_one_of(bucket, event->leaves, event->leaf_count))
		return &event->noise->leaves[bucket - event->leaves];
	return NULL;
}

struct mover mover_of_bucket(const struct diff_event *event, const struct diff_bucket *bucket)
{
	struct mover mover = { .noise = noise_of_bucket(event, bucket) };

	for (int side = 0; side < SIDES; side++) {
		mover.self[side] =
			bucket->side[side].self - (event->busy ? bucket->side[side].idle : 0);
		mover.hidden[side] = bucket->hidden[side];
		mover.samples[side] = bucket->side[side].samples;
	}
	return mover;
}

struct mover mover_of_owner(const struct diff_event *event, const struct diff_bucket *bucket)
{
	struct mover mover = mover_of_bucket(event, bucket);

	if (!event->charged)
		return mover;
	if (event->noise && mover.noise == &event->noise->heads[bucket->head])
		mover.noise = &event->noise->owners[bucket->head];
	for (int side = 0; side < SIDES; side++) {
		const struct totals *totals = event->totals[side];

		mover.self[side] = bucket->side[side].charged -
				   (event->busy ? bucket->side[side].idle_charged : 0);
		mover.samples[side] = (uint64_t)(totals_share(totals, mover.self[side]) *
						 (double)totals->samples);
	}
	return mover;
}

/* What the other side's cut of the code gives a bucket, or takes from it. */
static struct mover add_taken(struct mover mover, const int64_t taken[SIDES])
{
	for (int side = 0; side < SIDES; side++) {
		int64_t self = (int64_t)mover.self[side] + taken[side];

		mover.self[side] = self > 0 ? (uint64_t)self : 0;
	}
	return mover;
}

struct mover mover_of_bucket_code(const struct diff_event *event, const struct diff_bucket *bucket)
{
	return add_taken(mover_of_bucket(event, bucket), bucket->taken);
}

struct mover mover_of_owner_code(const struct diff_event *event, const struct diff_bucket *bucket)
{
	return add_taken(mover_of_owner(event, bucket),
			 event->charged ? bucket->taken_charged : bucket->taken);
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
		100 *
			(after - before -
			 event->amount[BASE] * totals_share(base, mover->hidden[BASE])) /
			whole,
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

/* How many samples an event's shares rest on; 0 if the input does not say. */
static double sample_count(const struct totals *totals)
{
	const struct event *event = totals_event(totals);

	return (double)(event->samples_known && event->samples ? totals->samples
							       : event->samples_stated);
}

/* How much more a side's share varies by blocks of time than independent samples would make it. */
static double dispersion_of(const struct mover *mover, int side)
{
	double dispersion = mover->noise ? mover->noise->share.dispersion[side] : NAN;

	return dispersion > 1 ? dispersion : 1;
}

double motion_noise(const struct diff_event *event, const struct mover *mover)
{
	double variance = 0;

	for (int side = 0; side < SIDES; side++) {
		double n = sample_count(event->totals[side]);
		double p = diff_share(event, side, mover->self[side]);

		if (!(n > 0))
			return 0;
		p = fmin(fmax(p, 1 / n), 1); /* nothing seen may still be one in n */
		variance += p * (1 - p) / n * dispersion_of(mover, side);
	}
	return 100 * 1.96 * sqrt(variance);
}

/*
 * What a table does not list may have fallen and made room, but is too many
 * small things to have pushed others aside. Idle time is no part of the whole.
 */
static bool is_set_aside(const struct diff_event *event, uint16_t leaf, const struct mover *mover)
{
	if (leaf == BUCKET_NOT_LISTED)
		return nearest_zero(share_points(event, mover)) > 0;
	return event->busy && leaf == BUCKET_IDLE;
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
		struct mover mover = mover_of_code(event, &event->rows[i]);

		if (!is_set_aside(event, event->rows[i].bucket, &mover))
			add_mover(event, &mover, &fallen);
	}
	return composition_of(&fallen);
}

/* The heads that are their own leaf, as that leaf; any other as BUCKET_USER. */
static uint16_t leaf_of_head(const struct diff_event *event, size_t head)
{
	static const uint16_t leaves[] = { BUCKET_NOT_LISTED, BUCKET_IDLE };

	for (size_t i = 0; i < ARRAY_SIZE(leaves); i++)
		if (event->leaves[leaves[i]].head == event->heads[head].head)
			return leaves[i];
	return BUCKET_USER;
}

struct composition composition_of_heads(const struct diff_event *event)
{
	struct fallen fallen = { { 0 }, { 0 } };

	for (size_t i = 0; i < event->head_count; i++) {
		struct mover mover = mover_of_owner_code(event, &event->heads[i]);

		if (!is_set_aside(event, leaf_of_head(event, i), &mover))
			add_mover(event, &mover, &fallen);
	}
	return composition_of(&fallen);
}

/*
 * Amounts say more than shares where the recordings hold different amounts: a
 * fixed piece of work was measured, or at least not a fixed time of busy CPUs,
 * in which whatever got faster makes room for more of all the rest.
 */
static bool amounts_tell(const struct diff_event *event, const struct range *ratio)
{
	struct range total =
		diff_ratio(event, event->totals[BASE]->total, 0, event->totals[NEW]->total, 0);

	return !isnan(ratio->low) && fabs(log(total.low)) > FIXED_TIME;
}

/* Of a table whose percentages include idle time that it does not list, any fall may be idleness. */
static bool idle_may_explain(const struct diff_event *event)
{
	for (int side = 0; side < SIDES; side++)
		if (!totals_event(event->totals[side])->idle_unseen || event->totals[side]->idle)
			return false;
	return true;
}

/*
 * A share that moved may only follow from what others did. Where amounts tell,
 * it does unless its own amount moved the same way, by more than two boots of
 * one kernel differ. With shares alone nobody can know; a move is claimed only
 * if it is more than twice (in the logarithm) what the others' moves do to it,
 * or so large that the whole would have had to double.
 */
static bool follows(const struct diff_event *event, const struct mover *mover,
		    const struct composition *composition, bool up)
{
	struct range ratio = diff_ratio(event, mover->self[BASE], mover->hidden[BASE],
					mover->self[NEW], mover->hidden[NEW]);

	if (amounts_tell(event, &ratio))
		return up ? ratio.low < 1 + BOOTS_DIFFER : ratio.high > 1 - BOOTS_DIFFER;

	if (!up && idle_may_explain(event))
		return true;

	double base = diff_share(event, BASE, mover->self[BASE] + (up ? mover->hidden[BASE] : 0));
	double newer = diff_share(event, NEW, mover->self[NEW] + (up ? 0 : mover->hidden[NEW]));
	double factor = up ? composition->up_factor : 1 / composition->down_factor;
	double limit = fmin(factor * factor, BEYOND_COMPOSITION);

	if (base <= 0 || newer <= 0)
		return false;
	return up ? newer / base <= limit : newer / base >= 1 / limit;
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
	return fabs(newer - base) >=
	       SIGMAS * sqrt(base * dispersion_of(mover, BASE) +
			     newer / event->factor * dispersion_of(mover, NEW) + 1);
}

const struct spread *motion_test(const struct diff_event *event, const struct mover *mover)
{
	return noise_is_known(event->noise) && mover->noise
		       ? noise_tested(event->noise, mover->noise)
		       : NULL;
}

bool motion_is_discovery(const struct diff_event *event, const struct mover *mover)
{
	const struct spread *test = motion_test(event, mover);
	double claim = motion_claim(event, mover);

	return test && spread_is_discovery(test) && claim != 0 &&
	       (claim > 0) == (test->center[NEW] > test->center[BASE]);
}

/* Repeats tell what noise is; else sampling alone has to. */
static bool is_noise(const struct diff_event *event, const struct mover *mover, double claim)
{
	return motion_test(event, mover) ? !motion_is_discovery(event, mover)
					 : !beyond_noise(event, mover, claim);
}

enum motion motion_of(const struct diff_event *event, const struct mover *mover,
		      const struct composition *composition, double min_points)
{
	struct range points =
		by_cost(event) ? cost_points(event, mover) : share_points(event, mover);
	double claim = nearest_zero(points);

	if (claim == 0)
		return points.high - points.low > 2 * min_points &&
				       (mover->hidden[BASE] || mover->hidden[NEW])
			       ? MOTION_OPEN
			       : MOTION_STILL;
	if (fabs(claim) < min_points || is_noise(event, mover, claim))
		return MOTION_STILL;
	if (!by_cost(event) && follows(event, mover, composition, claim > 0))
		return MOTION_FOLLOWS;
	return claim > 0 ? MOTION_GREW : MOTION_SHRANK;
}

/* The end of what is left open that is nearer to no change, in points of the base's whole. */
static double lower_bound(const struct noise *noise, const struct noise_item *item)
{
	struct range range = spread_points(&item->share, ONE_SIDED);

	if (noise->by_cost) {
		range = spread_ratio(&item->cost, ONE_SIDED);
		range.low = 100 * item->share.mean[BASE] * (range.low - 1);
		range.high = 100 * item->share.mean[BASE] * (range.high - 1);
	}
	return fabs(nearest_zero(range));
}

double motion_rank(const struct diff_event *event, const struct mover *mover, bool charged)
{
	double claim = fabs(motion_claim(event, mover)), variance = 0;

	if (motion_test(event, mover))
		return fmax(fmin(lower_bound(event->noise, mover->noise), claim), claim / 100);

	for (int side = 0; side < SIDES; side++) {
		double p = fmin(diff_share(event, side, mover->self[side]), 1);
		double sd = (charged ? BOOTS_DIFFER_CHARGED : BOOTS_DIFFER) * p * (1 - p);

		variance += sd * sd;
	}
	return fmax(claim - 100 * 1.645 * sqrt(variance), claim / 100);
}
