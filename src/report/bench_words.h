/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_BENCH_WORDS_H
#define REPORT_BENCH_WORDS_H

#include "evidence/bench.h"

/* Sentences about a comparison of benchmarks, which text and Markdown share. */

/* "32 to 128 bytes", "2000 tasks" */
const char *bench_words_range(const struct bench_class *class, char *room, size_t size);

/* "+24.2 to +38.7 % (worse)": of the measure itself, not of the gain. */
const char *bench_words_change(const struct bench_class *class, char *room, size_t size);

/*
 * "geometric mean of 9 results: 1.0008, above 1 is better (0.995 to 1.006)", or why there is none.
 */
const char *bench_words_mean(const struct bench_mean *mean, char *room, size_t size);

/* "worse"; "worse?" where it may be noise. */
const char *bench_words_verdict(const struct bench_row *row);

/* "+8.6 %", "x 12", or "" without a ratio. */
const char *bench_words_ratio(double ratio, char *room, size_t size);

/*
 * What must be known to read the table, the @i-th remark: failed runs, broken counters, rows on
 * one side only, noise. NULL past the last.
 */
const char *bench_words_note(const struct bench_table *table, size_t i, char *room, size_t size);

#endif
