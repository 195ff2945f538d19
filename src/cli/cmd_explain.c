// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "cli/commands.h"
#include "support/error.h"

int cmd_explain(const struct cli_options *options, struct symdiff_error *err)
{
	if (options->file_count == 0) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "explain takes a symbol, none was given");
		return EXIT_TROUBLE;
	}

	struct symdiff *rules = symdiff_new(&options->settings, err);
	int ret = rules ? EXIT_FINE : EXIT_TROUBLE;

	for (size_t i = 0; ret == EXIT_FINE && i < options->file_count; i++) {
		if (i > 0)
			putchar('\n');
		if (symdiff_print_explanation(rules, options->files[i], options->dso, stdout, err))
			ret = EXIT_TROUBLE;
	}
	if (rules && output_close(options, stdout, err))
		ret = EXIT_TROUBLE;
	symdiff_free(rules);
	return ret;
}
