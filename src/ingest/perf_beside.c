// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_beside.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/perf_columns.h"
#include "ingest/perf_header.h"
#include "ingest/perf_shape.h"
#include "support/memory.h"

enum {
	LINE_MAX_BYTES = 1024, /* no screen is wider */
	MARKS_MAX = 4,	       /* a name may have some, too */
};

static bool is_title(struct slice text)
{
	struct perf_columns columns;

	return perf_columns_read(&columns, text, (struct slice) { "", 0 });
}

/* May a table's line be that? One of the two may have fewer rows. */
static bool is_part(struct slice text)
{
	return !slice_trim(text).len || perf_shape_is_row(text) || is_title(text) ||
	       perf_line_is_ruler(text) || perf_comment_mark(text) || perf_header_starts(text);
}

/* Where a line is joined: both sides of the mark are lines of tables. */
static bool split_line(struct slice line, struct slice *left, struct slice *right)
{
	size_t marks = 0;

	for (size_t i = 0; i < line.len && line.len < LINE_MAX_BYTES; i++) {
		if (line.at[i] != '|' || ++marks > MARKS_MAX)
			continue;
		*left = (struct slice) { line.at, i };
		*right = (struct slice) { line.at + i + 1, line.len - i - 1 };
		if (is_part(*left) && is_part(*right))
			return true;
	}
	return false;
}

static bool begins(struct slice text)
{
	return perf_shape_is_row(text) || is_title(text) || perf_header_starts(text);
}

static void add_line(struct text *side, const struct text_line *from, struct slice part)
{
	struct text_line line = *from;

	line.at = arena_strndup(&side->arena, part.at, part.len);
	line.len = (uint32_t)part.len;
	side->lines[side->count++] = line;
}

size_t perf_beside_split(const struct text *text, size_t at, struct text *left, struct text *right)
{
	struct slice parts[2];
	size_t end = at;

	if (!memchr(text->lines[at].at, '|', text->lines[at].len) ||
	    !split_line(text_slice(text, at), &parts[0], &parts[1]) || !begins(parts[0]) ||
	    !begins(parts[1]))
		return at;
	while (end < text->count && split_line(text_slice(text, end), &parts[0], &parts[1]))
		end++;
	*left = *right = (struct text) { .path = text->path };
	left->lines = mem_zalloc(end - at, sizeof(*left->lines));
	right->lines = mem_zalloc(end - at, sizeof(*right->lines));
	for (size_t i = at; i < end; i++) {
		split_line(text_slice(text, i), &parts[0], &parts[1]);
		add_line(left, &text->lines[i], parts[0]);
		add_line(right, &text->lines[i], parts[1]);
	}
	return end;
}
