// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/xml_text.h"

#include <stdbool.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/utf8.h"

#define ELLIPSIS "\xe2\x80\xa6"

/* U+FFFE and U+FFFF are UTF-8, but no characters of XML. */
static bool is_no_character(const char *at)
{
	return !strncmp(at, "\xef\xbf\xbe", 3) || !strncmp(at, "\xef\xbf\xbf", 3);
}

static size_t put(const char *at, FILE *out)
{
	switch (*at) {
	case '&':
		fputs("&amp;", out);
		return 1;
	case '<':
		fputs("&lt;", out);
		return 1;
	case '>':
		fputs("&gt;", out);
		return 1;
	case '"':
		fputs("&quot;", out);
		return 1;
	case '\'':
		fputs("&#39;", out);
		return 1;
	default:
		if (is_no_character(at)) {
			fputs("\xef\xbf\xbd", out);
			return 3;
		}
		fputc(*at, out);
		return 1;
	}
}

void xml_text(const char *text, size_t columns, FILE *out)
{
	cleanup_free char *safe = utf8_printable(text);
	size_t len = strlen(safe);
	bool cut = columns && utf8_columns(safe) > columns;

	if (cut)
		len = utf8_fit(safe, columns - 1);
	for (size_t at = 0; at < len;)
		at += put(safe + at, out);
	if (cut)
		fputs(ELLIPSIS, out);
}
