// SPDX-License-Identifier: GPL-2.0-or-later
/* Several runs of one configuration: read each, and add them up to one side. */
#include "runs.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bundle.h"
#include "ingest/snapshot/snapshot.h"
#include "model/merge.h"
#include "support/error.h"
#include "support/memory.h"

static const struct symdiff_read_options no_read_options;

/* ---- which files ---- */

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

/* One file may be called something else than what is in it: a bundle, or a snapshot of one. */
static char *name_of_whole(const struct sources *sources, const char *file,
			   const struct side_list *sides)
{
	const struct profile *first = sides->list[0]->profile;

	if (sources->bundle_count)
		return mem_strdup(file);
	/* A run that was asked for by its number is no whole. */
	if (first->whole && sides->list[0]->doc.count == 1)
		return mem_strdup(profile_text(first, first->whole));
	return NULL;
}

static void add_evidence(struct side_list *sides, const char *const *files)
{
	for (; files && *files; files++) {
		sides->evidence = mem_realloc(sides->evidence, sides->evidence_count + 2,
					      sizeof(*sides->evidence));
		sides->evidence[sides->evidence_count++] = mem_strdup(*files);
		sides->evidence[sides->evidence_count] = NULL;
	}
}

static int read_sources(struct symdiff *rules, const char *const *files, size_t count,
			const struct symdiff_read_options *options, struct side_list *sides,
			char **whole, struct symdiff_error *err)
{
	struct sources sources = { 0 };
	int ret = find_sources(&sources, files, count, err);

	for (size_t i = 0; !ret && i < sources.count; i++)
		ret = read_all(rules, sources.list[i].path, options, sources.list[i].kallsyms,
			       sides, err);
	if (!ret && count == 1)
		*whole = name_of_whole(&sources, files[0], sides);
	for (size_t i = 0; !ret && i < sources.bundle_count; i++)
		add_evidence(sides, sources.bundles[i].evidence);
	sources_deinit(&sources);
	return ret;
}

int runs_read(struct symdiff *rules, const char *const *files, size_t count,
	      const struct symdiff_read_options *options, struct side_list *sides, char **whole,
	      struct symdiff_error *err)
{
	size_t expanded;
	char **list = expand(files, count, &expanded);
	int ret = -1;

	*whole = NULL;
	if (!options)
		options = &no_read_options;
	if (!expanded)
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "a side needs at least one profile");
	else if (!read_check(options, err))
		ret = read_sources(rules, (const char *const *)list, expanded, options, sides,
				   whole, err);
	for (size_t i = 0; i < expanded; i++)
		free(list[i]);
	free(list);
	return ret;
}

/* ---- in which order ---- */

static int compare_content(const struct symdiff_profile *a, const struct symdiff_profile *b)
{
	const struct symdiff_profile *const sides[] = { a, b };
	struct buffer text[2] = { 0 };
	int order;

	for (int i = 0; i < 2; i++)
		snapshot_write(
			&(const struct snapshot) {
				.runs = (const struct profile *[]) { sides[i]->profile },
				.paths = (const char *[]) { sides[i]->path },
				.count = 1,
			},
			&text[i]);
	order = memcmp(text[0].text, text[1].text,
		       text[0].len < text[1].len ? text[0].len : text[1].len);
	if (!order)
		order = (text[0].len > text[1].len) - (text[0].len < text[1].len);
	buffer_deinit(&text[0]);
	buffer_deinit(&text[1]);
	return order;
}

static int compare_runs(const void *a_, const void *b_)
{
	const struct symdiff_profile *const *a = a_, *const *b = b_;
	int order = strverscmp((*a)->path, (*b)->path);

	return order ? order : compare_content(*a, *b);
}

void runs_sort(struct side_list *sides)
{
	qsort(sides->list, sides->count, sizeof(*sides->list), compare_runs);
}

bool runs_are_same(const struct symdiff_profile *a, const struct symdiff_profile *b)
{
	return !strcmp(a->path, b->path) && !compare_content(a, b);
}

/* ---- their sum ---- */

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

/* The sum owns its parts from now on. */
static struct symdiff_profile *take_parts(struct side_list *sides)
{
	struct symdiff_profile *sum = side_new(sides->list[0]->rules, sides->list[0]->path);

	sum->profile = document_add(&sum->doc, "");
	sum->charging = sides->list[0]->charging;
	sum->run_count = sides->count;
	sum->parts = mem_zalloc(sides->count, sizeof(*sum->parts));
	sum->runs = mem_zalloc(sides->count, sizeof(*sum->runs));
	for (size_t i = 0; i < sides->count; i++)
		sum->parts[i].side = sides->list[i];
	sides->count = 0;
	return sum;
}

static struct symdiff_profile *add_up(struct side_list *sides, struct symdiff_error *err)
{
	struct symdiff_profile *sum = take_parts(sides);

	for (size_t i = 0; i < sum->run_count; i++)
		if (add_part(sum, &sum->parts[i], err)) {
			symdiff_profile_free(sum);
			return NULL;
		}
	sum_up(sum);
	return sum;
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

/* The captures that the runs came from had this beside them. */
static void give_evidence(struct symdiff_profile *side, struct side_list *sides)
{
	side->evidence = sides->evidence;
	side->evidence_count = sides->evidence_count;
	sides->evidence = NULL;
	sides->evidence_count = 0;
}

/* The one side that all of them are; @whole becomes its path, if there is such a name. */
static struct symdiff_profile *combine(struct side_list *sides, char **whole,
				       struct symdiff_error *err)
{
	struct symdiff_profile *side;

	if (sides->count == 1) {
		side = sides->list[--sides->count];
	} else {
		runs_sort(sides);
		side = add_up(sides, err);
	}
	if (side && *whole) {
		free(side->path);
		side->path = *whole;
		side->path_has_all = true;
		*whole = NULL;
	}
	if (side)
		give_evidence(side, sides);
	return side;
}

struct symdiff_profile *symdiff_read(struct symdiff *rules, const char *file,
				     const struct symdiff_read_options *options,
				     struct symdiff_error *err)
{
	return symdiff_read_runs(rules, &file, 1, options, err);
}

struct symdiff_profile *side_read_runs(struct symdiff *rules, const char *const *files,
				       size_t count, const struct symdiff_read_options *options,
				       struct symdiff_error *err)
{
	struct symdiff_profile *side = NULL;
	struct side_list sides = { 0 };
	char *whole;

	if (!runs_read(rules, files, count, options, &sides, &whole, err))
		side = combine(&sides, &whole, err);
	side_list_deinit(&sides);
	free(whole);
	return side;
}

struct symdiff_profile *symdiff_read_runs(struct symdiff *rules, const char *const *files,
					  size_t count, const struct symdiff_read_options *options,
					  struct symdiff_error *err)
{
	struct symdiff_profile *side = side_read_runs(rules, files, count, options, err);

	if (side)
		runs_settle(side);
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
