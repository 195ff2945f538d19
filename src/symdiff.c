// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The public calls: which stages run, in which order. Read this first.
 *
 *	bytes --ingest--> profile --symbols--> profile --buckets--> totals
 *
 * once for each side (reading.c; runs.c for repeats), then diff, then a writer.
 */
#include <symdiff/symdiff.h>

#include <stdlib.h>
#include <string.h>

#include "buckets/buckets.h"
#include "buckets/explain.h"
#include "bundle.h"
#include "diff/calibration.h"
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

static const struct symdiff_read_options no_read_options;

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
	for (const char *const *of = settings->bucket_of; !failed && of && *of; of++)
		failed = buckets_add_symbol(rules->buckets, *of, err);
	for (; !failed && aliases && *aliases; aliases++)
		failed = families_add_alias(&rules->families, *aliases, err);
	for (; !failed && alias_files && *alias_files; alias_files++)
		failed = families_add_file(&rules->families, *alias_files, err);
	for (; !failed && sets && *sets; sets++) {
		cleanup_free char *set = families_complete_set(&rules->families, *sets);

		failed = buckets_add_set(rules->buckets, set, err);
	}
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
					    "which one a symbol is in)",
					    *names);
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
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--callers is of the symbols that "
				    "--symbol names");
	return 0;
}

/* Folded stacks have no place for a second event. */
static int check_one_event(const struct report_writer *writer, const struct profile *profile,
			   size_t count, struct symdiff_error *err)
{
	char names[200] = "";

	if (!writer->one_event || count < 2)
		return 0;
	for (uint32_t i = 0; i < profile->event_count; i++) {
		size_t len = strlen(names);

		snprintf(names + len, sizeof(names) - len, "%s%s", i ? ", " : "",
			 profile_text(profile, profile->events[i].name));
	}
	return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			    "%s has room for one event and the input has %zu: choose one with "
			    "--event (%s)",
			    writer->name, count, names);
}

int symdiff_print_report(const struct symdiff_profile *profile,
			 const struct symdiff_print_options *options, FILE *out,
			 struct symdiff_error *err)
{
	const struct report_writer *writer = report_writer_for(&options);

	if (!writer || !writer->report)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "this format cannot print a report");
	if (check_sort(options->sort, report_rows_column, err) ||
	    check_print_options(profile->rules, options, err) ||
	    check_one_event(writer, profile->profile, profile->profile->event_count, err))
		return -1;
	writer->report(profile, options, out);
	return 0;
}

int symdiff_print_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		       FILE *out, struct symdiff_error *err)
{
	const struct report_writer *writer = report_writer_for(&options);

	if (!writer || !writer->diff)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "this format cannot print a diff");
	if (check_sort(options->sort, diff_rows_column, err) ||
	    check_print_options(diff->rules, options, err) ||
	    check_one_event(writer, diff->side[NEW]->profile, diff->event_count, err))
		return -1;
	writer->diff(diff, options, out);
	return 0;
}

int symdiff_print_verdict(const struct symdiff_verdict *verdict,
			  const struct symdiff_print_options *options, FILE *out,
			  struct symdiff_error *err)
{
	const struct report_writer *writer = report_writer_for(&options);

	if (!writer || !writer->verdict)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "this format cannot print a verdict");
	writer->verdict(verdict, options, out);
	return 0;
}

void symdiff_print_gate_error(const struct symdiff_error *failure,
			      const struct symdiff_rule *limits, size_t count,
			      const struct symdiff_print_options *options, FILE *out)
{
	const struct report_writer *writer = report_writer_for(&options);

	if (writer && writer->trouble)
		writer->trouble(failure, limits, count, options, out);
}

int symdiff_print_calibration(const struct symdiff_profile *profile, FILE *out,
			      struct symdiff_error *err)
{
	return calibration_print(profile, out, err);
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
		fputs(number ? "  (new side of a comparison)" : "  (base side of a comparison)",
		      out);
	if (profile->origin) {
		cleanup_free char *origin = utf8_printable(profile_text(profile, profile->origin));

		fprintf(out, "  (%s)", origin);
	}
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
	int ret;

	if (bundle_probe(file)) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			     "holds the runs of one side, which symdiff report adds up");
		symdiff_error_source(err, file);
		return -1;
	}
	ret = ingest_read(file, &ingest, &doc, err);

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
