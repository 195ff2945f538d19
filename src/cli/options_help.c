// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "cli/option_rows.h"
#include "report/writer.h"
#include "support/memory.h"

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
	for (size_t i = 0; i < option_row_count; i++) {
		const struct option_row *row = &option_rows[i];
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
		for (size_t i = 0; i < option_row_count; i++)
			if (option_rows[i].commands & commands[c].bit)
				print_table_row(&commands[c], &option_rows[i], out);
}
