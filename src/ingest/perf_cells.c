// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_cells.h"

#include <string.h>

#include "support/memory.h"

/* A row of more words than this ends in a name with blanks, which is not looked into. */
#define WORDS_MAX 48

static bool is_marker(const char *at, size_t len)
{
	return len >= 3 && at[0] == '[' && at[2] == ']' && at[1] && strchr("k.guHm?!", at[1]) &&
	       (len == 3 || char_is_blank(at[3]));
}

const char *perf_marker_find(struct slice line, size_t from)
{
	for (size_t i = from; i + 3 <= line.len; i++) {
		const char *found = memchr(line.at + i, '[', line.len - i);

		if (!found)
			return NULL;
		i = (size_t)(found - line.at);
		if ((!i || char_is_blank(found[-1])) && is_marker(found, line.len - i))
			return found;
	}
	return NULL;
}

/* -v: the address, and a letter for how its symbol was found. */
static struct slice skip_address(struct slice cell)
{
	struct slice rest = cell, word = slice_word(&rest);

	if (!slice_starts(word, "0x"))
		return cell;

	struct slice letter_at = rest;

	word = slice_word(&letter_at);
	return word.len == 1 ? slice_trim(letter_at) : slice_trim(rest);
}

bool perf_marker(struct slice cell, char *letter, struct slice *name)
{
	cell = slice_trim(cell);
	if (!is_marker(cell.at, cell.len)) {
		cell = skip_address(cell);
		if (!is_marker(cell.at, cell.len))
			return false;
	}
	*letter = cell.at[1];
	*name = slice_trim((struct slice) { cell.at + 3, cell.len - 3 });
	return true;
}

struct slice perf_line_without_bar(struct slice line)
{
	static const char *const bars[] = { "▒", "◆", "░", "█", "↑", "↓", "│", "┃" };

	for (size_t i = 0; i < ARRAY_SIZE(bars); i++) {
		size_t len = strlen(bars[i]);

		while (line.len && char_is_blank(line.at[line.len - 1]))
			line.len--;
		if (line.len >= len && !memcmp(line.at + line.len - len, bars[i], len)) {
			line.len -= len;
			i = (size_t)-1; /* there may be several */
		}
	}
	return line;
}

struct slice perf_line_undecorated(struct slice line)
{
	size_t at = 0;

	line = perf_line_without_bar(line);
	while (at < line.len && char_is_blank(line.at[at]))
		at++;
	if (at + 1 < line.len && (line.at[at] == '+' || line.at[at] == '-') &&
	    char_is_blank(line.at[at + 1])) {
		line.at += at + 1;
		line.len -= at + 1;
	}
	return line;
}

/* Is this word a number such as the column holds? */
static bool fits(enum column_kind kind, struct slice word, bool bare_percent)
{
	struct decimal number;

	if (kind == COLUMN_DIFFERENCE || kind == COLUMN_RATIO)
		return slice_equals(word, "N/A") || slice_decimal(word, &number);
	if (!slice_decimal(word, &number))
		return false;
	if (kind == COLUMN_DELTA)
		return number.has_sign && (number.is_percent || bare_percent);
	if (number.has_sign && number.has_point && !number.is_percent)
		return false;
	if (column_is_percent(kind))
		return number.is_percent ? !number.has_sign || !number.value
					 : bare_percent && number.has_point;
	if (kind == COLUMN_NUMBER) /* the CPU is -001 where it was not recorded */
		return !number.is_percent;
	return !number.is_percent && !number.has_sign && !number.has_point;
}

/* Does a cell hold the numbers of its column, one for each event? */
static bool is_numbers(const struct perf_columns *columns, enum column_kind kind, struct slice cell)
{
	unsigned count = 0;

	for (;;) {
		struct slice word = slice_word(&cell);

		if (!word.len)
			break;
		if (!fits(kind, word, columns->separator))
			return false;
		count++;
	}
	return count == columns->group || (!count && columns->may_be_empty) ||
	       (kind == COLUMN_NUMBER && count <= 1);
}

static bool is_whole_symbol(struct slice cell)
{
	char letter;
	struct slice name;

	return perf_marker(cell, &letter, &name) && name.len;
}

static bool cell_fits(const struct perf_columns *columns, enum column_kind kind, struct slice cell)
{
	if (column_is_number(kind))
		return is_numbers(columns, kind, cell);
	if (kind == COLUMN_SYMBOL)
		return is_whole_symbol(cell);
	return true;
}

/* Something beside the numbers must be there: "19.72%" alone heads a chain of -g flat. */
static bool has_text(const struct perf_columns *columns, const struct perf_cells *cells)
{
	for (size_t i = 0; i < columns->count; i++)
		if (cells->list[i].len && (!column_is_number(columns->list[i].kind) ||
					   columns->list[i].kind == COLUMN_NUMBER))
			return true;
	return false;
}

static bool split_aligned(const struct perf_columns *columns, struct slice line,
			  struct perf_cells *cells)
{
	size_t at = 0;

	for (size_t i = 0; i < columns->count; i++) {
		const struct perf_column *column = &columns->list[i];
		bool is_last = i + 1 == columns->count;
		size_t end = is_last ? line.len : column->to;

		/* Nothing may stand between two columns. */
		for (; at < column->from && at < line.len; at++)
			if (!char_is_blank(line.at[at]))
				return false;
		if (end > line.len)
			end = line.len;
		cells->list[i] = (struct slice) { line.at + at, 0 };
		if (column->from < end)
			cells->list[i] = slice_trim(
				(struct slice) { line.at + column->from, end - column->from });
		if (!cell_fits(columns, column->kind, cells->list[i]))
			return false;
		at = end;
	}
	return has_text(columns, cells);
}

/*
 * perf puts a dot for each separator inside a name, but for those of the last
 * column in old versions: what is too much belongs to the symbol.
 */
static bool split_separated(const struct perf_columns *columns, struct slice line,
			    struct perf_cells *cells)
{
	size_t fields = 1, at = 0, extra;

	for (size_t i = 0; i < line.len; i++)
		fields += line.at[i] == columns->separator;
	if (fields < columns->count)
		return false;
	extra = fields - columns->count;
	for (size_t i = 0; i < columns->count; i++) {
		enum column_kind kind = columns->list[i].kind;
		size_t end = at;

		for (size_t skip = kind == COLUMN_SYMBOL ? extra : 0; end < line.len; end++)
			if (line.at[end] == columns->separator && skip-- == 0)
				break;
		if (i + 1 == columns->count)
			end = line.len;
		if (kind == COLUMN_SYMBOL)
			extra = 0;
		cells->list[i] = slice_trim((struct slice) { line.at + at, end - at });
		if (!cell_fits(columns, kind, cells->list[i]))
			return false;
		at = end < line.len ? end + 1 : end;
	}
	return has_text(columns, cells);
}

/* Fit the words of a row to the columns, one column after the other. */
struct matcher {
	const struct perf_columns *columns;
	struct slice line, words[WORDS_MAX];
	size_t word_count;
	struct perf_cells *cells;
	bool long_objects; /* a second try: an object's name may have blanks */
	bool failed[PERF_COLUMNS_MAX][WORDS_MAX + 1];
};

static struct slice words_cell(const struct matcher *m, size_t from, size_t to)
{
	const char *start = m->words[from].at;

	if (from == to)
		return (struct slice) { m->line.at, 0 };
	return (struct slice) { start,
				(size_t)(m->words[to - 1].at + m->words[to - 1].len - start) };
}

static bool match_from(struct matcher *m, size_t column, size_t word);

static bool match_cell(struct matcher *m, size_t column, size_t from, size_t to)
{
	if (to > m->word_count || !match_from(m, column + 1, to))
		return false;
	m->cells->list[column] = words_cell(m, from, to);
	return true;
}

static bool match_numbers(struct matcher *m, size_t column, size_t word, enum column_kind kind)
{
	unsigned count = kind == COLUMN_NUMBER ? 1 : m->columns->group, i;

	for (i = 0; i < count && word + i < m->word_count; i++)
		if (!fits(kind, m->words[word + i], false))
			break;
	if (i == count && match_cell(m, column, word, word + count))
		return true;
	return m->columns->may_be_empty && match_cell(m, column, word, word);
}

/* The words that belong to a marker: with -v an address and a letter stand before it. */
static size_t marker_words(const struct matcher *m, size_t word)
{
	for (size_t n = 1; n <= 3 && word + n <= m->word_count; n++) {
		struct slice name;
		char letter;

		if (perf_marker(words_cell(m, word, word + n), &letter, &name))
			return n;
	}
	return 0;
}

/* Names: "[JIT] tid 4711" and "x (deleted)" are the objects that are known to have blanks. */
static size_t object_words(const struct matcher *m, size_t word)
{
	if (word + 3 <= m->word_count && slice_equals(m->words[word], "[JIT]") &&
	    slice_equals(m->words[word + 1], "tid"))
		return 3;
	if (word + 2 <= m->word_count && slice_equals(m->words[word + 1], "(deleted)"))
		return 2;
	return 1;
}

/* The shortest text with which the rest of the row still fits. */
static bool match_text(struct matcher *m, size_t column, size_t word, size_t least, size_t most)
{
	if (column + 1 == m->columns->count)
		return m->word_count - word >= least && match_cell(m, column, word, m->word_count);
	for (size_t n = least; n <= most && word + n <= m->word_count; n++)
		if (match_cell(m, column, word, word + n))
			return true;
	return false;
}

static bool match_ipc(struct matcher *m, size_t column, size_t word)
{
	for (size_t n = 1; n <= 3 && word + n <= m->word_count; n++) {
		struct slice last = m->words[word + n - 1];

		if ((slice_equals(last, "-") || last.at[last.len - 1] == ']') &&
		    match_cell(m, column, word, word + n))
			return true;
	}
	return match_cell(m, column, word, word);
}

static bool match_column(struct matcher *m, size_t column, size_t word)
{
	enum column_kind kind = m->columns->list[column].kind;
	size_t n;

	if (kind == COLUMN_IPC)
		return match_ipc(m, column, word);
	if (column_is_number(kind))
		return match_numbers(m, column, word, kind);
	switch (kind) {
	case COLUMN_SYMBOL:
	case COLUMN_PLACE:
		n = marker_words(m, word);
		return n && match_text(m, column, word, n + 1, WORDS_MAX);
	case COLUMN_DSO:
		n = word < m->word_count ? object_words(m, word) : 1;
		return match_text(m, column, word, n, m->long_objects ? WORDS_MAX : n);
	default: /* a command may be empty, but rarely is */
		if (word < m->word_count && fits(COLUMN_SHARE, m->words[word], false) &&
		    memchr(m->words[word].at, '.', m->words[word].len))
			return false; /* "47.50%" is no name, but of one more event */
		return match_text(m, column, word, 1, WORDS_MAX) ||
		       (kind == COLUMN_COMM && match_cell(m, column, word, word));
	}
}

static bool match_from(struct matcher *m, size_t column, size_t word)
{
	if (column == m->columns->count)
		return word == m->word_count;
	if (m->failed[column][word])
		return false;
	if (match_column(m, column, word))
		return true;
	m->failed[column][word] = true;
	return false;
}

static void split_words(struct matcher *m)
{
	struct slice rest = m->line;

	for (m->word_count = 0; m->word_count < WORDS_MAX; m->word_count++) {
		struct slice word = slice_word(&rest);

		if (!word.len)
			return;
		m->words[m->word_count] = word;
	}
	/* The last word takes all that is left. */
	struct slice last = m->words[WORDS_MAX - 1];

	rest = slice_trim(rest);
	if (rest.len)
		m->words[WORDS_MAX - 1].len = (size_t)(rest.at + rest.len - last.at);
}

/* A number that an editor or less -N put before the line. */
static bool has_line_number(const struct matcher *m)
{
	struct decimal first, second;

	return m->word_count > 2 && column_is_percent(m->columns->list[0].kind) &&
	       slice_decimal(m->words[0], &first) && !first.is_percent && !first.has_point &&
	       !first.has_sign && slice_decimal(m->words[1], &second) && second.is_percent;
}

static bool split_by_shape(const struct perf_columns *columns, struct slice line,
			   struct perf_cells *cells)
{
	struct matcher m = { .columns = columns, .line = line, .cells = cells };
	size_t first;

	split_words(&m);
	first = has_line_number(&m);
	if (match_from(&m, 0, first))
		return has_text(columns, cells);
	memset(m.failed, 0, sizeof(m.failed));
	m.long_objects = true;
	return match_from(&m, 0, first) && has_text(columns, cells);
}

bool perf_cells_split(const struct perf_columns *columns, struct slice line,
		      struct perf_cells *cells)
{
	cells->were_aligned = false;
	/* Tabs may be those of -t, or what a mail program made of blanks. */
	if (columns->separator && split_separated(columns, line, cells))
		return true;
	if (columns->separator && columns->separator != '\t')
		return false;
	if (columns->aligned && split_aligned(columns, line, cells)) {
		cells->were_aligned = true;
		return true;
	}
	line = perf_line_undecorated(line);

	/* Cheap, and true of most lines that are no rows: those of call graphs. */
	if (!perf_line_begins_row(columns, line) ||
	    (perf_columns_find(columns, COLUMN_SYMBOL) && !perf_marker_find(line, 0)))
		return false;
	if (!split_by_shape(columns, line, cells))
		return false;
	cells->number_end = (size_t)(cells->list[0].at + cells->list[0].len - line.at);
	return true;
}

bool perf_line_begins_row(const struct perf_columns *columns, struct slice line)
{
	struct slice rest = perf_line_undecorated(line), word = slice_word(&rest);
	enum column_kind kind = columns->count ? columns->list[0].kind : COLUMN_TEXT;

	if (!word.len || word.at[0] == '#' || word.at[0] == '|')
		return false;
	if (kind == COLUMN_SYMBOL)
		return is_marker(word.at, word.len) || slice_starts(word, "0x");
	if (!column_is_number(kind))
		return true;
	for (size_t i = 0; i < columns->count && column_is_number(columns->list[i].kind); i++) {
		if (fits(columns->list[i].kind, word, columns->separator))
			return true;
		if (!columns->may_be_empty)
			break;
	}
	if (!column_is_percent(kind))
		return false;

	struct decimal number; /* of the line */
	bool numbered = slice_decimal(word, &number) && !number.is_percent && !number.has_point;

	word = slice_word(&rest);
	return numbered && slice_decimal(word, &number) && number.is_percent;
}
