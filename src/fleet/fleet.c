// SPDX-License-Identifier: GPL-2.0-or-later
#include "fleet/fleet.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

const char *const fleet_kind_names[] = { "result", "bucket", "sub-bucket", "symbol", "evidence" };

static const char *copy(struct fleet *fleet, const char *text)
{
	return arena_strndup(&fleet->arena, text, strlen(text));
}

void fleet_set_tags(struct fleet *fleet, const char *const *tags, size_t count)
{
	fleet->tags = mem_zalloc(count + 1, sizeof(*fleet->tags));
	for (; fleet->tag_count < count; fleet->tag_count++)
		fleet->tags[fleet->tag_count] = copy(fleet, tags[fleet->tag_count]);
}

uint32_t fleet_add_machine(struct fleet *fleet, const char *name)
{
	struct fleet_machine *machine;

	array_reserve(fleet->machines, fleet->machine_capacity, fleet->machine_count + 1);
	machine = &fleet->machines[fleet->machine_count];
	*machine = (struct fleet_machine) {
		.name = copy(fleet, name),
		.tags = mem_zalloc(fleet->tag_count + 1, sizeof(*machine->tags)),
	};
	for (size_t i = 0; i < fleet->tag_count; i++)
		machine->tags[i] = "";
	return (uint32_t)fleet->machine_count++;
}

uint32_t fleet_find_machine(const struct fleet *fleet, const char *name)
{
	for (uint32_t i = 0; i < fleet->machine_count; i++)
		if (!strcmp(fleet->machines[i].name, name))
			return i;
	return MACHINE_NONE;
}

struct fleet_row *fleet_add_row(struct fleet *fleet, enum fleet_kind kind, const char *name)
{
	array_reserve(fleet->rows, fleet->row_capacity, fleet->row_count + 1);
	fleet->rows[fleet->row_count] = (struct fleet_row) {
		.kind = kind,
		.name = copy(fleet, name),
		.event = "",
		.more = "",
		.bucket = "",
		.unit = "",
		.text = "",
		.values = mem_zalloc(fleet->machine_count + 1, sizeof(struct fleet_value)),
	};
	return &fleet->rows[fleet->row_count++];
}

void fleet_note(struct fleet *fleet, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = mem_strdup("");
	va_end(args);
	array_reserve(fleet->notes, fleet->note_capacity, fleet->note_count + 1);
	fleet->notes[fleet->note_count++] = copy(fleet, text);
	free(text);
}

/* ---- summaries ---- */

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void count_direction(struct fleet_summary *summary, const struct fleet_value *value)
{
	bool known = !isnan(value->low);

	if (known ? value->low > 0 : value->change > 0)
		summary->up++;
	else if (known ? value->high < 0 : value->change < 0)
		summary->down++;
	else
		summary->unclear++;
}

static bool is_in(const struct fleet *fleet, uint32_t machine, const struct fleet_group *group)
{
	return !group || !strcmp(fleet->machines[machine].tags[group->tag], group->value);
}

struct fleet_summary fleet_summarise(const struct fleet *fleet, const struct fleet_row *row,
				     const struct fleet_group *group, uint32_t without,
				     uint32_t without_too)
{
	struct fleet_summary summary = {
		.low = NAN,
		.high = NAN,
		.median = NAN,
		.lowest = MACHINE_NONE,
		.highest = MACHINE_NONE,
	};
	double *changes = mem_alloc((fleet->machine_count + 1) * sizeof(*changes));

	for (uint32_t i = 0; i < fleet->machine_count; i++) {
		const struct fleet_value *value = &row->values[i];

		if (!value->known || i == without || i == without_too || !is_in(fleet, i, group))
			continue;
		if (!summary.machines || value->change < summary.low) {
			summary.low = value->change;
			summary.lowest = i;
		}
		if (!summary.machines || value->change > summary.high) {
			summary.high = value->change;
			summary.highest = i;
		}
		changes[summary.machines++] = value->change;
		count_direction(&summary, value);
	}
	qsort(changes, summary.machines, sizeof(*changes), by_value);
	if (summary.machines)
		summary.median =
			(changes[(summary.machines - 1) / 2] + changes[summary.machines / 2]) / 2;
	free(changes);
	return summary;
}

/* ---- groups ---- */

static void add_group(struct fleet *fleet, uint32_t tag, const char *value)
{
	for (size_t i = 0; i < fleet->group_count; i++)
		if (fleet->groups[i].tag == tag && !strcmp(fleet->groups[i].value, value)) {
			fleet->groups[i].machines++;
			return;
		}
	array_reserve(fleet->groups, fleet->group_capacity, fleet->group_count + 1);
	fleet->groups[fleet->group_count++] = (struct fleet_group) { tag, value, 1 };
}

static int by_group(const void *a, const void *b)
{
	const struct fleet_group *x = a, *y = b;
	char *x_end, *y_end;
	double p = strtod(x->value, &x_end), q = strtod(y->value, &y_end);

	if (x->tag != y->tag)
		return x->tag < y->tag ? -1 : 1;
	if (x_end != x->value && y_end != y->value && p != q)
		return p < q ? -1 : 1;
	return strcmp(x->value, y->value);
}

static void find_groups(struct fleet *fleet)
{
	for (uint32_t tag = 0; tag < fleet->tag_count; tag++)
		for (size_t i = 0; i < fleet->machine_count; i++)
			if (*fleet->machines[i].tags[tag])
				add_group(fleet, tag, fleet->machines[i].tags[tag]);
	if (fleet->group_count)
		qsort(fleet->groups, fleet->group_count, sizeof(*fleet->groups), by_group);
}

/* ---- the end ---- */

/* Results as given; of the others those that move most, by the median, first. */
static int by_move(const void *a, const void *b)
{
	const struct fleet_row *x = a, *y = b;
	double p = fmax(fabs(x->all.low), fabs(x->all.high));
	double q = fmax(fabs(y->all.low), fabs(y->all.high));

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (p != q)
		return p < q ? 1 : -1;
	return strcmp(x->name, y->name) ? strcmp(x->name, y->name) : strcmp(x->more, y->more);
}

static void row_deinit(struct fleet_row *row)
{
	free(row->values);
	free(row->groups);
}

/* A row that no machine, or only one, has, says nothing of a fleet. */
static void drop_lone_rows(struct fleet *fleet)
{
	size_t kept = 0;

	for (size_t i = 0; i < fleet->row_count; i++) {
		if (fleet->rows[i].all.machines > 1)
			fleet->rows[kept++] = fleet->rows[i];
		else
			row_deinit(&fleet->rows[i]);
	}
	fleet->row_count = kept;
}

void fleet_finish(struct fleet *fleet)
{
	find_groups(fleet);
	for (size_t i = 0; i < fleet->row_count; i++)
		fleet->rows[i].all =
			fleet_summarise(fleet, &fleet->rows[i], NULL, MACHINE_NONE, MACHINE_NONE);
	drop_lone_rows(fleet);
	if (fleet->row_count)
		qsort(fleet->rows, fleet->row_count, sizeof(*fleet->rows), by_move);
	for (size_t i = 0; i < fleet->row_count; i++) {
		struct fleet_row *row = &fleet->rows[i];

		row->groups = mem_zalloc(fleet->group_count + 1, sizeof(*row->groups));
		for (size_t g = 0; g < fleet->group_count; g++)
			row->groups[g] = fleet_summarise(fleet, row, &fleet->groups[g],
							 MACHINE_NONE, MACHINE_NONE);
	}
	fleet_find_outlying(fleet);
	for (size_t i = 0; i < fleet->row_count; i++)
		fleet->rows[i].text = fleet_row_words(fleet, &fleet->rows[i]);
}

void fleet_deinit(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->row_count; i++)
		row_deinit(&fleet->rows[i]);
	for (size_t i = 0; i < fleet->machine_count; i++)
		free(fleet->machines[i].tags);
	free(fleet->rows);
	free(fleet->machines);
	free(fleet->groups);
	free(fleet->tags);
	free(fleet->notes);
	arena_deinit(&fleet->arena);
	*fleet = (struct fleet) { .rows = NULL };
}
