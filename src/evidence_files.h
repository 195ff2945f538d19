/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_FILES_H
#define EVIDENCE_FILES_H

#include <symdiff/symdiff.h>

#include "evidence/evidence.h"

/*
 * The evidence of @file ("-": standard input), to be deinitialised either way; @file must live as
 * long. -1 with @err, which names what was found instead: a profile, a directory, prose.
 */
int evidence_file_read(const char *file, struct evidence *evidence,
		       struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* The same with the rows of one more file behind those that are there. */
int evidence_file_read_more(const char *file, struct evidence *evidence,
			    struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * "BEFORE:FILE", at the colon where both are files: the first, which the caller frees, and the
 * second as @file. NULL, and all of @text as @file, if it is one file: one that has colons in its
 * name is.
 */
char *evidence_before(const char *text, const char **file);

/*
 * The same for results of benchmarks: @file may also be what symdiff-capture left, of which the
 * output of each run is read; what in it is no evidence is passed over.
 */
int evidence_results_read(const char *file, struct evidence *evidence,
			  struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif
