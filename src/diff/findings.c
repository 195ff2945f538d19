// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What there is to say about two profiles of one event, in the order in which
 * a maintainer wants to read it. Nothing is claimed that the input leaves
 * open: see motion.h.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/motion.h"
#include "diff/words.h"
#include "support/memory.h"

#define CARRIERS_MOST	4    /* symbols named under a bucket */
#define ALONE_MOST	6    /* symbols named on their own */
#define NOT_LISTED_MOST 4
#define HEAD_LEAST	0.25 /* of the largest move: what a smaller one says is in the table */
#define TRADE_LEAST	4    /* smallest moves: a trade inside a bucket is worth a word */
#define SIGMAS_OF_NOISE 1.5  /* ... and half widths of a 95 % interval */
#define CARRIES_IT	0.75 /* of its bucket's change */

struct finder {
	struct symdiff_diff *diff;
	struct diff_event *event;
	struct composition rows, heads;
	enum motion *row_motion; /* by row */
	bool *row_told;
	bool *head_told;
	bool kernel_hidden;	 /* one side has no kernel symbols: its kernel rows say nothing */
};

/* A row or head that is worth a word, and how much. */
struct candidate {
	size_t at;
	double claim;
	const char *name;
};

static __attribute__((format(printf, 6, 7))) void tell(struct finder *finder,
						       enum finding_kind kind,
						       enum finding_view view, int level,
						       const char *subject, const char *format, ...)
{
	struct diff_event *event = finder->event;
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	array_reserve(event->findings, event->finding_capacity, event->finding_count + 1);
	event->findings[event->finding_count++] = (struct finding) {
		.kind = kind,
		.view = view,
		.subject = arena_strndup(&finder->diff->arena, subject, strlen(subject)),
		.text = arena_strndup(&finder->diff->arena, text, strlen(text)),
		.level = level,
	};
}

static enum finding_view view_of(const struct diff_event *event)
{
	return event->work_known && event->amount[BASE] > 0 ? VIEW_COST : VIEW_SHARE;
}

static const char *amount_word(const struct diff_event *event)
{
	return event->work_known ? "cost" : event->amount_unit;
}

/* ", samples +28 to +30 %": what the shares do not show. */
static const char *amount_clause(const struct diff_event *event, const struct mover *mover,
				 char *buf, size_t size)
{
	char ratio[64];

	words_ratio(diff_ratio(event, mover->self[BASE], mover->hidden[BASE], mover->self[NEW],
			       mover->hidden[NEW]),
		    ratio, sizeof(ratio));
	buf[0] = '\0';
	if (ratio[0])
		snprintf(buf, size, ", %s %s", amount_word(event), ratio);
	return buf;
}

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (fabs(x->claim) != fabs(y->claim))
		return fabs(x->claim) < fabs(y->claim) ? 1 : -1;
	return strcmp(x->name, y->name);
}

static bool is_kernel_row(const struct diff_event *event, const struct diff_row *row)
{
	int side = row->side[NEW].symbol != NONE ? NEW : BASE;
	const struct profile *profile = event->totals[side]->profile;
	enum dso_kind kind = profile->dsos[profile->symbols[row->side[side].symbol].dso].kind;

	return kind == DSO_KERNEL || kind == DSO_MODULE;
}

static bool is_symbol_row(const struct diff_event *event, const struct diff_row *row)
{
	int side = row->side[NEW].symbol != NONE ? NEW : BASE;
	const struct profile *profile = event->totals[side]->profile;

	return !profile->symbols[row->side[side].symbol].flags && row->bucket != BUCKET_IDLE;
}

/* ---- the whole ---- */

static void tell_total(struct finder *finder)
{
	struct diff_event *event = finder->event;
	uint64_t base = event->totals[BASE]->total, newer = event->totals[NEW]->total;
	char ratio[64];

	words_ratio(diff_ratio(event, base, 0, newer, 0), ratio, sizeof(ratio));
	if (ratio[0])
		tell(finder, FINDING_TOTAL, view_of(event), 0, "", "%s %s%s", amount_word(event),
		     ratio,
		     event->work_known ? ""
				       : " in all (a cost only if both did the same work: --same-work)");
}

static uint64_t kernel_weight(const struct totals *totals)
{
	const struct profile *profile = totals->profile;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		enum dso_kind kind = profile->dsos[profile->symbols[i].dso].kind;

		if (!profile->symbols[i].flags && (kind == DSO_KERNEL || kind == DSO_MODULE))
			sum += totals->symbols[i].self;
	}
	return sum;
}

/* A side whose kernel was not resolved makes every kernel symbol of the other look new. */
static void tell_unresolved(struct finder *finder)
{
	struct diff_event *event = finder->event;
	double share[SIDES];

	for (int side = 0; side < SIDES; side++)
		share[side] = diff_share(event, side, kernel_weight(event->totals[side]));
	for (int side = 0; side < SIDES; side++) {
		if (share[side] > 0 || share[!side] < 0.01)
			continue;
		finder->kernel_hidden = true;
		tell(finder, FINDING_UNRESOLVED, VIEW_SHARE, 0, "[kernel]",
		     "the %s side has no kernel symbols, the other has %.0f %%: kernel rows are no "
		     "changes",
		     side == BASE ? "base" : "new", 100 * share[!side]);
	}
}

static void tell_idle(struct finder *finder)
{
	struct diff_event *event = finder->event;
	double share[SIDES];

	for (int side = 0; side < SIDES; side++)
		share[side] = 100 * totals_share(event->totals[side], event->totals[side]->idle);
	if (totals_event(event->totals[BASE])->clock != CLOCK_WALL ||
	    fabs(share[NEW] - share[BASE]) < 2)
		return;
	tell(finder, FINDING_IDLE, VIEW_SHARE, 0, "idle",
	     "idle %.1f -> %.1f %% of all time: the CPUs wait %s, and this profile cannot say why",
	     share[BASE], share[NEW], share[NEW] > share[BASE] ? "more" : "less");
}

/* ---- symbols ---- */

static const char *took_over(const struct diff_event *event, const struct diff_row *row, char *buf,
			     size_t size)
{
	const char *older = diff_row_side_name(event, row, BASE);
	bool merged = row->note && !strncmp(row->note, "merged", 6);

	buf[0] = '\0';
	if (merged && strcmp(older, diff_row_side_name(event, row, NEW)))
		snprintf(buf, size, " (took over %s%s)", older, row->note + strlen("merged"));
	else if (row->note && row->side[BASE].listed && row->side[NEW].listed)
		snprintf(buf, size, " (was %s; %s)", older, row->note);
	return buf;
}

static enum finding_kind kind_of_row(const struct diff_row *row, enum motion motion)
{
	if (row->match == MATCH_NEW_ONLY)
		return FINDING_NEW;
	if (row->match == MATCH_BASE_ONLY)
		return FINDING_GONE;
	return motion == MOTION_GREW ? FINDING_GREW : FINDING_SHRANK;
}

static void tell_row(struct finder *finder, size_t at, int level, const char *verb)
{
	struct diff_event *event = finder->event;
	const struct diff_row *row = &event->rows[at];
	struct mover mover = mover_of_row(row);
	const char *name = diff_row_name(event, row);
	char shares[96], amount[96], note[256];

	finder->row_told[at] = true;
	words_shares(event, mover.self, mover.hidden, shares, sizeof(shares));
	amount_clause(event, &mover, amount, sizeof(amount));
	took_over(event, row, note, sizeof(note));
	tell(finder, kind_of_row(row, finder->row_motion[at]), view_of(event), level, name,
	     "%s%s: %s%s%s", name, verb, shares, amount, note);
	if (row->match == MATCH_FAMILY && row->side[BASE].listed && row->side[NEW].listed)
		tell(finder, strncmp(row->note, "merged", 6) ? FINDING_RENAMED : FINDING_MERGED,
		     VIEW_SHARE, level + 1, name, "%s is %s of the base: %s", name,
		     diff_row_side_name(event, row, BASE), row->note);
}

static bool row_moved(const struct finder *finder, size_t at)
{
	enum motion motion = finder->row_motion[at];

	return motion == MOTION_GREW || motion == MOTION_SHRANK;
}

/* The rows of @head (or of all heads, if negative) that @test, most moved first. */
static size_t collect_rows(const struct finder *finder, int head, enum motion motion,
			   struct candidate *list)
{
	const struct diff_event *event = finder->event;
	size_t count = 0;

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		struct mover mover = mover_of_row(row);

		if (finder->row_motion[i] != motion || finder->row_told[i] ||
		    !is_symbol_row(event, row) ||
		    (head >= 0 && event->leaves[row->bucket].head != head))
			continue;
		list[count++] = (struct candidate) { i, motion_claim(event, &mover),
						     diff_row_name(event, row) };
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	return count;
}

/* ---- buckets ---- */

/* The symbols that moved as their bucket did, then those that moved against it. */
static void tell_carriers(struct finder *finder, const struct diff_bucket *bucket,
			  enum motion motion, double claim)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->row_count + 1) * sizeof(*list));
	size_t count = collect_rows(finder, bucket->head, motion, list);

	for (size_t i = 0; i < count && i < CARRIERS_MOST; i++)
		tell_row(finder, list[i].at, 1,
			 !i && fabs(list[i].claim) >= CARRIES_IT * fabs(claim) ? " carries it" : "");
	count = collect_rows(finder, bucket->head,
			     motion == MOTION_GREW ? MOTION_SHRANK : MOTION_GREW, list);
	for (size_t i = 0; i < count && i < CARRIERS_MOST / 2; i++)
		tell_row(finder, list[i].at, 1, motion == MOTION_GREW ? " fell" : " grew");
	free(list);
}

/* The heaviest symbol of a bucket that moved, if it stood still itself: people look for it. */
static void tell_unmoved(struct finder *finder, const struct diff_bucket *bucket)
{
	struct diff_event *event = finder->event;
	size_t heaviest = SIZE_MAX;
	char amount[96];

	for (size_t i = 0; i < event->row_count; i++)
		if (event->leaves[event->rows[i].bucket].head == bucket->head &&
		    is_symbol_row(event, &event->rows[i]) &&
		    (heaviest == SIZE_MAX || event->rows[i].side[NEW].self >
						     event->rows[heaviest].side[NEW].self))
			heaviest = i;
	if (heaviest == SIZE_MAX || finder->row_motion[heaviest] != MOTION_STILL ||
	    diff_share(event, NEW, event->rows[heaviest].side[NEW].self) < 0.1 ||
	    !event->rows[heaviest].side[BASE].listed)
		return;

	struct mover mover = mover_of_row(&event->rows[heaviest]);
	struct range ratio = diff_ratio(event, mover.self[BASE], 0, mover.self[NEW], 0);
	struct range total = diff_ratio(event, event->totals[BASE]->total, 0,
					event->totals[NEW]->total, 0);
	bool like_total = fabs(ratio.low - total.low) < 0.02 * total.low;

	finder->row_told[heaviest] = true;
	tell(finder, FINDING_COMPOSITION, VIEW_SHARE, 1, diff_row_name(event, &event->rows[heaviest]),
	     "%s: share unchanged%s%s", diff_row_name(event, &event->rows[heaviest]),
	     amount_clause(event, &mover, amount, sizeof(amount)),
	     like_total && fabs(total.low - 1) > 0.02 ? ", like the total" : "");
}

static void tell_head(struct finder *finder, const struct diff_bucket *bucket, enum motion motion)
{
	struct diff_event *event = finder->event;
	struct mover mover = mover_of_bucket(event, bucket);
	bool cut = totals_event(event->totals[BASE])->cut || totals_event(event->totals[NEW])->cut;
	char shares[96], points[64], amount[96];

	words_shares(event, mover.self, mover.hidden, shares, sizeof(shares));
	words_points(diff_bucket_points(event, bucket), points, sizeof(points));
	amount_clause(event, &mover, amount, sizeof(amount));
	tell(finder, motion == MOTION_GREW ? FINDING_GREW : FINDING_SHRANK, view_of(event), 0,
	     bucket->name, "%s %s  %s  (%s%s%s)", bucket->name,
	     motion == MOTION_GREW ? "grew" : "shrank", shares, points,
	     view_of(event) == VIEW_COST ? amount : "", cut ? ", listed rows" : "");
	tell_carriers(finder, bucket, motion, motion_claim(event, &mover));
	tell_unmoved(finder, bucket);
}

/* Heads that are no subsystem: nobody can be asked about them. */
static bool is_head_of(const struct diff_event *event, const struct diff_bucket *bucket,
		       uint16_t leaf)
{
	return bucket->head == event->leaves[leaf].head;
}

static bool is_subsystem(const struct diff_event *event, const struct diff_bucket *bucket)
{
	return !is_head_of(event, bucket, BUCKET_NOT_LISTED) &&
	       !is_head_of(event, bucket, BUCKET_UNRESOLVED) &&
	       !is_head_of(event, bucket, BUCKET_OTHER) &&
	       !is_head_of(event, bucket, BUCKET_IDLE);
}

static void tell_heads(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->head_count + 1) * sizeof(*list));
	enum motion *motion = mem_zalloc(event->head_count, sizeof(*motion));
	size_t count = 0;

	for (size_t i = 0; i < event->head_count; i++) {
		struct mover mover = mover_of_bucket(event, &event->heads[i]);

		motion[i] = motion_of(event, &mover, &finder->heads,
				      finder->diff->options.min_delta_pp);
		if ((motion[i] == MOTION_GREW || motion[i] == MOTION_SHRANK) &&
		    is_subsystem(event, &event->heads[i]) &&
		    !(finder->kernel_hidden &&
		      !is_head_of(event, &event->heads[i], BUCKET_USER)))
			list[count++] = (struct candidate) { i, motion_claim(event, &mover),
							     event->heads[i].name };
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	for (size_t i = 0; i < count && fabs(list[i].claim) >= HEAD_LEAST * fabs(list[0].claim); i++) {
		finder->head_told[list[i].at] = true;
		tell_head(finder, &event->heads[list[i].at], motion[list[i].at]);
	}
	free(motion);
	free(list);
}

/* The rows of @head that rose (or fell) by share, whatever it follows from, most moved first. */
static size_t collect_moves(const struct finder *finder, int head, bool up, struct candidate *list,
			    double *sum)
{
	const struct diff_event *event = finder->event;
	size_t count = 0;

	*sum = 0;
	for (size_t i = 0; i < event->row_count; i++) {
		struct range points = diff_row_points(event, &event->rows[i]);
		double claim = up ? points.low : points.high;

		if (event->leaves[event->rows[i].bucket].head != head ||
		    !is_symbol_row(event, &event->rows[i]) || (up ? claim <= 0 : claim >= 0))
			continue;
		*sum += claim;
		list[count++] = (struct candidate) { i, claim,
						     diff_row_name(event, &event->rows[i]) };
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	return count;
}

/*
 * A bucket that stands still while its symbols trade places: one lock turned
 * into another, and the sum hides it.
 */
static void tell_trades(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *rose = mem_alloc((event->row_count + 1) * sizeof(*rose));
	struct candidate *fell = mem_alloc((event->row_count + 1) * sizeof(*fell));

	for (size_t h = 0; h < event->head_count; h++) {
		double up, down;
		size_t risers = collect_moves(finder, event->heads[h].head, true, rose, &up);
		size_t fallers = collect_moves(finder, event->heads[h].head, false, fell, &down);
		struct mover mover = mover_of_bucket(event, &event->heads[h]);

		if (!is_subsystem(event, &event->heads[h]) || !risers || !fallers ||
		    finder->head_told[h] || finder->kernel_hidden ||
		    fmin(up, -down) < TRADE_LEAST * finder->diff->options.min_delta_pp ||
		    fmin(up, -down) < SIGMAS_OF_NOISE * motion_noise(event, &mover))
			continue;
		tell(finder, FINDING_MOVED, VIEW_SHARE, 0, event->heads[h].name,
		     "inside %s, whose sum hides it: %s %+.1f pp, %s %+.1f pp%s", event->heads[h].name,
		     rose[0].name, rose[0].claim, fell[0].name, fell[0].claim,
		     totals_event(event->totals[NEW])->cut ? " at least" : "");
	}
	free(rose);
	free(fell);
}

/* Symbols that moved although their bucket did not. */
static void tell_rows_alone(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((2 * event->row_count + 1) * sizeof(*list));
	size_t count = collect_rows(finder, -1, MOTION_GREW, list);

	count += collect_rows(finder, -1, MOTION_SHRANK, list + count);
	qsort(list, count, sizeof(*list), compare_candidates);
	for (size_t i = 0; i < count && i < ALONE_MOST; i++)
		tell_row(finder, list[i].at, 0,
			 finder->row_motion[list[i].at] == MOTION_GREW ? " grew" : " fell");
	free(list);
}

/* ---- what is not claimed ---- */

static void append_name(char *buf, size_t size, const char *name)
{
	size_t len = strlen(buf);

	snprintf(buf + len, size - len, "%s%s", len ? ", " : "", name);
}

static void tell_composition(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->row_count + 1) * sizeof(*list));
	size_t count = collect_rows(finder, -1, MOTION_FOLLOWS, list);
	char names[256] = "";

	for (size_t i = 0; i < count && i < NOT_LISTED_MOST; i++)
		append_name(names, sizeof(names), list[i].name);
	if (count > NOT_LISTED_MOST)
		append_name(names, sizeof(names), "...");
	if (count)
		tell(finder, FINDING_COMPOSITION, VIEW_SHARE, 0, list[0].name,
		     "shares that may only follow from what others did: %s", names);
	free(list);
}

static void tell_not_listed(struct finder *finder)
{
	struct diff_event *event = finder->event;
	struct candidate *list = mem_alloc((event->row_count + 1) * sizeof(*list));
	size_t count = 0;
	char shares[96];

	for (size_t i = 0; i < event->row_count; i++) {
		const struct diff_row *row = &event->rows[i];
		int side = row->side[BASE].listed ? BASE : NEW;

		if (row->match == MATCH_NOT_LISTED && is_symbol_row(event, row) &&
		    !finder->row_told[i])
			list[count++] = (struct candidate) {
				i, diff_share(event, side, row->side[side].self),
				diff_row_name(event, row)
			};
	}
	qsort(list, count, sizeof(*list), compare_candidates);
	for (size_t i = 0; i < count && i < NOT_LISTED_MOST; i++) {
		struct mover mover = mover_of_row(&event->rows[list[i].at]);

		tell(finder, FINDING_NOT_LISTED, VIEW_SHARE, 0, list[i].name, "%s %s: not listed",
		     list[i].name,
		     words_shares(event, mover.self, mover.hidden, shares, sizeof(shares)));
	}
	free(list);
}

static void tell_nothing_moved(struct finder *finder)
{
	const struct diff_event *event = finder->event;

	for (size_t i = 0; i < event->finding_count; i++) {
		enum finding_kind kind = event->findings[i].kind;

		if (kind == FINDING_GREW || kind == FINDING_SHRANK || kind == FINDING_NEW ||
		    kind == FINDING_GONE || kind == FINDING_UNRESOLVED || kind == FINDING_MOVED)
			return;
	}
	tell(finder, FINDING_NOISE, view_of(event), 0, "",
	     "nothing moved by as much as %g points beyond what sampling, composition and the cuts "
	     "explain",
	     finder->diff->options.min_delta_pp);
}

static void judge_rows(struct finder *finder)
{
	struct diff_event *event = finder->event;

	for (size_t i = 0; i < event->row_count; i++) {
		struct mover mover = mover_of_row(&event->rows[i]);

		finder->row_motion[i] = motion_of(event, &mover, &finder->rows,
						  finder->diff->options.min_delta_pp);
		if (row_moved(finder, i) && finder->kernel_hidden &&
		    is_kernel_row(event, &event->rows[i]))
			finder->row_motion[i] = MOTION_OPEN;
	}
}

void diff_find(struct symdiff_diff *diff, struct diff_event *event)
{
	struct finder finder = {
		.diff = diff,
		.event = event,
		.rows = composition_of_rows(event),
		.heads = composition_of_heads(event),
		.row_motion = mem_zalloc(event->row_count, sizeof(*finder.row_motion)),
		.row_told = mem_zalloc(event->row_count, sizeof(*finder.row_told)),
		.head_told = mem_zalloc(event->head_count, sizeof(*finder.head_told)),
	};

	tell_total(&finder);
	tell_unresolved(&finder);
	judge_rows(&finder);
	tell_heads(&finder);
	tell_trades(&finder);
	tell_rows_alone(&finder);
	tell_idle(&finder);
	tell_composition(&finder);
	tell_not_listed(&finder);
	tell_nothing_moved(&finder);
	free(finder.row_motion);
	free(finder.row_told);
	free(finder.head_told);
}
