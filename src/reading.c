// SPDX-License-Identifier: GPL-2.0-or-later
/* Sides from files: ingest, symbols, buckets; one profile, two, or both from one text. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bundle.h"
#include "ingest/format.h"
#include "inlining.h"
#include "runs.h"
#include "side.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/memory.h"
#include "symbols/resolve.h"
#include "symbols/unwind.h"

/* Seconds: an ordinary kernel's debug information takes one. */
#define TIMEOUT 30

static const struct symdiff_read_options no_read_options;

/* "mail.txt#2" is the second profile of mail.txt, unless a file is really called that. */
static char *split_number(const char *file, size_t *number)
{
	char *path = mem_strdup(file);
	char *hash = strrchr(path, '#');

	*number = 0;
	if (!hash || !hash[1] || strspn(hash + 1, "0123456789") != strlen(hash + 1) ||
	    !access(file, F_OK))
		return path;
	*number = strtoul(hash + 1, NULL, 10);
	if (!*number)
		*number = SIZE_MAX; /* there is no profile 0 */
	*hash = '\0';
	return path;
}

struct ingest_options ingest_options_of(const struct symdiff_read_options *options)
{
	return (struct ingest_options) {
		.format = options->input_format,
		.comms = options->comms,
		.events = options->events,
		.pids = options->pids,
		.tids = options->tids,
		.cpus = options->cpus,
		.time = options->time,
		.flat = options->flat,
		.progress = options->progress,
		.progress_context = options->progress_context,
	};
}

static struct symbol_options symbol_options_of(const struct symdiff_read_options *options,
					       const char *const *kallsyms)
{
	return (struct symbol_options) {
		.symfs = options->symfs,
		.kallsyms = options->kallsyms,
		.own_kallsyms = kallsyms,
		.vmlinux = options->vmlinux,
		.debug_dirs = options->debug_dirs,
		.no_inline = options->no_inline,
		.no_tail_calls = options->no_tail_calls,
		.no_dwarf = options->no_dwarf,
		.timeout_seconds =
			options->symbol_timeout > 0 ? (unsigned)options->symbol_timeout : TIMEOUT,
		.debuginfod = options->debuginfod,
	};
}

/* Ingest: all profiles that @path holds. Symbols and buckets follow for the chosen one only. */
static int read_document(struct symdiff_profile *side, const char *path,
			 const struct symdiff_read_options *options,
			 const struct symbol_options *where, struct symdiff_error *err)
{
	struct ingest_options ingest = ingest_options_of(options);
	struct unwinder *unwinder = unwinder_new(where);
	struct stack_unwinder unwind = unwinder_of(unwinder);

	ingest.unwinder = &unwind;
	ingest.file = path;

	int ret = ingest_read(path, &ingest, &side->doc, err);

	unwinder_free(unwinder);
	if (ret)
		return -1;
	if (!side->doc.count) {
		symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1, "no profile found");
		symdiff_error_source(err, path);
		return -1;
	}
	return 0;
}

static void drop_totals(struct symdiff_profile *side)
{
	for (uint32_t i = 0; side->totals && i < side->profile->event_count; i++)
		totals_deinit(&side->totals[i]);
	free(side->totals);
	side->totals = NULL;
}

void side_sum(struct symdiff_profile *side)
{
	struct profile *profile = side->profile;

	drop_totals(side);
	buckets_assign(side->rules->buckets, profile);
	side->charging.charge_copy = side->rules->settings.charge_copy;
	side->totals = mem_zalloc(profile->event_count, sizeof(*side->totals));
	for (uint32_t i = 0; i < profile->event_count; i++) {
		charge_totals(side->rules->buckets, profile, i, &side->charging, &side->totals[i]);
		if (!totals_has_self(&side->totals[i]))
			profile_warn(profile, "lists Children without Self: what each symbol took "
					      "itself is not known, so all is [not listed]");
	}
}

static void finish_side(struct symdiff_profile *side, const struct symdiff_read_options *options,
			const struct symbol_options *where, size_t chosen)
{
	side->profile = side->doc.profiles[chosen];
	if (side->profile->origin) { /* a snapshot: what it was made from */
		free(side->path);
		side->path = mem_strdup(profile_text(side->profile, side->profile->origin));
	}
	symbols_resolve(side->profile, where);
	if (options->no_inline)
		side_forget_inlined(side);
	if (options->inline_rows)
		side_tell_inlined(side);
	side_sum(side);
}

struct symdiff_profile *side_new(const struct symdiff *rules, const char *path)
{
	struct symdiff_profile *side = mem_zalloc(1, sizeof(*side));

	side->rules = rules;
	side->path = mem_strdup(path);
	return side;
}

static void free_texts(const char **list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free((char *)list[i]);
	free(list);
}

void symdiff_profile_free(struct symdiff_profile *side)
{
	if (!side)
		return;
	drop_totals(side);
	runs_deinit(side);
	document_deinit(&side->doc);
	free_texts(side->evidence, side->evidence_count);
	free(side->path);
	free(side);
}

/* "softirq" asks for softirqs wherever they ran. */
static int parse_contexts(const char *const *names, unsigned *contexts, struct symdiff_error *err)
{
	for (; names && *names; names++) {
		unsigned wanted = 0;

		for (unsigned i = 0; i < RUN_CONTEXTS; i++)
			if (!strcmp(run_context_name(i), *names))
				wanted |= 1u << i;
		if (!wanted)
			return symdiff_fail(
				err, SYMDIFF_ERR_USAGE, -1,
				"--context takes task, hardirq, softirq, kworker, nmi or "
				"idle, not '%s'",
				*names);
		*contexts |= wanted;
	}
	return 0;
}

/* A profile that is not there. */
static int refuse_number(const struct symdiff_profile *side, const char *path, size_t number,
			 struct symdiff_error *err)
{
	symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
		     "profile #%s was asked for, the file holds %zu",
		     number == SIZE_MAX ? "0" : strrchr(side->path, '#') + 1, side->doc.count);
	symdiff_error_source(err, path);
	return -1;
}

/* Without a number: the only one, the new side of a comparison, or the first with a warning. */
static size_t choose(struct document *doc, size_t number)
{
	size_t chosen = number ? number - 1 : doc->is_comparison ? 1 : 0;

	if (!number && doc->is_comparison)
		profile_warn(
			doc->profiles[chosen],
			"a comparison of two profiles: its new side is taken (#2); #1 is the base");
	else if (!number && doc->count > 1)
		profile_warn(doc->profiles[0],
			     "holds %zu profiles: the first is taken; FILE#N takes another, "
			     "'symdiff list' numbers them",
			     doc->count);
	return chosen;
}

/* A file that the user names for symbols must be there, even if the profile needs none. */
int read_check(const struct symdiff_read_options *options, struct symdiff_error *err)
{
	const char *const *lists[] = { options->symfs, options->kallsyms, options->vmlinux,
				       options->debug_dirs };

	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		for (const char *const *path = lists[i]; path && *path; path++)
			if (access(*path, R_OK)) {
				symdiff_fail(err, SYMDIFF_ERR_IO, -1, "%s", strerror(errno));
				symdiff_error_source(err, *path);
				return -1;
			}
	return 0;
}

/* The document's last profile becomes another side. */
static struct symdiff_profile *split_off(struct symdiff_profile *side)
{
	struct symdiff_profile *other = side_new(side->rules, side->path);

	other->charging = side->charging;
	array_reserve(other->doc.profiles, other->doc.capacity, 1);
	other->doc.profiles[other->doc.count++] = side->doc.profiles[--side->doc.count];
	return other;
}

/* Each run of a snapshot is a side. */
static void add_all_runs(struct side_list *sides, struct symdiff_profile *side)
{
	size_t first = sides->count, count = side->doc.count;

	array_reserve(sides->list, sides->capacity, first + count);
	sides->count += count;
	for (size_t i = count; --i > 0;)
		sides->list[first + i] = split_off(side);
	sides->list[first] = side;
}

int read_all(struct symdiff *rules, const char *file, const struct symdiff_read_options *options,
	     const char *const *kallsyms, struct side_list *sides, struct symdiff_error *err)
{
	struct symbol_options where = symbol_options_of(options, kallsyms);
	struct symdiff_profile *side = side_new(rules, file);
	size_t number, first = sides->count, chosen = 0;
	cleanup_free char *path = split_number(file, &number);

	if (parse_contexts(options->contexts, &side->charging.contexts, err) ||
	    read_document(side, path, options, &where, err) ||
	    (number > side->doc.count && refuse_number(side, path, number, err))) {
		symdiff_profile_free(side);
		return -1;
	}
	if (side->doc.is_runs && !number) {
		add_all_runs(sides, side);
	} else {
		chosen = choose(&side->doc, number);
		array_reserve(sides->list, sides->capacity, first + 1);
		sides->list[sides->count++] = side;
	}
	for (size_t i = first; i < sides->count; i++)
		finish_side(sides->list[i], options, &where, chosen);
	return 0;
}

void side_list_deinit(struct side_list *sides)
{
	for (size_t i = 0; i < sides->count; i++)
		symdiff_profile_free(sides->list[i]);
	free(sides->list);
	free_texts(sides->evidence, sides->evidence_count);
	*sides = (struct side_list) { 0 };
}

/* One file for both sides: a comparison, or exactly two profiles. */
static int read_both_from_one(struct symdiff *rules, const char *file,
			      const struct symdiff_read_options *options,
			      struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	for (size_t i = 0; i < 2; i++)
		sides[i] = side_new(rules, file);
	if (bundle_probe(file)) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			     "holds the runs of one side, and a diff needs two: give a second one");
		symdiff_error_source(err, file);
		return -1;
	}
	if (read_check(options, err))
		return -1;
	for (size_t i = 0; i < 2; i++)
		if (parse_contexts(options->contexts, &sides[i]->charging.contexts, err))
			return -1;
	/* Each side owns its document: the first gives its second profile away. */

	struct symbol_options where = symbol_options_of(options, NULL);

	if (read_document(sides[0], file, options, &where, err))
		return -1;

	struct document *doc = &sides[0]->doc;

	if (doc->count != 2 || doc->is_runs) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			     "holds %zu %s%s, and a diff needs two%s: give a second file%s",
			     doc->count, doc->is_runs ? "run" : "profile",
			     doc->count == 1 ? "" : "s", doc->is_runs ? " sides" : "",
			     doc->count == 1 || doc->is_runs
				     ? ""
				     : ", or FILE#N twice ('symdiff list' numbers them)");
		symdiff_error_source(err, file);
		return -1;
	}
	for (size_t i = 0; i < 2; i++)
		profile_warn(
			doc->profiles[i],
			doc->is_comparison
				? "both sides come from one comparison"
				: "both sides come from one text: the first profile is the base");
	array_reserve(sides[1]->doc.profiles, sides[1]->doc.capacity, 1);
	sides[1]->doc.profiles[sides[1]->doc.count++] = doc->profiles[--doc->count];
	finish_side(sides[0], options, &where, 0);
	finish_side(sides[1], options, &where, 0);
	sides_join_inlined(sides);
	return 0;
}

/* The base is read in a thread of its own, the new side in the caller's. */
struct reading {
	struct symdiff *rules;
	const char *const *files;
	size_t count;
	const struct symdiff_read_options *options;
	struct symdiff_profile *side;
	struct symdiff_error err;
};

static void *read_in_thread(void *argument)
{
	struct reading *reading = argument;

	reading->side = side_read_runs(reading->rules, reading->files, reading->count,
				       reading->options, &reading->err);
	return NULL;
}

int symdiff_read_sides(struct symdiff *rules, const char *const *base, size_t base_count,
		       const char *const *newer, size_t new_count,
		       const struct symdiff_read_options *options, struct symdiff_profile *sides[2],
		       struct symdiff_error *err)
{
	struct reading reading = { rules, base, base_count, options, NULL, { .position = -1 } };
	pthread_t thread;
	bool parallel = !pthread_create(&thread, NULL, read_in_thread, &reading);

	if (!parallel)
		read_in_thread(&reading);
	sides[1] = side_read_runs(rules, newer, new_count, options, err);
	if (parallel)
		pthread_join(thread, NULL);
	sides[0] = reading.side;
	if (sides[0] && sides[1]) {
		sides_join_inlined(sides);
		return 0;
	}
	if (!sides[0] && err)
		*err = reading.err; /* what is wrong with the base is said first */
	for (size_t i = 0; i < 2; i++) {
		symdiff_profile_free(sides[i]);
		sides[i] = NULL;
	}
	return -1;
}

static bool is_stdin(const char *path)
{
	return !strcmp(path, "-");
}

/* Is @base the very profile that @newer is? */
static bool is_same(const char *base, const char *newer)
{
	size_t number[2];
	cleanup_free char *a = split_number(base, &number[0]);
	cleanup_free char *b = split_number(newer, &number[1]);
	struct stat file[2];

	return number[0] == number[1] && !stat(a, &file[0]) && !stat(b, &file[1]) &&
	       file[0].st_dev == file[1].st_dev && file[0].st_ino == file[1].st_ino;
}

static int read_two(struct symdiff *rules, const char *base, const char *newer,
		    const struct symdiff_read_options *options, struct symdiff_profile *sides[2],
		    struct symdiff_error *err)
{
	if (is_stdin(base) && is_stdin(newer))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "standard input can be one side, not both");
	if (symdiff_read_sides(rules, &base, 1, &newer, 1, options, sides, err))
		return -1;
	if (is_same(base, newer))
		profile_warn(sides[1]->profile, "the same profile as the base");
	return 0;
}

int symdiff_read_pair(struct symdiff *rules, const char *base, const char *newer,
		      const struct symdiff_read_options *options, struct symdiff_profile *sides[2],
		      struct symdiff_error *err)
{
	if (!options)
		options = &no_read_options;
	sides[0] = sides[1] = NULL;
	if (newer)
		return read_two(rules, base, newer, options, sides, err);
	if (!read_both_from_one(rules, base, options, sides, err))
		return 0;
	for (size_t i = 0; i < 2; i++) {
		symdiff_profile_free(sides[i]);
		sides[i] = NULL;
	}
	return -1;
}
