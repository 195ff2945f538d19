// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/opreport_profile.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/rows.h"
#include "support/memory.h"

/* ---- events ---- */

static bool same_but_for_mask(const struct opreport_event *a, const struct opreport_event *b)
{
	return !strcmp(a->name, b->name) && a->count == b->count;
}

uint32_t opreport_event(struct profile *profile, const struct opreport_header *header,
			unsigned int class)
{
	const struct opreport_event *event;
	char name[256];
	bool is_twin = false;

	if (class >= header->event_count) {
		int len = header->is_timer ? snprintf(name, sizeof(name), "timer interrupt")
			  : class	   ? snprintf(name, sizeof(name), "samples %u", class + 1)
					   : snprintf(name, sizeof(name), "samples");

		return profile_event(profile, name, len);
	}
	event = &header->events[class];
	for (size_t i = 0; i < header->event_count; i++)
		is_twin |= i != class && same_but_for_mask(event, &header->events[i]);
	snprintf(name, sizeof(name), "%s:%" PRIu64 "%s%s", event->name, event->count,
		 is_twin ? ":" : "", is_twin ? event->mask : "");

	uint32_t id = profile_event(profile, name, strlen(name));

	profile->events[id].period = event->count;
	return id;
}

/* ---- symbols ---- */

/* "linux-2.6.24", "vmlinux-4.9.0": the kernel's release. */
static void note_release(struct profile *profile, uint32_t dso)
{
	const char *path = profile_text(profile, profile->dsos[dso].path);
	const char *base = strrchr(path, '/');
	const char *dash = strchr(base ? base + 1 : path, '-');

	if (profile->dsos[dso].kind == DSO_KERNEL && dash && isdigit((unsigned char)dash[1]) &&
	    strchr(dash, '.') && !profile->recording.os_release)
		profile->recording.os_release = names_intern_text(&profile->names, dash + 1);
}

static uint32_t row_dso(struct profile *profile, const char *name)
{
	uint32_t dso = profile_dso(profile, name ? name : "", name ? strlen(name) : 0, DSO_UNKNOWN);

	note_release(profile, dso);
	return dso;
}

/* What a process of the application is called: the last part of a path. */
static uint32_t command(struct profile *profile, const char *app)
{
	const char *slash = strrchr(app, '/');

	return names_intern_text(&profile->names, slash && slash[1] ? slash + 1 : app);
}

uint32_t opreport_symbol(struct profile *profile, const struct opreport_row *row, uint32_t *comm)
{
	uint32_t dso = row_dso(profile, row->image ? row->image : row->app);

	*comm = 0;
	if (row->image && row->app && *row->app && row_dso(profile, row->app) != dso) {
		enum dso_kind kind = profile->dsos[dso].kind;
		char name[512];

		/* arc4.ko and its application arc4 are one module. */
		dso_canonical(row->app, strlen(row->app), &kind, name, sizeof(name));
		if (strcmp(name, profile_text(profile, profile->dsos[dso].name)))
			*comm = command(profile, row->app);
	}
	return profile_symbol(profile, dso, row->symbol, strlen(row->symbol));
}

/* ---- the profile ---- */

static void add_class(struct rows *rows, struct profile *profile, const struct opreport_row *row,
		      unsigned int class, uint32_t group)
{
	const struct opreport_value *value = &row->values[class];
	struct row out = {
		.group = group,
		.has_samples = true,
		.samples = value->samples,
		.has_percent = true,
		.percent = value->percent,
		.half_digit = value->half_digit,
	};

	out.symbol = opreport_symbol(profile, row, &out.comm);
	rows_add(rows, out);
}

/* A table is sorted by its first class: what it leaves out of the others may be large. */
static void widen_cut(struct event *event, uint64_t listed)
{
	if (event->cut && event->total - listed > event->cut_below)
		event->cut_below = event->total - listed;
}

static uint64_t sum_of(const struct rows *rows)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < rows->count; i++)
		sum += rows->list[i].samples;
	return sum;
}

static void add_events(struct profile *profile, const struct opreport_table *table,
		       const struct opreport_header *header)
{
	struct rows_facts facts = { .samples_are_weight = true, .maybe_cut = table->is_cut };
	struct rows rows = { 0 };

	for (unsigned int class = 0; class < table->columns.classes; class ++) {
		uint32_t event = opreport_event(profile, header, class);

		for (size_t i = 0; i < table->count; i++)
			add_class(&rows, profile, &table->rows[i], class, 0);

		uint64_t listed = sum_of(&rows);

		rows_finish(&rows, profile, event, &facts);
		if (class)
			widen_cut(&profile->events[event], listed);
	}
	rows_deinit(&rows);
}

/* CPUs, processes or threads: the rows of all classes are summed. */
static void add_summed(struct profile *profile, const struct opreport_table *table,
		       const struct opreport_header *header)
{
	struct rows_facts facts = { .samples_are_weight = true, .maybe_cut = table->is_cut };
	uint32_t event = opreport_event(profile, header, 0);
	struct rows rows = { 0 };

	for (unsigned int class = 0; class < table->columns.classes; class ++)
		for (size_t i = 0; i < table->count; i++)
			if (table->rows[i].values[class].samples)
				add_class(&rows, profile, &table->rows[i], class, class);

	uint64_t listed = sum_of(&rows);

	rows_finish(&rows, profile, event, &facts);
	widen_cut(&profile->events[event], listed);
	rows_deinit(&rows);
}

void opreport_add_profile(struct document *doc, const struct opreport_table *table,
			  const struct opreport_header *header)
{
	struct profile *profile = document_add(doc, "opreport");
	unsigned int classes = table->columns.classes;

	if (classes > 1 && header->event_count <= 1 && (header->event_count || header->class_lines))
		add_summed(profile, table, header);
	else
		add_events(profile, table, header);
	if (classes > 1 && !header->event_count && !header->class_lines)
		profile_warn(profile,
			     "%u columns of samples without a header: read as %u events; they may "
			     "also be CPUs or processes",
			     classes, classes);
}
