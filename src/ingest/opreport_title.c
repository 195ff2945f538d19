// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <string.h>

#include "ingest/opreport.h"
#include "support/scan.h"
#include "support/memory.h"

/* ---- the title ---- */

enum column { VMA, SAMPLES, CUM_SAMPLES, PERCENT, CUM_PERCENT, DIFF, LINENR, IMAGE, APP, SYMBOL };

static const struct {
	const char *first, *second;
} titles[] = {
	[VMA] = { "vma", NULL },
	[SAMPLES] = { "samples", NULL },
	[CUM_SAMPLES] = { "cum.", "samples" },
	[PERCENT] = { "%", NULL },
	[CUM_PERCENT] = { "cum.", "%" },
	[DIFF] = { "diff", "%" },
	[LINENR] = { "linenr", "info" },
	[IMAGE] = { "image", "name" },
	[APP] = { "app", "name" },
	[SYMBOL] = { "symbol", "name" },
};

/* The words of a title and where they stand; mail may break it between any two. */
struct title {
	const struct text *text;
	const char *at;
	size_t line, first_line;
};

static bool is_word(const struct scan_word *word, const char *title)
{
	return word->len == strlen(title) && !memcmp(word->at, title, word->len);
}

/* The last word of a line that was cut off: "symbol nam". */
static bool is_cut_word(const struct scan_word *word, const char *title, const char *rest)
{
	return !*rest && word->len && word->len < strlen(title) &&
	       !memcmp(word->at, title, word->len);
}

static bool next_word(struct title *title, struct scan_word *word)
{
	if (scan_word(&title->at, word))
		return true;
	if (title->line + 1 >= title->text->count || title->line >= title->first_line + 2)
		return false;

	const char *below = title->text->lines[title->line + 1].at;

	if (!scan_word(&below, word))
		return false;
	title->line++;
	title->at = below;
	return true;
}

/* Do the words from @first on make this column's title? Moves @title behind them if so. */
static bool matches(struct title *title, const struct scan_word *first, size_t column)
{
	const char *second_title = titles[column].second;
	struct title before = *title;
	struct scan_word second;

	if (second_title && first->len > 2 && is_cut_word(first, titles[column].first, title->at))
		return true;
	if (!is_word(first, titles[column].first))
		return false;
	if (!second_title)
		return true;
	if (next_word(title, &second) &&
	    (is_word(&second, second_title) || is_cut_word(&second, second_title, title->at)))
		return true;
	*title = before;
	return !*title->at && column >= IMAGE; /* "symbol" alone: the line was cut there */
}

/* Take one column's title. False, nothing taken, if there is none. */
static bool next_column(struct title *title, enum column *column)
{
	struct title before = *title;
	struct scan_word first;

	if (!next_word(title, &first))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(titles); i++)
		if (matches(title, &first, i)) {
			*column = i;
			return true;
		}
	*title = before;
	return false;
}

static void add_column(struct opreport_columns *columns, enum column column)
{
	switch (column) {
	case VMA:
		columns->vma = true;
		break;
	case SAMPLES:
		columns->classes++;
		break;
	case CUM_SAMPLES:
	case CUM_PERCENT:
		columns->cumulated = true;
		break;
	case DIFF:
		columns->diff = true;
		break;
	case LINENR:
		columns->linenr = true;
		break;
	case IMAGE:
		columns->image = true;
		break;
	case APP:
		columns->app = true;
		break;
	case PERCENT:
	case SYMBOL:
		break;
	}
}

bool opreport_title(const struct text *text, size_t at, struct opreport_columns *columns,
		    size_t *next)
{
	struct title title = { text, text->lines[at].at, at, at };
	bool has_percent = false, has_symbol = false;
	enum column column;

	*columns = (struct opreport_columns) { 0 };
	while (!has_symbol && next_column(&title, &column)) {
		add_column(columns, column);
		has_percent |= column == PERCENT;
		has_symbol |= column == SYMBOL;
	}
	scan_blanks(&title.at);
	if (!columns->classes || !has_percent || *title.at)
		return false;
	*next = title.line + 1;
	return true;
}

/* ---- no title: what the rows look like ---- */

/* A percentage that hardly any other program prints. */
static bool scan_telling_percent(const char **at)
{
	struct scan_decimal decimal;
	const char *next = *at;

	if (!scan_decimal(&next, &decimal) || decimal.has_sign || decimal.value > 100)
		return false;
	if (decimal.has_exponent
		    ? decimal.decimals != 1
		    : decimal.decimals != 4 && !(decimal.value == 100 && decimal.decimals == 3))
		return false;
	*at = next;
	return true;
}

static bool scan_diff(const char **at)
{
	struct scan_decimal decimal;
	const char *next = *at;

	if (scan_literal(at, "+++") || scan_literal(at, "---"))
		return true;
	if (!scan_decimal(&next, &decimal) || !decimal.has_sign)
		return false;
	*at = next;
	return true;
}

/* One more (samples, %) pair: the second may be "0 0". */
static bool scan_pair(const char **at)
{
	const char *next = *at;
	uint64_t samples;

	if (!scan_uint(&next, &samples))
		return false;
	if (!scan_telling_percent(&next) && !(samples == 0 && scan_literal(&next, "0")))
		return false;
	*at = next;
	return true;
}

/* The numbers of a row, by their shape. */
static bool guess_numbers(const char **at, struct opreport_columns *columns)
{
	const char *next = *at;
	uint64_t number;

	*columns = (struct opreport_columns) { .classes = 1 };
	if (scan_address(&next, false, &number)) {
		const char *pair = next;

		columns->vma = scan_pair(&pair);
		next = columns->vma ? next : *at;
	}
	*at = next;
	if (scan_uint(&next, &number) && scan_uint(&next, &number) && scan_telling_percent(&next) &&
	    scan_telling_percent(&next)) {
		columns->cumulated = true;
		*at = next;
		return true;
	}
	if (!scan_pair(at)) {
		next = *at;
		columns->diff = scan_uint(&next, &number) && scan_literal(&next, "---") &&
				scan_literal(&next, "---");
		*at = next;
		return columns->diff;
	}
	if (scan_diff(at))
		columns->diff = true;
	else
		while (scan_pair(at))
			columns->classes++;
	return true;
}

/* An image or symbol, and not the unit of a benchmark's result. */
static bool is_name(const char *text)
{
	static const char *const units[] = { "s",  "sec", "secs", "seconds", "ms",     "msec",
					     "us", "ns",  "MB/s", "KB/s",    "ops/sec" };
	struct scan_word word;

	if (!scan_word(&text, &word))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (is_word(&word, units[i]))
			return false;
	for (size_t i = 0; i < word.len; i++)
		if (isalpha((unsigned char)word.at[i]) || (unsigned char)word.at[i] >= 0x80)
			return true;
	return false;
}

enum { GUESS_ROWS = 64, GUESS_LINES = 200, MOST_FIELDS = 4 };

struct guess {
	unsigned int rows;			   /* seen */
	unsigned int with_fields[MOST_FIELDS + 1]; /* rows that have this many name fields */
	unsigned int broken;			   /* rows with one word alone in the line below */
	unsigned int line_numbers;		   /* rows whose first field is file.c:12 */
	unsigned int files;			   /* rows of one field that is an image */
	unsigned int images;			   /* rows of one field that is a file */
};

/* file.c:12 or (no location information) */
static bool is_line_number(const char *field, size_t len)
{
	const char *colon = memrchr(field, ':', len);

	if (len > 12 && !memcmp(field, "(no location", 12))
		return true;
	if (!colon || colon == field || colon + 1 == field + len)
		return false;
	return strspn(colon + 1, "0123456789") == (size_t)(field + len - colon - 1);
}

/* Names an image and no symbol: /usr/bin/as, libc-2.3.2.so, vmlinux. */
static bool is_file(const char *name)
{
	enum dso_kind kind = DSO_UNKNOWN;
	char canonical[256];

	dso_canonical(name, strlen(name), &kind, canonical, sizeof(canonical));
	return *name == '/' || strstr(name, ".so") || kind == DSO_KERNEL || kind == DSO_MODULE;
}

static bool is_one_word(const char *line)
{
	struct scan_word word;

	return scan_word(&line, &word) && !*line && is_name(word.at);
}

/* Count one row; false if the line is none of the shape @columns. */
static bool look_at_row(const struct text *text, size_t at, const struct opreport_columns *columns,
			struct guess *guess)
{
	const char *line = text->lines[at].at;
	struct opreport_columns here;
	unsigned int fields;

	if (!guess_numbers(&line, &here) || here.classes != columns->classes ||
	    here.vma != columns->vma || here.cumulated != columns->cumulated)
		return false;
	scan_blanks(&line);
	if (*line && !is_name(line))
		return false;
	fields = opreport_count_fields(line);
	guess->rows++;
	guess->with_fields[fields < MOST_FIELDS ? fields : MOST_FIELDS]++;
	guess->broken += at + 1 < text->count && is_one_word(text->lines[at + 1].at);
	guess->line_numbers += is_line_number(line, opreport_field(line));
	guess->files += fields == 1 && is_file(line);
	return true;
}

/*
 * How many fields the names have. Without details (-d) each row has some, and
 * most rows tell; where most are broken, the symbol stands in the line below.
 */
static unsigned int most_fields(const struct guess *guess)
{
	bool are_broken = guess->broken > guess->rows / 2;
	unsigned int fields = 0;

	for (unsigned int i = 1; i <= MOST_FIELDS; i++)
		if (guess->with_fields[i] > (fields ? guess->with_fields[fields] : 0))
			fields = i;
	return fields + are_broken;
}

bool opreport_guess_columns(const struct text *text, size_t at, struct opreport_columns *columns)
{
	struct guess guess = { 0 };
	const char *line = text->lines[at].at;
	size_t strange = 0;

	if (!guess_numbers(&line, columns) || !look_at_row(text, at, columns, &guess))
		return false;
	for (size_t i = at + 1;
	     i < text->count && i < at + GUESS_LINES && strange < 4 && guess.rows < GUESS_ROWS; i++)
		strange = look_at_row(text, i, columns, &guess) ? 0 : strange + 1;

	unsigned int fields = most_fields(&guess);

	if (guess.rows < 2 || !fields)
		return false;
	columns->linenr = fields > 1 && guess.line_numbers > guess.rows / 2;
	fields -= columns->linenr;
	columns->app = fields > 1;
	columns->image = fields > 2;
	columns->no_symbol = fields == 1 && !columns->linenr && guess.files > guess.rows / 4;
	return true;
}
