/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_SCRIPT_H
#define INGEST_PERF_SCRIPT_H

#include "ingest/format.h"
#include "ingest/script_line.h"
#include "ingest/text.h"

/* perf script text as perf prints it, of any size. */
extern const struct format_ops perf_script_format;

/* The same as mail leaves it, among other text. */
extern const struct table_format perf_script_table;

/* Lines that could not be read. */
struct script_others {
	uint64_t count;
	uint64_t first_line; /* from 1 */
};

/*
 * Add the samples of perf script text to @profile. The bytes at @data are as
 * perf prints them, and are not needed afterwards. What could not be read is
 * told to @others; the caller warns. -1 with @err: this is no perf script
 * text, or @options are wrong.
 */
int perf_script_read_bytes(const char *data, size_t len, const struct ingest_options *options,
			   struct profile *profile, struct script_others *others,
			   struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* The warning about @others, if there are any. */
void perf_script_warn(struct profile *profile, const struct script_others *others);

#endif
