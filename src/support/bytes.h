/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_BYTES_H
#define SUPPORT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Numbers at any address; @swap: written by a machine of the other byte order. */
static inline uint16_t load16(const uint8_t *at, bool swap)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return swap ? __builtin_bswap16(value) : value;
}

static inline uint32_t load32(const uint8_t *at, bool swap)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return swap ? __builtin_bswap32(value) : value;
}

static inline uint64_t load64(const uint8_t *at, bool swap)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return swap ? __builtin_bswap64(value) : value;
}

/*
 * A cursor over binary input that never leaves it. Reading beyond the end
 * gives 0 and marks the cursor as failed, for good: a parser reads a whole
 * structure and asks once, bytes_failed(), whether all of it was there.
 */
struct bytes {
	const uint8_t *start, *at, *end;
	bool swap, failed;
};

static inline struct bytes bytes_of(const void *data, size_t size, bool swap)
{
	const uint8_t *start = data;

	return (struct bytes) { .start = start, .at = start, .end = start + size, .swap = swap };
}

static inline size_t bytes_left(const struct bytes *in)
{
	return in->end - in->at;
}

static inline size_t bytes_offset(const struct bytes *in)
{
	return in->at - in->start;
}

static inline bool bytes_failed(const struct bytes *in)
{
	return in->failed;
}

/* The next @size bytes, or NULL if there are fewer. */
const uint8_t *bytes_take(struct bytes *in, uint64_t size);

uint8_t bytes_u8(struct bytes *in);
uint16_t bytes_u16(struct bytes *in);
uint32_t bytes_u32(struct bytes *in);
uint64_t bytes_u64(struct bytes *in);

/* A cursor over the next @size bytes; one that has failed if there are fewer. */
struct bytes bytes_part(struct bytes *in, uint64_t size);

/* Go to @offset from the start; fails beyond the end. */
void bytes_seek(struct bytes *in, uint64_t offset);

/*
 * Text of @size bytes that ends at its first NUL, if it has one. It is not
 * terminated: @len is set. NULL (and @len 0) if there are fewer than @size.
 */
const char *bytes_text(struct bytes *in, uint64_t size, size_t *len);

/* Text up to its NUL, which must come, and what follows it. NULL if it does not. */
const char *bytes_cstring(struct bytes *in, size_t *len);

#endif
