/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SWEEP_CHAIN_H
#define SWEEP_CHAIN_H

#include <symdiff/symdiff.h>

#include "buckets/buckets.h"
#include "sweep.h"

/* What is kept of the profiles of a sweep, once they are gone: from reading to rows. */

/* A bucket by its own code, and as an owner. */
enum { BASIS_SELF, BASIS_CHARGED, BASES };

/* What a bucket or symbol weighs in one run, with the part of it that was idle time. */
struct weight {
	double all, idle;
};

/* What is kept of a symbol of one profile. */
struct kept_symbol {
	const char *name, *dso; /* in the series' arena */
	uint16_t bucket;
	bool listed;
};

/* One event at one point. */
struct column {
	bool there, cut;
	size_t runs;
	struct weight *totals;	       /* by run */
	double *amounts;	       /* by run; NULL: only their mean is known */
	double amount;		       /* the mean; 0: not known */
	double cut_below;	       /* as a share of the total */
	struct weight *buckets[BASES]; /* by leaf, then run */
	struct kept_symbol *symbols;
	double *selves; /* by symbol, then run */
	size_t symbol_count;
	uint32_t node; /* of the first symbol */
};

/* One event along the points. */
struct chain {
	const char *name, *unit;
	uint32_t event; /* number in the profile read last */
	bool is_broken; /* a point lacks it */
	bool charged;
	struct column *columns; /* by point */
	uint32_t *joined;	/* union-find over the nodes */
	size_t node_count, node_capacity;
};

struct gathering {
	struct symdiff_sweep *sweep;
	struct series *series;
	const struct buckets *buckets;
	struct chain *chains;
	size_t count, capacity;
	bool with_idle;
};

/* The node that stands for all that @node was joined with. */
uint32_t chain_root(struct chain *chain, uint32_t node);

/* One function along the points: the symbols of one root. */
struct function {
	const struct kept_symbol *newest; /* its heaviest symbol at the last point that has one */
	const struct kept_symbol *oldest;
	double heaviest; /* of the symbol just seen as newest */
	uint32_t newest_point, oldest_point;
	double *selves; /* by point, then run */
	bool *listed;	/* by point */
};

struct functions {
	struct function *list;
	size_t count, capacity;
	uint32_t *of_root; /* by node */
	size_t *first_run; /* by point: where its runs begin in selves */
	size_t runs;	   /* of all points */
	double *hidden; /* by leaf, then point: what a cut may hide of functions listed elsewhere */
};

/* sweep_functions.c: the functions of all points, and what cut tables hide of them. */
void functions_collect(const struct gathering *gathering, struct chain *chain,
		       struct functions *functions);
void functions_deinit(struct functions *functions);

/* sweep_rows.c: the rows of all events that every point has. */
int sweep_add_rows(struct gathering *gathering, struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif
