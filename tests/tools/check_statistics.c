// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Synthetic runs whose truth is known, put through the tests and the gate of
 * the product: how often they are wrong. See scripts/check-statistics.
 *
 *	check_statistics [TRIALS]
 */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/gate_parts.h"
#include "diff/spread.h"
#include "diff/stats.h"
#include "model/time_sums.h"
#include "support/memory.h"

#define SYMBOLS	  200
#define BUCKETS	  15
#define RUNS_MOST 10
#define ITEMS	  (SYMBOLS + BUCKETS)

enum spreading { ALIKE, MIXED }; /* all symbols vary as much; or half of them a fifth of it */
enum truth { NOTHING_MOVES, SOME_MOVE, ONE_BUCKET, ONE_SYMBOL };

struct setting {
	double sd; /* run to run, of a logarithm */
	enum spreading spreading;
	unsigned samples;
	size_t runs;
	enum truth truth;
};

/* What was drawn: of each item and run; buckets come after the symbols. */
struct trial {
	double truth[SIDES][ITEMS]; /* shares */
	struct run_value values[SIDES][ITEMS][RUNS_MOST];
	struct spread spreads[ITEMS];
	double naive_q[ITEMS];
};

/* Rates, over trials or over intervals. */
struct rate {
	double sum, squares, count;
};

struct result {
	struct rate false_discoveries, naive, found, rows_covered, buckets_covered, fail, pass;
};

static void rate_add(struct rate *rate, double value)
{
	rate->sum += value;
	rate->squares += value * value;
	rate->count++;
}

static double rate_of(const struct rate *rate)
{
	return rate->count > 0 ? rate->sum / rate->count : NAN;
}

/* Monte-Carlo error: one standard error. */
static double rate_error(const struct rate *rate)
{
	double mean = rate_of(rate);

	return rate->count > 1
		       ? sqrt(fmax(rate->squares / rate->count - mean * mean, 0) / rate->count)
		       : NAN;
}

static size_t bucket_of(size_t symbol)
{
	return symbol % BUCKETS;
}

/* ---- truth ---- */

static void base_shares(double *share)
{
	double sum = 0;

	for (size_t i = 0; i < SYMBOLS; i++)
		sum += share[i] = 1 / pow((double)i + 3, 0.9);
	for (size_t i = 0; i < SYMBOLS; i++)
		share[i] /= sum;
}

/* Take from one symbol, give to the other: all else stays, in share, too. */
static void trade(double *share, size_t giver, size_t taker, double amount)
{
	share[giver] -= amount;
	share[taker] += amount;
}

static void set_truth(struct trial *trial, enum truth truth)
{
	double *base = trial->truth[BASE], *newer = trial->truth[NEW];

	base_shares(base);
	if (truth == ONE_SYMBOL) { /* 4 % of all; the rest shrinks alike */
		double factor = 0.96 / (1 - base[4]);

		for (size_t i = 0; i < SYMBOLS; i++)
			base[i] *= factor;
		base[4] = 0.04;
	}
	memcpy(newer, base, SYMBOLS * sizeof(double));
	for (size_t i = 0; truth == SOME_MOVE && i < 10; i++)
		trade(newer, 3 + 7 * i, 4 + 7 * i, 0.3 * base[3 + 7 * i]);
	for (size_t i = 0; truth == ONE_BUCKET && i < SYMBOLS; i++) {
		if (bucket_of(i) == 2)
			newer[i] *= 1.1;
	}
	if (truth == ONE_SYMBOL)
		newer[4] *= 1.15;
	for (int side = 0; side < SIDES; side++) {
		double sum = 0;

		for (size_t i = 0; i < SYMBOLS; i++)
			sum += trial->truth[side][i];
		memset(trial->truth[side] + SYMBOLS, 0, BUCKETS * sizeof(double));
		for (size_t i = 0; i < SYMBOLS; i++) {
			trial->truth[side][i] /= sum;
			trial->truth[side][SYMBOLS + bucket_of(i)] += trial->truth[side][i];
		}
	}
}

/* ---- runs ---- */

/*
 * Half of a symbol's variance is its bucket's: buckets vary, too, and symbols
 * together. Where a bucket is what is asked about, all of it is.
 */
static void draw_run(const struct setting *setting, struct trial *trial, int side, size_t run,
		     gsl_rng *rng)
{
	double weight[SYMBOLS], common[BUCKETS], count[ITEMS] = { 0 };
	unsigned drawn[SYMBOLS];
	double together = setting->truth == ONE_BUCKET ? 1 : M_SQRT1_2;
	double alone = sqrt(1 - together * together);

	for (size_t i = 0; i < BUCKETS; i++)
		common[i] = gsl_ran_ugaussian(rng);
	for (size_t i = 0; i < SYMBOLS; i++) {
		double sd = setting->spreading == MIXED && i / BUCKETS % 2 ? setting->sd / 5
									   : setting->sd;

		weight[i] = trial->truth[side][i] * exp(sd * (together * common[bucket_of(i)] +
							      alone * gsl_ran_ugaussian(rng)));
	}
	gsl_ran_multinomial(rng, SYMBOLS, setting->samples, weight, drawn);
	for (size_t i = 0; i < SYMBOLS; i++) {
		count[i] = drawn[i];
		count[SYMBOLS + bucket_of(i)] += drawn[i];
	}
	for (size_t i = 0; i < ITEMS; i++)
		trial->values[side][i][run] =
			(struct run_value) { .share = count[i] / setting->samples,
					     .samples = setting->samples };
}

static void search(const struct setting *setting, struct trial *trial)
{
	const size_t runs[SIDES] = { setting->runs, setting->runs };
	struct spread *list[ITEMS];

	for (size_t i = 0; i < ITEMS; i++) {
		list[i] = &trial->spreads[i];
		spread_measure(list[i],
			       (const struct run_value *const[]) { trial->values[BASE][i],
								   trial->values[NEW][i] },
			       runs, false, BOOTS_DIFFER);
	}
	if (setting->runs > 1)
		spread_search(list, SYMBOLS, list + SYMBOLS, BUCKETS);
}

/* What does not know that runs differ: all samples of a side in one pot, two proportions. */
static void search_naively(const struct setting *setting, struct trial *trial)
{
	double p[ITEMS], n = (double)setting->samples * (double)setting->runs;

	for (size_t i = 0; i < ITEMS; i++) {
		double k = trial->spreads[i].k[BASE], l = trial->spreads[i].k[NEW];
		double pooled = (k + l) / (2 * n), se = sqrt(pooled * (1 - pooled) * 2 / n);

		p[i] = spread_is_small(&trial->spreads[i])
			       ? NAN
			       : 2 * gsl_cdf_ugaussian_Q(fabs(k - l) / n / se);
	}
	stats_adjust(p, trial->naive_q, ITEMS);
}

/* ---- what is right ---- */

static bool is_moved(const struct trial *trial, size_t item)
{
	return fabs(trial->truth[NEW][item] / trial->truth[BASE][item] - 1) > 1e-9;
}

static double false_part(const struct trial *trial, bool naive)
{
	double found = 0, wrong = 0;

	for (size_t i = 0; i < ITEMS; i++) {
		if (!((naive ? trial->naive_q[i] : trial->spreads[i].q) <= FALSE_DISCOVERIES))
			continue;
		found++;
		wrong += !is_moved(trial, i);
	}
	return found > 0 ? wrong / found : 0;
}

static void count_covered(const struct trial *trial, struct result *result)
{
	for (size_t i = 0; i < ITEMS; i++) {
		double moved = 100 * (trial->truth[NEW][i] - trial->truth[BASE][i]);
		struct range range;

		if (spread_is_small(&trial->spreads[i]))
			continue;
		range = spread_points(&trial->spreads[i], 0.025);
		rate_add(i < SYMBOLS ? &result->rows_covered : &result->buckets_covered,
			 range.low <= moved && moved <= range.high);
	}
}

/* A limit on the bucket's growth, at @limit points. */
static enum symdiff_outcome judge_bucket(const struct setting *setting, struct trial *trial,
					 size_t bucket, double limit)
{
	const struct judge judge = { .tail = 0.05, .force = true };
	struct gate_rule rule = {
		.kind = SYMDIFF_MAX_GROWTH, .text = "", .unit = LIMIT_POINTS, .limit = limit
	};
	struct seen seen[SIDES];

	for (int side = 0; side < SIDES; side++)
		seen[side] = (struct seen) {
			.found = true,
			.share = trial->spreads[SYMBOLS + bucket].mean[side],
			.samples = setting->samples,
			.values = trial->values[side][SYMBOLS + bucket],
			.runs = setting->runs,
			.run_sd = BOOTS_DIFFER,
		};
	if (gate_bound(&judge, &rule, &seen[BASE], &seen[NEW], NULL))
		abort();
	free(rule.reason);
	return rule.outcome;
}

static void run_trial(const struct setting *setting, struct trial *trial, struct result *result,
		      gsl_rng *rng)
{
	double growth = 100 * (trial->truth[NEW][SYMBOLS + 2] - trial->truth[BASE][SYMBOLS + 2]);
	enum symdiff_outcome outcome;

	for (int side = 0; side < SIDES; side++)
		for (size_t run = 0; run < setting->runs; run++)
			draw_run(setting, trial, side, run, rng);
	search(setting, trial);
	search_naively(setting, trial);
	rate_add(&result->naive, false_part(trial, true));
	/* What is found of a bucket that grew: any growth. Else the limit is at the truth. */
	outcome = judge_bucket(setting, trial, 2, setting->truth == ONE_BUCKET ? 0 : growth);
	rate_add(&result->fail, outcome == SYMDIFF_FAIL);
	rate_add(&result->pass, outcome == SYMDIFF_PASS);
	if (setting->runs < 2)
		return;
	rate_add(&result->false_discoveries, false_part(trial, false));
	rate_add(&result->found, trial->spreads[4].q <= FALSE_DISCOVERIES);
	count_covered(trial, result);
}

static struct result run_setting(const struct setting *setting, size_t trials, gsl_rng *rng)
{
	struct trial *trial = mem_zalloc(1, sizeof(*trial));
	struct result result = { 0 };

	gsl_rng_set(rng, 20080 + setting->samples + setting->runs * 7 + (unsigned)setting->truth +
				 (unsigned)(setting->sd * 1000));
	set_truth(trial, setting->truth);
	for (size_t i = 0; i < trials; i++)
		run_trial(setting, trial, &result, rng);
	free(trial);
	return result;
}

/* ---- the report ---- */

static int bad;

/* Beyond @limit by more than three Monte-Carlo errors? */
static void check(const struct rate *rate, double limit, bool at_most, const char *what)
{
	double value = rate_of(rate), error = 3 * rate_error(rate);

	if (isnan(value) || (at_most ? value - error <= limit : value + error >= limit))
		return;
	printf("^ %s: %.1f %%, must be at %s %.1f %%\n", what, 100 * value,
	       at_most ? "most" : "least", 100 * limit);
	bad++;
}

static void put_rate(const struct rate *rate)
{
	if (rate->count > 0)
		printf("  %5.1f +-%3.1f", 100 * rate_of(rate), 100 * rate_error(rate));
	else
		printf("  %11s", "-");
}

static void false_alarms(size_t trials, gsl_rng *rng)
{
	static const struct {
		double sd;
		enum spreading spreading;
		const char *name;
	} noises[] = {
		{ 0, ALIKE, "0" },
		{ 0.04, ALIKE, "4 %" },
		{ 0.11, ALIKE, "11 %" },
		{ 0.11, MIXED, "2 and 11 %" },
	};
	static const unsigned samples[] = { 20000, 200000 };
	static const size_t runs[] = { 1, 3, 5, 10 };

	printf("%zu symbols in %d buckets; percent of %zu trials, with one Monte-Carlo error\n"
	       "false: false discoveries among those found (10 pairs trade, or nothing moves); naive: "
	       "all samples in one pot\n"
	       "rows, buckets: 95 %% intervals that hold the truth; fail, pass: a limit exactly at the "
	       "truth\n\n",
	       (size_t)SYMBOLS, BUCKETS, trials);
	printf("%-11s %7s %4s %6s  %11s  %11s  %11s  %11s  %11s  %11s\n", "run sd", "samples",
	       "runs", "moves", "false", "naive", "rows", "buckets", "fail", "pass");
	for (size_t n = 0; n < ARRAY_SIZE(noises); n++)
		for (size_t s = 0; s < ARRAY_SIZE(samples); s++)
			for (size_t r = 0; r < ARRAY_SIZE(runs); r++)
				for (int truth = NOTHING_MOVES; truth <= SOME_MOVE; truth++) {
					struct setting setting = { noises[n].sd,
								   noises[n].spreading, samples[s],
								   runs[r], (enum truth)truth };
					struct result result = run_setting(&setting, trials, rng);

					printf("%-11s %7u %4zu %6s", noises[n].name, samples[s],
					       runs[r], truth ? "some" : "none");
					put_rate(&result.false_discoveries);
					put_rate(&result.naive);
					put_rate(&result.rows_covered);
					put_rate(&result.buckets_covered);
					put_rate(&result.fail);
					put_rate(&result.pass);
					putchar('\n');
					check(&result.false_discoveries, 0.05, true,
					      "false discoveries");
					check(&result.rows_covered, 0.94, false,
					      "intervals of rows");
					check(&result.buckets_covered, 0.94, false,
					      "intervals of buckets");
					check(&result.fail, 0.05, true, "a limit that held failed");
					check(&result.pass, 0.05, true, "a limit not held passed");
				}
}

static void power(size_t trials, gsl_rng *rng)
{
	static const struct {
		enum truth truth;
		size_t runs;
		double least;
		const char *what;
	} rows[] = {
		{ ONE_BUCKET, 5, 0.85, "a gate rule sees a bucket that grew by 10 %" },
		{ ONE_SYMBOL, 5, 0.40, "a 4 % symbol that grew by 15 % is discovered" },
		{ ONE_SYMBOL, 10, 0.80, "a 4 % symbol that grew by 15 % is discovered" },
	};
	static const unsigned samples[] = { 20000, 200000 };

	printf("\nunder 4 %% run-to-run variation\n");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		for (size_t s = 0; s < ARRAY_SIZE(samples); s++) {
			struct setting setting = { 0.04, ALIKE, samples[s], rows[i].runs,
						   rows[i].truth };
			struct result result = run_setting(&setting, trials, rng);
			const struct rate *seen =
				rows[i].truth == ONE_BUCKET ? &result.fail : &result.found;

			printf("%-46s %2zu runs %7u samples", rows[i].what, rows[i].runs,
			       samples[s]);
			put_rate(seen);
			printf("  (at least %.0f)\n", 100 * rows[i].least);
			check(seen, rows[i].least, false, rows[i].what);
		}
}

/* ---- within a run ---- */

#define TICKS 6000 /* of a millisecond: some 23 blocks */

/* How the work varies while a run lasts: each bucket on its own. */
struct within {
	const char *what;
	double sd;     /* of the logarithm of what a bucket does */
	double length; /* of a burst, as a part of the run */
	bool phases;   /* no chance, but two phases that each run has: one bucket is in the first */
	double least;  /* of the intervals must hold the truth; 0: it is only said */
};

struct held {
	double share, low[2], high[2]; /* by independent samples; with blocks of time */
};

/* What each bucket does at each tick: an AR(1) process, with its correlation as a length. */
static void draw_work(const struct within *within, const double *share, double (*work)[BUCKETS],
		      gsl_rng *rng)
{
	double keep = within->length > 0 ? exp(-1 / (within->length * TICKS)) : 0;

	for (size_t b = 0; b < BUCKETS; b++) {
		double at = gsl_ran_ugaussian(rng);

		for (size_t t = 0; t < TICKS; t++) {
			bool late = within->phases && t > TICKS / 3;

			work[t][b] = share[b] * exp(within->sd * at) * (late && b == 2 ? 0.2 : 1);
			at = keep * at + sqrt(1 - keep * keep) * gsl_ran_ugaussian(rng);
		}
	}
}

static void hold(const struct run_value *value, struct held *held, bool blocks)
{
	const struct run_value plain = { .share = value->share, .samples = value->samples };
	const struct run_value *used = blocks ? value : &plain;
	struct spread spread;
	struct range range;

	spread_measure(&spread, (const struct run_value *const[]) { NULL, used },
		       (const size_t[]) { 0, 1 }, false, 0);
	range = spread_share(&spread, NEW, 0.025);
	held->share = value->share;
	held->low[blocks] = range.low;
	held->high[blocks] = range.high;
}

/* One run, by the way that recordings take: samples with times, blocks, sums. */
static void run_within(const struct within *within, const double *share, unsigned samples,
		       double (*work)[BUCKETS], struct held *held, gsl_rng *rng)
{
	struct timeline timeline = { 0 };
	struct time_sums sums;
	double count[BUCKETS] = { 0 };

	draw_work(within, share, work, rng);
	for (unsigned i = 0; i < samples; i++) {
		uint64_t tick = (uint64_t)i * TICKS / samples;
		double sum = 0, at;
		uint32_t b = 0;

		for (size_t k = 0; k < BUCKETS; k++)
			sum += work[tick][k];
		for (at = gsl_rng_uniform(rng) * sum; b < BUCKETS - 1 && at >= work[tick][b]; b++)
			at -= work[tick][b];
		count[b]++;
		timeline_add(&timeline, b, tick * 1000000);
	}
	time_sums_init(&sums, BUCKETS, 0, timeline.every);
	for (size_t i = 0; i < timeline.count; i++) {
		sums.total[timeline.blocks[i]]++;
		time_sums_row(&sums, timeline.stacks[i])[timeline.blocks[i]]++;
	}
	for (uint32_t b = 0; b < BUCKETS; b++) {
		struct time_series series = { { 0 } };
		struct run_value value = { .share = count[b] / samples, .samples = samples };

		time_series_add_symbol(&series, &sums, b);
		value.dispersion = time_series_dispersion(&series, &sums, false, 1);
		value.blocks_df = time_sums_df(&sums, false);
		hold(&value, &held[b], false);
		hold(&value, &held[b], true);
	}
	time_sums_deinit(&sums);
	timeline_deinit(&timeline);
}

/* The truth is what all runs have on average. */
static void judge_within(const struct within *within, const struct held *held, size_t trials,
			 unsigned samples)
{
	struct rate covered[2] = { { 0 } }, wider = { 0 };

	for (size_t b = 0; b < BUCKETS; b++) {
		double truth = 0;

		for (size_t i = 0; i < trials; i++)
			truth += held[i * BUCKETS + b].share / (double)trials;
		for (size_t i = 0; i < trials; i++) {
			const struct held *one = &held[i * BUCKETS + b];

			for (int by = 0; by < 2; by++)
				rate_add(&covered[by],
					 one->low[by] <= truth && truth <= one->high[by]);
			rate_add(&wider,
				 (one->high[1] - one->low[1]) / (one->high[0] - one->low[0]));
		}
	}
	printf("%-32s %7u", within->what, samples);
	put_rate(&covered[0]);
	put_rate(&covered[1]);
	printf("  %5.2f\n", rate_of(&wider));
	if (within->least > 0)
		check(&covered[1], within->least, false, "intervals of single runs");
}

static void within_runs(size_t trials, gsl_rng *rng)
{
	static const struct within rows[] = {
		{ "nothing", 0, 0, false, 0.94 },
		{ "bursts of 1/2000 of the run", 0.7, 0.0005, false, 0.94 },
		{ "bursts of 1/500 of the run", 0.7, 0.002, false, 0.93 },
		{ "bursts of 1/100 of the run", 0.7, 0.01, false, 0 },
		{ "bursts of 1/20 of the run", 0.7, 0.05, false, 0 },
		{ "two phases, alike in all runs", 0, 0, true, 0.94 },
	};
	static const unsigned samples[] = { 5000, 50000 };
	struct held *held = mem_zalloc(trials * BUCKETS, sizeof(*held));
	double(*work)[BUCKETS] = mem_alloc(TICKS * sizeof(*work));
	double share[BUCKETS] = { 0 }, symbols[SYMBOLS];

	base_shares(symbols);
	for (size_t i = 0; i < SYMBOLS; i++)
		share[bucket_of(i)] += symbols[i];
	printf("\nsingle runs whose buckets vary by 70 %% while they run: 95 %% intervals that hold "
	       "the mean of all runs\n%-32s %7s  %11s  %11s  %5s\n",
	       "what varies", "samples", "independent", "blocks", "wider");
	for (size_t r = 0; r < ARRAY_SIZE(rows); r++)
		for (size_t s = 0; s < ARRAY_SIZE(samples); s++) {
			gsl_rng_set(rng, 1941 + r * 7 + s);
			for (size_t i = 0; i < trials; i++)
				run_within(&rows[r], share, samples[s], work, held + i * BUCKETS,
					   rng);
			judge_within(&rows[r], held, trials, samples[s]);
		}
	free(work);
	free(held);
}

int main(int argc, char **argv)
{
	long trials = argc > 1 ? strtol(argv[1], NULL, 10) : 400;
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	if (trials < 2) {
		fputs("usage: check_statistics [TRIALS]\n", stderr);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	false_alarms((size_t)trials, rng);
	power((size_t)trials, rng);
	within_runs((size_t)trials, rng);
	gsl_rng_free(rng);
	return bad ? 1 : 0;
}
