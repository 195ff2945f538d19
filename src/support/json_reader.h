/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_JSON_READER_H
#define SUPPORT_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "support/slice.h"

/*
 * Reading JSON (RFC 8259) value by value, without a tree of it: for files that are large, and for
 * files in which a wrong value must be named by its line, which the tree of a library has lost.
 *
 *	struct json_member members[] = { { "event", true }, { "lost", false } };
 *
 *	if (json_read_members(&reader, members, 2, "event") && json_reader_go(&reader, &members[0]))
 *		json_read_text(&reader, "the event's name", &name);
 *
 * The first thing that is wrong is recorded with its line; every call after that fails at once, so
 * that a caller may read a whole structure and ask reader->failed at its end. Nothing is allocated
 * but the longest text that has escapes.
 */
struct json_reader {
	const char *start, *at, *end;
	enum symdiff_error_code code; /* of what is recorded */
	struct symdiff_error *err;
	bool failed;

	/* Private: a text whose escapes were resolved. */
	char *scratch;
	size_t scratch_capacity;
};

enum json_kind {
	JSON_KIND_OBJECT,
	JSON_KIND_ARRAY,
	JSON_KIND_TEXT,
	JSON_KIND_NUMBER,
	JSON_KIND_BOOL,
	JSON_KIND_NULL,
	JSON_KIND_NONE, /* no value begins here */
};

/* @size bytes at @data, which must live as long as the reader. */
void json_reader_init(struct json_reader *reader, const void *data, size_t size,
		      enum symdiff_error_code code, struct symdiff_error *err);
void json_reader_deinit(struct json_reader *reader);

/* Record what is wrong at @at, a place in the data. Returns false. */
bool json_reader_fail(struct json_reader *reader, const char *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Behind blanks and line ends: where the next value begins. */
const char *json_reader_here(struct json_reader *reader);

enum json_kind json_reader_peek(struct json_reader *reader);

/*
 * The members of an object, in any order: where the value of each begins (@at; NULL: it is not
 * there). Fails if a required one is missing, if one is there twice, and at one that is not in the
 * list: @what says what the object is. Moves behind the object; values are read by going to them.
 */
struct json_member {
	const char *name;
	bool required;
	const char *at;
};

bool json_read_members(struct json_reader *reader, struct json_member *members, size_t count,
		       const char *what);

/* To a member's value; false if it is not there, or something has failed. */
bool json_reader_go(struct json_reader *reader, const struct json_member *member);

/* To the value of the first member called @name of the object that begins here. */
bool json_reader_find(struct json_reader *reader, const char *name);

/* The members of an object one by one: true with @key (valid until the next text) at its value. */
bool json_read_object(struct json_reader *reader, const char *what);
bool json_read_member(struct json_reader *reader, struct slice *key);

/* The elements of an array one by one: false behind the last. */
bool json_read_array(struct json_reader *reader, const char *what);
bool json_read_element(struct json_reader *reader);

/*
 * A value, of which @what says what it is in an error. A text is valid until the next one, is not
 * terminated and holds no NUL. Surrogates that stand alone, \udc80 to \udcff, are the bytes 0x80
 * to 0xff of text that is no UTF-8 (as in Python's "surrogateescape").
 */
bool json_read_text(struct json_reader *reader, const char *what, struct slice *text);
bool json_read_u64(struct json_reader *reader, const char *what, uint64_t most, uint64_t *value);
bool json_read_real(struct json_reader *reader, const char *what, double *value);
bool json_read_bool(struct json_reader *reader, const char *what, bool *value);

/*
 * Past a value, whatever it is: brackets and texts must close, but what is between them is not
 * looked at.
 */
bool json_reader_skip(struct json_reader *reader);

/* Nothing but blanks may follow. */
bool json_reader_end(struct json_reader *reader);

#endif
