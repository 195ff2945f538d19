// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The options: one row each gives parsing, help and completion. Names follow
 * perf's where perf has them.
 */
#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/terminal.h"
#include "report/writer.h"
#include "support/error.h"
#include "support/memory.h"
#include "support/slice.h"

enum option_kind {
	OPTION_FLAG,   /* sets a bool */
	OPTION_COUNT,  /* adds one to an int */
	OPTION_TEXT,   /* a const char * */
	OPTION_LIST,   /* appended to a NULL-terminated list, as it is */
	OPTION_NAMES,  /* the same, split at commas */
	OPTION_FILES,  /* a list that also takes the files that follow, up to the next option */
	OPTION_NUMBER, /* a double, not negative */
	OPTION_LIMIT,  /* a long, not negative */
	OPTION_SPECIAL /* takes a function */
};

struct option_row {
	const char *name;
	char letter;
	const char *argument; /* NULL: none */
	const char *help;
	unsigned commands;
	enum option_kind kind;
	size_t offset;
	int (*take)(struct cli_options *options, const char *value, struct symdiff_error *err);
};

static void own(struct cli_options *options, void *memory)
{
	array_reserve(options->owned, options->owned_capacity, options->owned_count + 1);
	options->owned[options->owned_count++] = memory;
}

static int take_format(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	const struct report_writer *writer;
	char known[256] = "";

	for (size_t i = 0; (writer = report_writer_at(i)); i++) {
		if (!strcmp(writer->name, value)) {
			options->print.format = writer->format;
			return 0;
		}
		snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s",
			 i ? ", " : "", writer->name);
	}
	return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "--format takes one of %s, not '%s'", known,
			    value);
}

static int take_work(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	char *end;

	options->compare.base_work = strtod(value, &end);
	if (*end == ':')
		options->compare.new_work = strtod(end + 1, &end);
	if (*end || !(options->compare.base_work > 0) || !(options->compare.new_work > 0))
		return symdiff_fail(
			err, SYMDIFF_ERR_USAGE, -1,
			"--work takes BASE:NEW, two amounts above 0 (operations, seconds "
			"of work), not '%s'",
			value);
	return 0;
}

/* Two files, at the colon where both are. */
static int take_work_from(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	char *base = mem_strdup(value);

	own(options, base);
	for (char *colon = strchr(base, ':'); colon; colon = strchr(colon + 1, ':')) {
		*colon = '\0';
		if (!access(base, F_OK) && !access(colon + 1, F_OK))
			return symdiff_work_from(base, colon + 1, &options->compare, err);
		*colon = ':';
	}
	return symdiff_fail(
		err, SYMDIFF_ERR_USAGE, -1,
		"--work-from takes BASE:NEW, two files with results of a benchmark, not "
		"'%s'",
		value);
}

static int take_cpus(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	char *end;
	unsigned long cpus = strtoul(value, &end, 10);

	if (!char_is_digit(*value) || *end || !cpus || cpus > 1u << 20)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--cpus takes a number from 1 on, not '%s'", value);
	options->evidence.cpus = (unsigned)cpus;
	return 0;
}

static int take_level(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	char *end;

	options->compare.level = strtod(value, &end);
	if (end == value || (*end && strcmp(end, "%")) ||
	    !(options->compare.level >= 50 && options->compare.level < 100))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--level takes a percentage from 50 to below 100, not '%s'",
				    value);
	return 0;
}

static void add_rule(struct cli_options *options, enum symdiff_rule_kind kind, const char *text)
{
	array_reserve(options->rules, options->rule_capacity, options->rule_count + 1);
	options->rules[options->rule_count++] = (struct symdiff_rule) {
		.kind = kind,
		.text = text,
	};
}

static int take_max(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	add_rule(options, SYMDIFF_MAX, value);
	return 0;
}

static int take_max_growth(struct cli_options *options, const char *value,
			   struct symdiff_error *err)
{
	add_rule(options, SYMDIFF_MAX_GROWTH, value);
	return 0;
}

static int take_separator(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	if (!strcmp(value, "\\t"))
		value = "\t";
	if (strlen(value) != 1 || strchr("\"\r\n", *value))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--field-separator takes one character that is no quote or "
				    "line end, not '%s'",
				    value);
	options->print.separator = value[0];
	options->print.format = SYMDIFF_CSV;
	return 0;
}

static int take_flame_width(struct cli_options *options, const char *value,
			    struct symdiff_error *err)
{
	static const char *const names[] = {
		[SYMDIFF_WIDTH_LARGER] = "larger",
		[SYMDIFF_WIDTH_BASE] = "base",
		[SYMDIFF_WIDTH_NEW] = "new",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], value)) {
			options->print.flame_width = i;
			return 0;
		}
	return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			    "--flame-width takes larger, base or new, not '%s'", value);
}

static int take_colour(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	int colour = terminal_colour(value);

	if (colour < 0)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--color takes auto, always or never, not '%s'", value);
	options->print.colour = colour;
	return 0;
}

#define AT(member) offsetof(struct cli_options, member)

static const struct option_row rows[] = {
	/* Repeats */
	{ "base", 0, "FILE...", "runs of the base side: their spread is the noise",
	  CMD_DIFF | CMD_GATE | CMD_BENCH, OPTION_FILES, AT(base), NULL },
	{ "new", 0, "FILE...", "runs of the new side", CMD_DIFF | CMD_GATE | CMD_BENCH,
	  OPTION_FILES, AT(newer), NULL },

	{ "calibration", 0, "FILE", "what single runs vary (symdiff calibrate learns it)",
	  CMD_DIFF | CMD_GATE, OPTION_TEXT, AT(compare.calibration), NULL },
	{ "margin", 0, "POINTS", "with repeats: call it the same if it surely changed by less",
	  CMD_DIFF, OPTION_NUMBER, AT(compare.same_within_pp), NULL },

	/* Evidence */
	{ "evidence-base", 0, "[BEFORE:]FILE", "measured beside the base: slabinfo, lock_stat, ...",
	  CMD_DIFF, OPTION_LIST, AT(evidence.base), NULL },
	{ "evidence-new", 0, "[BEFORE:]FILE",
	  "... beside the new side; with BEFORE, between the two", CMD_DIFF, OPTION_LIST,
	  AT(evidence.newer), NULL },

	{ "cpus", 0, "N", "how many there were, to divide elapsed time into busy and idle",
	  CMD_DIFF, OPTION_SPECIAL, 0, take_cpus },

	/* What is compared */
	{ "same-work", 0, NULL, "both sides did the same work: weights are costs",
	  CMD_DIFF | CMD_GATE, OPTION_FLAG, AT(compare.same_work), NULL },
	{ "work", 0, "BASE:NEW", "work done on each side (operations): costs are per unit of it",
	  CMD_DIFF | CMD_GATE, OPTION_SPECIAL, 0, take_work },
	{ "work-from", 0, "BASE:NEW", "... taken from what the benchmark of each side printed",
	  CMD_DIFF | CMD_GATE, OPTION_SPECIAL, 0, take_work_from },
	{ "with-idle", 0, NULL, "percent of everything, idle time included", CMD_SUMS | CMD_SERIES,
	  OPTION_FLAG, AT(compare.with_idle), NULL },
	{ "force", 'f', NULL, "compare what should not be compared, and say so",
	  CMD_DIFF | CMD_GATE | CMD_SERIES, OPTION_FLAG, AT(compare.force), NULL },
	{ "alias", 0, "OLD=NEW", "these two symbols are one function (repeatable)",
	  CMD_DIFF | CMD_GATE | CMD_SERIES, OPTION_LIST, AT(settings.aliases), NULL },
	{ "alias-file", 0, "FILE", "a file of such pairs, 'OLD NEW' a line",
	  CMD_DIFF | CMD_GATE | CMD_SERIES, OPTION_LIST, AT(settings.alias_files), NULL },

	/* Limits */
	{ "max", 0, "NAME=LIMIT", "fail if the bucket or symbol has more: allocator=30%", CMD_GATE,
	  OPTION_SPECIAL, 0, take_max },
	{ "max-growth", 0, "NAME=LIMIT",
	  "fail if it grew by more: allocator=2pp, self:add_partial=10%", CMD_GATE, OPTION_SPECIAL,
	  0, take_max_growth },
	{ "policy", 0, "FILE", "limits and more from a file; options come before what it says",
	  CMD_GATE, OPTION_TEXT, AT(policy), NULL },
	{ "level", 0, "PERCENT", "how sure the bounds are, one-sided (95)", CMD_GATE,
	  OPTION_SPECIAL, 0, take_level },
	{ "strict", 0, NULL, "exit with status 3 when inconclusive", CMD_GATE, OPTION_FLAG,
	  AT(strict), NULL },

	/* Buckets */
	{ "buckets", 0, "FILE", "bucket rules put in front of the built-in ones (repeatable)",
	  CMD_RULES, OPTION_LIST, AT(settings.bucket_files), NULL },
	{ "replace-buckets", 0, NULL, "... or in their place", CMD_RULES, OPTION_FLAG,
	  AT(settings.replace_buckets), NULL },
	{ "set", 0, "NAME=SYM,...", "a bucket made of these symbols (repeatable)", CMD_RULES,
	  OPTION_LIST, AT(settings.sets), NULL },
	{ "charge-copy", 0, NULL, "charge copying to its caller, too", CMD_BOOKS, OPTION_FLAG,
	  AT(settings.charge_copy), NULL },

	/* Reading */
	{ "input-format", 0, "NAME", "read as this format instead of finding out (see below)",
	  CMD_READS, OPTION_TEXT, AT(read.input_format), NULL },
	{ "event", 'e', "NAME,...", "only these events", CMD_READS, OPTION_NAMES, AT(read.events),
	  NULL },
	{ "comm", 'c', "NAME,...", "only these commands", CMD_READS, OPTION_NAMES, AT(read.comms),
	  NULL },
	{ "pid", 0, "PID,...", "only these processes", CMD_READS, OPTION_TEXT, AT(read.pids),
	  NULL },
	{ "tid", 0, "TID,...", "only these threads", CMD_READS, OPTION_TEXT, AT(read.tids), NULL },
	{ "cpu", 'C', "LIST", "only these CPUs: 0,2-5", CMD_READS, OPTION_TEXT, AT(read.cpus),
	  NULL },
	{ "time", 0, "FROM,TO", "only this time, in seconds or percent: 10%-20%", CMD_READS,
	  OPTION_TEXT, AT(read.time), NULL },
	{ "context", 0, "NAME,...", "only task, hardirq, softirq, kworker, nmi or idle time",
	  CMD_BOOKS, OPTION_NAMES, AT(read.contexts), NULL },
	{ "flat", 0, NULL, "do not read callchains", CMD_SYMBOLS, OPTION_FLAG, AT(read.flat),
	  NULL },

	/* Symbols */
	{ "symfs", 0, "DIR", "look for files below DIR (repeatable: each side takes what fits)",
	  CMD_SYMBOLS, OPTION_LIST, AT(read.symfs), NULL },
	{ "kallsyms", 0, "FILE", "symbols of a kernel, from /proc/kallsyms (repeatable)",
	  CMD_SYMBOLS, OPTION_LIST, AT(read.kallsyms), NULL },
	{ "vmlinux", 'k', "FILE", "a kernel's ELF file (repeatable)", CMD_SYMBOLS, OPTION_LIST,
	  AT(read.vmlinux), NULL },
	{ "debug-dir", 0, "DIR", "separate debug files and modules (repeatable)", CMD_SYMBOLS,
	  OPTION_LIST, AT(read.debug_dirs), NULL },
	{ "inline", 0, NULL, "rows of their own for inlined functions", CMD_SYMBOLS, OPTION_FLAG,
	  AT(read.inline_rows), NULL },
	{ "no-inline", 0, NULL, "do not look for inlined functions", CMD_SYMBOLS, OPTION_FLAG,
	  AT(read.no_inline), NULL },
	{ "no-tail-calls", 0, NULL, "leave out the frames that tail calls took off callchains",
	  CMD_SYMBOLS, OPTION_FLAG, AT(read.no_tail_calls), NULL },
	{ "no-dwarf", 0, NULL, "do not read debug information", CMD_SYMBOLS, OPTION_FLAG,
	  AT(read.no_dwarf), NULL },
	{ "symbol-timeout", 0, "SECONDS", "the longest to read debug information of one file (30)",
	  CMD_SYMBOLS, OPTION_LIMIT, AT(read.symbol_timeout), NULL },
	{ "debuginfod", 0, NULL, "ask the servers in $DEBUGINFOD_URLS, too", CMD_SYMBOLS,
	  OPTION_FLAG, AT(read.debuginfod), NULL },

	/* Printing */
	{ "format", 0, "NAME",
	  "text, json, csv, markdown, mail, html, svg, pprof, speedscope or firefox; of a report "
	  "folded, of a diff diff-folded or lkp, of a sweep lkp, of a gate junit or github",
	  CMD_PRINTS, OPTION_SPECIAL, 0, take_format },
	{ "link", 0, "URL", "where the whole is, if markdown must be cut to fit a comment",
	  CMD_SUMS, OPTION_TEXT, AT(print.link), NULL },
	{ "output", 'o', "FILE", "write there; an existing file is not overwritten",
	  CMD_PRINTS | CMD_CALIBRATE | CMD_SNAPSHOT, OPTION_TEXT, AT(output), NULL },
	{ "overwrite", 0, NULL, "replace the file of --output, once the new one is complete",
	  CMD_SNAPSHOT, OPTION_FLAG, AT(overwrite), NULL },
	{ "dso", 'd', "NAME,...", "only rows of these images", CMD_DIFF | CMD_REPORT | CMD_SERIES,
	  OPTION_NAMES, AT(print.dsos), NULL },
	{ "symbol", 'S', "NAME,...", "only rows of these symbols",
	  CMD_DIFF | CMD_REPORT | CMD_SERIES, OPTION_NAMES, AT(print.symbols), NULL },
	{ "bucket", 'b', "NAME,...", "only symbols of these buckets",
	  CMD_DIFF | CMD_REPORT | CMD_SERIES, OPTION_NAMES, AT(print.buckets), NULL },
	{ "anatomy", 'a', "BUCKET,...", "open a bucket: its phases, mechanisms and clients",
	  CMD_DIFF | CMD_REPORT, OPTION_NAMES, AT(print.anatomy), NULL },
	{ "callers", 0, NULL, "who calls the symbols of --symbol, and whom they call",
	  CMD_DIFF | CMD_REPORT, OPTION_FLAG, AT(print.callers), NULL },
	{ "relative", 0, NULL, "what moved relative to what did not change (median of ratios), too",
	  CMD_DIFF, OPTION_FLAG, AT(print.relative), NULL },
	{ "explain-pairs", 0, NULL, "why symbols of different names are one function", CMD_DIFF,
	  OPTION_FLAG, AT(print.explain_pairs), NULL },
	{ "sort", 's', "COLUMN",
	  "share, symbol, dso, bucket, srcfile, children; of a diff: delta, base, new",
	  CMD_DIFF | CMD_REPORT, OPTION_TEXT, AT(print.sort), NULL },
	{ "percent-limit", 0, "PERCENT", "leave out symbols below this share",
	  CMD_DIFF | CMD_REPORT | CMD_SERIES, OPTION_NUMBER, AT(print.percent_limit), NULL },
	{ "limit", 'n', "N", "at most N symbols, or rows of evidence",
	  CMD_DIFF | CMD_REPORT | CMD_EVIDENCE | CMD_SERIES, OPTION_LIMIT, AT(print.limit), NULL },
	{ "flame-width", 0, "SIDE", "width of a flame graph's frames: larger, base or new",
	  CMD_DIFF, OPTION_SPECIAL, 0, take_flame_width },
	{ "field-separator", 't', "CHAR", "CSV with this between fields", CMD_SUMS | CMD_SERIES,
	  OPTION_SPECIAL, 0, take_separator },
	{ "width", 'w', "COLUMNS", "width of the text (else the terminal's, or 80)", CMD_PRINTS,
	  OPTION_LIMIT, AT(print.width), NULL },
	{ "color", 0, "WHEN", "auto, always or never", CMD_PRINTS, OPTION_SPECIAL, 0, take_colour },
	{ "verbose", 'v', NULL, "all buckets and symbols, and how each verdict came about",
	  CMD_PRINTS, OPTION_COUNT, AT(print.verbose), NULL },
	{ "in", 0, "DSO", "the image that the symbol is in", CMD_EXPLAIN, OPTION_TEXT, AT(dso),
	  NULL },
	{ "help", 'h', NULL, "this text", CMD_ALL, OPTION_FLAG, AT(help), NULL },
	{ "version", 'V', NULL, "the version", CMD_ALL, OPTION_FLAG, AT(version), NULL },
};

#undef AT

static void append(struct cli_options *options, const char *const **list, const char *value)
{
	size_t count = 0;

	while (*list && (*list)[count])
		count++;

	const char **longer = mem_zalloc(count + 2, sizeof(*longer));

	if (count)
		memcpy(longer, *list, count * sizeof(*longer));
	longer[count] = value;
	own(options, longer);
	*list = longer;
}

static void append_names(struct cli_options *options, const char *const **list, const char *value)
{
	char *names = mem_strdup(value), *rest = names;

	own(options, names);
	for (char *name; (name = strsep(&rest, ","));)
		if (*name)
			append(options, list, name);
}

static int take_number(const struct option_row *row, const char *value, double *number,
		       struct symdiff_error *err)
{
	char *end;

	errno = 0;
	*number = strtod(value, &end);
	if (end == value || (*end && strcmp(end, "%")) || errno || !(*number >= 0) || *number > 1e9)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--%s takes a number from 0 on, not '%s'", row->name, value);
	return 0;
}

static int take(struct cli_options *options, const struct option_row *row, const char *value,
		struct symdiff_error *err)
{
	void *at = (char *)options + row->offset;
	double number;

	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)at = true;
		return 0;
	case OPTION_COUNT:
		++*(int *)at;
		return 0;
	case OPTION_TEXT:
		*(const char **)at = value;
		return 0;
	case OPTION_LIST:
	case OPTION_FILES:
		append(options, at, value);
		return 0;
	case OPTION_NAMES:
		append_names(options, at, value);
		return 0;
	case OPTION_NUMBER:
		return take_number(row, value, at, err);
	case OPTION_LIMIT:
		if (take_number(row, value, &number, err))
			return -1;
		*(long *)at = (long)number;
		return 0;
	case OPTION_SPECIAL:
		return row->take(options, value, err);
	}
	return 0;
}

static const struct option_row *find_long(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (strlen(rows[i].name) == len && !strncmp(rows[i].name, name, len))
			return &rows[i];
	return NULL;
}

static const struct option_row *find_letter(char letter)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (letter && rows[i].letter == letter)
			return &rows[i];
	return NULL;
}

struct arguments {
	const struct cli_command *command;
	char **argv;
	int argc, at;
	const struct option_row *files; /* the option that takes the files that follow, or NULL */
};

static int check_row(const struct arguments *args, const struct option_row *row,
		     const char *written, struct symdiff_error *err)
{
	if (!row)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "unknown option '%s' (symdiff %s --help lists them)", written,
				    args->command->name);
	if (!(row->commands & args->command->bit))
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "symdiff %s takes no option --%s",
				    args->command->name, row->name);
	return 0;
}

static int take_with_value(struct cli_options *options, struct arguments *args,
			   const struct option_row *row, const char *value,
			   struct symdiff_error *err)
{
	if (!row->argument && value)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "--%s takes no value", row->name);
	args->files = row->kind == OPTION_FILES ? row : NULL;
	if (row->argument && !value) {
		if (args->at == args->argc)
			return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "--%s needs %s", row->name,
					    row->argument);
		value = args->argv[args->at++];
	}
	return take(options, row, value, err);
}

static int parse_long(struct cli_options *options, struct arguments *args, const char *argument,
		      struct symdiff_error *err)
{
	const char *name = argument + 2, *equals = strchr(name, '=');
	const struct option_row *row =
		find_long(name, equals ? (size_t)(equals - name) : strlen(name));

	if (check_row(args, row, argument, err))
		return -1;
	return take_with_value(options, args, row, equals ? equals + 1 : NULL, err);
}

/* -v, -vv, -n5, -n 5 */
static int parse_letters(struct cli_options *options, struct arguments *args, const char *argument,
			 struct symdiff_error *err)
{
	for (const char *letter = argument + 1; *letter; letter++) {
		const struct option_row *row = find_letter(*letter);

		if (check_row(args, row, argument, err))
			return -1;
		if (row->argument)
			return take_with_value(options, args, row, letter[1] ? letter + 1 : NULL,
					       err);
		if (take(options, row, NULL, err))
			return -1;
	}
	return 0;
}

int options_parse(struct cli_options *options, const struct cli_command *command, int argc,
		  char **argv, struct symdiff_error *err)
{
	struct arguments args = { command, argv, argc, 0, NULL };
	bool only_files = false;

	options->files = mem_zalloc(argc + 1, sizeof(*options->files));
	while (args.at < argc) {
		const char *argument = argv[args.at++];
		int ret = 0;

		if (!only_files && args.files && (argument[0] != '-' || !argument[1]))
			ret = take(options, args.files, argument, err);
		else if (only_files || argument[0] != '-' || !argument[1])
			options->files[options->file_count++] = argument;
		else if (!strcmp(argument, "--"))
			only_files = true;
		else if (argument[1] == '-')
			ret = parse_long(options, &args, argument, err);
		else
			ret = parse_letters(options, &args, argument, err);
		if (ret)
			return -1;
	}
	options->print.with_idle = options->compare.with_idle;
	options->print.strict = options->strict;
	return 0;
}

void options_deinit(struct cli_options *options)
{
	for (size_t i = 0; i < options->owned_count; i++)
		free(options->owned[i]);
	free(options->owned);
	free(options->rules);
	free(options->files);
}

#define HELP_INDENT 30
#define HELP_WIDTH  80

/* @help, broken at blanks, from column @column on. */
static void print_wrapped(const char *help, size_t column, FILE *out)
{
	while (*help) {
		size_t word = strcspn(help, " ");

		if (column > HELP_INDENT && column + 1 + word > HELP_WIDTH) {
			fprintf(out, "\n%*s", HELP_INDENT, "");
			column = HELP_INDENT;
		} else if (column > HELP_INDENT) {
			fputc(' ', out);
			column++;
		}
		fwrite(help, 1, word, out);
		column += word;
		help += word + strspn(help + word, " ");
	}
	fputc('\n', out);
}

void options_print_help(const struct cli_command *command, FILE *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct option_row *row = &rows[i];
		char left[64], letter[8] = "    ";

		if (!(row->commands & command->bit))
			continue;
		if (row->letter)
			snprintf(letter, sizeof(letter), "-%c, ", row->letter);
		snprintf(left, sizeof(left), "%s--%s%s%s", letter, row->name,
			 row->argument ? " " : "", row->argument ? row->argument : "");
		fprintf(out, "  %-*s", HELP_INDENT - 2, left);
		if (strlen(left) + 2 >= HELP_INDENT)
			fprintf(out, "\n%*s", HELP_INDENT, "");
		print_wrapped(row->help, HELP_INDENT, out);
	}
}

/* What an option takes, where that is one of a few words: for completions. */
static void print_values(const struct option_row *row, FILE *out)
{
	static const char *const values[][2] = {
		{ "color", "auto always never" },
		{ "context", "task hardirq softirq kworker nmi idle" },
		{ "flame-width", "larger base new" },
		{ "sort", "share symbol dso bucket children delta base new" },
	};
	const struct report_writer *writer;
	const char *format, *what;

	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		if (!strcmp(values[i][0], row->name))
			fputs(values[i][1], out);
	for (size_t i = 0; !strcmp(row->name, "format") && (writer = report_writer_at(i)); i++)
		fprintf(out, "%s%s", i ? " " : "", writer->name);
	for (unsigned i = 0;
	     !strcmp(row->name, "input-format") && (format = symdiff_input_format(i, &what)); i++)
		fprintf(out, "%s%s", i ? " " : "", format);
}

static void print_table_row(const struct cli_command *command, const struct option_row *row,
			    FILE *out)
{
	fprintf(out, "%s\t--%s\t%s\t%s\t", command->name, row->name,
		row->argument ? row->argument : "", row->help);
	if (row->letter)
		fprintf(out, "-%c", row->letter);
	fputc('\t', out);
	print_values(row, out);
	fputc('\n', out);
}

void options_print_table(const struct cli_command *commands, size_t count, FILE *out)
{
	for (size_t c = 0; c < count; c++)
		for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
			if (rows[i].commands & commands[c].bit)
				print_table_row(&commands[c], &rows[i], out);
}
