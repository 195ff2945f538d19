// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf script text in a mail: among prose, its tabs and blanks squeezed, long
 * lines wrapped, parts cut out. The lines of one recording are put back as perf
 * prints them and then read like any other perf script text.
 */
#include "ingest/perf_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/line_mark.h"
#include "ingest/perf_header.h"
#include "support/error.h"
#include "support/memory.h"

/* Prose may stand between two samples of one recording: so many lines of it. */
enum { INTERRUPTION_MAX = 2, SOON_NS = 1000000000 };

/* How far ahead of the first sample its layout is looked for. */
enum { LOOK_AHEAD = 12 };

enum kind {
	KIND_BLANK,
	KIND_COMMENT,
	KIND_HEADER,
	KIND_SIDE_BAND,
	KIND_FRAME,
	KIND_OTHER,
};

struct restorer {
	const struct text *text;
	enum line_mark mark;
	struct script_layout layout;
	struct script_header last; /* of the newest sample */
	bool in_sample, after_blank;
	uint8_t quote_depth; /* of the first line */

	char *bytes; /* as perf prints them */
	size_t len, capacity;
	uint32_t *numbers; /* of the text's lines, for each of these */
	uint32_t number;   /* of the line in hand */
	size_t count, numbers_capacity;
	struct script_others skipped;
	char *joined; /* two lines in one */
	size_t joined_capacity;
};

/* ---- lines ---- */

static struct slice line_at(const struct restorer *restorer, size_t at)
{
	return at < restorer->text->count
		       ? line_without_mark(text_slice(restorer->text, at), restorer->mark)
		       : (struct slice) { "", 0 };
}

/* The line at @at and the one after it in one, where mail broke it. */
static struct slice joined_at(struct restorer *restorer, size_t at)
{
	struct slice first = line_at(restorer, at), second = slice_trim(line_at(restorer, at + 1));

	array_reserve(restorer->joined, restorer->joined_capacity, first.len + second.len + 2);
	memcpy(restorer->joined, first.at, first.len);
	restorer->joined[first.len] = ' ';
	memcpy(restorer->joined + first.len + 1, second.at, second.len);
	return (struct slice) { restorer->joined, first.len + 1 + second.len };
}

static bool read_header(const struct script_layout *layout, struct slice line,
			struct script_header *header)
{
	if (!script_read_header(layout, line.at, line.len, header))
		return false;
	/* Prose may hold what looks like a time or a pid, but hardly with an event behind it. */
	return header->event.len && (layout->timed || header->has_tid);
}

/* A header that lacks what follows the time or the period. */
static bool is_half_header(const struct script_layout *layout, struct slice line)
{
	struct script_header header;

	return layout->timed && script_read_header(layout, line.at, line.len, &header) &&
	       header.has_tid && !header.event.len && !header.tail.len;
}

static bool is_closed(struct slice line)
{
	return line.len && line.at[line.len - 1] == ')';
}

static bool has_digit(struct slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if (char_is_digit(word.at[i]))
			return true;
	return false;
}

/* "ffffffff815a3446 kfree+0x36 ([kernel.kallsyms])"; "add it" is none. */
static bool is_frame(struct slice line)
{
	struct script_place place;
	struct slice word = slice_word(&(struct slice) { line.at, line.len });

	if (!script_read_frame(line.at, line.len, &place))
		return false;
	if (!place.text.len) /* the rest is on the next line */
		return word.len >= 4 && has_digit(word);
	return word.len >= 4 || is_closed(line);
}

static enum kind kind_of(const struct restorer *restorer, struct slice line)
{
	struct script_header header;

	if (!line.len)
		return KIND_BLANK;
	if (read_header(&restorer->layout, line, &header))
		return header.is_side_band ? KIND_SIDE_BAND : KIND_HEADER;
	if (is_frame(line))
		return KIND_FRAME;
	return line.at[0] == '#' ? KIND_COMMENT : KIND_OTHER;
}

/* ---- where samples begin ---- */

static size_t next_line(const struct restorer *restorer, size_t at)
{
	while (++at < restorer->text->count && !line_at(restorer, at).len)
		;
	return at;
}

/* A sample at @at: a header, and an address behind or below it. */
static bool is_start(struct restorer *restorer, size_t at)
{
	const struct script_layout *layout = &restorer->layout;
	struct slice line = line_at(restorer, at),
		     next = line_at(restorer, next_line(restorer, at));
	struct script_header header;
	struct script_place place;

	if (is_half_header(layout, line))
		line = joined_at(restorer, at);
	if (!read_header(layout, line, &header) || header.is_side_band)
		return false;
	if (is_frame(next))
		return layout->timed || is_closed(next);
	if (!layout->timed)
		return false;
	if (script_read_tail(layout, header.tail, &place))
		return true;
	header.tail = slice_trim(header.tail);
	return header.tail.len >= 4 && is_frame(header.tail) && next.len;
}

static bool find_start(struct restorer *restorer, size_t at)
{
	static const struct script_layout layouts[] = {
		{ .timed = true, .headed = true, .has_dso = true },
		{ .headed = true, .has_dso = true },
	};

	restorer->mark = line_mark_of(text_slice(restorer->text, at));
	restorer->quote_depth = restorer->text->lines[at].quote_depth;
	for (size_t i = 0; i < ARRAY_SIZE(layouts); i++) {
		restorer->layout = layouts[i];
		if (!is_start(restorer, at))
			continue;
		restorer->layout.has_dso = false;
		for (size_t k = at; k < at + LOOK_AHEAD; k++)
			restorer->layout.has_dso |= is_closed(line_at(restorer, k));
		return true;
	}
	return false;
}

/* The comments above the first sample, which tell of the machine. */
static size_t find_comments(const struct text *text, size_t at)
{
	size_t first = at;

	while (at > 0 && (!text->lines[at - 1].len || text->lines[at - 1].at[0] == '#'))
		if (text->lines[--at].len)
			first = at;
	return first;
}

/* ---- putting lines back ---- */

static void emit(struct restorer *restorer, const char *before, struct slice line)
{
	size_t indent = strlen(before);

	array_reserve(restorer->bytes, restorer->capacity, restorer->len + indent + line.len + 1);
	memcpy(restorer->bytes + restorer->len, before, indent);
	restorer->len += indent;
	memcpy(restorer->bytes + restorer->len, line.at, line.len);
	restorer->len += line.len;
	restorer->bytes[restorer->len++] = '\n';
	array_reserve(restorer->numbers, restorer->numbers_capacity, restorer->count + 1);
	restorer->numbers[restorer->count++] = restorer->number;
}

/* The line that was put back last, without its end. */
static struct slice last_line(const struct restorer *restorer)
{
	const char *end = restorer->bytes + restorer->len - 1;
	const char *at = end;

	while (at > restorer->bytes && at[-1] != '\n')
		at--;
	return (struct slice) { at, end - at };
}

/* Does the line that was put back last go on at @at? Its DSO, and more before it, went there. */
static bool goes_on(const struct restorer *restorer, size_t at)
{
	struct slice last = slice_trim(last_line(restorer)), rest = last;
	struct slice word = { "", 0 }, next = line_at(restorer, at);

	if (!restorer->in_sample)
		return false;
	if (slice_starts(slice_trim(next), "(/") || slice_starts(slice_trim(next), "(["))
		return true;
	if (is_closed(last))
		return false;
	if (!restorer->layout.has_dso) { /* only an address can tell that its symbol is missing */
		while (rest.len)
			word = slice_word(&rest);
		return is_frame(word);
	}
	for (size_t ahead = 0; ahead < 3; ahead++) {
		next = line_at(restorer, at + ahead);
		if (is_closed(next))
			return true;
		if (!next.len || kind_of(restorer, next) != KIND_OTHER)
			return false;
	}
	return false;
}

static void join(struct restorer *restorer, struct slice line)
{
	restorer->len--;
	restorer->number = restorer->numbers[--restorer->count];
	emit(restorer, " ", slice_trim(line));
}

/* A source line under a frame: no blank in it. */
static bool is_source_line(struct slice line)
{
	line = slice_trim(line);
	return line.len && !memchr(line.at, ' ', line.len) &&
	       (memchr(line.at, ':', line.len) || memchr(line.at, '[', line.len) ||
		memchr(line.at, '+', line.len));
}

static bool is_same_task(const struct script_header *a, const struct script_header *b)
{
	return a->tid == b->tid && a->comm.len == b->comm.len &&
	       !memcmp(a->comm.at, b->comm.at, a->comm.len);
}

/* Is this the next sample of the same recording: one of the same task, or soon after the last? */
static bool is_next(const struct script_header *last, const struct script_header *next)
{
	if (!next->has_time)
		return is_same_task(last, next);
	if (next->time_ns <= last->time_ns)
		return false;
	return is_same_task(last, next) || next->time_ns - last->time_ns < SOON_NS;
}

/* After a line of prose at @at: the next sample, if it is of the same recording. */
static size_t find_sequel(const struct restorer *restorer, size_t at)
{
	size_t count = restorer->text->count;

	for (int prose = 0; at < count && prose <= INTERRUPTION_MAX; at++) {
		struct slice line = line_at(restorer, at);
		struct script_header header;

		if (read_header(&restorer->layout, line, &header))
			return is_next(&restorer->last, &header) ? at : count;
		prose += line.len > 0;
	}
	return count;
}

static void put_header(struct restorer *restorer, struct slice line)
{
	if (restorer->in_sample)
		emit(restorer, "", (struct slice) { "", 0 });
	emit(restorer, "", restorer->layout.timed ? slice_trim(line) : line);
	read_header(&restorer->layout, line, &restorer->last);
	restorer->in_sample = true;
}

/* As perf aligns it: a TAB, and the address right in 16 columns. */
static void put_frame(struct restorer *restorer, struct slice line)
{
	static const char indent[] = "\t               ";
	struct slice rest = line, word = slice_word(&rest);
	char before[sizeof(indent)];

	snprintf(before, sizeof(before), "%.*s", 17 - (int)(word.len > 16 ? 16 : word.len), indent);
	emit(restorer, before, line);
}

/* Put one line back. False if it belongs to none of the samples. */
static bool put_line(struct restorer *restorer, size_t at, struct slice line, enum kind kind)
{
	if (kind == KIND_HEADER)
		put_header(restorer, line);
	else if (kind == KIND_FRAME && restorer->in_sample)
		put_frame(restorer, slice_trim(line));
	else if (kind == KIND_SIDE_BAND)
		emit(restorer, "", slice_trim(line));
	else if (kind == KIND_OTHER && goes_on(restorer, at))
		join(restorer, line);
	else
		return kind == KIND_COMMENT || line_is_cut_mark(line) || is_source_line(line);
	return true;
}

/* Samples that are quoted more deeply, or less, and come from earlier on, are others. */
static bool is_quotation(const struct restorer *restorer, uint8_t quote_depth, struct slice line)
{
	struct script_header header;

	return restorer->in_sample && read_header(&restorer->layout, line, &header) &&
	       header.time_ns < restorer->last.time_ns && quote_depth != restorer->quote_depth;
}

static void skip(struct restorer *restorer, size_t at)
{
	if (!line_at(restorer, at).len)
		return;
	if (!restorer->skipped.count++)
		restorer->skipped.first_line = restorer->text->lines[at].number;
}

/*
 * Skip the line at @at, which is none of perf's. Returns the next one to look
 * at: in the middle of a sample, or the next sample; or the end of the text.
 */
static size_t skip_prose(struct restorer *restorer, size_t at, enum kind kind)
{
	size_t next = at + 1;

	if (kind != KIND_FRAME && kind_of(restorer, line_at(restorer, next)) == KIND_FRAME) {
		/* After a blank line this was a header, and the frames below it are lost too. */
		restorer->in_sample = restorer->in_sample && !restorer->after_blank;
	} else if (kind != KIND_FRAME) {
		restorer->in_sample = false;
		next = find_sequel(restorer, at);
	}
	for (; next < restorer->text->count && at < next; at++)
		skip(restorer, at);
	return next;
}

/* Put the lines from @at on back. Returns the line after the last one that belongs to them. */
static size_t restore(struct restorer *restorer, size_t at)
{
	size_t end = at, count = restorer->text->count;

	while (at < count) {
		uint8_t quote_depth = restorer->text->lines[at].quote_depth;
		struct slice line = line_at(restorer, at);

		restorer->number = restorer->text->lines[at].number;
		if (is_half_header(&restorer->layout, line) && at + 1 < count)
			line = joined_at(restorer, at++);

		enum kind kind = kind_of(restorer, line);

		if (kind == KIND_COMMENT && perf_header_is_new_recording(line))
			break;
		if (kind == KIND_HEADER && is_quotation(restorer, quote_depth, line))
			break;
		if (kind == KIND_BLANK)
			at++;
		else if (put_line(restorer, at, line, kind))
			end = ++at;
		else
			at = skip_prose(restorer, at, kind);
		restorer->after_blank = kind == KIND_BLANK;
	}
	return end;
}

/* Read what was put back. False: it is no perf script text after all. */
static bool read_restored(struct restorer *restorer, const struct ingest_options *options,
			  struct document *doc, int *failed, struct symdiff_error *err)
{
	struct profile *profile = document_add(doc, perf_script_format.name);
	struct symdiff_error own = { 0 };
	struct script_others others = { 0 };

	if (perf_script_read_bytes(restorer->bytes, restorer->len, options, profile, &others,
				   &own)) {
		if (own.code == SYMDIFF_ERR_FORMAT)
			return false;
		*failed = symdiff_fail(err, own.code, own.position, "%s", own.message);
	}
	if (others.count)
		others.first_line = restorer->numbers[others.first_line - 1];
	if (restorer->skipped.count && !others.count)
		others.first_line = restorer->skipped.first_line;
	others.count += restorer->skipped.count;
	perf_script_warn(profile, &others);
	return true;
}

static size_t read_table(const struct text *text, size_t at, const struct ingest_options *options,
			 struct document *doc, int *failed, struct symdiff_error *err)
{
	struct restorer restorer = { .text = text };
	size_t end = at;

	if (find_start(&restorer, at)) {
		for (size_t i = find_comments(text, at); i < at; i++)
			emit(&restorer, "", text_slice(text, i));
		end = restore(&restorer, at);
		if (!read_restored(&restorer, options, doc, failed, err))
			end = at;
	}
	free(restorer.bytes);
	free(restorer.numbers);
	free(restorer.joined);
	return end;
}

const struct table_format perf_script_table = {
	.name = "perf-script",
	.what = "perf script text in a mail",
	.read = read_table,
};
