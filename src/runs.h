/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RUNS_H
#define RUNS_H

#include "side.h"

/*
 * reading.c: a single profile, from anything but a bundle. @options are not NULL, and checked.
 * @kallsyms, which may be NULL, are copies of /proc/kallsyms that were made with the recording.
 */
struct symdiff_profile *read_one(struct symdiff *rules, const char *file,
				 const struct symdiff_read_options *options,
				 const char *const *kallsyms, struct symdiff_error *err);

/* reading.c: are the places that the user names for symbols there? */
int read_check(const struct symdiff_read_options *options, struct symdiff_error *err);

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
