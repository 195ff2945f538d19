/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_FAMILY_H
#define DIFF_FAMILY_H

#include <stddef.h>

#include <symdiff/error.h>

/*
 * The family table: functions of the kernel that were renamed, merged or split
 * from one version to another. families.tsv has the shipped one; aliases that
 * the user gives are families too.
 */
struct family {
	const char *older, *newer; /* canonical names */
	const char *what;	   /* "renamed", "merged", "split", "replaced", "alias" */
	const char *since;	   /* the kernel that has the newer name: "2.6.25"; "" unknown */
};

struct families {
	struct family *list;
	size_t count, capacity;
	char **texts; /* what the strings point into */
	size_t text_count, text_capacity;
};

/* The shipped table. */
void families_init(struct families *families);
void families_deinit(struct families *families);

/* One "OLD=NEW" of the user's. */
int families_add_alias(struct families *families, const char *pair, struct symdiff_error *err);

/* A file of "OLD NEW" lines; "#" starts a comment. */
int families_add_file(struct families *families, const char *path, struct symdiff_error *err);

/*
 * A set of symbols ("name=symbol,symbol") with the other names of its members
 * behind them, for free(): what was only renamed or merged from one kernel to
 * the other is in the set on both sides.
 */
char *families_complete_set(const struct families *families, const char *set)
	__attribute__((malloc, returns_nonnull));

#endif
