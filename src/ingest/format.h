/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_FORMAT_H
#define INGEST_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include <symdiff/error.h>

#include "ingest/options.h"
#include "model/profile.h"
#include "support/input.h"

/* What one input holds: usually one profile; a mail may hold several; a comparison holds both sides. */
struct document {
	struct profile **profiles;
	size_t count, capacity;
	bool is_comparison; /* profiles[0] is the base and profiles[1] the new side of one table */
	bool is_runs;	    /* of one configuration: together they are one side */
};

/* A new, empty profile at the end of @doc, read by the format called @format. */
struct profile *document_add(struct document *doc, const char *format);

/* Free the profiles. */
void document_deinit(struct document *doc);

/* An input format turns the bytes of one input into profiles. */
struct format_ops {
	const char *name; /* what --input-format takes, e.g. "perf-script" */
	const char *what; /* one line for the help text */

	bool reads_directories; /* read() may be given one: see input.h */

	/* Do these first @len bytes (at most INGEST_HEAD) look like ours? */
	bool (*probe)(const char *head, size_t len);

	/*
	 * Add what @in counted to @doc: addresses as recorded or, where the format has already
	 * resolved them, symbols; the event says the unit. Text is interned: @in may be closed
	 * afterwards. Returns 0, or -1 with @err saying what and where; @doc is then only good
	 * for freeing.
	 */
	int (*read)(struct input *in, const struct ingest_options *options, struct document *doc,
		    struct symdiff_error *err);
};

#define INGEST_HEAD 4096

/* The formats, in probing order: a magic number first, guesses at text last. */
extern const struct format_ops *const ingest_formats[];
extern const size_t ingest_format_count;

/*
 * Read @path (see input_open) with the format that its content asks for, or the one that
 * @options force. What is no profile is refused with one line that says what was looked for.
 */
int ingest_read(const char *path, const struct ingest_options *options, struct document *doc,
		struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* The same for an input that is already open. */
int ingest_read_input(struct input *in, const struct ingest_options *options, struct document *doc,
		      struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif
