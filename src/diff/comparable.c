// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/comparable.h"

#include <stdio.h>
#include <string.h>

#include "diff/finder.h"
#include "support/error.h"

#define LOST_MOST 0.01 /* of the samples, for costs */

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

int comparable_check(struct symdiff_diff *diff, struct diff_event *event, struct symdiff_error *err)
{
	struct check check = { diff, event, err };
	const struct recording *base = &profile_of(&check, BASE)->recording;
	const struct recording *newer = &profile_of(&check, NEW)->recording;

	if (check_domain(&check) || check_scope(&check) || check_lost(&check))
		return -1;
	return check_names(&check, "architecture", base->arch, newer->arch);
}
