/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_TEXT_H
#define SUPPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "support/arena.h"
#include "support/input.h"

/*
 * A text as a person would read it, whatever mail and browsers did to it.
 * Each line has its quoting, line end, soft breaks of quoted-printable and
 * HTML taken off, entities and encoded bytes decoded, no-break spaces made
 * blanks, and bytes that are not UTF-8 read as Latin-1. Columns are not
 * touched: blanks and tabs stay as they are, only trailing ones go.
 */
struct text_line {
	const char *at; /* terminated */
	uint32_t len;
	uint32_t number; /* of the (first) physical line, from 1 */
	uint8_t quote_depth;
	bool was_flowed; /* a trailing blank was cut off: format=flowed may have broken it here */
};

struct text {
	const char *path;
	struct text_line *lines;
	size_t count;
	bool has_endless_line; /* of more than 16 MiB: left out */
	struct arena arena;
};

/*
 * Clean @in. Binary data (many NUL bytes) and texts beyond 256 MiB are
 * refused: printed tables are small, and the formats that are not read their
 * input without this.
 */
int text_clean(const struct input *in, struct text *text,
	       struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * The same without guesses at what copying did to the text as a whole (line numbers in front, two
 * tables side by side): for texts that the user says hold a plain table.
 */
int text_clean_lines(const struct input *in, struct text *text,
		     struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void text_deinit(struct text *text);

#endif
