// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/packed.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "known-names.bin and name-weights.bin are little-endian"
#endif

struct header {
	uint32_t magic, version, leaf_count, slot_bits, entry_count, value_count;
};

bool packed_init(struct packed *packed, struct embedded data, uint32_t magic,
		 const struct buckets *b)
{
	const struct header *header = (const void *)data.data;
	const char *name = (const char *)(header + 1);
	const uint32_t *at;
	uint32_t slots;

	if (data.size < sizeof(*header) || header->magic != magic || header->version != 1 ||
	    header->leaf_count > 256)
		return false;
	packed->slot_bits = header->slot_bits;
	packed->entry_count = header->entry_count;
	packed->value_count = header->value_count;
	packed->leaf_count = (uint16_t)header->leaf_count;
	for (uint32_t i = 0; i < header->leaf_count; i++) {
		packed->leaves[i] = buckets_find_leaf(b, name);
		name += strlen(name) + 1;
	}
	slots = (1u << header->slot_bits) + 1;
	at = (const uint32_t *)(((uintptr_t)name + 3) & ~(uintptr_t)3);
	packed->slots = at;
	at += slots;
	packed->value_slots = at;
	if (header->value_count)
		at += slots;
	packed->entries = at;
	at += header->entry_count;
	packed->values = (const uint16_t *)at;
	return true;
}

const uint32_t *packed_find(const struct packed *packed, uint64_t hash, const uint16_t **values)
{
	uint32_t slot = (uint32_t)(hash >> (64 - packed->slot_bits));
	uint32_t tag = (uint32_t)(hash >> (40 - packed->slot_bits)) & 0xffffff;
	uint32_t value = packed->value_count ? packed->value_slots[slot] : 0;

	for (uint32_t i = packed->slots[slot]; i < packed->slots[slot + 1]; i++) {
		uint32_t entry = packed->entries[i];

		if (entry >> 8 == tag) {
			if (values)
				*values = packed->values + value;
			return &packed->entries[i];
		}
		if (packed->value_count)
			value += entry & 0xff;
	}
	return NULL;
}
