// SPDX-License-Identifier: GPL-2.0-or-later
#include "evidence/work.h"

#include <math.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/format.h"
#include "support/error.h"
#include "support/memory.h"

enum { BASE, NEW, SIDES };

static bool has_both(const struct bench_row *row)
{
	return row->cells[BASE].runs && row->cells[NEW].runs;
}

/* Another measure of the same test, or NULL. */
static const struct bench_row *sibling(const struct bench_table *table, const struct bench_row *row,
				       const char *key)
{
	for (size_t i = 0; i < table->count; i++)
		if (!strcmp(table->rows[i].key, key) && has_both(&table->rows[i]) &&
		    evidence_same_subject(table->rows[i].row, row->row))
			return &table->rows[i];
	return NULL;
}

/* A rate times how long it was kept up: the sibling or parameter of that name. */
static const struct rate {
	const char *key, *time, *unit, *rate_unit;
	double per; /* seconds that the rate is of */
} rates[] = {
	{ "jobs_per_min", "real_s", "jobs", "jobs/min", 60 },
	{ "records_per_sec", "elapsed_s", "records", "records/s", 1 },
	{ "events_per_sec", "elapsed_s", "events", "events/s", 1 },
	{ "mb_per_sec", "duration_s", "MB", "MB/s", 1 },
	{ "ops_per_sec", "duration_s", "operations", "operations/s", 1 },
};

static void set_amount(struct bench_work *work, const struct bench_row *row, double base,
		       double newer)
{
	work->amount[BASE] = base * (double)row->cells[BASE].runs;
	work->amount[NEW] = newer * (double)row->cells[NEW].runs;
}

static void from_rate(const struct bench_table *table, const struct bench_row *row,
		      const struct rate *rate, struct bench_work *work)
{
	const struct bench_row *time = sibling(table, row, rate->time);
	const struct evidence_value *given = evidence_find(row->row, rate->time);
	double seconds[SIDES];

	if (!time && !(given && given->role == EVIDENCE_PARAMETER)) {
		*work = (struct bench_work) {
			.amount = { row->cells[BASE].mean, row->cells[NEW].mean },
			.unit = rate->rate_unit,
			.is_rate = true,
		};
		return;
	}
	for (int side = BASE; side < SIDES; side++)
		seconds[side] = time ? time->cells[side].mean : given->value;
	work->unit = rate->unit;
	set_amount(work, row, row->cells[BASE].mean * seconds[BASE] / rate->per,
		   row->cells[NEW].mean * seconds[NEW] / rate->per);
}

/* "name value unit": a rate, a time that a task took, or an amount. */
static bool from_value(const struct bench_row *row, struct bench_work *work)
{
	const char *slash = strchr(row->unit, '/');

	if (row->row->format != &plain_format || !*row->unit)
		return false;
	work->unit = row->unit;
	if (row->better == EVIDENCE_LESS && !slash) {
		work->unit = "runs";
		set_amount(work, row, 1, 1);
	} else if (row->better == EVIDENCE_LESS) { /* us/op */
		return false;
	} else if (slash) {
		work->is_rate = true;
		work->amount[BASE] = row->cells[BASE].mean;
		work->amount[NEW] = row->cells[NEW].mean;
	} else {
		set_amount(work, row, row->cells[BASE].mean, row->cells[NEW].mean);
	}
	return true;
}

static bool is_time(const struct bench_row *row)
{
	return !strcmp(row->key, "time_s") || !strcmp(row->key, "elapsed_s");
}

/* What one result says was done; false: it does not say. */
static bool from_row(const struct bench_table *table, const struct bench_row *row,
		     struct bench_work *work)
{
	const struct evidence_value *operations = evidence_find(row->row, "operations");

	*work = (struct bench_work) { .unit = "runs" };
	if (operations && operations->role == EVIDENCE_PARAMETER) {
		work->unit = "operations";
		set_amount(work, row, operations->value, operations->value);
		return true;
	}
	if (is_time(row)) {
		set_amount(work, row, 1, 1);
		return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++)
		if (!strcmp(rates[i].key, row->key)) {
			from_rate(table, row, &rates[i], work);
			return true;
		}
	return !strcmp(row->key, "value") && from_value(row, work);
}

/* Of a test that was timed twice, by itself and by time(1), one counts. */
enum { CLASS_BENCHMARK, CLASS_TIME, CLASS_PERF };

static int class_of(const struct bench_row *row)
{
	return row->row->format == &time_format	       ? CLASS_TIME
	       : row->row->format == &perf_stat_format ? CLASS_PERF
						       : CLASS_BENCHMARK;
}

int bench_work(const struct bench_table *table, struct bench_work *work, struct symdiff_error *err)
{
	bool any = false;

	*work = (struct bench_work) { .unit = NULL };
	for (size_t i = 0; i < table->count; i++) {
		const struct bench_row *row = &table->rows[i];
		struct bench_work more;

		if (row->is_detail || !has_both(row) || class_of(row) == CLASS_PERF)
			continue;
		if (!from_row(table, row, &more))
			return symdiff_fail(
				err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				"%s (%s) does not say how much was done: give --work BASE:NEW",
				row->row->name, row->row->format->what);
		if (any && strcmp(work->unit, more.unit) != 0)
			return symdiff_fail(
				err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				"results in %s and in %s are no one amount of work: give "
				"the one that was profiled",
				work->unit, more.unit);
		work->unit = more.unit;
		work->is_rate |= more.is_rate;
		for (int side = BASE; side < SIDES; side++)
			work->amount[side] += more.amount[side];
		any = true;
	}
	if (any && work->amount[BASE] > 0 && work->amount[NEW] > 0)
		return 0;
	return symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
			    "no result of a benchmark is on both sides");
}

/* ---- time ---- */

/* Seconds of a row of perf stat of this name, "msec" or "seconds" as it says; NaN if there is none. */
static double perf_seconds(const struct bench_table *table, const char *name, int side)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct bench_row *row = &table->rows[i];

		if (class_of(row) == CLASS_PERF && has_both(row) &&
		    !strncmp(row->row->name, name, strlen(name)))
			return row->cells[side].mean / (strcmp(row->unit, "seconds") ? 1e3 : 1);
	}
	return NAN;
}

/* CPU seconds of the row's test: as printed, or of user and system. */
static double cpu_of(const struct bench_table *table, const struct bench_row *row, int side)
{
	const struct bench_row *cpu = sibling(table, row, "cpu_s");
	const struct bench_row *user = sibling(table, row, "user_s");
	const struct bench_row *system = sibling(table, row, "system_s");

	if (cpu)
		return cpu->cells[side].mean;
	return user && system ? user->cells[side].mean + system->cells[side].mean : NAN;
}

static bool is_elapsed(const struct bench_row *row)
{
	return is_time(row) || !strcmp(row->key, "real_s");
}

struct bench_time bench_time(const struct bench_table *table)
{
	struct bench_time time = { { NAN, NAN }, { NAN, NAN } };

	for (int kind = CLASS_BENCHMARK; kind < CLASS_PERF && isnan(time.elapsed[BASE]); kind++)
		for (size_t i = 0; i < table->count; i++) {
			const struct bench_row *row = &table->rows[i];
			bool first = isnan(time.elapsed[BASE]);

			if (!is_elapsed(row) || !has_both(row) || class_of(row) != kind)
				continue;
			for (int side = BASE; side < SIDES; side++) {
				time.elapsed[side] =
					row->cells[side].mean + (first ? 0 : time.elapsed[side]);
				time.cpu[side] =
					cpu_of(table, row, side) + (first ? 0 : time.cpu[side]);
			}
		}
	for (int side = BASE; side < SIDES && isnan(time.elapsed[side]); side++)
		time.elapsed[side] = perf_seconds(table, "time elapsed", side);
	/* What the shell says of the CPUs is good beside a benchmark that only says how long. */
	for (size_t i = 0; i < table->count && isnan(time.cpu[BASE]); i++)
		if (table->rows[i].row->format == &time_format && is_time(&table->rows[i]) &&
		    has_both(&table->rows[i]))
			for (int side = BASE; side < SIDES; side++)
				time.cpu[side] = cpu_of(table, &table->rows[i], side);
	for (int side = BASE; side < SIDES && isnan(time.cpu[side]); side++)
		time.cpu[side] = perf_seconds(table, "task-clock", side);
	return time;
}
