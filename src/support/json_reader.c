// SPDX-License-Identifier: GPL-2.0-or-later
/* The structure of JSON: objects, arrays, what is skipped. json_reader_values.c has the values. */
#include "support/json_reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"

#define NESTED_MOST 64

void json_reader_init(struct json_reader *reader, const void *data, size_t size,
		      enum symdiff_error_code code, struct symdiff_error *err)
{
	*reader = (struct json_reader) {
		.start = data,
		.at = data,
		.end = (const char *)data + size,
		.code = code,
		.err = err,
	};
}

void json_reader_deinit(struct json_reader *reader)
{
	free(reader->scratch);
	reader->scratch = NULL;
}

static int64_t line_of(const struct json_reader *reader, const char *at)
{
	int64_t line = 1;

	for (const char *c = reader->start; (c = memchr(c, '\n', at - c)); c++)
		line++;
	return line;
}

bool json_reader_fail(struct json_reader *reader, const char *at, const char *format, ...)
{
	char message[400];
	va_list args;

	if (reader->failed)
		return false;
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	reader->failed = true;
	symdiff_fail(reader->err, reader->code, line_of(reader, at), "%s", message);
	reader->at = reader->end;
	return false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

const char *json_reader_here(struct json_reader *reader)
{
	while (reader->at < reader->end && is_blank(*reader->at))
		reader->at++;
	return reader->at;
}

enum json_kind json_reader_peek(struct json_reader *reader)
{
	const char *at = json_reader_here(reader);

	switch (at < reader->end ? *at : '\0') {
	case '{':
		return JSON_KIND_OBJECT;
	case '[':
		return JSON_KIND_ARRAY;
	case '"':
		return JSON_KIND_TEXT;
	case 't':
	case 'f':
		return JSON_KIND_BOOL;
	case 'n':
		return JSON_KIND_NULL;
	case '-':
	case '0' ... '9':
		return JSON_KIND_NUMBER;
	default:
		return JSON_KIND_NONE;
	}
}

/* What there is instead of what was expected, for a message. */
static bool expected(struct json_reader *reader, const char *what)
{
	const char *at = json_reader_here(reader);
	size_t len = 0;

	while (at + len < reader->end && len < 20 && !strchr(",:{}[] \n\r\t", at[len]))
		len++;
	if (at == reader->end)
		return json_reader_fail(reader, at, "the file ends where %s was expected", what);
	return json_reader_fail(reader, at, "expected %s, found '%.*s'", what, len ? (int)len : 1,
				at);
}

static bool take(struct json_reader *reader, char c)
{
	if (reader->failed || json_reader_here(reader) == reader->end || *reader->at != c)
		return false;
	reader->at++;
	return true;
}

bool json_read_object(struct json_reader *reader, const char *what)
{
	char words[160];

	if (take(reader, '{'))
		return true;
	snprintf(words, sizeof(words), "%s, an object {...}", what);
	return !reader->failed && expected(reader, words);
}

bool json_read_array(struct json_reader *reader, const char *what)
{
	char words[160];

	if (take(reader, '['))
		return true;
	snprintf(words, sizeof(words), "%s, a list [...]", what);
	return !reader->failed && expected(reader, words);
}

/* Behind an opening bracket or a value: is there another, or the end? */
static bool next(struct json_reader *reader, char close)
{
	const char *before = reader->at - 1;

	if (reader->failed)
		return false;
	if (take(reader, close))
		return false;
	/* A comma stands between two: not behind the bracket that opens. */
	if (*before == '[' || *before == '{')
		return true;
	if (!take(reader, ','))
		return expected(reader, close == ']' ? "',' or ']'" : "',' or '}'");
	return true;
}

bool json_read_element(struct json_reader *reader)
{
	return next(reader, ']');
}

bool json_read_member(struct json_reader *reader, struct slice *key)
{
	if (!next(reader, '}'))
		return false;
	if (json_reader_peek(reader) != JSON_KIND_TEXT)
		return expected(reader, "a key in quotes");
	if (!json_read_text(reader, "a key", key))
		return false;
	return take(reader, ':') || expected(reader, "':'");
}

/* Behind the quote that closes the text at @at; NULL if none does. */
static const char *skip_text(const char *at, const char *end)
{
	while (at < end && *at != '"')
		at += *at == '\\' && at + 1 < end ? 2 : 1;
	return at < end ? at + 1 : NULL;
}

static bool ends_in(struct json_reader *reader, const char *open)
{
	return json_reader_fail(reader, reader->end,
				"the file ends in the %s that begins in line %" PRId64,
				*open == '{'   ? "object"
				: *open == '[' ? "list"
					       : "text",
				line_of(reader, open));
}

static bool skip_brackets(struct json_reader *reader)
{
	const char *open = reader->at, *at = open;
	char closing[NESTED_MOST];
	size_t depth = 0;

	while (at < reader->end) {
		char c = *at++;

		if (c >= '0' && c <= '9') /* by far the most */
			continue;
		if (c == '"') {
			at = skip_text(at, reader->end);
			if (!at)
				break;
		} else if (c == '{' || c == '[') {
			if (depth == NESTED_MOST)
				return json_reader_fail(reader, at, "nested more than %d deep",
							NESTED_MOST);
			closing[depth++] = c == '{' ? '}' : ']';
		} else if (c == '}' || c == ']') {
			if (c != closing[--depth])
				return json_reader_fail(reader, at - 1, "expected '%c', found '%c'",
							closing[depth], c);
			if (!depth) {
				reader->at = at;
				return true;
			}
		}
	}
	return ends_in(reader, open);
}

bool json_reader_skip(struct json_reader *reader)
{
	const char *open = json_reader_here(reader), *behind;

	switch (json_reader_peek(reader)) {
	case JSON_KIND_OBJECT:
	case JSON_KIND_ARRAY:
		return !reader->failed && skip_brackets(reader);
	case JSON_KIND_TEXT:
		behind = skip_text(open + 1, reader->end);
		if (!behind)
			return ends_in(reader, open);
		reader->at = behind;
		return true;
	case JSON_KIND_NONE:
		return !reader->failed && expected(reader, "a value");
	default:
		while (reader->at < reader->end && !is_blank(*reader->at) &&
		       !strchr(",]}", *reader->at))
			reader->at++;
		return true;
	}
}

static struct json_member *find_member(struct json_member *members, size_t count, struct slice key)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(key, members[i].name))
			return &members[i];
	return NULL;
}

bool json_read_members(struct json_reader *reader, struct json_member *members, size_t count,
		       const char *what)
{
	const char *open = json_reader_here(reader);
	struct slice key;

	if (!json_read_object(reader, what))
		return false;
	while (json_read_member(reader, &key)) {
		struct json_member *member = find_member(members, count, key);

		if (!member)
			return json_reader_fail(reader, reader->at, "%s has no key '%.*s'", what,
						(int)(key.len > 60 ? 60 : key.len), key.at);
		if (member->at)
			return json_reader_fail(reader, reader->at, "%s has the key '%s' twice",
						what, member->name);
		member->at = json_reader_here(reader);
		if (!json_reader_skip(reader))
			return false;
	}
	for (size_t i = 0; !reader->failed && i < count; i++)
		if (members[i].required && !members[i].at)
			return json_reader_fail(reader, open, "%s lacks the key '%s'", what,
						members[i].name);
	return !reader->failed;
}

bool json_reader_go(struct json_reader *reader, const struct json_member *member)
{
	if (reader->failed || !member->at)
		return false;
	reader->at = member->at;
	return true;
}

bool json_reader_find(struct json_reader *reader, const char *name)
{
	struct slice key;

	if (!json_read_object(reader, "the whole"))
		return false;
	while (json_read_member(reader, &key)) {
		if (slice_equals(key, name))
			return true;
		if (!json_reader_skip(reader))
			return false;
	}
	return false;
}

bool json_reader_end(struct json_reader *reader)
{
	return !reader->failed &&
	       (json_reader_here(reader) == reader->end || expected(reader, "the end"));
}
