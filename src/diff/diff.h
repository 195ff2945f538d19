/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_DIFF_H
#define DIFF_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "side.h"
#include "support/arena.h"

/* The two sides, as indices. */
enum { BASE, NEW, SIDES };

/* How the symbols of a row were found to be one function. */
enum match {
	MATCH_EXACT,	 /* same image and name */
	MATCH_CANONICAL, /* same name but for what compilers and macros put around it */
	MATCH_FAMILY,	 /* the family table, or the user, says so */
	MATCH_INFERRED,	 /* evidence says so */
	MATCH_BASE_ONLY, /* the new side has nothing of it */
	MATCH_NEW_ONLY,
	MATCH_NOT_LISTED, /* one side's table may have cut it off */
};

/*
 * What one side says of a row. Where a table was cut, a symbol that it does
 * not list lies between 0 and cut_below: low and high differ.
 */
struct diff_value {
	bool listed;
	uint64_t self, children, samples; /* listed */
	uint64_t hidden;		  /* what the cut may hide on top of self, at most */
	uint32_t symbol;		  /* the heaviest symbol of the row on this side, or NONE */
	uint32_t symbols;		  /* how many there are */
	bool partial;			  /* only what a merged function took over is listed */
	/*
	 * What the other side books under this row and this side under others (less what is the
	 * other way round): inlined, merged and split functions. self + taken compares.
	 */
	int64_t taken;
};

struct diff_row {
	enum match match;
	const char *note; /* of the family: "renamed in 2.6.25", or NULL */
	bool reversed;	  /* ... and it is the base that has the newer name */
	uint16_t bucket;  /* leaf, by the new side if it is there */
	struct diff_value side[SIDES];
};

/* A bucket: a head, or a leaf. */
struct diff_bucket {
	const char *name;
	uint16_t head;
	struct bucket_total side[SIDES];
	uint64_t
		hidden[SIDES]; /* what the cuts may hide of the symbols only the other side lists */
	/* As in diff_value: by the leaf, and by the owner. */
	int64_t taken[SIDES], taken_charged[SIDES];
};

enum finding_kind {
	FINDING_GREW,
	FINDING_SHRANK,
	FINDING_NEW,
	FINDING_GONE,
	FINDING_RENAMED,
	FINDING_MERGED,
	FINDING_SPLIT,
	FINDING_INLINED,
	FINDING_MOVED,
	FINDING_COMPOSITION,
	FINDING_TOTAL,
	FINDING_IDLE,
	FINDING_NOT_LISTED,
	FINDING_UNRESOLVED,
	FINDING_NOISE,
	FINDING_NOT_COMPARABLE,
	FINDING_HINT,
};

enum finding_view { VIEW_SHARE, VIEW_COST };

/* A sentence that a maintainer would sign. */
struct finding {
	enum finding_kind kind;
	enum finding_view view;
	const char *subject; /* a bucket or symbol; "" for the whole */
	const char *text;
	int level; /* 0: a finding; 1: what carries the one above it */
};

/* Two rows that may be one function; the evidence does not suffice to say so. */
struct pair_candidate {
	const char *base, *newer; /* symbols */
	double score;
	const char *evidence;
};

/* How one side cuts code up that costs the same on both. */
enum relocation_kind {
	RELOCATION_INLINED,
	RELOCATION_OUTLINED,
	RELOCATION_MERGED,
	RELOCATION_SPLIT,
	RELOCATION_MOVED
};

struct relocation {
	enum relocation_kind kind;
	uint32_t row;	/* what one side has of its own */
	uint32_t other; /* what has it on the other; MOVED: the caller inside which it moved */
	double share;	/* of the side's total, callees included */
};

/*
 * Where the change of the total went, for the same work: every unit of it is
 * in exactly one line, and the lines sum to it.
 */
enum ledger_kind {
	LEDGER_COST,	 /* the function itself is dearer or cheaper */
	LEDGER_VOLUME,	 /* all under it scaled alike: it is done more or less often */
	LEDGER_MOVED,	 /* what remains of work that moved between a caller's callees */
	LEDGER_RENAMED,	 /* ... of a function with another name */
	LEDGER_INLINED,	 /* ... of a function that its caller took in */
	LEDGER_OUTLINED, /* ... that was taken out of its caller */
	LEDGER_SPLIT,	 /* ... that was a part of another */
	LEDGER_MERGED,	 /* ... that took another over */
	LEDGER_NEW,	 /* with what it calls that nobody else accounts for */
	LEDGER_GONE,
	LEDGER_UNRESOLVED,
	LEDGER_NOT_LISTED, /* what a table leaves out, and what only one of two tables lists */
};

/* Why a function costs more or less: where instructions were counted as well. */
enum cost_reason {
	REASON_UNKNOWN,
	REASON_MORE_INSTRUCTIONS,
	REASON_FEWER_INSTRUCTIONS,
	REASON_DEARER,
	REASON_CHEAPER,
	REASON_BOTH,
};

struct ledger_line {
	enum ledger_kind kind;
	enum cost_reason reason;
	uint32_t row;	     /* of the subject; NONE: what is not listed */
	const char *subject; /* a symbol */
	double amount;	     /* in the event's amount: new / factor - base, whole numbers */
};

/* One event, compared. Shares are of @whole: the total, or the busy part of it. */
struct diff_event {
	const struct totals *totals[SIDES];
	bool busy;	       /* shares for people are of busy time */
	bool charged;	       /* both sides have callchains: buckets are told as owners */
	uint64_t whole[SIDES]; /* in each side's scale */
	size_t runs[SIDES];    /* how many there are on each side; at least 1 */
	double amount[SIDES];  /* what the totals amount to in one common unit; 0: not comparable */
	const char *amount_unit; /* "samples", "cycles", ... */
	bool no_common_unit;	 /* samples of one side stand for something else */
	bool work_known;	 /* amounts are costs: same work, or per unit of it */
	double factor;		 /* new amounts are divided by this to be per base's work */

	struct diff_row *rows;
	size_t row_count;
	uint32_t *row_of[SIDES]; /* by symbol number: its row, or NONE */
	struct diff_bucket *heads, *leaves;
	size_t head_count, leaf_count;
	struct finding *findings;
	size_t finding_count, finding_capacity;

	struct pair_candidate *candidates;
	size_t candidate_count;
	struct relocation *relocations;
	size_t relocation_count, relocation_capacity;
	struct ledger_line *ledger; /* largest first; empty if the work is not known */
	size_t ledger_count;
	struct noise *noise; /* what runs vary: noise.h */
};

struct symdiff_diff {
	const struct symdiff *rules;
	const struct symdiff_profile *side[SIDES];
	struct symdiff_compare_options options;
	struct calibration *calibration; /* NULL: none was given */
	struct diff_event *events;
	size_t event_count;
	struct arena arena; /* texts of findings and notes */

	/* What was measured beside the profiles, if anything was (witness/witness.h). */
	struct witness *witness;
	void (*free_witness)(struct witness *witness);
};

/* pair.c: the rows of @event: which symbols of the two sides are one function. */
void diff_pair(struct symdiff_diff *diff, struct diff_event *event);

/* findings.c: what there is to say about @event. */
void diff_find(struct symdiff_diff *diff, struct diff_event *event);

/* Share of the whole, 0 to 1: what is listed, and what the cut may hide on top. */
double diff_share(const struct diff_event *event, int side, uint64_t weight);

/*
 * A range of values, since cuts leave them open. Empty (NaN) where a value
 * makes no sense.
 */
struct range {
	double low, high;
};

/* The change of share in percentage points. */
struct range diff_row_points(const struct diff_event *event, const struct diff_row *row);
struct range diff_points(const struct diff_event *event, const uint64_t weight[SIDES],
			 const uint64_t hidden[SIDES]);

/*
 * The ratio of amounts new / base (costs, if the work is known). High is infinite where the base
 * may have none of it; NaN if the amounts are not comparable or the base has none.
 */
struct range diff_ratio(const struct diff_event *event, uint64_t base, uint64_t base_hidden,
			uint64_t newer, uint64_t new_hidden);

/* The symbol's name on a side ("" if it has none there), and the one the row is called by. */
const char *diff_row_side_name(const struct diff_event *event, const struct diff_row *row,
			       int side);
const char *diff_row_name(const struct diff_event *event, const struct diff_row *row);
const char *diff_row_dso(const struct diff_event *event, const struct diff_row *row);

/* The file that declares it, on the new side or else on the base; NULL: not known. */
const char *diff_row_srcfile(const struct diff_event *event, const struct diff_row *row);

extern const char *const match_names[];
extern const char *const finding_names[];
extern const char *const view_names[];
extern const char *const ledger_names[];
extern const char *const reason_names[]; /* "": unknown */

#endif
