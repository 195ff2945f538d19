// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which machine stands out of a fleet: each is left out in turn, and compared with the mean and the
 * standard deviation of the others. That is the externally studentized residual, a t with n - 2
 * degrees of freedom (Cook and Weisberg 1982, 2.2.1); the farthest of n is judged by n times its
 * p. Two that stand out together are left out together, since each makes the others' standard
 * deviation so large that the other hides behind it.
 */
#include <math.h>
#include <stdlib.h>

#include "diff/stats.h"
#include "fleet/fleet.h"
#include "support/memory.h"

#define STANDS_OUT 0.05 /* q, over all rows */

/* Fewer others say nothing of what machines vary. */
enum { OTHERS_LEAST = 4, PAIRS_MOST_MACHINES = 64 };

bool fleet_stands_out(const struct fleet_outlying *outlying)
{
	return outlying->machines[0] != MACHINE_NONE && outlying->q <= STANDS_OUT;
}

struct moments {
	double sum, squares;
	double center; /* taken off before squaring */
	size_t count;
};

static struct moments moments_of(const struct fleet *fleet, const struct fleet_row *row)
{
	struct moments moments = { .center = row->all.median };

	for (size_t i = 0; i < fleet->machine_count; i++) {
		double off = row->values[i].change - moments.center;

		if (!row->values[i].known)
			continue;
		moments.sum += off;
		moments.squares += off * off;
		moments.count++;
	}
	return moments;
}

static struct moments leave(struct moments moments, double change)
{
	double off = change - moments.center;

	moments.sum -= off;
	moments.squares -= off * off;
	moments.count--;
	return moments;
}

/* How far a machine lies from the others: |t|; infinite if all others are alike, and it is not. */
static double t_of(const struct moments *others, double change)
{
	double n = (double)others->count, mean = others->sum / n;
	double variance = (others->squares - n * mean * mean) / (n - 1);
	double distance = fabs(change - others->center - mean);

	if (!(variance > 1e-12 * others->squares / n))
		return distance > 1e-9 ? INFINITY : 0;
	return distance / sqrt(variance * (1 + 1 / n));
}

/* The p of the farthest of @many, each among so many others. */
static double p_of(double t, size_t others, double many)
{
	return isinf(t) ? 0 : fmin(1, many * stats_t_two_sided(t, (double)others - 1));
}

static void none(struct fleet_outlying *outlying)
{
	*outlying = (struct fleet_outlying) {
		.machines = { MACHINE_NONE, MACHINE_NONE },
		.p = NAN,
		.q = NAN,
	};
}

static void leave_one(const struct fleet *fleet, struct fleet_row *row)
{
	struct moments all = moments_of(fleet, row);
	double best = -1;

	none(&row->one);
	if (all.count < OTHERS_LEAST + 1)
		return;
	for (uint32_t i = 0; i < fleet->machine_count; i++) {
		struct moments others;
		double t;

		if (!row->values[i].known)
			continue;
		others = leave(all, row->values[i].change);
		t = t_of(&others, row->values[i].change);
		if (t <= best)
			continue;
		best = t;
		row->one.machines[0] = i;
	}
	row->one.p = p_of(best, all.count - 1, (double)all.count);
	row->one.without = fleet_summarise(fleet, row, NULL, row->one.machines[0], MACHINE_NONE);
}

static void leave_two(const struct fleet *fleet, struct fleet_row *row)
{
	struct moments all = moments_of(fleet, row);
	double best = -1, pairs = (double)all.count * (double)(all.count - 1) / 2;

	none(&row->two);
	if (all.count < OTHERS_LEAST + 2 || all.count > PAIRS_MOST_MACHINES)
		return;
	for (uint32_t i = 0; i < fleet->machine_count; i++)
		for (uint32_t k = i + 1; k < fleet->machine_count; k++) {
			struct moments others;
			double t;

			if (!row->values[i].known || !row->values[k].known)
				continue;
			others = leave(leave(all, row->values[i].change), row->values[k].change);
			t = fmin(t_of(&others, row->values[i].change),
				 t_of(&others, row->values[k].change));
			if (t <= best)
				continue;
			best = t;
			row->two.machines[0] = i;
			row->two.machines[1] = k;
		}
	row->two.p = p_of(best, all.count - 2, pairs);
	row->two.without =
		fleet_summarise(fleet, row, NULL, row->two.machines[0], row->two.machines[1]);
}

/* All rows were looked at for this. */
static void adjust(struct fleet *fleet)
{
	size_t count = 2 * fleet->row_count;
	double *p = mem_alloc((count + 1) * sizeof(*p)), *q = mem_alloc((count + 1) * sizeof(*q));

	for (size_t i = 0; i < fleet->row_count; i++) {
		p[2 * i] = fleet->rows[i].one.p;
		p[2 * i + 1] = fleet->rows[i].two.p;
	}
	stats_adjust(p, q, count);
	for (size_t i = 0; i < fleet->row_count; i++) {
		fleet->rows[i].one.q = q[2 * i];
		fleet->rows[i].two.q = q[2 * i + 1];
	}
	free(p);
	free(q);
}

/* Sub-buckets and counters say the same again. */
static void count_row(const struct fleet_row *row, size_t *times)
{
	if (row->kind == FLEET_LEAF || row->kind == FLEET_EVIDENCE)
		return;
	if (fleet_stands_out(&row->one))
		times[row->one.machines[0]]++;
	else if (fleet_stands_out(&row->two))
		for (int i = 0; i < 2; i++)
			times[row->two.machines[i]]++;
}

void fleet_find_outlying(struct fleet *fleet)
{
	size_t *times = mem_zalloc(fleet->machine_count + 1, sizeof(*times));

	for (size_t i = 0; i < fleet->row_count; i++) {
		leave_one(fleet, &fleet->rows[i]);
		leave_two(fleet, &fleet->rows[i]);
	}
	adjust(fleet);
	for (size_t i = 0; i < fleet->row_count; i++)
		count_row(&fleet->rows[i], times);
	fleet->outlier = MACHINE_NONE;
	for (uint32_t i = 0; i < fleet->machine_count; i++)
		if (times[i] > fleet->outlier_rows) {
			fleet->outlier_rows = times[i];
			fleet->outlier = i;
		}
	free(times);
}
