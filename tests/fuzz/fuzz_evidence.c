// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes give rows with names and values whose keys differ, or an error
 * with a message; what is called a number is one. Compared with itself nothing
 * moved and every result is the same; the first half taken off the whole
 * leaves numbers.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/bench.h"
#include "evidence/compare.h"
#include "evidence/format.h"
#include "evidence/work.h"

#define CHECK(condition)                                                                \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_row(const struct evidence *evidence, const struct evidence_row *row)
{
	CHECK(row->format && row->name && *row->name && row->table < evidence->tables);
	for (size_t i = 0; i < row->count; i++) {
		CHECK(row->values[i].state != EVIDENCE_NUMBER || isfinite(row->values[i].value));
		CHECK(evidence_find(row, row->values[i].key) == &row->values[i]);
	}
	for (size_t i = 0; i < row->place_count; i++)
		CHECK(isfinite(row->places[i].count));
}

static void check_diff(const struct evidence *evidence)
{
	struct evidence_diff diff;

	evidence_join(evidence, evidence, &diff);
	CHECK(diff.count <= evidence->count);
	for (size_t i = 0; i < diff.count; i++)
		CHECK(!diff.pairs[i].moved && diff.pairs[i].rank == 0);
	evidence_diff_deinit(&diff);
}

/* What is compared with itself is the same, and has its mean in the middle. */
static void check_bench(const struct evidence *evidence)
{
	const char *names[4];
	size_t sides = bench_sides(evidence, names, 4);
	struct bench_table table;

	CHECK(sides > 0);
	bench_init(&table, 2);
	bench_add(&table, 0, evidence, sides - 1);
	bench_add(&table, 1, evidence, sides - 1);
	if (!bench_judge(&table, NULL)) {
		struct bench_time time = bench_time(&table);
		struct bench_work work;

		for (size_t i = 0; i < table.count; i++)
			CHECK(table.rows[i].verdict != BENCH_BETTER &&
			      table.rows[i].verdict != BENCH_WORSE);
		for (size_t i = 0; i < table.mean_count; i++)
			CHECK(fabs(table.means[i].gain - 1) < 1e-9);
		CHECK(isnan(time.elapsed[0]) || time.elapsed[0] == time.elapsed[1]);
		if (!bench_work(&table, &work, NULL))
			CHECK(work.amount[0] > 0 && work.amount[0] == work.amount[1]);
	}
	bench_deinit(&table);
}

static int read_part(const uint8_t *data, size_t size, struct evidence *evidence)
{
	struct input in;
	struct text text;
	int failed;

	input_from_bytes(&in, "fuzz", data, size);
	if (text_clean(&in, &text, NULL))
		return -1;
	failed = evidence_read(&text, evidence, NULL);
	text_deinit(&text);
	return failed;
}

enum { SINCE_MOST = 16384 }; /* a third and fourth reading of more takes too long */

static void check_since(const uint8_t *data, size_t size)
{
	struct evidence before = { 0 }, after = { 0 }, split = { 0 };
	size_t backwards;

	if (size < SINCE_MOST && !read_part(data, size, &after) &&
	    !read_part(data, size / 2, &before)) {
		evidence_subtract(&after, &before, &backwards);
		evidence_split(&after, &split);
		for (size_t i = 0; i < after.count; i++)
			for (size_t k = 0; k < after.rows[i].count; k++)
				CHECK(after.rows[i].values[k].state != EVIDENCE_NUMBER ||
				      isfinite(after.rows[i].values[k].value));
		evidence_deinit(&split);
		evidence_move(&after, &before);
	}
	evidence_deinit(&before);
	evidence_deinit(&after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct symdiff_error err = { .code = SYMDIFF_OK, .position = -1 };
	struct evidence evidence;
	struct input in;
	struct text text;

	input_from_bytes(&in, "fuzz", data, size);
	if (text_clean(&in, &text, NULL))
		return 0;
	if (evidence_read(&text, &evidence, &err))
		CHECK(err.code != SYMDIFF_OK && *err.message && !evidence.count);
	for (size_t i = 0; i < evidence.count; i++)
		check_row(&evidence, &evidence.rows[i]);
	if (evidence.count) {
		check_diff(&evidence);
		check_bench(&evidence);
	}
	evidence_deinit(&evidence);
	text_deinit(&text);
	check_since(data, size);
	return 0;
}
