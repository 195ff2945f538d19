// SPDX-License-Identifier: GPL-2.0-or-later
/* Results of benchmarks of two sides, for people. */
#include <math.h>
#include <string.h>

#include "report/bench_words.h"
#include "report/evidence_value.h"
#include "report/text.h"
#include "report/text_table.h"
#include "report/writer.h"

enum { LABEL_LENGTH = 256, NAME_MOST = 32, LINE_LENGTH = 512 };

static void print_side(const char *what, const struct bench_side *side, FILE *out)
{
	fprintf(out, "%s %s", what, side->path);
	if (side->files > 1)
		fprintf(out, " and %zu more", side->files - 1);
	if (*side->name)
		fprintf(out, " (%s)", side->name);
	fputc('\n', out);
}

/* "649.19", "649.2 +-1.2%", "no result", "broken", "". */
static void set_cell(struct text_row *line, size_t column, const struct bench_cell *cell)
{
	char room[32];

	if (!cell->runs) {
		if (cell->broken || cell->failed)
			text_cell(line, column, "%s", cell->broken ? "broken" : "no result");
		return;
	}
	text_evidence_number(cell->mean, room);
	if (cell->sd > 0 && cell->mean != 0)
		text_cell(line, column, "%s +-%.1f%%", room, 100 * cell->sd / fabs(cell->mean));
	else
		text_cell(line, column, "%s", room);
}

static const char *verdict_colour(const struct bench_row *row)
{
	if ((row->verdict == BENCH_WORSE && row->moved) || row->verdict == BENCH_NO_RESULT ||
	    row->verdict == BENCH_BROKEN)
		return text_red;
	return row->verdict == BENCH_BETTER && row->moved ? text_green
	       : row->is_detail				  ? text_dim
							  : NULL;
}

/* "time_s"; where the row has only one measure its unit, and "?" if nothing says what it is. */
static const char *measure_of(const struct bench_row *row)
{
	if (strcmp(row->key, "value") != 0)
		return row->key;
	return *row->unit || row->better != EVIDENCE_EITHER ? row->unit : "?";
}

/* Where each cell goes: names stand in front, or behind if they are long, as those of LKP are. */
enum cell { NAME, MEASURE, BASE_VALUE, NEW_VALUE, CHANGE, VERDICT, CELLS };

static size_t place(const struct text_table *table, enum cell cell)
{
	if (!table->names_last)
		return cell;
	return cell == NAME ? CELLS - 1 : cell - 1;
}

/* "-74.4 to +81.7 %": one sign is enough for both. */
static void range_cell(struct text_row *line, size_t column, const char *change,
		       const struct bench_row *row)
{
	char low[32], high[32];

	bench_words_ratio(row->low, low, sizeof(low));
	bench_words_ratio(row->high, high, sizeof(high));

	char *sign = strstr(low, " %");

	if (sign && strstr(high, " %"))
		*sign = '\0';
	text_cell(line, column, "%s (%s to %s)", change, low, high);
}

static void add_row(struct text_table *table, const struct bench_row *row, const char *label,
		    int indent)
{
	struct text_row *line = text_table_row(table, table->names_last ? 0 : indent);
	char change[64];
	size_t at = place(table, CHANGE);

	line->colour = verdict_colour(row);
	text_cell(line, place(table, NAME), "%*s%s", table->names_last ? indent : 0, "", label);
	text_cell(line, place(table, MEASURE), "%s", measure_of(row));
	set_cell(line, place(table, BASE_VALUE), &row->cells[0]);
	set_cell(line, place(table, NEW_VALUE), &row->cells[1]);
	bench_words_ratio(row->ratio, change, sizeof(change));
	if (!isnan(row->low))
		range_cell(line, at, change, row);
	else
		text_cell(line, at, "%s", change);
	text_cell(line, place(table, VERDICT), "%s", bench_words_verdict(row));
}

static bool has_long_names(const struct bench_table *bench)
{
	char label[LABEL_LENGTH];

	for (size_t i = 0; i < bench->count; i++)
		if (strlen(bench_case(bench->rows[i].row, label, sizeof(label))) > NAME_MOST)
			return true;
	return false;
}

/* The subject as a line of its own where it changes, the cases below it, or each @above its row. */
static void add_rows(struct text_table *table, const struct bench_table *bench, bool above)
{
	static const char *const heads[CELLS] = { "", "measure", "base", "new", "change", "" };
	char subject[LABEL_LENGTH], of[LABEL_LENGTH] = "";
	char label[LABEL_LENGTH], last[LABEL_LENGTH] = "";

	table->last_is_text = !table->names_last;
	for (int i = NAME; i < CELLS; i++)
		table->heads[place(table, i)] = heads[i];
	for (size_t i = 0; i < bench->count; i++) {
		bench_subject(bench->rows[i].row, subject, sizeof(subject));
		bench_case(bench->rows[i].row, label, sizeof(label));
		if (strcmp(subject, of) != 0) {
			if (*subject)
				text_cell(text_table_row(table, 0), place(table, NAME), "%s",
					  subject);
			memcpy(of, subject, sizeof(of));
			last[0] = '\0';
		}
		if (above && strcmp(label, last))
			text_cell(text_table_row(table, *subject ? 2 : 0), NAME, "%s", label);
		add_row(table, &bench->rows[i], above || !strcmp(label, last) ? "" : label,
			*subject ? 2 : 0);
		memcpy(last, label, sizeof(last));
	}
}

/* Names stand behind where they are long, and above where the table were too wide otherwise. */
static void print_rows(const struct bench_table *bench, const struct symdiff_print_options *options,
		       FILE *out)
{
	struct text_table table = { .columns = CELLS, .names_last = has_long_names(bench) };

	add_rows(&table, bench, false);
	if (!table.names_last && text_table_columns(&table) > text_width(options)) {
		text_table_clear(&table);
		add_rows(&table, bench, true);
	}
	text_table_print(&table, options, out);
}

/* All that moved one way is one line: "alloc_cycles: 32 to 128 bytes +24.2 to +38.7 % (worse); …". */
static void print_classes(const struct bench_table *bench,
			  const struct symdiff_print_options *options, FILE *out)
{
	for (size_t i = 0; i < bench->class_count;) {
		const struct bench_class *first = &bench->classes[i];
		char line[LINE_LENGTH], range[64], change[64];
		size_t len = (size_t)snprintf(
			line, sizeof(line), "%s%s%s, %s:", first->row->row->name,
			first->row->row->group ? " " : "",
			first->row->row->group ? first->row->row->group : "",
			strcmp(first->row->key, "value") ? first->row->key : first->row->unit);

		for (size_t k = i; i < bench->class_count && bench->classes[i].set == first->set;
		     i++)
			if (len < sizeof(line))
				len += (size_t)snprintf(
					line + len, sizeof(line) - len, "%s %s %s",
					i > k ? ";" : "",
					bench_words_range(&bench->classes[i], range, sizeof(range)),
					bench_words_change(&bench->classes[i], change,
							   sizeof(change)));
		text_wrap(line, 2, options, out);
	}
}

/* The tables that the text had, each with the mean of its results behind it. */
static void print_tables(const struct bench_table *bench,
			 const struct symdiff_print_options *options, FILE *out)
{
	char room[LINE_LENGTH];

	print_rows(bench, options, out);
	fputc('\n', out);
	for (size_t i = 0; i < bench->mean_count; i++) {
		const struct bench_mean *mean = &bench->means[i];
		const struct evidence_row *of = bench->rows[mean->first].row;
		char line[2 * LINE_LENGTH];

		bench_words_mean(mean, room, sizeof(room));
		snprintf(line, sizeof(line), "%s%s%s",
			 bench->mean_count == 1	       ? ""
			 : mean->count == bench->count ? "all"
			 : of->group		       ? of->group
						       : of->name,
			 bench->mean_count == 1 ? "" : ": ", room);
		text_wrap(line, 2, options, out);
	}
}

void text_bench_table(const struct bench_table *bench, const struct symdiff_print_options *options,
		      FILE *out)
{
	char room[LINE_LENGTH];
	const char *note;

	print_tables(bench, options, out);
	print_classes(bench, options, out);
	for (size_t i = 0; (note = bench_words_note(bench, i, room, sizeof(room))); i++)
		text_wrap(note, 0, options, out);
}

void text_bench(const struct bench_report *report, const struct symdiff_print_options *options,
		FILE *out)
{
	print_side("base", &report->sides[0], out);
	print_side("new ", &report->sides[1], out);
	fputc('\n', out);
	text_bench_table(report->table, options, out);
}
