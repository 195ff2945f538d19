// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "buckets/anatomy.h"
#include "model/canonical.h"
#include "support/embed.h"

EMBED(caches, "src/buckets/caches.tsv");

/* A hundred lines, asked once for each client that is printed: no index is worth it. */
struct cache_name cache_of_caller(const char *symbol)
{
	char name[256];
	size_t len = canonical_name(symbol, name, sizeof(name));

	for (const char *line = embedded_caches_start; line < embedded_caches_end;) {
		const char *end = memchr(line, '\n', embedded_caches_end - line);
		size_t size = (end ? end : embedded_caches_end) - line;

		if (size > len && line[len] == '\t' && !memcmp(line, name, len))
			return (struct cache_name) { line + len + 1, size - len - 1 };
		line += size + 1;
	}
	return (struct cache_name) { "", 0 };
}
