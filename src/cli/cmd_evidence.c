// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"
#include "support/error.h"

int cmd_evidence(const struct cli_options *options, struct symdiff_error *err)
{
	FILE *out;
	int failed;

	if (options->file_count < 1 || options->file_count > 2) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			     "evidence takes one file, or two to compare; %zu were given",
			     options->file_count);
		return EXIT_TROUBLE;
	}
	out = output_open(options, err);
	if (!out)
		return EXIT_TROUBLE;
	failed = symdiff_print_evidence(options->files[0],
					options->file_count > 1 ? options->files[1] : NULL,
					&options->print, out, err);
	return output_finish(options, out, failed, err) ? EXIT_TROUBLE : EXIT_FINE;
}
