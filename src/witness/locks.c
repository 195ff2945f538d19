// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What lock_stat and perf lock say: of the lock bucket, how long all waited; of any other bucket,
 * the locks that its functions waited for.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/format.h"
#include "witness/witness.h"

enum { PLACE_LENGTH = 128 };

/* "free_one_page+0x3f": does the bucket of the function lie in the topic's? */
static bool is_place_of(const struct topic *topic, const char *place)
{
	char name[PLACE_LENGTH];
	size_t len = strcspn(place, "+");
	struct bucket_match match;

	if (!len || len >= sizeof(name))
		return false;
	memcpy(name, place, len);
	name[len] = '\0';
	buckets_match(topic->diff->rules->buckets, &(struct bucket_key) { .symbol = name }, &match);
	return topic_is(topic, buckets_leaf_name(topic->diff->rules->buckets, match.bucket));
}

static bool waits_in(const struct topic *topic, const struct evidence_row *row)
{
	for (size_t i = 0; row && i < row->place_count; i++)
		if (!row->places[i].is_holder && is_place_of(topic, row->places[i].place))
			return true;
	return false;
}

static const struct evidence_move *find_move(const struct evidence_pair *pair, const char *key)
{
	for (size_t i = 0; i < pair->count; i++)
		if (!strcmp(pair->moves[i].key, key))
			return &pair->moves[i];
	return NULL;
}

/* The lock of the topic whose time waited changed most. */
static const struct evidence_pair *find_lock(const struct topic *topic, bool all,
					     const struct evidence_move **wait)
{
	const struct evidence_diff *moves = &topic->witness->moves;
	const struct evidence_pair *found = NULL;
	double most = 0;

	for (size_t i = 0; i < moves->count; i++) {
		const struct evidence_pair *pair = &moves->pairs[i];
		const struct evidence_row *base = pair->sides[BASE], *newer = pair->sides[NEW];
		const struct evidence_move *move = find_move(pair, "waittime_total");

		if (!move || isnan(move->delta) || fabs(move->delta) <= most ||
		    !(all || waits_in(topic, base) || waits_in(topic, newer)))
			continue;
		found = pair;
		*wait = move;
		most = fabs(move->delta);
	}
	return found;
}

void hear_locks(const struct topic *topic, struct testimony *testimony)
{
	const struct evidence_move *wait = NULL, *times;
	const struct evidence_pair *lock = find_lock(topic, topic_is(topic, "lock"), &wait);
	enum opinion_verdict verdict = OPINION_SILENT;

	if (!lock)
		return;
	times = find_move(lock, "contentions");
	if (wait->moved)
		verdict = (wait->delta > 0) == topic->grew ? OPINION_AGREES : OPINION_CONTRADICTS;
	testify(testimony, verdict, "lock %s: waited for %.4g -> %.4g s", lock->sides[BASE]->name,
		wait->sides[BASE].value / 1e6, wait->sides[NEW].value / 1e6);
	if (times && !isnan(times->delta))
		testify(testimony, OPINION_SILENT, "%.0f -> %.0f contentions",
			times->sides[BASE].value, times->sides[NEW].value);
}
