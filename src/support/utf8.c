// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "support/memory.h"

size_t utf8_decode(const char *text, size_t len, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *byte = (const unsigned char *)text;
	size_t size = byte[0] < 0x80   ? 1
		      : byte[0] < 0xc2 ? 0
		      : byte[0] < 0xe0 ? 2
		      : byte[0] < 0xf0 ? 3
		      : byte[0] < 0xf5 ? 4
				       : 0;

	if (!size || size > len)
		return 0;
	*code = size == 1 ? byte[0] : byte[0] & (0x7f >> size);
	for (size_t i = 1; i < size; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (byte[i] & 0x3f);
	}
	if (*code < least[size] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return size;
}

static char *put(char *out, const char *text, size_t len)
{
	memcpy(out, text, len);
	return out + len;
}

char *utf8_repair(const char *text)
{
	size_t len = strlen(text), size;
	char *copy = mem_alloc(3 * len + 1), *out = copy;
	uint32_t code;

	for (size_t at = 0; at < len; at += size ? size : 1) {
		size = utf8_decode(text + at, len - at, &code);
		out = size ? put(out, text + at, size) : put(out, "\xef\xbf\xbd", 3);
	}
	*out = '\0';
	return copy;
}

/* Controls (C0, DEL, C1), and what reorders or hides the text around it. */
static bool is_unsafe(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
	       (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

char *utf8_printable(const char *text)
{
	size_t len = strlen(text), size;
	char *copy = mem_alloc(6 * len + 1), *out = copy;
	uint32_t code;

	for (size_t at = 0; at < len; at += size ? size : 1) {
		size = utf8_decode(text + at, len - at, &code);
		if (!size)
			out = put(out, "\xef\xbf\xbd", 3);
		else if (is_unsafe(code))
			out += sprintf(out, code < 0x100 ? "\\x%02x" : "\\u%04x", code);
		else
			out = put(out, text + at, size);
	}
	*out = '\0';
	return copy;
}

static size_t columns_of(uint32_t code)
{
	/* Without a locale at hand: marks take none, East Asian wide characters two. */
	if ((code >= 0x300 && code < 0x370) || code == 0x200d)
		return 0;
	if ((code >= 0x1100 && code < 0x1160) || (code >= 0x2e80 && code < 0xa4d0) ||
	    (code >= 0xac00 && code < 0xd7a4) || (code >= 0xf900 && code < 0xfb00) ||
	    (code >= 0xfe30 && code < 0xfe70) || (code >= 0xff00 && code < 0xff61) ||
	    (code >= 0x1f300 && code < 0x1f700) || code >= 0x20000)
		return 2;
	return 1;
}

size_t utf8_fit(const char *text, size_t columns)
{
	size_t len = strlen(text), at = 0, used = 0, size;
	uint32_t code;

	for (; at < len; at += size) {
		size = utf8_decode(text + at, len - at, &code);
		if (!size)
			size = code = 1;
		used += columns_of(code);
		if (used > columns)
			break;
	}
	return at;
}

size_t utf8_columns(const char *text)
{
	size_t len = strlen(text), used = 0, size;
	uint32_t code;

	for (size_t at = 0; at < len; at += size) {
		size = utf8_decode(text + at, len - at, &code);
		if (!size)
			size = code = 1;
		used += columns_of(code);
	}
	return used;
}
