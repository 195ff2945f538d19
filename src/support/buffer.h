/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_BUFFER_H
#define SUPPORT_BUFFER_H

#include <stddef.h>

/* Text that grows at its end. Zero-initialised is empty and ready. */
struct buffer {
	char *text; /* not terminated */
	size_t len, capacity;
};

void buffer_add(struct buffer *buffer, const char *text, size_t len);
void buffer_add_text(struct buffer *buffer, const char *text);
void buffer_printf(struct buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void buffer_deinit(struct buffer *buffer);

#endif
