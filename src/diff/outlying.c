// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/outlying.h"

#include <math.h>
#include <stdlib.h>

#include "diff/noise.h"
#include "support/memory.h"

#define FAR   2.5 /* times what the others are apart */
#define LEAST 3	  /* standard errors of sampling, on average: what chance does not do */
#define COUNT 10  /* samples that a row needs */

static double log_odds(const struct run_value *value)
{
	double k = value->share * value->samples;

	return log((k + 0.5) / (fmax(value->samples - k, 0) + 0.5));
}

/* How far two runs are apart: root mean square over the rows, in standard errors of sampling. */
static double distance(const struct diff_event *event, int side, const struct totals *const runs[2],
		       const double *const weights[2])
{
	double sum = 0, rows = 0;

	for (size_t i = 0; i < event->row_count; i++) {
		struct run_value a = noise_value(event, side, runs[0], weights[0][i], false);
		struct run_value b = noise_value(event, side, runs[1], weights[1][i], false);
		double k = a.share * a.samples, l = b.share * b.samples;
		double apart = log_odds(&a) - log_odds(&b);

		if (k + l < 2 * COUNT || (event->busy && event->rows[i].bucket == BUCKET_IDLE))
			continue;
		sum += apart * apart / (1 / (k + 0.5) + 1 / (l + 0.5));
		rows++;
	}
	return rows > 0 ? sqrt(sum / rows) : 0;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The middle of what the others are from their nearest. */
static double usual(const double *nearest, size_t count, size_t except)
{
	double *others = mem_alloc(count * sizeof(*others)), middle;
	size_t left = 0;

	for (size_t i = 0; i < count; i++)
		if (i != except)
			others[left++] = nearest[i];
	qsort(others, left, sizeof(*others), compare_numbers);
	middle = others[left / 2];
	free(others);
	return middle;
}

bool *outlying_runs(const struct diff_event *event, int side, const struct totals *const *runs,
		    size_t count, const double *weights)
{
	bool *outlying = mem_zalloc(count + 1, sizeof(*outlying));
	double *nearest = mem_alloc((count + 1) * sizeof(*nearest));

	for (size_t i = 0; i < count; i++)
		nearest[i] = INFINITY;
	for (size_t i = 0; count > 2 && i < count; i++)
		for (size_t k = 0; k < i; k++) {
			double apart = distance(
				event, side, (const struct totals *const[]) { runs[i], runs[k] },
				(const double *const[]) { weights + i * event->row_count,
							  weights + k * event->row_count });

			nearest[i] = fmin(nearest[i], apart);
			nearest[k] = fmin(nearest[k], apart);
		}
	for (size_t i = 0; count > 2 && i < count; i++)
		outlying[i] = nearest[i] > LEAST && nearest[i] > FAR * usual(nearest, count, i);
	free(nearest);
	return outlying;
}
