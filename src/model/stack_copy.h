/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_STACK_COPY_H
#define MODEL_STACK_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile;

/*
 * What a sample has of a user stack when it was recorded with
 * --call-graph dwarf: registers and a copy of the memory above the stack
 * pointer, from which an unwinder finds the callers.
 */
struct stack_copy {
	uint64_t registers[64]; /* by the number of their bit in perf's masks */
	uint64_t known;		/* ... and which of them were recorded */
	bool is_32bit;
	const uint8_t *stack;
	size_t size;

	/*
	 * The image that was mapped at @address: a DSO of the profile that is a file, and which
	 * byte of the file that was. False: none, or no file.
	 */
	bool (*locate)(const void *reader, uint64_t address, uint32_t *dso, uint64_t *offset);
	const void *reader;
};

/* Finds callers; a reader of recordings is given one. */
struct stack_unwinder {
	/*
	 * Write the interrupted address and after it return addresses, at most @most, to
	 * @addresses. Returns how many; @is_whole says whether the last one is the root's, or the
	 * copy, or what is known of the code, ended before it.
	 */
	size_t (*unwind)(void *data, const struct profile *profile, const struct stack_copy *copy,
			 uint64_t *addresses, size_t most, bool *is_whole);
	void *data;
};

#endif
