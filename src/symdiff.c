// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The public calls: which stages run, in which order. Read this first.
 *
 *	bytes --ingest--> profile --symbols--> profile --buckets--> totals
 *
 * once for each side, then diff, then a writer.
 */
#include <symdiff/symdiff.h>

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buckets/buckets.h"
#include "buckets/charge.h"
#include "buckets/explain.h"
#include "ingest/format.h"
#include "ingest/text.h"
#include "report/diff_rows.h"
#include "report/rows.h"
#include "report/writer.h"
#include "side.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/memory.h"
#include "support/utf8.h"
#include "symbols/resolve.h"
#include "symbols/unwind.h"

static const struct symdiff_read_options no_read_options;
static const struct symdiff_print_options no_print_options;

const char *symdiff_version(void)
{
	return SYMDIFF_VERSION;
}

struct symdiff *symdiff_new(const struct symdiff_settings *settings, struct symdiff_error *err)
{
	struct symdiff *rules = mem_zalloc(1, sizeof(*rules));

	rules->buckets = buckets_new();
	families_init(&rules->families);
	if (!settings)
		return rules;
	rules->settings = *settings;

	const char *const *files = settings->bucket_files, *const *sets = settings->sets;
	const char *const *aliases = settings->aliases, *const *alias_files = settings->alias_files;
	int failed = 0;

	for (bool replace = settings->replace_buckets; !failed && files && *files; files++) {
		failed = buckets_load_file(rules->buckets, *files, replace, err);
		replace = false; /* the second file adds to the first */
	}
	for (; !failed && sets && *sets; sets++)
		failed = buckets_add_set(rules->buckets, *sets, err);
	for (; !failed && aliases && *aliases; aliases++)
		failed = families_add_alias(&rules->families, *aliases, err);
	for (; !failed && alias_files && *alias_files; alias_files++)
		failed = families_add_file(&rules->families, *alias_files, err);
	if (!failed)
		return rules;
	symdiff_free(rules);
	return NULL;
}

void symdiff_free(struct symdiff *rules)
{
	if (!rules)
		return;
	buckets_free(rules->buckets);
	families_deinit(&rules->families);
	free(rules);
}

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

static struct ingest_options ingest_options_of(const struct symdiff_read_options *options)
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
	};
}

static struct symbol_options symbol_options_of(const struct symdiff_read_options *options)
{
	return (struct symbol_options) {
		.symfs = options->symfs,
		.kallsyms = options->kallsyms,
		.vmlinux = options->vmlinux,
		.debug_dirs = options->debug_dirs,
		.no_inline = options->no_inline,
		.debuginfod = options->debuginfod,
	};
}

/* Ingest: all profiles that @path holds. Symbols and buckets follow for the chosen one only. */
static int read_document(struct symdiff_profile *side, const char *path,
			 const struct symdiff_read_options *options, struct symdiff_error *err)
{
	struct ingest_options ingest = ingest_options_of(options);
	struct symbol_options where = symbol_options_of(options);
	struct unwinder *unwinder = unwinder_new(&where);
	struct stack_unwinder unwind = unwinder_of(unwinder);

	ingest.unwinder = &unwind;

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

static void resolve_symbols(struct profile *profile, const struct symdiff_read_options *options)
{
	struct symbol_options where = symbol_options_of(options);

	symbols_resolve(profile, &where);
}

static void finish_side(struct symdiff_profile *side, const struct symdiff_read_options *options,
			size_t chosen)
{
	struct profile *profile = side->profile = side->doc.profiles[chosen];

	resolve_symbols(profile, options);
	buckets_assign(side->rules->buckets, profile);
	side->charging.charge_copy = side->rules->settings.charge_copy;
	side->totals = mem_zalloc(profile->event_count, sizeof(*side->totals));
	for (uint32_t i = 0; i < profile->event_count; i++) {
		charge_totals(side->rules->buckets, profile, i, &side->charging,
			      &side->totals[i]);
		if (!totals_has_self(&side->totals[i]))
			profile_warn(profile, "lists Children without Self: what each symbol took "
					      "itself is not known, so all is [not listed]");
	}
}

static struct symdiff_profile *side_new(const struct symdiff *rules, const char *path)
{
	struct symdiff_profile *side = mem_zalloc(1, sizeof(*side));

	side->rules = rules;
	side->path = mem_strdup(path);
	return side;
}

void symdiff_profile_free(struct symdiff_profile *side)
{
	if (!side)
		return;
	for (uint32_t i = 0; side->totals && i < side->profile->event_count; i++)
		totals_deinit(&side->totals[i]);
	free(side->totals);
	document_deinit(&side->doc);
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
			return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
					    "--context takes task, hardirq, softirq, kworker, nmi or "
					    "idle, not '%s'", *names);
		*contexts |= wanted;
	}
	return 0;
}

/* Without a number: the only one, the new side of a comparison, or the first with a warning. */
static int choose(struct symdiff_profile *side, const char *path, size_t number, size_t *chosen,
		  struct symdiff_error *err)
{
	struct document *doc = &side->doc;

	if (number > doc->count) {
		symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
			     "profile #%s was asked for, the file holds %zu",
			     number == SIZE_MAX ? "0" : strrchr(side->path, '#') + 1, doc->count);
		symdiff_error_source(err, path);
		return -1;
	}
	*chosen = number ? number - 1 : doc->is_comparison ? 1 : 0;
	if (!number && doc->is_comparison)
		profile_warn(doc->profiles[*chosen],
			     "a comparison of two profiles: its new side is taken (#2); #1 is the base");
	else if (!number && doc->count > 1)
		profile_warn(doc->profiles[0],
			     "holds %zu profiles: the first is taken; FILE#N takes another, "
			     "'symdiff list' numbers them",
			     doc->count);
	return 0;
}

struct symdiff_profile *symdiff_read(struct symdiff *rules, const char *file,
				     const struct symdiff_read_options *options,
				     struct symdiff_error *err)
{
	struct symdiff_profile *side = side_new(rules, file);
	size_t number, chosen;
	cleanup_free char *path = split_number(file, &number);

	if (!options)
		options = &no_read_options;
	if (parse_contexts(options->contexts, &side->charging.contexts, err) ||
	    read_document(side, path, options, err) || choose(side, path, number, &chosen, err)) {
		symdiff_profile_free(side);
		return NULL;
	}
	finish_side(side, options, chosen);
	return side;
}

/* One file for both sides: a comparison, or exactly two profiles. */
static int read_both_from_one(struct symdiff *rules, const char *file,
			      const struct symdiff_read_options *options,
			      struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	for (size_t i = 0; i < 2; i++)
		sides[i] = side_new(rules, file);
	for (size_t i = 0; i < 2; i++)
		if (parse_contexts(options->contexts, &sides[i]->charging.contexts, err))
			return -1;
	/* Each side owns its document: the first gives its second profile away. */
	if (read_document(sides[0], file, options, err))
		return -1;

	struct document *doc = &sides[0]->doc;

	if (doc->count != 2) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			     "holds %zu profile%s, and a diff needs two: give a second file%s",
			     doc->count, doc->count == 1 ? "" : "s",
			     doc->count == 1 ? "" : ", or FILE#N twice ('symdiff list' numbers them)");
		symdiff_error_source(err, file);
		return -1;
	}
	for (size_t i = 0; i < 2; i++)
		profile_warn(doc->profiles[i],
			     doc->is_comparison
				     ? "both sides come from one comparison"
				     : "both sides come from one text: the first profile is the base");
	array_reserve(sides[1]->doc.profiles, sides[1]->doc.capacity, 1);
	sides[1]->doc.profiles[sides[1]->doc.count++] = doc->profiles[--doc->count];
	finish_side(sides[0], options, 0);
	finish_side(sides[1], options, 0);
	return 0;
}

/* The base is read in a thread of its own, the new side in the caller's. */
struct reading {
	struct symdiff *rules;
	const char *file;
	const struct symdiff_read_options *options;
	struct symdiff_profile *side;
	struct symdiff_error err;
};

static void *read_in_thread(void *argument)
{
	struct reading *reading = argument;

	reading->side =
		symdiff_read(reading->rules, reading->file, reading->options, &reading->err);
	return NULL;
}

static int read_both(struct symdiff *rules, const char *base, const char *newer,
		     const struct symdiff_read_options *options, struct symdiff_profile *sides[2],
		     struct symdiff_error *err)
{
	struct reading reading = { rules, base, options, NULL, { 0 } };
	pthread_t thread;
	bool parallel = !pthread_create(&thread, NULL, read_in_thread, &reading);

	if (!parallel)
		read_in_thread(&reading);
	sides[1] = symdiff_read(rules, newer, options, err);
	if (parallel)
		pthread_join(thread, NULL);
	sides[0] = reading.side;
	if (!sides[0] && err)
		*err = reading.err; /* what is wrong with the base is said first */
	return sides[0] && sides[1] ? 0 : -1;
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
	if (read_both(rules, base, newer, options, sides, err))
		return -1;
	if (is_same(base, newer))
		profile_warn(sides[1]->profile, "the same profile as the base");
	return 0;
}

int symdiff_read_pair(struct symdiff *rules, const char *base, const char *newer,
		      const struct symdiff_read_options *options,
		      struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	if (!options)
		options = &no_read_options;
	sides[0] = sides[1] = NULL;

	int ret = newer ? read_two(rules, base, newer, options, sides, err)
			: read_both_from_one(rules, base, options, sides, err);

	if (!ret)
		return 0;
	for (size_t i = 0; i < 2; i++) {
		symdiff_profile_free(sides[i]);
		sides[i] = NULL;
	}
	return -1;
}

/* A column to sort by must be one of those that @column names. */
static int check_sort(const char *sort, const char *(*column)(size_t), struct symdiff_error *err)
{
	char known[128] = "";

	for (size_t i = 0; sort && column(i); i++) {
		if (!strcmp(column(i), sort))
			return 0;
		snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s",
			 i ? ", " : "", column(i));
	}
	return sort ? symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				   "rows can be sorted by %s, not by '%s'", known, sort)
		    : 0;
}

/* A misspelt bucket must not look like an empty one. */
static int check_buckets(const struct symdiff *rules, const char *const *names,
			 struct symdiff_error *err)
{
	for (; names && *names; names++)
		if (buckets_find_head(rules->buckets, *names) == BUCKET_NONE &&
		    buckets_find_leaf(rules->buckets, *names) == BUCKET_NONE)
			return symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
					    "there is no bucket '%s' (symdiff explain SYMBOL says "
					    "which one a symbol is in)", *names);
	return 0;
}

static int check_print_options(const struct symdiff *rules,
			       const struct symdiff_print_options *options,
			       struct symdiff_error *err)
{
	if (check_buckets(rules, options->buckets, err) ||
	    check_buckets(rules, options->anatomy, err))
		return -1;
	if (options->callers && !(options->symbols && *options->symbols))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "--callers is of the symbols that "
								"--symbol names");
	return 0;
}

int symdiff_print_report(const struct symdiff_profile *profile,
			 const struct symdiff_print_options *options, FILE *out,
			 struct symdiff_error *err)
{
	const struct report_writer *writer;

	if (!options)
		options = &no_print_options;
	writer = report_writer_of(options->format);
	if (!writer || !writer->report)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "this format cannot print a report");
	if (check_sort(options->sort, report_rows_column, err) ||
	    check_print_options(profile->rules, options, err))
		return -1;
	writer->report(profile, options, out);
	return 0;
}

int symdiff_print_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		       FILE *out, struct symdiff_error *err)
{
	const struct report_writer *writer;

	if (!options)
		options = &no_print_options;
	writer = report_writer_of(options->format);
	if (!writer || !writer->diff)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "this format cannot print a diff");
	if (check_sort(options->sort, diff_rows_column, err) ||
	    check_print_options(diff->rules, options, err))
		return -1;
	writer->diff(diff, options, out);
	return 0;
}

int symdiff_print_verdict(const struct symdiff_verdict *verdict,
			  const struct symdiff_print_options *options, FILE *out,
			  struct symdiff_error *err)
{
	const struct report_writer *writer;

	if (!options)
		options = &no_print_options;
	writer = report_writer_of(options->format);
	if (!writer || !writer->verdict)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "this format cannot print a verdict");
	writer->verdict(verdict, options, out);
	return 0;
}

static void print_listed(const struct document *doc, size_t number, FILE *out)
{
	const struct profile *profile = doc->profiles[number];
	cleanup_free char *label = utf8_printable(profile_text(profile, profile->label));

	fprintf(out, "#%zu  %-14s", number + 1, profile_text(profile, profile->format));
	for (uint32_t i = 0; i < profile->event_count; i++) {
		cleanup_free char *name =
			utf8_printable(profile_text(profile, profile->events[i].name));

		fprintf(out, "%s%s", i ? ", " : "  ", *name ? name : "(event not named)");
	}
	fprintf(out, "  %u symbols", profile->symbol_count);
	if (profile->line)
		fprintf(out, "  line %u", profile->line);
	if (doc->is_comparison)
		fputs(number ? "  (new side of a comparison)" : "  (base side of a comparison)", out);
	fprintf(out, "%s%s\n", *label ? "  " : "", label);
}

int symdiff_print_explanation(struct symdiff *rules, const char *symbol, const char *dso, FILE *out,
			      struct symdiff_error *err)
{
	if (!strcmp(symbol, "-"))
		buckets_explain_all(rules->buckets, dso, stdin, out);
	else
		buckets_explain(rules->buckets, symbol, dso, out);
	return 0;
}

int symdiff_print_list(const char *file, const struct symdiff_read_options *options, FILE *out,
		       struct symdiff_error *err)
{
	struct ingest_options ingest = ingest_options_of(options ? options : &no_read_options);
	struct document doc = { 0 };
	int ret = ingest_read(file, &ingest, &doc, err);

	for (size_t i = 0; !ret && i < doc.count; i++)
		print_listed(&doc, i, out);
	document_deinit(&doc);
	return ret;
}

/* Some formats are read both as whole inputs and as tables in a text. */
static bool is_whole_input(const char *name)
{
	for (size_t i = 0; i < ingest_format_count; i++)
		if (!strcmp(ingest_formats[i]->name, name))
			return true;
	return false;
}

const char *symdiff_input_format(unsigned i, const char **what)
{
	if (i < ingest_format_count) {
		*what = ingest_formats[i]->what;
		return ingest_formats[i]->name;
	}
	i -= ingest_format_count;
	for (size_t k = 0; k < table_format_count; k++) {
		if (is_whole_input(table_formats[k]->name) || i--)
			continue;
		*what = table_formats[k]->what;
		return table_formats[k]->name;
	}
	return NULL;
}
