/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_CSV_SERIES_H
#define REPORT_CSV_SERIES_H

#include <stdio.h>

#include "sweep.h"

/* The parts of the CSV writer that are in csv_series.c. */
void csv_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
	       FILE *out);
void csv_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
	       FILE *out);

#endif
