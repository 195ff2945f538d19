// SPDX-License-Identifier: GPL-2.0-or-later
/* Findings about buckets. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/finder.h"
#include "diff/words.h"
#include "support/memory.h"

#define CARRIERS_MOST	4    /* symbols named under a bucket */
#define IMPLIED_LEAST	0.5  /* points */
#define HEAD_LEAST	0.25 /* of the largest move: what a smaller one says is in the table */
#define TRADE_LEAST	4    /* smallest moves: a trade inside a bucket is worth a word */
#define SIGMAS_OF_NOISE 1.5  /* ... and half widths of a 95 % interval */
#define CARRIES_IT	0.75 /* of its bucket's change */

/* The symbols that moved as their bucket did, then those that moved against it. */
static void tell_carriers(struct finder *finder, const struct diff_bucket *bucket,
			  enum motion motion, double claim)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->row_count + 1) * sizeof(*list));
	size_t count = collect_rows(finder, bucket->head, motion, list);

	for (size_t i = 0; i < count && i < CARRIERS_MOST; i++)
		tell_row(finder, list[i].at, 1,
			 !i && fabs(list[i].claim) >= CARRIES_IT * fabs(claim) ? " carries it"
									       : "");
	count = collect_rows(finder, bucket->head,
			     motion == MOTION_GREW ? MOTION_SHRANK : MOTION_GREW, list);
	for (size_t i = 0; i < count && i < CARRIERS_MOST / 2; i++)
		tell_row(finder, list[i].at, 1, motion == MOTION_GREW ? " fell" : " grew");
	free(list);
}

/* The heaviest symbol of a bucket that moved, if it stood still itself: people look for it. */
static void tell_unmoved(struct finder *finder, const struct diff_bucket *bucket)
{
	struct diff_event *event = finder->event;
	size_t heaviest = SIZE_MAX;
	char amount[96];

	for (size_t i = 0; i < event->row_count; i++)
		if (event->leaves[event->rows[i].bucket].head == bucket->head &&
		    is_symbol_row(event, &event->rows[i]) &&
		    (heaviest == SIZE_MAX ||
		     event->rows[i].side[NEW].self > event->rows[heaviest].side[NEW].self))
			heaviest = i;
	if (heaviest == SIZE_MAX || finder->row_motion[heaviest] != MOTION_STILL ||
	    diff_share(event, NEW, event->rows[heaviest].side[NEW].self) < 0.1 ||
	    !event->rows[heaviest].side[BASE].listed)
		return;

	struct mover mover = mover_of_row(event, &event->rows[heaviest]);
	struct range ratio = diff_ratio(event, mover.self[BASE], 0, mover.self[NEW], 0);
	struct range total =
		diff_ratio(event, event->totals[BASE]->total, 0, event->totals[NEW]->total, 0);
	bool like_total = fabs(ratio.low - total.low) < 0.02 * total.low;

	finder->row_told[heaviest] = true;
	tell(finder, FINDING_COMPOSITION, VIEW_SHARE, 1,
	     diff_row_name(event, &event->rows[heaviest]), "%s: share unchanged%s%s",
	     diff_row_name(event, &event->rows[heaviest]),
	     amount_clause(event, &mover, amount, sizeof(amount)),
	     like_total && fabs(total.low - 1) > 0.02 ? ", like the total" : "");
}

/* The change of what one mechanism does for an owner, in points. */
static double matrix_points(const struct diff_event *event, uint32_t owner, uint32_t mechanism)
{
	double share[SIDES];

	for (int side = 0; side < SIDES; side++)
		share[side] = diff_share(event, side,
					 *totals_matrix(event->totals[side], owner, mechanism));
	return 100 * (share[NEW] - share[BASE]);
}

/* By which mechanism an owner moved, if mostly by another's code: "of it lock +13.0 pp". */
static void tell_owned(struct finder *finder, const struct diff_bucket *bucket, enum motion motion)
{
	const struct diff_event *event = finder->event;
	uint32_t most = bucket->head;

	if (!event->charged)
		return;
	for (uint32_t i = 0; i < event->head_count; i++)
		if (motion == MOTION_GREW ? matrix_points(event, bucket->head, i) >
						    matrix_points(event, bucket->head, most)
					  : matrix_points(event, bucket->head, i) <
						    matrix_points(event, bucket->head, most))
			most = i;
	if (most != bucket->head)
		tell(finder, motion == MOTION_GREW ? FINDING_GREW : FINDING_SHRANK, VIEW_SHARE, 1,
		     bucket->name, "of it %s %+.1f pp, its own code %+.1f pp",
		     event->heads[most].name, matrix_points(event, bucket->head, most),
		     matrix_points(event, bucket->head, bucket->head));
}

/* Do the tables, where each side books by its own names, say another change than the finding? */
static bool differs_from_tables(const struct finder *finder, const struct diff_bucket *bucket)
{
	const struct diff_event *event = finder->event;
	struct mover code = mover_of_owner_code(event, bucket);
	struct mover named = mover_of_owner(event, bucket);

	return fabs(motion_claim(event, &code) - motion_claim(event, &named)) >=
	       finder->diff->options.min_delta_pp;
}

static void tell_own_names(struct finder *finder, const struct diff_bucket *bucket)
{
	struct mover named = mover_of_owner(finder->event, bucket);
	char shares[96], points[64];

	words_shares(finder->event, named.self, named.hidden, shares, sizeof(shares));
	words_points(diff_points(finder->event, named.self, named.hidden), points, sizeof(points));
	tell(finder, FINDING_HINT, VIEW_SHARE, 1, bucket->name,
	     "by each side's own names, as in the tables, %s (%s): here inlined and renamed code "
	     "counts alike on both sides",
	     shares, points);
}

/* ", 111 % of the total's growth": how much of the change of cost this is. */
static const char *explains_clause(const struct diff_event *event, const struct mover *mover,
				   char *buf, size_t size)
{
	double change[2]; /* of the total, of this */

	buf[0] = '\0';
	if (view_of(event) != VIEW_COST)
		return buf;
	change[0] = event->amount[NEW] / event->factor - event->amount[BASE];
	change[1] = event->amount[NEW] / event->factor *
			    totals_share(event->totals[NEW], mover->self[NEW]) -
		    event->amount[BASE] * totals_share(event->totals[BASE], mover->self[BASE]);
	/* Of a total that stands still, nothing is a share. */
	if (fabs(change[0]) < 0.02 * event->amount[BASE] || change[1] / change[0] < 0)
		return buf;
	snprintf(buf, size, ", %.0f %% of the total's %s", 100 * change[1] / change[0],
		 change[0] > 0 ? "growth" : "fall");
	return buf;
}

/* Debug information told which ways tail calls can have taken: what passes the bucket on each. */
static void tell_implied(struct finder *finder, const struct diff_bucket *bucket)
{
	const struct diff_event *event = finder->event;
	double points = 0;

	for (int side = 0; side < SIDES; side++)
		points += (side == NEW ? 100 : -100) *
			  diff_share(event, side, event->totals[side]->heads[bucket->head].implied);
	if (fabs(points) >= IMPLIED_LEAST)
		tell(finder, FINDING_HINT, VIEW_SHARE, 1, bucket->name,
		     "%+.1f pp more passes it on every way that tail calls can have taken "
		     "(inferred; charged to a caller)",
		     points);
}

/* "up to +16.1 pp of net's may be its: skb_release_data, ... call it, and tail calls ..." */
static void tell_tail_calls(struct finder *finder, const struct diff_bucket *bucket)
{
	const struct diff_event *event = finder->event;

	if (event->charged && totals_tails_undone(event->totals[BASE]) &&
	    totals_tails_undone(event->totals[NEW])) {
		tell_implied(finder, bucket);
		return;
	}

	double points = tail_suspects_points(&finder->tails, BUCKET_NONE, bucket->head);
	char names[256] = "";
	int told = 0;

	for (size_t i = 0; i < finder->tails.count && told < 2; i++)
		if (finder->tails.list[i].likely == bucket->head)
			snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
				 told++ ? ", " : "", finder->tails.list[i].caller);
	if (told)
		tell(finder, FINDING_HINT, VIEW_SHARE, 1, bucket->name,
		     "up to %+.1f pp more may be its: %s call it and seem to own the lock time; "
		     "tail calls leave out the frames between",
		     points, names);
}

static void tell_head(struct finder *finder, const struct diff_bucket *bucket, enum motion motion)
{
	struct diff_event *event = finder->event;
	struct mover mover = mover_of_owner_code(event, bucket);
	bool cut = totals_event(event->totals[BASE])->cut || totals_event(event->totals[NEW])->cut;
	char shares[96], points[64], amount[96], explains[64];

	explains_clause(event, &mover, explains, sizeof(explains));
	words_shares(event, mover.self, mover.hidden, shares, sizeof(shares));
	words_points(diff_points(event, mover.self, mover.hidden), points, sizeof(points));
	amount_clause(event, &mover, amount, sizeof(amount));
	tell(finder, motion == MOTION_GREW ? FINDING_GREW : FINDING_SHRANK, view_of(event), 0,
	     bucket->name, "%s %s  %s  (%s%s%s%s%s)", bucket->name,
	     motion == MOTION_GREW ? "grew" : "shrank", shares, points,
	     view_of(event) == VIEW_COST || event->charged ? amount : "", explains,
	     event->charged ? ", charged" : "", cut ? ", listed rows" : "");
	if (differs_from_tables(finder, bucket))
		tell_own_names(finder, bucket);
	else
		tell_owned(finder, bucket, motion);
	tell_tail_calls(finder, bucket);
	tell_carriers(finder, bucket, motion, motion_claim(event, &mover));
	tell_unmoved(finder, bucket);
}

/* Heads that are no subsystem: nobody can be asked about them. */
static bool is_head_of(const struct diff_event *event, const struct diff_bucket *bucket,
		       uint16_t leaf)
{
	return bucket->head == event->leaves[leaf].head;
}

static bool is_subsystem(const struct diff_event *event, const struct diff_bucket *bucket)
{
	return !is_head_of(event, bucket, BUCKET_NOT_LISTED) &&
	       !is_head_of(event, bucket, BUCKET_UNRESOLVED) &&
	       !is_head_of(event, bucket, BUCKET_OTHER) && !is_head_of(event, bucket, BUCKET_IDLE);
}

void tell_heads(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->head_count + 1) * sizeof(*list));
	enum motion *motion = mem_zalloc(event->head_count, sizeof(*motion));
	size_t count = 0;

	for (size_t i = 0; i < event->head_count; i++) {
		struct mover mover = mover_of_owner_code(event, &event->heads[i]);

		motion[i] = motion_of(event, &mover, &finder->heads,
				      finder->diff->options.min_delta_pp);
		if ((motion[i] == MOTION_GREW || motion[i] == MOTION_SHRANK) &&
		    is_subsystem(event, &event->heads[i]) &&
		    !(finder->kernel_hidden && !is_head_of(event, &event->heads[i], BUCKET_USER)))
			list[count++] = (struct candidate) {
				i, motion_claim(event, &mover),
				motion_rank(event, &mover, event->charged) +
					tail_suspects_points(&finder->tails, BUCKET_NONE, i) -
					tail_suspects_points(&finder->tails, i, BUCKET_NONE),
				event->heads[i].name
			};
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	for (size_t i = 0; i < count && fabs(list[i].claim) >= HEAD_LEAST * fabs(list[0].claim);
	     i++) {
		finder->head_told[list[i].at] = true;
		tell_head(finder, &event->heads[list[i].at], motion[list[i].at]);
	}
	free(motion);
	free(list);
}

/* Nothing is charged to a mechanism: lock, rcu, lib. */
static bool is_mechanism(const struct diff_event *event, const struct diff_bucket *bucket)
{
	uint64_t self = bucket->side[BASE].self + bucket->side[NEW].self;
	uint64_t charged = bucket->side[BASE].charged + bucket->side[NEW].charged;

	return event->charged && self > 0 && charged < self / 10;
}

/* To whom the change of a mechanism is charged: "sched +3.0, net +1.2". */
static void name_owners(const struct diff_event *event, uint32_t mechanism, bool up, char *buf,
			size_t size)
{
	struct candidate *list = mem_alloc((event->head_count + 1) * sizeof(*list));
	size_t count = 0;

	for (uint32_t i = 0; i < event->head_count; i++) {
		double points = matrix_points(event, i, mechanism);

		if (up ? points > 0 : points < 0)
			list[count++] = (struct candidate) { i, points, fabs(points),
							     event->heads[i].name };
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	buf[0] = '\0';
	for (size_t i = 0; i < count && i < 3; i++)
		snprintf(buf + strlen(buf), size - strlen(buf), "%s%s %+.1f", i ? ", " : "",
			 list[i].name, list[i].claim);
	free(list);
}

void tell_mechanisms(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct composition composition = composition_of_rows(event);

	for (size_t i = 0; i < event->head_count; i++) {
		const struct diff_bucket *bucket = &event->heads[i];
		struct mover mover = mover_of_bucket_code(event, bucket);
		enum motion motion =
			motion_of(event, &mover, &composition, finder->diff->options.min_delta_pp);
		char shares[96], owners[256];

		if (!is_mechanism(event, bucket) || !is_subsystem(event, bucket) ||
		    (motion != MOTION_GREW && motion != MOTION_SHRANK))
			continue;
		finder->head_told[i] = true;
		words_shares(event, mover.self, mover.hidden, shares, sizeof(shares));
		name_owners(event, bucket->head, motion == MOTION_GREW, owners, sizeof(owners));
		tell(finder, motion == MOTION_GREW ? FINDING_GREW : FINDING_SHRANK, view_of(event),
		     0, bucket->name, "%s %s  %s self: charged to %s", bucket->name,
		     motion == MOTION_GREW ? "grew" : "shrank", shares, owners);
		tell_carriers(finder, bucket, motion, motion_claim(event, &mover));
	}
}

/* The rows of @head that rose (or fell) by share, whatever it follows from, most moved first. */
static size_t collect_moves(const struct finder *finder, int head, bool up, struct candidate *list,
			    double *sum)
{
	const struct diff_event *event = finder->event;
	size_t count = 0;

	*sum = 0;
	for (size_t i = 0; i < event->row_count; i++) {
		if (event->leaves[event->rows[i].bucket].head != head ||
		    !is_symbol_row(event, &event->rows[i]))
			continue;

		struct mover mover = mover_of_code(event, &event->rows[i]);
		struct range points = diff_points(event, mover.self, mover.hidden);
		double claim = up ? points.low : points.high;
		struct range ratio = diff_ratio(event, mover.self[BASE], mover.hidden[BASE],
						mover.self[NEW], mover.hidden[NEW]);

		/* A share that went up while its amount went down moved nothing. */
		if (up ? ratio.high < 1 : ratio.low > 1)
			continue;
		if ((up ? claim <= 0 : claim >= 0) ||
		    (motion_test(event, &mover) && !motion_is_discovery(event, &mover)))
			continue;
		*sum += claim;
		list[count++] = (struct candidate) { i, claim, fabs(claim),
						     diff_row_name(event, &event->rows[i]) };
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	return count;
}

/*
 * A bucket that stands still while its symbols trade places: one lock turned
 * into another, and the sum hides it.
 */
void tell_trades(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *rose = mem_alloc((event->row_count + 1) * sizeof(*rose));
	struct candidate *fell = mem_alloc((event->row_count + 1) * sizeof(*fell));

	for (size_t h = 0; h < event->head_count; h++) {
		double up, down;

		if (!is_subsystem(event, &event->heads[h]) || finder->head_told[h] ||
		    finder->kernel_hidden)
			continue;

		size_t risers = collect_moves(finder, event->heads[h].head, true, rose, &up);
		size_t fallers = collect_moves(finder, event->heads[h].head, false, fell, &down);
		struct mover mover = mover_of_bucket_code(event, &event->heads[h]);

		if (!risers || !fallers ||
		    fmin(up, -down) < TRADE_LEAST * finder->diff->options.min_delta_pp ||
		    fmin(up, -down) < SIGMAS_OF_NOISE * motion_noise(event, &mover) ||
		    fmin(up, -down) < fabs(motion_claim(event, &mover))) /* the sum shows it */
			continue;
		tell(finder, FINDING_MOVED, VIEW_SHARE, 0, event->heads[h].name,
		     "inside %s, whose sum hides it: %s %+.1f pp, %s %+.1f pp%s",
		     event->heads[h].name, rose[0].name, rose[0].claim, fell[0].name, fell[0].claim,
		     totals_event(event->totals[NEW])->cut ? " at least" : "");
	}
	free(rose);
	free(fell);
}
