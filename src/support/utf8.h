/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_UTF8_H
#define SUPPORT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/*
 * The length in bytes of the UTF-8 character at @text (RFC 3629: no overlong
 * forms, no surrogates), which has @len bytes; its code point goes to *@code.
 * 0: these bytes are no character.
 */
size_t utf8_decode(const char *text, size_t len, uint32_t *code);

/* A copy of @text, for free(), in which each byte that is no character is U+FFFD. */
char *utf8_repair(const char *text) __attribute__((malloc, returns_nonnull));

/*
 * A copy of @text, for free(), that a terminal shows and does not obey:
 * control characters and marks that turn the direction of writing appear as
 * \x1b or \u202e, broken bytes as U+FFFD.
 */
char *utf8_printable(const char *text) __attribute__((malloc, returns_nonnull));

/* The columns that @text takes on a terminal, and where to cut it to fit into @columns. */
size_t utf8_columns(const char *text);
size_t utf8_fit(const char *text, size_t columns);

#endif
