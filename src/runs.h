/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RUNS_H
#define RUNS_H

#include "side.h"

/*
 * reading.c: add what @file holds, which is anything but a bundle, to @sides: one side, or one for
 * each run of a snapshot. @options are not NULL, and checked. @kallsyms, which may be NULL, are
 * copies of /proc/kallsyms that were made with the recording. -1 with @err.
 */
int read_all(struct symdiff *rules, const char *file, const struct symdiff_read_options *options,
	     const char *const *kallsyms, struct side_list *sides,
	     struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* reading.c: are the places that the user names for symbols there? */
int read_check(const struct symdiff_read_options *options, struct symdiff_error *err);

/*
 * Add all runs of @files to @sides: patterns and bundles stand for what is in them. @options may be
 * NULL. *@whole, for free(), is what the user called them together; NULL: they have no such name.
 * -1 with @err.
 */
int runs_read(struct symdiff *rules, const char *const *files, size_t count,
	      const struct symdiff_read_options *options, struct side_list *sides, char **whole,
	      struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Put runs in the one order they have, however they were given: by path, numbers in it by value;
 * different runs of one path by content.
 */
void runs_sort(struct side_list *sides);

/* The same path and content? For runs that stand side by side when they are sorted. */
bool runs_are_same(const struct symdiff_profile *a, const struct symdiff_profile *b);

/* As symdiff_read_runs, but the side can still be summed again; runs_settle is to follow. */
struct symdiff_profile *side_read_runs(struct symdiff *rules, const char *const *files,
				       size_t count, const struct symdiff_read_options *options,
				       struct symdiff_error *err);

/*
 * Sum a side and its runs again, now with the @count symbols @apart of it standing apart where they
 * are inlined. Only before runs_settle.
 */
void runs_sum_again(struct symdiff_profile *side, const uint32_t *apart, size_t count);

/* All is known: forget the runs' own profiles. */
void runs_settle(struct symdiff_profile *side);

/* Free the runs of a side. */
void runs_deinit(struct symdiff_profile *side);

#endif
