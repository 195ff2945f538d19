// SPDX-License-Identifier: GPL-2.0-or-later
/* XXH64 (xxHash specification 0.1.1, seed 0). */
#include "ingest/snapshot/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "support/memory.h"

struct checksum {
	XXH64_state_t state;
};

struct checksum *checksum_new(void)
{
	struct checksum *checksum = mem_alloc(sizeof(*checksum));

	XXH64_reset(&checksum->state, 0);
	return checksum;
}

static const char *behind_text(const char *at, const char *end)
{
	while (at < end && *at != '"')
		at += *at == '\\' && at + 1 < end ? 2 : 1;
	return at < end ? at + 1 : end;
}

void checksum_add(struct checksum *checksum, const char *text, size_t len)
{
	const char *end = text + len, *from = text;

	for (const char *at = text; at < end;) {
		char c = *at++;

		if (c == '"') {
			at = behind_text(at, end);
		} else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
			XXH64_update(&checksum->state, from, at - 1 - from);
			from = at;
		}
	}
	XXH64_update(&checksum->state, from, end - from);
}

uint64_t checksum_free(struct checksum *checksum)
{
	uint64_t sum = XXH64_digest(&checksum->state);

	free(checksum);
	return sum;
}
