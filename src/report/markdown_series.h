/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_MARKDOWN_SERIES_H
#define REPORT_MARKDOWN_SERIES_H

#include <stdio.h>

#include "sweep.h"

/* The parts of the Markdown writer that are in markdown_series.c. */
void markdown_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		    FILE *out);
void markdown_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		    FILE *out);

#endif
