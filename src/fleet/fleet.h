/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLEET_FLEET_H
#define FLEET_FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

/*
 * One change seen on many machines. Nothing here knows of profiles: a row has a number for each
 * machine that has it.
 */

#define MACHINE_NONE UINT32_MAX

enum fleet_kind {
	FLEET_RESULT, /* of a benchmark: percent of the base */
	FLEET_BUCKET, /* points of share */
	FLEET_LEAF,
	FLEET_SYMBOL,
	FLEET_EVIDENCE,
	FLEET_KINDS,
};
extern const char *const fleet_kind_names[];

struct fleet_value {
	bool known;
	double change;
	double low, high;   /* 95 %, where runs were repeated; NaN: the noise is not known */
	double base, newer; /* what it is on each side; NaN: only the change is known */
};

/* Of some machines. */
struct fleet_summary {
	size_t machines; /* that have the row */
	double low, high, median;
	uint32_t lowest, highest; /* machines */
	size_t up, down, unclear; /* unclear: no change, or none beyond the noise */
};

/*
 * One machine, or two, that stand out, found by leaving out each (each two): how far they lie from
 * the mean of the others, in their standard deviations (a t, externally studentized), with the
 * probability that the farthest of so many does (Bonferroni). Two that hide each other are only
 * found by leaving out both.
 */
struct fleet_outlying {
	uint32_t machines[2]; /* MACHINE_NONE: none */
	double p;	      /* NaN: too few machines to say */
	double q;	      /* p, adjusted for all rows (Benjamini-Hochberg) */
	struct fleet_summary without;
};

struct fleet_row {
	enum fleet_kind kind;
	const char *event, *name, *more, *bucket; /* as in a series: series/series.h */
	const char *unit;			  /* of the changes: "pp" or "%" */
	int better;				  /* 1: more, -1: less, 0: not known */
	struct fleet_value *values;		  /* by machine */
	struct fleet_summary all;
	struct fleet_outlying one, two;
	struct fleet_summary *groups; /* by group */
	const char *text;	      /* for people */
};

struct fleet_machine {
	const char *name;
	const char **tags; /* by tag; "": not said */
	size_t base_runs, new_runs;
};

/* All machines whose tag has one value. */
struct fleet_group {
	uint32_t tag;
	const char *value;
	size_t machines;
};

struct fleet {
	struct fleet_machine *machines;
	size_t machine_count, machine_capacity;
	const char **tags;
	size_t tag_count;
	struct fleet_group *groups; /* by tag, then value: numbers in their order */
	size_t group_count, group_capacity;
	struct fleet_row *rows;
	size_t row_count, row_capacity;
	uint32_t outlier;    /* the machine that stands out in most rows, or MACHINE_NONE */
	size_t outlier_rows; /* of results, buckets and symbols */
	const char **notes;
	size_t note_count, note_capacity;
	struct arena arena;
};

enum { FLEET_MACHINES_MAX = 1024 };

/* A machine with room for the fleet's tags, which must be set before. */
uint32_t fleet_add_machine(struct fleet *fleet, const char *name);
uint32_t fleet_find_machine(const struct fleet *fleet, const char *name); /* or MACHINE_NONE */
void fleet_set_tags(struct fleet *fleet, const char *const *tags, size_t count);

/* All machines are there: a row without values; valid until the next is added. */
struct fleet_row *fleet_add_row(struct fleet *fleet, enum fleet_kind kind, const char *name);

void fleet_note(struct fleet *fleet, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* All rows are there: groups, summaries, who stands out, order. */
void fleet_finish(struct fleet *fleet);
void fleet_deinit(struct fleet *fleet);

/* A machine stands out in a row. */
bool fleet_stands_out(const struct fleet_outlying *outlying);

/* outlying.c: over all rows. */
void fleet_find_outlying(struct fleet *fleet);

/* The machines of @row but for @without (each may be MACHINE_NONE), of group @group (or NULL). */
struct fleet_summary fleet_summarise(const struct fleet *fleet, const struct fleet_row *row,
				     const struct fleet_group *group, uint32_t without,
				     uint32_t without_too);

/* "allocator grew on 7 of 8 machines, median +1.2 pp; bl6-13 stands out: ...", in the arena. */
const char *fleet_row_words(struct fleet *fleet, const struct fleet_row *row);

#endif
