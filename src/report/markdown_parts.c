// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/markdown_parts.h"

#include <string.h>

#include "report/markdown_text.h"

#define SYMBOLS_SHOWN 20

const char *markdown_file(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

void markdown_rule(const char *columns, FILE *out)
{
	for (; *columns; columns++)
		fputs(*columns == 'l' ? "|---" : "|--:", out);
	fputs("|\n", out);
}

size_t markdown_symbols(size_t count, const struct symdiff_print_options *options)
{
	bool all = options->limit > 0 || options->verbose;

	return all || count < SYMBOLS_SHOWN ? count : SYMBOLS_SHOWN;
}

void markdown_begin_symbols(size_t shown, size_t all, FILE *out)
{
	fputs("\n<details><summary>", out);
	if (shown < all)
		fprintf(out, "%zu of ", shown);
	fprintf(out, "%zu symbol%s</summary>\n\n", all, all == 1 ? "" : "s");
}

void markdown_end_symbols(FILE *out)
{
	fputs("\n</details>\n", out);
}

void markdown_warnings(const struct symdiff_profile *const sides[2], const char *const names[2],
		       FILE *out)
{
	bool any = false;

	for (int i = 0; i < 2; i++) {
		const struct profile *profile = sides[i] ? sides[i]->profile : NULL;

		for (uint32_t w = 0; profile && w < profile->warning_count; w++) {
			fprintf(out, "%s- %s", any ? "" : "\n", names[i]);
			markdown_text(profile_text(profile, profile->warnings[w]), out);
			fputc('\n', out);
			any = true;
		}
	}
}
