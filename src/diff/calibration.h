/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_CALIBRATION_H
#define DIFF_CALIBRATION_H

#include <stdio.h>

#include "diff/stats.h"
#include "side.h"

/*
 * What the runs of one configuration vary, learned once and stored as JSON
 * (symdiff/calibration/1: docs/json.md) for diffs of single runs.
 */
struct calibration {
	double df;		    /* of the buckets' figures: runs - 1 */
	struct variance_prior rows; /* of symbols: the variance of a run, sampling included */
	struct calibrated_bucket {
		char *name;
		double self, charged; /* sd of log-odds beyond sampling; NaN: not known */
	} * buckets;
	size_t bucket_count;
};

/* Learn from the runs of @side, and print. -1 with @err if there are fewer than three. */
int calibration_print(const struct symdiff_profile *side, FILE *out, struct symdiff_error *err);

/* Read what was printed. NULL with @err if it is something else. */
struct calibration *calibration_read(const char *path, struct symdiff_error *err);
void calibration_free(struct calibration *calibration);

/* The bucket's sd; @otherwise where the calibration has not seen it. */
double calibration_of_bucket(const struct calibration *calibration, const char *name, bool charged,
			     double otherwise);

/*
 * What a symbol varies beyond the sampling that it has; @counting is what that would be of
 * independent samples.
 */
double calibration_of_row(const struct calibration *calibration, double counting, double sampling);

#endif
