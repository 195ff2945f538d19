// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"
#include "support/error.h"

int cmd_list(const struct cli_options *options, struct symdiff_error *err)
{
	if (options->file_count != 1) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "list takes one file, %zu were given",
			     options->file_count);
		return EXIT_TROUBLE;
	}
	if (symdiff_print_list(options->files[0], &options->read, stdout, err) ||
	    output_close(options, stdout, err))
		return EXIT_TROUBLE;
	return EXIT_FINE;
}
