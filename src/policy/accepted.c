// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Shifts that are accepted: a change that is wanted, or known and not mended yet, may go beyond a
 * limit, with a reason and until a day. After that day the limit is in force again, and says so.
 */
#include <ctype.h>
#include <string.h>

#include "policy/policy.h"
#include "support/memory.h"

enum { OF, EVENT, MAX, MAX_GROWTH, REASON, UNTIL, KEYS };

static const char *get_text(struct policy *policy, const struct json_member *member)
{
	struct slice text;

	if (!json_reader_go(&policy->json, member) ||
	    !json_read_text(&policy->json, member->name, &text))
		return NULL;
	return policy_text(policy, text);
}

static int number_at(const char *text, size_t len)
{
	int number = 0;

	for (size_t i = 0; i < len; i++) {
		if (!isdigit((unsigned char)text[i]))
			return -1;
		number = number * 10 + (text[i] - '0');
	}
	return number;
}

/* A day of the calendar, as ISO 8601 writes it. */
static bool is_day(const char *text)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year, month, day;

	if (strlen(text) != 10 || text[4] != '-' || text[7] != '-')
		return false;
	year = number_at(text, 4);
	month = number_at(text + 5, 2);
	day = number_at(text + 8, 2);
	if (year < 0 || month < 1 || month > 12 || day < 1)
		return false;

	bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return day <= days[month - 1] + leap;
}

static const char *unit_of(bool is_points)
{
	return is_points ? "pp" : "%";
}

static void add_note(struct policy *policy, struct limit *limit, const char *note)
{
	limit->rule.note = limit->rule.note
				   ? arena_printf(&policy->arena, "%s; %s", limit->rule.note, note)
				   : note;
}

static bool accept(struct policy *policy, const struct json_member members[KEYS],
		   const struct json_member *amount_at, enum symdiff_rule_kind kind)
{
	struct json_reader *json = &policy->json;
	const char *of = get_text(policy, &members[OF]), *event = get_text(policy, &members[EVENT]);
	const char *reason = get_text(policy, &members[REASON]),
		   *until = get_text(policy, &members[UNTIL]);
	double amount = 0;
	bool is_points;

	if (json->failed || !json_reader_go(json, amount_at) ||
	    !policy_read_amount(policy, kind, &amount, &is_points))
		return false;
	if (!is_day(until))
		return json_reader_fail(json, members[UNTIL].at,
					"until must be a day such as \"2027-03-31\", not '%s'",
					until);

	struct limit *limit = policy_find_limit(policy, event, of, kind, is_points);

	if (!limit)
		return json_reader_fail(json, amount_at->at,
					"there is no %s limit of '%s' in %s that this could be "
					"beyond",
					kind == SYMDIFF_MAX ? "max" : "max_growth", of,
					is_points ? "points" : "percent");
	if (amount <= limit->amount)
		return json_reader_fail(json, amount_at->at,
					"%g%s is not beyond the limit of '%s', %g%s", amount,
					unit_of(is_points), of, limit->amount, unit_of(is_points));
	if (strcmp(until, policy->today) < 0) {
		add_note(policy, limit,
			 arena_printf(&policy->arena,
				      "%s: up to %g%s was accepted until %s (%s); that is over, "
				      "and the limit of %g%s is in force",
				      of, amount, unit_of(is_points), until, reason, limit->amount,
				      unit_of(is_points)));
		return true;
	}
	if (amount > limit->accepted)
		limit->accepted = amount;
	add_note(policy, limit,
		 arena_printf(&policy->arena,
			      "%s: up to %g%s is accepted until %s, beyond the limit of %g%s (%s)",
			      of, amount, unit_of(is_points), until, limit->amount,
			      unit_of(is_points), reason));
	return true;
}

static bool read_entry(struct policy *policy)
{
	struct json_member members[KEYS] = {
		[OF] = { .name = "of", .required = true },
		[EVENT] = { .name = "event" },
		[MAX] = { .name = "max" },
		[MAX_GROWTH] = { .name = "max_growth" },
		[REASON] = { .name = "reason", .required = true },
		[UNTIL] = { .name = "until", .required = true },
	};
	struct json_reader *json = &policy->json;
	const char *from = json_reader_here(json), *behind;

	if (!json_read_members(json, members, KEYS, "an accepted shift"))
		return false;
	behind = json->at;
	if (!members[MAX].at && !members[MAX_GROWTH].at)
		return json_reader_fail(json, from, "an accepted shift needs max or max_growth");
	if (members[MAX].at && !accept(policy, members, &members[MAX], SYMDIFF_MAX))
		return false;
	if (members[MAX_GROWTH].at &&
	    !accept(policy, members, &members[MAX_GROWTH], SYMDIFF_MAX_GROWTH))
		return false;
	json->at = behind;
	return true;
}

bool policy_read_accepted(struct policy *policy)
{
	struct json_reader *json = &policy->json;

	if (!json_read_array(json, "accepted"))
		return false;
	while (json_read_element(json))
		if (!read_entry(policy))
			return false;
	return !json->failed;
}
