// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/slice.h"

#include <math.h>

struct slice slice_trim(struct slice text)
{
	while (text.len && char_is_blank(text.at[0]))
		text.at++, text.len--;
	while (text.len && char_is_blank(text.at[text.len - 1]))
		text.len--;
	return text;
}

struct slice slice_word(struct slice *rest)
{
	size_t len = 0;

	while (rest->len && char_is_blank(rest->at[0]))
		rest->at++, rest->len--;
	while (len < rest->len && !char_is_blank(rest->at[len]))
		len++;

	struct slice word = { rest->at, len };

	rest->at += len;
	rest->len -= len;
	return word;
}

bool slice_after(struct slice text, const char *what, struct slice *rest)
{
	size_t len = strlen(what);
	const char *found = memmem(text.at, text.len, what, len);

	if (!found)
		return false;
	*rest = (struct slice) { found + len, text.len - (size_t)(found + len - text.at) };
	return true;
}

/* Up to 19 digits count; of more, what matters is that the number is large. */
static size_t read_digits(struct slice text, size_t at, uint64_t *value)
{
	size_t from = at;

	for (; at < text.len && char_is_digit(text.at[at]); at++)
		if (__builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, (uint64_t)(text.at[at] - '0'), value))
			*value = UINT64_MAX;
	return at - from;
}

static bool read_exponent(struct slice text, size_t *at, int *exponent)
{
	uint64_t value = 0;
	bool negative;

	if (*at >= text.len || (text.at[*at] != 'e' && text.at[*at] != 'E'))
		return true;
	if (++*at >= text.len)
		return false;
	negative = text.at[*at] == '-';
	if (negative || text.at[*at] == '+')
		++*at;

	size_t digits = read_digits(text, *at, &value);

	if (!digits || value > 300)
		return false;
	*at += digits;
	*exponent = negative ? -(int)value : (int)value;
	return true;
}

static bool is_not_a_number(struct slice word)
{
	return slice_equals(word, "nan%") || slice_equals(word, "-nan%") ||
	       slice_equals(word, "+nan%") || slice_equals(word, "inf%") ||
	       slice_equals(word, "+inf%") || slice_equals(word, "-inf%");
}

/* 10 to the power of @places, of which there are at most 17. */
static double power_of_ten(unsigned places)
{
	static const double powers[] = { 1e0, 1e1,  1e2,  1e3,	1e4,  1e5,  1e6,  1e7,	1e8,
					 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17 };

	return powers[places < 18 ? places : 17];
}

bool slice_decimal(struct slice word, struct decimal *number)
{
	uint64_t fraction = 0;
	int exponent = 0;
	size_t at = 0;
	bool negative;

	*number = (struct decimal) { 0 };
	if (!word.len)
		return false;
	if (is_not_a_number(word)) {
		number->is_percent = number->has_point = true;
		return true;
	}
	negative = word.at[0] == '-';
	if (negative || word.at[0] == '+')
		number->has_sign = true, at++;

	size_t digits = read_digits(word, at, &number->whole);

	if (!digits)
		return false;
	at += digits;
	if (at < word.len && (word.at[at] == '.' || word.at[at] == ',')) {
		number->has_point = true;
		number->places = (unsigned)read_digits(word, ++at, &fraction);
		at += number->places;
		if (!number->places || number->places > 17)
			return false;
	}
	if (!read_exponent(word, &at, &exponent))
		return false;
	if (at < word.len && word.at[at] == '%')
		number->is_percent = true, at++;
	if (at != word.len)
		return false;

	/* Nearest to what was printed: one division of whole numbers where these are exact. */
	double scale = power_of_ten(number->places);
	double all = (double)number->whole * scale + (double)fraction;

	number->value = all / scale;
	if (exponent)
		number->value *= pow(10, exponent);
	if (negative)
		number->value = -number->value;
	return true;
}

double decimal_half_digit(const struct decimal *number)
{
	return 0.5 / power_of_ten(number->places);
}

bool slice_cut_unit(struct slice *name, struct slice *unit)
{
	const char *open = name->len && name->at[name->len - 1] == ']'
				   ? memrchr(name->at, '[', name->len)
				   : NULL;

	*unit = (struct slice) { "", 0 };
	if (!open || open == name->at || !char_is_blank(open[-1]))
		return false;
	*unit = (struct slice) { open + 1, (size_t)(name->at + name->len - 1 - (open + 1)) };
	*name = slice_trim((struct slice) { name->at, (size_t)(open - name->at) });
	return true;
}
