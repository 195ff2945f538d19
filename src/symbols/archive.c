// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/archive.h"

#include <stdio.h>
#include <string.h>

#include "support/memory.h"
#include "support/tar.h"

struct archive {
	char *path;
	struct input in;
	struct tar *tar;
};

static struct archive *finish(struct archive *archive)
{
	archive->tar = tar_new(archive->in.data, archive->in.size);
	if (archive->tar)
		return archive;
	archive_free(archive);
	return NULL;
}

struct archive *archive_open(const char *path)
{
	struct archive *archive = mem_zalloc(1, sizeof(*archive));

	archive->path = mem_strdup(path);
	if (!input_open(&archive->in, archive->path, NULL))
		return finish(archive);
	archive_free(archive);
	return NULL;
}

struct archive *archive_from_bytes(const char *name, const void *data, size_t size)
{
	struct archive *archive = mem_zalloc(1, sizeof(*archive));

	archive->path = mem_strdup(name);
	input_from_bytes(&archive->in, archive->path, data, size);
	return finish(archive);
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
	const struct tar_member *member;

	build_id_text(id, text);
	snprintf(link_name, sizeof(link_name), ".build-id/%.2s/%s", text, text + 2);
	member = tar_find(archive->tar, link_name);

	const char *base = member && member->link ? follow(member->link) : link_name;

	if (!base || (size_t)snprintf(name, sizeof(name), "%s%s", base, suffix) >= sizeof(name))
		return NULL;
	member = tar_find(archive->tar, name);
	if (!member || member->link)
		return NULL;
	*size = member->size;
	return member->data;
}

void archive_free(struct archive *archive)
{
	if (!archive)
		return;
	tar_free(archive->tar);
	input_close(&archive->in);
	free(archive->path);
	free(archive);
}
