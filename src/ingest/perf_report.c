// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf report --stdio, dumps of its TUI, and perf top since 3.x: a header, a
 * title, and rows, below each of which a call graph may stand.
 *
 * Layouts: tools/perf/ui/stdio/hist.c and tools/perf/ui/hist.c of Linux 2.6.33
 * to 6.15; what mail does to them: see text.h. Checked against the output of
 * perf 6.1.
 */
#include "ingest/perf_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/perf_beside.h"
#include "ingest/perf_hierarchy.h"
#include "ingest/perf_reader.h"

static void name_events(struct perf_reader *reader)
{
	struct perf_header *header = &reader->header;

	for (unsigned i = 0; i < reader->columns.group; i++) {
		struct slice name = { "", 0 };
		char number[24] = "";

		if (i < header->event_count)
			name = header->events[i];
		else if (reader->columns.group > 1) {
			snprintf(number, sizeof(number), "event %u", i + 1);
			name = (struct slice) { number, strlen(number) };
		}
		reader->events[i] = profile_event(reader->profile, name.at, name.len);
	}
}

/*
 * What a cut table may leave out. Self can be no more than Children, by which a
 * table that has them is sorted; one of a group is sorted by its first event.
 */
static void bound_cut(struct perf_reader *reader, struct event *event, unsigned i)
{
	uint64_t rest = rows_not_listed(reader->profile, reader->events[i]);
	double least = reader->least_children[i];

	if (!event->cut)
		return;
	if (i > 0)
		event->cut_below = rest;
	else if (isfinite(least) && event->unit == UNIT_PERCENT)
		event->cut_below = (uint64_t)llround(fmax(least, 0) * PERCENT_SCALE);
	if (event->cut_below > rest)
		event->cut_below = rest;
}

static void finish_events(struct perf_reader *reader)
{
	const struct perf_header *header = &reader->header;
	struct rows_facts facts = { .maybe_cut = false };

	/* A group's figures are sums over all its events. */
	if (reader->columns.group == 1) {
		facts.event_count = header->amount;
		facts.total_samples = header->samples;
	}
	for (unsigned i = 0; i < reader->columns.group; i++) {
		struct event *event;

		rows_finish(&reader->rows[i], reader->profile, reader->events[i], &facts);
		event = &reader->profile->events[reader->events[i]];
		event->frequency = header->frequency;
		if (i == 0)
			event->lost = header->lost;
		bound_cut(reader, event, i);
	}
}

static bool names_symbols(const struct perf_columns *columns)
{
	if (columns->is_hierarchy)
		return columns->levels[columns->level_count - 1] == COLUMN_SYMBOL;
	return perf_columns_find(columns, COLUMN_SYMBOL);
}

static void warn_of_doubt(struct perf_reader *reader)
{
	struct profile *profile = reader->profile;

	if (reader->doubt == PERF_CHILDREN_OR_EVENTS)
		profile_warn(profile, "two percentages without a title are taken for Children and "
				      "Self; they may be two events of a group");
	if (reader->doubt == PERF_EVENTS_UNNAMED)
		profile_warn(
			profile,
			"%u percentages without a title are taken for events of a group, as "
			"they cannot be Children and Self (a Self would be above its Children)",
			reader->columns.group);
	if (perf_columns_find(&reader->columns, COLUMN_PLACE))
		profile_warn(profile, "the table counts pairs of places (branches or memory "
				      "accesses), not time; the first one of each is taken");
	if (!names_symbols(&reader->columns))
		profile_warn(profile, "the table names no symbols (perf report --sort)");
}

static void read_body(struct perf_reader *reader)
{
	if (reader->columns.is_hierarchy)
		reader->at = perf_hierarchy_read(reader->text, reader->at, &reader->columns,
						 reader->profile, reader->rows);
	else
		perf_rows_read(reader);
}

/* Read the table whose head has been read. False if it has no rows. */
static bool read_table(struct perf_reader *reader)
{
	bool any = false;

	for (size_t i = 0; i < PERF_GROUP_MAX; i++)
		reader->least_children[i] = INFINITY;
	reader->has_graphs = reader->in_graph = reader->keeps_to_ruler = false;
	reader->last = INFINITY;
	table_deinit(&reader->seen);
	name_events(reader);
	read_body(reader);
	for (unsigned i = 0; i < reader->columns.group; i++)
		any |= reader->rows[i].count > 0;
	if (any) {
		finish_events(reader);
		warn_of_doubt(reader);
	}
	return any;
}

/* Is the table at hand of an event that the profile does not have yet? */
static bool is_further_event(const struct perf_reader *reader)
{
	const struct profile *profile = reader->profile;

	if (!reader->header.event_count)
		return false;
	for (size_t i = 0; i < reader->header.event_count; i++) {
		uint32_t name = names_find(&profile->names, reader->header.events[i].at,
					   reader->header.events[i].len);

		for (uint32_t k = 0; name != TABLE_NONE && k < profile->event_count; k++)
			if (profile->events[k].name == name)
				return false;
	}
	return true;
}

/* Behind a table: blank lines, and "# (Tip: ...)" between empty comments. */
static size_t skip_trailer(const struct text *text, size_t at)
{
	size_t end = at;

	for (; at < text->count; at++) {
		struct slice line = slice_trim(text_slice(text, at));

		if (slice_starts(line, "# (Tip:") || slice_starts(line, "# (For a higher level"))
			end = at + 1;
		else if (line.len && !perf_comment_is_empty(line))
			break;
	}
	return end;
}

/* The next table of the same recording: perf report prints one for each event. */
static bool read_next_head(struct perf_reader *reader)
{
	const struct text *text = reader->text;
	size_t at = reader->at, end = reader->at;

	while (at < text->count &&
	       (!text->lines[at].len || perf_comment_is_empty(text_slice(text, at))))
		at++;
	if (at < text->count && perf_header_starts(text_slice(text, at)) &&
	    !perf_header_is_new_recording(text_slice(text, at)) && perf_head_read(reader, at) &&
	    is_further_event(reader))
		return true;
	reader->at = end;
	return false;
}

static void reader_deinit(struct perf_reader *reader)
{
	for (size_t i = 0; i < PERF_GROUP_MAX; i++)
		rows_deinit(&reader->rows[i]);
	table_deinit(&reader->seen);
	perf_logical_deinit(&reader->row);
}

/* The table at line @at, all events of its recording. Returns the line behind it, or @at. */
static size_t read_recording(const struct text *text, size_t at, struct document *doc)
{
	struct perf_reader reader = { .text = text };
	size_t end = at, first;

	if (!perf_head_read(&reader, at)) {
		reader_deinit(&reader);
		return at;
	}
	first = reader.at;
	reader.profile = document_add(doc, perf_report_format.name);
	do { /* an event that was not seen once has a title and no rows */
		if (read_table(&reader))
			end = reader.at;
	} while (read_next_head(&reader));
	if (end > at) {
		perf_header_recording(text, at, first, reader.profile);
		end = skip_trailer(text, end);
	} else {
		profile_free(doc->profiles[--doc->count]);
	}
	reader_deinit(&reader);
	return end;
}

/* Two tables side by side are two profiles. */
static size_t read_beside(const struct text *text, size_t at, struct document *doc)
{
	struct text sides[2];
	size_t end = perf_beside_split(text, at, &sides[0], &sides[1]);

	if (end == at)
		return at;
	for (size_t i = 0; i < 2; i++) {
		read_recording(&sides[i], 0, doc);
		text_deinit(&sides[i]);
	}
	return doc->count ? end : at;
}

static size_t read_perf_report(const struct text *text, size_t at,
			       const struct ingest_options *options, struct document *doc,
			       int *failed, struct symdiff_error *err)
{
	size_t end = read_beside(text, at, doc);

	return end > at ? end : read_recording(text, at, doc);
}

const struct table_format perf_report_format = {
	.name = "perf-report",
	.what = "perf report --stdio, TUI dumps, perf top",
	.read = read_perf_report,
};
