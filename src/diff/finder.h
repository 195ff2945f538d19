/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_FINDER_H
#define DIFF_FINDER_H

#include "diff/diff.h"
#include "diff/motion.h"
#include "diff/tail_calls.h"

/* Private to the findings: findings.c, find_rows.c, find_heads.c, find_moves.c. */

struct finder {
	struct symdiff_diff *diff;
	struct diff_event *event;
	struct composition rows, heads;
	enum motion *row_motion; /* by row */
	bool *row_told;
	bool *head_told;
	struct tail_suspects tails;
	bool kernel_hidden; /* one side has no kernel symbols: its kernel rows say nothing */
};

/* A row or head that is worth a word, how much it moved, and by what it is ranked. */
struct candidate {
	size_t at;
	double claim, rank;
	const char *name;
};

/* Add a finding; @format is its text. */
void tell(struct finder *finder, enum finding_kind kind, enum finding_view view, int level,
	  const char *subject, const char *format, ...) __attribute__((format(printf, 6, 7)));

enum finding_view view_of(const struct diff_event *event);

/* "cost", "samples", "time": what amounts are called. */
const char *amount_word(const struct diff_event *event);

/* ", samples +28 to +30 %": what the shares do not show. Written to @buf, which is returned. */
const char *amount_clause(const struct diff_event *event, const struct mover *mover, char *buf,
			  size_t size);

/* For qsort: the highest rank first. */
int compare_candidates(const void *a, const void *b);

bool is_kernel_row(const struct diff_event *event, const struct diff_row *row);

/* Not [unknown], [not listed] or idle. */
bool is_symbol_row(const struct diff_event *event, const struct diff_row *row);

/* find_rows.c */

/* Did the row grow or shrink by more than the input leaves open? */
bool row_moved(const struct finder *finder, size_t at);

/*
 * Say how a row moved; @verb follows its name (" grew", " carries it", "").
 * What was told is not told again.
 */
void tell_row(struct finder *finder, size_t at, int level, const char *verb);

/*
 * The symbol rows of the head bucket @head (of all, if negative) that moved as
 * @motion says and were not told, into @list, which has room for all rows.
 */
size_t collect_rows(const struct finder *finder, int head, enum motion motion,
		    struct candidate *list);

void tell_rows_alone(struct finder *finder);  /* moved although their bucket did not */
void tell_composition(struct finder *finder); /* shares that follow from others' */
void tell_not_listed(struct finder *finder);

/* find_moves.c */

/* Is it told by other names on the two sides, and somebody knows why (family table, evidence)? */
bool row_is_renamed(const struct diff_event *event, const struct diff_row *row);

void tell_moves(struct finder *finder); /* what is only cut up or called differently */

/* find_heads.c */
void tell_heads(struct finder *finder);	     /* buckets that moved, with what carries them */
void tell_mechanisms(struct finder *finder); /* and those that only others can own */
void tell_trades(struct finder *finder);     /* buckets that stand still while symbols trade */

#endif
