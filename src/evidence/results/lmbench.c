// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The summary of lmbench 2 and 3 (scripts/getsummary): sections, and in each a row for each host.
 *
 *	Processor, Processes - times in microseconds - smaller is better
 *	------------------------------------------------------------------------------
 *	Host                 OS  Mhz null null      open slct sig  sig  fork exec sh
 *	                             call  I/O stat clos TCP  inst hndl proc proc proc
 *	--------- ------------- ---- ---- ---- ---- ---- ---- ---- ---- ---- ---- ----
 *	r4_u2     Linux 2.6.9-2 1831 0.36 0.49 5.35 6.69 26.1 0.56 5.72 303. 994. 2995
 *
 * A cell may be blank: where the blanks are still there, the ruler says which one it was; where
 * mail squeezed them, a row must be whole.
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { COLUMNS_MAX = 13, TITLE_LINES = 6, HOST_COLUMNS = 2 };

static const struct section {
	const char *title, *group;
	bool has_mhz;
	const char *columns[COLUMNS_MAX];
} sections[] = {
	{ "Processor, Processes",
	  "lmbench processes",
	  true,
	  { "null call", "null I/O", "stat", "open clos", "slct TCP", "sig inst", "sig hndl",
	    "fork proc", "exec proc", "sh proc" } },
	{ "Basic integer operations",
	  "lmbench integer",
	  false,
	  { "intgr bit", "intgr add", "intgr mul", "intgr div", "intgr mod" } },
	{ "Basic uint64 operations",
	  "lmbench uint64",
	  false,
	  { "int64 bit", "int64 add", "int64 mul", "int64 div", "int64 mod" } },
	{ "Basic float operations",
	  "lmbench float",
	  false,
	  { "float add", "float mul", "float div", "float bogo" } },
	{ "Basic double operations",
	  "lmbench double",
	  false,
	  { "double add", "double mul", "double div", "double bogo" } },
	{ "Context switching",
	  "lmbench ctxsw",
	  false,
	  { "2p/0K", "2p/16K", "2p/64K", "8p/16K", "8p/64K", "16p/16K", "16p/64K" } },
	{ "*Local* Communication latencies",
	  "lmbench local latency",
	  false,
	  { "2p/0K ctxsw", "Pipe", "AF UNIX", "UDP", "RPC/UDP", "TCP", "RPC/TCP", "TCP conn" } },
	{ "*Remote* Communication latencies",
	  "lmbench remote latency",
	  false,
	  { "UDP", "RPC/UDP", "TCP", "RPC/TCP", "TCP conn" } },
	{ "File & VM system latencies",
	  "lmbench files and VM",
	  false,
	  { "0K File Create", "0K File Delete", "10K File Create", "10K File Delete",
	    "Mmap Latency", "Prot Fault", "Page Fault", "100fd selct" } },
	{ "*Local* Communication bandwidths",
	  "lmbench bandwidth",
	  false,
	  { "Pipe", "AF UNIX", "TCP", "File reread", "Mmap reread", "Bcopy (libc)", "Bcopy (hand)",
	    "Mem read", "Mem write" } },
	{ "Memory latencies",
	  "lmbench memory latency",
	  true,
	  { "L1 $", "L2 $", "Main mem", "Rand mem" } },
};

struct table {
	const struct section *section;
	size_t columns;
	enum evidence_better better;
	const char *unit;
	struct slice ruler;
};

static const char *unit_of(struct slice title)
{
	static const struct {
		const char *words, *unit;
	} units[] = { { "in microseconds", "us" },
		      { "in nanoseconds", "ns" },
		      { "in MB/s", "MB/s" },
		      { "in milliseconds", "ms" } };
	struct slice rest;

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (slice_after(title, units[i].words, &rest))
			return units[i].unit;
	return NULL;
}

static bool begins(struct slice line, struct table *table)
{
	struct slice rest;

	line = slice_trim(line);
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		if (!slice_starts(line, sections[i].title))
			continue;
		*table = (struct table) { .section = &sections[i], .unit = unit_of(line) };
		while (table->columns < COLUMNS_MAX && sections[i].columns[table->columns])
			table->columns++;
		if (slice_after(line, "smaller is better", &rest))
			table->better = EVIDENCE_LESS;
		else if (slice_after(line, "bigger is better", &rest))
			table->better = EVIDENCE_MORE;
		return table->unit && table->better != EVIDENCE_EITHER;
	}
	return false;
}

/* The ruler that stands below the titles: groups of dashes, one for each column. */
static bool find_ruler(const struct text *text, size_t *at, struct table *table)
{
	for (size_t i = 0; i < TITLE_LINES && *at < text->count; i++, ++*at) {
		struct slice line = line_slice(text, *at);

		if (line_is_ruler(line) && memchr(slice_trim(line).at, ' ', slice_trim(line).len)) {
			table->ruler = line;
			++*at;
			return true;
		}
	}
	return false;
}

/* "300." has three digits, and so a point. */
static bool read_number(struct slice word, struct number *number)
{
	if (word.len > 1 && word.at[word.len - 1] == '.')
		word.len--;
	return number_read(word, number);
}

static void add_cell(const struct table *table, struct slice host, size_t column,
		     const struct number *number, uint32_t line, struct evidence *evidence)
{
	const char *name = table->section->columns[column], *group = table->section->group;

	evidence_add(evidence, (struct slice) { name, strlen(name) }, line);
	evidence_set_group(evidence, (struct slice) { group, strlen(group) });
	evidence_set_side(evidence, host);
	evidence_set_unit(evidence, (struct slice) { table->unit, strlen(table->unit) });
	evidence_set_result(evidence, "value", number, table->better);
}

/* A row with all its cells: they are the longest run of numbers. */
static bool read_whole(const struct table *table, const struct words *words, uint32_t line,
		       struct evidence *evidence)
{
	size_t want = table->columns + table->section->has_mhz;

	for (size_t from = 2; from + want <= words->count && from < 5; from++) {
		struct number number;
		size_t count = 0;

		while (from + count < words->count &&
		       read_number(words->list[from + count], &number))
			count++;
		if (count != want)
			continue;
		from += table->section->has_mhz;
		for (size_t i = 0; i < table->columns; i++) {
			read_number(words->list[from + i], &number);
			add_cell(table, words->list[0], i, &number, line, evidence);
		}
		return true;
	}
	return false;
}

/* The columns of a table by its ruler: where each begins and ends. */
struct cells {
	size_t from[COLUMNS_MAX + 3], to[COLUMNS_MAX + 3], count;
};

static void read_ruler(struct slice ruler, struct cells *cells)
{
	size_t at = 0;

	cells->count = 0;
	while (cells->count < ARRAY_SIZE(cells->from)) {
		while (at < ruler.len && ruler.at[at] != '-')
			at++;
		if (at == ruler.len)
			break;
		cells->from[cells->count] = at;
		while (at < ruler.len && ruler.at[at] == '-')
			at++;
		cells->to[cells->count++] = at;
	}
}

/* Which column ends where @word does; cells are right-aligned. */
static size_t column_of(const struct cells *cells, struct slice line, struct slice word)
{
	size_t end = (size_t)(word.at + word.len - line.at), column = 0;

	while (column < cells->count && cells->to[column] != end)
		column++;
	return column;
}

/* A row with blank cells: by the ruler, if all its numbers stand below it. */
static bool read_aligned(const struct table *table, struct slice line, const struct words *words,
			 uint32_t line_number, struct evidence *evidence)
{
	size_t skip = HOST_COLUMNS + table->section->has_mhz, first = evidence->count;
	struct cells cells;
	struct number number;

	read_ruler(table->ruler, &cells);
	for (size_t i = HOST_COLUMNS; i < words->count; i++) {
		size_t column = column_of(&cells, line, words->list[i]);

		if (column < skip || !read_number(words->list[i], &number))
			continue;
		if (column == cells.count || column - skip >= table->columns) {
			evidence_truncate(evidence, first);
			return false;
		}
		add_cell(table, words->list[0], column - skip, &number, line_number, evidence);
	}
	return evidence->count > first;
}

static size_t read_section(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, first = evidence->count;
	struct table table;

	if (!begins(line_slice(text, at), &table))
		return at;
	at++;
	if (!find_ruler(text, &at, &table))
		return from;
	for (; at < text->count && text->lines[at].len; at++) {
		uint32_t number = text->lines[at].number;
		struct words words;

		words_read(text, at, "", &words);
		if (words.count < 3 || line_is_ruler(line_slice(text, at)))
			break;
		/* A row of which neither is true is left out: its numbers have no names. */
		if (!read_whole(&table, &words, number, evidence))
			read_aligned(&table, line_slice(text, at), &words, number, evidence);
	}
	return evidence->count > first ? at : from;
}

const struct evidence_format lmbench_format = {
	.name = "lmbench",
	.what = "summaries of lmbench",
	.has_runs = true,
	.read = read_section,
};
