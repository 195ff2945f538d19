// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/archive.h"

#include <stdio.h>
#include <string.h>

#include "support/arena.h"
#include "support/memory.h"
#include "support/table.h"

#define BLOCK 512u

struct member {
	const char *name, *link; /* link: NULL if it is a file */
	const uint8_t *data;
	size_t size;
};

struct archive {
	char *path;
	struct input in;
	struct member *members;
	size_t count, capacity;
	struct table by_name;
	struct arena arena;
};

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
static const char *clean_name(struct archive *archive, const char *text, size_t len)
{
	while (len > 1 && text[0] == '.' && text[1] == '/')
		text += 2, len -= 2;
	while (len && text[len - 1] == '/')
		len--;
	return arena_strndup(&archive->arena, text, len);
}

static const char *field(struct archive *archive, const uint8_t *at, size_t size)
{
	return clean_name(archive, (const char *)at, strnlen((const char *)at, size));
}

static void add_member(struct archive *archive, struct member member)
{
	uint32_t hash = hash_bytes(member.name, strlen(member.name));

	array_reserve(archive->members, archive->capacity, archive->count + 1);
	archive->members[archive->count] = member;
	table_insert(&archive->by_name, hash, archive->count++);
}

/* "prefix/name" of a ustar header. */
static const char *header_name(struct archive *archive, const uint8_t *header)
{
	const char *name = field(archive, header, 100);
	const char *prefix = field(archive, header + 345, 155);

	if (memcmp(header + 257, "ustar\0", 6) != 0 || !prefix[0])
		return name;
	return arena_printf(&archive->arena, "%s/%s", prefix, name);
}

static void read_members(struct archive *archive)
{
	const uint8_t *at = archive->in.data, *end = at + archive->in.size;
	const char *long_name = NULL, *long_link = NULL;

	while ((size_t)(end - at) >= BLOCK && !memcmp(at + 257, "ustar", 5)) {
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
			long_name = field(archive, data, size);
			continue;
		case 'K':
			long_link = field(archive, data, size);
			continue;
		case '2':
			add_member(archive,
				   (struct member) {
					   .name = long_name ? long_name
							     : header_name(archive, header),
					   .link = long_link ? long_link
							     : field(archive, header + 157, 100),
				   });
			break;
		case '0':
		case '\0':
			add_member(archive,
				   (struct member) {
					   .name = long_name ? long_name
							     : header_name(archive, header),
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

struct archive *archive_open(const char *path)
{
	struct archive *archive = mem_zalloc(1, sizeof(*archive));

	archive->path = mem_strdup(path);
	if (!input_open(&archive->in, archive->path, NULL))
		read_members(archive);
	if (archive->count)
		return archive;
	archive_free(archive);
	return NULL;
}

struct archive *archive_from_bytes(const char *name, const void *data, size_t size)
{
	struct archive *archive = mem_zalloc(1, sizeof(*archive));

	archive->path = mem_strdup(name);
	input_from_bytes(&archive->in, archive->path, data, size);
	read_members(archive);
	if (archive->count)
		return archive;
	archive_free(archive);
	return NULL;
}

static const struct member *find_member(const struct archive *archive, const char *name)
{
	table_for_each (&archive->by_name, hash_bytes(name, strlen(name)), id)
		if (!strcmp(archive->members[id].name, name))
			return &archive->members[id];
	return NULL;
}

/* Where a link in .build-id/xx leads to: "../../usr/bin/x/ID" is usr/bin/x/ID. */
static const char *follow(const char *link)
{
	return strncmp(link, "../../", 6) ? NULL : link + 6;
}

const uint8_t *archive_find(const struct archive *archive, const struct build_id *id,
			    const char *suffix, size_t *size)
{
	char text[BUILD_ID_TEXT], link_name[64], name[4096];
	const struct member *member;

	build_id_text(id, text);
	snprintf(link_name, sizeof(link_name), ".build-id/%.2s/%s", text, text + 2);
	member = find_member(archive, link_name);

	const char *base = member && member->link ? follow(member->link) : link_name;

	if (!base || (size_t)snprintf(name, sizeof(name), "%s%s", base, suffix) >= sizeof(name))
		return NULL;
	member = find_member(archive, name);
	if (!member || member->link)
		return NULL;
	*size = member->size;
	return member->data;
}

void archive_free(struct archive *archive)
{
	if (!archive)
		return;
	table_deinit(&archive->by_name);
	free(archive->members);
	arena_deinit(&archive->arena);
	input_close(&archive->in);
	free(archive->path);
	free(archive);
}
