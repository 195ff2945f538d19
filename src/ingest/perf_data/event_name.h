/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_EVENT_NAME_H
#define PERF_DATA_EVENT_NAME_H

#include <stddef.h>

#include "ingest/perf_data/attr.h"
#include "model/profile.h"

/*
 * The name that perf gives an event which the recording does not name, with
 * its modifiers ("cycles:ppp"), written to @buf. Returns its length.
 */
size_t event_name(const struct attr *attr, char *buf, size_t size);

/* What time the event stands for; names that say nothing to us leave it to @name. */
enum event_clock event_clock(const struct attr *attr, const char *name);

#endif
