// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/time_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

#define SAMPLES_LEAST 10 /* of the thing, among those that were kept */

void time_sums_init(struct time_sums *sums, uint32_t symbol_count, uint32_t bucket_count,
		    double every)
{
	*sums = (struct time_sums) {
		.known = true,
		.every = every,
		.row_of = mem_alloc((symbol_count + 1ul) * sizeof(*sums->row_of)),
		.buckets = mem_zalloc(bucket_count, sizeof(*sums->buckets)),
	};
	memset(sums->row_of, 0xff, (symbol_count + 1ul) * sizeof(*sums->row_of));
}

void time_sums_deinit(struct time_sums *sums)
{
	free(sums->row_of);
	free(sums->rows);
	free(sums->buckets);
	*sums = (struct time_sums) { 0 };
}

double *time_sums_row(struct time_sums *sums, uint32_t symbol)
{
	if (sums->row_of[symbol] == UINT32_MAX) {
		array_reserve(sums->rows, sums->row_capacity, sums->row_count + 1ul);
		memset(sums->rows[sums->row_count], 0, sizeof(*sums->rows));
		sums->row_of[symbol] = sums->row_count++;
	}
	return sums->rows[sums->row_of[symbol]];
}

void time_sums_renumber(struct time_sums *sums, const struct time_sums *part, uint32_t part_symbols,
			uint32_t symbol_count, uint32_t bucket_count, const uint32_t *symbol_of)
{
	if (!part->known)
		return;
	time_sums_init(sums, symbol_count, bucket_count, part->every);
	memcpy(sums->total, part->total, sizeof(sums->total));
	memcpy(sums->idle, part->idle, sizeof(sums->idle));
	memcpy(sums->buckets, part->buckets, bucket_count * sizeof(*sums->buckets));
	for (uint32_t i = 0; i < part_symbols; i++) {
		if (part->row_of[i] == UINT32_MAX)
			continue;

		const double *from = part->rows[part->row_of[i]];
		double *row = time_sums_row(sums, symbol_of[i]);

		for (unsigned b = 0; b < TIME_BLOCKS; b++)
			row[b] += from[b];
	}
}

void time_series_add_symbol(struct time_series *series, const struct time_sums *sums,
			    uint32_t symbol)
{
	if (!sums->known || sums->row_of[symbol] == UINT32_MAX)
		return;
	for (unsigned b = 0; b < TIME_BLOCKS; b++)
		series->of[b] += sums->rows[sums->row_of[symbol]][b];
}

void time_series_add_bucket(struct time_series *series, const struct time_sums *sums,
			    uint32_t bucket, bool charged, bool busy)
{
	const struct time_bucket *of = sums->known ? &sums->buckets[bucket] : NULL;

	for (unsigned b = 0; of && b < TIME_BLOCKS; b++)
		series->of[b] += charged ? of->charged[b] - (busy ? of->idle_charged[b] : 0)
					 : of->self[b] - (busy ? of->idle[b] : 0);
}

static double whole_of(const struct time_sums *sums, unsigned block, bool busy)
{
	return sums->total[block] - (busy ? sums->idle[block] : 0);
}

unsigned time_sums_blocks(const struct time_sums *sums, bool busy)
{
	unsigned count = 0;

	for (unsigned b = 0; b < TIME_BLOCKS; b++)
		count += whole_of(sums, b, busy) > 0;
	return count;
}

/*
 * Successive differences (von Neumann 1941; Wolter 2007, chapter 8): half the squared difference of
 * neighbours, where what is left of a share that grows or falls slowly cancels out.
 */
static double neighbours_differ(const double *beyond, unsigned count)
{
	double sum = 0;

	for (unsigned i = 1; i < count; i++)
		sum += (beyond[i] - beyond[i - 1]) * (beyond[i] - beyond[i - 1]) / 2;
	return sum / (count - 1);
}

double time_series_dispersion(const struct time_series *series, const struct time_sums *sums,
			      bool busy, double worth)
{
	double beyond[TIME_BLOCKS], part = 0, whole = 0, share, dispersion;
	unsigned blocks = 0;

	for (unsigned b = 0; b < TIME_BLOCKS; b++) {
		part += series->of[b];
		whole += whole_of(sums, b, busy);
	}
	share = whole > 0 ? part / whole : 0;
	for (unsigned b = 0; b < TIME_BLOCKS; b++)
		if (whole_of(sums, b, busy) > 0)
			beyond[blocks++] = series->of[b] - share * whole_of(sums, b, busy);
	if (blocks < TIME_BLOCKS_LEAST || part < SAMPLES_LEAST || !(share < 1))
		return NAN;
	/* m var(r) / T^2, over p (1 - p) / n_eff */
	dispersion =
		blocks * neighbours_differ(beyond, blocks) * worth / (share * (1 - share) * whole);
	/* Of one sample in @every only so much of what they have in common is to be seen. */
	return fmax(1 + (dispersion - 1) * sums->every, 0);
}

double time_sums_df(const struct time_sums *sums, bool busy)
{
	double blocks = time_sums_blocks(sums, busy);

	return blocks < TIME_BLOCKS_LEAST ? 0 : 2 * (blocks - 1) / 3;
}
