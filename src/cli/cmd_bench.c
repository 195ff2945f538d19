// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/commands.h"
#include "support/error.h"

static size_t length(const char *const *list)
{
	size_t count = 0;

	while (list && list[count])
		count++;
	return count;
}

/* FILE, BASE NEW, or --base FILE... --new FILE... */
static int print(const struct cli_options *options, FILE *out, struct symdiff_error *err)
{
	size_t base = length(options->base), newer = length(options->newer);

	if (base || newer)
		return symdiff_print_bench(options->base, base, options->newer, newer,
					   &options->print, out, err);
	return symdiff_print_bench(options->files, 1, options->files + 1, options->file_count - 1,
				   &options->print, out, err);
}

static int check(const struct cli_options *options, struct symdiff_error *err)
{
	bool by_options = options->base || options->newer;

	if (by_options && options->file_count)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "'%s' is on no side: give all files behind --base and --new",
				    options->files[0]);
	if (by_options && !(options->base && options->newer))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "--%s is missing",
				    options->base ? "new" : "base");
	if (!by_options && (options->file_count < 1 || options->file_count > 2))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "bench takes BASE and NEW, or one file that has both; %zu were "
				    "given",
				    options->file_count);
	return 0;
}

int cmd_bench(const struct cli_options *options, struct symdiff_error *err)
{
	FILE *out;
	int failed;

	if (check(options, err))
		return EXIT_TROUBLE;
	out = output_open(options, err);
	if (!out)
		return EXIT_TROUBLE;
	failed = print(options, out, err);
	return output_finish(options, out, failed, err) ? EXIT_TROUBLE : EXIT_FINE;
}
