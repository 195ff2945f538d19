// SPDX-License-Identifier: GPL-2.0-or-later
/* Several runs of one configuration: read each, and add them up to one side. */
#include "runs.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/merge.h"
#include "support/error.h"
#include "support/memory.h"

/* A run as it was read, and how its numbers read in the sum. */
struct part {
	struct symdiff_profile *side;
	uint32_t *symbol_of, *event_of;
};

static void part_deinit(struct part *part)
{
	symdiff_profile_free(part->side);
	free(part->symbol_of);
	free(part->event_of);
}

static int add_part(struct symdiff_profile *sum, struct part *part, struct symdiff_error *err)
{
	const struct profile *profile = part->side->profile;

	part->symbol_of = mem_alloc((profile->symbol_count + 1) * sizeof(uint32_t));
	part->event_of = mem_alloc((profile->event_count + 1) * sizeof(uint32_t));
	if (profile_merge(sum->profile, profile, part->symbol_of, part->event_of))
		return 0;
	symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
		     "counts its events in another unit than %s: these are no runs of one thing",
		     sum->path);
	symdiff_error_source(err, part->side->path);
	return -1;
}

/* What the part says, in the numbers of the sum: only now all symbols have theirs. */
static void renumber(const struct symdiff_profile *sum, const struct part *part, struct run *run)
{
	const struct profile *profile = sum->profile;

	run->path = mem_strdup(part->side->path);
	run->totals = mem_zalloc(profile->event_count, sizeof(*run->totals));
	for (uint32_t i = 0; i < part->side->profile->event_count; i++)
		totals_renumber(&run->totals[part->event_of[i]], &part->side->totals[i], profile,
				part->event_of[i], part->symbol_of);
	for (uint32_t i = 0; i < profile->event_count; i++)
		if (!run->totals[i].profile)
			totals_init(&run->totals[i], profile, i, sum->totals[i].bucket_count,
				    sum->totals[i].head_count);
}

static int read_parts(struct symdiff *rules, const char *const *files, size_t count,
		      const struct symdiff_read_options *options, struct part *parts,
		      struct symdiff_profile *sum, struct symdiff_error *err)
{
	for (size_t i = 0; i < count; i++) {
		parts[i].side = symdiff_read(rules, files[i], options, err);
		if (!parts[i].side || add_part(sum, &parts[i], err))
			return -1;
	}
	return 0;
}

static struct symdiff_profile *add_up(struct symdiff *rules, const char *const *files, size_t count,
				      const struct symdiff_read_options *options,
				      struct symdiff_error *err)
{
	struct symdiff_profile *sum = side_new(rules, files[0]);
	struct part *parts = mem_zalloc(count, sizeof(*parts));
	int ret;

	sum->profile = document_add(&sum->doc, "");
	ret = read_parts(rules, files, count, options, parts, sum, err);
	if (!ret) {
		sum->charging = parts[0].side->charging;
		side_sum(sum);
		sum->runs = mem_zalloc(count, sizeof(*sum->runs));
		for (sum->run_count = 0; sum->run_count < count; sum->run_count++)
			renumber(sum, &parts[sum->run_count], &sum->runs[sum->run_count]);
	}
	for (size_t i = 0; i < count; i++)
		part_deinit(&parts[i]);
	free(parts);
	if (!ret)
		return sum;
	symdiff_profile_free(sum);
	return NULL;
}

/* Names that the shell did not expand: "runs/r*.perf.data". */
static char **expand(const char *const *files, size_t count, size_t *expanded)
{
	char **list = NULL;
	size_t capacity = 0;

	*expanded = 0;
	for (size_t i = 0; i < count; i++) {
		glob_t found = { 0 };
		bool is_pattern = strpbrk(files[i], "*?[") && access(files[i], F_OK);

		if (is_pattern && !glob(files[i], 0, NULL, &found)) {
			for (size_t k = 0; k < found.gl_pathc; k++) {
				array_reserve(list, capacity, *expanded + 1);
				list[(*expanded)++] = mem_strdup(found.gl_pathv[k]);
			}
		} else {
			array_reserve(list, capacity, *expanded + 1);
			list[(*expanded)++] = mem_strdup(files[i]);
		}
		globfree(&found);
	}
	return list;
}

struct symdiff_profile *symdiff_read_runs(struct symdiff *rules, const char *const *files,
					  size_t count, const struct symdiff_read_options *options,
					  struct symdiff_error *err)
{
	struct symdiff_profile *side = NULL;
	size_t expanded;
	char **list = expand(files, count, &expanded);

	if (!expanded)
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "a side needs at least one profile");
	else if (expanded == 1)
		side = symdiff_read(rules, list[0], options, err);
	else
		side = add_up(rules, (const char *const *)list, expanded, options, err);
	for (size_t i = 0; i < expanded; i++)
		free(list[i]);
	free(list);
	return side;
}

void runs_deinit(struct symdiff_profile *side)
{
	for (size_t i = 0; i < side->run_count; i++) {
		for (uint32_t e = 0; e < side->profile->event_count; e++)
			totals_deinit(&side->runs[i].totals[e]);
		free(side->runs[i].totals);
		free(side->runs[i].path);
	}
	free(side->runs);
	side->runs = NULL;
	side->run_count = 0;
}
