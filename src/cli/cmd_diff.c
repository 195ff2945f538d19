// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"

static int print(const struct cli_options *options, const struct symdiff_diff *diff,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_diff(diff, &options->print, out, err);

	return output_finish(options, out, ret, err);
}

static int compare(const struct cli_options *options, struct symdiff *rules,
		   struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	struct symdiff_diff *diff =
		symdiff_compare(rules, sides[0], sides[1], &options->compare, err);
	int ret = diff && !symdiff_add_evidence(diff, &options->evidence, err) &&
				  !print(options, diff, err)
			  ? EXIT_FINE
			  : EXIT_TROUBLE;

	symdiff_diff_free(diff);
	return ret;
}

int cmd_diff(const struct cli_options *options, struct symdiff_error *err)
{
	struct symdiff *rules = symdiff_new(&options->settings, err);
	struct symdiff_profile *sides[2] = { NULL, NULL };
	int ret = EXIT_TROUBLE;

	if (rules && !sides_read_diff(options, rules, sides, err))
		ret = compare(options, rules, sides, err);
	if (ret == EXIT_FINE)
		sides_warn_unmatched(options, sides);
	symdiff_profile_free(sides[0]);
	symdiff_profile_free(sides[1]);
	symdiff_free(rules);
	return ret;
}
