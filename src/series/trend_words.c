// SPDX-License-Identifier: GPL-2.0-or-later
/* What a person would say of a trend. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "series/label.h"
#include "series/trend.h"

const char *trend_number(double value, char *buf, size_t size)
{
	double magnitude = fabs(value);

	if (value == round(value) && magnitude < 1e9)
		snprintf(buf, size, "%.0f", value);
	else if (magnitude >= 1e9)
		snprintf(buf, size, "%.4g", value);
	else if (magnitude >= 1000)
		snprintf(buf, size, "%.0f", value);
	else
		snprintf(buf, size, "%.4g", value);
	return buf;
}

/* Percent with no more digits than anybody believes: 14, 5.9, 0.3. */
static const char *percent(double part, char *buf, size_t size)
{
	double value = 100 * fabs(part);

	snprintf(buf, size, value >= 1 ? "%.0f" : "%.1f", value);
	return buf;
}

static bool is_less_better(const struct series_row *row)
{
	return row->better == BETTER_LESS;
}

static const char *verb(const struct series_row *row, double change)
{
	if (row->better == BETTER_UNKNOWN)
		return change >= 0 ? "adds" : "takes off";
	return (change < 0) == is_less_better(row) ? "gains" : "loses";
}

void trend_change_words(const struct series_row *row, const struct trend_step *step, char *buf,
			size_t size)
{
	char number[32];

	if (step->change == 0)
		snprintf(buf, size, "changes nothing");
	else if (row->is_share)
		snprintf(buf, size, "%s %.1f pp", verb(row, step->change), fabs(step->change));
	else if (isnan(step->part))
		snprintf(buf, size, "%s %s from 0", verb(row, step->change),
			 trend_number(fabs(step->change), number, sizeof(number)));
	else
		snprintf(buf, size, "%s %s %%", verb(row, step->change),
			 percent(step->part, number, sizeof(number)));
}

/* A share has two places at most: 88, 0.9, 2.34. */
static const char *end_words(const struct series_row *row, double value, char *buf, size_t size)
{
	size_t len;

	if (!row->is_share)
		return trend_number(value, buf, size);
	snprintf(buf, size, "%.2f", value);
	for (len = strlen(buf); len && buf[len - 1] == '0'; len--)
		buf[len - 1] = '\0';
	if (len && buf[len - 1] == '.')
		buf[len - 1] = '\0';
	return buf;
}

void trend_ends_words(const struct series_row *row, const struct trend_step *step, char *buf,
		      size_t size)
{
	char from[32], to[32];

	snprintf(buf, size, "%s -> %s%s%s",
		 end_words(row, row->cells[step->from].mean, from, sizeof(from)),
		 end_words(row, row->cells[step->to].mean, to, sizeof(to)), *row->unit ? " " : "",
		 row->unit);
}

/* "-76.0 pp", "-14 %", "to 1/14", "x 3.2" */
static const char *whole_words(const struct series_row *row, const struct trend_step *step,
			       char *buf, size_t size)
{
	double ratio = 1 + step->part;

	if (row->is_share)
		snprintf(buf, size, "%+.1f pp", step->change);
	else if (isnan(step->part))
		snprintf(buf, size, "from 0");
	else if (ratio > 0 && ratio <= 1.0 / 3)
		snprintf(buf, size, "to 1/%.*f", ratio > 0.1 ? 1 : 0, 1 / ratio);
	else if (ratio >= 3)
		snprintf(buf, size, "x %.*f", ratio < 10 ? 1 : 0, ratio);
	else
		snprintf(buf, size, "%+.*f %%", fabs(step->part) < 0.01 ? 1 : 0, 100 * step->part);
	return buf;
}

static bool is_cut(const struct trend_step *step)
{
	return step->cut_low < step->change || step->cut_high > step->change;
}

static const char *kind_words(const struct trend *trend)
{
	switch (trend->kind) {
	case TREND_FALLS:
		return trend->step_count > 1 ? "falls at every step" : "falls";
	case TREND_RISES:
		return trend->step_count > 1 ? "rises at every step" : "rises";
	case TREND_MIXED:
		return "goes up and down";
	default:
		return isnan(trend->whole.low) ? "does not move" : "does not move beyond the noise";
	}
}

/* With noise known a step may well be none, where the whole is one. */
static bool skips_a_step(const struct trend *trend)
{
	for (size_t i = 0; i < trend->step_count; i++) {
		const struct trend_step *step = &trend->steps[i];

		if (step->change == 0 || (step->low <= 0 && step->high >= 0) ||
		    (is_cut(step) && step->cut_low <= 0 && step->cut_high >= 0))
			return true;
	}
	return false;
}

static const char *step_name(const struct series *series, const struct series_line *line,
			     const struct trend *trend, const struct trend_step *step)
{
	double ratio = label_number(series_label_on(series, line, step->to), true) /
		       label_number(series_label_on(series, line, step->from), true);
	bool is_last = trend->step_count > 1;

	if (line->is_numeric && ratio == 2)
		return is_last ? "the last doubling" : "the doubling";
	return is_last ? "the last step" : "the step";
}

/* ", noise unknown", or what the cut leaves of a step. */
static void unknown_words(const struct series_row *row, const struct trend_step *step, char *buf,
			  size_t size)
{
	if (is_cut(step))
		snprintf(buf, size, " (%+.2f to %+.2f%s by what the cuts may hide), noise unknown",
			 step->cut_low, step->cut_high, row->is_share ? " pp" : "");
	else
		snprintf(buf, size, ", noise unknown");
}

/* "gains 6 %, noise unknown", "gains 1 % (-1 to +3 %), within the noise" */
static void noise_words(const struct series_row *row, const struct trend_step *step, char *buf,
			size_t size)
{
	bool is_points = row->is_share || isnan(step->part);
	double scale = is_points ? 1 : 100 / fabs(step->change / step->part);
	double low = scale * step->low, high = scale * step->high;

	if (isnan(step->low)) {
		unknown_words(row, step, buf, size);
		return;
	}
	if (step->change == 0)
		scale = low = high = 0;
	if (is_less_better(row)) {
		double swap = low;

		low = -high;
		high = -swap;
	}
	snprintf(buf, size, " (%+.1f to %+.1f%s)%s", low, high,
		 row->is_share ? " pp"
		 : is_points   ? ""
			       : " %",
		 step->low <= 0 && step->high >= 0 ? ", within the noise" : "");
}

static void knee_words(const struct series *series, const struct series_row *row,
		       const struct series_line *line, const struct trend *trend, char *buf,
		       size_t size)
{
	const char *what = row->better == BETTER_UNKNOWN ? "change" : "gain";
	uint32_t first = trend->whole.from, last = trend->whole.to;
	const char *label =
		trend->knee == POINT_NONE ? "" : series_label_on(series, line, trend->knee);

	*buf = '\0';
	if (trend->knee == POINT_NONE || (trend->source == KNEE_NOISE && trend->knee == last))
		return;
	if (trend->source == KNEE_SHAPE)
		snprintf(buf, size, "; knee at %s, %.0f %% of the %s is there", label,
			 100 * trend->reached, what);
	else if (trend->knee != first)
		snprintf(buf, size, "; from %s on the %s is within the noise", label, what);
	else if (trend->kind != TREND_FLAT)
		snprintf(buf, size, "; no point gains over the first beyond the noise");
}

static void best_words(const struct series *series, const struct series_row *row,
		       const struct series_line *line, const struct trend *trend, char *buf,
		       size_t size)
{
	char number[32];

	*buf = '\0';
	if (trend->kind != TREND_MIXED || trend->best == POINT_NONE)
		return;
	snprintf(buf, size, "; best %s%s%s, at %s",
		 trend_number(row->cells[trend->best].mean, number, sizeof(number)),
		 *row->unit ? " " : "", row->unit, series_label_on(series, line, trend->best));
}

/* Names in no order: which has least and most of it is what can be said. */
static const char *between_words(struct series *series, const struct series_row *row,
				 const struct series_line *line)
{
	struct trend_step apart = { .from = POINT_NONE, .to = POINT_NONE };
	char low[32], high[32], whole[48];

	for (size_t i = 0; i < line->count; i++) {
		uint32_t point = line->points[i];

		if (!measure_is_known(&row->cells[point]))
			continue;
		if (apart.from == POINT_NONE ||
		    row->cells[point].mean < row->cells[apart.from].mean)
			apart.from = point;
		if (apart.to == POINT_NONE || row->cells[point].mean > row->cells[apart.to].mean)
			apart.to = point;
	}
	apart.change = row->cells[apart.to].mean - row->cells[apart.from].mean;
	apart.part = row->cells[apart.from].mean != 0
			     ? apart.change / fabs(row->cells[apart.from].mean)
			     : NAN;
	return arena_printf(
		&series->arena, "least %s%s%s at %s, most %s%s%s at %s (%s)",
		end_words(row, row->cells[apart.from].mean, low, sizeof(low)),
		*row->unit ? " " : "", row->unit, series_label_on(series, line, apart.from),
		end_words(row, row->cells[apart.to].mean, high, sizeof(high)),
		*row->unit ? " " : "", row->unit, series_label_on(series, line, apart.to),
		whole_words(row, &apart, whole, sizeof(whole)));
}

const char *trend_words(struct series *series, const struct series_row *row,
			const struct series_line *line, const struct trend *trend)
{
	const struct trend_step *last = &trend->steps[trend->step_count - 1];
	char ends[96], whole[48], knee[256], best[256], change[64], noise[96];
	bool monotone = trend->kind == TREND_RISES || trend->kind == TREND_FALLS;
	const char *how = monotone && skips_a_step(trend)
				  ? trend->kind == TREND_RISES ? "rises" : "falls"
				  : kind_words(trend);

	if (trend->kind == TREND_MIXED && !line->is_numeric)
		return between_words(series, row, line);
	trend_ends_words(row, &trend->whole, ends, sizeof(ends));
	knee_words(series, row, line, trend, knee, sizeof(knee));
	best_words(series, row, line, trend, best, sizeof(best));
	trend_change_words(row, last, change, sizeof(change));
	noise_words(row, last, noise, sizeof(noise));
	return arena_printf(&series->arena, "%s: %s (%s)%s%s; %s %s%s (%s -> %s)", how, ends,
			    whole_words(row, &trend->whole, whole, sizeof(whole)), knee, best,
			    step_name(series, line, trend, last), change, noise,
			    series_label_on(series, line, last->from),
			    series_label_on(series, line, last->to));
}
