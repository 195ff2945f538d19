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

/*
 * Add the samples of perf script text to @profile. The bytes at @data are as
 * perf prints them, and are not needed afterwards. *@others is the number of
 * lines that could not be read; the profile has a warning about them. -1 with
 * @err: @options are wrong.
 */
int perf_script_read_bytes(const char *data, size_t len, const struct ingest_options *options,
			   struct profile *profile, uint64_t *others, struct symdiff_error *err);

#endif
