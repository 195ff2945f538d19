/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_TIME_SUMS_H
#define MODEL_TIME_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/timeline.h"

/*
 * The samples of one event that the timeline kept, summed per block of time:
 * in all, by symbol, and by bucket. A sample weighs what those of its symbol do
 * on average; one that weighs what the event's do on average is 1.
 *
 * What these are for: samples of one run are not independent where the work
 * comes in bursts. How much more a share varies from block to block than chance
 * would make it is how much less its samples are worth. What is compared are
 * neighbours, so that phases which each run has in the same way (starting up,
 * warming up) hardly count: see docs/statistics.md.
 */
struct time_sums {
	bool known; /* else all is empty */
	double every;
	double total[TIME_BLOCKS], idle[TIME_BLOCKS];
	uint32_t *row_of; /* by symbol: its row, or UINT32_MAX */
	uint32_t row_count;
	size_t row_capacity;
	double (*rows)[TIME_BLOCKS]; /* self, of symbols */
	struct time_bucket *buckets; /* by leaf bucket */
};

struct time_bucket {
	double self[TIME_BLOCKS], charged[TIME_BLOCKS];
	double idle[TIME_BLOCKS], idle_charged[TIME_BLOCKS]; /* of these */
};

void time_sums_init(struct time_sums *sums, uint32_t symbol_count, uint32_t bucket_count,
		    double every);
void time_sums_deinit(struct time_sums *sums);

/* A symbol's sums, to be added to: a new row if it has none. */
double *time_sums_row(struct time_sums *sums, uint32_t symbol);

/* The same sums with symbols numbered as @symbol_of says, several of which may be one. */
void time_sums_renumber(struct time_sums *sums, const struct time_sums *part, uint32_t part_symbols,
			uint32_t symbol_count, uint32_t bucket_count, const uint32_t *symbol_of);

/* Something that is made of symbols and buckets: by block. All zero to begin with. */
struct time_series {
	double of[TIME_BLOCKS];
};

/* With @busy its idle part is left out. */
void time_series_add_symbol(struct time_series *series, const struct time_sums *sums,
			    uint32_t symbol);
void time_series_add_bucket(struct time_series *series, const struct time_sums *sums,
			    uint32_t bucket, bool charged, bool busy);

/*
 * The variance of its share of the whole (with @busy of the busy part), as the blocks show it, in
 * units of what independent samples would give: 2 means that they are worth half of what they are.
 * @worth: how many samples of equal weight one is worth (n_eff / n). NaN where the blocks cannot
 * say: no times, fewer than TIME_BLOCKS_LEAST blocks with samples, or fewer than 10 samples.
 */
double time_series_dispersion(const struct time_series *series, const struct time_sums *sums,
			      bool busy, double worth);

#define TIME_BLOCKS_LEAST 8

/* How many blocks have samples. */
unsigned time_sums_blocks(const struct time_sums *sums, bool busy);

/* How well a dispersion is known: degrees of freedom (successive differences: 2/3 of m - 1). */
double time_sums_df(const struct time_sums *sums, bool busy);

#endif
