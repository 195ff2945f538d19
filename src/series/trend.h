/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_TREND_H
#define SERIES_TREND_H

#include "series/series.h"

/*
 * How a row goes along a line: the steps, the whole, and where it stops to pay.
 *
 * Noise is known where runs were repeated, or the text states a spread. Runs of one row are taken
 * to vary alike at all points: by the same part of the value (the logarithm is looked at), or, of
 * a percentage, by the same number of points. Their variances are pooled over the row, with the
 * degrees of freedom of all; a single run at one point borrows the spread of the others.
 */
struct trend_noise {
	double variance; /* of a single run, on the scale looked at; NaN: not known */
	double df;	 /* infinite where the text states the spread */
	bool is_log;
};

struct trend_noise trend_noise_of(const struct series *series, const struct series_row *row);

/* The change between two points of a row, with its 95 % range where the noise is known. */
struct trend_step trend_step_of(const struct series_row *row, const struct trend_noise *noise,
				uint32_t from, uint32_t to, double tail);

/* Fill in the row's trends, and its effects if the series is a ladder. */
void trends_find(struct series *series, struct series_row *row);

/* trend_words.c: what a person would say of it. */
const char *trend_words(struct series *series, const struct series_row *row,
			const struct series_line *line, const struct trend *trend);

/* "gains 6 %", "loses 0.5 %", "falls by 1.0 pp": a change, in the words that fit the row. */
void trend_change_words(const struct series_row *row, const struct trend_step *step, char *buf,
			size_t size);

/* "93.4 -> 12 %", "250 -> 17.5 s" */
void trend_ends_words(const struct series_row *row, const struct trend_step *step, char *buf,
		      size_t size);

/* A number of a row as people write it, without its unit. */
const char *trend_number(double value, char *buf, size_t size);

/* ladder.c: what each part did, and whether two of them add up. */
void ladder_find(struct series *series, struct series_row *row, const struct trend_noise *noise);

#endif
