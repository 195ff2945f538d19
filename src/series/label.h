/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_LABEL_H
#define SERIES_LABEL_H

#include "series/series.h"

/*
 * What labels say of their points:
 *
 *	8  16  32            numbers, as are 8p and 4K (of 1024)
 *	objects=8            a number with the name of its axis
 *	order=3,objects=16   two factors, as is A/B
 *	none  a  a+b  b      parts put on top of each other
 *	6.1  6.12  v6.18-rc1 names, in the order given: a version is no number
 */

/*
 * The number that @label is: digits and, behind them, at most four letters, which must be the same
 * for all of a series. NaN if it is none. With @may_be_decimal 0.5 is one, too.
 */
double label_number(const char *label, bool may_be_decimal);

/* Give the series its shape, and its points their numbers, levels or parts. */
void labels_sort_out(struct series *series);

#endif
