/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_GATE_PARTS_H
#define DIFF_GATE_PARTS_H

#include "diff/gate.h"
#include "diff/noise.h"

/* Private to the gate: gate.c, gate_rule.c, gate_look.c, gate_bounds.c, gate_notes.c. */

/* What a rule looks at on one side, as shares of the whole. */
struct seen {
	bool found;
	double share;
	double maybe;	/* on top: what could belong to it and was not seen to */
	double samples; /* that the whole rests on; 0: not known */

	/* Its runs, one after the other; a single profile is one. */
	struct run_value *values;
	size_t runs;
	double run_sd; /* what single runs vary on the scale of log-odds ... */
	double run_df; /* ... and how well that is known; 0: it is a stated floor */
};

struct judge {
	const struct symdiff *rules;
	const struct calibration *calibration;	   /* NULL: none was given */
	const struct symdiff_profile *side[SIDES]; /* the base may be NULL */
	const struct totals *totals[SIDES];	   /* the base may be NULL */
	const struct symdiff_diff *diff;	   /* NULL without a base */
	const char *event_name;			   /* that a rule asked for; or NULL */
	const struct diff_event *event;		   /* both sides, paired; NULL without a base */
	uint64_t whole[SIDES];
	bool with_idle, force;
	double tail; /* beyond a bound: 0.05 */
};

/* gate_rule.c: what the user wrote. @forced: it says which weight is meant. */
int gate_parse(struct gate_rule *rule, const struct symdiff_rule *given, bool *forced,
	       struct symdiff_error *err);

/* gate_look.c: what one side has of it. The runs must be freed. */
struct seen gate_look(const struct judge *judge, int side, const struct gate_rule *rule);
bool gate_is_bucket(const struct judge *judge, const char *name);

/* The part of a run's total that is judged: without idle time, unless that is wanted. */
uint64_t gate_whole(const struct judge *judge, const struct totals *totals);

/* gate_notes.c: the verdict's notes, when its rules are judged. */
/* A sentence, which is copied; NULL is none. */
void gate_add_note(struct symdiff_verdict *verdict, const char *note);
void gate_add_notes(struct symdiff_verdict *verdict, const struct judge *judge);

/*
 * gate_bounds.c: between which bounds it lies, and whether that decides. @base
 * is NULL if the rule is about one side. -1: the data cannot see such a limit.
 */
int gate_bound(const struct judge *judge, struct gate_rule *rule, const struct seen *base,
	       const struct seen *newer, struct symdiff_error *err);

#endif
