/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SERIES_SERIES_H
#define SERIES_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

/*
 * What was measured at several points, which are settings, kernels or patches: a column for each
 * point, a row for each quantity. Nothing here knows of profiles.
 */

#define POINT_NONE UINT32_MAX

/* What was measured of one quantity at one point. Zero-initialised is blank. */
struct measure {
	size_t runs;	/* 0: blank, nothing was measured */
	double *values; /* of each run; NULL if only their mean is known */
	double mean;
	double sd;     /* of a single run; NaN: not known */
	double hidden; /* what a cut table may hold on top of the mean (without runs: of 0), at most */
	bool is_given; /* the text itself says the spread: its runs are not known */
	bool failed;   /* it was tried, and there is no result; then runs is 0 */
	size_t capacity;
};

/* What the quantities are, and in which order they are told. */
enum series_kind {
	SERIES_RESULT, /* of a benchmark, or of a table that somebody typed */
	SERIES_TOTAL,  /* of a profile */
	SERIES_BUCKET,
	SERIES_LEAF, /* a sub-bucket */
	SERIES_SYMBOL,
	SERIES_EVIDENCE, /* a counter beside the profile */
	SERIES_KINDS,
};
extern const char *const series_kind_names[];

enum better { BETTER_UNKNOWN, BETTER_LESS, BETTER_MORE };
extern const char *const better_names[]; /* "": unknown */

/* From one point of a line to the next one that was measured. */
struct trend_step {
	uint32_t from, to;	  /* points */
	double change;		  /* in the row's unit */
	double part;		  /* change / from; NaN if that is 0 */
	double low, high;	  /* of the change, 95 %; NaN: the noise is not known */
	double cut_low, cut_high; /* of the change, by what cut tables may hide; else the change */
};

enum trend_kind { TREND_NONE, TREND_FLAT, TREND_RISES, TREND_FALLS, TREND_MIXED };
extern const char *const trend_names[];

enum knee_source {
	KNEE_UNKNOWN,
	KNEE_SHAPE, /* the point farthest from the straight line between the ends */
	KNEE_NOISE, /* nothing beyond it gains more than the noise */
};
extern const char *const knee_names[];

/* How a row goes along one line. TREND_NONE: it has fewer than two points there. */
struct trend {
	enum trend_kind kind;
	struct trend_step *steps; /* in the order of the line */
	size_t step_count;
	struct trend_step whole; /* from the first point to the last */
	uint32_t best;		 /* point; POINT_NONE: it is not known what is better */
	uint32_t knee;		 /* point, or POINT_NONE */
	enum knee_source source; /* of the knee */
	double reached;		 /* how much of the whole change is there at the knee, 0 to 1 */
	const char *text;	 /* for people */
};

/* Of a ladder: what one part did when it was added to a point. */
struct series_effect {
	const char *part; /* "1458" */
	struct trend_step step;
	const char *text;
};

struct series_row {
	enum series_kind kind;
	const char *event; /* of a profile; "" if it is none's */
	const char *name;  /* "allocator", "kfree", "hackbench time_s" */
	const char *more;  /* the image of a symbol, the source of a counter, or of a bucket whether
			       it is its "self" or "charged" weight; "" */
	const char *was;   /* of a symbol: its name at the first point, if that is another; "" */
	const char *bucket; /* of a symbol: the sub-bucket; "" */
	const char *unit;   /* "%", "s", "" if nothing says it */
	enum better better;
	bool is_share;	       /* a percentage: changes are points */
	struct measure *cells; /* by point */
	struct trend *trends;  /* by line of the series */
	struct series_effect *effects;
	size_t effect_count;
	double order; /* among rows of its kind, the largest first */
};

struct series_point {
	const char *label;    /* as it was given */
	const char *brief;    /* of it, what differs between the points: for the heads of columns */
	const char *level[2]; /* of the two factors of a grid; else NULL */
	double number;	      /* on the axis; NaN if the label is a name */
	uint64_t parts;	      /* of a ladder: which parts are in, as bits */
	size_t profiles, others; /* how many runs, and files beside them, were given */
};

/* One factor of a grid. */
struct series_factor {
	const char *name;    /* "": the labels do not say */
	const char **levels; /* in the order of the points */
	size_t count;
};

/* An order in which points are walked: all of them, or those of one level of a grid. */
struct series_line {
	const char *within; /* "cpus=8"; "" for the whole series */
	const char *axis;   /* what changes along it, "slub_min_objects"; may be "" */
	uint32_t *points;
	size_t count;
	bool is_numeric; /* by the numbers of their labels, which rise */
};

enum series_shape {
	SERIES_LINE,
	SERIES_GRID,   /* two factors */
	SERIES_LADDER, /* parts that are put on top of each other: none, a, a+b, b */
};
extern const char *const series_shape_names[];

struct series {
	enum series_shape shape;
	const char *caption; /* what the text says above a table; "" */
	const char *axis;    /* "" if nothing says it */
	struct series_point *points;
	size_t point_count, point_capacity;
	struct series_factor factors[2]; /* of a grid */
	const char **parts;		 /* of a ladder */
	size_t part_count;
	struct series_line *lines;
	size_t line_count;
	struct series_row *rows;
	size_t row_count, row_capacity;
	const char **notes; /* for people: what is odd, or left out */
	size_t note_count, note_capacity;
	struct arena arena;
};

/* Texts are copied. A label may be given twice only if the caller looks for it: series_find_point. */
uint32_t series_add_point(struct series *series, const char *label);
uint32_t series_find_point(const struct series *series, const char *label); /* or POINT_NONE */

/*
 * All points are there: sort out what their labels mean (numbers, factors, parts), and lay the
 * lines. After this no more points; before it no rows.
 */
void series_lay_out(struct series *series);

/* A row without cells; valid until the next one is added. @name may be in any memory. */
struct series_row *series_add_row(struct series *series, enum series_kind kind, const char *name);

/* Take the last row away again. */
void series_drop_row(struct series *series);

/* One more run of a row at a point. */
void series_add_run(struct series_row *row, uint32_t point, double value);

/* A mean and the spread that the text states with it. */
void series_set_given(struct series_row *row, uint32_t point, double mean, double sd);

void series_note(struct series *series, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* All rows are there: means, trends, effects, order. */
void series_finish(struct series *series);
void series_deinit(struct series *series);

/* What a point is called on a line: on one of a grid only what changes along it. */
const char *series_label_on(const struct series *series, const struct series_line *line,
			    uint32_t point);

/* Is there a number? */
static inline bool measure_is_known(const struct measure *measure)
{
	return measure->runs > 0;
}

/* The largest and smallest mean of a row; false if nothing is known. */
bool series_extent(const struct series *series, const struct series_row *row, double *least,
		   double *most);

/* Several: a text may hold more than one table. */
struct series_set {
	struct series *list;
	size_t count, capacity;
};

/* A new one, empty; valid until the next is added. */
struct series *series_set_add(struct series_set *set);
void series_set_deinit(struct series_set *set);

#endif
