// SPDX-License-Identifier: GPL-2.0-or-later
/* The title of a table by perf over the line breaks that mail programs put into it. */
#include "ingest/perf_title.h"

#include <string.h>

#include "ingest/perf_cells.h"
#include "ingest/perf_header.h"

enum {
	TITLE_MAX = 4, /* lines that one title was wrapped into */
	TITLE_BYTES = 2048,
};

/* Two lines with one blank between them, in @buffer; of length 0 if they do not fit. */
static struct slice join_lines(struct slice a, struct slice b, char *buffer, size_t size)
{
	if (a.len + b.len + 1 > size)
		return (struct slice) { buffer, 0 };
	memcpy(buffer, a.at, a.len);
	buffer[a.len] = ' ';
	memcpy(buffer + a.len + 1, b.at, b.len);
	return (struct slice) { buffer, a.len + 1 + b.len };
}

/* Put behind the title what a mail has wrapped of it: lines that complete names of columns. */
static struct slice join_title(const struct text *text, size_t at, size_t *next, char *buffer,
			       size_t size)
{
	struct slice title = text_slice(text, at);

	while (*next < text->count && *next < at + TITLE_MAX && text->lines[*next].len &&
	       !perf_comment_mark(text_slice(text, *next)) &&
	       !perf_line_is_ruler(text_slice(text, *next))) {
		char joined[TITLE_BYTES];
		struct slice longer = join_lines(title, text_slice(text, *next), joined, size);

		if (!perf_line_is_titles(perf_line_without_bar(longer)))
			break;
		memcpy(buffer, joined, longer.len);
		title = (struct slice) { buffer, longer.len };
		++*next;
	}
	return title;
}

/* The ruler below a title. Wrapped, it counts columns, but does not align them: one blank joins it. */
static struct slice join_ruler(const struct text *text, size_t *next, char *buffer, size_t size)
{
	struct slice ruler = { "", 0 };

	/* Some mail programs double every line break. */
	if (*next + 1 < text->count && !text->lines[*next].len &&
	    perf_line_is_ruler(text_slice(text, *next + 1)))
		++*next;
	while (*next < text->count && perf_line_is_ruler(text_slice(text, *next))) {
		char joined[TITLE_BYTES];
		struct slice line = text_slice(text, (*next)++);

		if (!ruler.len) {
			ruler = line;
			continue;
		}
		line = join_lines(ruler, line, joined, size);
		memcpy(buffer, joined, line.len);
		ruler = (struct slice) { buffer, line.len };
	}
	return ruler;
}

size_t perf_title_read(const struct text *text, size_t at, struct perf_columns *columns)
{
	char title_buffer[TITLE_BYTES], ruler_buffer[TITLE_BYTES];
	struct slice title, ruler;
	size_t next = at + 1;

	if (!perf_line_may_be_title(text_slice(text, at)))
		return 0;
	title = perf_line_without_bar(
		join_title(text, at, &next, title_buffer, sizeof(title_buffer)));
	ruler = join_ruler(text, &next, ruler_buffer, sizeof(ruler_buffer));
	return perf_columns_read(columns, title, ruler) ? next - at : 0;
}
