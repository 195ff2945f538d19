// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/gate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"
#include "support/memory.h"

#define ONE_SIDED_95 1.645

/*
 * How much one bucket's share (as log-odds) varies from boot to boot of one
 * kernel when nothing else is known: measured on hackbench, five boots of 6.1;
 * 0.11 for self, 0.19 for charged shares.
 */
#define RUN_SD_SELF    0.11
#define RUN_SD_CHARGED 0.19

const char *const outcome_names[] = { "pass", "fail", "inconclusive" };

/* What a rule looks at on one side, as shares of the whole. */
struct seen {
	bool found;
	double share;
	double maybe; /* on top: what could belong to it and was not seen to */
	double samples, run_sd;
};

struct judge {
	const struct symdiff *rules;
	const struct totals *totals[SIDES]; /* the base may be NULL */
	const struct diff_event *event;	    /* both sides, paired; NULL without a base */
	uint64_t whole[SIDES];
};

/* ---- rules ---- */

static int parse_rule(struct gate_rule *rule, const struct symdiff_rule *given, bool *forced,
		      struct symdiff_error *err)
{
	const char *text = given->text, *equals = strrchr(text, '=');
	char *end = NULL;

	*rule = (struct gate_rule) { .kind = given->kind, .text = given->text };
	*forced = false;
	if (!strncmp(text, "self:", 5)) {
		text += 5;
		*forced = true;
	} else if (!strncmp(text, "charged:", 8)) {
		text += 8;
		rule->charged = *forced = true;
	}
	if (equals && equals > text) {
		rule->name = strndup(text, equals - text);
		rule->limit = strtod(equals + 1, &end);
	}
	if (end && end != equals + 1 && !strcmp(end, "%"))
		rule->unit = LIMIT_PERCENT;
	else if (end && end != equals + 1 && !strcmp(end, "pp") && given->kind == SYMDIFF_MAX_GROWTH)
		rule->unit = LIMIT_POINTS;
	else
		end = NULL;
	if (end && isfinite(rule->limit) && rule->limit >= 0)
		return 0;
	return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			    given->kind == SYMDIFF_MAX
				    ? "--max takes [self:|charged:]NAME=LIMIT%%, such as "
				      "allocator=30%%, not '%s'"
				    : "--max-growth takes [self:|charged:]NAME=LIMITpp or =LIMIT%%, "
				      "such as allocator=2pp, not '%s'",
			    given->text);
}

/* ---- one side ---- */

static double share_of(const struct judge *judge, int side, uint64_t weight)
{
	return judge->whole[side] ? (double)weight / (double)judge->whole[side] : 0;
}

static uint64_t bucket_weight(const struct judge *judge, int side, uint16_t leaf, bool charged)
{
	const struct bucket_total *total = &judge->totals[side]->buckets[leaf];
	bool busy = judge->whole[side] != judge->totals[side]->total;

	if (charged)
		return total->charged - (busy ? total->idle_charged : 0);
	return total->self - (busy ? total->idle : 0);
}

static bool has_samples(const struct totals *totals)
{
	return totals_event(totals)->samples_known;
}

static bool row_has_name(const struct judge *judge, const struct diff_row *row, const char *name)
{
	return !strcmp(diff_row_side_name(judge->event, row, NEW), name) ||
	       !strcmp(diff_row_side_name(judge->event, row, BASE), name);
}

/* A symbol, with whatever the other side calls it; inferred pairs do not count. */
static void add_rows(const struct judge *judge, int side, const char *name, struct seen *seen)
{
	for (size_t i = 0; i < judge->event->row_count; i++) {
		const struct diff_row *row = &judge->event->rows[i];

		if (row->match == MATCH_INFERRED || !row_has_name(judge, row, name))
			continue;
		seen->found |= row->side[side].listed;
		seen->share += share_of(judge, side, row->side[side].self);
		seen->maybe += share_of(judge, side, row->side[side].hidden);
	}
}

static void add_symbols(const struct judge *judge, int side, const char *name, struct seen *seen)
{
	const struct totals *totals = judge->totals[side];
	const struct profile *profile = totals->profile;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const struct symbol_total *total = &totals->symbols[i];

		if (strcmp(profile_text(profile, profile->symbols[i].name), name) ||
		    !(total->self || total->children))
			continue;
		seen->found = true;
		seen->share += share_of(judge, side, total->self);
	}
	if (!seen->found && totals_event(totals)->cut)
		seen->maybe += share_of(judge, side, totals_event(totals)->cut_below);
}

static struct seen look_at_symbol(const struct judge *judge, int side, const char *name)
{
	const struct totals *totals = judge->totals[side];
	struct seen seen = {
		.samples = has_samples(totals) ? (double)totals_event(totals)->samples : 0,
		.run_sd = RUN_SD_SELF,
		.maybe = share_of(judge, side, totals->buckets[BUCKET_UNRESOLVED].self),
	};

	if (judge->event)
		add_rows(judge, side, name, &seen);
	else
		add_symbols(judge, side, name, &seen);
	return seen;
}

/*
 * What no rule knows may belong to any bucket. Where both sides are paired, a
 * symbol belongs to the same one on both: only what it grew by can be growth.
 */
static double unknown_share(const struct judge *judge, int side, const struct gate_rule *rule)
{
	double sum = 0;

	if (rule->kind == SYMDIFF_MAX || rule->charged)
		return share_of(judge, side,
				bucket_weight(judge, side, BUCKET_OTHER, rule->charged));
	for (size_t i = 0; i < judge->event->row_count; i++) {
		const struct diff_row *row = &judge->event->rows[i];
		double more = share_of(judge, side, row->side[side].self) -
			      share_of(judge, !side, row->side[!side].self);

		if (row->bucket == BUCKET_OTHER && more > 0)
			sum += more;
	}
	return sum;
}

static struct seen look_at_bucket(const struct judge *judge, int side, const struct gate_rule *rule)
{
	static const uint16_t open_buckets[] = { BUCKET_NOT_LISTED, BUCKET_UNRESOLVED };
	const struct buckets *buckets = judge->rules->buckets;
	const struct totals *totals = judge->totals[side];
	uint16_t leaf = buckets_find_leaf(buckets, rule->name);
	uint16_t head = buckets_find_head(buckets, rule->name);
	struct seen seen = {
		.samples = has_samples(totals) ? (double)totals_event(totals)->samples : 0,
		.run_sd = rule->charged ? RUN_SD_CHARGED : RUN_SD_SELF,
	};

	for (uint16_t i = 0; i < totals->bucket_count; i++) {
		if (head != BUCKET_NONE ? buckets_head(buckets, i) != head : i != leaf)
			continue;
		seen.found = true;
		seen.share += share_of(judge, side, bucket_weight(judge, side, i, rule->charged));
	}
	if (strcmp(buckets_leaf_name(buckets, BUCKET_OTHER), rule->name))
		seen.maybe = unknown_share(judge, side, rule);
	for (size_t i = 0; i < ARRAY_SIZE(open_buckets); i++)
		if (strcmp(buckets_leaf_name(buckets, open_buckets[i]), rule->name))
			seen.maybe += share_of(judge, side,
					       bucket_weight(judge, side, open_buckets[i],
							     rule->charged));
	return seen;
}

static bool is_bucket(const struct judge *judge, const char *name)
{
	return buckets_find_head(judge->rules->buckets, name) != BUCKET_NONE ||
	       buckets_find_leaf(judge->rules->buckets, name) != BUCKET_NONE;
}

static struct seen look(const struct judge *judge, int side, const struct gate_rule *rule)
{
	return is_bucket(judge, rule->name) ? look_at_bucket(judge, side, rule)
					    : look_at_symbol(judge, side, rule->name);
}

/* Variance of a share by sampling alone; 0 if the samples are not known. */
static double sampling_variance(const struct seen *seen)
{
	double p = seen->share;

	if (!(seen->samples > 0))
		return 0;
	p = fmin(fmax(p, 1 / seen->samples), 1);
	return p * (1 - p) / seen->samples;
}

/* The same by what runs of one kernel differ. */
static double run_variance(const struct seen *seen)
{
	double sd = seen->run_sd * seen->share * (1 - seen->share);

	return sd * sd;
}

/* ---- verdicts ---- */

static enum symdiff_outcome outcome_of(const struct gate_rule *rule)
{
	if (rule->low > rule->limit)
		return SYMDIFF_FAIL;
	return rule->high <= rule->limit ? SYMDIFF_PASS : SYMDIFF_INCONCLUSIVE;
}

static void judge_max(struct gate_rule *rule, const struct seen *newer)
{
	double noise = ONE_SIDED_95 * sqrt(sampling_variance(newer));

	rule->value = 100 * newer->share;
	rule->low = 100 * fmax(newer->share - noise, 0);
	rule->high = 100 * fmin(newer->share + noise + newer->maybe, 1);
	rule->outcome = outcome_of(rule);
}

static void judge_growth(struct gate_rule *rule, const struct seen *base, const struct seen *newer)
{
	double noise = ONE_SIDED_95 * sqrt(sampling_variance(base) + sampling_variance(newer) +
					   run_variance(base) + run_variance(newer));
	double delta = newer->share - base->share;
	double low = delta - noise - base->maybe, high = delta + noise + newer->maybe;
	double unit = rule->unit == LIMIT_POINTS ? 1 : base->share;

	if (unit > 0) {
		rule->value = 100 * delta / unit;
		rule->low = 100 * low / unit;
		rule->high = 100 * high / unit;
	} else { /* relative to nothing: any growth is beyond every limit */
		rule->value = newer->share > 0 ? INFINITY : 0;
		rule->low = low > 0 ? INFINITY : 0;
		rule->high = high > 0 ? INFINITY : 0;
	}
	rule->outcome = outcome_of(rule);
}

static void say_why(struct gate_rule *rule, const struct seen *base, const struct seen *newer)
{
	double maybe = newer->maybe + (base ? base->maybe : 0);

	if (rule->outcome != SYMDIFF_INCONCLUSIVE)
		return;
	if (asprintf(&rule->reason,
		     maybe >= 0.0005 ? "%.2f %% could be in it and was not seen to be (not listed, "
				       "unresolved, or known to no rule)"
		     : base	     ? "one run a side cannot tell: runs of one kernel differ by as "
				       "much"
				     : "sampling noise: the limit is within it",
		     100 * maybe) < 0)
		rule->reason = NULL;
}

/* Kernel time that was not recorded cannot be below a limit. */
static bool has_kernel(const struct totals *totals)
{
	const struct profile *profile = totals->profile;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		enum dso_kind kind = profile->dsos[profile->symbols[i].dso].kind;

		if (totals->symbols[i].self && (kind == DSO_KERNEL || kind == DSO_MODULE ||
						kind == DSO_UNKNOWN || kind == DSO_BPF))
			return true;
	}
	return false;
}

static bool is_user_only(const struct judge *judge, const char *name)
{
	return !strcmp(name, "user") || !strcmp(name, "allocator/user") || !is_bucket(judge, name);
}

static int check_found(const struct judge *judge, const struct gate_rule *rule,
		       const struct seen *base, const struct seen *newer, struct symdiff_error *err)
{
	if (!newer->found && !(base && base->found))
		return symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
				    "'%s' is no bucket, and no symbol of the profile%s", rule->name,
				    base ? "s" : "");
	if (is_user_only(judge, rule->name))
		return 0;
	for (int side = 0; side < SIDES; side++)
		if (judge->totals[side] && !has_kernel(judge->totals[side]))
			return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
					    "%s side: no kernel samples, so nothing can be said of "
					    "'%s' (recorded with :u, or without the right to see the "
					    "kernel?)", side == BASE ? "base" : "new", rule->name);
	return 0;
}

static int judge_rule(const struct judge *judge, struct gate_rule *rule, bool forced,
		      struct symdiff_error *err)
{
	bool both_charged = judge->totals[NEW]->has_charged &&
			    (!judge->totals[BASE] || judge->totals[BASE]->has_charged);

	if (rule->kind == SYMDIFF_MAX_GROWTH && !judge->totals[BASE])
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--max-growth %s needs two profiles: BASE NEW", rule->text);
	if (!forced)
		rule->charged = both_charged && is_bucket(judge, rule->name);
	if (rule->charged && !both_charged)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				    "'%s' is about charged time, and there are no callchains%s",
				    rule->text, judge->totals[BASE] ? " on both sides" : "");
	if (rule->charged && !is_bucket(judge, rule->name))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "'%s': buckets are charged, symbols are not", rule->text);

	struct seen newer = look(judge, NEW, rule), base = { 0 };

	if (judge->totals[BASE])
		base = look(judge, BASE, rule);
	if (check_found(judge, rule, judge->totals[BASE] ? &base : NULL, &newer, err))
		return -1;
	if (rule->kind == SYMDIFF_MAX)
		judge_max(rule, &newer);
	else
		judge_growth(rule, &base, &newer);
	say_why(rule, rule->kind == SYMDIFF_MAX ? NULL : &base, &newer);
	return 0;
}

static int judge_rules(struct symdiff_verdict *verdict, const struct judge *judge,
		       const struct symdiff_rule *limits, struct symdiff_error *err)
{
	for (size_t i = 0; i < verdict->count; i++) {
		struct gate_rule *rule = &verdict->rules[i];
		bool forced;

		if (parse_rule(rule, &limits[i], &forced, err) ||
		    judge_rule(judge, rule, forced, err))
			return -1;
		if (rule->outcome == SYMDIFF_FAIL ||
		    (rule->outcome == SYMDIFF_INCONCLUSIVE && verdict->outcome == SYMDIFF_PASS))
			verdict->outcome = rule->outcome;
	}
	return 0;
}

/* The profile's first event that has samples: what perf record was mainly asked for. */
static const struct totals *main_event(const struct symdiff_profile *side)
{
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		if (side->totals[i].total)
			return &side->totals[i];
	return NULL;
}

/* Both sides' totals of the event that is judged. */
static int find_totals(struct judge *judge, struct symdiff_diff **diff,
		       const struct symdiff_profile *base, const struct symdiff_profile *newer,
		       const struct symdiff_compare_options *options, struct symdiff_error *err)
{
	if (base) {
		*diff = symdiff_compare((struct symdiff *)judge->rules, base, newer, options, err);
		if (!*diff)
			return -1;
		judge->event = &(*diff)->events[0];
		for (int side = 0; side < SIDES; side++)
			judge->totals[side] = judge->event->totals[side];
	} else {
		judge->totals[NEW] = main_event(newer);
	}
	for (int side = 0; side < SIDES; side++) {
		const struct totals *totals = judge->totals[side];
		bool with_idle = options && options->with_idle;

		if (side == BASE && !base)
			continue;
		if (!totals || !totals->total)
			return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
					    "%s holds no samples: nothing can pass",
					    side == BASE ? base->path : newer->path);
		judge->whole[side] = totals->total -
				     (with_idle || totals->idle == totals->total ? 0 : totals->idle);
	}
	return 0;
}

struct symdiff_verdict *symdiff_gate(struct symdiff *rules, const struct symdiff_profile *base,
				     const struct symdiff_profile *newer,
				     const struct symdiff_rule *limits, size_t count,
				     const struct symdiff_compare_options *options,
				     struct symdiff_error *err)
{
	struct symdiff_verdict *verdict = mem_zalloc(1, sizeof(*verdict));
	struct judge judge = { .rules = rules };
	struct symdiff_diff *diff = NULL;
	int ret;

	verdict->rules = mem_zalloc(count, sizeof(*verdict->rules));
	verdict->count = count;
	verdict->side[BASE] = base;
	verdict->side[NEW] = newer;
	ret = find_totals(&judge, &diff, base, newer, options, err);
	if (!ret) {
		const struct totals *totals = judge.totals[NEW];

		verdict->event = profile_text(totals->profile, totals_event(totals)->name);
		verdict->busy = judge.whole[NEW] != totals->total;
		ret = judge_rules(verdict, &judge, limits, err);
	}
	symdiff_diff_free(diff);
	if (!ret)
		return verdict;
	symdiff_verdict_free(verdict);
	return NULL;
}

enum symdiff_outcome symdiff_verdict_outcome(const struct symdiff_verdict *verdict)
{
	return verdict->outcome;
}

void symdiff_verdict_free(struct symdiff_verdict *verdict)
{
	if (!verdict)
		return;
	for (size_t i = 0; i < verdict->count; i++) {
		free(verdict->rules[i].name);
		free(verdict->rules[i].reason);
	}
	free(verdict->rules);
	free(verdict);
}
