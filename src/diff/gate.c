// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/gate.h"

#include <stdlib.h>
#include <string.h>

#include "diff/gate_parts.h"
#include "model/canonical.h"
#include "support/error.h"
#include "support/memory.h"

const char *const outcome_names[] = { "pass", "fail", "inconclusive" };

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
	return !strcmp(name, "user") || !strcmp(name, "allocator/user") ||
	       !gate_is_bucket(judge, name);
}

/* A symbol that is @name but for what the compiler added, as in foo.isra.0; NULL if there is none. */
static const char *clone_of(const struct judge *judge, const char *name)
{
	char canonical[512];

	for (int side = 0; side < SIDES; side++) {
		const struct totals *totals = judge->totals[side];

		for (uint32_t i = 0; totals && i < totals->profile->symbol_count; i++) {
			const struct symbol *symbol = &totals->profile->symbols[i];
			const char *raw = profile_text(totals->profile, symbol->name);

			canonical_name(raw, canonical, sizeof(canonical));
			if ((totals->symbols[i].self || totals->symbols[i].children) &&
			    !strcmp(canonical, name))
				return raw;
		}
	}
	return NULL;
}

static int check_found(const struct judge *judge, const struct gate_rule *rule,
		       const struct seen *base, const struct seen *newer, struct symdiff_error *err)
{
	if (!newer->found && !(base && base->found)) {
		const char *clone = clone_of(judge, rule->name);

		return symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
				    "'%s' is no bucket, and no symbol of the profile%s%s%s%s",
				    rule->name, base ? "s" : "", clone ? " (" : "",
				    clone ? clone : "", clone ? " is)" : "");
	}
	if (is_user_only(judge, rule->name))
		return 0;
	for (int side = 0; side < SIDES; side++)
		if (judge->totals[side] && !has_kernel(judge->totals[side]))
			return symdiff_fail(
				err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				"%s side: no kernel samples, so nothing can be said of "
				"'%s' (recorded with :u, or without the right to see the "
				"kernel?)",
				side == BASE ? "base" : "new", rule->name);
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
		rule->charged = both_charged && gate_is_bucket(judge, rule->name);
	if (rule->charged && !both_charged)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				    "'%s' is about charged time, and there are no callchains%s",
				    rule->text, judge->totals[BASE] ? " on both sides" : "");
	if (rule->charged && !gate_is_bucket(judge, rule->name))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "'%s': buckets are charged, symbols are not", rule->text);

	struct seen newer = gate_look(judge, NEW, rule), base = { 0 };
	int ret;

	if (judge->totals[BASE])
		base = gate_look(judge, BASE, rule);
	ret = check_found(judge, rule, judge->totals[BASE] ? &base : NULL, &newer, err);
	if (!ret)
		ret = gate_bound(judge, rule, rule->kind == SYMDIFF_MAX ? NULL : &base, &newer,
				 err);
	free(newer.values);
	free(base.values);
	return ret;
}

/* The profile's first event that has samples: what perf record was mainly asked for. */
static const struct totals *main_event(const struct symdiff_profile *side)
{
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		if (side->totals[i].total)
			return &side->totals[i];
	return NULL;
}

static int check_totals(struct judge *judge, struct symdiff_error *err)
{
	for (int side = 0; side < SIDES; side++) {
		const struct totals *totals = judge->totals[side];

		if (!judge->side[side])
			continue;
		if (!totals || !totals->total)
			return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
					    "%s holds no samples%s%s: nothing can pass",
					    judge->side[side]->path,
					    judge->event_name ? " of " : "",
					    judge->event_name ? judge->event_name : "");
		judge->whole[side] = gate_whole(judge, totals);
	}
	return 0;
}

static void take_pair(struct judge *judge, const struct diff_event *event)
{
	judge->event = event;
	for (int side = 0; side < SIDES; side++)
		judge->totals[side] = event->totals[side];
}

/* Both sides' totals of the event that is judged, unless a rule says another. */
static int find_totals(struct judge *judge, struct symdiff_diff **diff,
		       const struct symdiff_compare_options *options, struct symdiff_error *err)
{
	if (judge->side[BASE]) {
		*diff = symdiff_compare((struct symdiff *)judge->rules, judge->side[BASE],
					judge->side[NEW], options, err);
		if (!*diff)
			return -1;
		judge->diff = *diff;
		judge->calibration = (*diff)->calibration;
		take_pair(judge, &(*diff)->events[0]);
	} else {
		judge->totals[NEW] = main_event(judge->side[NEW]);
	}
	return check_totals(judge, err);
}

/* "cycles" is also cycles:ppp. */
static bool is_event(const struct totals *totals, const char *wanted)
{
	const char *name = profile_text(totals->profile, totals_event(totals)->name);
	size_t len = strlen(wanted);

	return !strncmp(name, wanted, len) && (!name[len] || name[len] == ':');
}

/* The same for the event @name. */
static int find_event(struct judge *judge, const char *name, struct symdiff_error *err)
{
	const struct symdiff_profile *newer = judge->side[NEW];

	judge->event_name = name;
	for (size_t i = 0; judge->diff && i < judge->diff->event_count; i++)
		if (is_event(judge->diff->events[i].totals[NEW], name)) {
			take_pair(judge, &judge->diff->events[i]);
			return check_totals(judge, err);
		}
	for (uint32_t i = 0; !judge->diff && i < newer->profile->event_count; i++)
		if (is_event(&newer->totals[i], name)) {
			judge->totals[NEW] = &newer->totals[i];
			return check_totals(judge, err);
		}
	return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
			    "there is a limit for the event '%s', and %s", name,
			    judge->diff ? "not both sides have it" : "the profile has none");
}

/* Which of the rules was wrong, if it stands in a file. */
static int name_rule(const struct symdiff_rule *limit, struct symdiff_error *err)
{
	if (err && limit->source && !err->source[0]) {
		symdiff_error_source(err, limit->source);
		err->position = limit->line;
	}
	return -1;
}

static int judge_limit(const struct judge *judge, struct gate_rule *rule,
		       const struct symdiff_rule *limit, struct symdiff_error *err)
{
	struct judge of_event = *judge;
	bool forced;

	if (limit->event && find_event(&of_event, limit->event, err))
		return -1;
	if (gate_parse(rule, limit, &forced, err))
		return -1;
	rule->busy = of_event.whole[NEW] != of_event.totals[NEW]->total;
	if (limit->event && asprintf(&rule->of_event, "%s of %s", limit->text, limit->event) >= 0)
		rule->text = rule->of_event;
	return judge_rule(&of_event, rule, forced, err);
}

static int judge_rules(struct symdiff_verdict *verdict, const struct judge *judge,
		       const struct symdiff_rule *limits, struct symdiff_error *err)
{
	for (size_t i = 0; i < verdict->count; i++) {
		struct gate_rule *rule = &verdict->rules[i];

		if (judge_limit(judge, rule, &limits[i], err))
			return name_rule(&limits[i], err);
		if (rule->outcome == SYMDIFF_FAIL ||
		    (rule->outcome == SYMDIFF_INCONCLUSIVE && verdict->outcome == SYMDIFF_PASS))
			verdict->outcome = rule->outcome;
		gate_add_note(verdict, limits[i].note);
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
	struct judge judge = {
		.rules = rules,
		.side = { base, newer },
		.with_idle = options && options->with_idle,
		.force = options && options->force,
		.tail = options && options->level > 0 ? 1 - options->level / 100 : 0.05,
	};
	struct symdiff_diff *diff = NULL;
	int ret;

	verdict->rules = mem_zalloc(count, sizeof(*verdict->rules));
	verdict->count = count;
	verdict->side[BASE] = base;
	verdict->side[NEW] = newer;
	ret = find_totals(&judge, &diff, options, err);
	if (!ret) {
		const struct totals *totals = judge.totals[NEW];

		verdict->event = profile_text(totals->profile, totals_event(totals)->name);
		verdict->busy = judge.whole[NEW] != totals->total;
		verdict->level = 100 * (1 - judge.tail);
		ret = judge_rules(verdict, &judge, limits, err);
		if (!ret)
			gate_add_notes(verdict, &judge);
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
		free(verdict->rules[i].of_event);
		free(verdict->rules[i].reason);
	}
	for (size_t i = 0; i < verdict->note_count; i++)
		free(verdict->notes[i]);
	free(verdict->notes);
	free(verdict->rules);
	free(verdict);
}
