/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_OPTIONS_H
#define INGEST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "support/progress.h"

/*
 * What the user asked for before samples are folded. Lists are terminated by
 * NULL; a NULL list lets everything pass. Zero-initialised asks for nothing.
 */
struct ingest_options {
	const char *format; /* name of the input format; NULL: by content */
	const char *const *comms;
	const char *const *events;
	const char *pids, *tids; /* "1,2,3" */
	const char *cpus;	 /* "0,2-5" */
	const char *time;	 /* as perf takes it: "12.5,13", "10%/2", "10%-20%" */
	bool flat;		 /* do not read callchains */

	/* Called now and then while a long input is read; NULL: nobody wants to know. */
	void (*progress)(void *context, const char *file, double done);
	void *progress_context;
	const char *file; /* what it is told of */

	/* Finds callers in copies of user stacks; NULL: such chains end at the user's address. */
	const struct stack_unwinder *unwinder;
};

static inline struct progress ingest_progress(const struct ingest_options *options, uint64_t size)
{
	return (struct progress) { options->progress, options->progress_context, options->file,
				   size, 0 };
}

#endif
