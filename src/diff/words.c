// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diff/noise.h"
#include "support/memory.h"

const char *words_percent(double percent, char *buf, size_t size)
{
	snprintf(buf, size, fabs(percent) < 9.995 ? "%.2f" : "%.1f", percent);
	return buf;
}

const char *words_shares(const struct diff_event *event, const uint64_t self[SIDES],
			 const uint64_t hidden[SIDES], char *buf, size_t size)
{
	char text[SIDES][24];
	bool below[SIDES];

	for (int side = 0; side < SIDES; side++) {
		below[side] = !self[side] && hidden[side];
		words_percent(
			100 * diff_share(event, side, below[side] ? hidden[side] : self[side]),
			text[side], sizeof(text[side]));
	}
	snprintf(buf, size, "%s%s%s -> %s%s %%", below[BASE] ? "below " : "", text[BASE],
		 below[NEW] ? " %" : "", below[NEW] ? "below " : "", text[NEW]);
	return buf;
}

/* Two ends that would be printed alike are one number. */
static bool printed_alike(const char *a, const char *b)
{
	return !strcmp(a, b);
}

const char *words_points(struct range points, char *buf, size_t size)
{
	const char *format =
		fabs(points.low) < 0.95 && fabs(points.high) < 0.95 ? "%+.2f" : "%+.1f";
	char low[24], high[24];

	snprintf(low, sizeof(low), format, points.low);
	snprintf(high, sizeof(high), format, points.high);
	if (printed_alike(low, high))
		snprintf(buf, size, "%s pp", low);
	else
		snprintf(buf, size, "%s to %s pp", low, high);
	return buf;
}

#define MOST 1000.0 /* a ratio beyond this is a broken count, or of nothing */

static void change(double ratio, int digits, char *buf, size_t size)
{
	if (ratio >= MOST)
		snprintf(buf, size, "x 1000 or more");
	else if (ratio >= 3)
		snprintf(buf, size, ratio < 9.95 ? "x %.1f" : "x %.0f", ratio);
	else
		snprintf(buf, size, "%+.*f %%", digits, 100 * (ratio - 1));
}

const char *words_ratio(struct range ratio, char *buf, size_t size)
{
	char low[24], high[24];

	buf[0] = '\0';
	if (isnan(ratio.low) || isnan(ratio.high))
		return buf;
	if (ratio.low <= 0 && ratio.high > 0) { /* the cut may hide none of it, or this much */
		change(ratio.high, 0, high, sizeof(high));
		if (!isinf(ratio.high))
			snprintf(buf, size,
				 ratio.high < 0.005 ? "%s"
				 : ratio.high < 1   ? "%s or more"
						    : "up to %s",
				 high);
		return buf;
	}
	if (isinf(ratio.high)) {
		change(ratio.low, 0, low, sizeof(low));
		if (ratio.low >= 1)
			snprintf(buf, size, ratio.low >= MOST ? "%s" : "%s or more", low);
		return buf;
	}
	change(ratio.low, 1, low, sizeof(low));
	change(ratio.high, 1, high, sizeof(high));
	if (printed_alike(low, high)) {
		snprintf(buf, size, "%s", low);
		return buf;
	}
	/* The ends of a range need no digits behind the point. */
	change(ratio.low, 0, low, sizeof(low));
	change(ratio.high, 0, high, sizeof(high));
	if (printed_alike(low, high) || ratio.high >= MOST) {
		snprintf(buf, size, "%s%s", low,
			 ratio.high >= MOST && ratio.low < MOST ? " or more" : "");
		return buf;
	}

	char *percent = strstr(low, " %");

	if (percent && strchr(high, '%'))
		*percent = '\0'; /* +28 to +30 % */
	snprintf(buf, size, "%s to %s", low, high);
	return buf;
}

const char *words_amount(double amount, char *buf, size_t size)
{
	static const struct {
		double unit;
		const char *letter;
	} magnitudes[] = { { 1e12, " T" }, { 1e9, " G" }, { 1e6, " M" }, { 1e3, " k" } };

	for (size_t i = 0; i < ARRAY_SIZE(magnitudes); i++)
		if (amount >= 9.9995 * magnitudes[i].unit ||
		    (amount >= magnitudes[i].unit && i + 1 < ARRAY_SIZE(magnitudes))) {
			snprintf(buf, size, "%.1f%s", amount / magnitudes[i].unit,
				 magnitudes[i].letter);
			return buf;
		}
	snprintf(buf, size, "%.0f", amount);
	return buf;
}

const char *words_runs(const struct diff_event *event, char *buf, size_t size)
{
	const size_t *runs = event->noise->run_count;

	if (runs[BASE] < 2 && runs[NEW] < 2)
		snprintf(buf, size, "one profile a side (%s)",
			 noise_is_known(event->noise) ? "noise by calibration" : "unreplicated");
	else
		snprintf(buf, size, "%zu and %zu runs a side%s", runs[BASE], runs[NEW],
			 noise_is_replicated(event->noise) ? ""
			 : noise_is_known(event->noise)	   ? " (noise by calibration)"
							   : " (unreplicated)");
	return buf;
}
