/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_BENCH_H
#define EVIDENCE_BENCH_H

#include "evidence/evidence.h"
#include "support/table.h"

/*
 * Results of benchmarks side by side: one row for each thing measured, one column for each
 * kernel, setting or machine. bench_judge is about tables of two columns.
 */

#define BENCH_MOVED_PART  0.05 /* without repeats less than this may be noise */
#define BENCH_BROKEN_PART 1e7  /* no result grows or shrinks by such a factor */

/* What one column says of a row. */
struct bench_cell {
	size_t runs;	       /* that gave a number */
	size_t failed, broken; /* ... that gave 0, or nonsense */
	double mean, sd;       /* of those; sd NaN: not known */
	bool is_noise;	       /* the text says that it differs from its base by no more */
	double squares;	       /* private: the sum of squared deviations */
};

enum bench_verdict {
	BENCH_BETTER,
	BENCH_WORSE,
	BENCH_SAME,	 /* within the noise of repeats, or equal */
	BENCH_CHANGED,	 /* which way is better is not said */
	BENCH_NO_RESULT, /* one side's run failed */
	BENCH_BROKEN,	 /* one side's number is nonsense */
	BENCH_ONE_SIDE,	 /* the other does not have this row */
};

struct bench_row {
	const struct evidence_row *row; /* the first, for its names and parameters */
	const char *key;		/* "time_s"; "value" where the row has only one */
	const char *unit;		/* "": not said */
	enum evidence_better better;
	bool is_detail; /* said in other words by another row, or beside the point: in no mean */
	struct bench_cell *cells; /* by column */

	/* bench_judge: of column 1 against column 0. */
	enum bench_verdict verdict;
	bool moved;	  /* by more than may be noise, as far as that is known */
	double ratio;	  /* NaN: there is none */
	double low, high; /* with repeats, the ratio's interval (95 %); else NaN */
	double gain;	  /* the ratio, or its inverse: above 1 is better; NaN: not known */
};

/* Results of one table of a text together. */
struct bench_mean {
	size_t first, count; /* rows */
	size_t results;	     /* of them that count */
	double gain;	     /* the geometric mean */
	double worst, best;  /* gains */
	size_t up, down;     /* results that moved by more than may be noise: better, worse */
};

/* Neighbours in a parameter that moved the same way: "32 to 128 bytes: 24 to 39 % worse". */
struct bench_class {
	size_t set; /* classes of one measure of one test */
	const struct bench_row *row;
	const char *parameter;
	double from, to;    /* of the parameter */
	double least, most; /* gains */
	enum bench_verdict verdict;
};

struct bench_table {
	struct bench_row *rows;
	size_t count, capacity;
	size_t columns;
	struct bench_mean
		*means; /* one for each table, and last one for all if there are several */
	size_t mean_count, mean_capacity;
	struct bench_class *classes;
	size_t class_count, class_capacity;
	bool replicated;    /* both columns have repeats somewhere */
	struct table index; /* private: rows by name */
};

/*
 * The sides that a text has: hosts, "Before" and "After", columns of a comparison; one, "", if it
 * does not say. Writes at most @most of their names and returns how many there are.
 */
size_t bench_sides(const struct evidence *evidence, const char **names, size_t most);

/* A table of @columns columns without rows. */
void bench_init(struct bench_table *table, size_t columns);

/*
 * Put the results of side number @side of @evidence, which must live as long, into @column; what
 * is there already of a row is another run of it.
 */
void bench_add(struct bench_table *table, size_t column, const struct evidence *evidence,
	       size_t side);

/* Compare column 1 with column 0. -1 with @err if no row has both. */
int bench_judge(struct bench_table *table, struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void bench_deinit(struct bench_table *table);

/*
 * What a row is called, to @room of @size bytes, in two parts: what it has in common with its
 * neighbours ("aim7 fserver", "lmbench processes", or ""), and what is its own ("2000 tasks",
 * "fork proc").
 */
const char *bench_subject(const struct evidence_row *row, char *room, size_t size);
const char *bench_case(const struct evidence_row *row, char *room, size_t size);

extern const char *const bench_verdicts[];

#endif
