// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"
#include "support/error.h"

static int print(const struct cli_options *options, const struct symdiff_diff *diff,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_diff(diff, &options->print, out, err);

	return output_close(options, out, err) ? -1 : ret;
}

static int compare(const struct cli_options *options, struct symdiff *rules,
		   struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	struct symdiff_diff *diff =
		symdiff_compare(rules, sides[0], sides[1], &options->compare, err);
	int ret = diff && !print(options, diff, err) ? EXIT_FINE : EXIT_TROUBLE;

	symdiff_diff_free(diff);
	return ret;
}

int cmd_diff(const struct cli_options *options, struct symdiff_error *err)
{
	/* Without files: what perf record left behind, as perf diff has it. */
	const char *base = options->file_count ? options->files[0] : "perf.data.old";
	const char *newer = options->file_count > 1 ? options->files[1]
			    : options->file_count   ? NULL
						    : "perf.data";
	struct symdiff_profile *sides[2] = { NULL, NULL };
	int ret = EXIT_TROUBLE;

	if (options->file_count > 2) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "a diff is of two profiles, %zu were given",
			     options->file_count);
		return EXIT_TROUBLE;
	}

	struct symdiff *rules = symdiff_new(&options->settings, err);

	if (rules && !symdiff_read_pair(rules, base, newer, &options->read, sides, err))
		ret = compare(options, rules, sides, err);
	symdiff_profile_free(sides[0]);
	symdiff_profile_free(sides[1]);
	symdiff_free(rules);
	return ret;
}
