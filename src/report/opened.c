// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/opened.h"

#include <stdlib.h>
#include <string.h>

#include "buckets/anatomy.h"
#include "model/canonical.h"
#include "model/relatives.h"
#include "support/memory.h"

/* What is opened, seen from one side. */
struct view {
	const struct symdiff_profile *side;
	const struct totals *totals;
	const struct diff_event *event; /* NULL in a report */
	int index;			/* BASE or NEW */
};

/* The line of this name; a symbol that has another name on the other side has the row's name. */
static struct opened_line *line_get(struct opened_section *section, const char *name)
{
	for (size_t i = 0; i < section->count; i++)
		if (!strcmp(section->lines[i].name, name))
			return &section->lines[i];
	section->lines = mem_realloc(section->lines, section->count + 1, sizeof(*section->lines));
	section->lines[section->count] = (struct opened_line) { .name = name, .note = "" };
	return &section->lines[section->count++];
}

static const char *symbol_name(const struct view *view, uint32_t symbol)
{
	const struct profile *profile = view->totals->profile;

	if (view->event && view->event->row_of[view->index][symbol] != NONE)
		return diff_row_name(view->event,
				     &view->event->rows[view->event->row_of[view->index][symbol]]);
	return profile_text(profile, profile->symbols[symbol].name);
}

static struct opened_section *section_of(struct opened *opened, const char *key, const char *title)
{
	for (size_t i = 0; i < opened->section_count; i++)
		if (!strcmp(opened->sections[i].key, key))
			return &opened->sections[i];
	opened->sections[opened->section_count] = (struct opened_section) { key, title, NULL, 0 };
	return &opened->sections[opened->section_count++];
}

static void add_clients(struct opened *opened, const struct view *view,
			const struct anatomy *anatomy)
{
	struct opened_section *clients = section_of(opened, "clients", "called by");
	struct opened_section *subsystems = section_of(opened, "subsystems", "called by subsystem");
	const struct profile *profile = view->totals->profile;
	const struct buckets *buckets = view->side->rules->buckets;

	for (size_t i = 0; i < anatomy->client_count; i++) {
		const struct client *client = &anatomy->clients[i];
		const char *name =
			client->symbol == NONE ? "(not known)" : symbol_name(view, client->symbol);
		const char *subsystem =
			client->symbol == NONE
				? "(not known)"
				: buckets_leaf_name(buckets,
						    profile->symbols[client->symbol].bucket);
		struct opened_line *line = line_get(clients, name);
		struct cache_name cache = cache_of_caller(name);

		line->weight[view->index] += client->weight;
		if (cache.len && !strncmp(opened->name, "allocator", strlen("allocator")))
			line->note = arena_strndup(&opened->arena, cache.at, cache.len);
		line_get(subsystems, subsystem)->weight[view->index] += client->weight;
	}
}

static bool open_bucket(struct opened *opened, const struct view *view)
{
	const struct buckets *buckets = view->side->rules->buckets;
	struct opened_section *section;
	struct anatomy anatomy;

	if (anatomy_init(&anatomy, buckets, view->totals->profile, view->totals->event,
			 &view->side->charging, opened->name, NULL))
		return false;
	opened->total[view->index] = anatomy.total;
	opened->whole[view->index] = anatomy.whole;
	section = section_of(opened, "phases", "phase");
	for (unsigned phase = 0; phase <= anatomy.phase_count; phase++)
		if (anatomy.phases[phase])
			line_get(section, phase ? buckets_phase_name(buckets, phase) : "(none)")
				->weight[view->index] += anatomy.phases[phase];
	section = section_of(opened, "mechanisms", "mechanism");
	for (uint16_t head = 0; head < anatomy.head_count; head++)
		if (anatomy.mechanisms[head])
			line_get(section, buckets_head_name(buckets, head))->weight[view->index] +=
				anatomy.mechanisms[head];
	add_clients(opened, view, &anatomy);
	anatomy_deinit(&anatomy);
	return true;
}

static void add_relatives(struct opened_section *section, const struct view *view,
			  const struct relative *list, size_t count, const char *none)
{
	for (size_t i = 0; i < count; i++)
		line_get(section, list[i].symbol == NONE ? none : symbol_name(view, list[i].symbol))
			->weight[view->index] += list[i].weight;
}

/* The name as the profile has it: @name, or the heaviest that is @name with .isra.0 or the like. */
static const char *recorded_name(const struct view *view, const char *name)
{
	const struct profile *profile = view->totals->profile;
	const char *found = name;
	uint64_t most = 0;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const char *raw = profile_text(profile, profile->symbols[i].name);
		char canonical[512];

		if (!strcmp(raw, name))
			return name;
		canonical_name(raw, canonical, sizeof(canonical));
		if (!strcmp(canonical, name) && view->totals->symbols[i].children > most) {
			most = view->totals->symbols[i].children;
			found = raw;
		}
	}
	return found;
}

static void open_symbol(struct opened *opened, const struct view *view)
{
	struct relatives relatives;
	const char *name = opened->name;

	/* A diff's row may be called otherwise on this side. */
	for (size_t i = 0; view->event && i < view->event->row_count; i++) {
		const struct diff_row *row = &view->event->rows[i];

		if (row->side[view->index].listed && !strcmp(diff_row_name(view->event, row), name))
			name = diff_row_side_name(view->event, row, view->index);
	}
	relatives_init(&relatives, view->totals->profile, view->totals->event,
		       recorded_name(view, name));
	opened->total[view->index] = relatives.total;
	opened->whole[view->index] = view->totals->total - view->totals->idle;
	add_relatives(section_of(opened, "callers", "called by"), view, relatives.callers,
		      relatives.caller_count, "(root)");
	add_relatives(section_of(opened, "callees", "calls"), view, relatives.callees,
		      relatives.callee_count, "(its own code)");
	relatives_deinit(&relatives);
}

static int compare_lines(const void *a, const void *b, void *context)
{
	const struct opened *opened = context;
	double share[2] = { 0, 0 };
	const struct opened_line *lines[2] = { a, b };

	for (int l = 0; l < 2; l++)
		for (int side = 0; side < SIDES; side++)
			if (opened->whole[side]) {
				double of = (double)lines[l]->weight[side] /
					    (double)opened->whole[side];

				share[l] = of > share[l] ? of : share[l];
			}
	if (share[0] != share[1])
		return share[0] < share[1] ? 1 : -1;
	return strcmp(lines[0]->name, lines[1]->name);
}

static size_t list_length(const char *const *list)
{
	size_t count = 0;

	while (list && list[count])
		count++;
	return count;
}

/* The I-th thing to open: buckets first (--anatomy, --bucket), then symbols. */
static bool what_to_open(struct opened *opened, size_t i,
			 const struct symdiff_print_options *options)
{
	size_t anatomies = list_length(options->anatomy), buckets = list_length(options->buckets);

	if (i < anatomies + buckets) {
		opened->kind = "anatomy";
		opened->name =
			i < anatomies ? options->anatomy[i] : options->buckets[i - anatomies];
		return true;
	}
	i -= anatomies + buckets;
	if (!options->callers || i >= list_length(options->symbols))
		return false;
	opened->kind = "callers";
	opened->name = options->symbols[i];
	return true;
}

static bool open_view(struct opened *opened, const struct view *view)
{
	if (strcmp(opened->kind, "anatomy"))
		open_symbol(opened, view);
	else if (!open_bucket(opened, view))
		return false;
	return true;
}

bool opened_init(struct opened *opened, size_t i, const struct symdiff_profile *side,
		 const struct totals *totals, const struct diff_event *event,
		 const struct symdiff_profile *const sides[SIDES],
		 const struct symdiff_print_options *options)
{
	*opened = (struct opened) { .two_sides = event != NULL };
	if (!what_to_open(opened, i, options))
		return false;
	for (int s = event ? BASE : NEW; s < SIDES; s++) {
		struct view view = { event ? sides[s] : side, event ? event->totals[s] : totals,
				     event, s };

		if (!open_view(opened, &view))
			return true; /* no such bucket: nothing in it; asked for by name before */
	}
	for (size_t s = 0; s < opened->section_count; s++)
		if (opened->sections[s].count)
			qsort_r(opened->sections[s].lines, opened->sections[s].count,
				sizeof(struct opened_line), compare_lines, opened);
	return true;
}

void opened_deinit(struct opened *opened)
{
	for (size_t i = 0; i < opened->section_count; i++)
		free(opened->sections[i].lines);
	arena_deinit(&opened->arena);
}
