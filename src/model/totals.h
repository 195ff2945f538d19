/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_TOTALS_H
#define MODEL_TOTALS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/profile.h"
#include "model/time_sums.h"

/*
 * One event of a profile, summed per symbol and per bucket. All weights are in
 * the event's scale; self weights of all symbols sum to the total, and so do
 * self and charged weights of all buckets.
 */
struct symbol_total {
	uint64_t self;		      /* as the leaf */
	uint64_t children;	      /* anywhere in the callchain, once per sample */
	uint64_t samples;	      /* as the leaf */
	uint64_t idle, idle_children; /* of self and of children: while the CPU was idle */
	uint64_t inferred; /* of children: only by frames that tail calls took and were put back */
	bool is_listed; /* some stack has it as the leaf, if only one that a table prints as 0.00 */
};

/* What a symbol takes, with @busy while the CPU was not idle. */
static inline uint64_t symbol_self(const struct symbol_total *total, bool busy)
{
	return total->self - (busy ? total->idle : 0);
}

static inline uint64_t symbol_children(const struct symbol_total *total, bool busy)
{
	return total->children - (busy ? total->idle_children : 0);
}

struct bucket_total {
	uint64_t self;	       /* mechanism: by the leaf */
	uint64_t charged;      /* owner: by the nearest frame whose bucket is not neutral */
	uint64_t samples;      /* by the leaf */
	uint64_t idle;	       /* of self: while the CPU was idle */
	uint64_t idle_charged; /* of charged */
};

static inline void bucket_total_add(struct bucket_total *sum, const struct bucket_total *part)
{
	sum->self += part->self;
	sum->charged += part->charged;
	sum->samples += part->samples;
	sum->idle += part->idle;
	sum->idle_charged += part->idle_charged;
}

/*
 * What ran in a bucket or for it: weight of stacks that have any frame of it. Tail calls take
 * frames off; what was put back counts, and what only can have been there if every way that is
 * possible passes the bucket.
 */
struct bucket_inclusive {
	uint64_t all;
	uint64_t inferred; /* of all: no sampled frame is the bucket's ... */
	uint64_t implied;  /* ... of that: nor one that was put back, but every way passes it */
	uint64_t idle;	   /* of all: while the CPU was idle */
	uint64_t idle_inferred;
};

/* Samples by what became of the frames that tail calls took from their callchains. */
struct tail_call_total {
	uint64_t completed;  /* all were put back */
	uint64_t open;	     /* one way is known, but an indirect jump may lead there, too ... */
	uint64_t ambiguous;  /* or several are known: those that all share were put back */
	uint64_t impossible; /* no known way leads from a call to what ran */
	uint64_t untouched;  /* none are missing, as far as is known */
};

/* In which context code ran; the work of a softirq has one owner wherever it ran. */
enum run_context {
	RUN_TASK, /* for a process or a kernel thread */
	RUN_HARDIRQ,
	RUN_SOFTIRQ,	  /* on a task's back, when it let softirqs in again */
	RUN_SOFTIRQ_EXIT, /* at the end of a hardware interrupt */
	RUN_KSOFTIRQD,
	RUN_NAPI_THREAD,
	RUN_KWORKER,
	RUN_NMI,
	RUN_IDLE,
	RUN_CONTEXTS,
};

struct totals {
	const struct profile *profile;
	uint32_t event;
	uint64_t total, samples;
	double samples_worth; /* how many of equal weight they are worth: n_eff */
	uint64_t idle;	      /* busy is total - idle */
	uint64_t unresolved;  /* self weight of symbols that are [unknown] */
	bool has_charged;     /* there are callchains: charged differs from self */
	bool has_children;    /* children weights are known */

	struct symbol_total *symbols; /* by symbol number */
	struct bucket_total *buckets; /* by leaf bucket number */
	uint32_t bucket_count;
	struct bucket_inclusive *leaves, *heads; /* by number; need callchains */
	struct tail_call_total tails;
	uint64_t contexts[RUN_CONTEXTS]; /* they sum to the total */
	uint64_t *matrix;		 /* see totals_matrix */
	uint32_t head_count;
	struct time_sums times; /* not known where there are no times */
};

/* "task", "hardirq", "softirq", ... and where a softirq ran: "interrupt exit"; else "". */
const char *run_context_name(enum run_context context);
const char *run_context_where(enum run_context context);

/* The weight of the mechanism @head that is charged to the owner @head. */
static inline uint64_t *totals_matrix(const struct totals *totals, uint32_t owner,
				      uint32_t mechanism)
{
	return &totals->matrix[owner * totals->head_count + mechanism];
}

/* Zeroed totals of @event, to be filled by the bucket stage. */
void totals_init(struct totals *totals, const struct profile *profile, uint32_t event,
		 uint32_t bucket_count, uint32_t head_count);
void totals_deinit(struct totals *totals);

static inline const struct event *totals_event(const struct totals *totals)
{
	return &totals->profile->events[totals->event];
}

/* Weight as a share of the event's total, idle included; 0 of nothing. */
static inline double totals_share(const struct totals *totals, uint64_t weight)
{
	return totals->total ? (double)weight / (double)totals->total : 0;
}

/* Weight in the event's unit (periods, samples, percent). */
static inline double totals_units(const struct totals *totals, uint64_t weight)
{
	return (double)weight / (double)totals_event(totals)->scale;
}

/*
 * Does the input say what symbols took themselves? A table with a Children
 * column and no Self column does not: all of its weight is [not listed].
 */
bool totals_has_self(const struct totals *totals);

/* Was anything found out about frames that tail calls took? */
static inline bool totals_tails_undone(const struct totals *totals)
{
	return totals->tails.completed || totals->tails.open || totals->tails.ambiguous ||
	       totals->tails.impossible;
}

/*
 * What 1 of share amounts to in something that two recordings have in common:
 * samples, periods, or the event count that a percent table states. 0 if the
 * input does not say.
 */
double totals_amount(const struct totals *totals);

#endif
