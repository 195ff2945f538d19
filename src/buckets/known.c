// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/known.h"

#include <stdlib.h>

#include "buckets/packed.h"
#include "support/memory.h"

#define MAGIC 0x4e4b4453u /* SDKN */

struct known_names {
	struct packed packed;
};

struct known_names *known_names_new(const struct buckets *b, struct embedded data)
{
	struct known_names *known = mem_zalloc(1, sizeof(*known));

	if (packed_init(&known->packed, data, MAGIC, b))
		return known;
	free(known);
	return NULL;
}

void known_names_free(struct known_names *known)
{
	free(known);
}

uint16_t known_names_find(const struct known_names *known, const char *name, size_t len)
{
	const uint32_t *entry;

	if (!known)
		return BUCKET_NONE;
	entry = packed_find(&known->packed,
			    packed_hash_end(packed_hash(PACKED_HASH_START, name, len)), NULL);
	return entry ? known->packed.leaves[*entry & 0xff] : BUCKET_NONE;
}
