// SPDX-License-Identifier: GPL-2.0-or-later
/* A fleet, from its list of machines or tables of ranges to what can be printed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fleet/machines.h"
#include "fleet_sides.h"
#include "point.h"
#include "report/writer.h"
#include "series/typed_table.h"
#include "side.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"
#include "sweep.h"

static const struct symdiff_read_options no_read_options;

/* ---- a machine ---- */

struct reading {
	struct symdiff *rules;
	const struct symdiff_read_options *read;
	const struct symdiff_compare_options *compare;
	struct fleet_gathering *gathering;
	const char *folder;
};

static size_t runs_of(const struct symdiff_profile *side)
{
	return side->run_count ? side->run_count : 1; /* a capture is one file, and many runs */
}

static int add_profiles(const struct reading *reading, struct fleet_machine *to, uint32_t machine,
			const struct point sides[2], struct symdiff_error *err)
{
	struct symdiff_profile *read[2] = { NULL, NULL };
	struct symdiff_diff *diff = NULL;

	if (!symdiff_read_sides(reading->rules, (const char *const *)sides[0].profiles,
				sides[0].profile_count, (const char *const *)sides[1].profiles,
				sides[1].profile_count, reading->read, read, err))
		diff = symdiff_compare(reading->rules, read[0], read[1], reading->compare, err);
	if (diff) {
		to->base_runs = runs_of(read[0]);
		to->new_runs = runs_of(read[1]);
		fleet_gather_diff(reading->gathering, machine, diff);
	}
	symdiff_diff_free(diff);
	symdiff_profile_free(read[0]);
	symdiff_profile_free(read[1]);
	return diff ? 0 : -1;
}

/* What was seen beside them is a sweep of two points. */
static void add_evidence(const struct reading *reading, uint32_t machine,
			 const struct point sides[2])
{
	struct series two = { .caption = "", .axis = "" };

	series_add_point(&two, "base");
	series_add_point(&two, "new");
	series_lay_out(&two);
	sweep_add_evidence(&two, sides);
	series_finish(&two);
	fleet_gather_evidence(reading->gathering, machine, &two);
	series_deinit(&two);
}

static int add_machine(const struct reading *reading, struct fleet *fleet, uint32_t machine,
		       const struct machine_files *files, struct symdiff_error *err)
{
	struct point sides[2] = { { .profiles = NULL }, { .profiles = NULL } };
	bool uneven;
	int failed;

	failed = point_open(&sides[0], files->base, reading->folder, err) ||
		 point_open(&sides[1], files->newer, reading->folder, err);
	uneven = !failed && !sides[0].profile_count != !sides[1].profile_count;
	if (uneven)
		failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, files->line,
				      "the machine '%s' has profiles on one side only",
				      fleet->machines[machine].name);
	if (!failed && sides[0].profile_count)
		failed = add_profiles(reading, &fleet->machines[machine], machine, sides, err);
	if (!failed)
		add_evidence(reading, machine, sides);
	for (int side = 0; side < 2; side++)
		for (size_t k = 0; k < sides[side].note_count; k++)
			fleet_note(fleet, "%s: %s", fleet->machines[machine].name,
				   sides[side].notes[k]);
	point_deinit(&sides[0]);
	point_deinit(&sides[1]);
	return failed ? -1 : 0;
}

static int add_machines(struct symdiff_fleet *fleet, struct reading *reading,
			const struct machine_files *files, struct symdiff_error *err)
{
	int failed = 0;

	if (fleet->fleet.machine_count < 2)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "a fleet needs two machines or more, the list has %zu",
				    fleet->fleet.machine_count);
	reading->gathering = fleet_gathering_new(fleet, reading->rules);
	for (uint32_t i = 0; !failed && i < fleet->fleet.machine_count; i++)
		failed = add_machine(reading, &fleet->fleet, i, &files[i], err);
	fleet_gathering_free(reading->gathering);
	if (!failed)
		fleet_finish(&fleet->fleet);
	if (!failed && !fleet->fleet.row_count)
		failed = symdiff_fail(err, SYMDIFF_ERR_NOT_COMPARABLE, -1,
				      "no bucket, symbol or result is there on two machines");
	return failed;
}

/* ---- changes that somebody typed ---- */

/* "test\machine | bl6-13 | elm3b6": a column a machine; the numbers are changes. */
static bool is_of_machines(const struct series_set *set)
{
	return set->count == 1 && set->list[0].shape != SERIES_GRID &&
	       strcasestr(set->list[0].axis, "machine");
}

static void take_changes(struct fleet *fleet, const struct series *series)
{
	for (size_t i = 0; i < series->point_count; i++)
		fleet_add_machine(fleet, series->points[i].brief);
	for (size_t i = 0; i < series->row_count; i++) {
		const struct series_row *from = &series->rows[i];
		struct fleet_row *row = fleet_add_row(fleet, FLEET_RESULT, from->name);

		row->unit = arena_strndup(&fleet->arena, from->unit, strlen(from->unit));
		for (size_t k = 0; k < series->point_count; k++) {
			const struct measure *cell = &from->cells[k];
			double reach = 1.959964 * cell->sd; /* of a spread that the text states */

			if (cell->runs)
				row->values[k] = (struct fleet_value) {
					.known = true,
					.change = cell->mean,
					.low = cell->is_given ? cell->mean - reach : NAN,
					.high = cell->is_given ? cell->mean + reach : NAN,
					.base = NAN,
					.newer = NAN,
				};
		}
	}
	fleet_finish(fleet);
}

static int read_changes(struct symdiff_fleet *fleet, const struct text *text,
			struct symdiff_error *err)
{
	struct series_set set = { .list = NULL };
	int failed = typed_tables_read(text, &set, NULL);

	if (failed || !is_of_machines(&set))
		failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				      "neither a list of machines (a head with machine, base and "
				      "new) nor ranges (NAME LOW to HIGH) nor changes by machine "
				      "(TEST\\machine | ...)");
	else
		take_changes(&fleet->fleet, &set.list[0]);
	series_set_deinit(&set);
	return failed;
}

/* ---- arguments ---- */

static void add_path(struct symdiff_fleet *fleet, const char *path)
{
	array_reserve(fleet->paths, fleet->path_capacity, fleet->path_count + 1);
	fleet->paths[fleet->path_count++] = mem_strdup(path);
}

static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : mem_strdup(".");
}

static int read_list(struct symdiff_fleet *fleet, struct reading *reading, const char *path,
		     struct input *in, const struct text *text, struct symdiff_error *err)
{
	static const char how[] = "a fleet takes a list of machines with their files";
	cleanup_free struct machine_files *files = NULL;
	cleanup_free char *folder = folder_of(path);
	int found = machines_read(text, &fleet->fleet, &files, err);

	if (found < 0)
		return -1;
	if (!found && (point_refuse_counters(text, how, err) || point_refuse_profile(in, how, err)))
		return -1;
	if (!found)
		return read_changes(fleet, text, err);
	reading->folder = strcmp(folder, ".") ? folder : NULL;
	return add_machines(fleet, reading, files, err);
}

/* One argument: FILE, FILE#N or LABEL=FILE. @only: there is no other. */
static int read_argument(struct symdiff_fleet *fleet, struct reading *reading, const char *argument,
			 bool only, struct symdiff_error *err)
{
	size_t len = point_label(argument), number = 0;
	cleanup_free char *label = len ? strndup(argument, len) : NULL;
	cleanup_free char *path = point_path(argument + (len ? len + 1 : 0), &number);
	struct input in;
	struct text text;
	int failed, tables;

	add_path(fleet, argument + (len ? len + 1 : 0));
	if (input_open(&in, path, err)) {
		symdiff_error_source(err, path);
		return -1;
	}
	failed = in.is_directory ? symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1, "a directory")
				 : text_clean_lines(&in, &text, err);
	if (!failed) {
		tables = ranges_read(&fleet->ranges, &text, number, label, err);
		fleet->is_ranges |= tables > 0;
		failed = tables < 0;
		if (!tables && !only)
			failed = symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
					      "no ranges (NAME LOW to HIGH); several files are "
					      "read only for those");
		else if (!tables)
			failed = read_list(fleet, reading, path, &in, &text, err);
		text_deinit(&text);
	}
	input_close(&in);
	if (failed)
		symdiff_error_source(err, path);
	return failed ? -1 : 0;
}

struct symdiff_fleet *symdiff_fleet(struct symdiff *rules, const char *const *arguments,
				    size_t count, const struct symdiff_read_options *read,
				    const struct symdiff_compare_options *compare,
				    struct symdiff_error *err)
{
	struct symdiff_fleet *fleet = mem_zalloc(1, sizeof(*fleet));
	struct reading reading = { rules, read ? read : &no_read_options, compare, NULL, NULL };
	int failed = count ? 0
			   : symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
					  "fleet takes a list of machines, or ranges to compare");

	fleet->fleet.outlier = MACHINE_NONE;
	for (size_t i = 0; !failed && i < count; i++)
		failed = read_argument(fleet, &reading, arguments[i], count == 1, err);
	if (!failed && fleet->is_ranges)
		ranges_finish(&fleet->ranges);
	if (!failed)
		return fleet;
	symdiff_fleet_free(fleet);
	return NULL;
}

void symdiff_fleet_free(struct symdiff_fleet *fleet)
{
	if (!fleet)
		return;
	for (size_t i = 0; i < fleet->path_count; i++)
		free(fleet->paths[i]);
	free(fleet->paths);
	fleet_deinit(&fleet->fleet);
	ranges_deinit(&fleet->ranges);
	free(fleet);
}

int symdiff_print_fleet(const struct symdiff_fleet *fleet,
			const struct symdiff_print_options *options, FILE *out,
			struct symdiff_error *err)
{
	const struct report_writer *writer = report_writer_for(&options);

	if (!writer || !writer->fleet)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "this format cannot print a fleet");
	writer->fleet(fleet, options, out);
	return 0;
}
