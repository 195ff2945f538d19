// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/gate_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"

int gate_parse(struct gate_rule *rule, const struct symdiff_rule *given, bool *forced,
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
	else if (end && end != equals + 1 && !strcmp(end, "pp") &&
		 given->kind == SYMDIFF_MAX_GROWTH)
		rule->unit = LIMIT_POINTS;
	else
		end = NULL;
	if (end && isfinite(rule->limit) && rule->limit >= 0)
		return 0;
	return symdiff_fail(
		err, SYMDIFF_ERR_USAGE, -1,
		given->kind == SYMDIFF_MAX
			? "--max takes [self:|charged:]NAME=LIMIT%%, such as "
			  "allocator=30%%, not '%s'"
			: "--max-growth takes [self:|charged:]NAME=LIMITpp or =LIMIT%%, "
			  "such as allocator=2pp, not '%s'",
		given->text);
}
