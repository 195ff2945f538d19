// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <string.h>

#include "policy/policy.h"
#include "support/memory.h"

static const char *const keys[] = { [SYMDIFF_MAX] = "max", [SYMDIFF_MAX_GROWTH] = "max_growth" };
static const char *const wanted[] = {
	[SYMDIFF_MAX] = "a percentage of time, such as \"30%\"",
	[SYMDIFF_MAX_GROWTH] = "points or percent, such as \"2pp\" or \"10%\"",
};

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

struct limit *policy_find_limit(struct policy *policy, const char *event, const char *name,
				enum symdiff_rule_kind kind, bool is_points)
{
	for (size_t i = 0; i < policy->limit_count; i++) {
		struct limit *limit = &policy->limits[i];

		if (limit->rule.kind == kind && limit->is_points == is_points &&
		    !strcmp(limit->name, name) && is_same_text(limit->rule.event, event))
			return limit;
	}
	return NULL;
}

/* Digits and at most one point: no sign, no exponent, whatever the locale has for a point. */
static bool read_decimal(struct slice *text, double *value)
{
	double place = 1;
	bool point = false;
	size_t digits = 0;

	*value = 0;
	for (; text->len; text->at++, text->len--) {
		char c = *text->at;

		if (c == '.' && !point) {
			point = true;
		} else if (isdigit((unsigned char)c)) {
			*value = *value * 10 + (c - '0');
			place *= point ? 10 : 1;
			digits++;
		} else {
			break;
		}
	}
	*value /= place;
	return digits && digits < 16;
}

bool policy_read_amount(struct policy *policy, enum symdiff_rule_kind kind, double *amount,
			bool *is_points)
{
	struct json_reader *json = &policy->json;
	const char *at = json_reader_here(json);
	struct slice text;

	if (json_reader_peek(json) != JSON_KIND_TEXT)
		return json_reader_fail(json, at, "%s must be %s", keys[kind], wanted[kind]);
	if (!json_read_text(json, "a limit", &text))
		return false;

	struct slice rest = text;
	bool good = read_decimal(&rest, amount);

	*is_points = slice_equals(rest, "pp");
	if (good && (slice_equals(rest, "%") || (*is_points && kind == SYMDIFF_MAX_GROWTH)))
		return true;
	return json_reader_fail(json, at, "%s must be %s, not '%.*s'", keys[kind], wanted[kind],
				(int)(text.len > 40 ? 40 : text.len), text.at);
}

static bool add_limit(struct policy *policy, const char *event, const char *name,
		      enum symdiff_rule_kind kind)
{
	const char *at = json_reader_here(&policy->json);
	struct limit limit = {
		.rule = { .kind = kind, .event = event, .source = policy->path },
		.name = name,
	};

	limit.rule.line = policy_line(policy, at);
	if (!policy_read_amount(policy, kind, &limit.amount, &limit.is_points))
		return false;
	if (policy_find_limit(policy, event, name, kind, limit.is_points))
		return json_reader_fail(&policy->json, at,
					"there is already a %s limit of '%s' in %s", keys[kind],
					name, limit.is_points ? "points" : "percent");
	array_reserve(policy->limits, policy->limit_capacity, policy->limit_count + 1);
	policy->limits[policy->limit_count++] = limit;
	return true;
}

/* Growth may be limited both in points and in percent. */
static bool add_growth_limits(struct policy *policy, const char *event, const char *name)
{
	struct json_reader *json = &policy->json;

	if (json_reader_peek(json) != JSON_KIND_ARRAY)
		return add_limit(policy, event, name, SYMDIFF_MAX_GROWTH);
	if (!json_read_array(json, "max_growth"))
		return false;
	while (json_read_element(json))
		if (!add_limit(policy, event, name, SYMDIFF_MAX_GROWTH))
			return false;
	return !json->failed;
}

static bool read_limit(struct policy *policy, const char *event, const char *name)
{
	enum { MAX, MAX_GROWTH, COMMENT, COUNT };
	struct json_member members[COUNT] = {
		[MAX] = { .name = "max" },
		[MAX_GROWTH] = { .name = "max_growth" },
		[COMMENT] = { .name = "comment" },
	};
	struct json_reader *json = &policy->json;
	const char *from = json_reader_here(json), *behind;

	if (!json_read_members(json, members, COUNT, "a limit"))
		return false;
	behind = json->at;
	if (!members[MAX].at && !members[MAX_GROWTH].at)
		return json_reader_fail(json, from, "'%s' has neither max nor max_growth", name);
	if (json_reader_go(json, &members[MAX]) && !add_limit(policy, event, name, SYMDIFF_MAX))
		return false;
	if (json_reader_go(json, &members[MAX_GROWTH]) && !add_growth_limits(policy, event, name))
		return false;
	json->at = behind;
	return true;
}

bool policy_read_limits(struct policy *policy, const char *event)
{
	struct json_reader *json = &policy->json;
	struct slice key;

	if (!json_read_object(json, "limits"))
		return false;
	while (json_read_member(json, &key)) {
		const char *at = json_reader_here(json);

		if (!key.len || memchr(key.at, '=', key.len))
			return json_reader_fail(json, at, "'%.*s' is no name that a limit can have",
						(int)(key.len > 60 ? 60 : key.len), key.at);
		if (!read_limit(policy, event, policy_text(policy, key)))
			return false;
	}
	return !json->failed;
}
