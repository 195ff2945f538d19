// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds the command, runs it, prints the error. */
#include <stdlib.h>
#include <string.h>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "support/memory.h"

static const struct cli_command commands[] = {
	{ CMD_DIFF, "diff", "[BASE [NEW]]",
	  "what changed from BASE to NEW (the word 'diff' may be left out)", cmd_diff },
	{ CMD_REPORT, "report", "[PROFILE]", "the buckets and symbols of one profile", cmd_report },
	{ CMD_GATE, "gate", "[BASE] NEW", "pass or fail by limits", cmd_gate },
	{ CMD_LIST, "list", "FILE", "which profiles a text holds", cmd_list },
	{ CMD_EXPLAIN, "explain", "SYMBOL...", "which bucket takes a symbol, and why",
	  cmd_explain },
	{ CMD_EVIDENCE, "evidence", "FILE [NEW]",
	  "counters and benchmark results: slabinfo, lock_stat, ...", cmd_evidence },
	{ CMD_BENCH, "bench", "BASE [NEW]", "results of benchmarks side by side", cmd_bench },
	{ CMD_SWEEP, "sweep", "LABEL=PROFILE[,...]... | TABLE",
	  "many settings or kernels side by side, and the trend", cmd_sweep },
	{ CMD_FLEET, "fleet", "MACHINES | RANGES...",
	  "one change on many machines, and which stand out", cmd_fleet },
	{ CMD_CALIBRATE, "calibrate", "RUN...", "learn what runs of one setup vary",
	  cmd_calibrate },
	{ CMD_SNAPSHOT, "snapshot", "PROFILE...",
	  "keep runs in one small file, to be read like any", cmd_snapshot },
};

static const struct cli_command *find_command(const char *name)
{
	for (size_t i = 0; name && i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static void print_formats(FILE *out)
{
	const char *name, *what;

	fprintf(out,
		"\nInput formats, found by content (FILE#N is the N-th profile of a text, - is\n"
		"standard input; gzip, xz and zstd are unpacked):\n");
	for (unsigned i = 0; (name = symdiff_input_format(i, &what)); i++)
		fprintf(out, "  %-16s  %s\n", name, what);
}

static void print_help(const struct cli_command *command, bool named)
{
	printf("usage: symdiff %s%s[OPTION]... %s\n\n%s.\n", named ? command->name : "",
	       named ? " " : "", command->arguments, command->what);
	if (!named) {
		puts("\nOther commands (symdiff COMMAND --help has their options):");
		for (size_t i = 1; i < ARRAY_SIZE(commands); i++)
			printf("  symdiff %-9s  %s\n", commands[i].name, commands[i].what);
	}
	puts("\nOptions:");
	options_print_help(command, stdout);
	if (command->bit & CMD_READS)
		print_formats(stdout);
	puts("\nExit status: 0 fine, or the gate passed; 1 the gate failed; 2 trouble;\n"
	     "3 inconclusive, with --strict.");
}

static int run(const struct cli_command *command, bool named, struct cli_options *options,
	       struct symdiff_error *err)
{
	if (options->help) {
		print_help(command, named);
		return EXIT_FINE;
	}
	if (options->version) {
		printf("symdiff %s\n", symdiff_version());
		return EXIT_FINE;
	}
	progress_start(&options->read);

	int status = command->run(options, err);

	progress_end();
	return status;
}

int main(int argc, char **argv)
{
	const struct cli_command *command = find_command(argc > 1 ? argv[1] : NULL);
	bool named = command != NULL;
	struct cli_options options = {
		.print = { .width = terminal_width(),
			   .utf8 = terminal_utf8(),
			   .colour = terminal_colour("auto") > 0 },
	};
	struct symdiff_error err = { .code = SYMDIFF_OK, .position = -1 };
	char text[1024];
	int status = EXIT_TROUBLE, skip = named ? 2 : 1;

	if (argc == 2 && !strcmp(argv[1], "--list-options")) {
		options_print_table(commands, ARRAY_SIZE(commands), stdout);
		return EXIT_FINE;
	}
	if (!named)
		command = &commands[0];

	char *line = command_line(argc, argv);

	options.print.command = line;
	if (!options_parse(&options, command, argc - skip, argv + skip, &err))
		status = run(command, named, &options, &err);
	if (err.code != SYMDIFF_OK) {
		fprintf(stderr, "symdiff: %s\n", symdiff_error_text(&err, text, sizeof(text)));
		status = EXIT_TROUBLE;
	}
	options_deinit(&options);
	free(line);
	return status;
}
