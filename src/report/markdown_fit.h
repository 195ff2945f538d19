/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_MARKDOWN_FIT_H
#define REPORT_MARKDOWN_FIT_H

#include <stdio.h>

#include <symdiff/options.h>

/*
 * The most that GitHub takes as a comment is 65,536 characters; GitLab takes a
 * million. A document that is longer is cut at the end of a line, what is open
 * is closed, and a last line says so, with the link of @options to the whole.
 *
 *	FILE *page = markdown_begin(&fit);
 *	...
 *	markdown_end(&fit, options, out);
 */
struct markdown_fit {
	char *text;
	size_t size;
	FILE *page;
};

/* Where the document is to be written. */
FILE *markdown_begin(struct markdown_fit *fit);

/* Write what fits to @out, and free the rest. */
void markdown_end(struct markdown_fit *fit, const struct symdiff_print_options *options, FILE *out);

#endif
