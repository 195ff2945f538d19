/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_EVIDENCE_VALUE_H
#define REPORT_EVIDENCE_VALUE_H

#include "evidence/evidence.h"
#include "report/json_value.h"

/* What the printers of evidence share. */

/* A number, whole if it is; null unless it is one as printed. */
json_t *json_evidence_value(const struct evidence_value *value);

/* Set name, source, group, metric and unit. */
void json_evidence_name(json_t *object, const struct evidence_row *row);

struct evidence_diff;
struct bench_table;
struct witness;

/* The rows of a comparison, of one of benchmarks, and all that is beside the profiles of a diff. */
json_t *json_evidence_moves(const struct evidence_diff *diff);
json_t *json_bench_rows(const struct bench_table *table);
json_t *json_witness(const struct witness *witness);

/* The value for people, "broken", "no result", or "" for NULL; @room has 32 bytes. */
const char *text_evidence_value(const struct evidence_value *value, char *room);
const char *text_evidence_number(double value, char *room);

#endif
