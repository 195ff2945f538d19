// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

void buffer_add(struct buffer *buffer, const char *text, size_t len)
{
	array_reserve(buffer->text, buffer->capacity, buffer->len + len);
	memcpy(buffer->text + buffer->len, text, len);
	buffer->len += len;
}

void buffer_add_text(struct buffer *buffer, const char *text)
{
	buffer_add(buffer, text, strlen(text));
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);

	int len = vsnprintf(NULL, 0, format, args);

	if (len >= 0) {
		array_reserve(buffer->text, buffer->capacity, buffer->len + (size_t)len + 1);
		vsnprintf(buffer->text + buffer->len, (size_t)len + 1, format, again);
		buffer->len += (size_t)len;
	}
	va_end(again);
	va_end(args);
}

void buffer_deinit(struct buffer *buffer)
{
	free(buffer->text);
	*buffer = (struct buffer) { 0 };
}
