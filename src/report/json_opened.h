/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_JSON_OPENED_H
#define REPORT_JSON_OPENED_H

#include "diff/diff.h"
#include "report/json_value.h"

/* Set "anatomy" and "callers" of an event, as far as @options ask for them. */
void json_set_opened_report(json_t *object, const struct symdiff_profile *side,
			    const struct totals *totals,
			    const struct symdiff_print_options *options);
void json_set_opened_diff(json_t *object, const struct symdiff_diff *diff,
			  const struct diff_event *event,
			  const struct symdiff_print_options *options);

/* [ { "context", "where", "self", "share" } ]: sums to the total. */
json_t *json_contexts(const struct totals *totals);

/* [ { "owner", "mechanism", "weight", "share" } ]: sums to the total. */
json_t *json_matrix(const struct totals *totals, const struct buckets *buckets);

/* The contexts of both sides: [ { "context", "where", "base_share", "new_share", "delta_pp" } ]. */
json_t *json_diff_contexts(const struct diff_event *event);

/* The matrix of both sides: [ { "owner", "mechanism", "base_share", "new_share", "delta_pp" } ]. */
json_t *json_diff_matrix(const struct diff_event *event);

#endif
