/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_BETTER_H
#define SERIES_BETTER_H

#include "series/series.h"

/*
 * Is more or less of it better? By the unit first ("s", "MB/s"), then by words in the name
 * ("throughput", "latency"). A percentage, and what no word gives away, stays unknown.
 */
enum better better_of(const char *name, const char *unit);

#endif
