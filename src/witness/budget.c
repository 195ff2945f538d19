// SPDX-License-Identifier: GPL-2.0-or-later
#include "witness/budget.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/motion.h"
#include "evidence/work.h"
#include "support/memory.h"

#define NANOSECONDS 1e9

/* Weights of software clocks are nanoseconds. */
static bool is_in_seconds(const struct totals *totals)
{
	const struct event *event = totals_event(totals);

	return event->clock == CLOCK_WALL && event->unit == UNIT_PERIOD;
}

static const struct diff_event *choose_event(const struct symdiff_diff *diff)
{
	for (size_t i = 0; i < diff->event_count; i++)
		if (is_in_seconds(diff->events[i].totals[BASE]) &&
		    is_in_seconds(diff->events[i].totals[NEW]))
			return &diff->events[i];
	return diff->event_count ? &diff->events[0] : NULL;
}

/* How many CPUs both sides had, as far as their recordings say; 0: not, or not as many. */
static unsigned count_cpus(const struct symdiff_diff *diff)
{
	unsigned base = diff->side[BASE]->profile->recording.cpus_online;

	return base == diff->side[NEW]->profile->recording.cpus_online ? base : 0;
}

static bool is_system_wide(const struct symdiff_diff *diff)
{
	return diff->side[BASE]->profile->recording.system_wide &&
	       diff->side[NEW]->profile->recording.system_wide;
}

/* Weights of an event to seconds of one run, divided by the CPUs. */
static double seconds_of(const struct diff_event *event, int side, uint64_t weight, unsigned cpus)
{
	const struct event *of = totals_event(event->totals[side]);
	double scale = of->scale ? (double)of->scale : 1;

	return (double)weight / scale / NANOSECONDS / (double)event->runs[side] / cpus;
}

static int by_change(const void *a, const void *b)
{
	const struct budget_line *x = a, *y = b;
	double p = fabs(x->seconds[NEW] - x->seconds[BASE]);
	double q = fabs(y->seconds[NEW] - y->seconds[BASE]);

	return p != q ? (p < q ? 1 : -1) : strcmp(x->bucket, y->bucket);
}

/* Busy time by what it is charged to, or, without callchains, by where it was. */
static void divide(struct budget *budget, const struct diff_event *event)
{
	budget->lines = mem_zalloc(event->head_count + 1, sizeof(*budget->lines));
	for (size_t i = 0; i < event->head_count; i++) {
		const struct diff_bucket *bucket = &event->heads[i];
		struct budget_line *line = &budget->lines[budget->line_count];
		bool is_idle = bucket->head == event->leaves[BUCKET_IDLE].head;

		line->bucket = bucket->name;
		for (int side = 0; side < SIDES; side++) {
			const struct bucket_total *total = &bucket->side[side];
			uint64_t weight = event->charged ? total->charged : total->self;
			uint64_t busy = event->totals[side]->total - event->totals[side]->idle;

			uint64_t idle = event->charged ? total->idle_charged : total->idle;

			weight -= idle < weight ? idle : weight;
			line->seconds[side] =
				busy ? budget->busy[side] * (double)weight / (double)busy : 0;
		}
		budget->line_count +=
			!is_idle && (line->seconds[BASE] > 0 || line->seconds[NEW] > 0);
	}
	qsort(budget->lines, budget->line_count, sizeof(*budget->lines), by_change);
}

/* From the profile itself: busy and idle time as it was sampled. */
static void from_profile(struct budget *budget, const struct diff_event *event, bool system_wide)
{
	budget->source = BUDGET_PROFILE;
	for (int side = 0; side < SIDES; side++) {
		const struct totals *totals = event->totals[side];

		budget->busy[side] =
			seconds_of(event, side, totals->total - totals->idle, budget->cpus);
		budget->idle[side] = system_wide || totals->idle
					     ? seconds_of(event, side, totals->idle, budget->cpus)
					     : NAN;
	}
}

static void from_benchmark(struct budget *budget, const struct bench_time *time)
{
	budget->source = BUDGET_BENCHMARK;
	for (int side = 0; side < SIDES; side++) {
		budget->busy[side] = time->cpu[side] / budget->cpus;
		budget->idle[side] = NAN;
	}
}

void budget_init(struct budget *budget, struct witness *witness, const struct symdiff_diff *diff,
		 unsigned cpus)
{
	const struct diff_event *event = choose_event(diff);
	struct bench_time time = bench_time(&witness->bench);
	bool by_profile =
		event && is_in_seconds(event->totals[BASE]) && is_in_seconds(event->totals[NEW]);

	*budget = (struct budget) { .cpus = cpus ? cpus : count_cpus(diff) };
	if (!event || isnan(time.elapsed[BASE]) || isnan(time.elapsed[NEW]))
		return;
	if (!budget->cpus) {
		witness_note(witness,
			     "elapsed time %.4g -> %.4g s: to divide it into busy and idle, "
			     "say how many CPUs there were (--cpus)",
			     time.elapsed[BASE], time.elapsed[NEW]);
		return;
	}
	if (!by_profile && (isnan(time.cpu[BASE]) || isnan(time.cpu[NEW]))) {
		witness_note(witness,
			     "elapsed time %.4g -> %.4g s: neither the profile's event nor the "
			     "benchmark says how many seconds the CPUs were busy",
			     time.elapsed[BASE], time.elapsed[NEW]);
		return;
	}
	if (by_profile)
		from_profile(budget, event, is_system_wide(diff));
	else
		from_benchmark(budget, &time);
	for (int side = 0; side < SIDES; side++) {
		budget->elapsed[side] = time.elapsed[side];
		budget->rest[side] = budget->elapsed[side] - budget->busy[side] -
				     (isnan(budget->idle[side]) ? 0 : budget->idle[side]);
	}
	divide(budget, event);
	budget->known = true;
}

void budget_deinit(struct budget *budget)
{
	free(budget->lines);
	budget->lines = NULL;
}

double budget_percent(const struct budget *budget, const double seconds[SIDES])
{
	return 100 * (seconds[NEW] - seconds[BASE]) / budget->elapsed[BASE];
}
