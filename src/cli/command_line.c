// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/command_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support/memory.h"

/* What a shell takes as it stands. Braces, tildes and the like are quoted to be sure. */
static bool is_plain(const char *word)
{
	return *word && word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					  "0123456789_-./,:=@%+")] == '\0';
}

/* "FILE#2" is plain: only at the beginning of a word does # begin a comment. */
static bool is_plain_numbered(const char *word)
{
	const char *hash = strchr(word, '#');
	char head[4096];

	if (!hash || hash == word || strspn(hash + 1, "0123456789") != strlen(hash + 1) ||
	    (size_t)(hash - word) >= sizeof(head))
		return false;
	memcpy(head, word, hash - word);
	head[hash - word] = '\0';
	return is_plain(head);
}

static void put_word(const char *word, FILE *out)
{
	if (is_plain(word) || is_plain_numbered(word)) {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fputc(*word, out);
	}
	fputc('\'', out);
}

char *command_line(int argc, char **argv)
{
	char *line = NULL;
	size_t size;
	FILE *out = open_memstream(&line, &size);

	if (!out)
		return mem_strdup("symdiff");
	fputs("symdiff", out);
	for (int i = 1; i < argc; i++) {
		fputc(' ', out);
		put_word(argv[i], out);
	}
	fclose(out);
	return line;
}
