/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_SCRIPT_SCAN_H
#define INGEST_SCRIPT_SCAN_H

#include "support/slice.h"

/* Steps through a line of perf script text, from one pointer to another. */

static inline bool is_hex(char c)
{
	return char_is_digit(c) || (c >= 'a' && c <= 'f');
}

static inline const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && char_is_blank(*at))
		at++;
	return at;
}

static inline const char *skip_token(const char *at, const char *end)
{
	while (at < end && !char_is_blank(*at))
		at++;
	return at;
}

static inline const char *trim_end(const char *begin, const char *end)
{
	while (end > begin && (char_is_blank(end[-1]) || end[-1] == '\r' || end[-1] == '\n'))
		end--;
	return end;
}

enum { ADDRESS_WIDTH = 17 }; /* as perf prints it: a blank and 16 digits */

static inline bool is_number(const char *at, const char *end)
{
	const char *begin = at;

	while (at < end && char_is_digit(*at))
		at++;
	return at == end && at > begin;
}

/* Is the token at @at an address, padded to a blank and 16 digits, rather than a period? */
static inline bool is_padded_address(const char *begin, const char *at, const char *end)
{
	const char *stop = skip_token(at, end);

	for (const char *c = at; c < stop; c++)
		if (!is_hex(*c))
			return false;
	return stop > at && stop - at <= 16 && stop - begin >= ADDRESS_WIDTH;
}

#endif
