// SPDX-License-Identifier: GPL-2.0-or-later
/* Several runs of one configuration: read each, and add them up to one side. */
#include "runs.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bundle.h"
#include "model/merge.h"
#include "support/error.h"
#include "support/memory.h"

static const struct symdiff_read_options no_read_options;

/* A recording, and what its bundle has of its kernel's symbols (NULL without a bundle). */
struct source {
	const char *path;
	const char *const *kallsyms;
};

/* Where the runs of a side come from. */
struct sources {
	struct source *list;
	size_t count, capacity;
	struct bundle *bundles; /* which own what the sources point to */
	size_t bundle_count;
};

static void add_source(struct sources *sources, const char *path, const char *const *kallsyms)
{
	array_reserve(sources->list, sources->capacity, sources->count + 1);
	sources->list[sources->count++] = (struct source) { path, kallsyms };
}

static int find_sources(struct sources *sources, const char *const *files, size_t count,
			struct symdiff_error *err)
{
	sources->bundles = mem_zalloc(count, sizeof(*sources->bundles));
	for (size_t i = 0; i < count; i++) {
		struct bundle *bundle = &sources->bundles[sources->bundle_count];

		if (!bundle_probe(files[i])) {
			add_source(sources, files[i], NULL);
			continue;
		}
		sources->bundle_count++;
		if (bundle_read(bundle, files[i], err))
			return -1;
		for (size_t k = 0; k < bundle->run_count; k++)
			add_source(sources, bundle->runs[k], bundle->kallsyms);
	}
	return 0;
}

static void sources_deinit(struct sources *sources)
{
	for (size_t i = 0; i < sources->bundle_count; i++)
		bundle_deinit(&sources->bundles[i]);
	free(sources->bundles);
	free(sources->list);
}

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

static int read_parts(struct symdiff *rules, const struct sources *sources,
		      const struct symdiff_read_options *options, struct part *parts,
		      struct symdiff_profile *sum, struct symdiff_error *err)
{
	for (size_t i = 0; i < sources->count; i++) {
		const struct source *source = &sources->list[i];

		parts[i].side = read_one(rules, source->path, options, source->kallsyms, err);
		if (!parts[i].side || add_part(sum, &parts[i], err))
			return -1;
	}
	return 0;
}

static void drop_run_totals(const struct symdiff_profile *side, struct run *run)
{
	for (uint32_t i = 0; run->totals && i < side->profile->event_count; i++)
		totals_deinit(&run->totals[i]);
	free(run->totals);
	free(run->path);
	*run = (struct run) { 0 };
}

/* The sum, and beside it the runs. */
static void sum_up(struct symdiff_profile *sum)
{
	side_sum(sum);
	for (size_t i = 0; sum->parts && i < sum->run_count; i++) {
		drop_run_totals(sum, &sum->runs[i]);
		renumber(sum, &sum->parts[i], &sum->runs[i]);
	}
}

static struct symdiff_profile *add_up(struct symdiff *rules, const struct sources *sources,
				      const struct symdiff_read_options *options,
				      struct symdiff_error *err)
{
	struct symdiff_profile *sum = side_new(rules, sources->list[0].path);
	size_t count = sources->count;
	struct part *parts = mem_zalloc(count, sizeof(*parts));

	sum->profile = document_add(&sum->doc, "");
	sum->parts = parts;
	sum->runs = mem_zalloc(count, sizeof(*sum->runs));
	sum->run_count = count;
	if (!read_parts(rules, sources, options, parts, sum, err)) {
		sum->charging = parts[0].side->charging;
		sum_up(sum);
		return sum;
	}
	symdiff_profile_free(sum);
	return NULL;
}

void runs_sum_again(struct symdiff_profile *side, const uint32_t *apart, size_t count)
{
	for (size_t i = 0; side->parts && i < side->run_count; i++) {
		struct part *part = &side->parts[i];
		struct profile *profile = part->side->profile;

		for (uint32_t s = 0; s < profile->symbol_count; s++)
			for (size_t k = 0; k < count; k++)
				if (part->symbol_of[s] == apart[k])
					profile->symbols[s].inlining |= INLINE_APART;
		side_sum(part->side);
	}
	sum_up(side);
}

void runs_settle(struct symdiff_profile *side)
{
	for (size_t i = 0; side->parts && i < side->run_count; i++)
		part_deinit(&side->parts[i]);
	free(side->parts);
	side->parts = NULL;
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

static void add_evidence(struct symdiff_profile *side, const char *const *files)
{
	for (; files && *files; files++) {
		side->evidence = mem_realloc(side->evidence, side->evidence_count + 2,
					     sizeof(*side->evidence));
		side->evidence[side->evidence_count++] = mem_strdup(*files);
		side->evidence[side->evidence_count] = NULL;
	}
}

static struct symdiff_profile *read_files(struct symdiff *rules, const char *const *files,
					  size_t count, const struct symdiff_read_options *options,
					  struct symdiff_error *err)
{
	struct sources sources = { 0 };
	struct symdiff_profile *side = NULL;

	if (read_check(options, err) || find_sources(&sources, files, count, err))
		side = NULL;
	else if (sources.count == 1)
		side = read_one(rules, sources.list[0].path, options, sources.list[0].kallsyms,
				err);
	else
		side = add_up(rules, &sources, options, err);
	if (side && count == 1) { /* a bundle is called as the user called it */
		free(side->path);
		side->path = mem_strdup(files[0]);
		side->path_has_all = true;
	}
	for (size_t i = 0; side && i < sources.bundle_count; i++)
		add_evidence(side, sources.bundles[i].evidence);
	sources_deinit(&sources);
	return side;
}

struct symdiff_profile *symdiff_read(struct symdiff *rules, const char *file,
				     const struct symdiff_read_options *options,
				     struct symdiff_error *err)
{
	return read_files(rules, &file, 1, options ? options : &no_read_options, err);
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
	else
		side = read_files(rules, (const char *const *)list, expanded,
				  options ? options : &no_read_options, err);
	for (size_t i = 0; i < expanded; i++)
		free(list[i]);
	free(list);
	return side;
}

void runs_deinit(struct symdiff_profile *side)
{
	runs_settle(side);
	for (size_t i = 0; i < side->run_count; i++)
		drop_run_totals(side, &side->runs[i]);
	free(side->runs);
	side->runs = NULL;
	side->run_count = 0;
}
