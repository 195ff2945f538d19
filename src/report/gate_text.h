/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_GATE_TEXT_H
#define REPORT_GATE_TEXT_H

#include <stddef.h>

#include "diff/gate.h"

/* What the writers of a verdict have in common. */

/* "max" or "max-growth": the name of a rule is this and its text. */
const char *gate_kind(enum symdiff_rule_kind kind);

/*
 * What was found, in a sentence: "89.20 % of busy time is charged to it (at
 * least 89.19, at most 96.12), the limit is 30 %", and why it is inconclusive.
 * For free().
 */
char *gate_sentence(const struct symdiff_verdict *verdict, const struct gate_rule *rule);

/*
 * The rules with those that fail first, then the inconclusive ones, each in the
 * order given: an array for free().
 */
const struct gate_rule **gate_worst_first(const struct symdiff_verdict *verdict);

/* How many of the rules came out so. */
size_t gate_count(const struct symdiff_verdict *verdict, enum symdiff_outcome outcome);

#endif
