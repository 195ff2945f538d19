// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/markdown_fit.h"

#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "support/utf8.h"

/* Bytes, which are never fewer than characters; some are left for the last line and a link. */
#define MOST 62000

FILE *markdown_begin(struct markdown_fit *fit)
{
	*fit = (struct markdown_fit) { 0 };
	fit->page = open_memstream(&fit->text, &fit->size);
	if (!fit->page)
		abort(); /* only for want of memory: see memory.h */
	return fit->page;
}

/* The last end of a line before @most. */
static size_t cut_at(const char *text, size_t most)
{
	while (most && text[most - 1] != '\n')
		most--;
	return most;
}

/* How many of @what are between @text and @end. */
static size_t count(const char *text, const char *end, const char *what)
{
	size_t found = 0;

	while ((text = memmem(text, end - text, what, strlen(what))) && found < SIZE_MAX) {
		text += strlen(what);
		found++;
	}
	return found;
}

static void put_link(const struct symdiff_print_options *options, const char *before,
		     const char *after, FILE *out)
{
	cleanup_free char *url = utf8_printable(options->link);

	fprintf(out, "%s[the whole report](<", before);
	for (const char *at = url; *at; at++) {
		if (strchr("<>\\ ", *at))
			fprintf(out, "%%%02X", (unsigned)*at);
		else
			fputc(*at, out);
	}
	fprintf(out, ">)%s", after);
}

static void put_cut(const struct markdown_fit *fit, size_t kept,
		    const struct symdiff_print_options *options, FILE *out)
{
	const char *end = fit->text + kept;
	size_t lines = count(end, fit->text + fit->size, "\n");
	size_t open = count(fit->text, end, "<details>") - count(fit->text, end, "</details>");

	while (open--)
		fputs("\n</details>\n", out);
	fprintf(out, "\n**%zu lines more do not fit into a comment**", lines);
	if (options->link)
		put_link(options, ": ", "", out);
	fputc('\n', out);
}

void markdown_end(struct markdown_fit *fit, const struct symdiff_print_options *options, FILE *out)
{
	size_t kept;

	fclose(fit->page);
	kept = fit->size > MOST ? cut_at(fit->text, MOST) : fit->size;
	fwrite(fit->text, 1, kept, out);
	if (kept < fit->size)
		put_cut(fit, kept, options, out);
	else if (options->link)
		put_link(options, "\n", "\n", out);
	free(fit->text);
}
