/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_TASKS_H
#define PERF_DATA_TASKS_H

#include <stddef.h>
#include <stdint.h>

#include "support/table.h"

/*
 * What each process and thread was at any time: numbers (a space, a name) that
 * change as time goes on. Changes are told in time order (one that comes late
 * holds from the last one on); samples can be looked up in any order, as long
 * as all changes up to their time were told. Zero-initialised is ready.
 */
struct histories {
	struct table by_key;
	struct history {
		uint64_t key;
		uint32_t last; /* change */
	} * list;
	struct change {
		uint64_t time;
		uint32_t value;
		uint32_t previous, jump; /* earlier changes of the same history, or NONE */
		uint32_t depth;
	} * changes;
	uint32_t count, change_count;
	size_t capacity, change_capacity;
};

/* From @time on the value of @key is @value. */
void histories_set(struct histories *histories, uint64_t key, uint64_t time, uint32_t value);

/* The newest value of @key, or @missing. */
uint32_t histories_last(const struct histories *histories, uint64_t key, uint32_t missing);

/* The newest value of @key (0: it has none) and since when it holds. */
uint32_t histories_newest(const struct histories *histories, uint64_t key, uint64_t *since);

/* The value at @time, or @missing if there was none yet. */
uint32_t histories_at(const struct histories *histories, uint64_t key, uint64_t time,
		      uint32_t missing);

void histories_deinit(struct histories *histories);

#endif
