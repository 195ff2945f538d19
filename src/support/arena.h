/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_ARENA_H
#define SUPPORT_ARENA_H

#include <stddef.h>

/* Memory that is freed all at once. Zero-initialised is empty and ready. */
struct arena {
	struct arena_block *blocks;
	size_t used, size; /* of the newest block */
};

/* @size bytes, aligned for any type, not cleared. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((returns_nonnull));

/* A terminated copy of @len bytes of @text. */
char *arena_strndup(struct arena *arena, const char *text, size_t len)
	__attribute__((returns_nonnull));

/* printf into the arena. */
char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3), returns_nonnull));

/* Make what @from holds belong to @arena; @from is empty then. */
void arena_adopt(struct arena *arena, struct arena *from);

void arena_deinit(struct arena *arena);

#endif
