// SPDX-License-Identifier: GPL-2.0-or-later
/* What was measured beside the two profiles of a diff: from files to what it says. */
#include <stdlib.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/work.h"
#include "evidence_files.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"
#include "witness/witness.h"

/* Counts of @one are those since @before; what cannot be is noted. */
static void subtract(struct witness *witness, int side, struct evidence *one,
		     const struct evidence *before, const char *file)
{
	static const char *const names[] = { "base", "new" };
	size_t backwards, known = evidence_subtract(one, before, &backwards);

	if (backwards)
		witness_note(witness,
			     "%s: %zu rows of %s went backwards since the reading before, and are "
			     "taken as they stand, since boot",
			     names[side], backwards, file);
	else if (!known)
		witness_note(witness, "%s: the reading before has no row of %s", names[side], file);
}

static int add_file(struct witness *witness, int side, const char *text, struct symdiff_error *err)
{
	struct evidence one = { 0 }, before = { 0 };
	const char *file;
	cleanup_free char *first = evidence_before(text, &file);
	int failed = evidence_file_read(file, &one, err);

	if (!failed && first)
		failed = evidence_file_read(first, &before, err);
	else if (!failed)
		evidence_split(&one, &before); /* what the text itself calls before and after */
	if (!failed && before.count)
		subtract(witness, side, &one, &before, file);
	evidence_deinit(&before);
	if (!failed)
		evidence_move(&witness->sides[side], &one);
	evidence_deinit(&one);
	return failed;
}

static int add_files(struct witness *witness, int side, const char *const *files,
		     struct symdiff_error *err)
{
	for (; files && *files; files++)
		if (add_file(witness, side, *files, err))
			return -1;
	return 0;
}

/* What a capture has beside its runs nobody chose: the output of some command may be no evidence. */
static void add_captured(struct witness *witness, int side, const char *const *files)
{
	for (; files && *files; files++)
		if (add_file(witness, side, *files, NULL))
			witness_note(witness, "%s: nothing in it is known", *files);
}

int symdiff_add_evidence(struct symdiff_diff *diff, const struct symdiff_evidence_options *options,
			 struct symdiff_error *err)
{
	static const struct symdiff_evidence_options none;
	struct witness *witness = witness_new();
	const char *const *given[SIDES];
	int failed = 0;

	if (!options)
		options = &none;
	given[BASE] = options->base;
	given[NEW] = options->newer;
	for (int side = 0; side < SIDES && !failed; side++) {
		add_captured(witness, side, diff->side[side]->evidence);
		failed = add_files(witness, side, given[side], err);
	}
	if (failed || (!witness->sides[BASE].count && !witness->sides[NEW].count)) {
		witness_free(witness);
		return failed ? -1 : 0;
	}
	witness_hear(witness, diff, options->cpus);
	if (diff->free_witness)
		diff->free_witness(diff->witness);
	diff->witness = witness;
	diff->free_witness = witness_free;
	return 0;
}

/* ---- work ---- */

int symdiff_work_from(const char *base, const char *newer, struct symdiff_compare_options *options,
		      struct symdiff_error *err)
{
	const char *files[] = { base, newer };
	struct evidence sides[SIDES] = { { .rows = NULL }, { .rows = NULL } };
	struct bench_table table;
	struct bench_work work;
	int failed = 0;

	bench_init(&table, SIDES);
	for (size_t side = 0; side < SIDES && !failed; side++) {
		failed = evidence_results_read(files[side], &sides[side], err);
		if (!failed)
			bench_add(&table, side, &sides[side], 0);
	}
	if (!failed && bench_work(&table, &work, err)) {
		symdiff_error_source(err, newer);
		failed = -1;
	}
	if (!failed) {
		options->base_work = work.amount[BASE];
		options->new_work = work.amount[NEW];
	}
	bench_deinit(&table);
	for (size_t side = 0; side < SIDES; side++)
		evidence_deinit(&sides[side]);
	return failed ? -1 : 0;
}
