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

/* The value for people, "broken", "no result", or "" for NULL; @room has 32 bytes. */
const char *text_evidence_value(const struct evidence_value *value, char *room);
const char *text_evidence_number(double value, char *room);

#endif
