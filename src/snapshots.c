// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs to one snapshot. The order in which they are given makes no difference. */
#include <stdlib.h>

#include "ingest/snapshot/snapshot.h"
#include "runs.h"
#include "support/error.h"
#include "support/memory.h"
#include "support/pack.h"

/* The same run twice, from two snapshots perhaps, would count for more than it tells. */
static size_t drop_repeated(struct side_list *sides)
{
	size_t kept = 0, given = sides->count;

	for (size_t i = 0; i < given; i++) {
		struct symdiff_profile *side = sides->list[i];

		if (kept && runs_are_same(sides->list[kept - 1], side))
			symdiff_profile_free(side);
		else
			sides->list[kept++] = side;
	}
	sides->count = kept;
	return given - kept;
}

static void write_runs(const struct side_list *sides, const char *whole, struct buffer *out)
{
	const struct profile **runs = mem_alloc(sides->count * sizeof(*runs));
	const char **paths = mem_alloc(sides->count * sizeof(*paths));

	for (size_t i = 0; i < sides->count; i++) {
		runs[i] = sides->list[i]->profile;
		paths[i] = sides->list[i]->path;
	}
	snapshot_write(&(const struct snapshot) { runs, paths, sides->count, whole }, out);
	free(runs);
	free(paths);
}

int symdiff_print_snapshot(struct symdiff *rules, const char *const *files, size_t count,
			   const struct symdiff_read_options *options, bool packed, FILE *out,
			   size_t *repeated, struct symdiff_error *err)
{
	struct side_list sides = { 0 };
	struct buffer text = { 0 };
	char *whole;
	int ret = runs_read(rules, files, count, options, &sides, &whole, err);

	if (!ret) {
		runs_sort(&sides);
		*repeated = drop_repeated(&sides);
		write_runs(&sides, whole, &text);
		if (packed)
			pack_zstd(&text);
		fwrite(text.text, 1, text.len, out);
	}
	buffer_deinit(&text);
	side_list_deinit(&sides);
	free(whole);
	return ret;
}
