/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_SCAN_H
#define SUPPORT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reading the fields of a printed line from left to right. Each call skips
 * blanks (spaces and tabs), moves @at behind the field if it is what was asked
 * for, and leaves @at alone if not. A field ends at a blank or at the line's
 * end.
 */

/* A run of characters that are no blanks. */
struct scan_word {
	const char *at;
	size_t len;
};

void scan_blanks(const char **at);
bool scan_word(const char **at, struct scan_word *word);

/* Is the next field exactly this? */
bool scan_literal(const char **at, const char *literal);

bool scan_uint(const char **at, uint64_t *value);

/* An address as programs print it: 8 or 16 hexadecimal digits (@any_width: 1 to 16), 0x or not. */
bool scan_address(const char **at, bool any_width, uint64_t *value);

/* A number with a decimal point or comma, or an exponent; or a plain integer. */
struct scan_decimal {
	double value;
	double half_digit;     /* half a unit of the last digit that was printed */
	unsigned int decimals; /* digits after the point */
	bool has_sign, has_exponent;
};

bool scan_decimal(const char **at, struct scan_decimal *decimal);

static inline bool scan_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool scan_is_end(char c)
{
	return !c || scan_is_blank(c);
}

#endif
