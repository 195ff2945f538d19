// SPDX-License-Identifier: GPL-2.0-or-later
/* The lines of a text, freed from what mail and browsers did to them. See text.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "support/text.h"
#include "support/text_decode.h"
#include "support/text_layout.h"
#include "support/error.h"
#include "support/memory.h"

#define TEXT_LIMIT (256ul << 20)
#define LINE_LIMIT (16ul << 20)

/* A line that is longer is no row of a table, and not worth the work. */
#define LINE_LENGTH_LIMIT (16ul << 20)

struct cleaner {
	struct text *text;
	size_t capacity; /* of text->lines */
	const char *at, *end;
	uint32_t number; /* of the physical line at @at */
	bool quoted_printable, html, html_twice;
	char *raw, *utf8; /* the line in work */
	size_t raw_len, raw_capacity, utf8_capacity;
};

/*
 * The next physical line, without its end, which is LF, CRLF, CR CR LF (a text
 * converted twice) or a CR alone.
 */
static const char *next_physical(struct cleaner *cleaner, size_t *len)
{
	const char *line = cleaner->at;
	const char *lf = memchr(line, '\n', cleaner->end - line);
	const char *stop = lf ? lf : cleaner->end;

	cleaner->at = lf ? lf + 1 : cleaner->end;
	while (stop > line && stop[-1] == '\r')
		stop--;

	const char *cr = memchr(line, '\r', stop - line);

	if (cr) {
		stop = cr;
		cleaner->at = cr + 1;
	}
	cleaner->number++;
	*len = stop - line;
	return line;
}

static void append_raw(struct cleaner *cleaner, const char *text, size_t len)
{
	array_reserve(cleaner->raw, cleaner->raw_capacity, cleaner->raw_len + len + 1);
	memcpy(cleaner->raw + cleaner->raw_len, text, len);
	cleaner->raw_len += len;
}

size_t text_quote_marks(const char *line, size_t len, uint8_t *depth)
{
	size_t marks = 0, indent = 0;

	*depth = 0;
	while (indent < len && (line[indent] == ' ' || line[indent] == '\t'))
		indent++;
	for (size_t i = indent; i < len; i++) {
		if (line[i] == '>') {
			marks = i + 1;
			*depth += *depth < UINT8_MAX;
		} else if (line[i] != ' ' || line[i - 1] == ' ') {
			break;
		}
	}
	if (!marks)
		return 0;
	if (marks < len && line[marks] == ' ')
		return marks + 1;
	if (marks == len || line[marks] == '\t' || (!indent && !strchr(":,()*&", line[marks])))
		return marks;
	*depth = 0;
	return 0;
}

/*
 * The second half of a soft-broken line may have been quoted like the first,
 * or, if that was encoded with quotations in it, by the outer ones of its marks.
 */
static size_t repeated_quote(const struct cleaner *cleaner, const char *line, size_t len)
{
	uint8_t depth;
	size_t marks = text_quote_marks(cleaner->raw, cleaner->raw_len, &depth);
	size_t same = 0;

	while (same < marks && same < len && line[same] == cleaner->raw[same])
		same++;
	if (same == marks)
		return marks;
	while (same && line[same - 1] != '>')
		same--;
	return same && same < len && line[same] == ' ' ? same + 1 : same;
}

/* Gather one logical line in raw: physical lines joined at soft breaks, bytes decoded. */
static void gather(struct cleaner *cleaner)
{
	size_t len;
	const char *line = next_physical(cleaner, &len);

	cleaner->raw_len = 0;
	if (len > LINE_LENGTH_LIMIT) {
		cleaner->text->has_endless_line = true;
		return;
	}
	append_raw(cleaner, line, len);
	if (!cleaner->quoted_printable)
		return;
	while (ends_in_soft_break(line, len) && cleaner->at < cleaner->end &&
	       cleaner->raw_len < LINE_LENGTH_LIMIT) {
		cleaner->raw_len--;
		line = next_physical(cleaner, &len);

		size_t skip = repeated_quote(cleaner, line, len);

		line += skip;
		len -= skip;
		append_raw(cleaner, line, len);
	}
	cleaner->raw_len = decode_quoted_printable(cleaner->raw, cleaner->raw_len);
}

/* The length of the UTF-8 sequence at @at (1 to 4), or 0. */
static size_t utf8_length(const unsigned char *at, size_t left)
{
	size_t len = at[0] < 0x80   ? 1
		     : at[0] < 0xC2 ? 0
		     : at[0] < 0xE0 ? 2
		     : at[0] < 0xF0 ? 3
		     : at[0] < 0xF5 ? 4
				    : 0;

	if (!len || len > left)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((at[i] & 0xC0) != 0x80)
			return 0;
	if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0) ||
	    (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90))
		return 0;
	return len;
}

/* Characters that stand for a plainer one; "" drops them. */
static const struct {
	const char *from, *to;
} plainer[] = {
	{ "\xC2\xA0", " " },	 { "\xE2\x80\x80", " " }, { "\xE2\x80\x82", " " },
	{ "\xE2\x80\x83", " " }, { "\xE2\x80\x87", " " }, { "\xE2\x80\x89", " " },
	{ "\xE2\x80\xAF", " " }, { "\xE3\x80\x80", " " }, { "\xE2\x80\x8B", "" },
	{ "\xEF\xBB\xBF", "" },	 { "\xC2\xAD", "" },	  { "\xE2\x88\x92", "-" },
	{ "\xE2\x80\x90", "-" }, { "\xE2\x80\x91", "-" }, { "\xE2\x80\x92", "-" },
	{ "\xE2\x80\x93", "-" }, { "\xE2\x80\x94", "-" },
};

static size_t copy_character(char *to, const char *from, size_t len)
{
	for (size_t i = 0; len > 1 && i < ARRAY_SIZE(plainer); i++)
		if (strlen(plainer[i].from) == len && !memcmp(plainer[i].from, from, len)) {
			size_t plain = strlen(plainer[i].to);

			memcpy(to, plainer[i].to, plain);
			return plain;
		}
	memcpy(to, from, len);
	return len;
}

/* A byte that is not UTF-8, read as Latin-1. */
static size_t copy_latin1(char *to, unsigned char c)
{
	if (c == 0xA0)
		return copy_character(to, " ", 1);
	if (c < 0xA0)
		return copy_character(to, "?", 1);
	to[0] = (char)(0xC0 | c >> 6);
	to[1] = (char)(0x80 | (c & 0x3F));
	return 2;
}

/* The length of the terminal's colour or cursor sequence at @at, or 0. */
static size_t escape_sequence(const char *at, size_t left)
{
	size_t len = 2;

	if (left < 3 || at[0] != '\033' || at[1] != '[')
		return 0;
	while (len < left && len < 16 && (isdigit((unsigned char)at[len]) || strchr(";?", at[len])))
		len++;
	return len < left && isalpha((unsigned char)at[len]) ? len + 1 : 0;
}

/* Valid UTF-8 with plain blanks, from @from to the utf8 buffer. Returns its length. */
static size_t to_utf8(struct cleaner *cleaner, const char *from, size_t len)
{
	size_t to = 0;

	array_reserve(cleaner->utf8, cleaner->utf8_capacity, 2 * len + 1);
	for (size_t i = 0; i < len;) {
		size_t sequence = utf8_length((const unsigned char *)from + i, len - i);
		size_t escape = escape_sequence(from + i, len - i);

		if (escape) {
			i += escape;
		} else if (from[i] == '\0' || from[i] == '\v' || from[i] == '\f') {
			cleaner->utf8[to++] = ' ';
			i++;
		} else if (sequence) {
			to += copy_character(cleaner->utf8 + to, from + i, sequence);
			i += sequence;
		} else {
			to += copy_latin1(cleaner->utf8 + to, (unsigned char)from[i]);
			i++;
		}
	}
	return to;
}

static void add_line(struct cleaner *cleaner, const char *line, size_t len, uint32_t number)
{
	struct text *text = cleaner->text;
	uint8_t depth;
	size_t marks = text_quote_marks(line, len, &depth);

	line += marks;
	len -= marks;

	size_t full = len;

	while (len && (line[len - 1] == ' ' || line[len - 1] == '\t'))
		len--;
	array_reserve(text->lines, cleaner->capacity, text->count + 1);
	text->lines[text->count++] = (struct text_line) {
		.at = arena_strndup(&text->arena, line, len),
		.len = len,
		.number = number,
		.quote_depth = depth,
		.was_flowed = len && full > len,
	};
}

/* One piece of a logical line between line breaks of HTML. */
static void finish_piece(struct cleaner *cleaner, char *piece, size_t len, uint32_t number)
{
	if (cleaner->html)
		len = decode_entities(piece, len);
	if (cleaner->html_twice) /* archives that escape twice leave &amp;lt; */
		len = decode_entities(piece, len);
	len = to_utf8(cleaner, piece, len);
	add_line(cleaner, cleaner->utf8, len, number);
}

static bool is_blank(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isspace((unsigned char)text[i]))
			return false;
	return true;
}

/* A line that was nothing but tags leaves none; several in one line leave several. */
static void split_html(struct cleaner *cleaner, uint32_t number)
{
	size_t before = cleaner->raw_len;
	char *at = cleaner->raw, *end = at + strip_tags(at, before);
	bool stripped = (size_t)(end - at) < before || memchr(at, '\n', end - at);

	if (!stripped) {
		finish_piece(cleaner, at, end - at, number);
		return;
	}
	while (at < end) {
		char *stop = memchr(at, '\n', end - at);

		if (!stop)
			stop = end;
		if (!is_blank(at, stop - at))
			finish_piece(cleaner, at, stop - at, number);
		at = stop + 1;
	}
}

static void clean_line(struct cleaner *cleaner)
{
	uint32_t number = cleaner->number + 1;

	gather(cleaner);
	if (cleaner->html)
		split_html(cleaner, number);
	else
		finish_piece(cleaner, cleaner->raw, cleaner->raw_len, number);
}

/* Windows' text of 16-bit characters, with its mark: what of it is ASCII. */
static char *from_utf16(const struct input *in, size_t *len)
{
	bool little = in->data[0] == 0xFF;
	char *ascii = mem_alloc(in->size / 2 + 1);

	*len = 0;
	for (size_t i = 2; i + 1 < in->size; i += 2) {
		unsigned char low = in->data[i + !little], high = in->data[i + little];

		ascii[(*len)++] = high ? '?' : (char)low;
	}
	return ascii;
}

static bool has_utf16_mark(const struct input *in)
{
	return in->size >= 4 && ((in->data[0] == 0xFF && in->data[1] == 0xFE) ||
				 (in->data[0] == 0xFE && in->data[1] == 0xFF));
}

/* Text has hardly a NUL; one or two may come from a damaged file. */
static bool is_binary(const char *text, size_t len)
{
	size_t head = len < 65536 ? len : 65536, odd = 0;

	for (size_t i = 0; i < head; i++) {
		unsigned char c = text[i];

		odd += c < 0x20 && !strchr("\t\n\v\f\r\b\033", c);
		odd += !c;
	}
	return odd > 4 + head / 64;
}

int text_clean_lines(const struct input *in, struct text *text, struct symdiff_error *err)
{
	const char *bytes = (const char *)in->data;
	size_t size = in->size;
	char *converted = NULL;
	int ret = 0;

	*text = (struct text) { .path = in->path };
	if (size > TEXT_LIMIT)
		return symdiff_fail(err, SYMDIFF_ERR_LIMIT, -1,
				    "a text of %zu MiB; printed profiles of up to %lu MiB are read",
				    size >> 20, TEXT_LIMIT >> 20);
	if (has_utf16_mark(in))
		bytes = converted = from_utf16(in, &size);
	if (is_binary(bytes, size)) {
		free(converted);
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "binary data of no known format (expected perf.data or text)");
	}

	struct cleaner cleaner = {
		.text = text,
		.at = bytes,
		.end = bytes + size,
		.quoted_printable = looks_quoted_printable(bytes, size),
		.html = looks_like_html(bytes, size),
	};

	cleaner.html_twice = cleaner.html && !holds_escaped_xml(bytes, size);

	while (cleaner.at < cleaner.end && !ret) {
		if (text->count >= LINE_LIMIT)
			ret = symdiff_fail(err, SYMDIFF_ERR_LIMIT, cleaner.number,
					   "more than %lu lines", LINE_LIMIT);
		else
			clean_line(&cleaner);
	}
	free(cleaner.raw);
	free(cleaner.utf8);
	free(converted);
	if (ret)
		text_deinit(text);
	return ret;
}

int text_clean(const struct input *in, struct text *text, struct symdiff_error *err)
{
	int ret = text_clean_lines(in, text, err);

	if (!ret)
		text_restore_layout(text);
	return ret;
}

void text_deinit(struct text *text)
{
	free(text->lines);
	arena_deinit(&text->arena);
	*text = (struct text) { 0 };
}
