// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"
#include "support/error.h"

static int learn(const struct cli_options *options, const struct symdiff_profile *runs,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_calibration(runs, out, err);

	return output_finish(options, out, ret, err);
}

int cmd_calibrate(const struct cli_options *options, struct symdiff_error *err)
{
	if (!options->file_count)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "calibrate takes the runs of one configuration"),
		       EXIT_TROUBLE;

	struct symdiff *rules = symdiff_new(&options->settings, err);
	struct symdiff_profile *runs =
		rules ? symdiff_read_runs(rules, options->files, options->file_count,
					  &options->read, err)
		      : NULL;
	int ret = runs && !learn(options, runs, err) ? EXIT_FINE : EXIT_TROUBLE;

	symdiff_profile_free(runs);
	symdiff_free(rules);
	return ret;
}
