// SPDX-License-Identifier: GPL-2.0-or-later
/* Results of benchmarks of two sides as a table in Markdown. */
#include <math.h>
#include <string.h>

#include "report/bench_words.h"
#include "report/evidence_value.h"
#include "report/markdown_fit.h"
#include "report/markdown_parts.h"
#include "report/markdown_text.h"
#include "report/writer.h"

enum { LABEL_LENGTH = 256, LINE_LENGTH = 512 };

static void put_cell(const struct bench_cell *cell, FILE *out)
{
	char room[32];

	if (cell->runs)
		fprintf(out, " %s", text_evidence_number(cell->mean, room));
	else if (cell->broken || cell->failed)
		fprintf(out, " %s", cell->broken ? "broken" : "no result");
	if (cell->runs && cell->sd > 0 && cell->mean != 0)
		fprintf(out, " ±%.1f %%", 100 * cell->sd / fabs(cell->mean));
	fputs(" |", out);
}

static void put_row(const struct bench_row *row, FILE *out)
{
	char label[LABEL_LENGTH], change[64];
	bool is_loud = (row->verdict == BENCH_WORSE && row->moved) ||
		       row->verdict == BENCH_NO_RESULT || row->verdict == BENCH_BROKEN;

	fputs("| ", out);
	if (*bench_subject(row->row, label, sizeof(label))) {
		markdown_text(label, out);
		fputs(", ", out);
	}
	markdown_text(bench_case(row->row, label, sizeof(label)), out);
	fputs(" | ", out);
	markdown_text(strcmp(row->key, "value") ? row->key : row->unit, out);
	fputs(" |", out);
	put_cell(&row->cells[0], out);
	put_cell(&row->cells[1], out);
	fprintf(out, " %s | %s%s%s |\n", bench_words_ratio(row->ratio, change, sizeof(change)),
		is_loud ? "**" : "", bench_words_verdict(row), is_loud ? "**" : "");
}

void markdown_bench_table(const struct bench_table *table, FILE *out)
{
	char room[LINE_LENGTH], range[64], change[64];
	const char *note;

	fputs("\n| test | measure | base | new | change | |\n", out);
	markdown_rule("llrrrl", out);
	for (size_t i = 0; i < table->count; i++)
		put_row(&table->rows[i], out);
	fputc('\n', out);
	for (size_t i = 0; i < table->mean_count; i++) {
		const struct bench_mean *mean = &table->means[i];
		const struct evidence_row *of = table->rows[mean->first].row;

		fputs("- ", out);
		if (table->mean_count > 1) {
			markdown_text(mean->count == table->count ? "all"
				      : of->group		  ? of->group
								  : of->name,
				      out);
			fputs(": ", out);
		}
		markdown_text(bench_words_mean(mean, room, sizeof(room)), out);
		fputc('\n', out);
	}
	for (size_t i = 0; i < table->class_count; i++) {
		const struct bench_class *class = &table->classes[i];

		fputs("- ", out);
		markdown_text(class->row->row->name, out);
		fputs(", ", out);
		markdown_text(strcmp(class->row->key, "value") ? class->row->key : class->row->unit,
			      out);
		fprintf(out, ": %s %s\n", bench_words_range(class, range, sizeof(range)),
			bench_words_change(class, change, sizeof(change)));
	}
	for (size_t i = 0; (note = bench_words_note(table, i, room, sizeof(room))); i++) {
		fputs("- ", out);
		markdown_text(note, out);
		fputc('\n', out);
	}
}

static void put_bench(const struct bench_report *report, FILE *out)
{
	fputs("### Benchmarks: ", out);
	markdown_code(report->sides[0].path, out);
	fputs(" → ", out);
	markdown_code(report->sides[1].path, out);
	fputc('\n', out);
	markdown_bench_table(report->table, out);
}

void markdown_bench(const struct bench_report *report, const struct symdiff_print_options *options,
		    FILE *out)
{
	struct markdown_fit fit;

	put_bench(report, markdown_begin(&fit));
	markdown_end(&fit, options, out);
}
