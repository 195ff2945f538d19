// SPDX-License-Identifier: GPL-2.0-or-later
/* The walk over a text that holds printed tables among prose. See text.h. */
#include "ingest/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/folded.h"
#include "ingest/lkp.h"
#include "ingest/not_profiles.h"
#include "ingest/perf_diff.h"
#include "ingest/perf_report.h"
#include "ingest/perf_script.h"
#include "ingest/same_table.h"
#include "ingest/stackmaps.h"
#include "support/error.h"
#include "support/memory.h"

const struct table_format *const table_formats[] = {
	&lkp_format,	      &perf_diff_format,   &perf_script_table, &bpftrace_format,
	&ftrace_format,	      &perf_report_format, &opreport_format,   &opreport_xml_format,
	&perf_top_old_format, &readprofile_format, &folded_table,
};
const size_t table_format_count = ARRAY_SIZE(table_formats);

const struct table_format *table_format_find(const char *name)
{
	for (size_t i = 0; i < table_format_count; i++)
		if (!strcmp(table_formats[i]->name, name))
			return table_formats[i];
	return NULL;
}

/* ---- what the prose above a table calls it ---- */

enum { LABEL_BLANKS = 3, LABEL_LENGTH = 100 };

static bool is_label_mark(char c)
{
	return isspace((unsigned char)c) || strchr("*#-=:~_>|.$", c);
}

/* The nearest line of words above @at, not before @floor: "2.6.24 oprofile data:". */
static void label_table(const struct text *text, size_t floor, size_t at, struct document *doc)
{
	size_t blanks = 0;

	while (at > floor && !text->lines[at - 1].len && blanks < LABEL_BLANKS)
		at--, blanks++;
	if (at <= floor || !text->lines[at - 1].len)
		return;

	const char *label = text->lines[at - 1].at;
	size_t len = text->lines[at - 1].len;

	while (len && is_label_mark(*label))
		label++, len--;
	while (len && is_label_mark(label[len - 1]))
		len--;
	if (!len || len > LABEL_LENGTH)
		return;
	for (size_t i = 0; i < doc->count; i++)
		if (!doc->profiles[i]->label)
			doc->profiles[i]->label =
				names_intern(&doc->profiles[i]->names, label, len);
}

/* ---- collecting what the formats find ---- */

struct collected {
	struct table_print print;
	bool is_side; /* of a comparison: kept even if the other side looks the same */
};

struct collection {
	struct document *doc;
	struct collected *list; /* one a profile of @doc, in its order */
	size_t capacity;
};

static void insert(struct collection *all, size_t at, struct profile *profile,
		   struct collected entry)
{
	struct document *doc = all->doc;
	size_t after = doc->count - at;

	array_reserve(doc->profiles, doc->capacity, doc->count + 1);
	array_reserve(all->list, all->capacity, doc->count + 1);
	memmove(doc->profiles + at + 1, doc->profiles + at, after * sizeof(*doc->profiles));
	memmove(all->list + at + 1, all->list + at, after * sizeof(*all->list));
	doc->profiles[at] = profile;
	all->list[at] = entry;
	doc->count++;
}

static void drop(struct collection *all, size_t at)
{
	struct document *doc = all->doc;
	size_t after = --doc->count - at;

	profile_free(doc->profiles[at]);
	table_print_deinit(&all->list[at].print);
	memmove(doc->profiles + at, doc->profiles + at + 1, after * sizeof(*doc->profiles));
	memmove(all->list + at, all->list + at + 1, after * sizeof(*all->list));
}

/*
 * A reply repeats the tables it answers, often cut short. Of two that say the
 * same the fuller one is kept, of equal ones the first.
 */
static bool is_repetition(struct collection *all, const struct table_print *print)
{
	for (size_t i = 0; i < all->doc->count; i++)
		if (!all->list[i].is_side && table_print_covers(&all->list[i].print, print))
			return true;
	for (size_t i = all->doc->count; i-- > 0;)
		if (!all->list[i].is_side && table_print_covers(print, &all->list[i].print))
			drop(all, i);
	return false;
}

static void collect_table(struct collection *all, struct profile *profile, uint8_t quote_depth)
{
	struct collected entry = { .is_side = false };

	table_print_init(&entry.print, profile, quote_depth);
	if (is_repetition(all, &entry.print)) {
		table_print_deinit(&entry.print);
		profile_free(profile);
	} else {
		insert(all, all->doc->count, profile, entry);
	}
}

/*
 * Both sides of a comparison come first: they are what a diff of the text
 * alone takes. A further one is a quotation, or lines up behind as two tables.
 */
static void collect_comparison(struct collection *all, struct document *found, uint8_t quote_depth)
{
	struct collected sides[2] = { { .is_side = true }, { .is_side = true } };
	bool is_first = !all->doc->is_comparison;
	bool repeats = !is_first;

	for (size_t i = 0; i < 2; i++) {
		table_print_init(&sides[i].print, found->profiles[i], quote_depth);
		repeats = repeats && table_print_covers(&all->list[i].print, &sides[i].print);
	}
	for (size_t i = 0; i < 2; i++) {
		if (repeats) {
			table_print_deinit(&sides[i].print);
			profile_free(found->profiles[i]);
		} else {
			insert(all, is_first ? i : all->doc->count, found->profiles[i], sides[i]);
		}
	}
	all->doc->is_comparison = true;
}

/* Move the profiles of @found to the collection, or free them if they are there already. */
static void collect(struct collection *all, struct document *found, uint8_t quote_depth)
{
	size_t first = 0;

	if (found->is_comparison && found->count >= 2) {
		collect_comparison(all, found, quote_depth);
		first = 2;
	}
	for (size_t i = first; i < found->count; i++)
		collect_table(all, found->profiles[i], quote_depth);
	free(found->profiles);
	*found = (struct document) { 0 };
}

/* ---- the walk ---- */

/* The rows of a table are sums: what the user wants to leave out is in them. */
static void warn_of_filters(const struct ingest_options *options, struct document *found)
{
	if (!options->comms && !options->pids && !options->tids && !options->cpus && !options->time)
		return;
	for (size_t i = 0; i < found->count; i++)
		profile_warn(found->profiles[i],
			     "a printed table cannot be filtered by command, process, CPU or time: "
			     "these options are not obeyed");
}

static bool is_wanted(const struct table_format *format, const struct ingest_options *options)
{
	return !options->format || !strcmp(options->format, text_format.name) ||
	       !strcmp(options->format, format->name);
}

/* Offer line @at to the formats. Returns the line after the table it starts, or @at. */
static size_t offer(const struct text *text, size_t at, const struct ingest_options *options,
		    struct document *found, int *failed, struct symdiff_error *err)
{
	for (size_t i = 0; i < table_format_count; i++) {
		if (!is_wanted(table_formats[i], options))
			continue;

		size_t next = table_formats[i]->read(text, at, options, found, failed, err);

		if (next > at && !table_formats[i]->filters)
			warn_of_filters(options, found);
		if (next > at || *failed)
			return next;
		document_deinit(found); /* a table that turned out to be none */
	}
	return at;
}

static int walk(const struct text *text, const struct ingest_options *options,
		struct collection *all, struct symdiff_error *err)
{
	size_t floor = 0;

	for (size_t at = 0; at < text->count;) {
		struct document found = { 0 };
		int failed = 0;
		size_t next = at;

		if (text->lines[at].len)
			next = offer(text, at, options, &found, &failed, err);
		if (failed) {
			document_deinit(&found);
			return -1;
		}
		if (next <= at) {
			at++;
			continue;
		}
		for (size_t i = 0; i < found.count; i++)
			if (!found.profiles[i]->line)
				found.profiles[i]->line = text->lines[at].number;
		label_table(text, floor, at, &found);
		collect(all, &found, text->lines[at].quote_depth);
		floor = at = next;
	}
	return 0;
}

static int read_text(struct input *in, const struct ingest_options *options, struct document *doc,
		     struct symdiff_error *err)
{
	struct text text;
	struct collection all = { .doc = doc };

	if (text_clean(in, &text, err))
		return -1;

	int ret = walk(&text, options, &all, err);

	if (!ret && !doc->count)
		ret = refuse_text(&text, err);
	for (size_t i = 0; i < doc->count; i++)
		table_print_deinit(&all.list[i].print);
	free(all.list);
	text_deinit(&text);
	return ret;
}

/* The last resort: whatever no other format takes. */
static bool probe_text(const char *head, size_t len)
{
	return len > 0;
}

const struct format_ops text_format = {
	.name = "text",
	.what = "any text with printed tables: mail, bug report, terminal",
	.probe = probe_text,
	.read = read_text,
};
