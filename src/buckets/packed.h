/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_PACKED_H
#define BUCKETS_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buckets/embed.h"
#include "buckets/rules.h"

/*
 * The data files that scripts/make-buckets writes: hash tables that are used
 * where they lie, so that loading them costs nothing. Little-endian:
 *
 *	u32 magic, version, leaf count, slot bits, entry count, value count
 *	the leaves' names, each terminated; zeros up to a multiple of 4
 *	u32 first entry of each slot, and the entry count
 *	u32 first value of each slot, and the value count (if there are values)
 *	u32 entries: 24 bits of hash, 8 bits more (a leaf, or the number of values)
 *	u16 values
 *
 * A key's 64-bit hash gives its slot (the top bits) and the 24 bits below that,
 * which stand for the key: of 300,000 keys at 14 + 24 bits, one in a million
 * unknown ones is taken for a known one.
 */
struct packed {
	uint32_t slot_bits, entry_count, value_count;
	const uint32_t *slots, *value_slots, *entries;
	const uint16_t *values;
	uint16_t leaf_count;
	uint16_t leaves[256]; /* the file's numbers to the program's; BUCKET_NONE: not there */
};

/* Use @data, which must be as described: it is part of the program. @b gives the leaves. */
bool packed_init(struct packed *packed, struct embedded data, uint32_t magic,
		 const struct buckets *b);

/* FNV-1a over what is hashed piece by piece; packed_hash_end() before it is looked up. */
#define PACKED_HASH_START 0xcbf29ce484222325u

static inline uint64_t packed_hash_char(uint64_t hash, char c)
{
	return (hash ^ (unsigned char)c) * 0x100000001b3u;
}

static inline uint64_t packed_hash(uint64_t hash, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = packed_hash_char(hash, text[i]);
	return hash;
}

static inline uint64_t packed_hash_end(uint64_t hash)
{
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/*
 * The entry of a key with that hash, or NULL. If there are values, *@values
 * points to those of the entry, as many as its low 8 bits say.
 */
const uint32_t *packed_find(const struct packed *packed, uint64_t hash, const uint16_t **values);

#endif
