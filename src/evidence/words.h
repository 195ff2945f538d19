/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_WORDS_H
#define EVIDENCE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "support/slice.h"
#include "support/text.h"

enum { WORDS_MAX = 128 };

/* The words of a line, or of the lines that mail made of it. */
struct words {
	struct slice list[WORDS_MAX];
	size_t count;
};

struct slice line_slice(const struct text *text, size_t at);

/* The words of line @at; those in @alone ("():*") are words of their own wherever they stand. */
void words_read(const struct text *text, size_t at, const char *alone, struct words *words);

/*
 * The same with those of the next line behind them, as when mail broke one in
 * two. False, and nothing added, if there is no such line or it is empty.
 */
bool words_read_more(const struct text *text, size_t at, const char *alone, struct words *words);

void words_read_slice(struct slice line, const char *alone, struct words *words);

/* Is there a word @at, and is it this one? */
bool words_has(const struct words *words, size_t at, const char *word);

/* A number as programs print it for people. */
struct number {
	double value;
	bool is_percent; /* a % stood behind it */
	bool has_sign;
	bool is_broken; /* nan or inf */
};

/*
 * Read all of @word: 12, 1,234,567, 12.5, 1.2e+08, -3.4%, 167.9K (of 1000), nan%. False if it is
 * anything else.
 */
bool number_read(struct slice word, struct number *number);

/* The same of a word that ends in @unit, without a blank before it: "10.0012s". */
bool number_read_unit(struct slice word, const char *unit, struct number *number);

/* The length of the part of @words from @from on that is numbers. */
size_t words_numbers(const struct words *words, size_t from);

/* From the start of @first to the end of @last. */
struct slice slice_join(struct slice first, struct slice last);

/* The words from @from to before @to as a name, on one line or not, one blank between them. */
struct slice words_name(const struct words *words, size_t from, size_t to, char *room, size_t size);

/* Only dashes and blanks, and at least three dashes. */
bool line_is_ruler(struct slice line);

#endif
