/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef POLICY_POLICY_H
#define POLICY_POLICY_H

#include <symdiff/symdiff.h>

#include "support/arena.h"
#include "support/json_reader.h"

/* Private to the policy: policy.c has the document, limits.c its limits, accepted.c what is let by. */

/* One limit: of whose event, which name, in which unit. */
struct limit {
	struct symdiff_rule rule;
	const char *name; /* with self: or charged: */
	double amount;
	bool is_points;

	/* What is let by for now; 0: nothing. */
	double accepted;
};

/* A growing list of texts that ends with NULL. */
struct texts {
	const char **list;
	size_t count, capacity;
};

void texts_add(struct texts *texts, const char *text);

struct policy {
	struct symdiff_policy said; /* what the caller gets; first, so that it is the whole, too */
	struct json_reader json;
	struct arena arena; /* of all texts */
	const char *path;
	const char *today; /* YYYY-MM-DD */

	struct limit *limits;
	size_t limit_count, limit_capacity;
	struct symdiff_rule *rules; /* made of them when all is read */
	struct texts aliases, sets, bucket_files, bucket_of;
};

/* A copy of the text, terminated, as long as the policy lives. */
const char *policy_text(struct policy *policy, struct slice text);

/* The line of a place, for later. */
long policy_line(const struct policy *policy, const char *at);

/* limits.c: an object of limits by name. @event: whose; NULL: the first that has samples. */
bool policy_read_limits(struct policy *policy, const char *event);

/* A limit as it is written: "30%", or for growth "2pp". False with the error recorded. */
bool policy_read_amount(struct policy *policy, enum symdiff_rule_kind kind, double *amount,
			bool *is_points);

/* The limit of this, or NULL. */
struct limit *policy_find_limit(struct policy *policy, const char *event, const char *name,
				enum symdiff_rule_kind kind, bool is_points);

/* accepted.c: a list of shifts that are accepted, behind all limits. */
bool policy_read_accepted(struct policy *policy);

#endif
