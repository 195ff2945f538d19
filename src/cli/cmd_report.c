// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"
#include "support/error.h"

static int print(const struct cli_options *options, const struct symdiff_profile *profile,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_report(profile, &options->print, out, err);

	return output_finish(options, out, ret, err);
}

int cmd_report(const struct cli_options *options, struct symdiff_error *err)
{
	if (options->file_count > 1) {
		symdiff_fail(
			err, SYMDIFF_ERR_USAGE, -1,
			"a report is of one profile, %zu were given (symdiff BASE NEW compares)",
			options->file_count);
		return EXIT_TROUBLE;
	}

	struct symdiff *rules = symdiff_new(&options->settings, err);
	struct symdiff_profile *profile = NULL;
	int ret = EXIT_TROUBLE;

	if (rules)
		profile = symdiff_read(rules, options->file_count ? options->files[0] : "perf.data",
				       &options->read, err);
	if (profile && !print(options, profile, err)) {
		ret = EXIT_FINE;
		sides_warn_unmatched(options, (struct symdiff_profile *[]) { NULL, profile });
	}
	symdiff_profile_free(profile);
	symdiff_free(rules);
	return ret;
}
