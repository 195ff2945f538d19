// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"

static int print(const struct cli_options *options, const struct symdiff_sweep *sweep,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_sweep(sweep, &options->print, out, err);

	return output_finish(options, out, ret, err);
}

int cmd_sweep(const struct cli_options *options, struct symdiff_error *err)
{
	struct symdiff *rules = symdiff_new(&options->settings, err);
	struct symdiff_sweep *sweep =
		rules ? symdiff_sweep(rules, options->files, options->file_count, &options->read,
				      &options->compare, err)
		      : NULL;
	int ret = sweep && !print(options, sweep, err) ? EXIT_FINE : EXIT_TROUBLE;

	symdiff_sweep_free(sweep);
	symdiff_free(rules);
	return ret;
}
