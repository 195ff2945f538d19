// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes give rows with names and values whose keys differ, or an error
 * with a message; what is called a number is one. Compared with itself nothing
 * moved.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/format.h"

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

	CHECK(!evidence_compare(evidence, evidence, &diff, NULL));
	CHECK(diff.count > 0 && diff.count <= evidence->count);
	for (size_t i = 0; i < diff.count; i++)
		CHECK(!diff.pairs[i].moved && diff.pairs[i].rank == 0);
	evidence_diff_deinit(&diff);
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
	if (evidence.count)
		check_diff(&evidence);
	evidence_deinit(&evidence);
	text_deinit(&text);
	return 0;
}
