// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "cli/commands.h"
#include "support/error.h"

static int print(const struct cli_options *options, const struct symdiff_verdict *verdict,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_verdict(verdict, &options->print, out, err);

	return output_finish(options, out, ret, err);
}

static int status_of(const struct cli_options *options, enum symdiff_outcome outcome)
{
	if (outcome == SYMDIFF_FAIL)
		return EXIT_GATE_FAILED;
	if (outcome == SYMDIFF_PASS)
		return EXIT_FINE;
	if (options->strict)
		return EXIT_INCONCLUSIVE;
	fputs("symdiff: warning: the gate is inconclusive, which counts as passed without --strict\n",
	      stderr);
	return EXIT_FINE;
}

static int judge(const struct cli_options *options, struct symdiff *rules,
		 struct symdiff_profile *sides[2], struct symdiff_error *err)
{
	struct symdiff_verdict *verdict = symdiff_gate(rules, sides[0], sides[1], options->rules,
						       options->rule_count, &options->compare, err);
	int ret = EXIT_TROUBLE;

	if (verdict && !print(options, verdict, err))
		ret = status_of(options, symdiff_verdict_outcome(verdict));
	symdiff_verdict_free(verdict);
	return ret;
}

/* A CI system that reads the report and not the exit status must see that nothing was judged. */
static void print_trouble(const struct cli_options *options, const struct symdiff_error *failure)
{
	struct symdiff_error again = { .position = -1 };
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size), *out;

	if (!memory)
		return;
	symdiff_print_gate_error(failure, options->rules, options->rule_count, &options->print,
				 memory);
	fclose(memory);
	/* Where the report cannot be written, that is what standard error has told already. */
	out = size ? output_open(options, &again) : NULL;
	if (out) {
		fwrite(text, 1, size, out);
		output_close(options, out, &again);
	}
	free(text);
}

static int read_and_judge(const struct cli_options *options, struct symdiff_error *err)
{
	struct symdiff_profile *sides[2] = { NULL, NULL };
	int ret = EXIT_TROUBLE;

	if (!options->rule_count)
		return symdiff_fail(
			       err, SYMDIFF_ERR_USAGE, -1,
			       "a gate needs a limit: --max NAME=LIMIT or --max-growth NAME=LIMIT"),
		       EXIT_TROUBLE;
	struct symdiff *rules = symdiff_new(&options->settings, err);

	if (rules && !sides_read_gate(options, rules, sides, err))
		ret = judge(options, rules, sides, err);
	if (ret != EXIT_TROUBLE)
		sides_warn_unmatched(options, sides);
	symdiff_profile_free(sides[0]);
	symdiff_profile_free(sides[1]);
	symdiff_free(rules);
	return ret;
}

int cmd_gate(const struct cli_options *options, struct symdiff_error *err)
{
	int ret = read_and_judge(options, err);

	if (err->code != SYMDIFF_OK)
		print_trouble(options, err);
	return ret;
}
