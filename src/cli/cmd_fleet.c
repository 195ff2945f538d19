// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"

static int print(const struct cli_options *options, const struct symdiff_fleet *fleet,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_fleet(fleet, &options->print, out, err);

	return output_finish(options, out, ret, err);
}

int cmd_fleet(const struct cli_options *options, struct symdiff_error *err)
{
	struct symdiff *rules = symdiff_new(&options->settings, err);
	struct symdiff_fleet *fleet =
		rules ? symdiff_fleet(rules, options->files, options->file_count, &options->read,
				      &options->compare, err)
		      : NULL;
	int ret = fleet && !print(options, fleet, err) ? EXIT_FINE : EXIT_TROUBLE;

	symdiff_fleet_free(fleet);
	symdiff_free(rules);
	return ret;
}
