// SPDX-License-Identifier: GPL-2.0-or-later
#include "fleet/ranges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"
#include "support/memory.h"
#include "support/slice.h"
#include "support/table.h"

enum { NAME_MOST = 120, TITLE_MOST = 160, ROWS_MOST = 16384 };

/* Two ends are the same if they differ by no more than their rounding. */
#define ROUNDING 0.0051

/* ---- reading ---- */

struct found_row {
	char name[NAME_MOST];
	double low, high;
};

/* The last word of @rest, which then ends before it. */
static struct slice last_word(struct slice *rest)
{
	struct slice word;
	size_t len = 0;

	*rest = slice_trim(*rest);
	while (len < rest->len && !char_is_blank(rest->at[rest->len - len - 1]))
		len++;
	word = (struct slice) { rest->at + rest->len - len, len };
	rest->len -= len;
	return word;
}

/* "NAME LOW to HIGH", each number with or without a %. */
static bool read_row(struct slice line, struct found_row *row)
{
	struct decimal low, high;
	size_t len = 0;

	if (!slice_decimal(last_word(&line), &high) || !slice_equals(last_word(&line), "to") ||
	    !slice_decimal(last_word(&line), &low) || low.value > high.value)
		return false;
	for (struct slice word; (word = slice_word(&line)).len;) {
		if (len + word.len + 2 > sizeof(row->name))
			return false;
		if (len)
			row->name[len++] = ' ';
		memcpy(row->name + len, word.at, word.len);
		len += word.len;
	}
	row->name[len] = '\0';
	row->low = low.value;
	row->high = high.value;
	return len > 0;
}

static struct slice line_of(const struct text *text, size_t at)
{
	return slice_trim((struct slice) { text->lines[at].at, text->lines[at].len });
}

/* The paragraph above line @at begins with what the table is about; its last line is closest. */
static const char *title_above(struct range_set *set, const struct text *text, size_t first,
			       size_t at)
{
	struct found_row row;
	size_t last = at;

	while (last > first && !line_of(text, last - 1).len)
		last--;
	if (last == first || read_row(line_of(text, last - 1), &row))
		return "";

	struct slice line = line_of(text, last - 1);

	return arena_strndup(&set->arena, line.at, line.len < TITLE_MOST ? line.len : TITLE_MOST);
}

static struct range_row *row_named(struct range_set *set, struct table *index, const char *name)
{
	uint32_t hash = hash_bytes(name, strlen(name));
	struct range_row *row;

	table_for_each (index, hash, id)
		if (!strcmp(set->rows[id].name, name))
			return &set->rows[id];
	array_reserve(set->rows, set->row_capacity, set->row_count + 1);
	row = &set->rows[set->row_count];
	*row = (struct range_row) {
		.name = arena_strndup(&set->arena, name, strlen(name)),
		.ends = mem_zalloc(RANGE_TABLES_MAX, sizeof(*row->ends)),
	};
	table_insert(index, hash, (uint32_t)set->row_count++);
	return row;
}

static void index_rows(const struct range_set *set, struct table *index)
{
	for (uint32_t i = 0; i < set->row_count; i++)
		table_insert(index, hash_bytes(set->rows[i].name, strlen(set->rows[i].name)), i);
}

/* The rows from line @at to before @end; the first of a name counts. */
static int take_rows(struct range_set *set, const struct text *text, size_t at, size_t end,
		     struct table *index, struct symdiff_error *err)
{
	struct range_table *table = &set->tables[set->table_count - 1];
	struct found_row found;

	for (; at < end; at++) {
		struct range_ends *ends;

		if (!read_row(line_of(text, at), &found))
			continue;
		if (set->row_count == ROWS_MOST)
			return symdiff_fail(err, SYMDIFF_ERR_LIMIT, text->lines[at].number,
					    "more than %d rows of ranges", ROWS_MOST);
		ends = &row_named(set, index, found.name)->ends[set->table_count - 1];
		if (ends->known)
			continue;
		*ends = (struct range_ends) { true, found.low, found.high };
		table->rows++;
	}
	return 0;
}

static int add_table(struct range_set *set, const struct text *text, size_t first, size_t at,
		     const char *label, size_t number, struct symdiff_error *err)
{
	struct range_table *table;

	if (set->table_count == RANGE_TABLES_MAX)
		return symdiff_fail(err, SYMDIFF_ERR_LIMIT, text->lines[at].number,
				    "more than %d tables of ranges", RANGE_TABLES_MAX);
	array_reserve(set->tables, set->table_capacity, set->table_count + 1);
	table = &set->tables[set->table_count++];
	*table = (struct range_table) {
		.label = label ? arena_strndup(&set->arena, label, strlen(label))
			       : arena_printf(&set->arena, "#%zu", number),
		.title = title_above(set, text, first, at),
		.line = text->lines[at].number,
	};
	return 0;
}

int ranges_read(struct range_set *set, const struct text *text, size_t number, const char *label,
		struct symdiff_error *err)
{
	struct table index = { .slots = NULL };
	struct found_row row;
	size_t seen = 0, first = 0;
	int added = 0;

	index_rows(set, &index);
	for (size_t at = 0; added >= 0 && at < text->count;) {
		size_t end = at;

		while (end < text->count && read_row(line_of(text, end), &row))
			end++;
		if (end == at) {
			at++;
			continue;
		}
		seen++;
		if (!number || seen == number) {
			bool failed = add_table(set, text, first, at, label, seen, err) ||
				      take_rows(set, text, at, end, &index, err);

			added = failed ? -1 : added + 1;
		}
		first = at = end;
	}
	table_deinit(&index);
	if (number && !added)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
				    "table #%zu was asked for, the file holds %zu", number, seen);
	return added;
}

/* ---- comparing ---- */

static bool is_within(const struct range_ends *outer, const struct range_ends *inner)
{
	return inner->low >= outer->low - ROUNDING && inner->high <= outer->high + ROUNDING;
}

static double width(const struct range_ends *ends)
{
	return ends->high - ends->low;
}

static void compare_row(struct range_set *set, uint32_t row, struct range_pair *pair)
{
	const struct range_ends *outer = &set->rows[row].ends[pair->outer];
	const struct range_ends *inner = &set->rows[row].ends[pair->inner];
	const struct range_row *most;

	if (!outer->known || !inner->known)
		return;
	pair->common++;
	if (!is_within(outer, inner))
		return;
	pair->within++;
	if (width(outer) - width(inner) <= ROUNDING)
		return;
	pair->narrower++;
	most = pair->most == UINT32_MAX ? NULL : &set->rows[pair->most];
	if (!most || width(outer) - width(inner) >
			     width(&most->ends[pair->outer]) - width(&most->ends[pair->inner]))
		pair->most = row;
}

static struct range_pair compare(struct range_set *set, uint32_t outer, uint32_t inner)
{
	struct range_pair pair = { .outer = outer, .inner = inner, .most = UINT32_MAX, .text = "" };

	for (uint32_t i = 0; i < set->row_count; i++)
		compare_row(set, i, &pair);
	return pair;
}

static const char *pair_words(struct range_set *set, const struct range_pair *pair)
{
	const char *outer = set->tables[pair->outer].label, *inner = set->tables[pair->inner].label;
	const struct range_row *row;

	if (pair->within < pair->common)
		return arena_printf(&set->arena,
				    "%s lies within %s in %zu of %zu rows: other runs, or not the "
				    "same machines less some",
				    inner, outer, pair->within, pair->common);
	if (!pair->narrower)
		return arena_printf(&set->arena, "%s is %s in all %zu rows", inner, outer,
				    pair->common);
	row = &set->rows[pair->most];
	return arena_printf(&set->arena,
			    "%s lies within %s in all %zu rows, as where machines are left out, "
			    "and is narrower in %zu; most of all %s: %+.2f to %+.2f without, %+.2f "
			    "to %+.2f with them",
			    inner, outer, pair->common, pair->narrower, row->name,
			    row->ends[pair->inner].low, row->ends[pair->inner].high,
			    row->ends[pair->outer].low, row->ends[pair->outer].high);
}

/* The one that holds more of the other is the outer one. */
static void compare_tables(struct range_set *set, uint32_t a, uint32_t b)
{
	struct range_pair one = compare(set, a, b), other = compare(set, b, a);
	struct range_pair *pair;

	if (!one.common)
		return;
	array_reserve(set->pairs, set->pair_capacity, set->pair_count + 1);
	pair = &set->pairs[set->pair_count++];
	*pair = other.within > one.within ? other : one;
	pair->text = pair_words(set, pair);
}

static const char *table_words(struct range_set *set, uint32_t table)
{
	size_t above = 0, below = 0, all = set->tables[table].rows;

	for (size_t i = 0; i < set->row_count; i++) {
		const struct range_ends *ends = &set->rows[i].ends[table];

		above += ends->known && ends->low > 0;
		below += ends->known && ends->high < 0;
	}
	return arena_printf(&set->arena,
			    "%s: of %zu rows %zu are above 0 on every machine, %zu below, %zu go "
			    "either way",
			    set->tables[table].label, all, above, below, all - above - below);
}

void ranges_finish(struct range_set *set)
{
	set->texts = mem_zalloc(set->table_count + 1, sizeof(*set->texts));
	for (uint32_t i = 0; i < set->table_count; i++)
		set->texts[i] = table_words(set, i);
	for (uint32_t i = 0; i < set->table_count; i++)
		for (uint32_t k = i + 1; k < set->table_count; k++)
			compare_tables(set, i, k);
}

void ranges_deinit(struct range_set *set)
{
	for (size_t i = 0; i < set->row_count; i++)
		free(set->rows[i].ends);
	free(set->rows);
	free(set->tables);
	free(set->pairs);
	free(set->texts);
	arena_deinit(&set->arena);
	*set = (struct range_set) { .tables = NULL };
}
