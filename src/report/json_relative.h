/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_JSON_RELATIVE_H
#define REPORT_JSON_RELATIVE_H

#include <jansson.h>

#include "diff/diff.h"

/* What moved relative to what did not: docs/json.md, "relative". */
json_t *json_relative(const struct diff_event *event);

#endif
