// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/csv_table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/utf8.h"

struct csv csv_open(const struct symdiff_print_options *options, FILE *out)
{
	return (struct csv) { out, options->separator ? options->separator : ',', false };
}

static void begin_field(struct csv *csv)
{
	if (csv->in_row)
		fputc(csv->separator, csv->out);
	csv->in_row = true;
}

static bool needs_quotes(const struct csv *csv, const char *text)
{
	return strchr(text, csv->separator) || strpbrk(text, "\"\r\n") || *text == ' ';
}

void csv_text(struct csv *csv, const char *text)
{
	cleanup_free char *safe = utf8_printable(text);

	begin_field(csv);
	if (!needs_quotes(csv, safe)) {
		fputs(safe, csv->out);
		return;
	}
	fputc('"', csv->out);
	for (const char *c = safe; *c; c++) {
		if (*c == '"')
			fputc('"', csv->out);
		fputc(*c, csv->out);
	}
	fputc('"', csv->out);
}

void csv_head(struct csv *csv, const char *names)
{
	for (const char *name = names, *end; *name; name = *end ? end + 1 : end) {
		end = strchrnul(name, ',');
		begin_field(csv);
		fwrite(name, 1, end - name, csv->out);
	}
	csv_end_row(csv);
}

void csv_empty(struct csv *csv)
{
	begin_field(csv);
}

void csv_probability(struct csv *csv, double p)
{
	char text[32];

	if (isnan(p)) {
		csv_empty(csv);
		return;
	}
	snprintf(text, sizeof(text), "%.4g", p);
	csv_text(csv, text);
}

void csv_number(struct csv *csv, double value)
{
	char digits[400];

	if (!isfinite(value)) {
		csv_empty(csv);
		return;
	}
	snprintf(digits, sizeof(digits), "%.6f", value);
	csv_text(csv, digits);
}

void csv_share(struct csv *csv, double share)
{
	csv_number(csv, 100 * share);
}

void csv_count(struct csv *csv, uint64_t count)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, count);
	csv_text(csv, digits);
}

void csv_weight(struct csv *csv, const struct totals *totals, uint64_t weight)
{
	if (totals_event(totals)->scale == 1)
		csv_count(csv, weight);
	else
		csv_number(csv, totals_units(totals, weight));
}

void csv_end_row(struct csv *csv)
{
	fputc('\n', csv->out);
	csv->in_row = false;
}
