// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

#define ARENA_BLOCK (64 * 1024)

struct arena_block {
	struct arena_block *next;
	max_align_t data[];
};

void *arena_alloc(struct arena *arena, size_t size)
{
	const size_t align = _Alignof(max_align_t);

	size = (size + align - 1) & ~(align - 1);
	if (!arena->blocks || size > arena->size - arena->used) {
		size_t room = size > ARENA_BLOCK ? size : ARENA_BLOCK;
		struct arena_block *block = mem_alloc(sizeof(*block) + room);

		block->next = arena->blocks;
		arena->blocks = block;
		arena->size = room;
		arena->used = 0;
	}

	void *memory = (char *)arena->blocks->data + arena->used;

	arena->used += size;
	return memory;
}

char *arena_strndup(struct arena *arena, const char *text, size_t len)
{
	char *copy = arena_alloc(arena, len + 1);

	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	int len = vsnprintf(NULL, 0, format, args);
	va_end(args);

	char *text = arena_alloc(arena, len + 1);

	va_start(args, format);
	vsnprintf(text, len + 1, format, args);
	va_end(args);
	return text;
}

void arena_adopt(struct arena *arena, struct arena *from)
{
	struct arena_block **last = &arena->blocks;

	if (!arena->blocks) {
		*arena = *from;
	} else {
		/* Behind the newest block, which is the one that still has room. */
		while (*last)
			last = &(*last)->next;
		*last = from->blocks;
	}
	*from = (struct arena) { 0 };
}

void arena_deinit(struct arena *arena)
{
	struct arena_block *next;

	for (struct arena_block *block = arena->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	*arena = (struct arena) { 0 };
}
