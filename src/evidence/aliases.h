/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EVIDENCE_ALIASES_H
#define EVIDENCE_ALIASES_H

#include "evidence/evidence.h"
#include "support/table.h"

/*
 * SLUB merges caches of one size, and calls the result :0000512 or by the name of one of them:
 * which, differs from kernel to kernel and from boot to boot.
 */
struct aliases {
	const struct evidence *sides[2];
	struct table links; /* rows of slabinfo -a by alias; the new side's are behind the base's */
	struct table names; /* rows of caches by name, likewise */
};

void aliases_init(struct aliases *aliases, const struct evidence *base,
		  const struct evidence *newer);
void aliases_deinit(struct aliases *aliases);

/* Is its name, or, where it has a group, that one, the name of a cache? */
bool is_cache_format(const struct evidence_format *format);

/* The name, and the group, by which @row is joined; its own if it is of no cache. */
const char *aliases_name(const struct aliases *aliases, const struct evidence_row *row);
const char *aliases_group(const struct aliases *aliases, const struct evidence_row *row);

#endif
