// SPDX-License-Identifier: GPL-2.0-or-later
/* Results of benchmarks of two sides: from files to print. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evidence/bench.h"
#include "evidence_files.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/memory.h"

enum { BASE, NEW, SIDES, NAMES_MOST = 8 };

struct inputs {
	struct evidence *list;
	char **paths;
	size_t count;
};

static void inputs_deinit(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		evidence_deinit(&inputs->list[i]);
		free(inputs->paths[i]);
	}
	free(inputs->list);
	free(inputs->paths);
}

/* "mail.txt#2" is the second side of mail.txt, unless a file is really called that. */
static char *split_number(const char *file, size_t *number)
{
	char *path = mem_strdup(file), *hash = strrchr(path, '#');

	*number = 0;
	if (!hash || !hash[1] || strspn(hash + 1, "0123456789") != strlen(hash + 1) ||
	    !access(file, F_OK))
		return path;
	*number = strtoul(hash + 1, NULL, 10);
	if (!*number)
		*number = SIZE_MAX; /* there is no side 0 */
	*hash = '\0';
	return path;
}

/* "r4_u2, r4_u3 and 5 more" */
static const char *list_sides(const char *const *names, size_t count, char *room, size_t size)
{
	size_t len = 0;

	room[0] = '\0';
	for (size_t i = 0; i < count && i < NAMES_MOST && len < size; i++)
		len += (size_t)snprintf(room + len, size - len, "%s#%zu %s", i ? ", " : "", i + 1,
					names[i]);
	if (count > NAMES_MOST && len < size)
		snprintf(room + len, size - len, " and %zu more", count - NAMES_MOST);
	return room;
}

/* Read @file, and put the side it names, or its only one, into @column. */
static int add_file(struct inputs *inputs, struct bench_table *table, size_t column,
		    const char *file, const char **name, struct symdiff_error *err)
{
	struct evidence *evidence = &inputs->list[inputs->count];
	const char *names[NAMES_MOST] = { NULL };
	size_t number, count;
	char known[256];

	inputs->paths[inputs->count] = split_number(file, &number);
	if (evidence_results_read(inputs->paths[inputs->count++], evidence, err))
		return -1;
	count = bench_sides(evidence, names, NAMES_MOST);
	list_sides(names, count, known, sizeof(known));
	if (number > count)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1, "%s holds %zu %s (%s)", file,
				    count, count == 1 ? "side" : "sides", known);
	if (!number && count > 1)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "%s holds %zu sides: choose one with FILE#N (%s)", file, count,
				    known);
	number = number ? number - 1 : 0;
	if (number < NAMES_MOST)
		*name = names[number];
	bench_add(table, column, evidence, number);
	return 0;
}

/* Both sides from one file that has exactly two. */
static int add_both(struct inputs *inputs, struct bench_table *table, const char *file,
		    const char *names[SIDES], struct symdiff_error *err)
{
	const char *found[NAMES_MOST];
	char known[256];
	size_t count;

	inputs->paths[inputs->count] = mem_strdup(file);
	if (evidence_results_read(inputs->paths[inputs->count], &inputs->list[inputs->count],
				  err)) {
		inputs->count++;
		return -1;
	}
	count = bench_sides(&inputs->list[inputs->count++], found, NAMES_MOST);
	if (count != SIDES)
		return symdiff_fail(
			err, SYMDIFF_ERR_USAGE, -1,
			count < SIDES ? "%s has the results of one side: name the other one, too%s"
				      : "%s holds more than two sides: choose with FILE#N (%s)",
			file, count < SIDES ? "" : list_sides(found, count, known, sizeof(known)));
	for (size_t side = BASE; side < SIDES; side++) {
		names[side] = found[side];
		bench_add(table, side, inputs->list, side);
	}
	return 0;
}

int symdiff_print_bench(const char *const *base, size_t base_count, const char *const *newer,
			size_t new_count, const struct symdiff_print_options *options, FILE *out,
			struct symdiff_error *err)
{
	size_t all = base_count + new_count;
	struct inputs inputs = { .list = mem_zalloc(all + 1, sizeof(struct evidence)),
				 .paths = mem_zalloc(all + 1, sizeof(char *)) };
	const struct report_writer *writer = report_writer_for(&options);
	const char *names[SIDES] = { "", "" };
	struct bench_table table;
	int failed = 0;

	bench_init(&table, SIDES);
	if (!writer || !writer->bench)
		failed = symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				      "this format cannot print results of benchmarks");
	else if (base_count == 1 && !new_count)
		failed = add_both(&inputs, &table, base[0], names, err);
	for (size_t i = 0; !failed && new_count && i < base_count; i++)
		failed = add_file(&inputs, &table, BASE, base[i], &names[BASE], err);
	for (size_t i = 0; !failed && i < new_count; i++)
		failed = add_file(&inputs, &table, NEW, newer[i], &names[NEW], err);
	if (!failed && bench_judge(&table, err)) {
		symdiff_error_source(err, base[0]);
		failed = -1;
	}
	if (!failed)
		writer->bench(
			&(struct bench_report) {
				.table = &table,
				.sides = { { base[0], names[BASE], base_count },
					   { new_count ? newer[0] : base[0], names[NEW],
					     new_count ? new_count : 1 } },
			},
			options, out);
	bench_deinit(&table);
	inputs_deinit(&inputs);
	return failed ? -1 : 0;
}
