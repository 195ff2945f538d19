/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stddef.h>
#include <stdio.h>

#include <symdiff/symdiff.h>

/* What the command line said. */
struct cli_options {
	struct symdiff_settings settings;
	struct symdiff_read_options read;
	struct symdiff_compare_options compare;
	struct symdiff_print_options print;
	struct symdiff_rule *rules; /* of the gate, in the order given */
	size_t rule_count;
	const char *policy;			  /* of the gate: a file */
	struct symdiff_evidence_options evidence; /* --evidence-base and --evidence-new */
	const char *output;			  /* NULL: standard output */
	const char *dso;			  /* of explain */
	bool overwrite;				  /* a file that is there */
	bool strict, help, version;
	const char **files;
	size_t file_count;
	const char *const *base, *const *newer; /* --base and --new: runs of each side */

	/* Private: what must be freed. */
	void **owned;
	size_t owned_count, owned_capacity, rule_capacity;
};

/* The commands as bits, for the table of options. */
enum {
	CMD_DIFF = 1 << 0,
	CMD_REPORT = 1 << 1,
	CMD_GATE = 1 << 2,
	CMD_LIST = 1 << 3,
	CMD_EXPLAIN = 1 << 4,
	CMD_EVIDENCE = 1 << 5,
	CMD_CALIBRATE = 1 << 6,
	CMD_SNAPSHOT = 1 << 7,
	CMD_SWEEP = 1 << 8,
	CMD_FLEET = 1 << 9,
	CMD_BENCH = 1 << 12,
	CMD_SERIES = CMD_SWEEP | CMD_FLEET,
	CMD_ALL = CMD_BENCH | CMD_DIFF | CMD_REPORT | CMD_GATE | CMD_LIST | CMD_EXPLAIN |
		  CMD_EVIDENCE | CMD_CALIBRATE | CMD_SERIES | CMD_SNAPSHOT,
	CMD_READS = CMD_DIFF | CMD_REPORT | CMD_GATE | CMD_LIST | CMD_CALIBRATE | CMD_SERIES |
		    CMD_SNAPSHOT,
	CMD_SUMS = CMD_DIFF | CMD_REPORT | CMD_GATE,
	CMD_BOOKS = CMD_SUMS | CMD_CALIBRATE | CMD_SERIES, /* puts time into buckets */
	CMD_SYMBOLS = CMD_BOOKS | CMD_SNAPSHOT,		   /* turns addresses into symbols */
	CMD_RULES = CMD_BOOKS | CMD_EXPLAIN,
	CMD_PRINTS = CMD_SUMS | CMD_EVIDENCE | CMD_BENCH | CMD_SERIES,
};

/* A command: `symdiff NAME ...`; the first one also without its name. */
struct cli_command {
	unsigned bit;
	const char *name;
	const char *arguments; /* for the usage line */
	const char *what;
	int (*run)(const struct cli_options *options, struct symdiff_error *err);
};

/*
 * Read the arguments that follow the command. Options and files may be mixed; "--" ends the
 * options. -1 with @err if they make no sense. @options must be zero before.
 */
int options_parse(struct cli_options *options, const struct cli_command *command, int argc,
		  char **argv, struct symdiff_error *err);
void options_deinit(struct cli_options *options);

/* The options that @command takes, one a line, for people. */
void options_print_help(const struct cli_command *command, FILE *out);

/*
 * All options, one a line, with a TAB between command, --name, argument, help, -letter and the words
 * that the argument may be (with blanks between them): completions are made from it and manuals
 * checked against it.
 */
void options_print_table(const struct cli_command *commands, size_t count, FILE *out);

#endif
