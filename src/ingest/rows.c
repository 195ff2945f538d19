// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

void rows_add(struct rows *rows, struct row row)
{
	array_reserve(rows->list, rows->capacity, rows->count + 1);
	rows->list[rows->count++] = row;
}

void rows_deinit(struct rows *rows)
{
	free(rows->list);
	*rows = (struct rows) { 0 };
}

/* What the rows of one event (or of one group of them) have in common. */
struct survey {
	bool all_samples, all_period, all_percent;
	uint64_t count;	  /* of rows */
	uint64_t sum;	  /* of the weights, saturated */
	double percent;	  /* sum */
	double half;	  /* sum of rounding errors */
	double low, high; /* between which every row says the total is */
};

static uint64_t add_saturated(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t weight_of(const struct row *row, enum unit unit)
{
	if (unit == UNIT_PERIOD)
		return row->period;
	if (unit == UNIT_SAMPLES)
		return row->samples;
	if (!(row->percent > 0))
		return 0;
	return row->percent < 1000 ? llround(row->percent * PERCENT_SCALE) : 1000 * PERCENT_SCALE;
}

static struct survey survey(const struct rows *rows, enum unit unit, const uint32_t *group)
{
	struct survey all = {
		.all_samples = true, .all_period = true, .all_percent = true, .high = INFINITY
	};

	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];

		if (group && row->group != *group)
			continue;
		all.count++;
		all.all_samples &= row->has_samples;
		all.all_period &= row->has_period;
		all.all_percent &= row->has_percent;
		all.sum = add_saturated(all.sum, weight_of(row, unit));
		all.percent += row->percent;
		all.half += row->half_digit;
		if (!row->has_percent || !(row->percent > row->half_digit))
			continue;

		double weight = weight_of(row, unit);

		all.low = fmax(all.low, 100 * (weight - 0.5) / (row->percent + row->half_digit));
		all.high = fmin(all.high, 100 * (weight + 0.5) / (row->percent - row->half_digit));
	}
	return all;
}

/*
 * The total that counts and percentages imply. Each row allows a range, as wide
 * as its rounding; the total lies in all of them. Where they contradict each
 * other (a table that was edited), the ratio of the sums has the least error.
 */
static double implied_total(const struct survey *all)
{
	if (all->percent <= 0)
		return all->sum;
	if (all->low <= all->high && isfinite(all->high))
		return fmax((all->low + all->high) / 2, all->sum);
	return fmax(100.0 * all->sum / all->percent, all->sum);
}

/* Percentages that leave no more than their rounding open are of a whole table. */
static bool is_whole(const struct survey *all)
{
	return all->percent >= 100 - all->half - 0.005;
}

static int compare_groups(const void *a, const void *b)
{
	uint32_t x = ((const struct row *)a)->group, y = ((const struct row *)b)->group;

	return x < y ? -1 : x > y;
}

/* The sum over the groups of what each implies. Sorts the rows by group. */
static uint64_t total_of_groups(struct rows *rows, enum unit unit)
{
	double total = 0;

	qsort(rows->list, rows->count, sizeof(*rows->list), compare_groups);
	for (size_t i = 0; i < rows->count; i++) {
		if (i && rows->list[i].group == rows->list[i - 1].group)
			continue;

		struct survey all = survey(rows, unit, &rows->list[i].group);

		total += all.all_percent && !is_whole(&all) ? implied_total(&all) : (double)all.sum;
	}
	return total < 1.8e19 ? (uint64_t)llround(fmin(total, 9.2e18)) : UINT64_MAX;
}

/* Counts and percentages that cannot be of one whole: two tables pasted into one, say. */
static bool contradict(const struct rows *rows)
{
	for (size_t i = 1; i < rows->count; i++)
		if (rows->list[i].group != rows->list[0].group)
			return false;

	struct survey all = survey(rows, UNIT_SAMPLES, NULL);

	return all.all_percent && all.low > 1.05 * all.high;
}

static enum unit choose_unit(const struct survey *all, const struct rows_facts *facts)
{
	if (all->all_period)
		return UNIT_PERIOD;
	if (all->all_samples && (facts->samples_are_weight || !all->all_percent))
		return UNIT_SAMPLES;
	return UNIT_PERCENT;
}

static uint64_t total_of(struct rows *rows, enum unit unit, const struct survey *all,
			 const struct rows_facts *facts, bool *estimated)
{
	uint64_t stated = unit == UNIT_PERIOD	 ? facts->event_count
			  : unit == UNIT_SAMPLES ? facts->total_samples
						 : 100ull * PERCENT_SCALE;

	*estimated = false;
	if (stated >= all->sum)
		return stated;
	if (unit == UNIT_PERCENT)
		return all->sum; /* a little over 100 by rounding, or several wholes in one table */
	if (!all->all_percent)
		return all->sum;
	*estimated = true;
	return total_of_groups(rows, unit);
}

/* No symbol that a table sorted by weight leaves out weighs more than its lightest row. */
static uint64_t lightest(const struct rows *rows, enum unit unit)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < rows->count; i++) {
		uint64_t weight = weight_of(&rows->list[i], unit);

		if (weight < least)
			least = weight;
	}
	return rows->count ? least : 0;
}

static void add_rows(const struct rows *rows, struct profile *profile, uint32_t event,
		     enum unit unit)
{
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];
		uint32_t place = profile_symbol_location(profile, row->symbol, NULL, 0);

		if (!profile_add(profile, event, row->comm, 0, &place, 1, weight_of(row, unit),
				 row->has_samples ? row->samples : 0))
			profile_warn(profile, "a row of %s overflows the total and is left out",
				     profile_text(profile, profile->symbols[row->symbol].name));
		if (row->has_children)
			profile_add_children(profile, event, row->symbol,
					     row->children > 0 && row->children < 1000
						     ? llround(row->children * PERCENT_SCALE)
						     : 0);
	}
}

void rows_finish(struct rows *rows, struct profile *profile, uint32_t event_id,
		 const struct rows_facts *facts)
{
	struct survey all = survey(rows, UNIT_PERCENT, NULL);
	enum unit unit = choose_unit(&all, facts);
	struct event *event = &profile->events[event_id];
	bool estimated;

	if (unit == UNIT_SAMPLES && contradict(rows)) {
		unit = UNIT_PERCENT;
		profile_warn(profile,
			     "counts and percentages of %s do not fit together: the "
			     "percentages are taken",
			     profile_text(profile, event->name));
	}
	all = survey(rows, unit, NULL);

	uint64_t total = total_of(rows, unit, &all, facts, &estimated);
	bool cut = total > all.sum && !(all.all_percent && is_whole(&all));

	event->unit = unit;
	event->scale = unit == UNIT_PERCENT ? PERCENT_SCALE : 1;
	event->samples_known = all.all_samples;
	event->samples_stated = facts->total_samples ? facts->total_samples : facts->about_samples;
	event->total_estimated = estimated && cut;
	if (unit == UNIT_PERCENT && facts->event_count)
		event->amount = facts->event_count;
	else if (unit == UNIT_PERCENT && facts->total_samples) {
		event->amount = facts->total_samples;
		event->amount_is_samples = true;
	}
	event->cut = cut || facts->maybe_cut;
	event->cut_below = event->cut ? lightest(rows, unit) : 0;
	add_rows(rows, profile, event_id, unit);
	if (total > profile->events[event_id].total)
		profile_add_not_listed(profile, event_id, total - profile->events[event_id].total);
	rows->count = 0;
}

uint64_t rows_not_listed(const struct profile *profile, uint32_t event)
{
	uint64_t weight = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		uint32_t leaf = profile->locations[profile->frames[stack->first]].symbol;

		if (stack->event == event && leaf != NONE &&
		    (profile->symbols[leaf].flags & SYMBOL_NOT_LISTED))
			weight += stack->weight;
	}
	return weight;
}
