// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_shape.h"

#include <math.h>
#include <string.h>

#include "ingest/perf_cells.h"
#include "ingest/perf_header.h"

/* So many lines tell what the columns are; more would not change the answer. */
#define LINES_MAX 64

/* What stands in a row, from the left: percentages, counts, names, marker and symbol. */
struct shape {
	unsigned percents, counts;
	double percent[PERF_GROUP_MAX];
	uint64_t count[PERF_GROUP_MAX];
	bool padded_count; /* 003, or -001 where it is not known: a CPU */
	struct slice names;
	unsigned name_words;
	char letter;
	struct slice symbol;
	char separator;
};

static bool read_numbers(struct shape *shape, struct slice *rest)
{
	for (;;) {
		struct slice ahead = *rest, word = slice_word(&ahead);
		struct decimal number;

		if (!slice_decimal(word, &number))
			break;
		if (number.has_sign && number.is_percent && number.value)
			return false; /* perf diff */
		if (number.has_sign && (number.is_percent || number.has_point))
			break;
		if (number.is_percent) {
			if (shape->counts || shape->percents == PERF_GROUP_MAX)
				return false;
			shape->percent[shape->percents++] = number.value;
		} else {
			if (number.has_point || shape->counts == PERF_GROUP_MAX)
				return false;
			shape->padded_count |=
				number.has_sign || (word.len > 1 && word.at[0] == '0');
			shape->count[shape->counts++] = number.whole;
		}
		*rest = ahead;
	}
	return shape->percents > 0;
}

/* An editor's line number stands before the first percentage. */
static void skip_line_number(struct slice *rest)
{
	struct slice ahead = *rest, word = slice_word(&ahead);
	struct slice second_at = ahead, second = slice_word(&second_at);
	struct decimal number;

	if (slice_decimal(word, &number) && !number.is_percent && !number.has_point &&
	    !number.has_sign && slice_decimal(second, &number) && number.is_percent)
		*rest = ahead;
}

/* Take the address of perf report -v off the names. */
static void trim_names(struct shape *shape)
{
	struct slice rest = shape->names, word;

	shape->name_words = 0;
	while ((word = slice_word(&rest)).len) {
		if (slice_starts(word, "0x") && slice_trim(rest).len <= 1) {
			shape->names.len = (size_t)(word.at - shape->names.at);
			break;
		}
		shape->name_words++;
	}
	shape->names = slice_trim(shape->names);
}

static bool read_shape(struct slice line, struct shape *shape)
{
	struct slice rest = perf_line_undecorated(line);
	const char *marker;

	*shape = (struct shape) { 0 };
	if (!memchr(rest.at, '%', rest.len))
		return false;
	marker = perf_marker_find(rest, 0);
	if (!marker)
		return false;
	skip_line_number(&rest);
	if (!read_numbers(shape, &rest) || rest.at > marker)
		return false;
	shape->names = slice_trim((struct slice) { rest.at, (size_t)(marker - rest.at) });
	trim_names(shape);
	return perf_marker((struct slice) { marker, (size_t)(rest.at + rest.len - marker) },
			   &shape->letter, &shape->symbol) &&
	       shape->symbol.len;
}

/* What the rows have in common. */
struct survey {
	unsigned rows;
	bool children_first; /* no Self is above its Children */
	bool parts;	     /* the first percentage is the sum of the others */
	bool objects;	     /* the last name of every kernel row is a kernel's */
	bool looks_like_object, has_kernel, has_many, has_ipc;
	bool has_place; /* a second symbol: the target of a branch, the data */
	unsigned least_words;
	uint64_t implied; /* the largest total that a count and its percentage imply */
};

static struct slice last_word(struct slice names)
{
	struct slice word, last = names;

	while ((word = slice_word(&names)).len)
		last = word;
	return last;
}

static bool is_kernel_object(struct slice name)
{
	return (name.len > 2 && name.at[0] == '[' && name.at[name.len - 1] == ']') ||
	       slice_starts(name, "bpf_") || memmem(name.at, name.len, "vmlinu", 6) ||
	       memmem(name.at, name.len, ".ko", 3) || slice_starts(name, "[JIT]") ||
	       slice_starts(name, "kallsyms") || slice_starts(name, "[kernel");
}

static bool is_object(struct slice name)
{
	return is_kernel_object(name) || memmem(name.at, name.len, ".so", 3) ||
	       (name.len && name.at[0] == '/') || memmem(name.at, name.len, ".map", 4);
}

static bool is_parts(const struct shape *shape)
{
	double sum = 0;

	for (unsigned i = 1; i < shape->percents; i++)
		sum += shape->percent[i];
	return fabs(shape->percent[0] - sum) < 0.006 * shape->percents;
}

static bool is_children_first(const struct shape *shape)
{
	unsigned half = shape->percents / 2;

	for (unsigned i = 0; i < half; i++)
		if (shape->percent[i] < shape->percent[half + i] - 0.011)
			return false;
	return true;
}

static void look_at(struct survey *all, const struct shape *shape)
{
	struct slice object = last_word(shape->names), rest = shape->symbol, word, last = rest;

	while ((word = slice_word(&rest)).len)
		last = word;
	all->has_ipc &= slice_equals(last, "-");
	all->has_place &= perf_marker_find(shape->symbol, 1) != NULL;
	all->children_first &= is_children_first(shape);
	all->parts &= is_parts(shape);
	if (shape->letter == 'k') {
		all->has_kernel = true;
		all->objects &= is_kernel_object(object);
	}
	all->looks_like_object |= is_object(object);
	all->has_many |= shape->name_words > 1;
	if (!all->rows++ || shape->name_words < all->least_words)
		all->least_words = shape->name_words;
	if (shape->counts && shape->percent[shape->percents - 1] > 0) {
		double total = 100.0 * shape->count[0] / shape->percent[shape->percents - 1];

		if (total < 1e18 && total > all->implied)
			all->implied = (uint64_t)total;
	}
}

static void add(struct perf_columns *columns, enum column_kind kind)
{
	if (columns->count < PERF_COLUMNS_MAX)
		columns->list[columns->count++].kind = kind;
}

static enum perf_doubt add_percents(struct perf_columns *columns, const struct shape *first,
				    const struct survey *all)
{
	unsigned n = first->percents;

	columns->group = 1;
	if (n > 2 && all->parts) { /* --showcpuutilization */
		add(columns, COLUMN_SELF);
		while (--n)
			add(columns, COLUMN_SHARE);
		return PERF_SURE;
	}
	if (n % 2 == 0 && all->children_first) {
		add(columns, COLUMN_CHILDREN);
		add(columns, COLUMN_SELF);
		columns->group = n / 2;
		return PERF_CHILDREN_OR_EVENTS;
	}
	add(columns, COLUMN_SELF);
	columns->group = n;
	return n > 1 ? PERF_EVENTS_UNNAMED : PERF_SURE;
}

/* One count is of samples, unless no machine could have taken so many; two are samples and period. */
static void add_counts(struct perf_columns *columns, const struct shape *first,
		       const struct survey *all)
{
	unsigned n = first->counts;

	if (n == columns->group && first->padded_count)
		add(columns, COLUMN_NUMBER);
	else if (n == columns->group)
		add(columns, all->implied > 1000000000 ? COLUMN_PERIOD : COLUMN_SAMPLES);
	else if (n == 2 * columns->group) {
		add(columns, COLUMN_SAMPLES);
		add(columns, COLUMN_PERIOD);
	} else {
		while (n--)
			add(columns, COLUMN_NUMBER);
	}
}

static bool has_pid(struct slice names)
{
	struct slice word = slice_word(&names);
	size_t digits = 0;

	while (digits < word.len && char_is_digit(word.at[digits]))
		digits++;
	return digits && digits < word.len && word.at[digits] == ':';
}

/* perf top prints the object, perf report the command before it; --sort leaves either out. */
static void add_names(struct perf_columns *columns, const struct shape *first,
		      const struct survey *all)
{
	bool has_object = all->has_kernel ? all->objects : all->looks_like_object || all->has_many;

	if (!all->least_words && !all->has_many && !first->names.len)
		return;
	if (has_pid(first->names))
		add(columns, COLUMN_PID);
	if (!all->has_many && !has_pid(first->names)) {
		add(columns, has_object || !all->has_kernel ? COLUMN_DSO : COLUMN_COMM);
		return;
	}
	if (!has_pid(first->names) || first->name_words > 2)
		add(columns, COLUMN_COMM);
	if (has_object)
		add(columns, COLUMN_DSO);
}

static void guess_by_words(struct perf_columns *columns, const struct shape *first,
			   const struct survey *all, enum perf_doubt *doubt)
{
	*doubt = add_percents(columns, first, all);
	add_counts(columns, first, all);
	add_names(columns, first, all);
	add(columns, COLUMN_SYMBOL);
	if (all->has_place)
		add(columns, COLUMN_PLACE);
	else if (all->has_ipc)
		add(columns, COLUMN_IPC);
}

/* -q -t ,: the fields say themselves what they are, but for command and object. */
static bool guess_separated(struct slice line, struct perf_columns *columns, enum perf_doubt *doubt)
{
	struct slice percent = slice_trim(line);
	unsigned percents = 0, counts = 0, names = 0;
	size_t end = 0, at = 0;
	bool symbol = false;

	while (end < percent.len && (char_is_digit(percent.at[end]) || percent.at[end] == '.' ||
				     percent.at[end] == '%' || percent.at[end] == ' '))
		end++;
	if (!end || end >= percent.len || !strchr(",;|:^~!@&", percent.at[end]))
		return false;
	columns->separator = percent.at[end];
	for (size_t i = 0; i <= percent.len && !symbol; i++) {
		if (i < percent.len && percent.at[i] != columns->separator)
			continue;

		struct slice field = slice_trim((struct slice) { percent.at + at, i - at });
		struct slice rest = field, word = slice_word(&rest), name;
		struct decimal number;
		bool is_number = slice_decimal(word, &number);
		char letter;

		at = i + 1;
		if (perf_marker(field, &letter, &name))
			symbol = true;
		else if (is_number && (number.is_percent || (number.has_point && !percents)))
			percents++;
		else if (is_number && !number.has_point && !names)
			counts++;
		else
			names++;
		if (percents == 1 && !counts && !names && !symbol)
			for (; word.len; word = slice_word(&rest))
				columns->group += columns->group < PERF_GROUP_MAX;
	}
	if (!symbol || !percents)
		return false;
	*doubt = percents == 2 ? PERF_CHILDREN_OR_EVENTS : PERF_SURE;
	add(columns, percents == 2 ? COLUMN_CHILDREN : COLUMN_SELF);
	for (unsigned i = 1; i < percents; i++)
		add(columns, percents == 2 ? COLUMN_SELF : COLUMN_SHARE);
	for (unsigned i = 0; i < counts; i++)
		add(columns, i == 0 ? COLUMN_SAMPLES : i == 1 ? COLUMN_PERIOD : COLUMN_NUMBER);
	for (unsigned i = names; i > 0; i--)
		add(columns, i == 1 ? COLUMN_DSO : i == 2 ? COLUMN_COMM : COLUMN_TEXT);
	add(columns, COLUMN_SYMBOL);
	return true;
}

bool perf_shape_is_row(struct slice line)
{
	struct perf_columns columns = { .group = 0 };
	enum perf_doubt doubt;
	struct shape shape;

	if (!memchr(line.at, '%', line.len) || !memchr(line.at, '[', line.len))
		return false;
	return read_shape(line, &shape) || guess_separated(line, &columns, &doubt);
}

bool perf_shape_guess(const struct text *text, size_t at, struct slice line,
		      struct perf_columns *columns, enum perf_doubt *doubt)
{
	struct survey all = { .children_first = true,
			      .parts = true,
			      .objects = true,
			      .has_ipc = true,
			      .has_place = true };
	struct shape first, shape;

	*columns = (struct perf_columns) { .group = 0 };
	if (!memchr(line.at, '%', line.len) || !memchr(line.at, '[', line.len))
		return false;
	if (guess_separated(line, columns, doubt))
		return true;
	*columns = (struct perf_columns) { .group = 1 };
	if (!read_shape(line, &first))
		return false;
	look_at(&all, &first);
	for (size_t i = at + 1; i < text->count && i < at + LINES_MAX; i++) {
		if (!text->lines[i].len)
			break;
		if (read_shape(text_slice(text, i), &shape) && shape.percents == first.percents &&
		    shape.counts == first.counts)
			look_at(&all, &shape);
	}
	guess_by_words(columns, &first, &all, doubt);
	return true;
}
