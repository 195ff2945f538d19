// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/markdown_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/utf8.h"

/* An underscore inside a word is no markup. */
static bool is_inside_word(const char *text, const char *at)
{
	return at > text && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]);
}

static void put(const char *text, const char *at, FILE *out)
{
	switch (*at) {
	case '&':
		fputs("&amp;", out);
		return;
	case '<':
		fputs("&lt;", out);
		return;
	case '>':
		fputs("&gt;", out);
		return;
	case '@': /* would call a person of that name */
		fputs("&#64;", out);
		return;
	case '#': /* ... or link an issue */
		fputs("&#35;", out);
		return;
	case '_':
		fputs(is_inside_word(text, at) ? "_" : "\\_", out);
		return;
	case ':': /* http://... would become a link */
		fputs(at[1] == '/' ? "&#58;" : ":", out);
		return;
	case '\\':
	case '`':
	case '*':
	case '[':
	case ']':
	case '|':
	case '~':
		fputc('\\', out);
		break;
	default:
		break;
	}
	fputc(*at, out);
}

void markdown_text(const char *text, FILE *out)
{
	cleanup_free char *safe = utf8_printable(text);

	for (const char *at = safe; *at; at++)
		put(safe, at, out);
}

/*
 * Code spans show everything but backticks, and pipes in a table. A name that
 * has one of those, or what looks like a tag to a careless reader, is text.
 */
void markdown_code(const char *name, FILE *out)
{
	cleanup_free char *safe = utf8_printable(name);

	if (!*safe || strpbrk(safe, "`|<>&\\") || *safe == ' ' || safe[strlen(safe) - 1] == ' ')
		markdown_text(name, out);
	else
		fprintf(out, "`%s`", safe);
}
