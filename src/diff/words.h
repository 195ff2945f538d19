/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_WORDS_H
#define DIFF_WORDS_H

#include <stddef.h>

#include "diff/diff.h"

/*
 * Numbers as a person would write them. Each writes to @buf of @size bytes and
 * returns it.
 */

/* Percent with the digits that matter, without the sign: "85.6", "0.63". */
const char *words_percent(double percent, char *buf, size_t size);

/* "38.1 -> 42.7 %", "0.63 % -> below 0.68 %", "below 2.03 -> 8.64 %". */
const char *words_shares(const struct diff_event *event, const uint64_t self[SIDES],
			 const uint64_t hidden[SIDES], char *buf, size_t size);

/* A change of points: "+3.6 pp", "-1.5 to -0.8 pp". */
const char *words_points(struct range points, char *buf, size_t size);

/*
 * A ratio as a change: "+21 %", "+28 to +30 %", "x 6.7", "gone". Never more
 * than "x 1000 or more". Empty if it is none.
 */
const char *words_ratio(struct range ratio, char *buf, size_t size);

/* An amount with its magnitude: "92.6 M", "131". */
const char *words_amount(double amount, char *buf, size_t size);

/* "3 and 5 runs a side", "one profile a side (unreplicated)". */
const char *words_runs(const struct diff_event *event, char *buf, size_t size);

#endif
