// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/json_reader.h"
#include "support/memory.h"
#include "support/utf8.h"

/* So many characters has a number that anybody writes. */
#define NUMBER_LENGTH 64

/* The characters of the value that begins here, for a message. */
static int token_length(const struct json_reader *reader)
{
	const char *at = reader->at;

	if (at < reader->end && strchr("{[", *at))
		return 1;
	while (at < reader->end && at - reader->at < 20 && !strchr(",]} \n\r\t", *at))
		at++;
	return (int)(at - reader->at);
}

static bool wrong(struct json_reader *reader, const char *what, const char *kind)
{
	const char *at = json_reader_here(reader);

	if (reader->failed)
		return false;
	if (at == reader->end)
		return json_reader_fail(reader, at, "the file ends where %s, %s, was expected",
					what, kind);
	return json_reader_fail(reader, at, "%s must be %s, found '%.*s'", what, kind,
				token_length(reader), at);
}

/* ---- texts ---- */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four digits of a \u escape at @at; -1: these are none. */
static int32_t read_hex(const char *at, const char *end)
{
	int32_t code = 0;

	if (end - at < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		int digit = hex_digit(at[i]);

		if (digit < 0)
			return -1;
		code = code << 4 | digit;
	}
	return code;
}

static size_t put_utf8(char *out, uint32_t code)
{
	if (code < 0x80)
		return out[0] = (char)code, 1;
	if (code < 0x800)
		return out[0] = (char)(0xc0 | code >> 6), out[1] = (char)(0x80 | (code & 0x3f)), 2;
	if (code < 0x10000) {
		out[0] = (char)(0xe0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3f));
		out[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 0x3f));
	out[2] = (char)(0x80 | (code >> 6 & 0x3f));
	out[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}

/* The character of the \u escape whose digits are at *@at, which moves behind it; 0: none. */
static size_t unescape_code(const char **at, const char *end, char *out)
{
	int32_t code = read_hex(*at, end);

	if (code <= 0)
		return 0;
	*at += 4;
	if (code >= 0xd800 && code < 0xdc00 && end - *at >= 6 && (*at)[0] == '\\' &&
	    (*at)[1] == 'u') {
		int32_t low = read_hex(*at + 2, end);

		if (low < 0xdc00 || low > 0xdfff)
			return 0;
		*at += 6;
		return put_utf8(out, 0x10000 + ((uint32_t)(code - 0xd800) << 10 | (low - 0xdc00)));
	}
	if (code >= 0xdc80 && code <= 0xdcff) /* a byte that is no UTF-8 */
		return out[0] = (char)(code & 0xff), 1;
	return code >= 0xd800 && code < 0xe000 ? 0 : put_utf8(out, (uint32_t)code);
}

static size_t unescape(const char **at, const char *end, char *out)
{
	static const char marks[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *mark;

	if (*at == end)
		return 0;
	if (**at == 'u')
		return ++*at, unescape_code(at, end, out);
	mark = **at ? strchr(marks, **at) : NULL;
	if (!mark)
		return 0;
	++*at;
	out[0] = meant[mark - marks];
	return 1;
}

/* A text with escapes: what stands for it needs no more room than it has itself. */
static bool text_with_escapes(struct json_reader *reader, const char *from, const char *close,
			      struct slice *text)
{
	size_t len = 0;

	array_reserve(reader->scratch, reader->scratch_capacity, (size_t)(close - from) + 1);
	for (const char *at = from; at < close;) {
		if (*at != '\\') {
			reader->scratch[len++] = *at++;
			continue;
		}

		const char *escape = at++;
		size_t put = unescape(&at, close, reader->scratch + len);

		if (!put)
			return json_reader_fail(
				reader, escape, "'%.*s' is no escape that a text may have",
				(int)(close - escape < 6 ? close - escape : 6), escape);
		len += put;
	}
	*text = (struct slice) { reader->scratch, len };
	return true;
}

bool json_read_text(struct json_reader *reader, const char *what, struct slice *text)
{
	bool escapes = false;
	uint32_t code;

	*text = (struct slice) { "", 0 };
	if (json_reader_peek(reader) != JSON_KIND_TEXT)
		return wrong(reader, what, "a text in quotes");

	const char *from = ++reader->at, *at = from;

	while (at < reader->end && *at != '"') {
		if (*at == '\\' && reader->end - at > 1) {
			escapes = true;
			at += 2;
			continue;
		}

		size_t len =
			(unsigned char)*at < 0x80 ? 1 : utf8_decode(at, reader->end - at, &code);

		if (!len || (unsigned char)*at < 0x20)
			return json_reader_fail(reader, at, "%s has the byte 0x%02x, which is %s",
						what, (unsigned char)*at,
						len ? "to be escaped" : "no UTF-8");
		at += len;
	}
	if (at >= reader->end)
		return json_reader_fail(reader, reader->end, "the file ends in a text (%s)", what);
	reader->at = at + 1;
	*text = (struct slice) { from, at - from };
	return !escapes || text_with_escapes(reader, from, at, text);
}

/* ---- numbers ---- */

static bool is_digit(const struct json_reader *reader)
{
	return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

/* Nothing of a number may follow: 12.5 and 1e3 are no whole numbers, 012 is no number. */
static bool is_over(const struct json_reader *reader, const char *from)
{
	if (reader->at == from || (*from == '0' && reader->at - from > 1))
		return false;
	return reader->at == reader->end || !strchr(".eE+-", *reader->at);
}

bool json_read_u64(struct json_reader *reader, const char *what, uint64_t most, uint64_t *value)
{
	const char *from = json_reader_here(reader);
	bool fits = true;
	char range[64];

	*value = 0;
	if (reader->failed)
		return false;
	for (; is_digit(reader); reader->at++)
		fits &= !__builtin_mul_overflow(*value, 10u, value) &&
			!__builtin_add_overflow(*value, (uint64_t)(*reader->at - '0'), value);
	if (fits && *value <= most && is_over(reader, from))
		return true;
	reader->at = from;
	*value = 0;
	snprintf(range, sizeof(range), "a whole number from 0 to %" PRIu64, most);
	return wrong(reader, what, range);
}

static void skip_digits(struct json_reader *reader)
{
	while (is_digit(reader))
		reader->at++;
}

/* Past "-12.5e-3", or as far as that goes. */
static bool skip_number(struct json_reader *reader)
{
	const char *whole;

	reader->at += reader->at < reader->end && *reader->at == '-';
	whole = reader->at;
	skip_digits(reader);
	if (reader->at == whole || (*whole == '0' && reader->at - whole > 1))
		return false;
	if (reader->at < reader->end && *reader->at == '.') {
		reader->at++;
		if (!is_digit(reader))
			return false;
		skip_digits(reader);
	}
	if (reader->at < reader->end && (*reader->at == 'e' || *reader->at == 'E')) {
		reader->at++;
		reader->at +=
			reader->at < reader->end && (*reader->at == '+' || *reader->at == '-');
		if (!is_digit(reader))
			return false;
		skip_digits(reader);
	}
	return true;
}

/* JSON has a point whatever the locale has. */
static double read_real(const char *text)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	double value = c ? strtod_l(text, NULL, c) : NAN;

	if (c)
		freelocale(c);
	return value;
}

bool json_read_real(struct json_reader *reader, const char *what, double *value)
{
	const char *from = json_reader_here(reader);
	char number[NUMBER_LENGTH];

	*value = 0;
	if (reader->failed)
		return false;

	bool good = skip_number(reader) && reader->at - from < NUMBER_LENGTH;

	if (good) {
		memcpy(number, from, reader->at - from);
		number[reader->at - from] = '\0';
		*value = read_real(number);
		good = isfinite(*value);
	}
	if (good)
		return true;
	reader->at = from;
	*value = 0;
	return wrong(reader, what, "a number");
}

bool json_read_bool(struct json_reader *reader, const char *what, bool *value)
{
	const char *at = json_reader_here(reader);
	size_t left = reader->end - at;

	*value = false;
	if (reader->failed)
		return false;
	if (left >= 4 && !memcmp(at, "true", 4)) {
		*value = true;
		reader->at += 4;
		return true;
	}
	if (left >= 5 && !memcmp(at, "false", 5)) {
		reader->at += 5;
		return true;
	}
	return wrong(reader, what, "true or false");
}
