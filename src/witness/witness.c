// SPDX-License-Identifier: GPL-2.0-or-later
#include "witness/witness.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/motion.h"
#include "diff/words.h"
#include "support/memory.h"
#include "witness/budget.h"

const char *const opinion_names[] = { "agrees", "contradicts", "silent" };

struct witness *witness_new(void)
{
	return mem_zalloc(1, sizeof(struct witness));
}

void witness_free(struct witness *witness)
{
	if (!witness)
		return;
	evidence_diff_deinit(&witness->moves);
	bench_deinit(&witness->bench);
	budget_deinit(&witness->budget);
	for (int side = 0; side < SIDES; side++)
		evidence_deinit(&witness->sides[side]);
	free(witness->opinions);
	free(witness->notes);
	arena_deinit(&witness->arena);
	free(witness);
}

static const char *print_to(struct arena *arena, const char *format, va_list arguments)
{
	char *text = NULL;
	int len = vasprintf(&text, format, arguments);
	const char *copy = len < 0 ? "" : arena_strndup(arena, text, (size_t)len);

	if (len >= 0)
		free(text);
	return copy;
}

void witness_note(struct witness *witness, const char *format, ...)
{
	va_list arguments;

	array_reserve(witness->notes, witness->note_capacity, witness->note_count + 1);
	va_start(arguments, format);
	witness->notes[witness->note_count++] = print_to(&witness->arena, format, arguments);
	va_end(arguments);
}

/* ---- hearing ---- */

void testify(struct testimony *testimony, enum opinion_verdict verdict, const char *format, ...)
{
	const char *said;
	va_list arguments;

	va_start(arguments, format);
	said = print_to(testimony->arena, format, arguments);
	va_end(arguments);
	if (verdict == OPINION_CONTRADICTS && !testimony->agree && !testimony->contradict)
		testimony->first_contradicts = true;
	testimony->agree += verdict == OPINION_AGREES;
	testimony->contradict += verdict == OPINION_CONTRADICTS;
	testimony->text = *testimony->text
				  ? arena_printf(testimony->arena, "%s; %s", testimony->text, said)
				  : said;
}

static bool is_prefix(const char *head, const char *bucket)
{
	size_t len = strlen(head);

	return !strncmp(head, bucket, len) && (!bucket[len] || bucket[len] == '/');
}

bool topic_is(const struct topic *topic, const char *bucket)
{
	return is_prefix(topic->bucket, bucket) || is_prefix(bucket, topic->bucket);
}

/* The row of a finding about a symbol, or NULL. */
static const struct diff_row *find_row(const struct diff_event *event, const char *subject)
{
	for (size_t i = 0; i < event->row_count; i++)
		if (!strcmp(diff_row_name(event, &event->rows[i]), subject))
			return &event->rows[i];
	return NULL;
}

static const char *phase_of(const struct symdiff_diff *diff, const struct diff_event *event,
			    const struct diff_row *row)
{
	int side = row->side[NEW].symbol == NONE ? BASE : NEW;

	if (row->side[side].symbol == NONE)
		return "";
	return buckets_phase_name(
		diff->rules->buckets,
		event->totals[side]->profile->symbols[row->side[side].symbol].phase);
}

/* What the finding is about; false if nothing beside a profile could say anything to it. */
static bool find_topic(const struct symdiff_diff *diff, const struct diff_event *event,
		       const struct finding *finding, struct topic *topic)
{
	const struct buckets *buckets = diff->rules->buckets;
	const struct diff_row *row;

	if (finding->kind != FINDING_GREW && finding->kind != FINDING_SHRANK &&
	    finding->kind != FINDING_NEW && finding->kind != FINDING_GONE)
		return false;
	topic->grew = finding->kind == FINDING_GREW || finding->kind == FINDING_NEW;
	topic->phase = "";
	topic->bucket = finding->subject;
	if (buckets_find_head(buckets, finding->subject) != BUCKET_NONE ||
	    buckets_find_leaf(buckets, finding->subject) != BUCKET_NONE)
		return true;
	row = find_row(event, finding->subject);
	if (!row)
		return false;
	topic->bucket = buckets_leaf_name(buckets, row->bucket);
	topic->phase = phase_of(diff, event, row);
	return true;
}

static enum opinion_verdict hear_all(const struct topic *topic, struct testimony *testimony)
{
	hear_slab(topic, testimony);
	hear_locks(topic, testimony);
	hear_counters(topic, testimony);
	if (!testimony->agree && !testimony->contradict)
		return OPINION_SILENT;
	/* Where parts disagree, the first is the closest to the subject; the text has them all. */
	return testimony->first_contradicts || !testimony->agree ? OPINION_CONTRADICTS
								 : OPINION_AGREES;
}

/* The first words of a finding, which are what it says: "allocator grew". */
static const char *first_words(struct arena *arena, const char *text)
{
	const char *wide = strstr(text, "  ");
	size_t len = strcspn(text, ":");

	return arena_strndup(arena, text,
			     wide && (size_t)(wide - text) < len ? (size_t)(wide - text) : len);
}

static void hear_about(struct witness *witness, const struct topic *topic,
		       const struct finding *finding)
{
	struct testimony testimony = { .arena = &witness->arena, .text = "" };
	enum opinion_verdict verdict = hear_all(topic, &testimony);

	array_reserve(witness->opinions, witness->opinion_capacity, witness->opinion_count + 1);
	witness->opinions[witness->opinion_count++] = (struct opinion) {
		.finding = finding,
		.subject = finding->subject,
		.words = first_words(&witness->arena, finding->text),
		.verdict = verdict,
		.text = testimony.text,
	};
}

/* Below a headline about a bucket may be more about it. */
static bool is_told_before(const struct diff_event *event, size_t finding)
{
	for (size_t i = 0; i < finding; i++)
		if (!strcmp(event->findings[i].subject, event->findings[finding].subject) &&
		    (event->findings[i].kind == FINDING_GREW ||
		     event->findings[i].kind == FINDING_SHRANK))
			return true;
	return false;
}

static bool is_told(const struct diff_event *event, const char *bucket)
{
	for (size_t i = 0; i < event->finding_count; i++)
		if (!strcmp(event->findings[i].subject, bucket))
			return true;
	return false;
}

/*
 * A bucket without a finding, beside which something moved that should have moved it: too small to
 * be one, or not there. More than sampling explains it must have moved to agree or contradict.
 */
static void hear_unasked(struct witness *witness, const struct symdiff_diff *diff,
			 const struct diff_event *event, const struct diff_bucket *bucket)
{
	struct topic topic = {
		.witness = witness, .diff = diff, .bucket = bucket->name, .phase = ""
	};
	struct testimony testimony = { .arena = &witness->arena, .text = "" };
	struct mover mover = mover_of_owner(event, bucket);
	double points = 100 * (diff_share(event, NEW, mover.self[NEW]) -
			       diff_share(event, BASE, mover.self[BASE]));
	enum opinion_verdict verdict;
	char shares[96];

	topic.grew = points > 0;
	verdict = hear_all(&topic, &testimony);
	if (verdict == OPINION_SILENT)
		return;
	if (fabs(points) <= motion_noise(event, &mover))
		verdict = OPINION_SILENT;
	words_shares(event, mover.self, mover.hidden, shares, sizeof(shares));
	array_reserve(witness->opinions, witness->opinion_capacity, witness->opinion_count + 1);
	witness->opinions[witness->opinion_count++] = (struct opinion) {
		.subject = bucket->name,
		.words =
			arena_printf(&witness->arena, "%s, no finding (%s%s)", bucket->name, shares,
				     verdict == OPINION_SILENT ? ", within sampling noise" : ""),
		.verdict = verdict,
		.text = testimony.text,
	};
}

/* Results of benchmarks are compared by themselves; what only one side has is left to its rows. */
static void compare_benchmarks(struct witness *witness)
{
	bench_init(&witness->bench, SIDES);
	for (size_t side = 0; side < SIDES; side++)
		bench_add(&witness->bench, side, &witness->sides[side], 0);
	witness->has_bench = !bench_judge(&witness->bench, NULL);
}

static bool is_result(const struct evidence_pair *pair)
{
	const struct evidence_row *row = pair->sides[NEW] ? pair->sides[NEW] : pair->sides[BASE];

	for (size_t i = 0; i < row->count; i++)
		if (row->values[i].role == EVIDENCE_RESULT)
			return true;
	return false;
}

/* Results have a table of their own. */
static void leave_out_results(struct witness *witness)
{
	struct evidence_diff *moves = &witness->moves;
	size_t kept = 0;

	for (size_t i = 0; i < moves->count; i++) {
		if (is_result(&moves->pairs[i]))
			free(moves->pairs[i].moves);
		else
			moves->pairs[kept++] = moves->pairs[i];
	}
	moves->count = kept;
}

void witness_hear(struct witness *witness, const struct symdiff_diff *diff, unsigned cpus)
{
	evidence_join(&witness->sides[BASE], &witness->sides[NEW], &witness->moves);
	compare_benchmarks(witness);
	if (witness->has_bench) {
		leave_out_results(witness);
		budget_init(&witness->budget, witness, diff, cpus);
	}
	for (size_t e = 0; e < diff->event_count; e++) {
		const struct diff_event *event = &diff->events[e];

		for (size_t i = 0; i < event->finding_count; i++) {
			struct topic topic = { .witness = witness, .diff = diff };

			if (find_topic(diff, event, &event->findings[i], &topic) &&
			    !is_told_before(event, i))
				hear_about(witness, &topic, &event->findings[i]);
		}
		for (size_t i = 0; i < event->head_count; i++)
			if (!is_told(event, event->heads[i].name))
				hear_unasked(witness, diff, event, &event->heads[i]);
	}
}
