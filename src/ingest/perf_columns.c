// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_columns.h"

#include "support/memory.h"

struct title {
	const char *text;
	enum column_kind kind;
};

/* Where one title begins like another, the longer one stands first. */
static const struct title titles[] = {
	{ "Overhead", COLUMN_SELF },
	{ "Self", COLUMN_SELF },
	{ "Children", COLUMN_CHILDREN },
	{ "Latency", COLUMN_SHARE },
	{ "sys", COLUMN_SHARE },
	{ "usr", COLUMN_SHARE },
	{ "guest sys", COLUMN_SHARE },
	{ "guest usr", COLUMN_SHARE },
	{ "Samples", COLUMN_SAMPLES },
	{ "Period", COLUMN_PERIOD },
	{ "Weight1", COLUMN_NUMBER },
	{ "Weight2", COLUMN_NUMBER },
	{ "Weight3", COLUMN_NUMBER },

	{ "Command", COLUMN_COMM },
	{ "CommandNoDigit", COLUMN_COMM },
	{ "Pid:Command", COLUMN_PID },
	{ "Tid:Command", COLUMN_PID },
	{ "Tgid:Command", COLUMN_PID },
	{ "Shared Object", COLUMN_DSO },
	{ "Source Shared Object", COLUMN_DSO },
	{ "Target Shared Object", COLUMN_TEXT },
	{ "Symbol", COLUMN_SYMBOL },
	{ "Source Symbol", COLUMN_SYMBOL },
	{ "Target Symbol", COLUMN_PLACE },
	{ "Symbol Offset", COLUMN_SYMBOL },
	{ "Symbol size", COLUMN_TEXT },
	{ "DSO size", COLUMN_TEXT },
	{ "IPC   [IPC Coverage]", COLUMN_IPC },
	{ "IPC [IPC Coverage]", COLUMN_IPC },

	{ "CPU", COLUMN_NUMBER },
	{ "Socket", COLUMN_NUMBER },
	{ "Parallelism", COLUMN_NUMBER },
	{ "Cgroup", COLUMN_TEXT },
	{ "cgroup id (dev/inode)", COLUMN_TEXT },
	{ "Source:Line", COLUMN_TEXT },
	{ "From Source:Line", COLUMN_TEXT },
	{ "To Source:Line", COLUMN_TEXT },
	{ "Source File", COLUMN_TEXT },
	{ "Parent symbol", COLUMN_TEXT },
	{ "Time", COLUMN_TEXT },
	{ "Trace output", COLUMN_TEXT },
	{ "Branch Mispredicted", COLUMN_TEXT },
	{ "Branch in transaction", COLUMN_TEXT },
	{ "Transaction abort", COLUMN_TEXT },
	{ "Transaction", COLUMN_TEXT },
	{ "Basic Block Cycles", COLUMN_TEXT },
	{ "Predicted", COLUMN_TEXT },
	{ "Abort", COLUMN_TEXT },

	{ "Weight", COLUMN_NUMBER },
	{ "Local Weight", COLUMN_NUMBER },
	{ "INSTR Latency", COLUMN_NUMBER },
	{ "Local INSTR Latency", COLUMN_NUMBER },
	{ "Pipeline Stage Cycle", COLUMN_NUMBER },
	{ "Local Pipeline Stage Cycle", COLUMN_NUMBER },
	{ "Retire Latency", COLUMN_NUMBER },
	{ "Local Retire Latency", COLUMN_NUMBER },
	{ "Dispatch Cyc", COLUMN_NUMBER },
	{ "Finish Cyc", COLUMN_NUMBER },
	{ "Memory access", COLUMN_TEXT },
	{ "Memory Access", COLUMN_TEXT },
	{ "Data Symbol", COLUMN_PLACE },
	{ "Code Symbol", COLUMN_PLACE },
	{ "Data Object", COLUMN_TEXT },
	{ "Data Cacheline", COLUMN_TEXT },
	{ "Data Physical Address", COLUMN_TEXT },
	{ "Data Page Size", COLUMN_TEXT },
	{ "Code Page Size", COLUMN_TEXT },
	{ "Data Type", COLUMN_TEXT },
	{ "Data Type Offset", COLUMN_TEXT },
	{ "Data Type Cacheline", COLUMN_TEXT },
	{ "TLB access", COLUMN_TEXT },
	{ "Snoop", COLUMN_TEXT },
	{ "Locked", COLUMN_TEXT },
	{ "Blocked", COLUMN_TEXT },
	{ "Simd", COLUMN_TEXT },

	{ "Sampled Cycles%", COLUMN_SELF },
	{ "Sampled Cycles", COLUMN_TEXT },
	{ "Avg Cycles%", COLUMN_SHARE },
	{ "Avg Cycles", COLUMN_TEXT },
	{ "[Program Block Range]", COLUMN_TEXT },

	{ "Baseline", COLUMN_BASELINE },
	{ "Delta", COLUMN_DELTA },
	{ "Delta Abs", COLUMN_DELTA },
	{ "Ratio", COLUMN_RATIO },
	{ "Weighted diff", COLUMN_DIFFERENCE },
	{ "Base period", COLUMN_BASE_PERIOD },
	{ "Formula", COLUMN_TEXT },
	{ "[Program Block Range] Cycles Diff", COLUMN_TEXT },
};

/* Does a whole title end at @at? perf diff of several files numbers its columns: Delta/2. */
static size_t title_end(struct slice line, size_t at, char separator)
{
	if (at + 1 < line.len && line.at[at] == '/' && char_is_digit(line.at[at + 1]))
		for (at++; at < line.len && char_is_digit(line.at[at]);)
			at++;
	if (at == line.len || char_is_blank(line.at[at]) || line.at[at] == separator)
		return at;
	return 0;
}

/* The longest title at @at of @line; where it ends goes to *@end. */
static const struct title *title_at(struct slice line, size_t at, char separator, size_t *end)
{
	struct slice rest = { line.at + at, line.len - at };
	const struct title *best = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(titles); i++) {
		if (!slice_starts(rest, titles[i].text))
			continue;

		size_t stop = title_end(line, at + strlen(titles[i].text), separator);

		if (stop && (!best || stop > *end)) {
			best = &titles[i];
			*end = stop;
		}
	}
	return best;
}

size_t perf_comment_mark(struct slice line)
{
	size_t at = 0, digits;

	while (at < line.len && char_is_blank(line.at[at]))
		at++;
	for (digits = at; digits < line.len && char_is_digit(line.at[digits]);)
		digits++;
	if (digits > at && digits < line.len && char_is_blank(line.at[digits])) {
		while (digits < line.len && char_is_blank(line.at[digits]))
			digits++;
		if (digits < line.len && line.at[digits] == '#')
			at = digits;
	}
	return at < line.len && line.at[at] == '#' ? at + 1 : 0;
}

bool perf_comment_is_empty(struct slice line)
{
	size_t mark = perf_comment_mark(line);

	for (size_t i = mark; mark && i < line.len; i++)
		if (!char_is_blank(line.at[i]))
			return false;
	return mark;
}

/* Where the names of a title begin at the earliest. */
static size_t skip_comment(struct slice line)
{
	size_t at = perf_comment_mark(line);

	while (!perf_comment_mark(line) && at < line.len && char_is_blank(line.at[at]))
		at++;
	return at;
}

bool perf_line_is_ruler(struct slice line)
{
	size_t dots = 0;

	for (size_t i = skip_comment(line); i < line.len; i++) {
		if (line.at[i] == '.')
			dots++;
		else if (!char_is_blank(line.at[i]))
			return false;
	}
	return dots >= 3;
}

bool perf_line_is_titles(struct slice line)
{
	size_t at = skip_comment(line), count = 0;

	for (; at < line.len; at++) {
		if (char_is_blank(line.at[at]))
			continue;
		if (!title_at(line, at, 0, &at))
			return false;
		count++;
		if (at >= line.len)
			break;
	}
	return count > 0;
}

static struct perf_column *add_column(struct perf_columns *columns, enum column_kind kind)
{
	if (columns->count >= PERF_COLUMNS_MAX)
		return NULL;

	struct perf_column *column = &columns->list[columns->count++];

	*column = (struct perf_column) { .kind = kind };
	return column;
}

/* -t: the first title is followed by something that is neither a blank nor part of a name. */
static char find_separator(struct slice title, size_t at)
{
	static const char usual[] = ",;|:\t!@&^~";

	for (size_t i = 0; usual[i]; i++) {
		size_t end = 0;

		if (!title_at(title, at, usual[i], &end))
			continue;
		while (end < title.len && title.at[end] == ' ')
			end++;
		if (end < title.len && title.at[end] == usual[i])
			return usual[i];
	}
	return 0;
}

static bool is_known(struct slice name, enum column_kind *kind)
{
	size_t end;
	const struct title *title = title_at(name, 0, 0, &end);

	*kind = title && end == name.len ? title->kind : COLUMN_TEXT;
	return title && end == name.len;
}

static enum column_kind kind_of(struct slice name)
{
	enum column_kind kind;

	is_known(name, &kind);
	return kind;
}

/* Names between separators. One name alone is rather the start of a sentence: "Samples: 99 of". */
static bool read_separated(struct perf_columns *columns, struct slice title, size_t at)
{
	size_t known = 0;

	for (size_t i = at; i <= title.len; i++) {
		enum column_kind kind;

		if (i < title.len && title.at[i] != columns->separator)
			continue;
		known += is_known(slice_trim((struct slice) { title.at + at, i - at }), &kind);
		if (!add_column(columns, kind))
			return false;
		at = i + 1;
	}
	return known >= 2;
}

/* The columns that the ruler shows, if the title stands above it as perf printed it. */
static bool read_aligned(struct perf_columns *columns, struct slice title, struct slice ruler)
{
	size_t at = skip_comment(ruler);

	while (at < ruler.len) {
		if (char_is_blank(ruler.at[at])) {
			at++;
			continue;
		}

		struct perf_column *column = add_column(columns, COLUMN_TEXT);

		if (!column)
			return false;
		column->from = at;
		while (at < ruler.len && ruler.at[at] == '.')
			at++;
		column->to = at;
	}
	for (size_t i = 0; i < columns->count; i++) {
		struct perf_column *column = &columns->list[i];
		size_t end = i + 1 < columns->count ? columns->list[i + 1].from : title.len;

		/* The blanks between columns: two, as perf prints it. */
		for (size_t k = column->to; i + 1 < columns->count && k < end && k < title.len; k++)
			if (!char_is_blank(title.at[k]))
				return false;
		if (i + 1 < columns->count && end - column->to < 2)
			return false;
		if (column->from >= title.len || end > title.len)
			end = title.len;
		if (column->from < end)
			column->kind = kind_of(slice_trim(
				(struct slice) { title.at + column->from, end - column->from }));
	}
	return true;
}

/* Known names, and with a ruler below any other word is the name of a column, too. */
static bool read_words(struct perf_columns *columns, struct slice title, size_t at, bool any)
{
	while (at < title.len) {
		size_t end = at;

		if (char_is_blank(title.at[at])) {
			at++;
			continue;
		}

		const struct title *known = title_at(title, at, 0, &end);

		if (!known && !any)
			return false;
		if (!known)
			while (end < title.len && !char_is_blank(title.at[end]))
				end++;
		if (!add_column(columns, known ? known->kind : COLUMN_TEXT))
			return false;
		at = end;
	}
	return true;
}

/* --hierarchy: "Overhead  Command / Shared Object / Symbol". */
static bool read_hierarchy(struct perf_columns *columns, struct slice title, size_t at)
{
	const char *slash = memmem(title.at, title.len, " / ", 3);
	struct slice rest;

	/* The columns of numbers come first; what is not one of these begins the levels. */
	while (at < title.len) {
		size_t end = at;

		if (char_is_blank(title.at[at])) {
			at++;
			continue;
		}

		const struct title *known = title_at(title, at, 0, &end);

		if (!known || !column_is_number(known->kind) || title.at + end > slash)
			break;
		add_column(columns, known->kind);
		at = end;
	}
	rest = (struct slice) { title.at + at, title.len - at };
	while (rest.len && columns->level_count < PERF_COLUMNS_MAX) {
		struct slice after = { NULL, 0 };
		struct slice level = rest;

		if (slice_after(rest, " / ", &after))
			level.len = (size_t)(after.at - rest.at) - 3;
		columns->levels[columns->level_count++] = kind_of(slice_trim(level));
		rest = after;
	}
	columns->is_hierarchy = true;
	return columns->count && columns->level_count > 1 &&
	       add_column(columns, COLUMN_TEXT) != NULL;
}

const struct perf_column *perf_columns_find(const struct perf_columns *columns,
					    enum column_kind kind)
{
	for (size_t i = 0; i < columns->count; i++)
		if (columns->list[i].kind == kind)
			return &columns->list[i];
	return NULL;
}

/* Something must weigh, and something must be weighed. */
static bool is_table(const struct perf_columns *columns)
{
	bool weight = false, thing = false;

	for (size_t i = 0; i < columns->count; i++) {
		enum column_kind kind = columns->list[i].kind;

		weight |= kind == COLUMN_SELF || kind == COLUMN_CHILDREN ||
			  kind == COLUMN_SAMPLES || kind == COLUMN_PERIOD ||
			  kind == COLUMN_BASELINE;
		thing |= !column_is_number(kind) || kind == COLUMN_NUMBER;
	}
	return weight && thing;
}

bool perf_line_may_be_title(struct slice line)
{
	static const char *const weights[] = { "Overhead", "Children", "Samples",	 "Period",
					       "Baseline", "Self",     "Sampled Cycles%" };

	for (size_t i = 0; i < ARRAY_SIZE(weights); i++)
		if (memmem(line.at, line.len, weights[i], strlen(weights[i])))
			return true;
	return false;
}

bool perf_columns_read(struct perf_columns *columns, struct slice title, struct slice ruler)
{
	size_t at = skip_comment(title);
	bool has_ruler = perf_line_is_ruler(ruler);

	*columns = (struct perf_columns) { .group = 1 };
	if (!perf_line_may_be_title(title))
		return false;
	while (at < title.len && title.at[at] == ' ')
		at++;
	columns->separator = find_separator(title, at);
	if (columns->separator)
		return read_separated(columns, title, at) && is_table(columns);
	if (memmem(title.at, title.len, " / ", 3))
		return read_hierarchy(columns, title, at);
	if (has_ruler && read_aligned(columns, title, ruler) && is_table(columns)) {
		columns->aligned = true;
		return true;
	}
	columns->count = 0;
	return read_words(columns, title, at, has_ruler) && is_table(columns);
}
