/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_NAMES_H
#define SUPPORT_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"
#include "support/table.h"

/*
 * Interned strings: the same text has the same number. Number 0 is the empty
 * text. Zero-initialised is empty and ready.
 */
struct names {
	struct arena arena;
	struct table index;
	struct name {
		const char *text; /* terminated */
		uint32_t len;
	} * list;
	size_t count, capacity;
};

/* The number of @len bytes at @text, which are copied if new. A NUL in it becomes a blank. */
uint32_t names_intern(struct names *names, const char *text, size_t len);

/* The number of terminated @text. */
uint32_t names_intern_text(struct names *names, const char *text);

/* The number of @text if it is known, else TABLE_NONE. */
uint32_t names_find(const struct names *names, const char *text, size_t len);

/* The text of number @id: lives as long as @names. */
static inline const char *names_text(const struct names *names, uint32_t id)
{
	return id < names->count ? names->list[id].text : "";
}

void names_deinit(struct names *names);

#endif
