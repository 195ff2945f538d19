// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/names.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

uint32_t names_find(const struct names *names, const char *text, size_t len)
{
	uint32_t hash = hash_bytes(text, len);

	table_for_each (&names->index, hash, id) {
		const struct name *name = &names->list[id];

		if (name->len == len && !memcmp(name->text, text, len))
			return id;
	}
	return TABLE_NONE;
}

static uint32_t add(struct names *names, const char *text, size_t len)
{
	uint32_t id = names->count;

	array_reserve(names->list, names->capacity, names->count + 1);
	names->list[names->count++] =
		(struct name) { arena_strndup(&names->arena, text, len), len };
	table_insert(&names->index, hash_bytes(text, len), id);
	return id;
}

static uint32_t intern(struct names *names, const char *text, size_t len)
{
	if (!names->count)
		add(names, "", 0);

	uint32_t id = names_find(names, text, len);

	return id != TABLE_NONE ? id : add(names, text, len);
}

uint32_t names_intern(struct names *names, const char *text, size_t len)
{
	if (!memchr(text, '\0', len))
		return intern(names, text, len);

	char *clean = memcpy(mem_alloc(len), text, len);

	for (char *nul; (nul = memchr(clean, '\0', len));)
		*nul = ' ';

	uint32_t id = intern(names, clean, len);

	free(clean);
	return id;
}

uint32_t names_intern_text(struct names *names, const char *text)
{
	return intern(names, text, strlen(text));
}

void names_deinit(struct names *names)
{
	table_deinit(&names->index);
	arena_deinit(&names->arena);
	free(names->list);
	*names = (struct names) { 0 };
}
