/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_PROTOBUF_H
#define REPORT_PROTOBUF_H

#include <stddef.h>
#include <stdint.h>

/*
 * Writing the Protocol Buffers wire format (https://protobuf.dev/programming-guides/encoding/):
 * whole numbers, texts, and messages and packed lists inside each other. Zero-initialised is empty
 * and ready.
 */
struct protobuf {
	uint8_t *data;
	size_t size, capacity;
};

/* A number without its field, as in a packed list. */
void protobuf_varint(struct protobuf *buf, uint64_t value);

/* A field; 0 and "" are what a field that is not there means, and are left out. */
void protobuf_int(struct protobuf *buf, uint32_t field, uint64_t value);

/* A field in a list of texts: there, even if it is empty. */
void protobuf_text(struct protobuf *buf, uint32_t field, const char *text);

/* What is written between the two is in a message or packed list in @field. */
size_t protobuf_begin(struct protobuf *buf, uint32_t field);
void protobuf_end(struct protobuf *buf, size_t start);

void protobuf_deinit(struct protobuf *buf);

#endif
