// SPDX-License-Identifier: GPL-2.0-or-later
/* Between which bounds a figure lies, what could have been seen, and what would decide. */
#include "diff/gate_parts.h"

#include <math.h>
#include <stdio.h>

#include "diff/stats.h"
#include "support/error.h"

#define POWER	     0.8 /* the detectable effect is seen in so many cases */
#define UNREPLICATED 3	 /* detectable effects, below which single runs fail nothing */
#define RUNS_MOST    200 /* more runs than anybody takes */

/* A rule's figure in its own unit. */
struct figure {
	double se;	 /* of the figure */
	double sampling; /* of which sampling alone makes */
	double df;
	double below, above; /* what could be on top of the base, of the new side */
};

static double odds_to_share(double log_odds)
{
	return 1 / (1 + exp(-log_odds));
}

static void measure(struct spread *spread, const struct gate_rule *rule, const struct seen *base,
		    const struct seen *newer)
{
	size_t runs[SIDES] = { base ? base->runs : 0, newer->runs };

	/* An absolute limit is about this recording; growth, about two kernels. */
	spread_measure(
		spread,
		(const struct run_value *const[]) { base ? base->values : NULL, newer->values },
		runs, false, rule->kind == SYMDIFF_MAX ? 0 : newer->run_sd);
}

static double share(const struct spread *spread, int side)
{
	return odds_to_share(spread->center[side]);
}

/* A side's part of the standard error: of its share in percent, or of the logarithm of that. */
static double side_error(const struct spread *spread, int side, bool relative, double se)
{
	double p = share(spread, side);

	return relative ? (1 - p) * se : 100 * p * (1 - p) * se;
}

/* Of independent samples: less noise than that no recording has. */
static double sampling_se(const struct spread *spread, int side)
{
	return sqrt(spread->counting[side] / (double)spread->runs[side]);
}

static bool is_relative(const struct gate_rule *rule)
{
	return rule->kind == SYMDIFF_MAX_GROWTH && rule->unit == LIMIT_PERCENT;
}

static struct figure figure_of(const struct gate_rule *rule, const struct spread *spread,
			       const struct seen *base, const struct seen *newer)
{
	bool relative = is_relative(rule);
	double unit = relative ? base->share : 1;
	struct figure figure = {
		.se = side_error(spread, NEW, relative, spread->se[NEW]),
		.sampling = side_error(spread, NEW, relative, sampling_se(spread, NEW)),
		.df = spread->df,
		.above = 100 * newer->maybe / unit,
	};

	if (newer->samples == 0)
		figure.sampling = 0;
	if (!base)
		return figure;
	figure.se = hypot(figure.se, side_error(spread, BASE, relative, spread->se[BASE]));
	if (base->samples > 0)
		figure.sampling = hypot(figure.sampling, side_error(spread, BASE, relative,
								    sampling_se(spread, BASE)));
	figure.below = 100 * base->maybe / unit;
	return figure;
}

/* What a relative change of so many standard errors is, in percent. */
static double effect(const struct gate_rule *rule, double errors)
{
	return is_relative(rule) ? 100 * (exp(errors) - 1) : errors;
}

static void bound_max(struct gate_rule *rule, const struct spread *spread, const struct seen *newer,
		      double tail)
{
	struct range range = spread_share(spread, NEW, tail);

	rule->value = 100 * newer->share;
	rule->low = 100 * range.low;
	rule->high = 100 * fmin(range.high + newer->maybe, 1);
}

static void bound_growth(struct gate_rule *rule, const struct spread *spread,
			 const struct figure *figure, const struct seen *base,
			 const struct seen *newer, double tail)
{
	struct range range = spread_points(spread, tail);

	rule->value = 100 * (newer->share - base->share);
	if (is_relative(rule)) {
		range = spread_ratio(spread, tail);
		range = (struct range) { 100 * (range.low - 1), 100 * (range.high - 1) };
		rule->value /= base->share;
	}
	rule->low = range.low - figure->below;
	rule->high = range.high + figure->above;
}

/* Relative to nothing, any growth is beyond every limit. */
static void bound_from_nothing(struct gate_rule *rule, const struct spread *spread,
			       const struct seen *base, const struct seen *newer, double tail)
{
	struct range range = spread_points(spread, tail);

	rule->value = newer->share > 0 ? INFINITY : 0;
	rule->low = range.low - 100 * base->maybe > 0 ? INFINITY : 0;
	rule->high = range.high + 100 * newer->maybe > 0 ? INFINITY : 0;
}

static enum symdiff_outcome outcome_of(const struct gate_rule *rule)
{
	if (rule->high <= rule->limit)
		return SYMDIFF_PASS;
	if (!(rule->low > rule->limit))
		return SYMDIFF_INCONCLUSIVE;
	if (rule->kind == SYMDIFF_MAX_GROWTH && !rule->replicated && !rule->calibrated &&
	    rule->value <= UNREPLICATED * rule->mde)
		return SYMDIFF_INCONCLUSIVE;
	return SYMDIFF_FAIL;
}

/* With how many more runs a side the same figure would be on one side of the limit. */
static double more_runs(const struct gate_rule *rule, const struct figure *figure, double tail)
{
	double sides = rule->runs[BASE] ? 2 : 1;
	double runs = rule->runs[BASE]
			      ? 2 / (1 / (double)rule->runs[BASE] + 1 / (double)rule->runs[NEW])
			      : (double)rule->runs[NEW];
	double away = rule->value > rule->limit ? rule->value - rule->limit - figure->below
						: rule->limit - rule->value - figure->above;
	double one_run = figure->se * sqrt(runs);

	for (double more = 1; more <= RUNS_MOST; more++) {
		double all = floor(runs) + more, df = sides * (all - 1);

		if (effect(rule, stats_t_quantile(1 - tail, df) * one_run / sqrt(all)) < away)
			return more;
	}
	return NAN;
}

/* Would it be decided but for what could be in the bucket and was not seen to be? */
static bool only_logic_is_open(const struct gate_rule *rule, const struct figure *figure)
{
	return rule->high - figure->above <= rule->limit || rule->low + figure->below > rule->limit;
}

static const char *statistical_reason(const struct gate_rule *rule)
{
	if (rule->low > rule->limit)
		return "growth between single runs counts only beyond three times what can be seen";
	if (rule->replicated || rule->calibrated)
		return "the runs vary too much to tell";
	return rule->kind == SYMDIFF_MAX
		       ? "sampling noise: the limit is within it"
		       : "one run a side cannot tell, runs of one kernel differ by as much";
}

static void say_why(struct gate_rule *rule, const struct figure *figure, const struct seen *base,
		    const struct seen *newer)
{
	double maybe = newer->maybe + (base ? base->maybe : 0);
	char runs[96] = "", logical[128] = "", noise[192] = "";

	if (maybe >= 0.0005)
		snprintf(
			logical, sizeof(logical),
			"%.2f %% could be in it and was not seen to be (not listed, unresolved, or "
			"known to no rule)",
			100 * maybe);
	if (!isnan(rule->more_runs))
		snprintf(runs, sizeof(runs), "; about %.0f more run%s a side would decide",
			 rule->more_runs, rule->more_runs > 1 ? "s" : "");
	if (!*logical || !only_logic_is_open(rule, figure) || rule->low > rule->limit)
		snprintf(noise, sizeof(noise), "%s: the detectable effect is %.2g %s%s",
			 statistical_reason(rule), rule->mde,
			 rule->unit == LIMIT_POINTS ? "pp" : "%", runs);
	if (asprintf(&rule->reason, "%s%s%s", noise, *noise && *logical ? "; " : "", logical) < 0)
		rule->reason = NULL;
}

/* A finer limit than one standard error of sampling: these recordings can never tell. */
static int check_limit(const struct judge *judge, const struct gate_rule *rule,
		       const struct figure *figure, struct symdiff_error *err)
{
	double least = effect(rule, figure->sampling);

	if (rule->kind == SYMDIFF_MAX || judge->force || !(rule->limit > 0) || rule->limit >= least)
		return 0;
	return symdiff_fail(
		err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
		"'%s' is finer than these samples can see: by sampling alone it is known "
		"to %.2g %s (--force judges it all the same)",
		rule->text, least, rule->unit == LIMIT_POINTS ? "pp" : "%");
}

int gate_bound(const struct judge *judge, struct gate_rule *rule, const struct seen *base,
	       const struct seen *newer, struct symdiff_error *err)
{
	struct spread spread;
	struct figure figure;

	measure(&spread, rule, base, newer);
	rule->calibrated = base && newer->run_df > 0 && (base->runs < 2 || newer->runs < 2);
	if (rule->calibrated)
		spread_set_noise(&spread, newer->run_sd, newer->run_df);
	rule->by_blocks = spread_is_by_blocks(&spread);
	for (int side = 0; side < SIDES; side++)
		rule->dispersion[side] = spread.dispersion[side];
	rule->runs[BASE] = base ? base->runs : 0;
	rule->runs[NEW] = newer->runs;
	rule->replicated = newer->runs > 1 && (!base || base->runs > 1);
	rule->more_runs = NAN;
	if (is_relative(rule) && !(base->share > 0)) {
		rule->mde = NAN;
		bound_from_nothing(rule, &spread, base, newer, judge->tail);
		rule->outcome = rule->low > rule->limit	    ? SYMDIFF_FAIL
				: rule->high <= rule->limit ? SYMDIFF_PASS
							    : SYMDIFF_INCONCLUSIVE;
		return 0;
	}
	figure = figure_of(rule, &spread, base, newer);
	rule->mde = effect(rule, (stats_t_quantile(1 - judge->tail, figure.df) +
				  stats_t_quantile(POWER, figure.df)) *
					 figure.se);
	if (rule->kind == SYMDIFF_MAX)
		bound_max(rule, &spread, newer, judge->tail);
	else
		bound_growth(rule, &spread, &figure, base, newer, judge->tail);
	rule->outcome = outcome_of(rule);
	if (rule->outcome != SYMDIFF_INCONCLUSIVE)
		return 0;
	rule->more_runs = more_runs(rule, &figure, judge->tail);
	say_why(rule, &figure, base, newer);
	return check_limit(judge, rule, &figure, err);
}
