// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/comparable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diff/finder.h"
#include "support/error.h"

#define LOST_MOST     0.01 /* of the samples, for costs */
#define RUNNING_ALIKE 0.01 /* parts of the time that a counter ran */

struct check {
	struct symdiff_diff *diff;
	struct diff_event *event;
	struct symdiff_error *err;
};

static const struct profile *profile_of(const struct check *check, int side)
{
	return check->event->totals[side]->profile;
}

/* One difference: an error, or, if the user insists, a finding. */
static int differ(const struct check *check, const char *what, const char *base, const char *newer)
{
	if (!check->diff->options.force)
		return symdiff_fail(check->err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				    "not comparable: %s: base %s, new %s (--force compares them)",
				    what, base, newer);

	struct finder finder = { .diff = check->diff, .event = check->event };

	tell(&finder, FINDING_NOT_COMPARABLE, VIEW_SHARE, 0, "",
	     "not comparable, compared by force: %s: base %s, new %s", what, base, newer);
	return 0;
}

static int check_names(const struct check *check, const char *what, uint32_t base, uint32_t newer)
{
	const char *a = profile_text(profile_of(check, BASE), base);
	const char *b = profile_text(profile_of(check, NEW), newer);

	return base && newer && strcmp(a, b) ? differ(check, what, a, b) : 0;
}

static const char *clock_name(enum event_clock clock)
{
	static const char *const names[] = { "a count", "cycles of running CPUs",
					     "time, of idle CPUs too" };

	return names[clock];
}

static int check_clock(const struct check *check)
{
	const struct event *base = totals_event(check->event->totals[BASE]);
	const struct event *newer = totals_event(check->event->totals[NEW]);

	return base->clock == newer->clock
		       ? 0
		       : differ(check, "what a sample stands for", clock_name(base->clock),
				clock_name(newer->clock));
}

/* What is charged to owners depends on what the chains could show. */
static int check_chains(const struct check *check)
{
	static const char *const names[] = { "",
					     "none",
					     "by frame pointers",
					     "from copies of the stack",
					     "by the CPU (LBR)",
					     "of user space alone" };
	enum chain_kind base = totals_event(check->event->totals[BASE])->chains;
	enum chain_kind newer = totals_event(check->event->totals[NEW])->chains;

	if (!check->event->charged || base == newer || base == CHAIN_UNKNOWN ||
	    newer == CHAIN_UNKNOWN)
		return 0;
	return differ(check, "callchains", names[base], names[newer]);
}

/* Which part of the machine an event was counted in. */
static const char *domain(const struct event *event)
{
	return event->exclude_kernel ? "without the kernel"
	       : event->exclude_user ? "without user space"
				     : "kernel and user space";
}

static int check_domain(const struct check *check)
{
	const struct event *base = totals_event(check->event->totals[BASE]);
	const struct event *newer = totals_event(check->event->totals[NEW]);

	if (base->exclude_kernel == newer->exclude_kernel &&
	    base->exclude_user == newer->exclude_user)
		return 0;
	return differ(check, "counted", domain(base), domain(newer));
}

static int check_host(const struct check *check)
{
	bool base = totals_event(check->event->totals[BASE])->exclude_host;
	bool newer = totals_event(check->event->totals[NEW])->exclude_host;

	return base == newer ? 0
			     : differ(check, "counted", base ? "guests alone" : "the host, too",
				      newer ? "guests alone" : "the host, too");
}

/* Only recordings say so; a printed table does not. */
static int check_scope(const struct check *check)
{
	const struct recording *base = &profile_of(check, BASE)->recording;
	const struct recording *newer = &profile_of(check, NEW)->recording;
	bool known = base->command_line && newer->command_line;

	if (known && base->system_wide != newer->system_wide)
		return differ(check, "recorded",
			      base->system_wide ? "the whole machine" : "one task",
			      newer->system_wide ? "the whole machine" : "one task");
	if (base->is_guest != newer->is_guest)
		return differ(check, "recorded", base->is_guest ? "a guest" : "a host",
			      newer->is_guest ? "a guest" : "a host");
	return 0;
}

static int check_lost(const struct check *check)
{
	for (int side = 0; side < SIDES && check->event->work_known; side++) {
		const struct event *event = totals_event(check->event->totals[side]);
		double all = (double)event->samples + (double)event->lost;

		if (event->samples_known && (double)event->lost > LOST_MOST * all &&
		    !check->diff->options.force)
			return symdiff_fail(
				check->err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				"no costs: the %s side lost %.1f %% of its samples, more "
				"than 1 %% (--force reckons with them)",
				side == BASE ? "base" : "new", 100 * (double)event->lost / all);
	}
	return 0;
}

static int refuse_costs(const struct check *check, const char *why)
{
	if (check->diff->options.force || !check->event->work_known)
		return 0;
	return symdiff_fail(check->err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
			    "no costs: %s (--force reckons with them)", why);
}

/* A counter that took turns with others is scaled up from what it saw. */
static int check_multiplexing(const struct check *check)
{
	double base = totals_event(check->event->totals[BASE])->running;
	double newer = totals_event(check->event->totals[NEW])->running;
	char why[128];

	if (!(base > 0) || !(newer > 0) || fabs(base - newer) <= RUNNING_ALIKE)
		return 0;
	snprintf(why, sizeof(why),
		 "the counter ran for %.0f %% of the time on the base side, for %.0f %% on the new "
		 "(others took turns)",
		 100 * base, 100 * newer);
	return refuse_costs(check, why);
}

static int check_unit(const struct check *check)
{
	if (!check->event->no_common_unit)
		return 0;
	return refuse_costs(check, "samples of one side stand for a number of events, those of the "
				   "other for something else");
}

int comparable_check(struct symdiff_diff *diff, struct diff_event *event, struct symdiff_error *err)
{
	struct check check = { diff, event, err };
	const struct recording *base = &profile_of(&check, BASE)->recording;
	const struct recording *newer = &profile_of(&check, NEW)->recording;

	if (check_clock(&check) || check_domain(&check) || check_host(&check) ||
	    check_scope(&check) || check_chains(&check) || check_lost(&check) ||
	    check_multiplexing(&check) || check_unit(&check))
		return -1;
	return check_names(&check, "architecture", base->arch, newer->arch);
}
