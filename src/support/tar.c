// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/tar.h"

#include <string.h>

#include "support/arena.h"
#include "support/memory.h"
#include "support/table.h"

#define BLOCK 512u

struct tar {
	struct tar_member *members;
	size_t count, capacity;
	struct table by_name;
	struct arena arena;
};

bool tar_probe(const uint8_t *data, size_t size)
{
	return size >= BLOCK && !memcmp(data + 257, "ustar", 5);
}

/* Octal digits, or with the highest bit set a big-endian number. */
static bool read_size(const uint8_t *at, uint64_t *size)
{
	*size = 0;
	if (at[0] & 0x80) {
		for (int i = 4; i < 12; i++)
			*size = *size << 8 | at[i];
		return !(at[0] & 0x7f) && !at[1] && !at[2] && !at[3];
	}
	for (int i = 0; i < 12 && at[i] && at[i] != ' '; i++) {
		if (at[i] < '0' || at[i] > '7')
			return false;
		*size = *size << 3 | (uint64_t)(at[i] - '0');
	}
	return true;
}

/* Without "./" in front and "/" behind. */
static const char *clean_name(struct tar *tar, const char *text, size_t len)
{
	while (len > 1 && text[0] == '.' && text[1] == '/')
		text += 2, len -= 2;
	while (len && text[len - 1] == '/')
		len--;
	return arena_strndup(&tar->arena, text, len);
}

static const char *field(struct tar *tar, const uint8_t *at, size_t size)
{
	return clean_name(tar, (const char *)at, strnlen((const char *)at, size));
}

static void add_member(struct tar *tar, struct tar_member member)
{
	uint32_t hash = hash_bytes(member.name, strlen(member.name));

	array_reserve(tar->members, tar->capacity, tar->count + 1);
	tar->members[tar->count] = member;
	table_insert(&tar->by_name, hash, tar->count++);
}

/* "prefix/name" of a ustar header. */
static const char *header_name(struct tar *tar, const uint8_t *header)
{
	const char *name = field(tar, header, 100);
	const char *prefix = field(tar, header + 345, 155);

	if (memcmp(header + 257, "ustar\0", 6) != 0 || !prefix[0])
		return name;
	return arena_printf(&tar->arena, "%s/%s", prefix, name);
}

static void read_members(struct tar *tar, const uint8_t *at, size_t left)
{
	const uint8_t *end = at + left;
	const char *long_name = NULL, *long_link = NULL;

	while (tar_probe(at, end - at)) {
		const uint8_t *header = at, *data = at + BLOCK;
		uint64_t size;

		if (!read_size(header + 124, &size) || size > (uint64_t)(end - data))
			return;
		at = data + size;
		at += (size_t)(end - at) < (BLOCK - size % BLOCK) % BLOCK
			      ? (size_t)(end - at)
			      : (BLOCK - size % BLOCK) % BLOCK;
		switch (header[156]) {
		case 'L':
			long_name = field(tar, data, size);
			continue;
		case 'K':
			long_link = field(tar, data, size);
			continue;
		case '2':
			add_member(tar,
				   (struct tar_member) {
					   .name = long_name ? long_name : header_name(tar, header),
					   .link = long_link ? long_link
							     : field(tar, header + 157, 100),
				   });
			break;
		case '0':
		case '\0':
			add_member(tar,
				   (struct tar_member) {
					   .name = long_name ? long_name : header_name(tar, header),
					   .data = data,
					   .size = size,
				   });
			break;
		default:
			break;
		}
		long_name = long_link = NULL;
	}
}

struct tar *tar_new(const uint8_t *data, size_t size)
{
	struct tar *tar = mem_zalloc(1, sizeof(*tar));

	read_members(tar, data, size);
	if (tar->count)
		return tar;
	tar_free(tar);
	return NULL;
}

const struct tar_member *tar_find(const struct tar *tar, const char *name)
{
	table_for_each (&tar->by_name, hash_bytes(name, strlen(name)), id)
		if (!strcmp(tar->members[id].name, name))
			return &tar->members[id];
	return NULL;
}

const struct tar_member *tar_member_at(const struct tar *tar, size_t i)
{
	return i < tar->count ? &tar->members[i] : NULL;
}

void tar_free(struct tar *tar)
{
	if (!tar)
		return;
	table_deinit(&tar->by_name);
	free(tar->members);
	arena_deinit(&tar->arena);
	free(tar);
}
