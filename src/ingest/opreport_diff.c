// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * opreport { base } { new }: samples and share are those of the second
 * profile; diff % is how much the share changed, in percent of the first one.
 * "---" marks rows of the first profile only, whose samples are of that one
 * and whose share is not printed; "+++" marks rows of the second only.
 */
#include <string.h>

#include "ingest/opreport_profile.h"
#include "ingest/rows.h"

static bool is_only_base(const struct opreport_row *row)
{
	return row->values[0].only_base;
}

/* The share before: 48.5366 % that is 0.4999 % more was 48.2952 %. */
static double base_percent(const struct opreport_value *value)
{
	double ratio = 1 + value->change / 100;

	return ratio > 0 ? value->percent / ratio : 0;
}

struct sums {
	double new_percent, half, base_percent; /* of rows that print them */
	uint64_t only_base_samples;
	size_t only_base;
};

static struct sums sum_up(const struct opreport_table *table)
{
	struct sums sums = { 0 };

	for (size_t i = 0; i < table->count; i++) {
		const struct opreport_value *value = &table->rows[i].values[0];

		if (is_only_base(&table->rows[i])) {
			sums.only_base++;
			sums.only_base_samples += value->samples;
			continue;
		}
		sums.new_percent += value->percent;
		sums.half += value->half_digit;
		if (!value->only_new)
			sums.base_percent += base_percent(value);
	}
	return sums;
}

static void add_side(struct rows *rows, struct profile *profile, const struct opreport_row *row,
		     double percent, const uint64_t *samples)
{
	struct row out = {
		.has_percent = true,
		.percent = percent,
		.half_digit = row->values[0].half_digit,
		.has_samples = samples,
		.samples = samples ? *samples : 0,
	};

	out.symbol = opreport_symbol(profile, row, &out.comm);
	rows_add(rows, out);
}

static void fill_base(struct profile *base, const struct opreport_table *table,
		      const struct opreport_header *header)
{
	struct sums sums = sum_up(table);
	bool is_whole = sums.new_percent >= 100 - sums.half - 0.005;
	double rest = sums.base_percent < 100 ? 100 - sums.base_percent : 0;
	struct rows rows = { 0 };

	for (size_t i = 0; i < table->count; i++) {
		const struct opreport_row *row = &table->rows[i];
		const struct opreport_value *value = &row->values[0];

		if (!value->only_base && !value->only_new)
			add_side(&rows, base, row, base_percent(value), NULL);
		else if (value->only_base && is_whole && sums.only_base_samples)
			/* Nothing else is left: they share the rest by their samples. */
			add_side(&rows, base, row,
				 rest * ((double)value->samples / (double)sums.only_base_samples),
				 NULL);
	}
	if (sums.only_base && !is_whole)
		profile_warn(base,
			     "%zu symbols of the base alone (---) have no share in a table that is "
			     "cut: they are in [not listed]",
			     sums.only_base);
	rows_finish(&rows, base, opreport_event(base, header, 0), &(struct rows_facts) { 0 });
	rows_deinit(&rows);
}

static void fill_new(struct profile *newer, const struct opreport_table *table,
		     const struct opreport_header *header)
{
	struct rows rows = { 0 };

	for (size_t i = 0; i < table->count; i++)
		if (!is_only_base(&table->rows[i]))
			add_side(&rows, newer, &table->rows[i], table->rows[i].values[0].percent,
				 &table->rows[i].values[0].samples);
	rows_finish(&rows, newer, opreport_event(newer, header, 0), &(struct rows_facts) { 0 });
	rows_deinit(&rows);
}

void opreport_add_comparison(struct document *doc, const struct opreport_table *table,
			     const struct opreport_header *header)
{
	fill_base(document_add(doc, "opreport"), table, header);
	fill_new(document_add(doc, "opreport"), table, header);
	doc->is_comparison = true;
}
