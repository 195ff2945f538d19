/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "support/arena.h"
#include "support/text.h"

/* What people look at beside a profile: counters of caches and locks, results of benchmarks. */

enum evidence_state {
	EVIDENCE_NUMBER,    /* as printed */
	EVIDENCE_BROKEN,    /* nonsense was printed: nan, inf, +4.3e+16%; the number is of no use */
	EVIDENCE_NO_RESULT, /* a benchmark's 0: the run failed */
};

/* What a number is good for. */
enum evidence_role {
	EVIDENCE_COUNTER,   /* of the kernel: a count, or a state */
	EVIDENCE_PARAMETER, /* what a benchmark was asked to do: rows that differ in it are two */
	EVIDENCE_RESULT,    /* what a benchmark measured */
	EVIDENCE_DETAIL,    /* ... beside it, or the same in other words: in no mean of results */
};

/* Which way a benchmark's result should go. */
enum evidence_better { EVIDENCE_EITHER, EVIDENCE_MORE, EVIDENCE_LESS };

/* A number of a row. The key says the unit where there is one: fast_free_pct, time_s. */
struct evidence_value {
	const char *key;
	double value;
	enum evidence_state state;
	enum evidence_role role;
	enum evidence_better better;
	bool is_significant; /* the table says that this change is more than noise */
};

/* Of a lock: a place in the kernel, and how often it waited, or held up somebody who did. */
struct evidence_place {
	const char *place;
	double count;
	bool is_holder;
};

/* What a table says about one cache, lock, counter or test. */
struct evidence_row {
	const struct evidence_format *format;
	const char *file; /* the text's path */
	uint32_t table;	  /* from 0 */
	uint32_t line;	  /* of the text */
	const char *name;
	const char *group;  /* what the table is about (a cache, a test), or NULL */
	const char *metric; /* the whole name of an LKP metric, or NULL */
	const char *unit;   /* of `value` where the text names one, or NULL */
	const char *side; /* whose row it is, where a text has several: a host, "Before"; or NULL */
	struct evidence_value *values;
	size_t count, capacity;
	struct evidence_place *places;
	size_t place_count, place_capacity;
};

/* All rows of one text, in its order. Zero-initialised is empty. */
struct evidence {
	const char *path; /* of the first text, as the user gave it */
	struct evidence_row *rows;
	size_t count, capacity;
	uint32_t tables;
	struct arena arena; /* names and keys */
};

/*
 * Read all tables of @text that the formats know, quoted copies once. -1 with
 * @err if there is none; @evidence must be deinitialised either way.
 */
int evidence_read(const struct text *text, struct evidence *evidence,
		  struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void evidence_deinit(struct evidence *evidence);

/* The same with the rows of one more text behind those that are there. */
int evidence_read_more(const struct text *text, struct evidence *evidence,
		       struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Take off what was counted before: where @before has the same row, its counts since boot are
 * subtracted, and percentages and means of them worked out anew; states stay. Rows that @before
 * does not have stay as they are. Returns how many rows both have; *@backwards is how many
 * went backwards (the machine was started anew, or the counters cleared): those stay.
 */
size_t evidence_subtract(struct evidence *evidence, const struct evidence *before,
			 size_t *backwards);

/* Put the rows of @from behind those of @evidence; @from is empty then. */
void evidence_move(struct evidence *evidence, struct evidence *from);

/*
 * Where a text has tables of before and of after, move the rows of before to @before, which is
 * empty. Their texts stay @evidence's, which must live as long.
 */
void evidence_split(struct evidence *evidence, struct evidence *before);

/* Does the row's side begin with one of the words for before, or for after? */
bool evidence_is_before(const struct evidence_row *row);
bool evidence_is_after(const struct evidence_row *row);

/* The value of this key, or NULL. */
const struct evidence_value *evidence_find(const struct evidence_row *row, const char *key);

/* The unit of a value: what the text names, or what the key ends in; "" if neither says. */
const char *evidence_unit(const struct evidence_row *row, const char *key);

#endif
