/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_TEXT_DECODE_H
#define SUPPORT_TEXT_DECODE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What mail programs, archives and browsers leave in a text, undone on one
 * line at a time. All calls work in place and return the new length, which is
 * never larger; nothing is terminated.
 *
 * Sources: RFC 2045 section 6.7 (quoted-printable), HTML 4.01.
 */

/* Does the whole text show signs of the encoding? The text of C++ names (<, =, &) is none. */
bool looks_quoted_printable(const char *text, size_t len);
bool looks_like_html(const char *text, size_t len);

/* Does this line end in a soft break: a single = that belongs to no ruler and no operator? */
bool ends_in_soft_break(const char *line, size_t len);

/* =3D, =C2=A0 and so on become bytes; what would be a control character stays as it is. */
size_t decode_quoted_printable(char *line, size_t len);

/*
 * Take out the tags that mail archives put around plain text. Those that end a
 * line become '\n', table cells a blank; <int> of a template stays.
 */
size_t strip_tags(char *line, size_t len);

/* &lt; &#47; &nbsp; ... become UTF-8; unknown ones stay. */
size_t decode_entities(char *line, size_t len);

/* Does the text hold XML whose entities were escaped once more? They are then to be decoded once. */
bool holds_escaped_xml(const char *text, size_t len);

#endif
