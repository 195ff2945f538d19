// SPDX-License-Identifier: GPL-2.0-or-later
/* Which profiles are the two sides: BASE NEW, or --base RUN... --new RUN... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/progress.h"
#include "support/error.h"

static size_t length(const char *const *list)
{
	size_t count = 0;

	while (list && list[count])
		count++;
	return count;
}

/* Repeats: any number of runs a side. */
static int read_runs(const struct cli_options *options, struct symdiff *rules, bool base_needed,
		     struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	size_t base = length(options->base), newer = length(options->newer);

	if (options->file_count)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "'%s' is on no side: give all profiles behind --base and --new",
				    options->files[0]);
	if (!newer || (base_needed && !base))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "--%s is missing",
				    newer ? "base" : "new");
	if (base)
		return symdiff_read_sides(rules, options->base, base, options->newer, newer,
					  &options->read, sides, err);
	sides[1] = symdiff_read_runs(rules, options->newer, newer, &options->read, err);
	return sides[1] ? 0 : -1;
}

int sides_read_diff(const struct cli_options *options, struct symdiff *rules,
		    struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	if (options->base || options->newer)
		return read_runs(options, rules, true, sides, err);
	if (options->file_count > 2)
		return symdiff_fail(
			err, SYMDIFF_ERR_USAGE, -1,
			"a diff is of two profiles, %zu were given (--base and --new take "
			"several runs each)",
			options->file_count);
	/* Without files: what perf record left behind, as perf diff has it. */
	if (!options->file_count)
		return symdiff_read_pair(rules, "perf.data.old", "perf.data", &options->read, sides,
					 err);
	return symdiff_read_pair(rules, options->files[0],
				 options->file_count > 1 ? options->files[1] : NULL, &options->read,
				 sides, err);
}

int sides_read_gate(const struct cli_options *options, struct symdiff *rules,
		    struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	if (options->base || options->newer)
		return read_runs(options, rules, false, sides, err);
	if (options->file_count < 1 || options->file_count > 2)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "gate takes [BASE] NEW, %zu files were given (--base and --new "
				    "take several runs each)",
				    options->file_count);
	if (options->file_count == 2)
		return symdiff_read_pair(rules, options->files[0], options->files[1],
					 &options->read, sides, err);
	sides[1] = symdiff_read(rules, options->files[0], &options->read, err);
	return sides[1] ? 0 : -1;
}

void sides_warn_unmatched(const struct cli_options *options, struct symdiff_profile *sides[2])
{
	char *text = NULL, *rest, *line;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size);

	if (!memory)
		return;
	symdiff_print_unmatched((const struct symdiff_profile *const[]) { sides[0], sides[1] },
				&options->print, memory);
	fclose(memory);
	progress_end();
	for (rest = text; (line = strsep(&rest, "\n"));)
		if (*line)
			fprintf(stderr, "symdiff: warning: %s\n", line);
	free(text);
}
