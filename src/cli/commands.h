/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

/* The exit status, a promise to scripts. */
enum {
	EXIT_FINE = 0, /* also: the gate passed, or was inconclusive without --strict */
	EXIT_GATE_FAILED = 1,
	EXIT_TROUBLE = 2,      /* usage, or an input that cannot be read or compared */
	EXIT_INCONCLUSIVE = 3, /* with --strict */
};

/* Each runs a command and returns the exit status; with @err filled in it is EXIT_TROUBLE. */
int cmd_diff(const struct cli_options *options, struct symdiff_error *err);
int cmd_report(const struct cli_options *options, struct symdiff_error *err);
int cmd_gate(const struct cli_options *options, struct symdiff_error *err);
int cmd_list(const struct cli_options *options, struct symdiff_error *err);
int cmd_calibrate(const struct cli_options *options, struct symdiff_error *err);
int cmd_snapshot(const struct cli_options *options, struct symdiff_error *err);
int cmd_explain(const struct cli_options *options, struct symdiff_error *err);
int cmd_bench(const struct cli_options *options, struct symdiff_error *err);
int cmd_fleet(const struct cli_options *options, struct symdiff_error *err);
int cmd_sweep(const struct cli_options *options, struct symdiff_error *err);
int cmd_evidence(const struct cli_options *options, struct symdiff_error *err);

/*
 * sides.c: read both sides, base first, as the command line names them; a gate
 * may do without a base (NULL). -1 with @err; what was read is the caller's to
 * free either way.
 */
int sides_read_diff(const struct cli_options *options, struct symdiff *rules,
		    struct symdiff_profile *sides[2], struct symdiff_error *err);
int sides_read_gate(const struct cli_options *options, struct symdiff *rules,
		    struct symdiff_profile *sides[2], struct symdiff_error *err);

/* sides.c: a warning for each name that the user gave and neither side (or NULL) has. */
void sides_warn_unmatched(const struct cli_options *options, struct symdiff_profile *sides[2]);

/*
 * Where the report goes: standard output, or the new file of --output. NULL
 * with @err if the file is there already or cannot be made.
 */
FILE *output_open(const struct cli_options *options, struct symdiff_error *err);

/*
 * The same for a report that may have failed: a new file that would be empty or incomplete is
 * removed. -1 if it has, or if not everything was written.
 */
int output_finish(const struct cli_options *options, FILE *out, int failed,
		  struct symdiff_error *err);

/* Flush and close it. -1 with @err if not everything was written. */
int output_close(const struct cli_options *options, FILE *out, struct symdiff_error *err);

#endif
