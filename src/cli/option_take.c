// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/option_rows.h"
#include "cli/terminal.h"
#include "report/writer.h"
#include "support/error.h"
#include "support/memory.h"
#include "support/slice.h"

void options_own(struct cli_options *options, void *memory)
{
	array_reserve(options->owned, options->owned_capacity, options->owned_count + 1);
	options->owned[options->owned_count++] = memory;
}

int take_format(struct cli_options *options, const char *value, struct symdiff_error *err)
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

int take_work(struct cli_options *options, const char *value, struct symdiff_error *err)
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
int take_work_from(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	char *base = mem_strdup(value);

	options_own(options, base);
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

int take_cpus(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	char *end;
	unsigned long cpus = strtoul(value, &end, 10);

	if (!char_is_digit(*value) || *end || !cpus || cpus > 1u << 20)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--cpus takes a number from 1 on, not '%s'", value);
	options->evidence.cpus = (unsigned)cpus;
	return 0;
}

int take_level(struct cli_options *options, const char *value, struct symdiff_error *err)
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

int take_max(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	add_rule(options, SYMDIFF_MAX, value);
	return 0;
}

int take_max_growth(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	add_rule(options, SYMDIFF_MAX_GROWTH, value);
	return 0;
}

int take_separator(struct cli_options *options, const char *value, struct symdiff_error *err)
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

int take_flame_width(struct cli_options *options, const char *value, struct symdiff_error *err)
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

int take_colour(struct cli_options *options, const char *value, struct symdiff_error *err)
{
	int colour = terminal_colour(value);

	if (colour < 0)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "--color takes auto, always or never, not '%s'", value);
	options->print.colour = colour;
	return 0;
}
