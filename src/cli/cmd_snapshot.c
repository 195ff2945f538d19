// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "cli/commands.h"
#include "cli/new_file.h"
#include "support/error.h"

static bool ends(const char *text, const char *suffix)
{
	size_t len = strlen(text), tail = strlen(suffix);

	return len >= tail && !strcmp(text + len - tail, suffix);
}

/* The name says whether it is packed: by zstd, or not at all. */
static int check_name(const struct cli_options *options, bool *packed, struct symdiff_error *err)
{
	static const char *const others[] = { ".gz", ".xz", ".bz2" };

	*packed = options->output && ends(options->output, ".zst");
	for (size_t i = 0; options->output && i < sizeof(others) / sizeof(*others); i++)
		if (ends(options->output, others[i]))
			return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
					    "--output: a snapshot is written as it is or, to a "
					    "name that ends in .zst, packed by zstd; not '%s'",
					    options->output);
	return 0;
}

static int write_to(const struct cli_options *options, struct symdiff *rules, bool packed,
		    struct new_file *file, struct symdiff_error *err)
{
	size_t repeated = 0;

	if (symdiff_print_snapshot(rules, options->files, options->file_count, &options->read,
				   packed, file->out, &repeated, err))
		return -1;
	if (repeated)
		fprintf(stderr, "symdiff: warning: %zu %s given more than once, and kept once\n",
			repeated, repeated == 1 ? "run was" : "runs were");
	return 0;
}

int cmd_snapshot(const struct cli_options *options, struct symdiff_error *err)
{
	struct new_file file;
	struct symdiff *rules;
	bool packed;
	int ret = EXIT_TROUBLE;

	if (!options->file_count)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "snapshot takes one or more profiles"),
		       EXIT_TROUBLE;
	if (check_name(options, &packed, err) ||
	    new_file_open(&file, options->output, options->overwrite, err))
		return EXIT_TROUBLE;
	rules = symdiff_new(&options->settings, err);
	if (rules && !write_to(options, rules, packed, &file, err) && !new_file_keep(&file, err))
		ret = EXIT_FINE;
	new_file_close(&file);
	symdiff_free(rules);
	return ret;
}
