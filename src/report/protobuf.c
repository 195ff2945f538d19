// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/protobuf.h"

#include <string.h>

#include "support/memory.h"

enum wire_type { WIRE_VARINT = 0, WIRE_LEN = 2 };

#define VARINT_MOST 10 /* bytes of a number of 64 bits */

static size_t encode(uint64_t value, uint8_t bytes[VARINT_MOST])
{
	size_t size = 0;

	for (; value >= 0x80; value >>= 7)
		bytes[size++] = (uint8_t)value | 0x80;
	bytes[size++] = (uint8_t)value;
	return size;
}

static void add(struct protobuf *buf, const void *data, size_t size)
{
	array_reserve(buf->data, buf->capacity, buf->size + size);
	memcpy(buf->data + buf->size, data, size);
	buf->size += size;
}

void protobuf_varint(struct protobuf *buf, uint64_t value)
{
	uint8_t bytes[VARINT_MOST];

	add(buf, bytes, encode(value, bytes));
}

static void add_tag(struct protobuf *buf, uint32_t field, enum wire_type type)
{
	protobuf_varint(buf, (uint64_t)field << 3 | type);
}

void protobuf_int(struct protobuf *buf, uint32_t field, uint64_t value)
{
	if (!value)
		return;
	add_tag(buf, field, WIRE_VARINT);
	protobuf_varint(buf, value);
}

void protobuf_text(struct protobuf *buf, uint32_t field, const char *text)
{
	size_t size = strlen(text);

	add_tag(buf, field, WIRE_LEN);
	protobuf_varint(buf, size);
	add(buf, text, size);
}

size_t protobuf_begin(struct protobuf *buf, uint32_t field)
{
	add_tag(buf, field, WIRE_LEN);
	return buf->size;
}

/* Only now the length is known, which stands in front: most are below 128, one byte. */
void protobuf_end(struct protobuf *buf, size_t start)
{
	uint8_t bytes[VARINT_MOST];
	size_t inner = buf->size - start, size = encode(inner, bytes);

	array_reserve(buf->data, buf->capacity, buf->size + size);
	memmove(buf->data + start + size, buf->data + start, inner);
	memcpy(buf->data + start, bytes, size);
	buf->size += size;
}

void protobuf_deinit(struct protobuf *buf)
{
	free(buf->data);
	*buf = (struct protobuf) { 0 };
}
