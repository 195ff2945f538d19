/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef POINT_H
#define POINT_H

#include <symdiff/symdiff.h>

#include "evidence/evidence.h"

/*
 * The files that were given for one setting, kernel or machine: profiles, which are runs of one
 * configuration, and what was seen beside them. Which is which, their content says.
 */
struct point {
	char **profiles; /* paths, with their #N; patterns expanded */
	size_t profile_count, profile_capacity;
	struct evidence *evidence; /* of the others */
	char **others;		   /* their paths */
	size_t other_count, other_capacity;
	char **notes; /* for people */
	size_t note_count, note_capacity;
};

/*
 * Sort out @files, a list with commas between paths ("a.data,b.data,bench.txt"); counters since boot
 * may be BEFORE:FILE, and a capture brings what it has. Relative paths are looked for in @folder, if
 * it is not NULL. Evidence is read, profiles are not yet. -1 with @err if
 * a file is missing or neither; @point must be deinitialised either way.
 */
int point_open(struct point *point, const char *files, const char *folder,
	       struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void point_deinit(struct point *point);

/*
 * "LABEL=FILES": the length of the label, which may itself hold = (order=3=a.data): the last = that
 * a file stands behind decides. 0 if there is no label.
 */
size_t point_label(const char *argument);

/* "mail.txt#2" is mail.txt and 2, unless a file is really called that; 0: no number. To be freed. */
char *point_path(const char *path, size_t *number);

/*
 * Of a text that should hold a table of results: -1 with @err if it is counters of the kernel, which
 * look like one, or (to be asked when no table was found) a profile. @how says how such a file is
 * given. Else 0.
 */
struct input;
int point_refuse_counters(const struct text *text, const char *how,
			  struct symdiff_error *err) SYMDIFF_MUST_CHECK;
int point_refuse_profile(struct input *in, const char *how,
			 struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif
