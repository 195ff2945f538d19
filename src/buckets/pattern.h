/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_PATTERN_H
#define BUCKETS_PATTERN_H

#include <stddef.h>
#include <stdint.h>

#include "support/table.h"

/*
 * A set of patterns for names (or paths), and the most specific one that takes
 * a name. In a pattern `*` stands for any run of characters, `?` for one. The
 * name itself beats any wildcard; else the pattern with the most letters wins,
 * and of two alike the earlier.
 *
 * Most patterns are prefixes and suffixes. They are found by hash: a look-up
 * costs about as much as the name is long, however many there are.
 */
struct pattern {
	const char *text;   /* as written, terminated */
	const char *source; /* the file it is from */
	uint32_t line;
	uint16_t letters; /* other than wildcards */
	uint16_t value;	  /* the user's: a bucket or context */
	uint8_t phase;	  /* likewise */
};

struct pattern_set {
	struct pattern *list;
	size_t count, capacity;
	struct table exact, prefixes, suffixes;	 /* by hash of the letters */
	uint64_t prefix_lengths, suffix_lengths; /* bit n: there is one of n letters */
	struct glob {
		uint64_t needs; /* see letters_of(): a name without these it cannot take */
		uint32_t id;	/* in list */
	} * globs;		/* all others, most letters first */
	size_t glob_count, glob_capacity;
};

/* Texts must outlive the set. Zero-initialised is empty and ready. */
void pattern_set_add(struct pattern_set *set, struct pattern pattern);

/* The most specific pattern that takes @len bytes of @name, or NULL. */
const struct pattern *pattern_set_find(const struct pattern_set *set, const char *name, size_t len);

/*
 * The same for a function: leading underscores count only if the pattern spells
 * them, so kmem_cache_* takes __kmem_cache_alloc too. Names without a wildcard
 * must be equal.
 */
const struct pattern *pattern_set_find_function(const struct pattern_set *set, const char *name,
						size_t len);

void pattern_set_deinit(struct pattern_set *set);

#endif
