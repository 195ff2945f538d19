// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Folded stacks in a mail, among prose: quoted, marked, or with the count
 * wrapped to the next line.
 */
#include "ingest/folded.h"

#include <stdlib.h>

#include "ingest/line_mark.h"
#include "ingest/perf_header.h"
#include "support/error.h"
#include "support/memory.h"

struct gatherer {
	const struct text *text;
	enum line_mark mark;
	int sides;

	char *bytes; /* one stack a line */
	size_t len, capacity;
};

static struct slice line_at(const struct gatherer *gatherer, size_t at)
{
	if (at >= gatherer->text->count)
		return (struct slice) { "", 0 };
	return slice_trim(line_without_mark(text_slice(gatherer->text, at), gatherer->mark));
}

/* Prose has blanks behind its semicolons, code and tables have other things. */
static bool is_stack(struct slice stack)
{
	const char *end = stack.at + stack.len;
	size_t parts = 1;

	for (const char *c = stack.at; (c = memchr(c, ';', end - c)); c++, parts++)
		if (c == stack.at || c + 1 == end || char_is_blank(c[1]) || char_is_blank(c[-1]))
			return false;
	return parts > 1 && !memmem(stack.at, stack.len, "%;", 2) &&
	       !memmem(stack.at, stack.len, "% ", 2);
}

static bool read_line(const struct gatherer *gatherer, size_t at, struct slice *line)
{
	struct folded_line parts;

	*line = line_at(gatherer, at);
	return folded_read_line(*line, gatherer->sides, &parts) && is_stack(parts.stack);
}

/* A count alone, below the stack that it belongs to. */
static bool is_wrapped(const struct gatherer *gatherer, size_t at)
{
	struct slice stack = line_at(gatherer, at), rest = line_at(gatherer, at + 1), word;
	struct decimal number;
	int words = 0;

	while ((word = slice_word(&rest)).len) {
		if (!slice_decimal(word, &number))
			return false;
		words++;
	}
	return words == gatherer->sides && stack.len && is_stack(stack);
}

/* One line says little: it takes two, or a deep one. */
static bool is_start(struct gatherer *gatherer, size_t at)
{
	struct slice line, next;

	if (is_wrapped(gatherer, at))
		return true;
	if (!read_line(gatherer, at, &line))
		return false;
	return read_line(gatherer, at + 1, &next) || is_wrapped(gatherer, at + 1) ||
	       (!line_at(gatherer, at + 1).len && read_line(gatherer, at + 2, &next)) ||
	       memmem(line.at, line.len, "_[k]", 4) ||
	       (memchr(line.at, ';', line.len) != memrchr(line.at, ';', line.len));
}

static bool find_start(struct gatherer *gatherer, size_t at)
{
	enum line_mark mark = line_mark_of(text_slice(gatherer->text, at));

	for (int with_mark = 0; with_mark <= (mark != MARK_NONE); with_mark++) {
		gatherer->mark = with_mark ? mark : MARK_NONE;
		if (mark != MARK_NONE && !with_mark)
			continue; /* no stack starts with a mark */
		for (gatherer->sides = SIDES; gatherer->sides > 0; gatherer->sides--)
			if (is_start(gatherer, at))
				return true;
	}
	return false;
}

static void emit(struct gatherer *gatherer, struct slice line, char end)
{
	array_reserve(gatherer->bytes, gatherer->capacity, gatherer->len + line.len + 1);
	memcpy(gatherer->bytes + gatherer->len, line.at, line.len);
	gatherer->len += line.len;
	gatherer->bytes[gatherer->len++] = end;
}

/* A command alone, without a stack: "swapper 12" between others. */
static bool is_lone(const struct gatherer *gatherer, size_t at)
{
	struct slice line = line_at(gatherer, at), next;
	struct folded_line parts;

	return folded_read_line(line, gatherer->sides, &parts) &&
	       !memchr(parts.stack.at, ' ', parts.stack.len) && read_line(gatherer, at + 1, &next);
}

static size_t gather(struct gatherer *gatherer, size_t at)
{
	size_t end = at;

	for (; at < gatherer->text->count; at++) {
		struct slice line = line_at(gatherer, at);

		if (!line.len || line_is_cut_mark(line))
			continue;
		if (is_wrapped(gatherer, at)) {
			emit(gatherer, line, ' ');
			line = line_at(gatherer, ++at);
		} else if (!read_line(gatherer, at, &line) && !is_lone(gatherer, at)) {
			break;
		}
		emit(gatherer, line, '\n');
		end = at + 1;
	}
	return end;
}

static size_t read_table(const struct text *text, size_t at, const struct ingest_options *options,
			 struct document *doc, int *failed, struct symdiff_error *err)
{
	struct gatherer gatherer = { .text = text };
	struct symdiff_error own = { 0 };
	uint64_t others;
	size_t end = at;

	if (!find_start(&gatherer, at))
		return at;
	end = gather(&gatherer, at);
	if (folded_read_bytes(gatherer.bytes, gatherer.len, options, doc, &others, &own)) {
		if (own.code == SYMDIFF_ERR_FORMAT)
			end = at;
		else
			*failed = symdiff_fail(err, own.code, own.position, "%s", own.message);
	}
	free(gatherer.bytes);
	return end;
}

const struct table_format folded_table = {
	.name = "folded",
	.what = "folded stacks in a mail",
	.read = read_table,
};
