// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Plain text for mailing lists: ASCII, 72 columns, so that it can be quoted a
 * few times. Tables as the reports of the kernel test robot have them: figures
 * first, names last. At the end the commands that make it again.
 */
#include <math.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/gate.h"
#include "diff/motion.h"
#include "diff/words.h"
#include "report/diff_rows.h"
#include "report/gate_text.h"
#include "report/text.h"
#include "report/text_table.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/utf8.h"

#define MAIL_WIDTH    72
#define SYMBOLS_SHOWN 15

static struct symdiff_print_options for_mail(const struct symdiff_print_options *options)
{
	struct symdiff_print_options mail = *options;

	mail.width = MAIL_WIDTH;
	mail.colour = mail.utf8 = false;
	return mail;
}

/* ---- the commands ---- */

/* Where the next word of a shell line ends: at a blank that no quote holds. */
static const char *word_end(const char *at)
{
	for (bool quoted = false; *at && (quoted || *at != ' '); at++) {
		if (*at == '\'')
			quoted = !quoted;
		else if (!quoted && *at == '\\' && at[1])
			at++;
	}
	return at;
}

/* A shell line in as many lines as it takes. */
static void put_command(const char *command, FILE *out)
{
	cleanup_free char *safe = utf8_printable(command);
	size_t column = 2;

	fputs("  ", out);
	for (const char *at = safe; *at;) {
		const char *end = word_end(at);
		size_t length = end - at;

		if (column > 2 && column + 1 + length + 2 > MAIL_WIDTH) {
			fputs(" \\\n      ", out);
			column = 6;
		} else if (column > 2) {
			fputc(' ', out);
			column++;
		}
		fwrite(at, 1, length, out);
		column += length;
		at = end + strspn(end, " ");
	}
	fputc('\n', out);
}

static const char *recorded_with(const struct symdiff_profile *side)
{
	if (!side || !side->profile->recording.command_line)
		return "";
	return profile_text(side->profile, side->profile->recording.command_line);
}

static void put_reproduction(const struct symdiff_profile *const sides[SIDES],
			     const struct symdiff_print_options *options, FILE *out)
{
	const char *base = recorded_with(sides[BASE]), *newer = recorded_with(sides[NEW]);
	bool alike = sides[BASE] && !strcmp(base, newer);

	if (*base && !alike) {
		fputs("\nThe base was recorded with:\n\n", out);
		put_command(base, out);
	}
	if (*newer) {
		fprintf(out, "\n%s recorded with:\n\n", alike ? "Both were" : "The new side was");
		put_command(newer, out);
	}
	if (!options->command)
		return;
	fprintf(out, "\nTo reproduce, with symdiff %s:\n\n", symdiff_version());
	put_command(options->command, out);
}

/* ---- a diff ---- */

static void number_cell(struct text_row *row, size_t column, const char *format, double low,
			double high)
{
	char text[2][32];

	snprintf(text[0], sizeof(text[0]), format, low);
	snprintf(text[1], sizeof(text[1]), format, high);
	if (!strcmp(text[0], text[1]))
		text_cell(row, column, "%s", text[0]);
	else
		text_cell(row, column, "%s..%s", text[0], text[1]);
}

/* "+28..+30 %": there is little room. */
static void ratio_cell(struct text_row *row, size_t column, const struct diff_event *event,
		       const struct mover *mover)
{
	char ratio[64];
	const char *to;

	words_ratio(diff_ratio(event, mover->self[BASE], mover->hidden[BASE], mover->self[NEW],
			       mover->hidden[NEW]),
		    ratio, sizeof(ratio));
	to = strncmp(ratio, "up to ", 6) ? strstr(ratio, " to ") : NULL;
	if (to)
		text_cell(row, column, "%.*s..%s", (int)(to - ratio), ratio, to + 4);
	else
		text_cell(row, column, "%s", ratio);
}

static void add_row(struct text_table *table, const struct diff_event *event, const char *name,
		    const struct mover *mover)
{
	struct text_row *row = text_table_row(table, 0);
	double low[SIDES], high[SIDES];

	for (int side = 0; side < SIDES; side++) {
		low[side] = 100 * diff_share(event, side, mover->self[side]);
		high[side] = 100 * diff_share(event, side, mover->self[side] + mover->hidden[side]);
		if (!mover->self[side] && mover->hidden[side])
			text_cell(row, side, "< %.2f", high[side]);
		else
			number_cell(row, side, "%.2f", low[side], high[side]);
	}
	number_cell(row, 2, "%+.2f", low[NEW] - high[BASE], high[NEW] - low[BASE]);
	if (table->columns > 4)
		ratio_cell(row, 3, event, mover);
	text_cell(row, table->columns - 1, "%s", name);
}

static struct text_table mail_table(const struct diff_event *event, const char *what)
{
	bool amounts = event->amount[BASE] > 0 && event->amount[NEW] > 0;
	struct text_table table = { .heads = { "base %", "new %", "pp" },
				    .columns = amounts ? 5 : 4,
				    .names_last = true };

	if (amounts)
		table.heads[3] = event->work_known ? "cost" : event->amount_unit;
	table.heads[table.columns - 1] = what;
	return table;
}

/* What a cut table leaves out, last: any bucket may be in it. */
static void add_not_listed(struct text_table *table, const struct diff_event *event)
{
	uint64_t rest[SIDES];
	struct text_row *row;

	for (int side = 0; side < SIDES; side++)
		rest[side] = event->totals[side]->buckets[BUCKET_NOT_LISTED].self;
	if (!rest[BASE] && !rest[NEW])
		return;
	row = text_table_row(table, 0);
	for (int side = 0; side < SIDES; side++)
		text_cell(row, side, "%.2f", 100 * diff_share(event, side, rest[side]));
	text_cell(row, table->columns - 1, "not listed");
}

static void put_buckets(const struct diff_event *event, const struct symdiff_print_options *options,
			FILE *out)
{
	struct text_table table = mail_table(event, event->charged ? "charged to" : "bucket");
	size_t count;
	const struct diff_bucket **list = text_diff_buckets(event, options, &count);

	for (size_t i = 0; i < count; i++) {
		struct mover mover = mover_of_owner(event, list[i]);

		if (mover.self[BASE] || mover.self[NEW])
			add_row(&table, event, list[i]->name, &mover);
	}
	add_not_listed(&table, event);
	fputc('\n', out);
	text_table_print(&table, options, out);
	free(list);
}

/* Those that moved most, under their name in the new kernel. */
static void put_symbols(const struct symdiff_diff *diff, const struct diff_event *event,
			const struct symdiff_print_options *options, FILE *out)
{
	struct text_table table = mail_table(event, "symbol");
	struct symdiff_print_options some = *options;
	struct diff_rows rows;

	if (some.limit <= 0 && !some.verbose)
		some.limit = SYMBOLS_SHOWN;
	diff_rows_init(&rows, diff, event, &some, ROWS_FOR_PEOPLE);
	for (size_t i = 0; i < rows.count; i++) {
		struct mover mover = mover_of_row(event, rows.rows[i]);
		const char *dso = diff_row_dso(event, rows.rows[i]);
		bool kernel = !strcmp(dso, "[kernel]");
		char name[512];

		snprintf(name, sizeof(name), "%s%s%s", diff_row_name(event, rows.rows[i]),
			 kernel ? "" : " ", kernel ? "" : dso);
		add_row(&table, event, name, &mover);
	}
	if (rows.count)
		fputc('\n', out);
	text_table_print(&table, options, out);
	diff_rows_deinit(&rows);
}

static void put_warnings(const struct symdiff_profile *const sides[SIDES],
			 const struct symdiff_print_options *options, FILE *out)
{
	static const char *const names[] = { "base", "new" };
	bool any = false;

	for (int side = 0; side < SIDES; side++) {
		if (!sides[side] || !sides[side]->profile->warning_count)
			continue;
		if (!any)
			fputc('\n', out);
		any = true;
		text_warnings(sides[side], names[side], options, out);
	}
}

static void mail_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		      FILE *out)
{
	struct symdiff_print_options mail = for_mail(options);

	for (size_t i = 0; i < diff->event_count; i++) {
		const struct diff_event *event = &diff->events[i];

		if (i)
			fputc('\n', out);
		text_diff_head(diff, event, &mail, out);
		put_buckets(event, &mail, out);
		put_symbols(diff, event, &mail, out);
		text_ledger(event, &mail, out);
	}
	put_warnings(diff->side, &mail, out);
	put_reproduction(diff->side, &mail, out);
}

/* ---- a gate ---- */

static void add_rule(struct text_table *table, const struct gate_rule *rule)
{
	struct text_row *row = text_table_row(table, 0);

	text_limit_cell(row, 0, rule, rule->value);
	text_limit_cell(row, 1, rule, rule->low);
	text_limit_cell(row, 2, rule, rule->high);
	text_cell(row, 3, "%s", rule->unit == LIMIT_POINTS ? "pp" : "%");
	text_cell(row, 4, "%s", rule->charged ? "charged" : "self");
	text_cell(row, 5, "%s", text_outcomes[rule->outcome]);
	text_cell(row, 6, "%s %s", gate_kind(rule->kind), rule->text);
}

static void mail_verdict(const struct symdiff_verdict *verdict,
			 const struct symdiff_print_options *options, FILE *out)
{
	struct symdiff_print_options mail = for_mail(options);
	struct text_table table = {
		.heads = { "seen", "at least", "at most", "", "of", "verdict", "limit" },
		.columns = 7,
		.names_last = true,
	};

	text_verdict_head(verdict, &mail, out);
	fputc('\n', out);
	for (size_t i = 0; i < verdict->count; i++)
		add_rule(&table, &verdict->rules[i]);
	text_table_print(&table, &mail, out);
	fputc('\n', out);
	text_verdict_reasons(verdict, &mail, out);
	put_warnings(verdict->side, &mail, out);
	put_reproduction(verdict->side, &mail, out);
}

const struct report_writer mail_writer = {
	.format = SYMDIFF_MAIL,
	.name = "mail",
	.what = "of a diff or a gate: plain text for a mailing list",
	.diff = mail_diff,
	.verdict = mail_verdict,
};
