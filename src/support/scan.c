// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

void scan_blanks(const char **at)
{
	while (scan_is_blank(**at))
		++*at;
}

bool scan_word(const char **at, struct scan_word *word)
{
	scan_blanks(at);
	word->at = *at;
	while (!scan_is_end(**at))
		++*at;
	word->len = *at - word->at;
	return word->len > 0;
}

bool scan_literal(const char **at, const char *literal)
{
	const char *next = *at;
	size_t len = strlen(literal);

	scan_blanks(&next);
	if (strncmp(next, literal, len) || !scan_is_end(next[len]))
		return false;
	*at = next + len;
	return true;
}

bool scan_uint(const char **at, uint64_t *value)
{
	const char *next = *at;
	uint64_t sum = 0;

	scan_blanks(&next);
	if (!is_digit(*next))
		return false;
	for (; is_digit(*next); next++)
		if (__builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_add_overflow(sum, (uint64_t)(*next - '0'), &sum))
			return false;
	if (!scan_is_end(*next))
		return false;
	*value = sum;
	*at = next;
	return true;
}

bool scan_address(const char **at, bool any_width, uint64_t *value)
{
	const char *next = *at;
	uint64_t sum = 0;
	size_t digits = 0;

	scan_blanks(&next);
	if (next[0] == '0' && (next[1] == 'x' || next[1] == 'X')) {
		any_width = true;
		next += 2;
	}
	for (; isxdigit((unsigned char)*next); next++, digits++)
		sum = sum << 4 |
		      (uint64_t)(is_digit(*next) ? *next - '0' : (*next | 0x20) - 'a' + 10);
	if (!digits || digits > 16 || !scan_is_end(*next))
		return false;
	if (!any_width && digits != 8 && digits != 16)
		return false;
	*value = sum;
	*at = next;
	return true;
}

bool scan_decimal(const char **at, struct scan_decimal *decimal)
{
	const char *next = *at;
	double sign = 1, value = 0, unit = 1;
	int exponent = 0;

	*decimal = (struct scan_decimal) { 0 };
	scan_blanks(&next);
	if (*next == '+' || *next == '-') {
		decimal->has_sign = true;
		sign = *next++ == '-' ? -1 : 1;
	}
	if (!is_digit(*next))
		return false;
	while (is_digit(*next))
		value = value * 10 + (*next++ - '0');
	if ((*next == '.' || *next == ',') && is_digit(next[1]))
		for (next++; is_digit(*next); next++, decimal->decimals++)
			value += (*next - '0') * (unit /= 10);
	if (*next == 'e' && (next[1] == '-' || next[1] == '+') && is_digit(next[2])) {
		int direction = next[1] == '-' ? -1 : 1;

		for (next += 2; is_digit(*next); next++)
			exponent = exponent < 1000 ? exponent * 10 + (*next - '0') : exponent;
		exponent *= direction;
		decimal->has_exponent = true;
	}
	if (!scan_is_end(*next))
		return false;

	double scale = exponent ? pow(10, exponent) : 1;

	decimal->value = sign * value * scale;
	decimal->half_digit = unit * scale / 2;
	*at = next;
	return isfinite(decimal->value);
}
