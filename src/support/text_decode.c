// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/text_decode.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "support/memory.h"

/* ---- quoted-printable ---- */

static int hex_upper(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool ends_in_soft_break(const char *line, size_t len)
{
	static const char name[] = "operator";
	static const size_t name_len = sizeof(name) - 1;

	if (len < 2 || line[len - 1] != '=' || line[len - 2] == '=')
		return false;
	return len < name_len + 1 || memcmp(line + len - 1 - name_len, name, name_len);
}

/* In a text that shows no other sign: operator<= and += end in = as well. */
static bool is_telling_soft_break(const char *line, size_t len)
{
	return ends_in_soft_break(line, len) && !strchr("!<>+-*/%&|^~", line[len - 2]);
}

/* An escape that hardly stands in a text by chance: =3D, =2E, a blank at the line's end, UTF-8. */
static bool is_telling_escape(const char *at, size_t left)
{
	if (left < 3)
		return false;
	if (!memcmp(at, "=3D", 3) || !memcmp(at, "=2E", 3))
		return true;
	if (!memcmp(at, "=20", 3) || !memcmp(at, "=09", 3))
		return left == 3 || strchr("\r\n=", at[3]);
	return left >= 6 && at[3] == '=' && hex_upper(at[1]) >= 0xC && hex_upper(at[2]) >= 0 &&
	       hex_upper(at[4]) >= 8 && hex_upper(at[4]) <= 0xB && hex_upper(at[5]) >= 0;
}

bool looks_quoted_printable(const char *text, size_t len)
{
	const char *end = text + len;

	for (const char *at = text; (at = memchr(at, '=', end - at)); at++) {
		const char *line, *next = at + 1;

		if (is_telling_escape(at, end - at))
			return true;
		while (next < end && *next == '\r')
			next++;
		if (next >= end || *next != '\n' || next + 1 >= end || next[1] == '\n')
			continue;
		line = memrchr(text, '\n', at - text);
		line = line ? line + 1 : text;
		if (is_telling_soft_break(line, at + 1 - line))
			return true;
	}
	return false;
}

size_t decode_quoted_printable(char *line, size_t len)
{
	size_t to = 0;

	for (size_t from = 0; from < len; from++) {
		int high, low;

		if (line[from] == '=' && from + 2 < len &&
		    (high = hex_upper(line[from + 1])) >= 0 &&
		    (low = hex_upper(line[from + 2])) >= 0 && (high >= 2 || (!high && low == 9)) &&
		    !(high == 7 && low == 0xF)) {
			line[to++] = (char)(high << 4 | low);
			from += 2;
		} else {
			line[to++] = line[from];
		}
	}
	return to;
}

/* ---- HTML ---- */

enum tag_effect { TAG_GONE, TAG_BREAK, TAG_BLANK };

static const struct tag {
	const char *name;
	enum tag_effect effect;
} tags[] = {
	{ "br", TAG_BREAK },	{ "p", TAG_BREAK },	     { "div", TAG_BREAK },
	{ "tr", TAG_BREAK },	{ "li", TAG_BREAK },	     { "pre", TAG_BREAK },
	{ "table", TAG_BREAK }, { "blockquote", TAG_BREAK }, { "hr", TAG_BREAK },
	{ "ul", TAG_BREAK },	{ "body", TAG_BREAK },	     { "html", TAG_BREAK },
	{ "head", TAG_BREAK },	{ "title", TAG_BREAK },	     { "h1", TAG_BREAK },
	{ "h2", TAG_BREAK },	{ "h3", TAG_BREAK },	     { "td", TAG_BLANK },
	{ "th", TAG_BLANK },	{ "a", TAG_GONE },	     { "b", TAG_GONE },
	{ "i", TAG_GONE },	{ "u", TAG_GONE },	     { "em", TAG_GONE },
	{ "tt", TAG_GONE },	{ "code", TAG_GONE },	     { "span", TAG_GONE },
	{ "font", TAG_GONE },	{ "strong", TAG_GONE },	     { "samp", TAG_GONE },
	{ "tbody", TAG_GONE },	{ "thead", TAG_GONE },	     { "meta", TAG_GONE },
};

/*
 * The tag at @at, which is a '<', or NULL; its length goes to @len. <p> right
 * after a name is a template's argument.
 */
static const struct tag *find_tag(const char *line, const char *at, const char *end, size_t *len)
{
	const char *name = at + 1;
	bool closing = name < end && *name == '/';
	const char *stop = memchr(at, '>', end - at);
	size_t name_len = 0;

	if (!stop)
		return NULL;
	name += closing;
	while (name + name_len < stop && isalnum((unsigned char)name[name_len]))
		name_len++;
	if (!name_len || !strchr(" \t/>", name[name_len]))
		return NULL;
	if (!closing && name_len == 1 && name[1] == '>' && at > line &&
	    (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
		return NULL;
	*len = stop + 1 - at;
	for (size_t i = 0; i < ARRAY_SIZE(tags); i++)
		if (strlen(tags[i].name) == name_len && !strncasecmp(tags[i].name, name, name_len))
			return &tags[i];
	return NULL;
}

size_t strip_tags(char *line, size_t len)
{
	const char *end = line + len;
	size_t to = 0;

	for (const char *at = line; at < end;) {
		size_t tag_len;
		const struct tag *tag = *at == '<' ? find_tag(line, at, end, &tag_len) : NULL;

		if (!tag) {
			line[to++] = *at++;
			continue;
		}
		at += tag_len;
		if (tag->effect == TAG_BREAK)
			line[to++] = '\n';
		else if (tag->effect == TAG_BLANK)
			line[to++] = ' ';
	}
	return to;
}

static const struct entity {
	const char *name, *text;
} entities[] = {
	{ "lt", "<" },	   { "gt", ">" },     { "amp", "&" },	   { "quot", "\"" },
	{ "apos", "'" },   { "nbsp", " " },   { "plusmn", "±" },   { "minus", "-" },
	{ "ndash", "-" },  { "mdash", "-" },  { "hellip", "..." }, { "lsquo", "'" },
	{ "rsquo", "'" },  { "ldquo", "\"" }, { "rdquo", "\"" },   { "sol", "/" },
	{ "percnt", "%" }, { "lbrack", "[" }, { "rbrack", "]" },   { "ensp", " " },
};

static size_t write_utf8(char *to, uint32_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xC0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3F));
		return 2;
	}
	to[0] = (char)(0xE0 | c >> 12);
	to[1] = (char)(0x80 | (c >> 6 & 0x3F));
	to[2] = (char)(0x80 | (c & 0x3F));
	return 3;
}

/* &#47; or &#x2F; without & and ;: the character, or 0. */
static uint32_t numeric_entity(const char *name, size_t len)
{
	bool hex = len > 1 && (name[1] == 'x' || name[1] == 'X');
	uint32_t c = 0;

	for (size_t i = hex ? 2 : 1; i < len; i++) {
		int digit = isdigit((unsigned char)name[i]) ? name[i] - '0'
			    : hex && isxdigit((unsigned char)name[i])
				    ? tolower((unsigned char)name[i]) - 'a' + 10
				    : -1;

		if (digit < 0)
			return 0;
		c = c * (hex ? 16 : 10) + (uint32_t)digit;
		if (c > 0xFFFF)
			return 0;
	}
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0xD800 && c < 0xE000) ? 0 : c;
}

/* Write what the entity @name stands for to @to; 0 if it is none. Never longer than "&name;". */
static size_t write_entity(char *to, const char *name, size_t len)
{
	uint32_t c;

	if (len && name[0] == '#')
		return (c = numeric_entity(name, len)) ? write_utf8(to, c) : 0;
	for (size_t i = 0; i < ARRAY_SIZE(entities); i++)
		if (strlen(entities[i].name) == len && !memcmp(entities[i].name, name, len)) {
			memcpy(to, entities[i].text, strlen(entities[i].text));
			return strlen(entities[i].text);
		}
	return 0;
}

size_t decode_entities(char *line, size_t len)
{
	enum { LONGEST = 8 };
	size_t to = 0;

	for (size_t from = 0; from < len;) {
		size_t room = len - from - 1 < LONGEST + 1 ? len - from - 1 : LONGEST + 1;
		char *semicolon = line[from] == '&' ? memchr(line + from + 1, ';', room) : NULL;
		size_t name_len = semicolon ? (size_t)(semicolon - line) - from - 1 : 0;
		char name[LONGEST + 1];
		size_t written = 0;

		if (name_len && name_len <= LONGEST) {
			memcpy(name, line + from + 1, name_len);
			written = write_entity(line + to, name, name_len);
		}
		if (written) {
			to += written;
			from += name_len + 2;
		} else {
			line[to++] = line[from++];
		}
	}
	return to;
}

bool holds_escaped_xml(const char *text, size_t len)
{
	return memmem(text, len, "&lt;?xml", 8) || memmem(text, len, "&lt;symboltable", 15);
}

bool looks_like_html(const char *text, size_t len)
{
	static const char *const signs[] = { "&lt;",   "&gt;", "&amp;",	 "&nbsp;",
					     "&quot;", "<br>", "<BR>",	 "<br/>",
					     "<br />", "<pre", "<PRE",	 "<html",
					     "<HTML",  "</p>", "</div>", "</td>" };
	const char *end = text + len;

	if (memmem(text, len, "<?xml", 5) || memmem(text, len, "<symboltable", 12))
		return false; /* opreport --xml, whose tags and entities are its own */
	for (size_t i = 0; i < ARRAY_SIZE(signs); i++)
		if (memmem(text, len, signs[i], strlen(signs[i])))
			return true;
	for (const char *at = text; (at = memmem(at, end - at, "&#", 2)); at += 2) {
		const char *digits = at + 2;

		while (digits < end && digits - at < 8 && isxdigit((unsigned char)*digits))
			digits++;
		if (digits > at + 2 && digits < end && *digits == ';')
			return true;
	}
	/* <p> before the first word of a line */
	for (const char *at = text; (at = memmem(at, end - at, "<p>", 3)); at += 3)
		if (at == text || at[-1] == '\n')
			return true;
	return false;
}
