// SPDX-License-Identifier: GPL-2.0-or-later
#include "series/trend.h"

#include <math.h>
#include <stdlib.h>

#include "diff/stats.h"
#include "series/label.h"
#include "support/memory.h"

#define SURE	      0.05 /* what may be wrong, of the words about one row */
#define KNEE_LEAST    0.1  /* of the whole change: how far a knee lies off the straight line */
#define LOG_AXIS_FROM 4	   /* an axis whose ends are so many times apart is walked in ratios */

/* ---- noise ---- */

static bool all_positive(const struct series *series, const struct series_row *row)
{
	for (size_t i = 0; i < series->point_count; i++) {
		const struct measure *cell = &row->cells[i];

		if (cell->runs && !(cell->mean > 0))
			return false;
		for (size_t k = 0; cell->values && k < cell->runs; k++)
			if (!(cell->values[k] > 0))
				return false;
	}
	return true;
}

/* The squares of the runs' distances from their mean, on the scale looked at. */
static double squares_of(const struct measure *cell, bool is_log)
{
	double mean = 0, sum = 0;

	for (size_t i = 0; i < cell->runs; i++)
		mean += (is_log ? log(cell->values[i]) : cell->values[i]) / (double)cell->runs;
	for (size_t i = 0; i < cell->runs; i++) {
		double off = (is_log ? log(cell->values[i]) : cell->values[i]) - mean;

		sum += off * off;
	}
	return sum;
}

struct trend_noise trend_noise_of(const struct series *series, const struct series_row *row)
{
	struct trend_noise noise = {
		.variance = NAN,
		.is_log = !row->is_share && all_positive(series, row),
	};
	double squares = 0, given = 0;
	size_t stated = 0;

	for (size_t i = 0; i < series->point_count; i++) {
		const struct measure *cell = &row->cells[i];

		if (cell->is_given && cell->sd >= 0) {
			double sd = noise.is_log ? cell->sd / cell->mean : cell->sd;

			given += sd * sd;
			stated++;
		} else if (cell->values && cell->runs > 1) {
			squares += squares_of(cell, noise.is_log);
			noise.df += (double)(cell->runs - 1);
		}
	}
	if (stated) { /* what somebody says of his machine is taken as it stands */
		noise.variance = given / (double)stated;
		noise.df = INFINITY;
	} else if (noise.df > 0) {
		noise.variance = squares / noise.df;
	}
	return noise;
}

/* ---- steps ---- */

static double scaled(const struct trend_noise *noise, double value)
{
	return noise->is_log ? log(value) : value;
}

struct trend_step trend_step_of(const struct series_row *row, const struct trend_noise *noise,
				uint32_t from, uint32_t to, double tail)
{
	const struct measure *a = &row->cells[from], *b = &row->cells[to];
	struct trend_step step = {
		.from = from,
		.to = to,
		.change = b->mean - a->mean,
		.part = a->mean != 0 ? (b->mean - a->mean) / fabs(a->mean) : NAN,
		.low = NAN,
		.high = NAN,
		.cut_low = b->mean - a->mean - a->hidden,
		.cut_high = b->mean + b->hidden - a->mean,
	};

	if (isnan(noise->variance))
		return step;

	double se = sqrt(noise->variance * (1 / (double)a->runs + 1 / (double)b->runs));
	double reach = stats_t_quantile(1 - tail, noise->df) * se;
	double change = scaled(noise, b->mean) - scaled(noise, a->mean);

	step.low = noise->is_log ? a->mean * expm1(change - reach) : change - reach;
	step.high = noise->is_log ? a->mean * expm1(change + reach) : change + reach;
	return step;
}

static bool is_noise_known(const struct trend_step *step)
{
	return !isnan(step->low);
}

/* Beyond the noise and the cuts; without these, anything that is not nothing. */
static int sign_of(const struct trend_step *step)
{
	double low = is_noise_known(step) ? step->low : step->change;
	double high = is_noise_known(step) ? step->high : step->change;

	/* What the cut may hide comes on top. */
	low += step->cut_low - step->change;
	high += step->cut_high - step->change;
	return low > 0 ? 1 : high < 0 ? -1 : 0;
}

static enum trend_kind kind_of(const struct trend *trend)
{
	bool up = false, down = false;
	int whole = sign_of(&trend->whole);

	for (size_t i = 0; i < trend->step_count; i++) {
		up |= sign_of(&trend->steps[i]) > 0;
		down |= sign_of(&trend->steps[i]) < 0;
	}
	if (up && down)
		return TREND_MIXED;
	if (!up && !down && !whole)
		return TREND_FLAT;
	return up || whole > 0 ? TREND_RISES : TREND_FALLS;
}

/* ---- the knee ---- */

/* The way that is a gain: up or down. */
static int gain_sign(const struct series_row *row, const struct trend *trend)
{
	if (row->better != BETTER_UNKNOWN)
		return row->better == BETTER_MORE ? 1 : -1;
	return trend->whole.change >= 0 ? 1 : -1;
}

/* The point of the line's @i-th measurement. */
static uint32_t at(const struct trend *trend, size_t i)
{
	return i ? trend->steps[i - 1].to : trend->steps[0].from;
}

/* Does any later point gain over measurement @i, beyond the noise of so many looks? */
static bool gains_later(const struct series_row *row, const struct trend *trend,
			const struct trend_noise *noise, size_t i, int way)
{
	size_t later = trend->step_count - i;

	for (size_t k = i + 1; k <= trend->step_count; k++) {
		struct trend_step step =
			trend_step_of(row, noise, at(trend, i), at(trend, k), SURE / (double)later);

		if (way > 0 ? step.low > 0 : step.high < 0)
			return true;
	}
	return false;
}

static void find_knee_by_noise(const struct series_row *row, struct trend *trend,
			       const struct trend_noise *noise)
{
	int way = gain_sign(row, trend);
	size_t i = 0;

	while (i < trend->step_count && gains_later(row, trend, noise, i, way))
		i++;
	trend->knee = at(trend, i);
	trend->source = KNEE_NOISE;
}

/* Where measurement @i stands between the ends of the line, 0 to 1. */
static double position(const struct series *series, const struct series_line *line,
		       const struct trend *trend, size_t i)
{
	double first = series->points[at(trend, 0)].number;
	double last = series->points[at(trend, trend->step_count)].number;
	double here = series->points[at(trend, i)].number;

	if (!line->is_numeric || isnan(here) || !(last > first))
		return (double)i / (double)trend->step_count;
	if (first > 0 && last / first >= LOG_AXIS_FROM)
		return log(here / first) / log(last / first);
	return (here - first) / (last - first);
}

/* The point farthest off the straight line between the ends (Satopaa et al. 2011, "Kneedle"). */
static void find_knee_by_shape(const struct series *series, const struct series_row *row,
			       const struct series_line *line, struct trend *trend)
{
	double most = KNEE_LEAST;

	if (trend->kind != TREND_RISES && trend->kind != TREND_FALLS)
		return;
	for (size_t i = 1; i < trend->step_count; i++) {
		double done = (row->cells[at(trend, i)].mean - row->cells[at(trend, 0)].mean) /
			      trend->whole.change;
		double off = done - position(series, line, trend, i);

		if (off <= most)
			continue;
		most = off;
		trend->knee = at(trend, i);
		trend->source = KNEE_SHAPE;
	}
}

static void find_best(const struct series_row *row, struct trend *trend)
{
	for (size_t i = 0; i <= trend->step_count && row->better != BETTER_UNKNOWN; i++) {
		double here = row->cells[at(trend, i)].mean, best;

		if (trend->best == POINT_NONE) {
			trend->best = at(trend, i);
			continue;
		}
		best = row->cells[trend->best].mean;
		if (row->better == BETTER_MORE ? here > best : here < best)
			trend->best = at(trend, i);
	}
}

/* ---- one line ---- */

static void find_steps(const struct series_row *row, const struct series_line *line,
		       const struct trend_noise *noise, struct trend *trend)
{
	uint32_t last = POINT_NONE;

	trend->steps = mem_zalloc(line->count + 1, sizeof(*trend->steps));
	for (size_t i = 0; i < line->count; i++) {
		uint32_t point = line->points[i];

		if (!measure_is_known(&row->cells[point]))
			continue;
		if (last != POINT_NONE)
			trend->steps[trend->step_count++] =
				trend_step_of(row, noise, last, point, SURE / 2);
		last = point;
	}
}

static void find_trend(struct series *series, struct series_row *row,
		       const struct series_line *line, const struct trend_noise *noise,
		       struct trend *trend)
{
	*trend = (struct trend) { .best = POINT_NONE, .knee = POINT_NONE, .reached = NAN };
	find_steps(row, line, noise, trend);
	trend->text = "";
	if (!trend->step_count)
		return;
	trend->whole =
		trend_step_of(row, noise, at(trend, 0), at(trend, trend->step_count), SURE / 2);
	trend->kind = kind_of(trend);
	find_best(row, trend);
	if (!isnan(noise->variance))
		find_knee_by_noise(row, trend, noise);
	else
		find_knee_by_shape(series, row, line, trend);
	if (trend->knee != POINT_NONE && trend->whole.change != 0)
		trend->reached = (row->cells[trend->knee].mean - row->cells[at(trend, 0)].mean) /
				 trend->whole.change;
	trend->text = trend_words(series, row, line, trend);
}

void trends_find(struct series *series, struct series_row *row)
{
	struct trend_noise noise = trend_noise_of(series, row);

	row->trends = mem_zalloc(series->line_count + 1, sizeof(*row->trends));
	for (size_t i = 0; i < series->line_count; i++)
		find_trend(series, row, &series->lines[i], &noise, &row->trends[i]);
	if (series->shape == SERIES_LADDER)
		ladder_find(series, row, &noise);
}
