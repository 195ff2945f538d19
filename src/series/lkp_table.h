/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_LKP_TABLE_H
#define SERIES_LKP_TABLE_H

#include "series/series.h"
#include "support/text.h"

/*
 * A comparison as the kernel test robot (LKP) prints it, of any number of kernels, each compared
 * with the first; symdiff prints sweeps so, with the unit in brackets behind each row:
 *
 *	             6.1                        6.6                       6.12
 *	---------------- -------------------------- --------------------------
 *	         %stddev     %change        %stddev     %change        %stddev
 *	             \          |              \           |              \
 *	     11.80 ±  8%      -4.8       6.96 ±  9%      -5.1       6.70        perf-profile.self.cycles.up_read  [%, pp]
 *
 * If such a table starts at line @at, add a series of it, not finished, and return the line behind
 * it. Else return @at.
 */
size_t lkp_table_read(const struct text *text, size_t at, struct series_set *set);

#endif
