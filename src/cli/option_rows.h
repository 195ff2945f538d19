/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_OPTION_ROWS_H
#define CLI_OPTION_ROWS_H

#include "cli/options.h"

/* The table of options, from which parsing, help and completion are made. */
/* Takes a value that needs more than to be stored. */
typedef int option_take(struct cli_options *options, const char *value, struct symdiff_error *err);

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
	option_take *take;
};

extern const struct option_row option_rows[];
extern const size_t option_row_count;

/* option_take.c: what OPTION_SPECIAL takes. */
option_take take_format, take_work, take_work_from, take_cpus, take_level, take_max,
	take_max_growth, take_separator, take_flame_width, take_colour;

/* option_take.c: free @memory with the options. */
void options_own(struct cli_options *options, void *memory);

#endif
