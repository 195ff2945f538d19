// SPDX-License-Identifier: GPL-2.0-or-later
#include "evidence/words.h"

#include <math.h>

struct slice line_slice(const struct text *text, size_t at)
{
	return (struct slice) { text->lines[at].at, text->lines[at].len };
}

static bool stands_alone(char c, const char *alone)
{
	return c && strchr(alone, c) != NULL;
}

static void add_words(struct words *words, struct slice line, const char *alone)
{
	struct slice word;

	while (words->count < WORDS_MAX && (word = slice_word(&line)).len) {
		for (size_t from = 0; from < word.len && words->count < WORDS_MAX;) {
			size_t len = 0;

			while (from + len < word.len && !stands_alone(word.at[from + len], alone))
				len++;
			len += !len;
			words->list[words->count++] = (struct slice) { word.at + from, len };
			from += len;
		}
	}
}

void words_read(const struct text *text, size_t at, const char *alone, struct words *words)
{
	words->count = 0;
	add_words(words, line_slice(text, at), alone);
}

void words_read_slice(struct slice line, const char *alone, struct words *words)
{
	words->count = 0;
	add_words(words, line, alone);
}

bool words_has(const struct words *words, size_t at, const char *word)
{
	return at < words->count && slice_equals(words->list[at], word);
}

bool words_read_more(const struct text *text, size_t at, const char *alone, struct words *words)
{
	if (at >= text->count || !text->lines[at].len)
		return false;
	add_words(words, line_slice(text, at), alone);
	return true;
}

static bool is_nonsense(struct slice word)
{
	static const char *const spellings[] = { "nan", "inf", "NaN", "Inf" };

	if (word.len && (word.at[0] == '-' || word.at[0] == '+'))
		word.at++, word.len--;
	for (size_t i = 0; i < sizeof(spellings) / sizeof(*spellings); i++)
		if (slice_equals(word, spellings[i]))
			return true;
	return false;
}

/* 1,234,567: groups of three behind the first. Copies the digits without the commas. */
static struct slice without_commas(struct slice word, char *room, size_t size)
{
	size_t len = 0, group = 0;
	bool any = false, in_fraction = false;

	if (!memchr(word.at, ',', word.len) || word.len >= size)
		return word;
	for (size_t i = 0; i < word.len; i++) {
		char c = word.at[i];

		if (c == ',' && !in_fraction) {
			if (!group || group > 3 || (any && group != 3))
				return word;
			any = true;
			group = 0;
			continue;
		}
		if (!char_is_digit(c) && any && !in_fraction) {
			if (group != 3)
				return word;
			in_fraction = true;
		}
		group += char_is_digit(c);
		room[len++] = c;
	}
	return any && !in_fraction && group != 3 ? word : (struct slice) { room, len };
}

static double read_suffix(struct slice *word)
{
	static const char letters[] = "KMGT";
	const char *found;

	if (word->len < 2 || !char_is_digit(word->at[word->len - 2]))
		return 1;
	found = memchr(letters, word->at[word->len - 1], sizeof(letters) - 1);
	if (!found)
		return 1;
	word->len--;
	return pow(1000, (double)(found - letters + 1));
}

bool number_read(struct slice word, struct number *number)
{
	struct decimal decimal;
	char room[64];

	*number = (struct number) { 0 };
	if (word.len && word.at[word.len - 1] == '%')
		number->is_percent = true, word.len--;
	if (is_nonsense(word)) {
		number->is_broken = true;
		number->has_sign = !strchr("nNiI", word.at[0]);
		return true;
	}
	word = without_commas(word, room, sizeof(room));

	double scale = number->is_percent ? 1 : read_suffix(&word);

	if (!slice_decimal(word, &decimal) || decimal.is_percent)
		return false;
	number->value = decimal.value * scale;
	number->has_sign = decimal.has_sign;
	number->is_broken = !isfinite(number->value);
	return true;
}

bool number_read_unit(struct slice word, const char *unit, struct number *number)
{
	size_t len = strlen(unit);

	if (word.len <= len || memcmp(word.at + word.len - len, unit, len) != 0)
		return false;
	word.len -= len;
	return number_read(word, number);
}

size_t words_numbers(const struct words *words, size_t from)
{
	struct number number;
	size_t at = from;

	while (at < words->count && number_read(words->list[at], &number))
		at++;
	return at - from;
}

struct slice slice_join(struct slice first, struct slice last)
{
	return (struct slice) { first.at, (size_t)(last.at + last.len - first.at) };
}

struct slice words_name(const struct words *words, size_t from, size_t to, char *room, size_t size)
{
	size_t len = 0;

	for (size_t i = from; i < to; i++) {
		struct slice word = words->list[i];

		if (!len && word.len > size - 1) /* cut, and not left out */
			word.len = size - 1;
		if (len + word.len + 1 > size)
			break;
		if (len)
			room[len++] = ' ';
		memcpy(room + len, word.at, word.len);
		len += word.len;
	}
	return (struct slice) { room, len };
}

bool line_is_ruler(struct slice line)
{
	size_t dashes = 0;

	for (size_t i = 0; i < line.len; i++) {
		if (!char_is_blank(line.at[i]) && line.at[i] != '-')
			return false;
		dashes += line.at[i] == '-';
	}
	return dashes >= 3;
}
