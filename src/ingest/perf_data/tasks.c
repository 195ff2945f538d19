// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A history is a list of changes, newest first. Besides the one before it,
 * each change knows one further back, chosen so that any change is reached in
 * a logarithmic number of steps (a skew-binary list): looking up an early
 * sample of a task that changes all the time must not walk all of it.
 */
#include "ingest/perf_data/tasks.h"

#include <stdlib.h>

#include "model/profile.h"
#include "support/memory.h"

static struct history *find(const struct histories *histories, uint64_t key)
{
	table_for_each (&histories->by_key, hash_pair(key, 0), known)
		if (histories->list[known].key == key)
			return &histories->list[known];
	return NULL;
}

static struct history *get(struct histories *histories, uint64_t key)
{
	struct history *known = find(histories, key);

	if (known)
		return known;
	array_reserve(histories->list, histories->capacity, histories->count + 1);
	histories->list[histories->count] = (struct history) { .key = key, .last = NONE };
	table_insert(&histories->by_key, hash_pair(key, 0), histories->count);
	return &histories->list[histories->count++];
}

static uint32_t depth_of(const struct histories *histories, uint32_t change)
{
	return change == NONE ? 0 : histories->changes[change].depth;
}

static uint32_t jump_of(const struct histories *histories, uint32_t change)
{
	return change == NONE ? NONE : histories->changes[change].jump;
}

void histories_set(struct histories *histories, uint64_t key, uint64_t time, uint32_t value)
{
	struct history *history = get(histories, key);
	uint32_t previous = history->last;

	if (previous != NONE && histories->changes[previous].value == value)
		return;
	if (previous != NONE && histories->changes[previous].time > time)
		time = histories->changes[previous].time;

	uint32_t jump = jump_of(histories, previous);
	uint32_t beyond = jump_of(histories, jump);
	bool same_length = depth_of(histories, previous) - depth_of(histories, jump) ==
			   depth_of(histories, jump) - depth_of(histories, beyond);

	array_reserve(histories->changes, histories->change_capacity, histories->change_count + 1);
	histories->changes[histories->change_count] = (struct change) {
		.time = time,
		.value = value,
		.previous = previous,
		.jump = previous != NONE && same_length ? beyond : previous,
		.depth = depth_of(histories, previous) + 1,
	};
	history->last = histories->change_count++;
}

uint32_t histories_last(const struct histories *histories, uint64_t key, uint32_t missing)
{
	const struct history *history = find(histories, key);

	return history ? histories->changes[history->last].value : missing;
}

uint32_t histories_newest(const struct histories *histories, uint64_t key, uint64_t *since)
{
	const struct history *history = find(histories, key);

	*since = history ? histories->changes[history->last].time : 0;
	return history ? histories->changes[history->last].value : 0;
}

uint32_t histories_at(const struct histories *histories, uint64_t key, uint64_t time,
		      uint32_t missing)
{
	const struct history *history = find(histories, key);

	if (!history)
		return missing;

	const struct change *changes = histories->changes;
	uint32_t at = history->last;

	while (changes[at].time > time) {
		uint32_t jump = changes[at].jump, previous = changes[at].previous;

		if (previous == NONE)
			return missing;
		at = jump != NONE && changes[jump].time > time ? jump : previous;
	}
	return changes[at].value;
}

void histories_deinit(struct histories *histories)
{
	table_deinit(&histories->by_key);
	free(histories->list);
	free(histories->changes);
	*histories = (struct histories) { 0 };
}
