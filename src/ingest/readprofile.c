// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * readprofile(8) of util-linux: ticks of the timer interrupt per kernel
 * function, usually sorted by `sort -nr`.
 *
 *	1269413 _read_unlock_irq                         19834.5781
 *	c0105314 system_call                                  4355     77.7679    (-v)
 *
 * The last column is ticks per byte of code. The row "total" is the whole: the
 * first one when sorted downwards, else the last. Texts are of 2.4 and 2.6
 * kernels.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ingest/rows.h"
#include "support/scan.h"
#include "ingest/text.h"

struct tick_row {
	struct scan_word symbol;
	uint64_t ticks;
	bool is_total;
};

/* A C name, or a section's: .text.lock.swap */
static bool is_kernel_name(const struct scan_word *word)
{
	if (!isalpha((unsigned char)*word->at) && *word->at != '_' && *word->at != '.')
		return false;
	for (size_t i = 0; i < word->len; i++)
		if (!isalnum((unsigned char)word->at[i]) && !strchr("_.$", word->at[i]))
			return false;
	return true;
}

static bool scan_row(const char *line, struct tick_row *row)
{
	struct scan_decimal load;
	const char *plain = line, *verbose = line;
	uint64_t address;
	bool found = scan_uint(&plain, &row->ticks) && scan_word(&plain, &row->symbol) &&
		     is_kernel_name(&row->symbol) && scan_decimal(&plain, &load) && !*plain;

	if (!found) /* -v */
		found = scan_address(&verbose, false, &address) &&
			scan_word(&verbose, &row->symbol) && is_kernel_name(&row->symbol) &&
			scan_uint(&verbose, &row->ticks) && scan_decimal(&verbose, &load) &&
			!*verbose;
	row->is_total = found && row->symbol.len == 5 && !memcmp(row->symbol.at, "total", 5);
	return found && load.decimals == 4 && !load.has_sign;
}

/*
 * The row at line @at; the load may have been wrapped to a line of its own.
 * Returns the line after it, or @at if there is none.
 */
static size_t read_row(const struct text *text, size_t at, struct tick_row *row)
{
	char joined[256];

	if (scan_row(text->lines[at].at, row))
		return at + 1;
	if (at + 1 >= text->count ||
	    text->lines[at].len + text->lines[at + 1].len + 2 > sizeof(joined))
		return at;
	snprintf(joined, sizeof(joined), "%s %s", text->lines[at].at, text->lines[at + 1].at);
	if (!scan_row(joined, row))
		return at;

	/* The lines live on, @joined does not. */
	size_t offset = row->symbol.at - joined, len = text->lines[at].len;

	row->symbol.at = offset < len ? text->lines[at].at + offset
				      : text->lines[at + 1].at + (offset - len - 1);
	return at + 2;
}

enum { MOST_GAP = 2, LEAST_ROWS = 3 };

/* A table without its total needs more than one row to be believed. */
static bool starts_table(const struct text *text, size_t at)
{
	struct tick_row row;
	size_t rows = 0, gap = 0;

	while (at < text->count && gap <= MOST_GAP && rows < LEAST_ROWS) {
		size_t next = read_row(text, at, &row);

		if (next == at) {
			if (!rows)
				return false;
			gap++;
			at++;
			continue;
		}
		if (row.is_total)
			return true;
		gap = 0;
		rows++;
		at = next;
	}
	return rows >= LEAST_ROWS;
}

struct tick_table {
	struct profile *profile;
	struct rows rows;
	uint32_t kernel;
	uint64_t total, least; /* least: the ticks of the row above */
	bool has_total, is_sorted;
};

static void add_row(struct tick_table *table, const struct tick_row *row)
{
	if (row->is_total) {
		table->has_total = true;
		table->total = row->ticks;
		return;
	}
	table->is_sorted &= !table->rows.count || row->ticks <= table->least;
	table->least = row->ticks;
	rows_add(&table->rows, (struct row) {
				       .symbol = profile_symbol(table->profile, table->kernel,
								row->symbol.at, row->symbol.len),
				       .has_samples = true,
				       .samples = row->ticks,
			       });
}

/* After a gap, or at a second total: is @row of another table? */
static bool starts_another(const struct tick_table *table, const struct tick_row *row, size_t gap)
{
	if (row->is_total)
		return table->has_total;
	return gap && table->is_sorted && table->rows.count && row->ticks > table->least;
}

static size_t read_readprofile(const struct text *text, size_t at,
			       const struct ingest_options *options, struct document *doc,
			       int *failed, struct symdiff_error *err)
{
	struct tick_table table = { .is_sorted = true };
	struct tick_row row;
	size_t end = at, gap = 0;

	if (!starts_table(text, at))
		return at;
	table.profile = document_add(doc, "readprofile");
	table.kernel = profile_dso(table.profile, "", 0, DSO_KERNEL);
	for (bool is_last = false; at < text->count && gap <= MOST_GAP && !is_last;) {
		size_t next = read_row(text, at, &row);

		if (next == at) {
			gap++;
			at++;
			continue;
		}
		if (starts_another(&table, &row, gap))
			break;
		is_last = row.is_total && table.rows.count;
		add_row(&table, &row);
		end = at = next;
		gap = 0;
	}
	rows_finish(&table.rows, table.profile, profile_event(table.profile, "readprofile", 11),
		    &(struct rows_facts) {
			    .samples_are_weight = true,
			    .total_samples = table.total,
			    .maybe_cut = !table.has_total,
		    });
	rows_deinit(&table.rows);
	return end;
}

const struct table_format readprofile_format = {
	.name = "readprofile",
	.what = "readprofile: ticks per kernel function",
	.read = read_readprofile,
};
