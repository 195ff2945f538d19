// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Two columns of results: ratios, which way they went, and what may be said of them together. The
 * interval of a ratio is that of the difference of means (Welch), over the base's mean.
 */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/bench.h"
#include "evidence/compare.h"
#include "evidence/format.h"
#include "support/error.h"
#include "support/memory.h"

enum { BASE, NEW };

/* Classes are looked for among so many rows: nobody reads more of them. */
enum { CLASS_ROWS_MOST = 4096 };

/* ---- one row ---- */

static bool has_number(const struct bench_cell *cell)
{
	return cell->runs > 0;
}

static bool is_there(const struct bench_cell *cell)
{
	return cell->runs + cell->failed + cell->broken > 0;
}

/* The half width of the 95 % interval of the difference of means; NaN without repeats. */
static double half_width(const struct bench_cell *base, const struct bench_cell *newer)
{
	double a, b, df;

	if (base->runs < 2 || newer->runs < 2)
		return NAN;
	a = base->sd * base->sd / (double)base->runs;
	b = newer->sd * newer->sd / (double)newer->runs;
	if (!(a + b > 0))
		return 0;
	df = (a + b) * (a + b) /
	     (a * a / (double)(base->runs - 1) + b * b / (double)(newer->runs - 1));
	return gsl_cdf_tdist_Pinv(0.975, df) * sqrt(a + b);
}

static void judge_ratio(struct bench_row *row, double width)
{
	const struct bench_cell *base = &row->cells[BASE], *newer = &row->cells[NEW];
	bool is_noise = newer->is_noise && base->runs == 1 && newer->runs == 1;

	row->ratio = newer->mean / base->mean;
	if (!isnan(width)) {
		row->low = (newer->mean - width) / base->mean;
		row->high = (newer->mean + width) / base->mean;
	}
	if (!isnan(width))
		is_noise = row->low <= 1 && row->high >= 1;
	else if (base->sd >= 0 && newer->sd >= 0) /* of how many runs is not said */
		is_noise |= fabs(newer->mean - base->mean) <= hypot(base->sd, newer->sd);
	if (row->better != EVIDENCE_EITHER && row->ratio > 0)
		row->gain = row->better == EVIDENCE_MORE ? row->ratio : 1 / row->ratio;
	if (row->ratio == 1 || is_noise)
		row->verdict = BENCH_SAME;
	else if (isnan(row->gain))
		row->verdict = BENCH_CHANGED;
	else
		row->verdict = row->gain > 1 ? BENCH_BETTER : BENCH_WORSE;
}

static void judge_row(struct bench_row *row)
{
	const struct bench_cell *base = &row->cells[BASE], *newer = &row->cells[NEW];
	double factor;

	row->ratio = row->low = row->high = row->gain = NAN;
	row->verdict = BENCH_ONE_SIDE;
	if (!is_there(base) || !is_there(newer))
		return;
	row->verdict = BENCH_BROKEN;
	if ((!has_number(base) && base->broken) || (!has_number(newer) && newer->broken))
		return;
	row->verdict = BENCH_NO_RESULT;
	if (!has_number(base) || !has_number(newer))
		return;
	/* A detail may be 0, as a number of context switches may. */
	row->verdict = newer->mean == base->mean ? BENCH_SAME : BENCH_CHANGED;
	if (base->mean == 0)
		return;
	factor = fabs(newer->mean / base->mean);
	row->verdict = BENCH_BROKEN;
	if (factor > BENCH_BROKEN_PART || (factor > 0 && factor < 1 / BENCH_BROKEN_PART))
		return;
	judge_ratio(row, half_width(base, newer));
}

/* Moved by more than may be noise: what the repeats or the text say, else by a stated part. */
static bool has_moved(const struct bench_row *row)
{
	if (!isnan(row->low) || row->verdict == BENCH_SAME || row->row->format == &mmtests_format)
		return row->verdict == BENCH_BETTER || row->verdict == BENCH_WORSE;
	return fabs(row->ratio - 1) > BENCH_MOVED_PART;
}

/* ---- means ---- */

static bool counts(const struct bench_row *row)
{
	return !row->is_detail && row->gain > 0 && isfinite(row->gain);
}

static void add_mean(struct bench_table *table, size_t first, size_t count)
{
	struct bench_mean mean = { .first = first, .count = count, .best = 0, .worst = INFINITY };
	double sum = 0;

	for (size_t i = first; i < first + count; i++) {
		const struct bench_row *row = &table->rows[i];

		if (!counts(row))
			continue;
		mean.results++;
		sum += log(row->gain);
		mean.best = fmax(mean.best, row->gain);
		mean.worst = fmin(mean.worst, row->gain);
		mean.up += row->moved && row->gain > 1;
		mean.down += row->moved && row->gain < 1;
	}
	if (mean.results < 2)
		return;
	mean.gain = exp(sum / (double)mean.results);
	array_reserve(table->means, table->mean_capacity, table->mean_count + 1);
	table->means[table->mean_count++] = mean;
}

static void find_means(struct bench_table *table)
{
	size_t tables = 0;

	for (size_t at = 0, next; at < table->count; at = next, tables++) {
		next = at + 1;
		while (next < table->count &&
		       table->rows[next].row->table == table->rows[at].row->table &&
		       table->rows[next].row->format == table->rows[at].row->format)
			next++;
		add_mean(table, at, next - at);
	}
	if (tables > 1)
		add_mean(table, 0, table->count);
}

/* ---- classes ---- */

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* One measure of one test, but for a single parameter: which is it? NULL: they differ in more. */
static const char *differing(const struct bench_row *a, const struct bench_row *b)
{
	const struct evidence_row *x = a->row, *y = b->row;
	const char *found = NULL;

	if (x->format != y->format || strcmp(a->key, b->key) != 0 || strcmp(x->name, y->name) ||
	    !same_text(x->group, y->group) || !same_text(x->metric, y->metric))
		return NULL;
	for (size_t i = 0; i < x->count; i++) {
		const struct evidence_value *other;

		if (x->values[i].role != EVIDENCE_PARAMETER)
			continue;
		other = evidence_find(y, x->values[i].key);
		if (!other || other->role != EVIDENCE_PARAMETER)
			return NULL;
		if (other->value == x->values[i].value)
			continue;
		if (found)
			return NULL;
		found = x->values[i].key;
	}
	return found;
}

struct member {
	const struct bench_row *row;
	double parameter;
};

static int by_parameter(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	return x->parameter < y->parameter ? -1 : x->parameter > y->parameter;
}

static enum bench_verdict class_of(const struct bench_row *row)
{
	if (!row->moved)
		return BENCH_SAME;
	return row->gain > 1 ? BENCH_BETTER : BENCH_WORSE;
}

static void add_classes(struct bench_table *table, struct member *members, size_t count,
			const char *parameter, size_t set)
{
	qsort(members, count, sizeof(*members), by_parameter);
	for (size_t i = 0; i < count; i++) {
		const struct bench_row *row = members[i].row;
		struct bench_class *last =
			table->class_count ? &table->classes[table->class_count - 1] : NULL;
		enum bench_verdict verdict = class_of(row);

		if (i && last->verdict == verdict) {
			last->to = members[i].parameter;
			last->least = fmin(last->least, row->gain);
			last->most = fmax(last->most, row->gain);
			continue;
		}
		array_reserve(table->classes, table->class_capacity, table->class_count + 1);
		table->classes[table->class_count++] = (struct bench_class) {
			.set = set,
			.row = row,
			.parameter = parameter,
			.from = members[i].parameter,
			.to = members[i].parameter,
			.least = row->gain,
			.most = row->gain,
			.verdict = verdict,
		};
	}
}

/*
 * Rows that differ in one parameter: by the parameter that the first two differ in. Of two rows
 * there is nothing to tell that the table does not.
 */
static void find_classes(struct bench_table *table)
{
	bool *taken = mem_zalloc(table->count + 1, sizeof(*taken));
	struct member *members = mem_alloc((table->count + 1) * sizeof(*members));
	size_t sets = 0;

	for (size_t i = 0; i < table->count; i++) {
		const char *parameter = NULL;
		size_t count = 0;

		if (taken[i] || !(table->rows[i].gain > 0))
			continue;
		for (size_t k = i + 1; k < table->count; k++) {
			const char *by = differing(&table->rows[i], &table->rows[k]);

			if (taken[k] || !by || (parameter && strcmp(by, parameter) != 0) ||
			    !(table->rows[k].gain > 0))
				continue;
			parameter = by;
			taken[k] = true;
			members[++count] = (struct member) {
				&table->rows[k],
				evidence_find(table->rows[k].row, by)->value,
			};
		}
		if (count < 2)
			continue;
		members[0] = (struct member) {
			&table->rows[i],
			evidence_find(table->rows[i].row, parameter)->value,
		};
		add_classes(table, members, count + 1, parameter, sets++);
	}
	free(members);
	free(taken);
}

int bench_judge(struct bench_table *table, struct symdiff_error *err)
{
	size_t joined = 0;
	bool repeats[2] = { false, false };

	for (size_t i = 0; i < table->count; i++) {
		struct bench_row *row = &table->rows[i];

		judge_row(row);
		row->moved = has_moved(row);
		joined += row->verdict != BENCH_ONE_SIDE;
		for (int side = BASE; side <= NEW; side++)
			repeats[side] |= row->cells[side].runs > 1;
	}
	table->replicated = repeats[BASE] && repeats[NEW];
	if (!joined)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				    table->count ? "no result is on both sides: other benchmarks, "
						   "or asked to do other things"
						 : "no results of benchmarks, only counters");
	find_means(table);
	if (table->count <= CLASS_ROWS_MOST)
		find_classes(table);
	return 0;
}
