// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static _Noreturn void out_of_memory(size_t size)
{
	fprintf(stderr, "symdiff: out of memory (%zu bytes more were needed)\n", size);
	abort();
}

#define LARGE (4u << 20)

/*
 * Large arrays are hash tables and what they index, touched all over: with
 * pages of the usual size a good part of the time would go into faults and
 * the TLB. A hint only: the kernel may decline. Whole pages, with what malloc
 * has before the array: realloc could not move a mapping that is parted.
 */
static void *prefer_huge_pages(void *memory, size_t size)
{
	uintptr_t start = (uintptr_t)memory & ~(uintptr_t)4095;
	uintptr_t end = ((uintptr_t)memory + size + 4095) & ~(uintptr_t)4095;

	if (size >= LARGE)
		madvise((void *)start, end - start, MADV_HUGEPAGE);
	return memory;
}

void *mem_alloc(size_t size)
{
	void *memory = malloc(size ? size : 1);

	if (!memory)
		out_of_memory(size);
	return memory;
}

void *mem_zalloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size ? size : 1);

	if (!memory)
		out_of_memory(count * size);
	return prefer_huge_pages(memory, count * size);
}

void *mem_zalloc_table(size_t count, size_t size)
{
	size_t bytes = count * size;
	void *memory = prefer_huge_pages(mem_alloc(bytes), bytes);

	explicit_bzero(memory, bytes); /* which compilers do not make calloc() of */
	return memory;
}

void *mem_realloc(void *old, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		out_of_memory(SIZE_MAX);

	void *memory = realloc(old, bytes ? bytes : 1);

	if (!memory)
		out_of_memory(bytes);
	return prefer_huge_pages(memory, bytes);
}

char *mem_strdup(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(mem_alloc(size), text, size);
}

FILE *mem_stream(char **text, size_t *size)
{
	FILE *stream = open_memstream(text, size);

	if (!stream)
		out_of_memory(sizeof(*stream));
	return stream;
}

size_t mem_grown(size_t capacity, size_t need)
{
	size_t grown = capacity < 16 ? 16 : capacity + capacity / 2;

	return grown < need ? need : grown;
}
