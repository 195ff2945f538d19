// SPDX-License-Identifier: GPL-2.0-or-later
/* Two sides, event by event: rows, buckets, findings. */
#include "diff/comparable.h"
#include "diff/diff.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/amounts.h"
#include "diff/calibration.h"
#include "diff/infer.h"
#include "diff/instructions.h"
#include "diff/ledger.h"
#include "diff/noise.h"
#include "diff/owned.h"
#include "diff/restructure.h"
#include "support/error.h"
#include "support/memory.h"

const char *const match_names[] = { "exact",	 "canonical", "family",	   "inferred",
				    "base-only", "new-only",  "not-listed" };
const char *const view_names[] = { "share", "cost" };
const char *const finding_names[] = {
	"grew",	      "shrank",	    "new",   "gone",	       "renamed", "merged",
	"split",      "inlined",    "moved", "composition",    "total",	  "idle",
	"not-listed", "unresolved", "noise", "not-comparable", "hint",
};

double diff_share(const struct diff_event *event, int side, uint64_t weight)
{
	return event->whole[side] ? (double)weight / (double)event->whole[side] : 0;
}

/* newer - base, where either may be more by what is hidden. */
struct range diff_points(const struct diff_event *event, const uint64_t weight[SIDES],
			 const uint64_t hidden[SIDES])
{
	double base = diff_share(event, BASE, weight[BASE]);
	double newer = diff_share(event, NEW, weight[NEW]);

	return (struct range) {
		100 * (newer - base - diff_share(event, BASE, hidden[BASE])),
		100 * (newer + diff_share(event, NEW, hidden[NEW]) - base),
	};
}

struct range diff_row_points(const struct diff_event *event, const struct diff_row *row)
{
	return diff_points(event, (uint64_t[]) { row->side[BASE].self, row->side[NEW].self },
			   (uint64_t[]) { row->side[BASE].hidden, row->side[NEW].hidden });
}

/* A weight in the unit that both sides have in common. */
static double amount_of(const struct diff_event *event, int side, uint64_t weight)
{
	return event->amount[side] * totals_share(event->totals[side], weight);
}

struct range diff_ratio(const struct diff_event *event, uint64_t base, uint64_t base_hidden,
			uint64_t newer, uint64_t new_hidden)
{
	double least = amount_of(event, BASE, base),
	       most = amount_of(event, BASE, base + base_hidden);

	if (!(event->amount[BASE] > 0) || !(event->amount[NEW] > 0) || !(most > 0))
		return (struct range) { NAN, NAN };
	return (struct range) {
		amount_of(event, NEW, newer) / event->factor / most,
		least > 0 ? amount_of(event, NEW, newer + new_hidden) / event->factor / least
			  : INFINITY,
	};
}

const char *diff_row_side_name(const struct diff_event *event, const struct diff_row *row, int side)
{
	const struct profile *profile = event->totals[side]->profile;

	return row->side[side].symbol == NONE
		       ? ""
		       : profile_text(profile, profile->symbols[row->side[side].symbol].name);
}

const char *diff_row_name(const struct diff_event *event, const struct diff_row *row)
{
	return diff_row_side_name(event, row, row->side[NEW].symbol != NONE ? NEW : BASE);
}

const char *diff_row_dso(const struct diff_event *event, const struct diff_row *row)
{
	int side = row->side[NEW].symbol != NONE ? NEW : BASE;
	const struct profile *profile = event->totals[side]->profile;
	const struct symbol *symbol = &profile->symbols[row->side[side].symbol];

	return profile_text(profile, profile->dsos[symbol->dso].name);
}

const char *diff_row_srcfile(const struct diff_event *event, const struct diff_row *row)
{
	for (int side = SIDES; side-- > 0;) {
		const struct profile *profile = event->totals[side]->profile;
		uint32_t symbol = row->side[side].symbol;

		if (symbol != NONE && profile->symbols[symbol].srcfile)
			return profile_text(profile, profile->symbols[symbol].srcfile);
	}
	return NULL;
}

/*
 * Of the symbols that one side does not list, the cut may hide something in
 * that side's bucket: each at most as much as the table's last row, and all
 * together no more than what the table does not list.
 */
static void hide_in_buckets(struct diff_event *event)
{
	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];

		for (int side = 0; side < SIDES; side++)
			if (!row->side[side].listed)
				event->leaves[row->bucket].hidden[side] += row->side[side].hidden;
	}
	for (int side = 0; side < SIDES; side++) {
		uint64_t rest = event->totals[side]->buckets[BUCKET_NOT_LISTED].self;

		for (size_t i = 0; i < event->leaf_count; i++)
			if (event->leaves[i].hidden[side] > rest)
				event->leaves[i].hidden[side] = rest;
	}
}

static void sum_buckets(struct symdiff_diff *diff, struct diff_event *event)
{
	const struct buckets *buckets = diff->rules->buckets;

	event->leaf_count = buckets_count(buckets);
	event->head_count = buckets_head_count(buckets);
	event->leaves = mem_zalloc(event->leaf_count, sizeof(*event->leaves));
	event->heads = mem_zalloc(event->head_count, sizeof(*event->heads));
	for (size_t i = 0; i < event->head_count; i++) {
		event->heads[i].name = buckets_head_name(buckets, i);
		event->heads[i].head = i;
	}
	for (size_t i = 0; i < event->leaf_count; i++) {
		event->leaves[i].name = buckets_leaf_name(buckets, i);
		event->leaves[i].head = buckets_head(buckets, i);
		for (int side = 0; side < SIDES; side++)
			event->leaves[i].side[side] = event->totals[side]->buckets[i];
	}
	hide_in_buckets(event);
	for (size_t i = 0; i < event->leaf_count; i++) {
		struct diff_bucket *head = &event->heads[event->leaves[i].head];

		for (int side = 0; side < SIDES; side++) {
			uint64_t rest = event->totals[side]->buckets[BUCKET_NOT_LISTED].self;

			bucket_total_add(&head->side[side], &event->leaves[i].side[side]);
			head->hidden[side] += event->leaves[i].hidden[side];
			if (head->hidden[side] > rest)
				head->hidden[side] = rest;
		}
	}
}

/*
 * What callchains tell beyond names. Rows may be joined, so buckets are summed
 * afterwards.
 */
static void compare_chains(struct symdiff_diff *diff, struct diff_event *event)
{
	struct chains chains;
	struct owned *before;

	chains_init(&chains, diff, event);
	diff_infer(diff, event, &chains);
	sum_buckets(diff, event);
	before = owned_before(diff, &chains);
	if (event->charged)
		diff_restructure(diff, event, &chains);
	owned_after(diff, &chains, before);
	diff_book(event, &chains);
	chains_deinit(&chains);
}

/* Sides of several runs are compared per run. */
static void average_runs(const struct symdiff_diff *diff, struct diff_event *event)
{
	for (int side = 0; side < SIDES; side++) {
		size_t runs = diff->side[side]->run_count;

		event->runs[side] = runs ? runs : 1;
		event->amount[side] /= (double)event->runs[side];
	}
}

static void init_event(struct symdiff_diff *diff, struct diff_event *event,
		       const struct totals *base, const struct totals *newer)
{
	const struct symdiff_compare_options *options = &diff->options;

	*event = (struct diff_event) { .totals = { base, newer }, .factor = 1 };
	/* Idle time counts only where both sides have busy time to compare. */
	event->busy = !options->with_idle && (base->idle || newer->idle) &&
		      base->idle < base->total && newer->idle < newer->total;
	for (int side = 0; side < SIDES; side++)
		event->whole[side] =
			event->totals[side]->total - (event->busy ? event->totals[side]->idle : 0);
	amounts_compare(event);
	average_runs(diff, event);
	event->charged = base->has_charged && newer->has_charged;
	event->work_known = options->same_work || options->base_work > 0;
	if (options->base_work > 0)
		event->factor = options->new_work / options->base_work;
	diff_pair(diff, event);
	compare_chains(diff, event);
	event->noise = noise_new(diff, event);
	diff_find(diff, event);
}

/* An event's name without what varies between recordings: modifiers and the sampling count. */
static size_t event_key(const char *name)
{
	size_t len = strlen(name);
	const char *colon = strrchr(name, ':');

	/* A tracepoint's colon stands between two words: sched:sched_switch. */
	if (colon && colon != name &&
	    strspn(colon + 1, "0123456789ukhGHppPSDWeI") == strlen(colon + 1))
		len = colon - name;
	return len;
}

static bool same_event(const struct totals *a, const struct totals *b)
{
	const char *x = profile_text(a->profile, totals_event(a)->name);
	const char *y = profile_text(b->profile, totals_event(b)->name);
	size_t len = event_key(x);

	return len == event_key(y) && !strncasecmp(x, y, len);
}

static const struct totals *find_event(const struct symdiff_profile *side,
				       const struct totals *wanted)
{
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		if (same_event(&side->totals[i], wanted))
			return &side->totals[i];
	return NULL;
}

static void add_event(struct symdiff_diff *diff, const struct totals *base,
		      const struct totals *newer)
{
	init_event(diff, &diff->events[diff->event_count++], base, newer);
}

static int check_events(struct symdiff_diff *diff, struct symdiff_error *err)
{
	for (size_t i = 0; i < diff->event_count; i++)
		if (comparable_check(diff, &diff->events[i], err))
			return -1;
	return 0;
}

/* Shares can only be compared if both sides have some. */
static int check_self(const struct symdiff_diff *diff, struct symdiff_error *err)
{
	for (size_t i = 0; i < diff->event_count && !diff->options.force; i++)
		for (int side = 0; side < SIDES; side++)
			if (!totals_has_self(diff->events[i].totals[side]))
				return symdiff_fail(
					err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
					"not comparable: %s lists Children without Self, so what "
					"each symbol took itself is not known (perf report "
					"--no-children prints it)",
					diff->side[side]->path);
	return 0;
}

static bool is_named(const struct totals *totals)
{
	return *profile_text(totals->profile, totals_event(totals)->name);
}

/*
 * Events of one name are compared. If there are none, two profiles of one
 * event each are compared when one of them does not say what it counted, or
 * when the user insists.
 */
static int compare_events(struct symdiff_diff *diff, struct symdiff_error *err)
{
	const struct symdiff_profile *base = diff->side[BASE], *newer = diff->side[NEW];

	diff->events = mem_zalloc(base->profile->event_count + 1, sizeof(*diff->events));
	for (uint32_t i = 0; i < base->profile->event_count; i++) {
		const struct totals *partner = find_event(newer, &base->totals[i]);

		if (partner)
			add_event(diff, &base->totals[i], partner);
	}
	if (diff->event_count)
		return check_self(diff, err);
	if (!base->profile->event_count || !newer->profile->event_count)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1, "%s holds no event",
				    base->profile->event_count ? newer->path : base->path);
	if (diff->options.force || !is_named(&base->totals[0]) || !is_named(&newer->totals[0])) {
		add_event(diff, &base->totals[0], &newer->totals[0]);
		return check_self(diff, err);
	}
	return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
			    "not comparable: %s counted %s, %s counted %s (--force compares them)",
			    base->path, profile_text(base->profile, base->profile->events[0].name),
			    newer->path,
			    profile_text(newer->profile, newer->profile->events[0].name));
}

struct symdiff_diff *symdiff_compare(struct symdiff *rules, const struct symdiff_profile *base,
				     const struct symdiff_profile *newer,
				     const struct symdiff_compare_options *options,
				     struct symdiff_error *err)
{
	struct symdiff_diff *diff = mem_zalloc(1, sizeof(*diff));

	diff->rules = rules;
	diff->side[BASE] = base;
	diff->side[NEW] = newer;
	if (options)
		diff->options = *options;
	if (!(diff->options.min_delta_pp > 0))
		diff->options.min_delta_pp = 0.5;
	if (diff->options.calibration)
		diff->calibration = calibration_read(diff->options.calibration, err);
	if ((diff->calibration || !diff->options.calibration) && !compare_events(diff, err) &&
	    !check_events(diff, err)) {
		ledger_add_reasons(diff);
		return diff;
	}
	symdiff_diff_free(diff);
	return NULL;
}

void symdiff_diff_free(struct symdiff_diff *diff)
{
	if (!diff)
		return;
	for (size_t i = 0; i < diff->event_count; i++) {
		struct diff_event *event = &diff->events[i];

		free(event->rows);
		free(event->row_of[BASE]);
		free(event->row_of[NEW]);
		free(event->heads);
		free(event->leaves);
		free(event->findings);
		free(event->candidates);
		free(event->relocations);
		free(event->ledger);
		noise_free(event->noise);
	}
	free(diff->events);
	if (diff->free_witness)
		diff->free_witness(diff->witness);
	calibration_free(diff->calibration);
	arena_deinit(&diff->arena);
	free(diff);
}
