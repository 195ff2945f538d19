// SPDX-License-Identifier: GPL-2.0-or-later
/* The command line, by the table of options. */
#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option_rows.h"
#include "cli/terminal.h"
#include "support/error.h"
#include "support/memory.h"

static void append(struct cli_options *options, const char *const **list, const char *value)
{
	size_t count = 0;

	while (*list && (*list)[count])
		count++;

	const char **longer = mem_zalloc(count + 2, sizeof(*longer));

	if (count)
		memcpy(longer, *list, count * sizeof(*longer));
	longer[count] = value;
	options_own(options, longer);
	*list = longer;
}

static void append_names(struct cli_options *options, const char *const **list, const char *value)
{
	char *names = mem_strdup(value), *rest = names;

	options_own(options, names);
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
	for (size_t i = 0; i < option_row_count; i++)
		if (strlen(option_rows[i].name) == len && !strncmp(option_rows[i].name, name, len))
			return &option_rows[i];
	return NULL;
}

static const struct option_row *find_letter(char letter)
{
	for (size_t i = 0; i < option_row_count; i++)
		if (letter && option_rows[i].letter == letter)
			return &option_rows[i];
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
