// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What there is to say about two profiles of one event, in the order in which
 * a maintainer wants to read it. Nothing is claimed that the input leaves
 * open: see motion.h.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/comparable.h"
#include "diff/finder.h"
#include "diff/words.h"
#include "support/memory.h"

#define NAMELESS_LEAST 0.1 /* of all samples, in a kernel without symbols */

static void tell_total(struct finder *finder)
{
	struct diff_event *event = finder->event;
	uint64_t base = event->totals[BASE]->total, newer = event->totals[NEW]->total;
	char ratio[64];

	words_ratio(diff_ratio(event, base, 0, newer, 0), ratio, sizeof(ratio));
	if (ratio[0])
		tell(finder, FINDING_TOTAL, view_of(event), 0, "", "%s %s%s", amount_word(event),
		     ratio,
		     event->work_known
			     ? ""
			     : " in all (a cost only if both did the same work: --same-work)");
}

/* What kernel and modules have in rows of @flags: 0 are symbols, SYMBOL_UNKNOWN is what has none. */
static uint64_t kernel_weight(const struct totals *totals, unsigned flags)
{
	const struct profile *profile = totals->profile;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		enum dso_kind kind = profile->dsos[profile->symbols[i].dso].kind;

		if (profile->symbols[i].flags == flags &&
		    (kind == DSO_KERNEL || kind == DSO_MODULE))
			sum += totals->symbols[i].self;
	}
	return sum;
}

/* Nothing can be said of a kernel that neither side has symbols of, but that some are missing. */
static void tell_nameless(struct finder *finder)
{
	struct diff_event *event = finder->event;
	double unknown[SIDES];

	for (int side = 0; side < SIDES; side++) {
		if (kernel_weight(event->totals[side], 0))
			return;
		unknown[side] = totals_share(event->totals[side],
					     kernel_weight(event->totals[side], SYMBOL_UNKNOWN));
	}
	if (fmin(unknown[BASE], unknown[NEW]) >= NAMELESS_LEAST)
		tell(finder, FINDING_UNRESOLVED, VIEW_SHARE, 0, "[kernel]",
		     "neither side has kernel symbols, and %.0f and %.0f %% of all are the kernel's: "
		     "symdiff report says what is missing",
		     100 * unknown[BASE], 100 * unknown[NEW]);
}

/* A side whose kernel was not resolved makes every kernel symbol of the other look new. */
static void tell_unresolved(struct finder *finder)
{
	struct diff_event *event = finder->event;
	double share[SIDES];

	for (int side = 0; side < SIDES; side++)
		share[side] = diff_share(event, side, kernel_weight(event->totals[side], 0));
	for (int side = 0; side < SIDES; side++) {
		if (share[side] > 0 || share[!side] < 0.01)
			continue;
		finder->kernel_hidden = true;
		tell(finder, FINDING_UNRESOLVED, VIEW_SHARE, 0, "[kernel]",
		     "the %s side has no kernel symbols, the other has %.0f %%: kernel rows are no "
		     "changes",
		     side == BASE ? "base" : "new", 100 * share[!side]);
	}
}

static void tell_idle(struct finder *finder)
{
	struct diff_event *event = finder->event;
	double share[SIDES];

	for (int side = 0; side < SIDES; side++)
		share[side] = 100 * totals_share(event->totals[side], event->totals[side]->idle);
	if (totals_event(event->totals[BASE])->clock != CLOCK_WALL ||
	    fabs(share[NEW] - share[BASE]) < 2)
		return;
	tell(finder, FINDING_IDLE, VIEW_SHARE, 0, "idle",
	     "idle %.1f -> %.1f %% of all time: the CPUs wait %s, and this profile cannot say why",
	     share[BASE], share[NEW], share[NEW] > share[BASE] ? "more" : "less");
}

/*
 * Where the sampling interrupt is no NMI, time with interrupts off lands where
 * they are turned on again; and tail calls leave out the frames that would say
 * whose lock it was.
 */
static void tell_sampling(struct finder *finder)
{
	static const char unlock[] = "_raw_spin_unlock_irqrestore";
	struct diff_event *event = finder->event;
	const struct diff_row *row = NULL;
	char shares[96];

	for (size_t i = 0; i < event->row_count; i++)
		if (!strcmp(diff_row_name(event, &event->rows[i]), unlock))
			row = &event->rows[i];
	if (!row || totals_event(event->totals[NEW])->clock != CLOCK_WALL ||
	    100 * diff_share(event, NEW, row->side[NEW].self) < 5)
		return;

	struct mover mover = mover_of_row(event, row);

	words_shares(event, mover.self, mover.hidden, shares, sizeof(shares));
	tell(finder, FINDING_HINT, VIEW_SHARE, 0, unlock,
	     "%s %s: the sampling interrupt is no NMI, so time with interrupts off (in a slow path "
	     "that holds a lock) lands where they are turned on again%s",
	     unlock, shares,
	     event->charged ? "; frames that tail calls removed may charge it to a caller of its "
			      "owner"
			    : "");
}

/* Frames that were put back on one side only own what their callers own on the other. */
static void tell_tail_sides(struct finder *finder)
{
	const struct diff_event *event = finder->event;
	bool base = totals_tails_undone(event->totals[BASE]);
	bool newer = totals_tails_undone(event->totals[NEW]);

	if (event->charged && base != newer)
		tell(finder, FINDING_HINT, VIEW_SHARE, 0, "tail calls",
		     "frames that tail calls took were put back on the %s side only, where debug "
		     "information is at hand: charged figures differ by that, too "
		     "(--no-tail-calls compares alike)",
		     base ? "base" : "new");
}

/*
 * A set that has one name of a function and not the other takes it on one side
 * only: all of it would seem to come or go.
 */
static void tell_sets(struct finder *finder)
{
	const struct buckets *buckets = finder->diff->rules->buckets;
	struct diff_event *event = finder->event;

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_value *side = event->rows[i].side;
		const struct symbol *symbols[SIDES];
		uint16_t set;

		if (side[BASE].symbol == NONE || side[NEW].symbol == NONE)
			continue;
		for (int j = 0; j < SIDES; j++)
			symbols[j] = &event->totals[j]->profile->symbols[side[j].symbol];
		if (symbols[BASE]->bucket == symbols[NEW]->bucket)
			continue;
		for (int j = 0; j < SIDES; j++) {
			set = symbols[j]->bucket;
			if (buckets_is_set(buckets, set))
				tell(finder, FINDING_HINT, VIEW_SHARE, 0,
				     buckets_leaf_name(buckets, set),
				     "set %s has %s and not its other name %s: give both, or what "
				     "it gains or loses is only the name",
				     buckets_leaf_name(buckets, set),
				     profile_text(event->totals[j]->profile, symbols[j]->name),
				     profile_text(event->totals[!j]->profile, symbols[!j]->name));
		}
	}
}

/* Runs that are not like the others of their side, and p values that only a model gives. */
static void tell_runs(struct finder *finder)
{
	const struct noise *noise = finder->event->noise;

	for (int side = 0; side < SIDES; side++) {
		const struct symdiff_profile *of = finder->diff->side[side];

		for (size_t i = 0; i < of->run_count && of->run_count == noise->run_count[side];
		     i++)
			if (noise->stands_out[side][i])
				tell(finder, FINDING_HINT, VIEW_SHARE, 0, of->runs[i].path,
				     "run %s stands out: far from all other runs of the %s side",
				     of->runs[i].path, side == BASE ? "base" : "new");
	}
	if (noise->disagree)
		tell(finder, FINDING_HINT, VIEW_SHARE, 0, "",
		     "for %zu of %zu tested the exact permutation p contradicts the model's: some "
		     "run is odd there (exact p in JSON and -v)",
		     noise->disagree, noise->tested);
}

static void tell_nothing_moved(struct finder *finder)
{
	const struct diff_event *event = finder->event;

	for (size_t i = 0; i < event->finding_count; i++) {
		enum finding_kind kind = event->findings[i].kind;

		if (kind == FINDING_GREW || kind == FINDING_SHRANK || kind == FINDING_NEW ||
		    kind == FINDING_GONE || kind == FINDING_UNRESOLVED || kind == FINDING_MOVED)
			return;
	}
	if (!event->totals[BASE]->total || !event->totals[NEW]->total) {
		tell(finder, FINDING_NOT_COMPARABLE, view_of(event), 0, "",
		     "nothing to compare: no samples on %s side",
		     event->totals[NEW]->total	  ? "the base"
		     : event->totals[BASE]->total ? "the new"
						  : "either");
		return;
	}
	bool cut = totals_event(event->totals[BASE])->cut || totals_event(event->totals[NEW])->cut;

	tell(finder, FINDING_NOISE, view_of(event), 0, "",
	     "nothing moved by as much as %g points beyond what %s%s explain",
	     finder->diff->options.min_delta_pp,
	     noise_is_known(event->noise) ? "runs vary" : "sampling",
	     cut ? ", composition and the cuts" : " and composition");
}

static void judge_rows(struct finder *finder)
{
	struct diff_event *event = finder->event;

	for (size_t i = 0; i < event->row_count; i++) {
		struct mover mover = mover_of_code(event, &event->rows[i]);

		finder->row_motion[i] =
			motion_of(event, &mover, &finder->rows, finder->diff->options.min_delta_pp);
		if (row_moved(finder, i) && finder->kernel_hidden &&
		    is_kernel_row(event, &event->rows[i]))
			finder->row_motion[i] = MOTION_OPEN;
	}
}

void diff_find(struct symdiff_diff *diff, struct diff_event *event)
{
	struct finder finder = {
		.diff = diff,
		.event = event,
		.rows = composition_of_rows(event),
		.heads = composition_of_heads(event),
		.row_motion = mem_zalloc(event->row_count, sizeof(*finder.row_motion)),
		.row_told = mem_zalloc(event->row_count, sizeof(*finder.row_told)),
		.head_told = mem_zalloc(event->head_count, sizeof(*finder.head_told)),
	};

	tail_suspects_init(&finder.tails, diff, event);
	tell_total(&finder);
	tell_recordings(&finder);
	tell_nameless(&finder);
	tell_unresolved(&finder);
	judge_rows(&finder);
	tell_heads(&finder);
	tell_mechanisms(&finder);
	tell_trades(&finder);
	tell_rows_alone(&finder);
	tell_moves(&finder);
	tell_idle(&finder);
	tell_sampling(&finder);
	tell_tail_sides(&finder);
	tell_sets(&finder);
	tell_composition(&finder);
	tell_not_listed(&finder);
	tell_nothing_moved(&finder);
	tell_runs(&finder);
	tail_suspects_deinit(&finder.tails);
	free(finder.row_motion);
	free(finder.row_told);
	free(finder.head_told);
}
