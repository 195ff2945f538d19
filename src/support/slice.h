/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_SLICE_H
#define SUPPORT_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A part of a line: not terminated, not owned. */
struct slice {
	const char *at;
	size_t len;
};

/* A number as a table prints it. */
struct decimal {
	double value;
	uint64_t whole;	 /* the digits before the point, saturated */
	unsigned places; /* digits after the point, or after the comma of some locales */
	bool has_sign;	 /* + or - was printed */
	bool has_point;
	bool is_percent; /* a % followed */
};

static inline bool char_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool char_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

struct slice slice_trim(struct slice text);

/* The next word of @rest, which then starts behind it; of length 0 at the end. */
struct slice slice_word(struct slice *rest);

static inline bool slice_starts(struct slice text, const char *prefix)
{
	size_t len = strlen(prefix);

	return text.len >= len && !memcmp(text.at, prefix, len);
}

static inline bool slice_equals(struct slice text, const char *other)
{
	return text.len == strlen(other) && slice_starts(text, other);
}

/* What follows the first @what in @text, and whether there is one. */
bool slice_after(struct slice text, const char *what, struct slice *rest);

/*
 * Read all of @word as a number: 12, 12.34, 12,34%, +0.5%, 1.2e+08, nan% (which is 0).
 * False if it is anything else.
 */
bool slice_decimal(struct slice word, struct decimal *number);

/* Half a unit of the last digit that was printed. */
double decimal_half_digit(const struct decimal *number);

/*
 * "NAME  [UNIT]", as symdiff prints the rows of a comparison: cut the unit off, whose bracket a
 * blank stands before. False, and an empty unit, if there is none.
 */
bool slice_cut_unit(struct slice *name, struct slice *unit);

#endif
